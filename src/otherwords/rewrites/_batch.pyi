from array import array
from collections.abc import Callable, Iterable, Sequence

from typing_extensions import Buffer

from otherwords.tables._lookup import Lookup

Shaped = tuple[list[tuple[int, int, list[int]]], list[tuple[int, int]]]

class RewriteBatch:
    source_words: array[int]
    tokens: int
    def __init__(self, source_words: Iterable[int]) -> None: ...
    def __len__(self) -> int: ...
    def add(
        self, start: int, end: int, target: Iterable[int], origin: int, entry: int, score: float
    ) -> None: ...
    def add_shaped(
        self,
        parts: Sequence[tuple[int, int, Sequence[int]]],
        slots: Sequence[tuple[int, int]],
        origin: int,
        entry: int,
        score: float,
    ) -> None: ...
    def propose(
        self,
        lookup: Lookup,
        origin: int,
        ids: Buffer,
        kinds: Buffer,
        class_words: Buffer,
        numbers: int,
        guarded: Buffer,
        allowed: Callable[[int, int, list[int]], bool],
    ) -> None: ...
    def add_variant(self, i: int, target: Iterable[int]) -> None: ...
    def words(self) -> set[int]: ...
    def saying(self, words: Iterable[int]) -> list[int]: ...
    def item(self, i: int) -> tuple[int, int, int, int, float, float, bool]: ...
    def target(self, i: int) -> list[int]: ...
    def parts(self, i: int) -> Shaped: ...
    def set_weight(self, i: int, weight: float) -> None: ...
    def has_word_entry(self) -> bytearray: ...
