"""A newcomer's first hour: JupyterLab opens, lists are answered by keyboard, checks turn green."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST = "00-start-here/01-which-contract"
ANATOMY = "01-jsonrpc-basics/01-anatomy"


def test_the_first_lesson_is_passed_by_keyboard_alone(opened, right, workspace, pictures):
    notebook = opened("00-start-here.ipynb")
    notebook.run_all()
    notebook.shot(pictures / "start-light.png")
    answer = notebook.find(f"# answer: {FIRST}")
    notebook.wait_for(answer + 1, "Not attempted")
    places = right(FIRST)
    notebook.tab_to_lists(answer)
    for place in places.values():
        assert notebook.focus_is_seen()
        notebook.take(place)
        notebook.page.keyboard.press("Tab")
    notebook.wait_for(answer, f"{len(places)} of {len(places)} chosen. Kept.")
    notebook.page.keyboard.press("Escape")
    notebook.select(answer)
    notebook.page.keyboard.press("ArrowDown")
    notebook.page.keyboard.press("Control+Enter")
    notebook.wait_for(answer + 1, "Passed")
    notebook.shot(pictures / "passed-light.png", answer + 1)
    assert workspace.progress().of(FIRST).passed


def test_a_challenge_fails_then_passes_and_is_there_when_reopened(
    opened, right, workspace, pictures
):
    notebook = opened("01-jsonrpc-basics.ipynb")
    notebook.run(notebook.find("lesson("))
    answer = notebook.find(f"# answer: {ANATOMY}")
    notebook.run(answer - 1)
    notebook.run(answer)
    places = list(right(ANATOMY).values())
    wrong = [(place + 1) % 4 for place in places]
    notebook.tab_to_lists(answer)
    for place in wrong:
        notebook.take(place)
        notebook.page.keyboard.press("Tab")
    notebook.wait_for(answer, f"{len(places)} of {len(places)} chosen.")
    failed = notebook.run(answer + 1)
    assert "Not yet" in failed
    assert "ChallengeNotPassed" in failed
    assert "Traceback" not in failed
    notebook.shot(pictures / "failed-light.png", answer + 1)
    notebook.tab_to_lists(answer)
    for place, before in zip(places, wrong, strict=True):
        notebook.take(place, before)
        notebook.page.keyboard.press("Tab")
    notebook.wait_for(answer, f"{len(places)} of {len(places)} chosen.")
    notebook.wait_for_lists(answer, places)
    assert "Passed" in notebook.run(answer + 1)
    notebook.saved()
    notebook.leave()

    again = opened("01-jsonrpc-basics.ipynb", width=480)
    again.wait_for(answer + 1, "Passed")
    again.theme("JupyterLab Dark")
    again.run(again.find("lesson("))
    again.run(answer - 1)
    again.shot(pictures / "card-narrow-dark.png", answer - 1)
    again.run(answer)
    again.wait_for_lists(answer, places)
    again.shot(pictures / "lists-narrow-dark.png", answer)
    assert "Passed" in again.run(answer + 1)
    again.shot(pictures / "passed-narrow-dark.png", answer + 1)
    cells = json.loads(workspace.notebook("01-jsonrpc-basics").read_text(encoding="utf-8"))["cells"]
    data = [output.get("data", {}) for output in cells[answer + 1]["outputs"]]
    assert any("application/vnd.mcp-lab.answer+json" in each for each in data)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_lists_have_names_and_can_be_read(opened, theme, pictures):
    notebook = opened("00-start-here.ipynb", height=1600)
    notebook.theme(theme)
    notebook.run_all()
    answer = notebook.find(f"# answer: {FIRST}")
    names = notebook.page.get_by_role("combobox").evaluate_all(
        "lists => lists.map(list => list.labels[0]?.innerText)"
    )
    assert len(names) >= 2
    asked = [name for name in names if name and "What became of it?" in name]
    assert len(set(asked)) == 2
    for least, what in notebook.contrasts(answer):
        assert least >= 4.5, what
    notebook.shot(pictures / f"start-{theme.split()[-1].lower()}.png")
    notebook.shot(pictures / f"lists-{theme.split()[-1].lower()}.png", answer)
