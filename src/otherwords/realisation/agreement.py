"""Words whose form depends on the sound of the next one: a/an in English, elision in French.

Both questions are asked for hundreds of words a sentence, so each is a look into a table, and sounds are
remembered. Where the sound cannot be known (another script, a quote, a class token) every form is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from otherwords.text.abbreviations import word_set

VOWEL, CONSONANT, EITHER = 1, 2, 3


class Agreement:
    """The agreeing words of one language.

    >>> english, french = Agreement("en"), Agreement("fr")
    >>> english.variants("a"), english.agrees("an", "hour"), english.agrees("an", "university")
    (('a', 'an'), True, False)
    >>> french.variants("le"), french.agrees("le", "homme"), french.agrees("le", "héros")
    (('le', "l'"), False, True)
    """

    def __init__(self, language: str) -> None:
        self.language = language
        variants, self._check = _LANGUAGES.get(language, _NONE)
        self._variants = variants

    @classmethod
    def none(cls) -> Agreement:
        """No agreement: every word has one form, which is always right."""
        return cls("")

    def variants(self, word: str) -> tuple[str, ...]:
        """The forms that this lower-cased word may take, itself first."""
        return self._variants.get(word) or (word,)

    def varies(self, word: str) -> bool:
        """Whether the word has more forms than one, or is right before some words only."""
        return word in self._variants

    def agrees(self, word: str, following: str) -> bool:
        """Whether this form of the word is right before that word; any other word is right anywhere.

        The case of `following` says whether letters are spelled out ("an MBA", "a UN office").
        """
        return word not in self._variants or self._check(word, following)


def _none(word: str, following: str) -> bool:
    return True


# English


def _english(word: str, following: str) -> bool:
    return bool(english_sound(following) & (VOWEL if word == "an" else CONSONANT))


@lru_cache(65536)
def english_sound(word: str) -> int:
    """Whether a word begins with the sound of a vowel, of a consonant, or may begin with either.

    >>> [english_sound(w) for w in ("hour", "house", "one-off", "11-year-old", "X-ray", "historic")] == [
    ...     VOWEL, CONSONANT, CONSONANT, VOWEL, VOWEL, EITHER]
    True
    """
    start = _start().match(word)
    if start is None:
        return EITHER
    if start[1]:
        return _number_sound(start[1])
    head = start[2]
    plain = head if head.isascii() else _base_letters(head)
    lower = plain.lower()
    first = lower[0]
    if not ("a" <= first <= "z"):
        return EITHER
    if len(plain) == 1:
        return _letter(first)
    if lower in _SPELLED or (plain.isupper() and lower not in _SPOKEN and _spelled_out(lower)):
        return EITHER if lower in ("faq", "sql", "url") else _letter(first)
    if first == "h":
        if lower.startswith(("historic", "historian", "herb", "hors")) and not lower.startswith("horse"):
            return EITHER if lower != "hors" else VOWEL
        return VOWEL if lower.startswith(("hour", "honest", "honor", "honour", "heir")) else CONSONANT
    if first == "u":
        return CONSONANT if _you().match(lower) else VOWEL
    if first == "o":
        return CONSONANT if _wun().match(lower) else VOWEL
    if first == "e":
        return CONSONANT if lower.startswith(("eu", "ewe")) else VOWEL
    if first == "y":
        return VOWEL if lower.startswith(("ytt", "yps", "yv")) else CONSONANT
    return VOWEL if first in "ai" else CONSONANT


@cache
def _start() -> re.Pattern[str]:
    return re.compile(r"[-+−$€£¥#@]*(?:(\d[\d,.]*)|([^\W\d_]+))")


# "u" as in "you": a unit, a user, Utah, a ukulele, ubiquitous; not: uninvited, usher, utter, umbrella.
@cache
def _you() -> re.Pattern[str]:
    return re.compile(
        r"u(?:$|ni(?!n|mp|ma[gk]|dent|dio|ss|gn|ll)|nanim|nesco|s(?:[aeu]|ur|ing$)|t(?:en|er[iou]|il|op|ah|i\b|rec)"
        r"|biq|ke\b|kul|kra|ran|re[at]|rin|ro|rug|gand|lyss|vul|vula|fo|eu|topi)"
    )


@cache
def _wun() -> re.Pattern[str]:
    return re.compile(r"(?:one|ones|once|oneself|oneness|ouija|oaxac\w*|oneida)$")


_LETTERS_WITH_VOWEL = frozenset("aefhilmnorsx")
# Said letter by letter, also where lower case hides it.
_SPELLED = word_set(
    "fbi mba mp mps mri hiv html http https sql xml nba nfl nhl nhs sms suv lp ngo ngos rpg rv hr ml lcd"
    " led ssd sd msc mpeg fm hd hdmi hmo lgbt lgbtq lsd mtv mlb mls nda rfc rna rss sos svg ssh ssl fda"
    " fcc frs ftp hq hp hdtv ip ipo irs iq isp la llc llp lng lpg mc md ms npc nsa nsf nypd rbi rpm sat"
    " sdk seo snp spf ufc umbc xl xbox faq url mit sdp snl mdma mms nhtsa npr nyc nyu rcmp rsvp sas stl sw"
    " xlr"
)
_SPELLED -= frozenset(
    ("la", "led", "sat", "ms", "sos", "sas")
)  # these are words too where they are in lower case
# Written in capitals and said as words.
_SPOKEN = word_set(
    "ram rom sim lan mac nas nasa nato fifa uefa unesco unicef laser radar sonar scuba swat sars hud hal"
    " nix raid soap rest fema nafta asean opec lidar leed mash mad mip hamas saas sap nasdaq nascar unix"
    " lasik nim fat rad run"
)


def _letter(letter: str) -> int:
    return VOWEL if letter in _LETTERS_WITH_VOWEL else CONSONANT


def _spelled_out(lower: str) -> bool:
    """Whether capitals are said one by one: up to three letters, or no vowel among the first three."""
    return len(lower) <= 3 or not any(letter in "aeiouy" for letter in lower[1:3])


def _number_sound(digits: str) -> int:
    """Eight, eighty, eleven and eighteen begin with a vowel, as do 11 and 18 with thousands behind them.

    >>> [_number_sound(n) == VOWEL for n in ("8", "80", "11", "18,000", "18000", "110", "1", "8.5", "11.5")]
    [True, True, True, True, True, False, False, True, True]
    """
    whole = digits.split(".")[0].replace(",", "")
    if whole.startswith("8"):
        return VOWEL
    head = whole[: (len(whole) - 1) % 3 + 1]
    if head in ("11", "18"):
        return VOWEL
    # "an 1865 law" (eighteen sixty-five), "a 1,865-page book" (one thousand…)
    if len(whole) == 4 and whole[:2] in ("11", "18") and "," not in digits:
        return EITHER
    return CONSONANT


def _base_letters(word: str) -> str:
    """Letters without their accents: é is e, œ is o, æ is a."""
    plain = unicodedata.normalize(
        "NFD", word.replace("œ", "oe").replace("Œ", "OE").replace("æ", "ae").replace("Æ", "AE")
    )
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


# French


def _french(word: str, following: str) -> bool:
    sound = french_sound(following)
    if sound == EITHER:
        return True
    lower = following.lower().replace("’", "'")
    if word == "c'":
        return lower in _ETRE
    if word == "ce":
        return sound == CONSONANT or (lower in _SMALL_WORDS and lower not in _ETRE)
    if word == "s'" and lower in ("il", "ils"):
        return True
    if word == "si":
        return lower not in ("il", "ils")
    if word.endswith("'"):
        return sound == VOWEL
    if word in _BEFORE_VOWEL:
        return sound == VOWEL and lower not in _SMALL_WORDS
    if word in _ADJECTIVES:
        return sound == CONSONANT or lower in _SMALL_WORDS
    return sound == CONSONANT


@lru_cache(65536)
def french_sound(word: str) -> int:
    """Whether a French word lets the word before it be elided (a vowel or mute h) or not; digits never do.

    >>> [french_sound(w) == VOWEL for w in ("homme", "héros", "onze", "yeux", "yaourt", "ONU", "HLM", "8")]
    [True, False, False, True, False, True, False, False]
    """
    start = _start().match(word)
    if start is None:
        return EITHER
    if start[1]:
        return CONSONANT
    head = start[2]
    lower = _base_letters(head).lower()
    first = lower[0]
    if not ("a" <= first <= "z"):
        return EITHER
    if first == "h":
        if (head.isupper() and len(head) > 1) or len(head) == 1:
            return CONSONANT
        return CONSONANT if _aspirated().match(lower) else VOWEL
    if first == "y":
        if len(lower) == 1:
            return VOWEL  # the pronoun: j'y, s'y
        return VOWEL if lower[1] not in "aeiou" or lower in ("yeux", "yeuse", "yonne") else CONSONANT
    if lower in _NOT_ELIDING or lower.startswith("ouisti"):
        return CONSONANT
    return VOWEL if first in "aeiou" else CONSONANT


_NOT_ELIDING = word_set("onze onzieme onziemes oui ouah uhlan uhlans ululement ululer")


# The h that forbids elision, by beginnings, accents off: le héros, but l'héroïne; la halte, but l'haleine.
@cache
def _aspirated() -> re.Pattern[str]:
    return re.compile(
        r"h(?:abler|ach[eio]|agard|ai(?:$|e|ll|n|r|ss|t)|alag|al[eo](?:$|r|s$|t|ur)|all(?:$|s$|ebard|oween)|alt[eo](?:$|s$|ir)|amac|ambo|ameau"
        r"|ammam|ampe|amster|anch|and[bi]|angar|annet|anneton|ans|ant[ei]|app|aquen|ara[ns]|arass|arc[eè]l|ard[ei]|arem|areng|argn"
        r"|aricot|arnach|arnais|arp[eio](?:$|s|n|e)|arpon|asard|asch|at[eé]|atif|auban|aubert|auss|aut|avan|avr|ayon|eaum|ein|el(?:$|er)"
        r"|ennir|ennis|eraut|er[eo]s$|eriss|erni|eron|erse|etre$|etres$|eurt|ibou|ic(?:$|k)|ideu|ideur|ierarch|ip(?:$|p)|iss|it$|obby|obbies"
        r"|och[eè]|ockey|oll?and|olding|omard|ong|onni|ont|op$|oquet|ord[ei]s?$|ors|ot(?:$|-|te)|ot-dog|oubl|ouille|oul|ouppe|ourra|ouspill"
        r"|ouss|oux|ublot|uche|uee|uer|uguen|uit(?:$|a|i)|ulott|ululement|um(?:$|e)er|un(?:$|s)|uppe|ure|url|uron|ussard|utte)"
    )


_ELISIONS = {
    "le": "l'", "la": "l'", "de": "d'", "je": "j'", "me": "m'", "te": "t'", "se": "s'", "ne": "n'",
    "que": "qu'",
    "jusque": "jusqu'", "lorsque": "lorsqu'", "puisque": "puisqu'", "quoique": "quoiqu'", "si": "s'",
}  # fmt: skip
_ADJECTIVES = {"beau": "bel", "nouveau": "nouvel", "vieux": "vieil", "fou": "fol", "mou": "mol"}
_POSSESSIVES = {"ma": "mon", "ta": "ton", "sa": "son"}
_BEFORE_VOWEL = frozenset((*_ADJECTIVES.values(), "cet"))
_ETRE = word_set("est était étaient étais eût eut en ait eussent étant")
# After "ce" or "beau" these begin no noun: "beau et grand", "ce à quoi".
_SMALL_WORDS = word_set("à au aux avec en et ou où y a ai avait un une est était il elle on or")


def _french_variants() -> dict[str, tuple[str, ...]]:
    back: dict[str, list[str]] = {}
    table: dict[str, tuple[str, ...]] = {}
    for full, short in (*_ELISIONS.items(), *_ADJECTIVES.items()):
        table[full] = (full, short)
        back.setdefault(short, []).append(full)
    table.update({short: (short, *full) for short, full in back.items()})
    table.update({word: (word, other) for word, other in _POSSESSIVES.items()})
    table.update({"ce": ("ce", "c'", "cet"), "c'": ("c'", "ce", "cet"), "cet": ("cet", "ce")})
    return table


_Rules = tuple[Mapping[str, tuple[str, ...]], Callable[[str, str], bool]]
_NONE: _Rules = ({}, _none)
_LANGUAGES: dict[str, _Rules] = {
    "en": ({"a": ("a", "an"), "an": ("an", "a")}, _english),
    "fr": (_french_variants(), _french),
}
