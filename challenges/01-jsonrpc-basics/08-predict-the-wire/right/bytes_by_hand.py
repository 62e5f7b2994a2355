# answer: 01-jsonrpc-basics/08-predict-the-wire
import json
import re

ENDINGS = {
    "no method": b'"error":{"message":"?","code":-32601}',
    "no tool": b'"error":{"message":"?","code":-32602,"data":{"hint":"tools/list"}}',
    "refuse": b'"result":{"isError":true,"content":[]}',
    "nothing stands": b'"result":{"content":[],"isError":false}',
}

predicted = {}
for letter, line in q.given["requests"].items():
    id_ = json.dumps(json.loads(line)["id"]).encode()
    ending = next(e for words, e in ENDINGS.items() if words in q.given["notes"][letter])
    predicted[letter] = b'{"jsonrpc":"2.0",' + ending + b',"id":' + id_ + b"}\n"
