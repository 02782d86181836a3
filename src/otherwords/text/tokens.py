"""Tokens with offsets: the words of a text, each knowing where it stands.

Every character that is not a space lies in exactly one token, and a token's text is the text at its offsets.
English splits clitics as the treebanks do ("do|n't", "ca|n't", "dog|'s"), French splits elided words and
inverted pronouns ("l'|homme", "a|-t-il"); other languages split at spaces and punctuation only. Offsets are
code points.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from otherwords.text.abbreviations import Abbreviations, abbreviations, word_set
from otherwords.text.entities import NUMBER_LIKE, Entity, find_entities
from otherwords.text.marks import mark_class


class Token(NamedTuple):
    """A token: its surface, its place in code points, and the kind of entity that it is or lies in."""

    text: str
    start: int
    end: int
    kind: str = ""


def tokenize(
    text: str, language: str = "en", *, start: int = 0, end: int | None = None, classes: bool = False
) -> list[Token]:
    """The tokens of text[start:end].

    Opaque entities (addresses, code, placeholders…) are one token each; number-like ones too with `classes`,
    and otherwise their words carry their kind.

    >>> [token.text for token in tokenize("They don't cost $5.")]
    ['They', 'do', "n't", 'cost', '$', '5', '.']
    >>> [(token.text, token.kind) for token in tokenize("L'homme paie 5 €.", "fr", classes=True)]
    [("L'", ''), ('homme', ''), ('paie', ''), ('5 €', 'money'), ('.', '')]
    """
    entities = find_entities(text, language)
    return tokens_between(text, language, start, len(text) if end is None else end, entities, classes=classes)


def normalised(token: Token | str) -> str:
    """What tables and models know a token by: lower case, composed, straight quotes and hyphens.

    >>> normalised("Don’t"), normalised("co\u00adÖPERATE"), normalised("…")
    ("don't", 'coöperate', '...')
    """
    word = token if type(token) is str else token[0]
    if word.isascii():
        return word.lower()
    return _normalised(word)


def tokens_between(
    text: str, language: str, start: int, end: int, entities: Iterable[Entity], *, classes: bool
) -> list[Token]:
    """As `tokenize`, for entities that are known already; an entity that crosses an end is no entity here."""
    tokens: list[Token] = []
    numbers: list[Entity] = []
    place = start
    for entity in entities:
        if entity.start < start or entity.end > end:
            continue
        if not classes and entity.kind in NUMBER_LIKE:
            numbers.append(entity)
            continue
        if place < entity.start:
            _plain(tokens, text, language, place, entity.start)
        tokens.append(Token(text[entity.start : entity.end], *entity))
        place = entity.end
    if place < end:
        _plain(tokens, text, language, place, end)
    if numbers:
        _mark(tokens, numbers)
    return tokens


def _plain(tokens: list[Token], text: str, language: str, start: int, end: int) -> None:
    """Append the tokens of a stretch without entities."""
    pattern, cuts, known = _rules(language, _FAR.search(text) is not None)
    new, append = tuple.__new__, tokens.append
    for match in pattern.finditer(text, start, end):
        first, last = match.span()
        group = match.lastindex
        if group is None:
            append(new(Token, (match[0], first, last, "")))
        elif group == _STOP:
            if tokens and tokens[-1].end == first and first > start and not tokens[-1].kind:
                before = tokens[-1]
                if is_abbreviation(before.text, text, last, end, known):
                    tokens[-1] = new(Token, (before.text + ".", before.start, last, ""))
                    continue
            append(new(Token, (".", first, last, "")))
        else:
            word = match[0]
            done = 0
            for cut in cuts(word):
                append(new(Token, (word[done:cut], first + done, first + cut, "")))
                done = cut
            append(new(Token, (word[done:], first + done, last, "")))


def _mark(tokens: list[Token], entities: list[Entity]) -> None:
    """Give each token that lies in an entity the entity's kind."""
    remaining = iter(entities)
    entity = next(remaining)
    for place, token in enumerate(tokens):
        while token.start >= entity.end:
            following = next(remaining, None)
            if following is None:
                return
            entity = following
        if token.start >= entity.start and token.end <= entity.end and not token.kind:
            tokens[place] = token._replace(kind=entity.kind)


def is_abbreviation(word: str, text: str, after: int, end: int, known: Abbreviations) -> bool:
    """Whether the full stop that ends just before `after` belongs to this word.

    >>> english = abbreviations("en")
    >>> [is_abbreviation(*pair, 3, 5, english) for pair in (("Mr", "Mr. X"), ("no", "no. 5"))]
    [True, True]
    """
    if word in known.leading or word in known.final:
        return True
    lower = word.lower()
    if lower in known.numbered and _NUMBER_AFTER.match(text, after, end):
        return True
    if len(word) == 1 and word.isupper() and word != "I":
        # An initial: a capital stands behind it ("J. Smith"), and not a word that only begins sentences.
        following = _WORD_AFTER.match(text, after, end)
        return (
            following is not None and following[1][0].isupper() and following[1].lower() not in known.starters
        )
    return False


def _english_cuts(word: str) -> tuple[int, ...]:
    """Where a word with an apostrophe is cut: before n't and before a clitic, from the right."""
    return _english(word.lower().replace("’", "'")) if "İ" not in word else ()


