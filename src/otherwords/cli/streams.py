"""Where lines come from and where they go."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from otherwords.errors import InputError, UsageError

STDIN = "standard input"


class Output:
    """Lines written as UTF-8, whatever the locale; flushed one by one where somebody may be waiting for them."""

    def __init__(self, stream: IO[bytes], *, waited_for: bool) -> None:
        self._stream, self._waited_for = stream, waited_for

    def line(self, text: str = "") -> None:
        """Write a line."""
        self._stream.write(text.encode() + b"\n")

    def text(self, text: str) -> None:
        """Write lines that stand in one text."""
        self._stream.write(text.removesuffix("\n").encode() + b"\n")

    def flush(self) -> None:
        """The end of a record."""
        if self._waited_for:
            self._stream.flush()


@contextlib.contextmanager
def open_output(path: str | None) -> Iterator[Output]:
    """Standard output, or a file that is there whole when the block ends well, and else not at all."""
    if path is None or path == "-":
        sys.stdout.flush()
        stream = sys.stdout.buffer
        yield Output(stream, waited_for=not _is_regular(stream))
        stream.flush()
        return
    place = Path(path)
    try:
        if place.exists() and not place.is_file():  # /dev/null, a named pipe
            with place.open("wb") as out:
                yield Output(out, waited_for=True)
            return
        from otherwords.storage import new_file

        with new_file(place) as out:
            yield Output(out, waited_for=False)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None:
            error.filename = path
        raise


def _is_regular(stream: Any) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def open_input(texts: Sequence[str], path: str | None, errors: Any = "strict") -> Iterator[Iterator[str]]:
    """The lines to work on: those of the arguments, of a file, or of standard input."""
    if texts and path is not None:
        raise UsageError("both TEXT and -i FILE are given; expected one of them")
    if texts:
        yield _argument_lines(texts, errors)
    elif path is not None and path != "-":
        from otherwords.storage import open_lines

        with open_lines(path, errors=errors) as lines:
            yield lines
    else:
        from otherwords.storage.lines import decoded_lines

        if sys.stdin is None:
            raise UsageError("there is no standard input; give TEXT or -i FILE")
        if sys.stdin.isatty():
            notice("reading lines from the terminal; Ctrl-D ends them")
        yield decoded_lines(sys.stdin.buffer, STDIN, errors)


def argument(text: str, name: str, errors: Any = None) -> str:
    """A text from the command line; where its bytes are not UTF-8, an error that says which.

    `errors` is what --errors says, None for a command without it.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raw = os.fsencode(text)
        try:
            return raw.decode("utf-8", errors or "strict")
        except UnicodeDecodeError as error:
            hint = " (--errors replace puts U+FFFD in its place)" if errors else ""
            found = raw[error.start : error.start + 1]
            raise InputError(f"{name}: byte {error.start + 1} is {found!r}, not valid UTF-8{hint}") from None
    return text


def _argument_lines(texts: Iterable[str], errors: Any) -> Iterator[str]:
    for number, text in enumerate(texts, 1):
        lines = argument(text, f"TEXT {number}", errors).split("\n")
        yield from lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def notice(message: str) -> None:
    """Something that a person should know, in one line on standard error."""
    sys.stderr.write(f"otherwords: {message}\n")
    sys.stderr.flush()


def watched() -> bool:
    """Whether a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()
