"""What a person clicks, its typed twin, and the look they share."""

from mcp_lab.widgets.frame import on_one_line, readable
from mcp_lab.widgets.look import style
from mcp_lab.widgets.question import Answers, Question

__all__ = ["Answers", "Question", "on_one_line", "readable", "style"]
