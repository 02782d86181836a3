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


def _work(texts: list[str], options: Options) -> tuple[list[Record], Exception | None]:
    """The records up to the first text that is refused, and why it is."""
    records = []
    for text in texts:
        try:
            records.append(_paraphraser.record(text, options))
        except Exception as error:
            return records, error
    return records, None


def records_by_workers(
    path: Path, arguments: Mapping[str, Any], texts: Iterable[str], options: Options, workers: int
) -> Iterator[Record]:
    """The record of each text, in the order of the texts; whatever goes wrong with one comes after those before it."""
    context = multiprocessing.get_context(
        "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    )
    waiting: deque[Future[tuple[list[Record], Exception | None]]] = deque()
    source, failure = iter(texts), None
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_start, initargs=(path.absolute(), arguments)
    )
    try:
        while True:
            while failure is None and len(waiting) < AHEAD * workers:
                chunk, failure = _chunk(source)
                if not chunk:
                    break
                waiting.append(pool.submit(_work, chunk, options))
            if not waiting:
                break
            records, error = waiting.popleft().result()
            yield from records
            if error is not None:
                raise error
        if failure is not None:
            raise failure
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _chunk(source: Iterator[str]) -> tuple[list[str], Exception | None]:
    """The next texts, and what went wrong with the one after them."""
    texts: list[str] = []
    try:
        texts.extend(islice(source, CHUNK))
    except Exception as error:
        return texts, error
    return texts, None
