"""The answer port: how a check asks the learner's answer one question.

A question is a name and JSON arguments; what comes back is one `Reply`. The same JSON crosses
whichever the port, so a verdict cannot depend on where it was made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from mcp_lab.judge.values import same_json

LONGEST_TEXT = 600
"""Characters of a learner's text (an exception's message, say) that a reply carries at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """The answer gave a JSON value (bytes and number forms included, see `values`).

    Two are equal as JSON is: True is not 1, 1.0 is 1.
    """

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and same_json(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]  # a value may be a list or a dict

    @property
    def told(self) -> str:
        """As evidence tells it: what the function said."""
        return f"said {self.value!r}"


@dataclass(frozen=True, slots=True)
class Raised:
    """The answer raised on this question; `line` counts within the cell it stands in, 0 unknown."""

    class_name: str
    text: str
    line: int = 0

    @property
    def told(self) -> str:
        """As evidence tells it: what the function raised."""
        return f"raised {spoken(self.class_name, self.text, self.line)}"


@dataclass(frozen=True, slots=True)
class NotJson:
    """The answer gave something that JSON can't carry; `text` says what, and what to give."""

    text: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The answer did not come within `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The answer's process ended after its first question."""

    text: str


@dataclass(frozen=True, slots=True)
class Tampered:
    """What came back is no answer to the question: a frame was forged or repeated."""

    text: str


@dataclass(frozen=True, slots=True)
class CouldNotRun:
    """There is nothing to ask: the answer's cell raised, is no code, or its process ended."""

    text: str


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The cell ran, and there is still no answer under the name that was asked."""

    name: str


Reply = Value | Raised | NotJson | TimedOut | Ended | Tampered | CouldNotRun | NoAnswer


class Port(Protocol):
    """Where an answer can be asked."""

    def ask(self, name: str, arguments: Mapping[str, Any] | None) -> Reply:
        """Ask the answer called `name`.

        `arguments` are the keyword arguments of a function; None reads an answer that is data.
        """
        ...


class CellRaised(Exception):  # noqa: N818 - said of the learner's cell, not an error of ours
    """Raised by a look-up when the answer's cell itself raised, so that there is nothing to ask."""

    def __init__(self, class_name: str, text: str, line: int = 0) -> None:
        """Keep what the cell raised: its class, its text, its line in the cell (0: unknown)."""
        super().__init__(class_name, text, line)
        self.class_name, self.text, self.line = class_name, text, line

    def reply(self) -> CouldNotRun:
        """The same, as a port answers it."""
        return CouldNotRun(
            f"the answer cell raised {spoken(self.class_name, self.text, self.line)}"
        )


def spoken(class_name: str, text: str, line: int = 0) -> str:
    """An exception in half a sentence: `KeyError: 'id' (line 3)`."""
    said = f"{class_name}: {text}" if text else class_name
    return f"{said} (line {line})" if line else said


def clip(text: str, longest: int = LONGEST_TEXT) -> str:
    """`text`, cut to `longest` characters, the cut marked by an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
