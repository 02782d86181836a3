"""N-gram language models: counted, estimated, read, mixed, written to a mapped store, asked.

Names are imported when they are first used, so that asking a model does not load what makes one.
`interpolate` and `train` are called as their modules are, and come from there:
`from otherwords.lm.train import train`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from otherwords.lm.arpa import read_arpa, write_arpa
    from otherwords.lm.counts import Counts, count_ngrams
    from otherwords.lm.interpolate import Mixture, tune_weights
    from otherwords.lm.kneser_ney import Discounts, Estimate, estimate, estimate_counts
    from otherwords.lm.model import LanguageModel, Perplexity, WordScore
    from otherwords.lm.ngrams import Level, NgramModel
    from otherwords.lm.store import write_store
    from otherwords.lm.train import Training, write_model

_MODULES = {
    "arpa": ["read_arpa", "write_arpa"],
    "counts": ["Counts", "count_ngrams"],
    "interpolate": ["Mixture", "tune_weights"],
    "kneser_ney": ["Discounts", "Estimate", "estimate", "estimate_counts"],
    "model": ["LanguageModel", "Perplexity", "WordScore"],
    "ngrams": ["Level", "NgramModel"],
    "store": ["write_store"],
    "train": ["Training", "write_model"],
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Counts",
    "Discounts",
    "Estimate",
    "LanguageModel",
    "Level",
    "Mixture",
    "NgramModel",
    "Perplexity",
    "Training",
    "WordScore",
    "count_ngrams",
    "estimate",
    "estimate_counts",
    "read_arpa",
    "tune_weights",
    "write_arpa",
    "write_model",
    "write_store",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
