"""otherwords says a sentence in other words: exact, explained, offline.

    import otherwords
    paraphraser = otherwords.load()
    for answer in paraphraser.paraphrase("I would like to thank you for your help.", n=3):
        print(answer.text)

Names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from otherwords.errors import OtherwordsError
    from otherwords.model import Model
    from otherwords.paraphrase import Options, Paraphrase, Paraphraser, Record, Replacement, load
    from otherwords.rewrites import Part, Rewrite, RewriteSource, Slot

__version__ = "0.1.0"

_HOMES = {
    "Model": "model",
    "Options": "paraphrase",
    "OtherwordsError": "errors",
    "Paraphrase": "paraphrase",
    "Paraphraser": "paraphrase",
    "Part": "rewrites",
    "Record": "paraphrase",
    "Replacement": "paraphrase",
    "Rewrite": "rewrites",
    "RewriteSource": "rewrites",
    "Slot": "rewrites",
    "load": "paraphrase",
}
__all__ = [
    "Model",
    "Options",
    "OtherwordsError",
    "Paraphrase",
    "Paraphraser",
    "Part",
    "Record",
    "Replacement",
    "Rewrite",
    "RewriteSource",
    "Slot",
    "load",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'otherwords' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"otherwords.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
