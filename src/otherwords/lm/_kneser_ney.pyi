from array import array
from collections.abc import Sequence

from otherwords.lm._store import LevelArrays

def estimate(
    levels: Sequence[tuple[array[int], array[int], array[int]]],
    prune: Sequence[int],
    fallback: tuple[float, float, float],
) -> tuple[list[LevelArrays], list[tuple[tuple[float, float, float], tuple[int, int, int, int], bool]]]: ...
