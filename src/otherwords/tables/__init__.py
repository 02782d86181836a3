"""Phrase tables: read from text, kept in one mapped file each, all sources of a sentence found at once."""

from otherwords.tables.entries import SOURCE_GIVEN_TARGET, TARGET_GIVEN_SOURCE, Entry
from otherwords.tables.table import Table, glossary

__all__ = ["SOURCE_GIVEN_TARGET", "TARGET_GIVEN_SOURCE", "Entry", "Table", "glossary"]
