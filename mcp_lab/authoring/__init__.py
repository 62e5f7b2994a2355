"""For authors: notebooks/ and solutions/ made from challenges/, and the rules a challenge meets."""

from mcp_lab.authoring.build import build, stale
from mcp_lab.authoring.problem import Problem, SourcesBroken

__all__ = ["Problem", "SourcesBroken", "build", "stale"]
