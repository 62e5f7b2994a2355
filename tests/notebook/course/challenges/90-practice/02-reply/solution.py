# answer: 90-practice/02-reply
reply = {"error": 1}
