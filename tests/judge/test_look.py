"""The first look: attempted or not, code or not, and nothing taken that is not given."""

from dataclasses import replace

import pytest

from mcp_lab.judge import Challenge, first_look
from mcp_lab.judge.cell import read_cell

FUNCTION = (
    "# answer: 00-fixtures/03-kind\ndef is_notification(message):\n    return 'id' not in message"
)


def verdict(challenge: Challenge, *sources: str, widget: bool = False) -> str | None:
    looked = first_look(challenge, sources, widget)
    return looked.verdict if looked else None


def test_an_answer_is_let_through(kind: Challenge) -> None:
    assert verdict(kind, FUNCTION) is None
    assert verdict(kind, "x = 1", FUNCTION, "y = 2") is None


def test_the_starter_is_not_attempted_however_it_is_laid_out(kind: Challenge) -> None:
    for source in (
        kind.starter,
        kind.starter + "\n\n# a thought\n",
        kind.starter.replace("    ...", "\n  ..."),
        "# answer: 00-fixtures/03-kind",
        "# answer: 00-fixtures/03-kind\n# nothing yet",
        "",
    ):
        assert verdict(kind, source) == "not-attempted"
        assert verdict(kind, "print('scratch')", source) == "not-attempted"
    assert verdict(kind) == "not-attempted"


def test_no_answer_says_what_to_do(kind: Challenge) -> None:
    looked = first_look(kind, [kind.starter])
    assert looked
    assert looked.reason == "The answer cell is still the starter."
    assert looked.next == "Write your answer in it, run it, then run the check again."
    assert (looked.points, looked.max_points) == (0, 2)
    assert [fact.holds for fact in looked.facts] == [None, None]


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        ([], "There is no answer cell."),
        (["# answer: 00-fixtures/03-kind\n# nothing yet"], "There is no code in the answer cell."),
        ([""], "There is no code in the answer cell."),
    ],
)
def test_what_is_gone_is_not_called_the_starter(
    kind: Challenge, sources: list[str], reason: str
) -> None:
    looked = first_look(kind, sources)
    assert looked
    assert (looked.verdict, looked.reason) == ("not-attempted", reason)
    assert f"`mcp-lab reset {kind.id}`" in looked.next


def test_a_choice_that_was_not_made_is_told_so(pick: Challenge) -> None:
    looked = first_look(pick, [pick.starter])
    assert looked
    assert looked.verdict == "not-attempted"
    assert looked.reason == "Nothing is chosen yet."


def test_an_emptied_answer_cell_counts_when_another_defines_the_name(kind: Challenge) -> None:
    empty = "# answer: 00-fixtures/03-kind\n"
    for elsewhere in (
        "def is_notification(message): ...",
        "is_notification = len",
        "from operator import not_ as is_notification",
        "if True:\n    is_notification = len",
        "async def is_notification(message): ...",
    ):
        assert verdict(kind, elsewhere, empty) is None
    assert verdict(kind, "print(is_notification)", empty) == "not-attempted"


def test_the_answer_cell_is_the_last_when_the_marks_are_gone(kind: Challenge) -> None:
    assert verdict(kind, "x = 1", FUNCTION.partition("\n")[2]) is None
    assert verdict(kind, "x = 1", kind.starter.partition("\n")[2]) == "not-attempted"


def test_a_choice_may_be_clicked_or_typed_anywhere(pick: Challenge) -> None:
    assert verdict(pick, pick.starter) == "not-attempted"
    assert verdict(pick, pick.starter, widget=True) is None
    assert verdict(pick, pick.starter, "q.answer.set({'a': 'tool error'})") is None
    assert verdict(pick, pick.starter, "x = {1, 2}; x.add(3)") == "not-attempted"


@pytest.mark.parametrize(
    "taken",
    [
        "import mcp_lab.contract",
        "import mcp_lab.contract.clauses as c",
        "import os, mcp_lab.contract",
        "from mcp_lab import contract",
        "from mcp_lab import challenge, contract as c",
        "from mcp_lab import Lab",
        "from mcp_lab import *",
        "from mcp_lab.contract import clause",
        "from mcp_lab.judge.exam import Exam",
        "import mcp_lab\nmcp_lab.contract.clause('x')",
        "import mcp_lab as kit\nkit.Lab()",
        "import importlib\nimportlib.import_module('mcp_lab.contract')",
        "from importlib import import_module\nimport_module('mcp_lab.contract')",
        "from importlib import import_module as load\nload('mcp_lab.contract')",
        "import importlib\nimportlib.import_module('.contract', 'mcp_lab')",
        "__import__('mcp_lab.contract')",
        "import sys\nsys.modules['mcp_lab.contract']",
        "def f():\n    if True:\n        from mcp_lab import contract",
        "await thing()\nfrom mcp_lab import contract",
        "%load_ext autoreload\nfrom mcp_lab import contract",
        "%%time\nfrom mcp_lab import contract",
        "x = !ls\nfrom mcp_lab import contract",
    ],
)
def test_an_oracle_of_the_kit_is_refused_however_it_is_taken(pick: Challenge, taken: str) -> None:
    beside = [f"{taken}\nhelper = {{}}", "q.answer.set(helper)"]
    for sources in (beside, [f"# answer: {pick.id}\n{taken}"]):
        looked = first_look(pick, sources)
        assert looked
        assert looked.verdict == "could-not-run"
        assert "which this challenge does not give" in looked.reason
        assert "mcp_lab.wire may be imported, and ordinary libraries" in looked.next


