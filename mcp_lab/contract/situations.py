"""What a situation calls for: every defensible answer, by revision, the kit's own choice first.

`situations.toml` holds the answers; level, source and openness come from the clauses they cite.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from mcp_lab.contract.clauses import Text, clause
from mcp_lab.contract.tables import read_table, span
from mcp_lab.contract.vocabulary import REVISIONS, Level, Outcome

IdForm = Literal["same", "absent", "null"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One defensible answer: the outcome on the wire, the codes that may stand, the form of the id.

    With no `codes`, any code stands but those `excluded`. `id` is None where no id is involved.
    `status` is the HTTP status of the answer where it travels over HTTP; None where none is ruled.
    `clause` is the id of the clause that this answer rests on.
    """

    channel: Outcome
    codes: tuple[int, ...]
    id: IdForm | None
    level: Level
    source: str
    excluded: tuple[int, ...] = ()
    status: int | None = None
    clause: str = ""

    def allows(self, code: int) -> bool:
        """Whether this code may stand in this answer."""
        return code in self.codes if self.codes else code not in self.excluded

    def allows_status(self, status: int) -> bool:
        """Whether this HTTP status may carry this answer; a refusal without one has an error's."""
        if self.status is None:
            return status >= 400 or self.channel is not Outcome.HTTP_REJECTED
        return status == self.status


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one revision calls for in one situation; `open` says what the text leaves open.

    `clause`, `code_clause` and `status_clause` are the ids of the clauses that rule the channel,
    the code, and the HTTP status (empty: the channel's own clause).
    """

    situation: str
    revision: str
    says: str
    answers: tuple[Answer, ...]
    open: str | None
    clause: str = ""
    code_clause: str = ""
    status_clause: str = ""

    @property
    def preferred(self) -> Answer:
        """The kit's own choice."""
        return self.answers[0]

    def accepts(self, channel: Outcome, code: int | None = None, status: int | None = None) -> bool:
        """Whether an answer over this channel is defensible, with this code and HTTP status.

        Code and status count where they are told.
        """
        return any(
            answer.channel == channel
            and (code is None or answer.allows(code))
            and (status is None or answer.allows_status(status))
            for answer in self.answers
        )


def look_up(revision: str, situation: str) -> Ruling:
    """What a revision calls for in a situation. Raises KeyError, naming the nearest, on neither."""
    if revision not in REVISIONS:
        raise KeyError(f"no revision is called {revision!r}; there are {', '.join(REVISIONS)}")
    if situation not in _rulings():
        near = get_close_matches(situation, _rulings(), n=1, cutoff=0.0)
        raise KeyError(f"no situation is called {situation!r}; the nearest is {near[0]!r}")
    return _rulings()[situation][revision]


def situations() -> tuple[str, ...]:
    """The ids of all situations."""
    return tuple(_rulings())


@cache
def _rulings() -> Mapping[str, Mapping[str, Ruling]]:
    rows = read_table("situations.toml")["situation"]
    return MappingProxyType(
        {
            row["id"]: MappingProxyType({each.revision: each for each in _unfold(row)})
            for row in rows
        }
    )


def _unfold(row: dict[str, Any]) -> Iterator[Ruling]:
    code_clause = row.get("code_clause", row["clause"])
    for part in row["ruling"]:
        for revision in span(part["revisions"]):
            answers = tuple(_answer(each, row["clause"], revision) for each in part["answers"])
            cited = [row["clause"], code_clause, *_about_the_id(answers)]
            yield Ruling(
                situation=row["id"],
                revision=revision,
                says=row["says"],
                answers=answers,
                open=_openness(cited, revision),
                clause=row["clause"],
                code_clause=code_clause,
                status_clause=row.get("status_clause", ""),
            )


def _answer(row: dict[str, Any], clause_id: str, revision: str) -> Answer:
    by = row.get("by", clause_id)
    text = _text(by, revision)
    return Answer(
        channel=Outcome(row["channel"]),
        codes=tuple(row.get("codes", ())),
        id=row.get("id"),
        level=text.level,
        source=text.source,
        excluded=tuple(row.get("excluded", ())),
        status=row.get("status"),
        clause=by,
    )


def _text(clause_id: str, revision: str) -> Text:
    text = clause(clause_id).at(revision)
    if text is None:
        raise ValueError(
            f"situations.toml cites {clause_id} at {revision}, which has no text there"
        )
    return text


def _about_the_id(answers: tuple[Answer, ...]) -> list[str]:
    unreadable = any(answer.id == "null" for answer in answers)
    return ["response.id-unreadable"] if unreadable else []


def _openness(clause_ids: list[str], revision: str) -> str | None:
    """Why the cited clauses leave the answer open, each reason once."""
    texts = [clause(clause_id).at(revision) for clause_id in clause_ids]
    reasons = [text.open for text in texts if text is not None and text.open is not None]
    return " ".join(dict.fromkeys(reasons)) or None
