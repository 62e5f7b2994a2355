# answer: 01-jsonrpc-basics/08-predict-the-wire
import json

ENDINGS = {
    "no method": b'"error":{"message":"?","code":-32601}',
    "no tool": b'"error":{"message":"?","code":-32602,"data":{"hint":"tools/list"}}',
    "refuse": b'"result":{"isError":true,"content":[]}',
    "nothing stands": b'"result":{"content":[],"isError":false}',
}

predicted = []
for line, note in zip(q.given["requests"], q.given["notes"]):
    id_ = json.dumps(json.loads(line)["id"]).encode()
    ending = next(e for words, e in ENDINGS.items() if words in note)
    predicted.append(b'{"jsonrpc":"2.0",' + ending + b',"id":' + id_ + b"}\n")