@lru_cache(4096)
def _english(lower: str) -> tuple[int, ...]:
    if lower in _ENGLISH_WHOLE:
        return ()
    for clitic in _ENGLISH_CLITICS:
        if lower.endswith(clitic) and len(lower) > len(clitic):
            cut = len(lower) - len(clitic)
            return (*_english(lower[:cut]), cut)
    return ()


def _french_cuts(word: str) -> tuple[int, ...]:
    """Where a French word is cut: after an elided word, before an inverted pronoun."""
    return _french(word.lower().replace("’", "'").translate(_HYPHENS)) if "İ" not in word else ()


@lru_cache(4096)
def _french(lower: str) -> tuple[int, ...]:
    cuts: list[int] = []
    while lower[sum(cuts) :] not in _FRENCH_WHOLE and (
        elided := _elided().match(lower, cuts[-1] if cuts else 0)
    ):
        cuts.append(elided.end())
        if lower[elided.end() :] in _FRENCH_WHOLE:
            return tuple(cuts)
    back: list[int] = []
    rest, first = lower, cuts[-1] if cuts else 0
    while rest[first:] not in _FRENCH_WHOLE and (inverted := _inverted().search(rest, first + 1)):
        back.append(inverted.start())
        rest = rest[: inverted.start()]
    return (*cuts, *reversed(back))


_ENGLISH_CLITICS = ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m")
_ENGLISH_WHOLE = frozenset(("ma'am", "y'all", "o'clock", "rock'n'roll", "n't"))
_FRENCH_WHOLE = word_set(
    "aujourd'hui quelqu'un quelqu'une prud'homme prud'hommes presqu'île presqu'îles entr'acte grand'mère"
    " rendez-vous c'est-à-dire va-t'en"
)
_HYPHENS = str.maketrans("‐‑", "--")
_STOP = 2
# Anything but Latin, Greek, Cyrillic letters and common signs: only such texts can hold other marks.
_FAR = re.compile("[^\x00-\u0482\u1d00-\u1dbf\u1e00-\u20cf\u2100-\u2cee\ufe0f]")
_NUMBER_AFTER = re.compile(r"\s?\d")
_WORD_AFTER = re.compile(r"[\s\xa0]*([^\W\d_](?:[\w'’-]*\w)?)")


@cache
def _elided() -> re.Pattern[str]:
    return re.compile(r"(?:[cçdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=\w)")


@cache
def _inverted() -> re.Pattern[str]:
    return re.compile(
        r"(?:-t-(?:il|elle|on|ils|elles)|-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|moi|toi|lui|leur|le|la|les|y|en))$"
    )


@cache
def _rules(
    language: str, far: bool
) -> tuple[re.Pattern[str], Callable[[str], tuple[int, ...]], Abbreviations]:
    """The pattern of a language's tokens, what cuts its words, and its abbreviations.

    Compiling the class of all marks takes some 8 ms, so texts that hold none but those of Latin (`far` is
    false) don't ask for it.
    """
    marks = mark_class() if far else "\u0300-\u036f\ufe0f"
    joiners = "\u00ad\u200c\u200d\u2060"
    word = rf"[^\W_]+(?:[{marks}{joiners}]+[^\W_]*)*"
    letter = rf"[^\W\d_][{marks}]*"
    # Group 1 says that the word may have to be cut; groups cost time, so a language has it only where it
    # cuts.
    inner = {"en": rf"(['’])(?={word})|[-‐‑·]", "fr": rf"(['’‐‑-])(?={word})|·"}.get(language, "['’‐‑·-]")
    clitics = (
        r"""['’](?i:s|d|m|t|re|ve|ll|em|tis|twas|til|cause|bout|\d0s)(?!['’\w])|"""
        if language == "en"
        else ""
    )
    elided = r"(?i:[cçdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?!\w)|" if language == "fr" else ""
    inverted = r"(?i:-t-(?:il|elle|on|ils|elles))(?!\w)|" if language == "fr" else ""
    modifiers = rf"{marks}\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
    pattern = rf"""
        {clitics}{elided}{inverted}
        (?<!\w)(?:{letter}\.)+{letter}(?!\w)\.?(?:[-‐‑]{word})* | (?<!\w)Ph\.D\.?
      | [A-Za-z](?:\+\+|\#)(?!\w) | [A-Z]{{1,5}}&[A-Z]{{1,5}}(?!\w)
      | {word}(?:(?:{inner}){word}|(?<=\d)[.,٫٬](?=\d){word})*
      | [@\#]{word}(?:[_.-]{word})*
      | \.{{2,}} | (\.) | -{{2,}} | '' | ``
      | [\U0001f1e6-\U0001f1ff]{{2}}
      | \S[{modifiers}]*(?:\u200d[^\w\s][{modifiers}]*)*
    """
    cuts = {"en": _english_cuts, "fr": _french_cuts}.get(language, _whole)
    return re.compile(pattern, re.VERBOSE), cuts, abbreviations(language)


def _whole(word: str) -> tuple[int, ...]:
    return ()


_STRAIGHT = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "‐": "-",
        "‑": "-",
        "…": "...",
        "\u00ad": "",
        "\u2060": "",
    }
)


@lru_cache(65536)
def _normalised(word: str) -> str:
    return unicodedata.normalize("NFC", word).lower().translate(_STRAIGHT) or word
