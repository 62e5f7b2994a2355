# answer: 01-jsonrpc-basics/08-predict-the-wire
predicted = {
    "A": b"",
    "B": b"",
    "C": b"",
    "D": b"",
}
