"""Weighing: from a rewrite's evidence and its sentence to one weight, before any search."""

from otherwords.weighing.weigher import LogLinear, Origin, Weigher

__all__ = ["LogLinear", "Origin", "Weigher"]