@pytest.mark.parametrize(
    "taken",
    [
        "from mcp_lab import challenge, lesson",
        "from mcp_lab.wire import decode",
        "import mcp_lab\nmcp_lab.wire.decode(b''), mcp_lab.__version__",
        "import json, mcp",
        "from . import contract",
        "contract = {'mcp_lab': 1}['mcp_lab']",
        "import_module = print\nimport_module('hello')",
    ],
)
def test_what_may_be_imported_is_let_through(pick: Challenge, taken: str) -> None:
    assert verdict(pick, f"{taken}\nq.answer.set({{}})") is None


def test_what_is_given_is_let_through(pick: Challenge, kind: Challenge) -> None:
    assert verdict(kind, f"from mcp_lab.contract import clause\n{FUNCTION}") is None
    looked = first_look(kind, [f"from mcp_lab import exchange\n{FUNCTION}"])
    assert looked
    assert looked.reason == ("Your code uses mcp_lab.exchange, which this challenge does not give.")
    assert "mcp_lab.wire and mcp_lab.contract may be imported" in looked.next
    lab = replace(pick, gives=("exchange",))
    assert verdict(lab, "from mcp_lab import Lab\nq.answer.set({})") is None


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(:\n    pass", "invalid syntax (line 1)"),
        ("x = 1\n  y = 2", "unexpected indent (line 2)"),
        ("x = '\x00'", "source code string cannot contain null bytes"),
    ],
)
def test_an_answer_cell_that_is_no_code_is_told_where(
    kind: Challenge, source: str, says: str
) -> None:
    looked = first_look(kind, [source])
    assert looked
    assert looked.verdict == "could-not-run"
    assert looked.reason == f"The answer cell is no Python: {says}."


def test_a_doubtful_escape_is_no_trouble(kind: Challenge) -> None:
    assert verdict(kind, FUNCTION + "\n'\\d'") is None


def test_another_cell_that_is_no_code_is_left_to_the_run(kind: Challenge) -> None:
    assert verdict(kind, "def f(:", FUNCTION) is None


@pytest.mark.parametrize(
    "source", ["%%bash\nls (", "%%html\n<p>", "x = !ls | head\n%time f(\n", "is_notification??"]
)
def test_lines_of_ipython_are_no_trouble(source: str) -> None:
    assert read_cell(source) == "" or not isinstance(read_cell(source), str)


def test_a_cell_that_nests_without_end_is_no_code(kind: Challenge) -> None:
    looked = first_look(kind, ["x = " + "(" * 5000])
    assert looked
    assert looked.verdict == "could-not-run"


FINDS = """# answer: 00-fixtures/03-kind
def is_notification(message):
    response = message
    found = [i for i, each in enumerate(response) if each == "id"]
    for i in found:
        return False
    return (lambda fine: fine)(True)
"""
SCRATCH = """from mcp_lab import Lab
response = Lab().call("find_sailings")
for i in range(3): pass
each, found, fine, message = 1, 2, 3, 4
"""


def test_a_scratch_cell_breaks_no_answer_that_stands_without_it(kind: Challenge) -> None:
    assert verdict(kind, SCRATCH, FINDS) is None
    assert verdict(kind, FINDS, SCRATCH) is None


def test_the_cell_that_an_answer_leans_on_is_named_with_what_it_gives(kind: Challenge) -> None:
    helper = "\n# mine\nfrom mcp_lab import Lab\nkinds = Lab"
    leans = "# answer: 00-fixtures/03-kind\ndef is_notification(message): return kinds"
    looked = first_look(kind, [helper, leans])
    assert looked
    assert looked.verdict == "could-not-run"
    assert looked.reason == (
        "Your cell that opens with `# mine` uses mcp_lab.Lab, which this challenge does not give, "
        "and your answer takes `kinds` from that cell."
    )
    assert looked.next.startswith("Make `kinds` without it, in the answer cell; mcp_lab.wire and")


def test_the_lab_that_the_notebook_imported_is_refused_like_ones_own(kind: Challenge) -> None:
    uses = "# answer: 00-fixtures/03-kind\ndef is_notification(message): return Lab().send(message)"
    looked = first_look(kind, [uses])
    assert looked
    assert looked.reason == "Your code uses mcp_lab.Lab, which this challenge does not give."
    assert verdict(kind, f"{uses}\nclass Lab: ...") is None
    assert verdict(replace(kind, gives=("exchange",)), uses) is None


def test_a_name_looked_up_by_text_may_come_from_any_cell(kind: Challenge) -> None:
    by_text = "# answer: 00-fixtures/03-kind\nis_notification = globals()['response']"
    assert verdict(kind, SCRATCH, by_text) == "could-not-run"


def test_an_answer_in_another_cell_is_looked_at_with_what_it_leans_on(kind: Challenge) -> None:
    empty = "# answer: 00-fixtures/03-kind\n"
    assert verdict(kind, f"{SCRATCH}\nis_notification = len", empty) == "could-not-run"
    assert verdict(kind, SCRATCH, "is_notification = len", empty) is None
