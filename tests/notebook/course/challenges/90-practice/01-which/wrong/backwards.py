# answer: 90-practice/01-which
"""falls: layer

People read `result` & stop.

Read `isError` too.
"""

q.answer.set(
    {
        "A": {"layer": "protocol error", "action": "stop"},
        "B": {"layer": "tool error", "action": "show"},
    }
)
