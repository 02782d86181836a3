"""Text: sentences, tokens with offsets, entities and protected spans, case by rule."""

from otherwords.text.entities import (
    CLASS_TOKENS,
    KINDS,
    Entity,
    class_token,
    find_entities,
    parse_class_token,
    unnumbered,
)
from otherwords.text.protection import Protection
from otherwords.text.sentence import Sentence, analyse
from otherwords.text.sentences import split_sentences
from otherwords.text.tokens import Token, normalised, tokenize

__all__ = [
    "CLASS_TOKENS",
    "KINDS",
    "Entity",
    "Protection",
    "Sentence",
    "Token",
    "analyse",
    "class_token",
    "find_entities",
    "normalised",
    "parse_class_token",
    "split_sentences",
    "tokenize",
    "unnumbered",
]
