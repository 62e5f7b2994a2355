# answer: 01-jsonrpc-basics/08-predict-the-wire
predicted = [
    b"",
    b"",
    b"",
    b"",
]
