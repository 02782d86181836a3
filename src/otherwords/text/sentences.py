"""Where sentences begin and end.

A boundary needs a mark that ends sentences (with the quotes and brackets that close behind it) and white
space, or a blank line. Against it speak: a lower-case letter next, an abbreviation, an initial, a number that
begins a list item, an entity (code, a tag) around it. Chinese and Japanese stops need no space.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from otherwords.text.abbreviations import Abbreviations, abbreviations
from otherwords.text.entities import Entity, find_entities


@cache
def _candidate() -> re.Pattern[str]:
    return re.compile(
        r"""(?P<blank> \n[^\S\n]*(?:\n[^\S\n]*)+ | [\u2029\f] | (?:\r[^\S\r\n]*){2,} )
      | (?P<stop> [.!?…‽؟۔।॥։።]+ ) (?P<close> (?:[ \xa0\u202f]? » | ["'”’)\]}›»]){0,6} ) (?= \s | $ )
      | (?P<wide> [。！？]+ ) ["'”’)\]}」』）]{0,6}
      | (?P<line> \n ) (?= [^\S\n]* (?: [-*•–—·] | \d{1,3}[.)] ) \s )
    """,
        re.VERBOSE,
    )


# What may stand before the first letter or digit of a sentence.
_NEXT = re.compile(r"[\s\"'“”‘’«»‹›„(\[{¿¡*_#>—–\-•·]*(?:(\w(?:[\w'’-]*\w)?)|(\S))?")
_WORD_BEFORE = re.compile(r"[^\s\"“”«»()\[\]{}…!?]+$")
_LAST = re.compile(r"[-–—/'‘’]")
_ITEM = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})")


def split_sentences(text: str, language: str = "en") -> list[tuple[int, int]]:
    """The sentences of a text as spans without the white space around them; together they cover all else.

    >>> text = 'Mr. Fox left at 5 p.m. on Monday. "Why?" asked the hen. Nobody knew...'
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Mr. Fox left at 5 p.m. on Monday.', '"Why?" asked the hen.', 'Nobody knew...']
    """
    return sentence_spans(text, language, find_entities(text, language))


def sentence_spans(text: str, language: str, entities: Sequence[Entity]) -> list[tuple[int, int]]:
    """As `split_sentences`, for entities that are known already."""
    known = abbreviations(language)
    spans: list[tuple[int, int]] = []
    start, inside = 0, 0
    for match in _candidate().finditer(text):
        end = match.end() if match["blank"] is None and match["line"] is None else match.start()
        while inside < len(entities) and entities[inside].end <= match.start():
            inside += 1
        if match["blank"] is None and inside < len(entities):
            entity = entities[inside]
            # A date or time may end with the very stop of the sentence ("at 5 p.m. She left"); code may not.
            if entity.start < match.start() < entity.end and (
                entity.end > match.end("stop") or match["stop"] is None
            ):
                continue
        if match["stop"] is not None and not _ends(text, start, match, known):
            continue
        _append(spans, text, start, end)
        start = end
    _append(spans, text, start, len(text))
    return spans


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    part = text[start:end]
    bare = part.lstrip()
    if bare:
        first = end - len(bare)
        spans.append((first, first + len(bare.rstrip())))


def _ends(text: str, start: int, match: re.Match[str], known: Abbreviations) -> bool:
    """Whether these marks end a sentence that began at `start`."""
    following = _NEXT.match(text, match.end())
    assert following is not None  # every part of the pattern may be empty
    word = following[1] or ""
    if not word and following[2] is None:
        return True
    line_ends = "\n" in text[match.end() : following.start(1) if word else following.start(2)]
    if word and word[0].islower():
        return (
            line_ends
            and match["stop"] != "…"
            and "..." not in match["stop"]
            and not _may_stay(text, start, match, known, word)
        )
    if match["stop"] != "." or match["close"].strip(" ’'\"”)"):
        return True
    return not _may_stay(text, start, match, known, word)


def _may_stay(text: str, start: int, match: re.Match[str], known: Abbreviations, word: str) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or the number of a list item before it."""
    if match["stop"] != ".":
        return False
    stop = match.start("stop")
    before = _WORD_BEFORE.search(text, max(start, stop - 60), stop)
    if before is None:
        return False
    last = _LAST.split(before[0])[-1]
    lower, starts = last.lower(), word.lower() in known.starters
    if _ITEM.fullmatch(last) and not text[start : before.start()].strip():
        return True
    if match["close"]:
        return False
    if last in known.leading:
        return True
    if lower in known.numbered and word[:1].isdigit():
        return True
    if len(last) == 1 and last.isupper() and last != "I":
        return not starts
    if "." in last and _dotted(last):
        # "e.g." and "i.e." lead on whatever follows; "U.S." and "p.m." may end.
        return not starts or lower in ("e.g", "i.e", "c.f", "p.ex")
    return last in known.final and not starts


def _dotted(word: str) -> bool:
    """Whether this is an abbreviation of single letters ("U.S", "e.g", "p.m"), its last stop cut off."""
    return all(len(part) == 1 and part.isalpha() for part in word.split("."))
