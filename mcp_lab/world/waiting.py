"""What the body of an async tool can wait for: time, and a person's answer.

A body is a plain coroutine that awaits these. Whoever runs it (the server) resumes it when the
world's clock, or the client, has what it waits for; there is no event loop and no real time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping


@dataclass(frozen=True, slots=True)
class Sleep:
    """Wait until `seconds` of the world's clock have passed."""

    seconds: float

    def __await__(self) -> Generator[Sleep, None, None]:
        yield self


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person made of a question: accepted with the fields of the form, or not."""

    action: Literal["accept", "decline", "cancel"]
    content: Mapping[str, Any]

    @property
    def accepted(self) -> bool:
        """Whether the form was submitted."""
        return self.action == "accept"


@dataclass(frozen=True, slots=True)
class Question:
    """A question for the person at the client: a message and a flat form.

    Attributes:
        key: its name within the call; asked again, it has the same.
        message: the question, for people.
        schema: a JSON Schema object of primitive properties: the form.
        unasked: what a caller without a person to ask should do instead, one sentence.
    """

    key: str
    message: str
    schema: Mapping[str, Any]
    unasked: str

    def __await__(self) -> Generator[Question, Answer, Answer]:
        return (yield self)
