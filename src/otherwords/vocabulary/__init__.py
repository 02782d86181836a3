"""Words and their numbers: one map for the language model and all tables of a model."""

from otherwords.vocabulary.vocabulary import BEGIN, END, UNKNOWN, Vocabulary, write_vocabulary

__all__ = ["BEGIN", "END", "UNKNOWN", "Vocabulary", "write_vocabulary"]
