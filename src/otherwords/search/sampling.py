"""Random strings of a lattice, in proportion to the model."""

from __future__ import annotations

from collections.abc import Iterator

from otherwords.errors import LimitError
from otherwords.lattice import Lattice
from otherwords.lm import LanguageModel
from otherwords.search._sampling import Sampler as _Sampler
from otherwords.search.exact import NO_LIMITS, Path, SearchLimits

DEFAULT_BYTES = 1 << 29
"""Of states and ways, where no memory limit is given: sampling keeps them all, which search does not."""
MOST_STEPS = 2_000_000
"""Through the lattice for one string: so attempts are bounded also where a sentence is long. Most take a few attempts."""


class Sampler:
    """Draws strings with probability proportional to exp(true score / `temperature`).

    Derivations are drawn in proportion to exp(score / temperature), and one counts only if it is its string's best:
    so a string with many derivations comes no more often than its true score says. The higher the temperature, the
    more even; towards 0 only the best is left. The same seed gives the same strings.
    """

    def __init__(
        self,
        lattice: Lattice,
        model: LanguageModel,
        model_weight: float,
        temperature: float = 1.0,
        seed: int = 0,
        limits: SearchLimits = NO_LIMITS,
    ) -> None:
        most = limits.bytes or DEFAULT_BYTES
        self._whole = lattice.whole
        self._attempts = max(MOST_STEPS // max(lattice.nodes, 1), 100)
        self._kernel = _Sampler(
            lattice, model.query, model_weight, temperature, seed, seconds=limits.seconds, bytes=most
        )
        if not self._kernel.whole:
            raise LimitError(
                "sampling needs every state of the lattice, and they take more than the limits allow: "
                f"{most / (1 << 20):,.0f} MiB (--memory-limit)"
                + (f", {limits.seconds:g} s (--time-limit)" if limits.seconds else "")
            )

    @property
    def tried(self) -> int:
        """The derivations drawn so far, those that were not their string's best included."""
        return self._kernel.tried

    @property
    def possible(self) -> bool:
        """Whether there is any string at all."""
        return self._kernel.best > float("-inf")

    def paths(self) -> Iterator[Path]:
        """Strings as they are drawn, without end; it ends only where there are none, or none is met in `MOST_STEPS`."""
        while drawn := self._kernel.draw(1, self._attempts):
            [(score, arcs)] = drawn
            gap = max(self._kernel.best - score, 0.0) if self._whole else float("inf")
            yield Path(score, tuple(arcs), gap if gap > 1e-9 else 0.0)
