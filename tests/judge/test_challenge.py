import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from mcp_lab.judge import Challenge, ChallengeBroken, draw, given, load, load_lesson

FIXTURES = Path(__file__).parent / "fixtures" / "00-fixtures"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a good challenge, to be broken."""
    return Path(shutil.copytree(FIXTURES / "03-kind", tmp_path / "00-fixtures" / "03-kind"))


def test_a_folder_is_read_whole(kind: Challenge) -> None:
    assert kind.id == "00-fixtures/03-kind"
    assert (kind.lesson, kind.slug, kind.kind, kind.answer) == (
        "00-fixtures",
        "03-kind",
        "function",
        "is_notification",
    )
    assert kind.points == 2
    assert kind.gives == ("contract",)
    assert len(kind.hints) == 3
    assert kind.task == "Write `is_notification(message)`: True for a notification."
    assert kind.starter.startswith("# answer: 00-fixtures/03-kind\n")
    assert set(kind.right) == {"awaited", "a_class"}
    mistake = kind.mistakes["falsy_id"]
    assert mistake.fact == "told-apart"
    assert mistake.explanation.startswith("An id of 0 is falsy")
    assert mistake.source.endswith('return not message.get("id")')


def test_points_are_exact(frame: Challenge, folder: Path) -> None:
    assert frame.points == Decimal("0.5")
    edit(folder, "challenge.toml", "points = 2", "points = 0.1")
    assert load(folder).points == Decimal("0.1")


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("challenge.toml", 'kind = "function"', 'kind = "fun"', "`kind` is 'fun'; it should be"),
        ("challenge.toml", "minutes = 3\n", "", "`minutes` is missing. Add it: `minutes = …`."),
        ("challenge.toml", "minutes", "minuets", "`minuets` is not a member of a challenge"),
        ("challenge.toml", "minutes = 3", 'minutes = "3"', "`minutes` is '3'"),
        ("challenge.toml", "points = 2", "points = 0", "`points` is 0"),
        ("challenge.toml", "points = 2", "points = true", "`points` is True"),
        ("challenge.toml", '"Use `in`."]', "]", "`hints`"),
        ("challenge.toml", '"is_notification"', '"is notification"', "is no Python name"),
        ("challenge.toml", '"is_notification"', '"class"', "is no Python name"),
        ("challenge.toml", "2026-07-28", "2026-07-29", "'2026-07-29' is none of 2024-11-05"),
        ("challenge.toml", '"contract"', '"Lab"', "'Lab' is no module of mcp_lab"),
        ("challenge.toml", '"bool", ', '"told-apart", ', "told-apart stands twice"),
        ("challenge.toml", '"bool"', '"A Fact"', "'A Fact' is not lower case words"),
        ("challenge.toml", "title = ", "title ", "it is no TOML"),
        ("starter.py", "03-kind", "04-kind", "Make it '# answer: 00-fixtures/03-kind'."),
        ("wrong/falsy_id.py", "falls: told-apart", "falls: ids", "one of bool, told-apart"),
        ("wrong/falsy_id.py", "def is", "deff is", "it is no Python"),
        ("check.py", "def given(rng):", "def given(rng)", "it is no Python"),
        ("check.py", "def given(", "def gives(", "it has no given(…)"),
        ("check.py", "def given", "1 / 0\n\n\ndef given", "it raises ZeroDivisionError"),
        ("prompt.md", "Write", "\nWrite", "its first line is blank"),
    ],
)
def test_a_broken_folder_is_named_with_file_cause_and_next_step(
    folder: Path, name: str, old: str, new: str, says: str
) -> None:
    edit(folder, name, old, new)
    with pytest.raises(ChallengeBroken) as caught:
        load(folder)
    assert says in str(caught.value)
    assert str(caught.value).partition(": ")[0].endswith(name)
    assert str(caught.value).endswith(".")


def test_every_trouble_of_a_card_is_named(folder: Path) -> None:
    edit(folder, "challenge.toml", "minutes = 3\npoints = 2\n", "")
    with pytest.raises(ChallengeBroken, match="`minutes` is missing; `points` is missing"):
        load(folder)


@pytest.mark.parametrize(
    "name", ["challenge.toml", "prompt.md", "starter.py", "solution.py", "check.py"]
)
def test_a_missing_empty_or_undecodable_file_is_named(folder: Path, name: str) -> None:
    path = folder / name
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ChallengeBroken, match="can't be read"):
        load(folder)
    path.write_text(" \n", "utf-8")
    with pytest.raises(ChallengeBroken, match="the file is empty"):
        load(folder)
    path.unlink()
    with pytest.raises(ChallengeBroken, match="the file is missing"):
        load(folder)


def test_a_mistake_without_explanation_is_named(folder: Path) -> None:
    edit(
        folder,
        "wrong/falsy_id.py",
        "An id of 0 is falsy and still an id: ask whether the member is there.\n",
        "",
    )
    with pytest.raises(ChallengeBroken, match="it explains nothing"):
        load(folder)


def test_loading_leaves_no_bytecode_among_the_challenges(folder: Path) -> None:
    given(load(folder), "v")
    assert not list(folder.rglob("__pycache__"))


def test_a_lesson_is_its_challenges_in_order() -> None:
    assert [challenge.slug for challenge in load_lesson(FIXTURES)] == [
        "01-pick",
        "02-frame",
        "03-kind",
    ]


def test_two_answers_of_one_name_in_a_lesson_are_named(folder: Path) -> None:
    twin = shutil.copytree(folder, folder.parent / "04-twin")
    for path in [*twin.glob("*.py"), *twin.glob("*/*.py")]:
        path.write_text(path.read_text("utf-8").replace("03-kind", "04-twin"), "utf-8")
    with pytest.raises(ChallengeBroken, match="`answer` is 'is_notification', as in 03-kind"):
        load_lesson(folder.parent)


def test_the_same_variant_gives_the_same_data_for_ever(kind: Challenge) -> None:
    assert given(kind, "alice") == given(kind, "alice")
    assert given(kind, "alice") != given(kind, "bob")
    # Kept by value: a learner's data must not change with a release.
    chance = draw("alice", "00-fixtures/03-kind")
    assert [chance.randrange(1000) for _ in range(4)] == [639, 161, 227, 562]


@pytest.mark.parametrize(
    ("gives", "says"),
    [("[]", "given(rng) gave a list"), ("{'a': {1}}", "what given(rng) gave is no JSON")],
)
def test_given_that_is_no_json_object_is_named(folder: Path, gives: str, says: str) -> None:
    edit(folder, "check.py", "    message = {", f"    return {gives}\n    message = {{")
    with pytest.raises(ChallengeBroken) as caught:
        given(load(folder), "v")
    assert says in str(caught.value)
