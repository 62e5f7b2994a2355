# answer: 90-practice/03-double
def double(number):
    return 2 * number
