"""The best sums of one item from each of several lists."""

from __future__ import annotations

import heapq
from collections.abc import Sequence


def best_sums(lists: Sequence[Sequence[float]], count: int) -> list[tuple[int, ...]]:
    """The `count` best choices of one place in each list, by the sum of what stands there; equal sums by their places.

    The lists go down. They are joined one after the other, so that no more than `count` sums are kept at a time.

    >>> best_sums([[0.0, -1.0, -5.0], [0.0, -2.0]], 4)
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    """
    sums: list[float] = [0.0]
    places: list[
        tuple[int, int]
    ] = []  # of each sum: which one of the lists before, and the place in the last
    history = []
    for values in lists:
        joined, places = list[float](), []
        heap = [(-(sums[0] + values[0]), 0, 0)] if sums and values else []
        while heap and len(joined) < count:
            negative, before, place = heapq.heappop(heap)
            joined.append(-negative)
            places.append((before, place))
            if place + 1 < len(values):
                heapq.heappush(heap, (-(sums[before] + values[place + 1]), before, place + 1))
            if place == 0 and before + 1 < len(sums):
                heapq.heappush(heap, (-(sums[before + 1] + values[0]), before + 1, 0))
        history.append(places)
        sums = joined
    return [_followed(history, i) for i in range(len(sums))]


def _followed(history: Sequence[Sequence[tuple[int, int]]], i: int) -> tuple[int, ...]:
    found = []
    for places in reversed(history):
        i, place = places[i]
        found.append(place)
    return tuple(reversed(found))
