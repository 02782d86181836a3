"""Whether two words stand together or apart, by language.

The rules speak only where words meet that did not meet in the source; elsewhere the source's own spacing
stays (see `assemble`). A straight quote opens or closes by turns, so a `Quotes` remembers which are open.
"""

from __future__ import annotations

from functools import lru_cache

from otherwords.text.abbreviations import word_set

_CLOSING = frozenset(",.;:!?)]}%‰’”›»…،؛؟।。，、！？；：）］｝」』°")
_OPENING = frozenset("([{¿¡‘“„‹«（［｛「『#@$€£¥₹")
_BOTH = frozenset("/\\–‐‑_~^|*=+<>&")  # joined or not as the source has it; apart where we have to choose
_S = (
    "s",
    "S",
    "x",
    "z",
)  # "the dogs' bones": an apostrophe behind these, unless a quote is open, is no quote
_HIGH = frozenset(";:!?»")  # French puts a space before these and behind «
_CLITICS = frozenset(("n't", "'s", "'re", "'ve", "'ll", "'d", "'m", "'t"))
_ELIDED = frozenset(
    ("l'", "d'", "j'", "m'", "t'", "s'", "n'", "c'", "ç'", "qu'", "jusqu'", "lorsqu'", "puisqu'", "quoiqu'")
)
_INVERTED = word_set(
    "-je -tu -il -elle -on -nous -vous -ils -elles -ce -moi -toi -lui -leur -le -la -les -y -en -t-il -t-elle"
    " -t-on -t-ils -t-elles"
)
NO_BREAK = "\xa0"


class Quotes:
    """Which straight quotes are open at this place of a text."""

    __slots__ = ("_last", "_open")

    def __init__(self) -> None:
        self._open: set[str] = set()
        self._last = ""

    def see(self, word: str) -> None:
        """Take note of a word that has been put down."""
        if word == '"' or (word == "'" and (word in self._open or self._last[-1:] not in _S)):
            self._open ^= {word}
        self._last = word

    def closes(self, word: str) -> bool:
        """Whether this word, put down now, is a closing quote."""
        return word in self._open


def separator(left: str, right: str, language: str = "en", state: Quotes | None = None) -> str:
    """What stands between two words: "", a space, or a no-break space (French, before ; : ! ? »).

    `state` has seen the words before `right`, `left` included.

    >>> [separator(*pair.split()) for pair in ("dog ,", "( a", "do n't", "the dog", "it ’s")]
    ['', '', '', ' ', '']
    >>> [separator(*pair.split(), "fr") for pair in ("l' homme", "vu ?", "« oui", "donne -le", "oui ,")]
    ['', '\\xa0', '\\xa0', '', '']
    """
    if right in ('"', "'"):
        if state is not None and state.closes(right):
            return ""
        if right == "'" and left[-1:] in _S:
            return ""  # "the dogs' bones"
        return "" if left and left[-1] in _OPENING else " "
    if left in ('"', "'"):
        # Seen already, so open now means that it opened.
        if state is not None and state.closes(left):
            return ""
        if right and right[0] not in _CLOSING:
            return " "
    return _separator(left, right, language)


@lru_cache(65536)
def _separator(left: str, right: str, language: str) -> str:
    if not left or not right:
        return ""
    first, last = right[0], left[-1]
    plain = right.lower().replace("’", "'")
    if language == "fr":
        if first in _HIGH and len(right) <= 3 and last not in ";:!?":
            return NO_BREAK
        if left == "«":
            return NO_BREAK
        if plain in _INVERTED:
            return ""
        if left.lower().replace("’", "'") in _ELIDED:
            return "" if first.isalnum() or first in "«\"“'" else " "
        if first in "%€":
            return NO_BREAK
    elif plain in _CLITICS and last.isalnum():
        return ""
    if first in _CLOSING and (len(right) == 1 or right[0] == right[-1] or not right[1].isalnum()):
        return ""
    if last in _OPENING and (len(left) == 1 or not left[-2].isalnum()):
        return ""
    if right.startswith("...") and last.isalnum():
        return ""
    return " "
