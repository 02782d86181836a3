from array import array
from collections.abc import Sequence

from otherwords.lm._query import Query
from otherwords.lm._store import LevelArrays

Part = tuple[Query, Sequence[LevelArrays], array[int], array[int], float, int]

def mix(components: Sequence[Part], order: int) -> list[LevelArrays]: ...
def reweigh(probabilities: Sequence[array[float]], weights: Sequence[float]) -> tuple[float, list[float]]: ...
