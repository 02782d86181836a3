"""otherwords says a sentence in other words: exact, explained, offline."""

__version__ = "0.1.0"
