"""What came back for a call, read three times: its layer, its code, and the client's next move.

Layer and code are read off the frame, by the protocol. The move is the kit's own policy: what the
frame and the tool say of a failure goes through the table of `mcp_lab.client`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab import wire
from mcp_lab.client import Action
from mcp_lab.client.advice import IN_A_WORD
from mcp_lab.client.failures import FailureContext, FailureKind
from mcp_lab.client.policy import classify_failure
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.exchange import Lab
from mcp_lab.world import Boundary, Fault, Refusal, samples

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

READS, BOOKS = "only reads", "books"
BOOKING = "book_passage"
READING = ("find_sailings", "booking_status")  # they answer in words
NOTHING = "Nothing came back before the time limit."
LAYERS = {
    Outcome.SUCCESS: "success",
    Outcome.TOOL_ERROR: "tool error",
    Outcome.PROTOCOL_ERROR: "protocol error",
    Outcome.SILENCE: "no answer",
}
NONE = "none"
NUMBERS = (429, 502, 503, 504)
INTERNAL = -32603
BUSY, CONSENT = "office-busy", "consent-needed"
# What only the passenger can decide, and the sentence that says so.
CONSENTS = (
    ("The fare has risen since it was quoted; nothing was booked.", "to pay the new one"),
    ("Only seats apart from each other are left; nothing was booked.", "to sit apart"),
    ("This fare is not paid back if the boat is missed; nothing was booked.", "to that"),
)


class Case(NamedTuple):
    """One call and what goes wrong with it; `lost` where its answer does not arrive."""

    tool: str
    arguments: dict[str, Any]
    fault: Fault | None = None
    lost: bool = False
    effect: str = READS


def given(rng: random.Random) -> dict[str, Any]:
    """Six calls of one session of a learner's own: one for each move, and one more."""
    lab = Lab(variant=f"{rng.getrandbits(40):010x}")
    number = rng.choice(NUMBERS)
    cases = [*_cases(rng, lab, number)]
    rng.shuffle(cases)
    items = [_item(key, case, lab) for key, case in zip("ABCDEF", cases, strict=True)]
    codes = sorted({-32602, -32603, -32601, number})
    asks = [
        {"name": "layer", "label": "Layer", "options": [*LAYERS.values()]},
        {"name": "code", "label": "Code", "options": [*codes, NONE]},
        {"name": "next", "label": "Next move", "options": [str(action) for action in Action]},
    ]
    return {"items": items, "asks": asks}


def _cases(rng: random.Random, lab: Lab, number: int) -> Iterator[Case]:
    """Refused, rejected, busy, the passenger's to decide, lost; and one of four others."""
    fine = samples.succeeding(lab.world)
    reading, other = (fine[name] for name in rng.sample(READING, 2))
    booking = (BOOKING, fine[BOOKING].arguments)
    busy = _busy(number)
    yield _unknown(rng, rng.choice([fine[BOOKING], other]))
    yield _rejected(rng, lab)
    yield Case(reading.tool, reading.arguments, busy)
    yield Case(*booking, _consent(rng), effect=BOOKS)
    yield Case(*booking, lost=True, effect=BOOKS)
    yield rng.choice(
        [
            Case(other.tool, other.arguments),
            Case(other.tool, other.arguments, lost=True),
            Case(other.tool, other.arguments, Fault(Boundary.RESULT_SERIALISATION)),
            Case(*booking, busy, effect=BOOKS),
        ]
    )


def _unknown(rng: random.Random, meant: samples.Sample) -> Case:
    name = rng.choice([meant.tool.replace("_", "-"), meant.tool.replace("_", "")])
    effect = BOOKS if meant.tool == BOOKING else READS
    return Case(name, meant.arguments, effect=effect)


def _rejected(rng: random.Random, lab: Lab) -> Case:
    """A no that says what to do instead, to whoever made the call and nobody else."""
    refused = samples.refused(lab.world)
    del refused["not-yours-to-see"]  # its remedy may be somebody else's to carry out
    one = rng.choice([*refused.values(), *samples.malformed(lab.world).values()])
    return Case(one.tool, one.arguments)


def _busy(number: int) -> Fault:
    says = f"The booking office answered {number}."
    return Fault(Boundary.PROVIDER_CALL, Refusal(BUSY, says, "It may answer again in a moment."))


def _consent(rng: random.Random) -> Fault:
    says, what = rng.choice(CONSENTS)
    remedy = f"Only the passenger can agree {what}."
    return Fault(Boundary.DOMAIN_VALIDATION, Refusal(CONSENT, says, remedy))


def _item(key: str, case: Case, lab: Lab) -> dict[str, Any]:
    """The call, made in earnest; an answer that is lost was sent and did not arrive."""
    exchange = lab.call(case.tool, case.arguments, fault=case.fault)
    frame = NOTHING if case.lost else exchange.frames[-1].data.decode()
    caption = f"{case.tool} ({case.effect})"
    return {"key": key, "caption": caption, "frame": frame, "effect": case.effect}


def check(exam: Exam) -> None:
    """Three facts a call; each key is worked out from what the learner sees."""
    answer = exam.answer()
    for item in exam.given["items"]:
        for part, look in (("layer", _layer), ("code", _code), ("next", _move)):
            key = look(Seen(item))
            chosen = answer[item["key"]][part]
            exam.fact(
                key.fact,
                chosen == key.right,
                clause=key.clause,
                evidence=f"{item['key']}, {item['caption']}: {key.because}; you chose {chosen}.",
                try_=key.try_,
                mistake=_mistake(part, key.right, chosen, Seen(item)),
                frames={item["key"]: item["frame"]},
            )


