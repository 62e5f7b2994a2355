# answer: 00-start-here/01-which-contract
import json


def became_of_it(frame):
    response = json.loads(frame)
    if "error" in response:
        return "protocol error"
    return "tool error" if response["result"].get("isError") else "success"


q.answer.set({item["key"]: became_of_it(item["frame"]) for item in q.given["items"]})
