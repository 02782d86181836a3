"""Text files read line by line: plain, gzip, xz or bzip2; every complaint names file, line and byte."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal, cast

from otherwords.errors import InputError

Errors = Literal["strict", "replace"]


@contextlib.contextmanager
def open_lines(path: str | os.PathLike[str], *, errors: Errors = "strict") -> Iterator[Iterator[str]]:
    r"""The lines of a text file, without their line ends; `-` is standard input.

    Only ``\n`` ends a line; a ``\r`` before it is left, since it may belong to the text.

    >>> path = getfixture("tmp_path") / "two.txt"
    >>> _ = path.write_bytes("één\ntwee\n".encode())
    >>> with open_lines(path) as lines:
    ...     list(lines)
    ['één', 'twee']
    """
    with contextlib.ExitStack() as stack:
        if os.fspath(path) == "-":
            stream: IO[bytes] = sys.stdin.buffer
        else:
            stream = _open_bytes(Path(path), stack)
        yield decoded_lines(stream, path, errors)


def decoded_lines(stream: IO[bytes], name: str | os.PathLike[str], errors: Errors) -> Iterator[str]:
    """Lines of bytes as text; invalid UTF-8 is an `InputError` with line and byte unless `errors` is `replace`."""
    number = 0
    try:
        for number, line in enumerate(stream, 1):
            if line.endswith(b"\n"):
                line = line[:-1]
            try:
                yield line.decode("utf-8", errors)
            except UnicodeDecodeError as error:
                raise InputError(
                    f"byte {error.start + 1} is {line[error.start : error.start + 1]!r}, not valid UTF-8 "
                    "(--errors replace puts U+FFFD in its place)",
                    path=name,
                    line=number,
                ) from None
    except _damage() as error:
        raise InputError(f"cannot be read on: {error}", path=name, line=number + 1) from error


def _damage() -> tuple[type[Exception], ...]:
    """What reading a damaged archive may raise."""
    import lzma
    import zlib

    return EOFError, OSError, lzma.LZMAError, zlib.error


def _open_bytes(path: Path, stack: contextlib.ExitStack) -> IO[bytes]:
    """The file's bytes, decompressed where its first bytes say so (whatever its name says).

    It is opened once and looked into without being read, since a pipe can be read only once.
    """
    try:
        file = stack.enter_context(path.open("rb"))
        head = file.peek(6)
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from error
    opened: Any = file
    if head.startswith(b"\x1f\x8b"):
        import gzip

        opened = stack.enter_context(gzip.GzipFile(fileobj=file))
    elif head.startswith(b"\xfd7zXZ\0"):
        import lzma

        opened = stack.enter_context(lzma.LZMAFile(file))  # noqa: SIM115 -- the stack closes it
    elif head.startswith(b"BZh"):
        import bz2

        opened = stack.enter_context(bz2.BZ2File(file))
    return cast("IO[bytes]", opened)
