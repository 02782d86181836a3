from otherwords.lattice._lattice import Lattice
from otherwords.lm._query import Query

class Sampler:
    whole: bool
    best: float
    tried: int
    def __init__(
        self,
        lattice: Lattice,
        query: Query,
        model_weight: float,
        temperature: float,
        seed: int,
        *,
        seconds: float = 0,
        bytes: int = 0,
    ) -> None: ...
    def draw(self, count: int, attempts: int) -> list[tuple[float, list[int]]]: ...

def sample(
    lattice: Lattice,
    query: Query,
    model_weight: float,
    count: int,
    temperature: float,
    seed: int,
    *,
    attempts: int = 1_000_000,
    seconds: float = 0,
    bytes: int = 0,
) -> tuple[list[tuple[float, list[int]]], int, bool]: ...