class Seen:
    """One item as it can be read: its outcome, its code, and how it failed."""

    def __init__(self, item: dict[str, Any]) -> None:
        self.books = item["effect"] == BOOKS
        self.message = None if item["frame"] == NOTHING else wire.decode(item["frame"])
        found = Outcome.SILENCE if self.message is None else outcome_of(self.message, HOME)
        assert found is not None  # every frame is a response
        self.outcome = found

    @property
    def code(self) -> Any:
        """The code of a protocol error, else `none`."""
        if self.message is None or self.message.kind != "error":
            return NONE
        return self.message.error["code"]

    @property
    def category(self) -> str:
        """What a tool error says of itself to programs."""
        assert self.message is not None
        return str(self.message.result["_meta"]["ferry-desk/failure"]["category"])

    @property
    def failure(self) -> FailureContext | None:
        """What the policy looks at, None for a success."""
        if self.outcome is Outcome.SUCCESS:
            return None
        if self.outcome is Outcome.SILENCE:
            return self._may_pass(FailureKind.SILENCE)
        if self.code == INTERNAL:
            return FailureContext(kind=FailureKind.SERVER, side_effect_may_have_occurred=self.books)
        if self.outcome is Outcome.PROTOCOL_ERROR:
            return FailureContext(kind=FailureKind.PROTOCOL)
        if self.category == BUSY:
            return self._may_pass(FailureKind.TOOL)
        asks = self.category == CONSENT
        return FailureContext(kind=FailureKind.TOOL, user_action_required=asks)

    def _may_pass(self, kind: FailureKind) -> FailureContext:
        return FailureContext(kind=kind, transient=True, side_effect_may_have_occurred=self.books)


class Key(NamedTuple):
    """The right choice, the fact that it is, and why."""

    right: Any
    fact: str
    clause: str
    because: str
    try_: str


def _layer(seen: Seen) -> Key:
    fact, clause, because = OF_OUTCOME[seen.outcome]
    if seen.code == INTERNAL:
        clause = "codes.internal-error"
    return Key(
        LAYERS[seen.outcome],
        fact,
        clause,
        because,
        "Look at the top level: `error`, `result`, or nothing? In a `result`, look for `isError`.",
    )


OF_OUTCOME: Final = {
    Outcome.PROTOCOL_ERROR: (
        "protocol-errors-found",
        "tools.unknown-tool",
        "`error` stands at the top level",
    ),
    Outcome.TOOL_ERROR: (
        "results-read-by-their-flag",
        "tools.execution-error",
        "it has `result`, and in it `isError: true`",
    ),
    Outcome.SUCCESS: (
        "results-read-by-their-flag",
        "result.absent-is-error-means-success",
        "it has `result`, and no `isError` in it",
    ),
    Outcome.SILENCE: (
        "missing-answers-found",
        "response.only-one",
        "no response arrived, so no layer spoke",
    ),
}


def _code(seen: Seen) -> Key:
    if seen.code != NONE:
        return Key(
            seen.code,
            "error-codes-found",
            "error.code-required",
            f"`error.code` is {seen.code}",
            "Read `error.code`.",
        )
    silent = seen.outcome is Outcome.SILENCE
    return Key(
        NONE,
        "no-error-no-code",
        "response.only-one" if silent else "response.exactly-one",
        "there is no `error` to have a code",
        "Look for `error` at the top level; a number anywhere else is no code of the protocol.",
    )


def _move(seen: Seen) -> Key:
    failure = seen.failure
    action = Action.SHOW if failure is None else IN_A_WORD[classify_failure(failure)]
    fact, because = OF_ACTION[action]
    try_ = "Read the policy's table from the top and stop at the first row that fits."
    return Key(str(action), fact, "policy.client-action", because, try_)


OF_ACTION: Final = {
    Action.STOP: ("protocol-errors-stop", "the server did not carry the request out and says so"),
    Action.SHOW: ("the-rest-is-shown", "whoever called can go on from what the result says"),
    Action.ASK: (
        "the-passenger-is-asked",
        "nothing was booked, and it is the passenger's to decide",
    ),
    Action.RETRY: (
        "reads-are-retried",
        "it may pass by itself, and a tool that only reads may be called again",
    ),
    Action.RECONCILE: (
        "bookings-are-reconciled",
        "it may have booked, and nothing says that it has not",
    ),
}


def _mistake(part: str, right: Any, chosen: Any, seen: Seen) -> str | None:
    match part, right, chosen:
        case "layer", "no answer", "protocol error":
            return "silence_is_an_error"
        case "code", "none", int() if seen.message and str(chosen) in seen.message.raw.decode():
            return "code_out_of_the_text"
        case "next", "stop", "show":
            return "shows_protocol_errors"
        case "next", "show", "retry":
            return "same_arguments_again"
        case "next", "show", "stop" if seen.outcome is Outcome.TOOL_ERROR:
            return "stops_at_tool_errors"
        case "next", "ask", "show":
            return "the_model_agrees"
        case "next", "retry", "reconcile":
            return "reconciles_a_read"
        case "next", "reconcile", "retry":
            return "retries_the_booking"
    return None
