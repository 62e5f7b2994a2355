"""The slow tool: it looks up two legs, each of which takes the office a while."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.ferry import rules, words
from mcp_lab.world.tool import Refusal, ToolOutput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.world.context import Context
    from mcp_lab.world.ferry.company import Company, Sailing

LEG_SECONDS = 4.0


async def find_connections(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """Journeys of two sailings, by way of the home island, with time to change boats."""
    world = context.world
    home, day = world.company.islands[0], date.fromisoformat(arguments["date"])
    with context.at(Boundary.DOMAIN_VALIDATION):
        _check_way(world.company, arguments["from"], arguments["to"])
        rules.check_day(world.company, day)
    first = await _leg(context, 1, (arguments["from"], home, day))
    second = await _leg(context, 2, (home, arguments["to"], day))
    found = [(out, on) for out in first for on in second if out.departs < on.departs]
    lines = [f"{words.line(out)}; then {words.line(on)}" for out, on in found]
    return ToolOutput("\n".join(lines) or "No two sailings of that day fit together.")


async def _leg(context: Context, number: int, way: tuple[str, str, date]) -> tuple[Sailing, ...]:
    await context.sleep(LEG_SECONDS)
    with context.at(Boundary.PROVIDER_CALL):
        found = context.world.provider.sailings(*way)
    context.progress(number, 2, f"{len(found)} sailings from {way[0]} to {way[1]}")
    return found


def _check_way(company: Company, origin: str, destination: str) -> None:
    if company.islands[0] in (origin, destination) or origin == destination:
        raise Refusal(
            "no-change-of-boats",
            "A connection goes from one outer island to another.",
            "Look for the single sailing with find_sailings.",
        )
