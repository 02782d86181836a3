"""Writing whole or not at all: beside the place, then renamed into it."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from otherwords.errors import UsageError


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
        with beside.open("xb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
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
    if path.exists() and not replace:
        raise UsageError(f"{path} exists already; remove it, name another place or use --force")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent))
    try:
        yield beside
        beside.chmod(0o777 & ~_umask())
        if path.exists():
            _swap(beside, path)
        else:
            beside.rename(path)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _swap(beside: Path, path: Path) -> None:
    old = _beside(path)
    path.rename(old)
    beside.rename(path)
    shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink()


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.partial")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
