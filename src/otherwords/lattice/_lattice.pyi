from collections.abc import Iterable, Mapping, Sequence

from typing_extensions import Buffer

from otherwords.rewrites._batch import RewriteBatch

class Lattice:
    batch: RewriteBatch
    whole: bool
    cuts: tuple[str, ...]
    nodes: int
    arcs: int
    def __init__(
        self,
        batch: RewriteBatch,
        model_size: int,
        first_mapped: int,
        mapped: Buffer,
        *,
        depth: int = 8,
        commitments: int = 6,
        nodes: int = 1000000,
    ) -> None: ...
    def require(self, terms: Iterable[Sequence[int]]) -> None: ...
    def avoid(self, terms: Iterable[Sequence[int]]) -> None: ...
    def changes(self, fewest: int, most: int | None) -> None: ...
    def at_most(self, lengths: Mapping[int, int], limit: int) -> None: ...
    def agree(
        self,
        sounds: Mapping[int, tuple[int, int]],
        odd_in_source: Sequence[int],
        clashes: Iterable[tuple[int, int]] = ...,
    ) -> None: ...
    def alike(self, keys: Sequence[int], choices: Sequence[int]) -> None: ...
    def node_arcs(self, node: int) -> list[tuple[int, list[int], int, int, float, int]]: ...
    def is_final(self, node: int) -> bool: ...
    def arc(self, a: int) -> tuple[int, list[int], int, int, float]: ...
    def model_words(self, words: Iterable[int]) -> list[int]: ...
    def derivations(
        self, words: Sequence[int], count: int = 1
    ) -> tuple[int, list[tuple[float, list[int]]]]: ...
