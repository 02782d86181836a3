"""Random paraphrases of a line, in proportion to the model."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from otherwords.paraphrase.combination import Combination
from otherwords.paraphrase.line import Line
from otherwords.search import Path, SearchLimits
from otherwords.search.sampling import Sampler

DRAWS_FOR_ONE = 50
"""How often is drawn at most for each random paraphrase that is wanted: a small lattice has no more."""
IN_VAIN = (
    "gave up: of the derivations drawn for one more, none was the best of its string "
    "(a long sentence has very many; a lower --temperature helps)"
)
SEEDS_APART = 0x9E3779B97F4A7C15
"""Between a line's sentences."""


def draws(line: Line) -> tuple[list[Combination], str]:
    """Distinct draws in the order in which they fell, and how many draws it took."""
    options, settings = line.options, line.resources.model.settings
    limits = SearchLimits(0, options.time_limit, options.memory_limit)
    samplers = [
        Sampler(
            search.lattice,
            line.resources.model.lm,
            settings.lm_weight,
            options.temperature,
            options.seed + i * SEEDS_APART,
            limits,
        )
        for i, search in enumerate(line.searches)
    ]
    streams = [sampler.paths() for sampler in samplers]
    until = time.monotonic() + options.time_limit if options.time_limit else math.inf
    most = DRAWS_FOR_ONE * options.sample
    found: dict[str, Combination] = {}
    met: dict[tuple[tuple[int, ...], ...], Combination | None] = {}
    drawn = repeated = 0
    in_vain = ""
    while len(found) < options.sample and drawn < most and time.monotonic() < until:
        paths = [path for path in (next(stream, None) for stream in streams) if path is not None]
        if len(paths) < len(streams):
            if all(sampler.possible for sampler in samplers):
                in_vain = IN_VAIN
            break
        drawn += 1
        key = tuple(path.arcs for path in paths)
        if key not in met:
            met[key] = _drawn(line, paths)
        combination = met[key]
        if combination is not None:
            before = len(found)
            found.setdefault(combination.text.casefold(), combination)
            repeated += len(found) == before
    why = [_why(line, drawn, len(found), repeated)] if drawn or not in_vain else []
    return list(found.values()), "; ".join([*why, in_vain] if in_vain else why)


def _drawn(line: Line, paths: Sequence[Path]) -> Combination | None:
    """A draw as a whole line, if it is one that was asked for."""
    combination = Combination(
        line, [search.candidate(path) for search, path in zip(line.searches, paths, strict=True)]
    )
    unchanged = combination.text.casefold() == line.text.casefold()
    if (
        (unchanged and not line.options.include_source)
        or not line.fits(combination.text, combination.changes)
        or (line.names and not combination.says_alike(line.names))
    ):
        return None
    return combination


def _why(line: Line, drawn: int, found: int, repeated: int) -> str:
    if not drawn:
        return line.why(0, False, True, 0)
    told = f"{found} distinct paraphrases in {drawn} draws"
    if repeated:
        told += f", {repeated} of which repeated an earlier one"
    if others := drawn - found - repeated:
        passed = ", ".join(line.options.limits())
        told += f", {others} of which gave the source" + (f" or were rejected by {passed}" if passed else "")
    return told if drawn > found else ""
