"""A learner's workspace: their notebooks, and `.mcp-lab/` beside them, the kit's own memory.

    DIR/01-jsonrpc-basics.ipynb        theirs
    DIR/.mcp-lab/workspace.toml        the seed of their data, the course it was made from
                 progress.json         verdicts, tries, hints
                 answers/…/….json      what they clicked
                 backups/              whatever was replaced

Two promises: nothing of the learner's is overwritten before a copy of it stands in `backups/`,
and no file is ever half written. Reading takes no lock; every change is made under one.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp_lab.course import progress as progress_file
from mcp_lab.course import settings as settings_file
from mcp_lab.course import storage, upkeep
from mcp_lab.course.backups import Backups
from mcp_lab.course.cells import read_cells
from mcp_lab.course.files import CourseFiles, locate
from mcp_lab.course.pristine import variant_of
from mcp_lab.course.progress import Entry, Judged, Progress, ProgressUnreadable
from mcp_lab.course.settings import Settings, SettingsUnreadable
from mcp_lab.course.trouble import NotebookUnreadable, UnknownChallenge, WorkspaceTrouble
from mcp_lab.course.upkeep import Change, Reset

Clock = Callable[[], datetime]

_ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*/[A-Za-z0-9_-][A-Za-z0-9._-]*")


def _now() -> datetime:
    return datetime.now(UTC)


class Workspace:
    """One workspace. Make it with `create`, find it with `find`.

    Every method that writes raises `WorkspaceTrouble` where the system refuses (read-only, full,
    locked by another for too long), with nothing changed.

    Attributes:
        folder: where the notebooks are.
        course: the course it belongs to.
        notes: what had to be mended on the way, a sentence each, for the person.
    """

    def __init__(
        self, folder: Path, settings: Settings, course: CourseFiles, clock: Clock = _now
    ) -> None:
        self.folder = folder
        self.course = course
        self.notes: list[str] = []
        self._settings = settings
        self._clock = clock

    # Making and finding

    @classmethod
    def find(
        cls,
        start: Path | None = None,
        *,
        course: CourseFiles | None = None,
        clock: Clock = _now,
    ) -> "Workspace | None":
        """The workspace that `start` (default: the current folder) lies in, or None.

        Raises:
            WorkspaceTrouble: there is one and its workspace.toml is damaged or gone.
        """
        folder = cls.folder_around(start)
        if folder is None:
            return None
        file = _state(folder) / "workspace.toml"
        try:
            settings = settings_file.read(file)
        except SettingsUnreadable as error:
            raise WorkspaceTrouble(
                f"{file} cannot be used: {error}. `mcp-lab start {folder}` mends it."
            ) from None
        return cls(folder, settings, course or locate(), clock)

    @staticmethod
    def folder_around(start: Path | None = None) -> Path | None:
        """The nearest folder with a `.mcp-lab`, however damaged, at `start` or above; or None."""
        here = (start or Path.cwd()).absolute()
        return next((one for one in (here, *here.parents) if _state(one).is_dir()), None)

    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        course: CourseFiles | None = None,
        clock: Clock = _now,
        variant: str | None = None,
    ) -> "Workspace":
        """Open the workspace at `folder`, making it where there is none; no notebook is touched.

        `variant` is the seed of a new workspace; by default that of the lessons' notebooks which
        stand there already, else a fresh random one.

        Raises:
            WorkspaceTrouble: the folder can't be written, or is the course's own.
        """
        course, folder = course or locate(), folder.absolute()
        if folder.resolve() in (course.notebooks.resolve(), course.challenges.resolve()):
            raise WorkspaceTrouble(
                f"{folder} is the course's own folder. Name another: mcp-lab start workspace."
            )
        settings = Settings(variant or "", "", progress_file.utc(clock()))
        space = cls(folder, settings, course, clock)
        with space.locked():
            space._open_or_make(settings)
        return space

    def _open_or_make(self, fresh: Settings) -> None:
        file = self.state / "workspace.toml"
        if file.exists():
            try:
                self._settings = settings_file.read(file)
            except SettingsUnreadable as error:
                kept = self._backups().take(file)
                self.notes.append(f"workspace.toml was damaged ({error}); it was kept as {kept}.")
            else:
                return
        variant = fresh.variant or self._variant_of_notebooks() or secrets.token_hex(8)
        self.save_settings(replace(fresh, variant=variant))

    def _variant_of_notebooks(self) -> str | None:
        """The seed as the first lesson's notebook that still names one has it."""
        for path in map(self.notebook, self.course.lessons()):
            try:
                variant = variant_of(read_cells(path).cells)
            except NotebookUnreadable:
                continue
            if variant and settings_file.VARIANT.fullmatch(variant):
                return variant
        return None

    # Where things are

    @property
    def state(self) -> Path:
        """The `.mcp-lab` folder."""
        return _state(self.folder)

    @property
    def variant(self) -> str:
        """The seed of this learner's data."""
        return self._settings.variant

    @property
    def settings(self) -> Settings:
        """What workspace.toml says."""
        return self._settings

    def notebook(self, lesson: str) -> Path:
        """Where the lesson's notebook stands, whether or not it is there."""
        return self.folder / f"{lesson}.ipynb"

    # Notebooks

    def refresh(self) -> tuple[Change, ...]:
        """Bring every lesson into the workspace (see `upkeep.refresh`)."""
        return upkeep.refresh(self)

    def reset(self, challenge: str) -> Reset:
        """Put one challenge back to its starter (see `upkeep.reset`)."""
        return upkeep.reset(self, challenge)

    # What the other modules of this floor write through

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the workspace: one writer at a time."""
        with storage.locked(self.state / "lock"):
            yield

    def save_settings(self, settings: Settings) -> None:
        """Write workspace.toml; the caller holds the lock."""
        storage.write(self.state / "workspace.toml", settings.to_toml())
        self._settings = settings

    def back_up(self, name: str, text: str | bytes) -> Path:
        """Keep something in `backups/` under a name never used; the caller holds the lock."""
        return self._backups().keep(name, text)

    def _backups(self) -> Backups:
        return Backups(self.state / "backups", self._clock)

    # Progress

    def progress(self) -> Progress:
        """How far the learner is; challenges that were renamed stand under their current ids."""
        file = self.state / "progress.json"
        try:
            return self._renamed(progress_file.read(file))
        except ProgressUnreadable:
            with self.locked():
                return self._renamed(self._progress_or_new())

    def record(self, verdict: Judged) -> Entry:
        """Remember one press of check; gives the challenge's entry as it is now."""
        return self._update(
            verdict.challenge,
            lambda entry: progress_file.pressed(entry, verdict, self._clock()),
        )

    def hint_rung(self, challenge: str) -> int:
        """How many hints the learner has taken, 0 to 3."""
        return self.progress().of(self.course.current(challenge)).hints

    def took_hint(self, challenge: str) -> int:
        """Remember that the next hint was shown; gives how many were taken now."""
        return self._update(challenge, progress_file.hinted).hints

    def restart(self, challenge: str) -> Entry:
        """Remember that a challenge went back to its starter."""
        return self._update(challenge, progress_file.restarted)

    def _update(self, challenge: str, change: Callable[[Entry], Entry]) -> Entry:
        name = self.course.current(_safe(challenge))
        with self.locked():
            before = self._renamed(self._progress_or_new())
            entry = change(before.of(name))
            after = before.changed(name, entry)
            storage.write(self.state / "progress.json", storage.json_text(after.to_json()))
        return entry

    def _progress_or_new(self) -> Progress:
        """The progress, an empty one where the file is damaged: that one is kept aside."""
        file = self.state / "progress.json"
        try:
            return progress_file.read(file)
        except ProgressUnreadable as error:
            kept = self._backups().take(file)
            self.notes.append(
                f"progress.json was damaged ({error}); it was kept as {kept}. "
                "`mcp-lab check NOTEBOOK` wins its verdicts back."
            )
            return Progress()

    def _renamed(self, progress: Progress) -> Progress:
        return Progress({self.course.current(key): one for key, one in progress.entries.items()})

    # What was clicked

    def store_answer(self, challenge: str, answer: Any) -> None:
        """Keep a widget answer, JSON, as `answers/<lesson>/<challenge>.json`."""
        name = self.course.current(_safe(challenge))
        text = storage.json_text({"id": name, "answer": answer})
        with self.locked():
            storage.write(self._answer_file(name), text)

    def stored_answer(self, challenge: str) -> Any:
        """The widget answer that was kept, or None; a damaged file counts as none and stays."""
        current = self.course.current(_safe(challenge))
        older = [old for old in self.course.renamed() if self.course.current(old) == current]
        for name in (current, *older):
            try:
                held = json.loads(self._answer_file(name).read_bytes())
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(held, dict) and "answer" in held:
                return held["answer"]
        return None

    def drop_answer(self, challenge: str) -> Path | None:
        """Move the stored widget answer to `backups/`; the caller holds the lock."""
        file = self._answer_file(self.course.current(_safe(challenge)))
        if not file.exists():
            return None
        return self._backups().take(file, f"{file.parent.name}--{file.name}")

    def _answer_file(self, challenge: str) -> Path:
        return self.state / "answers" / f"{challenge}.json"


def _state(folder: Path) -> Path:
    return folder / ".mcp-lab"


def _safe(challenge: str) -> str:
    """An id that may become a file's name."""
    if not _ID.fullmatch(challenge):
        raise UnknownChallenge(f"There is no challenge {challenge!r}; an id is lesson/challenge.")
    return challenge
