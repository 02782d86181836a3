"""Search: walks over a lattice. It knows arcs and the language model, no resource."""

from otherwords.search.exact import NO_LIMITS, Found, Path, SearchLimits, best_strings

__all__ = ["NO_LIMITS", "Found", "Path", "SearchLimits", "best_strings"]
