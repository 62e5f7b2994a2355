# answer: 90-practice/02-reply
reply = {}
