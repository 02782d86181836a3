"""How far a long work has come, for a person at a terminal."""

from __future__ import annotations

import time
from typing import Any

from otherwords.cli.streams import watched

PATIENCE = 2.0
"""Seconds that pass before anything is shown."""


class Progress:
    """Shows a bar on standard error, if that is a terminal and the work takes more than a moment."""

    def __init__(self, unit: str, patience: float = PATIENCE) -> None:
        self._unit, self._from = unit, time.monotonic() + patience
        self._watched = watched()
        self._bar: Any = None
        self._task: Any = None
        self._what = ""

    def __call__(self, what: str, done: int) -> None:
        """`done` units of `what` are done."""
        if not self._watched or time.monotonic() < self._from:
            return
        if self._bar is None:
            self._bar = self._started()
        if what != self._what:
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._task, self._what = self._bar.add_task(what, total=None, unit=self._unit), what
        self._bar.update(self._task, completed=done)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    @staticmethod
    def _started() -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        bar = Bar(
            TextColumn("{task.description}", markup=False),
            BarColumn(20),
            TextColumn("{task.completed:,.0f} {task.fields[unit]}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        bar.start()
        return bar
