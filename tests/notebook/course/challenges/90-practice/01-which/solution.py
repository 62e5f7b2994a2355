# answer: 90-practice/01-which
q.answer.set(
    {
        "A": {"layer": "protocol error", "action": "stop"},
        "B": {"layer": "tool error", "action": "show"},
    }
)
