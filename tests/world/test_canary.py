"""Canaries: drawn from the variant, carried the way their kind travels, found in any dress."""

from __future__ import annotations

import base64
import json
from itertools import pairwise
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.world.audience import FIELDS, Audience
from mcp_lab.world.canary import (
    Kind,
    address,
    belongs_to,
    canaries,
    carried,
    carrier,
    texts_of,
)
from mcp_lab.world.sightings import look_for

VARIANT = "canaries"
ALL = canaries(VARIANT)
TOKEN = ALL[Kind.TOKEN]
TEXT = TOKEN.text
DRESSES = {
    "plain": f"failed: {TEXT}.",
    "upper case": TEXT.upper(),
    "JSON escapes": "".join(f"\\u{ord(letter):04x}" for letter in TEXT),
    "escapes in escapes": json.dumps("".join(f"\\u{ord(letter):04x}" for letter in TEXT)),
    "hex escapes": "".join(f"\\x{ord(letter):02x}" for letter in TEXT),
    "percent": "".join(f"%{ord(letter):02X}" for letter in TEXT),
    "percent twice": quote(quote(f"/{TEXT}/", safe=""), safe=""),
    "HTML": "".join(f"&#{ord(letter)};" for letter in TEXT),
    "base64": base64.b64encode(f"x{TEXT}".encode()).decode(),
    "base64 for URLs": base64.urlsafe_b64encode(f"\xff\xfe{TEXT}\xff".encode("latin-1")).decode(),
    "base64 without its end": base64.b64encode(f"ab{TEXT}".encode()).decode().rstrip("="),
    "base64 inside a word": "dump" + base64.b64encode(TEXT.encode()).decode(),
    "base64 of base64": base64.b64encode(base64.b64encode(f"<{TEXT}>".encode())).decode(),
    "hexadecimal": TEXT.encode().hex(),
    "hexadecimal with gaps": TEXT.encode().hex(" "),
    "spaced": " ".join(TEXT),
    "dashed": "-".join(TEXT),
}


def kinds(value):
    return {each.kind for each in look_for(ALL.values(), value)}


def test_the_same_variant_has_the_same_canaries_and_another_has_others():
    canaries.cache_clear()
    assert canaries(VARIANT) == ALL
    cores = {each.core for each in (*ALL.values(), *canaries("other").values())}
    assert len(cores) == 2 * len(Kind)
    assert all(each.core in each.text for each in ALL.values())


@pytest.mark.parametrize("kind", Kind)
def test_a_carrier_carries_its_own_canary_and_no_other(kind):
    trouble = carrier(ALL[kind])
    assert carried(trouble, VARIANT) == (kind,)
    assert carried(trouble, "other") == ()


def test_what_is_not_in_the_words_is_carried_all_the_same():
    """These would get past anyone who looks at str() alone."""
    hidden = {kind for kind in Kind if ALL[kind].core not in str(carrier(ALL[kind]))}
    assert hidden == {
        Kind.PROVIDER_BODY,
        Kind.STACK,
        Kind.NESTED_CAUSE,
        Kind.EXCEPTION_GROUP,
        Kind.OUTPUT_VALUE,
    }


def test_an_exception_that_leads_to_itself_or_has_no_words_is_told():
    class Mute(Exception):  # noqa: N818
        def __str__(self):
            raise ValueError

    mute = Mute("nothing")
    mute.__cause__ = mute
    assert list(texts_of(mute))


def test_only_an_auditor_may_see_an_address_and_nobody_the_rest():
    assert belongs_to(Kind.EMAIL) == {Audience.AUDITOR}
    assert {kind for kind in Kind if belongs_to(kind)} == {Kind.EMAIL}
    (subject,) = (field for field in FIELDS if field.name == "subject")
    assert subject.form(address(VARIANT))
    assert subject.shown_to == belongs_to(Kind.EMAIL)


@pytest.mark.parametrize("dress", DRESSES)
def test_a_canary_is_found_in_any_dress(dress):
    text = DRESSES[dress]
    assert kinds(text) == {Kind.TOKEN}
    frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no", "data": {"a": text}}}
    (found,) = look_for(ALL.values(), json.dumps(frame).encode())
    assert (found.kind, found.place) == (Kind.TOKEN, "error.data.a")


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_found_where_it_stands(kind):
    (found,) = look_for(ALL.values(), {"result": {"content": [{"text": ALL[kind].text}]}})
    assert found == (kind, "result.content[0].text", "as it is")


def test_a_name_of_a_member_is_searched_too():
    assert kinds({"error": {TEXT: 1}}) == {Kind.TOKEN}
    assert kinds(b"not JSON: " + TEXT.encode()) == {Kind.TOKEN}


@given(st.lists(st.integers(1, len(TEXT) - 1), min_size=1, max_size=4))
def test_a_canary_spread_over_blocks_is_found(cuts):
    edges = [0, *sorted(set(cuts)), len(TEXT)]
    parts = [TEXT[start:end] for start, end in pairwise(edges)]
    blocks = [{"type": "text", "text": part} for part in parts]
    assert kinds({"result": {"content": blocks}}) == {Kind.TOKEN}
    # Over frames as well: given together, in their order.
    assert kinds([json.dumps({"params": {"data": part}}).encode() for part in parts]) == {
        Kind.TOKEN
    }


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_nothing_is_found_where_nothing_is(value):
    assert kinds(value) == set()


@given(st.binary(max_size=200))
def test_any_bytes_can_be_searched(data):
    assert kinds(data) == set()


def test_depth_and_number_of_layers_are_bounded():
    deep = TEXT
    for _ in range(5000):
        deep = [deep]
    assert kinds(deep) == {Kind.TOKEN}
    assert kinds("%25" * 3000 + "\\u0025" * 3000 + "A" * 3000) == set()
    four = TEXT
    for _ in range(4):
        four = base64.b64encode(four.encode()).decode()
    assert kinds(four) == set()  # three layers deep and no deeper, as documented


def test_a_part_of_a_secret_is_not_claimed():
    assert kinds(TOKEN.core[:10]) == set()
