"""Every error that otherwords raises on purpose, one type for each kind.

    OtherwordsError
    ├── UsageError (ValueError)     an option or an argument that makes no sense
    ├── InputError (ValueError)     text, a table or another file that cannot be read as what it should be
    ├── ModelError (ValueError)     a model directory that is missing, damaged or of a newer format
    ├── LimitError (RuntimeError)   the work would pass a named limit
    └── CheckError (RuntimeError)   a check that the user asked for has failed

Each has a second, builtin parent, so that callers who do not know this package can catch it.
The command prints the message in one line and exits with `exit_status`.

>>> raise InputError("expected 3 fields, found 2", path="table.txt", line=7)
Traceback (most recent call last):
otherwords.errors.InputError: table.txt:7: expected 3 fields, found 2
"""

from __future__ import annotations

import os


class OtherwordsError(Exception):
    """The parent of all."""

    exit_status = 2


class UsageError(OtherwordsError, ValueError):
    """An option or an argument that makes no sense; the message says what would."""


class InputError(OtherwordsError, ValueError):
    """Input that cannot be read; says which file, line and column, what was found and what was expected."""

    def __init__(
        self,
        message: str,
        *,
        path: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        place = os.fspath(path) if path is not None else "line" if line is not None else ""
        if line is not None:
            place += f":{line}" if path is not None else f" {line}"
        if column is not None:
            place += f":{column}"
        super().__init__(f"{place}: {message}" if place else message)
        self.path, self.line, self.column = path, line, column


class ModelError(OtherwordsError, ValueError):
    """A model directory that is missing, damaged or of a newer format."""


class LimitError(OtherwordsError, RuntimeError):
    """The work would pass a limit; the message names the limit and the option that moves it."""


class CheckError(OtherwordsError, RuntimeError):
    """A check that the user asked for has failed."""

    exit_status = 1
