"""Many texts over several processes, in order, lazily."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.paraphrase.answers import Record
from otherwords.paraphrase.options import Options

CHUNK = 32
"""Texts that go to a worker at once."""
AHEAD = 4
"""Chunks for each worker that may be under way: what is read ahead of the answers is bounded."""

_paraphraser: Any = None


def _start(path: Path, arguments: Mapping[str, Any]) -> None:
    """In each worker: the model is mapped, so its pages are shared."""
    global _paraphraser
    import signal

    from otherwords.paraphrase.paraphraser import Paraphraser

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    _paraphraser = Paraphraser(path, **arguments)


def _work(texts: list[str], options: Options) -> list[Record]:
    return [_paraphraser.record(text, options) for text in texts]


def records_by_workers(
    path: Path, arguments: Mapping[str, Any], texts: Iterable[str], options: Options, workers: int
) -> Iterator[Record]:
    """The record of each text, in the order of the texts."""
    context = multiprocessing.get_context(
        "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    )
    waiting: deque[Future[list[Record]]] = deque()
    source = iter(texts)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(path, arguments))
    try:
        while True:
            while len(waiting) < AHEAD * workers and (chunk := list(islice(source, CHUNK))):
                waiting.append(pool.submit(_work, chunk, options))
            if not waiting:
                return
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
