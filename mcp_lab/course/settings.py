"""`workspace.toml`: what a workspace is made of, in plain text.

The starters' digests tell, when a newer course arrives, an answer that was never begun from one
that was written.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp_lab.course.storage import said_plainly

SCHEMA = "mcp-lab/workspace/1"
VARIANT = re.compile(r"[A-Za-z0-9._:-]+")  # it is written into a Python string of each notebook

_HEAD = """\
# This folder is an MCP Error Lab workspace: the notebooks beside .mcp-lab/ are yours.
# progress.json  how far you are          answers/  what you clicked, one file a challenge
# backups/       what was replaced, never deleted by any command
"""


class SettingsUnreadable(Exception):  # noqa: N818 - named for the file, like its neighbours
    """The text is no workspace.toml; the message says why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The workspace's own seed, the course it was last made from, and its starters' digests."""

    variant: str
    course_version: str
    made: str
    starters: Mapping[str, str] = field(default_factory=dict)

    def to_toml(self) -> str:
        """The file's text."""
        rows = {
            "schema": SCHEMA,
            "variant": self.variant,
            "course_version": self.course_version,
            "made": self.made,
        }
        table = [f"{_quoted(key)} = {_quoted(self.starters[key])}" for key in sorted(self.starters)]
        keys = [f"{key} = {_quoted(value)}" for key, value in rows.items()]
        return "\n".join([_HEAD, *keys, "", "[starters]", *table, ""])


def read(file: Path) -> Settings:
    """Read the file; raises `SettingsUnreadable`, or `WorkspaceTrouble` where it is refused."""
    with said_plainly(file, "read"):
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            raise SettingsUnreadable("it is not there") from None
    try:
        return from_toml(data.decode())
    except UnicodeDecodeError:
        raise SettingsUnreadable("it is not UTF-8") from None


def from_toml(text: str) -> Settings:
    """Read the file's text.

    Raises:
        SettingsUnreadable: it is no TOML, or lacks what a workspace needs.
    """
    try:
        read: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsUnreadable(str(error)) from None
    variant, starters = read.get("variant"), read.get("starters", {})
    if not isinstance(variant, str) or not VARIANT.fullmatch(variant):
        raise SettingsUnreadable("it has no variant, or one that is no plain word")
    if not isinstance(starters, dict):
        raise SettingsUnreadable("its starters are no table")
    return Settings(
        variant=variant,
        course_version=str(read.get("course_version", "")),
        made=str(read.get("made", "")),
        starters={str(key): str(value) for key, value in starters.items()},
    )


def digest(source: str) -> str:
    """A starter's digest; white space at line ends and around does not count."""
    trimmed = "\n".join(line.rstrip() for line in source.strip().splitlines())
    return hashlib.sha256(trimmed.encode(errors="surrogatepass")).hexdigest()[:16]


def _quoted(value: str) -> str:
    return json.dumps(value)  # a JSON string in ASCII is a TOML basic string
