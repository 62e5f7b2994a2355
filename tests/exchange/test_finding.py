"""Where the frame is in a line, and what is cut off around it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.exchange.finding import find
from mcp_lab.wire import LIMITS, decode

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
DESKTOP = "2026-03-02T10:03:01.220Z [info] [ferry] Message from client:"


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize(
    ("line", "cut"),
    [
        (PING, None),
        (f"  {PING}\r", None),
        (f"{DESKTOP} {PING}", DESKTOP),
        (f"{DESKTOP} {PING} {{ metadata: undefined }}", f"{DESKTOP} … {{ metadata: undefined }}"),
        (f"[2026-03-02 10:03] <- {PING}", "[2026-03-02 10:03] <-"),
        (f"DEBUG:mcp.client:received:{PING}", "DEBUG:mcp.client:received:"),
        (f"data: {PING}", "data:"),
        (f'12:00 {{"server":"ferry"}} {PING}', '12:00 {"server":"ferry"}'),
        (f"10:03:01,info,ferry,{PING}", "10:03:01,info,ferry,"),
    ],
)
def test_a_frame_is_found_behind_what_a_log_puts_before_it(line, cut, log):
    found = find(line.encode(), log=log)
    assert found.message.ok
    assert (found.message.kind, found.message.id) == ("request", 1)
    assert found.cut == cut


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        (f"{PING} (3 ms)", "… (3 ms)"),
        (f'{{"level":"info","message":{PING}}}', '{"level":"info","message": … }'),
        (
            json.dumps({"level": "info", "msg": f"got {PING}"}),
            '{"level":"info"}',
        ),
        (f"x{PING}", "x"),
        (f'msg="{PING}"', 'msg=" … "'),
    ],
)
def test_in_a_log_more_is_taken_for_a_log_line(line, cut):
    found = find(line.encode(), log=True)
    assert (found.message.kind, found.message.ok, found.cut) == ("request", True, cut)
    bare = find(line.encode(), log=False)
    assert not bare.message.ok
    assert bare.cut is None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "server started",
        "[info] listening on {port}",
        '{"level": "info", "msg": "listening on {port}"}',
        '[info] state {"a": 1}',
        '{"level": "info", "method": "GET", "path": "/"}',
        "7",
        "[]",
        '"{}"',
        "\x1b[32minfo\x1b[0m ready",
    ],
)
def test_a_line_without_a_frame_is_text_in_a_log_and_malformed_outside(line):
    assert find(line.encode(), log=True) is None
    bare = find(line.encode(), log=False)
    assert not bare.message.ok
    assert bare.cut is None


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize(
    ("frame", "defect"),
    [
        ('{"jsonrpc":"2.0","id":5,"method":', "not-json"),
        ('{"jsonrpc":"2.0","id":5,"result":{"a":NaN}}', "not-a-number"),
        ('{"jsonrpc":"2.0","id":5,"id":6,"method":"a"}', "duplicate-key"),
        (PING + PING, "trailing-data"),
        ('{"jsonrpc":"2.0","a":' + '{"a":' * 5000, "too-deep"),
        ('{"id":5,"method":"ping"}', "jsonrpc-missing"),
    ],
)
def test_a_broken_frame_in_a_log_line_is_a_frame(frame, defect, log):
    found = find(f"{DESKTOP} {frame}".encode(), log=log)
    assert defect in [each.name for each in found.message.defects]
    assert found.cut == DESKTOP


@pytest.mark.parametrize("log", [False, True])
def test_a_frame_whose_bytes_are_no_utf_8_keeps_its_bytes(log):
    frame = b'{"jsonrpc":"2.0","id":5,"method":"\xff\xfe"}'
    found = find(b"12:00 \xff server> " + frame, log=log)
    assert found.message.raw == frame
    assert found.message.defects[0].name == "not-utf-8"
    assert found.cut == "12:00 \ufffd server>"


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("line", [f"[{PING},]", f"[{PING} {PING}]"])
def test_a_broken_batch_is_no_log_line(line, log):
    found = find(line.encode(), log=log)
    assert found.message.kind == "malformed"
    assert found.cut is None


@pytest.mark.parametrize("log", [False, True])
def test_a_part_of_a_broken_frame_is_not_taken_for_the_frame(log):
    line = '[info] {"jsonrpc":"2.0","params":{"id":2,"method":"a"},"bad":}'
    found = find(line.encode(), log=log)
    assert (found.message.kind, found.cut) == ("malformed", "[info]")


@pytest.mark.parametrize("log", [False, True])
def test_broken_json_before_a_frame_is_cut(log):
    found = find(f'[info] {{"half": {PING}'.encode(), log=log)
    assert (found.message.ok, found.cut) == (True, '[info] {"half":')


@pytest.mark.parametrize("log", [False, True])
def test_a_batch_is_found_too(log):
    found = find(f"[info] sent [{PING}, {PING}]".encode(), log=log)
    assert (found.message.kind, len(found.message.members)) == ("batch", 2)


def test_what_is_cut_is_shortened():
    found = find(f"{'very ' * 1000} {PING} {'long ' * 1000}".encode(), log=True)
    assert len(found.cut) < 500


def test_a_line_that_is_too_large_is_told_so():
    found = find(b"[info] " + b"x" * LIMITS.size, log=True)
    assert [each.name for each in found.message.defects] == ["too-large"]


@pytest.mark.parametrize("unit", ['{"a":', '{"a":1} ', "[{", '{"', "{", '{"id":1,"method":"a"'])
def test_a_line_of_many_beginnings_is_tried_only_so_often(unit, monkeypatch):
    tries = []
    real = find.__globals__["_read"]

    def counted(text, at):
        tries.append(at)
        return real(text, at)

    monkeypatch.setitem(find.__globals__, "_read", counted)
    find(("[info] " + unit * 100_000).encode(), log=True)
    assert len(tries) <= 32


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_any_line_is_found_to_be_something(line):
    assert find(line, log=False) is not None
    find(line, log=True)


@given(
    st.text(st.characters(exclude_characters='{["', codec="utf-8"), max_size=20),
    st.sampled_from([" ", ": ", "] ", "> "]),
)
def test_a_frame_is_found_behind_any_words(before, gap):
    found = find(f"x{before}{gap}{PING}".encode(), log=False)
    assert found.message.raw == PING.encode() or decode(f"x{before}{gap}".encode()).value
