"""The report: what a learner sees first, in HTML, in plain text and in a terminal."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from rich.console import Console

from mcp_lab.contract import REVISIONS, Fact, Standing
from mcp_lab.exchange import Call, Exchange, Lab, Report, Scenario, first_to_fall, run
from mcp_lab.wire import decode, encode
from mcp_lab.world import Boundary, Fault, World, samples

VARIANT = "report"
WORLD = World(VARIANT)
GROUPS = samples.succeeding(WORLD) | samples.refused(WORLD) | samples.malformed(WORLD)
VOID = {"br", "hr", "img", "input", "meta", "link"}


def tried(name, revision="2025-11-25", *faults) -> Exchange:
    call = Call(GROUPS[name].tool, GROUPS[name].arguments)
    return run(Scenario("tried", call, revision, faults, VARIANT))


def broken() -> Report:
    """A report of an answer with the id in another form."""
    good = tried("maximum")
    value = decode(good.frames[1].data).value
    data = encode(value | {"id": str(value["id"])})
    frames = (good.frames[0], good.frames[1]._replace(data=data))
    events = (replace(good.events[0], message=decode(data)),)
    return replace(good, frames=frames, events=events).report()


class Balanced(HTMLParser):
    """Fails where a tag is closed that is not the one open."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, _attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("name", GROUPS)
def test_the_html_is_well_formed_and_names_outcome_and_boundary(revision, name):
    exchange = tried(name, revision)
    html = exchange.report()._repr_html_()
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert exchange.outcome.replace("-", " ") in html
    assert len(re.findall("<figure", html)) == 2


def test_the_plain_text_tells_the_whole_story():
    told = str(tried("not-yours-to-see").report())
    for part in (
        "tried: tool error (2025-11-25)",
        "The ferry company's rules decided, at domain-validation.",
        "The tool's body was entered; no side effect began.",
        "The client would show:",
        "■ domain-validation",
        "· provider-call",
        "sent: client to server",
        "came back: server to client",
        '"isError": true,   (decides)',
        "Nothing falls:",
    ):
        assert part in told


def test_a_side_effect_is_named_with_its_reference():
    exchange = tried("book_passage")
    (entry,) = exchange.effects.finished
    assert f"a side effect happened (booking {entry.reference})" in str(exchange.report())


def test_what_falls_first_is_named_with_clause_level_and_source():
    report = broken()
    assert report.first.name == "response.same-id"
    told = str(report)
    assert "First to fall: response.same-id (broken)." in told
    assert "MUST, docs/specification/2025-11-25/basic/index.mdx#" in told
    assert re.search(r'▶ +"id": "\d+",   \(falls\)', told)
    assert f'href="{report.first_url}"' in report._repr_html_()
    assert report.first_url.startswith("https://modelcontextprotocol.io/")


def test_the_worst_falls_first_and_what_is_not_judged_yet_is_no_fall():
    fault = Fault(Boundary.RESULT_SERIALISATION, ValueError("x"))
    assert tried("book_passage", "2025-11-25", fault).report().first.standing == "open"
    assert Lab().send({"jsonrpc": "2.0", "id": 1, "method": "ping"}).report().first is None


def test_a_broken_clause_goes_before_an_open_one_that_stands_earlier():
    def fell(name, standing):
        return Fact(name, holds=False, clause=name, evidence="", standing=standing)

    facts = (
        fell("open", Standing.OPEN),
        fell("advised", Standing.ADVISED_AGAINST),
        fell("broken", Standing.BROKEN),
        fell("broken too", Standing.BROKEN),
    )
    assert [first_to_fall(facts[:n]).name for n in (1, 2, 3, 4)] == [
        "open",
        "advised",
        "broken",
        "broken",
    ]
    assert first_to_fall(()) is None


def test_silence_and_an_answer_that_matches_nothing_are_told():
    lab = Lab()
    silent = lab.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert "Nothing came back." in str(silent.report())
    assert "can't match the answer: it names no request" in str(lab.send("{").report())


def test_boundaries_inside_tools_are_left_out_where_no_tool_was_called():
    told = str(Lab().send({"jsonrpc": "2.0", "id": 1, "method": "ping"}).report())
    assert "tool-invocation" not in told


@pytest.mark.parametrize("width", [60, 160])
def test_a_terminal_shows_the_same(width):
    out = io.StringIO()
    Console(file=out, width=width).print(broken().rich())
    told = " ".join(out.getvalue().split())
    for part in ("tool error", "sent: client to server", "came back", "First to fall:"):
        assert part in told


def test_nothing_in_it_is_an_address_or_an_object_id():
    report = tried("quote_fare").report()
    for form in (str(report), report._repr_html_()):
        assert not re.search(r"0x[0-9a-f]{6,}", form)
