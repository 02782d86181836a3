from array import array
from collections.abc import Sequence
from typing import Any

LevelArrays = tuple[array[int], array[int], array[float], array[float]]

def build(
    levels: Sequence[LevelArrays], quantise: bool, bounds: bool
) -> tuple[dict[str, Any], dict[str, Any]]: ...
