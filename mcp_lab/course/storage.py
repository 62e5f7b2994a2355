"""Files that are never half written: a temporary file, synced, then moved over the old one.

A reader sees the file before or the file after, at any moment, a power cut included; so reading
needs no lock. Whatever the system refuses becomes one sentence that says which file, why, and what
to do.
"""

import errno
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from mcp_lab.course.trouble import WorkspaceTrouble

LOCK_SECONDS = 10.0

_NEXT_STEPS = {
    errno.ENOSPC: "Free some space, then try again.",
    errno.EDQUOT: "Free some space, then try again.",
    errno.EFBIG: "Raise the limit on file sizes, then try again.",
    errno.EACCES: "Make it writable, or work in another folder: mcp-lab start DIR.",
    errno.EPERM: "Make it writable, or work in another folder: mcp-lab start DIR.",
    errno.EROFS: "It is on a read-only disk; work in another folder: mcp-lab start DIR.",
    errno.ENOTDIR: "A file stands where a folder belongs; move it away, then try again.",
    errno.EEXIST: "A file stands where a folder belongs; move it away, then try again.",
    errno.ENOENT: "Work in another folder: mcp-lab start DIR.",
}


@contextmanager
def said_plainly(path: Path, doing: str) -> Iterator[None]:
    """Turn what the system refuses inside the block into a `WorkspaceTrouble`."""
    try:
        yield
    except OSError as error:
        cause = os.strerror(error.errno) if error.errno else str(error)
        step = _NEXT_STEPS.get(error.errno or 0, "Look at the folder, then try again.")
        raise WorkspaceTrouble(f"{path} could not be {doing}: {cause}. {step}") from error


def write(path: Path, text: str | bytes) -> None:
    """Replace or make a file, whole or not at all; folders above it are made.

    Raises:
        WorkspaceTrouble: the system refuses; the old file still stands.
    """
    with said_plainly(path, "written"):
        path = path.resolve()  # what a link points to is replaced, not the link
        make_folder(path.parent)
        beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            _fill(beside, text.encode() if isinstance(text, str) else text)
            with suppress(FileNotFoundError):
                beside.chmod(path.stat().st_mode & 0o777)
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
        _sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it.

    Raises:
        WorkspaceTrouble: the system refuses; the message names what is in the way.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        there = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
        doing = "used as a folder" if not there.is_dir() else "written"
        with said_plainly(there, doing):
            raise


def json_text(value: Any, indent: int = 2) -> str:
    """JSON that a person can read; escaped only where a lone surrogate can't stand in UTF-8."""
    text = json.dumps(value, indent=indent, ensure_ascii=False) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent) + "\n"
    return text


def _fill(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the move itself last; not every system can (Windows has no such call)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold the lock file at `path`: one writer at a time, over processes and threads.

    Raises:
        WorkspaceTrouble: another writer holds it for longer than `seconds`, or it can't be made.
    """
    from filelock import FileLock, Timeout

    make_folder(path.parent)
    with said_plainly(path.parent, "written"):
        lock = FileLock(path, timeout=seconds)
        try:
            lock.acquire()
        except Timeout:
            raise WorkspaceTrouble(
                f"{path.parent} is being written by another program, for over {seconds:g} s. "
                "Close the other mcp-lab or kernel, then try again."
            ) from None
    try:
        yield
    finally:
        lock.release()
