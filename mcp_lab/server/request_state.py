"""The requestState of 2026-07-28: what the server would have to remember, carried by the client.

It comes back through hands that may have changed it, so it is signed, and bound to the passenger,
the call, its arguments and a short time. The next request has an id of its own, so the id of the
one before is in it too. That is all the 2026-07-28 text asks for against replay; it does not make a
state good for one use only, and nothing here needs that: a booking is cancelled once
(docs/specification/2026-07-28/basic/patterns/mrtr.mdx#server-requirements-basic-workflow).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server.visit import Stop
from mcp_lab.wire import encode, same_id
from mcp_lab.world import json_schema

if TYPE_CHECKING:
    from mcp_lab.server.visit import Visit

MINUTES: Final = 10
_RESPONSES: Final = json_schema.lazily(
    {"type": "object", "additionalProperties": {"type": "object"}}
)


def write(visit: Visit, key: str) -> str:
    """The state of a call that asks for `key`; what was answered before goes along."""
    assert visit.tool is not None
    state = {
        **_bound(visit),
        "id": visit.id,
        "until": (visit.world.clock.now + timedelta(minutes=MINUTES)).isoformat(),
        "asked": key,
        "answers": dict(visit.answers),
    }
    payload = base64.urlsafe_b64encode(encode(state)).decode()
    return f"{payload}.{_signature(visit, payload)}"


def read(visit: Visit) -> Stop | None:
    """Take the answers that a request brings, or refuse it.

    Answers without a state were never asked for, and are passed over like any other member that
    means nothing here: the question is put.
    """
    params = visit.params
    responses = params.get("inputResponses", {})
    if errors := _RESPONSES().errors(responses):
        told = f"inputResponses: {errors[0].path or 'it'} {errors[0].says}"
        return Stop("malformed-input-responses", says=f"Invalid params: {told}.")
    if "requestState" not in params:
        return None
    state = _verified(visit, params["requestState"])
    if isinstance(state, str):
        return Stop("rejected-request-state", says=f"The request state {state}.")
    given = {key: responses[key] for key in (state["asked"],) if key in responses}
    visit.answers = {**state["answers"], **given}
    return None


def _verified(visit: Visit, text: Any) -> dict[str, Any] | str:
    """What the state holds, or why it is refused."""
    payload, _, signature = text.rpartition(".") if isinstance(text, str) else ("", "", "")
    if not hmac.compare_digest(signature.encode("utf-8", "replace"), _signed(visit, payload)):
        return "is not one that this server gave, or was changed"
    state: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload))
    if any(state[name] != value for name, value in _bound(visit).items()):
        return "belongs to another call"
    if visit.world.clock.now > datetime.fromisoformat(state["until"]):
        return "has expired"
    if same_id(state["id"], visit.id):
        return "came back under the id of the request before; a retry has an id of its own"
    return state


def _bound(visit: Visit) -> dict[str, Any]:
    """What a state is good for: this passenger, this tool, these arguments."""
    assert visit.tool is not None
    told = json.dumps(visit.arguments, sort_keys=True, default=str)
    digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
    return {"passenger": visit.world.passenger, "tool": visit.tool.name, "arguments": digest}


def _signed(visit: Visit, payload: str) -> bytes:
    return _signature(visit, payload).encode()


def _signature(visit: Visit, payload: str) -> str:
    key = visit.world.signing_key
    return hmac.new(key, payload.encode("utf-8", "replace"), "sha256").hexdigest()
