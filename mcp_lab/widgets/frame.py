"""A frame as text for reading."""


def readable(frame: str) -> str:
    """The frame over lines: only white space changes, and what cannot be seen is escaped."""
    from mcp_lab.exchange import pretty

    return "\n".join(line.text for line in pretty.lines(frame))


def on_one_line(frame: str) -> str:
    """The same on one line, as it is on the wire."""
    return " ".join(line.strip() for line in readable(frame).split("\n"))
