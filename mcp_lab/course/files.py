"""Where the course is: in a checkout, in an installed wheel, or where MCP_LAB_COURSE points.

A wheel carries `challenges/` and `notebooks/` inside the package, under `_course`; a checkout
has them beside it. Everything else asks `locate` and never looks for itself.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import mcp_lab
from mcp_lab.course.trouble import CourseMissing, UnknownChallenge
from mcp_lab.judge import Challenge, load, load_lesson

OVERRIDE = "MCP_LAB_COURSE"
_WITHIN = "_course"  # where a wheel carries it, inside the package


@dataclass(frozen=True, slots=True)
class CourseFiles:
    """The course's two folders and its version."""

    challenges: Path
    notebooks: Path
    version: str

    @property
    def installed(self) -> bool:
        """Whether it lies in the installed package, where nobody builds or edits it."""
        return self.challenges.parent == _package() / _WITHIN

    @property
    def mend(self) -> str:
        """What brings its generated notebooks back, a whole sentence."""
        return "Install mcp-error-lab again." if self.installed else "`mcp-lab build` makes it."

    def lessons(self) -> tuple[str, ...]:
        """The lessons' ids, in order: every folder that has a `lesson.md`."""
        return tuple(sorted(path.parent.name for path in self.challenges.glob("*/lesson.md")))

    def notebook(self, lesson: str) -> Path:
        """The lesson's generated notebook."""
        return self.notebooks / f"{lesson}.ipynb"

    def title(self, lesson: str) -> str:
        """The lesson's title: the first heading of its `lesson.md`, else its id."""
        text = (self.challenges / lesson / "lesson.md").read_text("utf-8")
        heads = (line[2:].strip() for line in text.splitlines() if line.startswith("# "))
        return next(heads, lesson)

    def ids(self) -> tuple[str, ...]:
        """Every challenge id, in the course's order, without loading any."""
        found = self.challenges.glob("*/*/challenge.toml")
        return tuple(sorted(f"{path.parts[-3]}/{path.parts[-2]}" for path in found))

    def renamed(self) -> Mapping[str, str]:
        """Old challenge id to new, from `renamed.toml`; empty where nothing was renamed."""
        table = self.challenges / "renamed.toml"
        if not table.is_file():
            return {}
        return {str(k): str(v) for k, v in tomllib.loads(table.read_text("utf-8")).items()}

    def current(self, challenge_id: str) -> str:
        """The id that a challenge has today; an id that was never renamed is its own."""
        renamed, seen = self.renamed(), {challenge_id}
        while (later := renamed.get(challenge_id)) and later not in seen:
            seen.add(later)
            challenge_id = later
        return challenge_id

    def challenge(self, challenge_id: str) -> Challenge:
        """Load one challenge by its id, old or current.

        Raises:
            UnknownChallenge: there is none; the nearest id is named.
            ChallengeBroken: its folder does not hold what it must.
        """
        current = self.current(challenge_id)
        if current not in self.ids():
            raise UnknownChallenge(_no_such(challenge_id, self.ids()))
        return load(self.challenges / current)

    def lesson_challenges(self, lesson: str) -> tuple[Challenge, ...]:
        """Every challenge of a lesson, in order.

        Raises:
            ChallengeBroken: a folder does not hold what it must.
        """
        return load_lesson(self.challenges / lesson)


def locate() -> CourseFiles:
    """The course of this installation.

    Raises:
        CourseMissing: neither beside the package nor in it.
    """
    package = _package()
    named = os.environ.get(OVERRIDE)
    places = [Path(named)] if named else [package / _WITHIN, package.parent]
    for place in places:
        if (place / "challenges").is_dir():
            return CourseFiles(place / "challenges", place / "notebooks", mcp_lab.__version__)
    where = f"{OVERRIDE} points to {named}, which" if named else "This installation"
    raise CourseMissing(
        f"{where} holds no challenges folder, so there is no course to work with. "
        + ("Correct or unset it." if named else "Install mcp-error-lab again.")
    )


def lessons() -> tuple[str, ...]:
    """The ids of the installed course's lessons, in order."""
    return locate().lessons()


def challenge(challenge_id: str) -> Challenge:
    """One challenge of the installed course (see `CourseFiles.challenge`)."""
    return locate().challenge(challenge_id)


def _package() -> Path:
    return Path(mcp_lab.__file__).parent


def _no_such(wanted: str, ids: tuple[str, ...]) -> str:
    """One sentence with the nearest id, by whole id or by the part after the slash."""
    by_name = {name: id_ for id_ in ids for name in (id_, id_.partition("/")[2])}
    near = difflib.get_close_matches(wanted, by_name, n=1, cutoff=0.0)
    hint = f"The nearest is {by_name[near[0]]}." if near else "This course has none."
    return f"There is no challenge {wanted!r}. {hint}"
