from otherwords.lattice._lattice import Lattice
from otherwords.lm._query import Query

def best(
    lattice: Lattice,
    query: Query,
    model_weight: float,
    count: int,
    *,
    beam: int = 0,
    seconds: float = 0,
    bytes: int = 0,
    crowd: int = 64,
) -> tuple[list[tuple[float, list[int]]], float, int, bool]: ...
