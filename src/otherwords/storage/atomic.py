"""Writing whole or not at all: beside the place, then renamed into it."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from otherwords.errors import UsageError

PARTIAL = ".partial"
"""How the name of what is not yet whole ends; it begins with a dot. What a killed process left so is safe to remove."""


@contextlib.contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write into that appears under its name only when the block ends well.

    >>> path = getfixture("tmp_path") / "whole.txt"
    >>> with new_file(path) as out:
    ...     _ = out.write(b"all of it")
    ...     print(path.exists())
    False
    >>> path.read_bytes()
    b'all of it'
    """
    path = Path(path)
    beside = _beside(path)
    try:
        with _speaking(path):
            out = beside.open("xb")
        with out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        with _speaking(path):
            beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


@contextlib.contextmanager
def new_directory(path: str | os.PathLike[str], *, replace: bool = False) -> Iterator[Path]:
    """A directory to fill that appears under its name only when the block ends well.

    A directory that stands there already is an error unless `replace` says to put the new one in its place.

    >>> place = getfixture("tmp_path") / "model"
    >>> with new_directory(place) as folder:
    ...     _ = (folder / "card.md").write_text("made of nothing")
    >>> sorted(file.name for file in place.iterdir())
    ['card.md']
    """
    path = Path(path)
    if os.path.lexists(path) and not replace:
        raise _exists(path)
    beside = _beside(path)
    try:
        with _speaking(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.mkdir()
        yield beside
        with _speaking(path):
            if not os.path.lexists(path):
                beside.rename(path)
            elif replace:
                _swap(beside, path)
            else:  # it came to be in the meantime
                raise _exists(path)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _exists(path: Path) -> UsageError:
    return UsageError(f"{path} exists already; remove it, name another place or use --force")


def _swap(beside: Path, path: Path) -> None:
    """Puts the new in place of the old; whatever interrupts it, one of the two stands there."""
    old = _beside(path)
    try:
        path.rename(old)
        beside.rename(path)
    except BaseException:
        if not os.path.lexists(path):
            old.rename(path)
        raise
    finally:
        if os.path.lexists(path) and os.path.lexists(old):
            shutil.rmtree(old, ignore_errors=True) if old.is_dir() and not old.is_symlink() else old.unlink()


def _beside(path: Path) -> Path:
    """A name in the same directory that nobody else uses: no other thread or process, nothing left by a killed one."""
    return path.with_name(f".{path.name[:100]}.{os.urandom(6).hex()}{PARTIAL}")


@contextlib.contextmanager
def _speaking(path: Path) -> Iterator[None]:
    """What the system refuses, said as an error of ours."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
