"""The lattice: all derivations of a sentence, as one graph."""

from otherwords.lattice._lattice import Lattice
from otherwords.lattice.weaving import Constraints, WeaveLimits, add_agreeing_forms, weave

__all__ = ["Constraints", "Lattice", "WeaveLimits", "add_agreeing_forms", "weave"]
