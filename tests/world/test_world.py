"""One variant, one world: what is drawn, what time and chance do, what the ledger counts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.world import Boundary, Context, Fault, Refusal, World, samples

VARIANTS = ("a", "harbour", "zz-9", "")


def call(world, sample, **changes):
    tool = world.tools[sample.tool]
    return tool.body(Context(world), sample.arguments | changes)


def drawn(world):
    return (
        world.company,
        world.clock.now,
        [world.ids.request(), world.ids.booking(), world.ids.correlation()],
        [world.provider.bookings(name) for name in world.company.people],
    )


@given(st.text(max_size=20))
def test_a_variant_draws_the_same_world_every_time(variant):
    assert drawn(World(variant)) == drawn(World(variant))


def test_variants_differ():
    assert len({World(variant).company.islands for variant in VARIANTS}) == len(VARIANTS)


def test_time_passes_only_when_told_and_never_backwards():
    clock = World().clock
    before = clock.now
    assert clock.advance(30) - before == timedelta(seconds=30)
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)


def test_its_parts_say_what_they_are():
    world = World()
    assert repr(world.clock) == f"Clock({world.clock.now.isoformat(timespec='milliseconds')})"
    assert world.clock.today < world.company.days[0]
    assert repr(world.ledger) == "Ledger(began=0, happened=0)"
    assert world.company.name in repr(world)
    assert world.passenger in repr(world)


def test_no_reference_is_given_twice():
    ids = World().ids
    given_out = [ids.correlation() for _ in range(500)] + [ids.booking() for _ in range(500)]
    assert len(set(given_out)) == 1000


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_tool_has_arguments_that_succeed(variant):
    world = World(variant)
    for sample in samples.succeeding(world).values():
        assert world.tools[sample.tool].input_validator.errors(sample.arguments) == ()
        output = call(world, sample)
        schema = world.tools[sample.tool].output_validator
        assert schema is None or schema.errors(output.structured) == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_refuses_its_sample_in_its_own_words(variant):
    world = World(variant)
    for category, sample in samples.refused(world).items():
        assert world.tools[sample.tool].input_validator.accepts(sample.arguments)
        with pytest.raises(Refusal) as refusal:
            call(world, sample)
        assert refusal.value.category == category
        assert refusal.value.says
        assert refusal.value.remedy


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_malformed_sample_breaks_exactly_its_keyword(variant):
    world = World(variant)
    for keyword, sample in samples.malformed(world).items():
        errors = world.tools[sample.tool].input_validator.errors(sample.arguments)
        assert [error.keyword for error in errors] == [keyword]


def test_booking_is_the_one_side_effect_and_the_ledger_counts_it_once_for_each_key():
    world = World()
    calls = samples.succeeding(world)
    for name in ("find_sailings", "quote_fare", "booking_status"):
        call(world, calls[name])
    assert world.ledger.began == 0
    first = call(world, calls["book_passage"])
    assert call(world, calls["book_passage"]) == first
    call(world, calls["book_passage"], idempotency_key="another-trip")
    assert world.ledger.began == len(world.ledger.entries) == 2


def test_a_key_stands_for_one_booking():
    world = World()
    sample = samples.succeeding(world)["book_passage"]
    call(world, sample)
    with pytest.raises(Refusal, match="already stands for another"):
        call(world, sample, passengers=3)
    assert world.ledger.began == 1


def test_a_sailing_that_there_is_not_is_refused():
    world = World()
    with pytest.raises(Refusal) as refusal:
        call(world, samples.succeeding(world)["quote_fare"], sailing="S-0000")
    assert refusal.value.category == "no-such-sailing"


def test_a_booking_takes_its_seats():
    world = World()
    sample = samples.succeeding(world)["book_passage"]
    before = world.provider.sailing(sample.arguments["sailing"]).seats
    call(world, sample)
    assert world.provider.sailing(sample.arguments["sailing"]).seats == before - 2


def test_anothers_booking_and_none_are_refused_in_the_same_words():
    world = World()
    other = samples.refused(world)["not-yours-to-see"]
    told = []
    for reference in (other.arguments["booking"], "B-00000"):
        with pytest.raises(Refusal) as refusal:
            call(world, other, booking=reference)
        told.append((refusal.value.category, refusal.value.says, refusal.value.remedy))
    assert told[0] == told[1]


def test_whole_numbers_written_as_floats_book_as_whole_numbers():
    world = World()
    output = call(world, samples.succeeding(world)["quote_fare"], passengers=2.0)
    assert isinstance(output.structured["passengers"], int)


def test_a_fault_strikes_at_its_boundary_before_the_work_there():
    trouble = ValueError("CANARY")
    world = World(faults=[Fault(Boundary.PROVIDER_CALL, trouble)])
    context = Context(world)
    sample = samples.succeeding(world)["book_passage"]
    with pytest.raises(ValueError, match="CANARY") as raised:
        world.tools["book_passage"].body(context, sample.arguments)
    assert raised.value is trouble
    assert context.owner_of(trouble) is Boundary.PROVIDER_CALL
    assert context.path == [Boundary.DOMAIN_VALIDATION, Boundary.PROVIDER_CALL]
    assert world.ledger.began == 0


def test_a_failure_belongs_to_the_innermost_boundary_that_it_left():
    context = Context(World())
    inner, outer = ValueError("inner"), ValueError("outer")
    with pytest.raises(ValueError, match="inner"), context.at(Boundary.TOOL_INVOCATION):  # noqa: SIM117 - the nesting is the point
        with context.at(Boundary.PROVIDER_CALL):
            raise inner
    assert context.owner_of(inner) is Boundary.PROVIDER_CALL
    with pytest.raises(ValueError, match="outer"), context.at(Boundary.TOOL_INVOCATION):
        raise outer
    assert context.owner_of(outer) is Boundary.TOOL_INVOCATION


def test_faults_planted_for_a_while_are_gone_after_it():
    world = World()
    fault = Fault(Boundary.DOMAIN_VALIDATION)
    with world.planted(fault):
        assert world.fault_at(Boundary.DOMAIN_VALIDATION) is fault
        assert world.fault_at(Boundary.PROVIDER_CALL) is None
    assert world.faults == ()
