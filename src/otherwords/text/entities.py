r"""Entity classes by rule (Quirk et al. 2004, §3.4): what stands in a text to be kept as it is.

Two families. *Opaque* kinds are one token whatever happens: `code` (`` `x = 1` ``, `snake_case`, `call()`,
`--option`), `placeholder` (`{name}`, `%s`, `${x}`, `{{t}}`, `[id]`), `tag` (`<b>`, `&amp;`), `url`, `email`,
`file`. *Number-like* kinds are ordinary words unless a model was learned with classes: `date`, `time`,
`money`, `percent`, `number`.

Entities don't overlap: the leftmost wins, and among those that begin at one place the first in the order
of `KINDS`, each taking as much as it can; a kind stands before those that it may contain, so that this is
the longest. Every repetition that could meet a hostile text is bounded, so time grows with length alone.

>>> text = "Send $5 to a@b.org by March 3, 2021"
>>> [(text[start:end], kind) for start, end, kind in find_entities(text)]
[('$5', 'money'), ('a@b.org', 'email'), ('March 3, 2021', 'date')]
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

OPAQUE = ("code", "placeholder", "tag", "url", "email", "file")
NUMBER_LIKE = ("date", "time", "money", "percent", "number")
KINDS = OPAQUE + NUMBER_LIKE
CLASS_TOKENS = {kind: f"<{kind}>" for kind in KINDS}
_CLASSES = {token: kind for kind, token in CLASS_TOKENS.items()}


class Entity(NamedTuple):
    """A stretch of text, in code points, and what it is."""

    start: int
    end: int
    kind: str


def class_token(kind: str, number: int = 1) -> str:
    """The word that stands for the number-th entity of a kind within one unit.

    >>> class_token("number"), class_token("number", 2)
    ('<number>', '<number_2>')
    """
    return CLASS_TOKENS[kind] if number == 1 else f"<{kind}_{number}>"


def parse_class_token(word: str) -> tuple[str, int] | None:
    """The kind and number that a class token says; None for any other word.

    >>> parse_class_token("<number_2>"), parse_class_token("<url>"), parse_class_token("<b>")
    (('number', 2), ('url', 1), None)
    """
    if not word.startswith("<"):
        return None
    if kind := _CLASSES.get(word):
        return kind, 1
    name, _, number = word[1:-1].rpartition("_")
    if (
        name in CLASS_TOKENS
        and word.endswith(">")
        and number.isdecimal()
        and number.isascii()
        and int(number) > 1
    ):
        return name, int(number)
    return None


def unnumbered(word: str) -> str:
    """The class token without its number, as the language model knows it; other words as they are.

    >>> unnumbered("<date_3>"), unnumbered("cat")
    ('<date>', 'cat')
    """
    parsed = parse_class_token(word)
    return CLASS_TOKENS[parsed[0]] if parsed else word


def find_entities(text: str, language: str = "en") -> list[Entity]:
    """All entities of a text, in order, none overlapping another."""
    if _GATE.search(text) is None:
        return []
    return [Entity(match.start(), match.end(), _kind(match)) for match in _pattern(language).finditer(text)]


def whole_entity(text: str, language: str = "en") -> str:
    """The kind of entity that this text is from end to end, or "".

    >>> whole_entity("10%"), whole_entity("ten")
    ('percent', '')
    """
    found = find_entities(text, language)
    return found[0].kind if len(found) == 1 and found[0][:2] == (0, len(text)) else ""


_SIGN = "sign_"  # group names of rules that begin with a sign, not with a letter or digit

# Most lines hold no entity, and need not wait for the long pattern: one of these must be there.
_GATE = re.compile(r"[\d`{<%&\[\\@/_]|\w\(\)|--\w|[$.]\w")

_EXTENSIONS = (
    "txt|md|rst|pdf|docx?|xlsx?|pptx?|csv|tsv|jsonl?|xml|html?|xhtml|css|scss|js|mjs|ts|jsx|tsx|py|pyx|pyi|ipynb|java|jar"
    "|c|cc|cpp|h|hpp|cs|go|rs|rb|php|sh|bash|bat|cmd|ps1|exe|dll|zip|tar|gz|tgz|bz2|xz|7z|rar|jpe?g|png|gif|svg|bmp|tiff?"
    "|webp|ico|mp3|mp4|wav|avi|mkv|mov|flac|ogg|toml|ya?ml|ini|cfg|conf|log|sql|db|sqlite|bin|dat|iso|img|apk|dmg|deb|rpm"
    "|tex|bib|od[tsp]|rtf|epub|lock|tmp|bak|ttf|otf|woff2?|psd|swf|vue|kt|swift|diff|patch|arpa|whl"
)
# Country codes that are also words (it, me, us, be, in…) are left out: a missing space must not make an
# address.
_DOMAINS = (
    "com|org|net|edu|gov|mil|info|biz|io|dev|app|eu|uk|fr|de|ch|nl|jp|cn|ru|br|ca|pl|cz|dk"
    "|co\\.(?:uk|jp|nz|za|kr|in|il)"
)
_URL_REST = r"""(?:[^\s<>"“”«»`(){}|\\]|\([^\s()<>]{0,200}\)|\{[\w.]{0,60}\}){0,2000}
    (?:\([^\s()<>]{0,200}\)|\{[\w.]{0,60}\}|[\w/\#=&%+~@$*-])"""
_NUMBER = r"\d+(?:[.,٫٬]\d+){0,8}(?:[-–/:]\d+(?:[.,]\d+){0,8}){0,8}"
_CURRENCY = "[$€£¥₹₽₩₪₺]"
_CODES = "USD|EUR|GBP|CHF|JPY|CAD|AUD|CNY|INR|SEK|NOK|DKK|PLN"

_MONTHS = {
    "en": (
        r"(?=[JFMASOND])(?:January|February|March|April|May|June|July|August|September|October|November|December"
        r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
    ),
    "fr": (
        r"(?i:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
        r"|(?:janv|févr|avr|juil|sept|oct|nov|déc)\.)"
    ),
}
_DATES = {
    "en": r"""{month}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?(?![\w:%.]|\.\d)
            | {month}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?(?=\.(?:\s|$))
            | {month},?\s\d{{4}}(?!\w)
            | \d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{month}(?:,?\s\d{{4}})?(?!\w)""",
    "fr": r"""(?:1er|\d{{1,2}})\s{month}(?:\s\d{{4}})?(?!\w)""",
}
_AMOUNTS = {
    "en": "k|K|[mM]n?|bn|tn|B|thousand|million|billion|trillion",
    "fr": "k|K|M|Mds?|milliers?|millions?|milliards?",
}
_TIMES = {
    "en": r"\d{1,2}(?:[:.]\d{2})?\s?(?i:[ap]\.\s?m\.|[ap]m\b)",
    "fr": r"\d{1,2}\s?[hH](?:\s?[0-5]\d)?(?!\w)",
}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The pattern of entities, a group for each kind."""
    spaces = "[ \xa0\u202f]"
    # A space between thousands is usual in French; elsewhere only one that does not break counts.
    thousands = spaces if language == "fr" else "[\xa0\u202f]"
    number = rf"(?:\d{{1,3}}(?:{thousands}\d{{3}})+(?!\d)(?:[.,]\d+)?|{_NUMBER})"
    amount = _AMOUNTS.get(language, _AMOUNTS["en"])
    month = _MONTHS.get(language)
    dates = _DATES[language].format(month=month) if month else "(?!)"
    times = _TIMES.get(language, "(?!)")
    signs = {
        "code": r"""`{2}[^\n]{1,500}?`{2} | `[^`\n]{1,500}`
                  | (?<![^\s(\["'])--[a-z][a-z0-9]*(?:-[a-z0-9]+){0,8}(?:=[^\s,;)]{1,200})?(?!\w)""",
        "placeholder": r"""\{\{[^{}\n]{0,200}\}\} | [$%\#]?\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,200}\}
                         | \$[A-Za-z_]\w{0,60} | (?<![\w%])%[A-Za-z_]\w{0,60}%
                         | (?<![\w%])%(?:\(\w{1,60}\))?(?:\d+\$)?[-+0\#]{0,3}\d{0,4}(?:\.\d{1,4})?
                           (?:hh?|ll?|[Lzjt])?[sdiufFeEgGxXocp@](?!\w)
                         | (?<![\w%])%L?\d{1,2}(?!\w)
                         | \[(?:[A-Z][A-Z0-9_]{0,60}|\d{1,4}|[a-z]\w{0,60})\](?![\w(])
                         | \\(?:[nrt"'\\](?![\w\\])|u[0-9a-fA-F]{4})""",
        "tag": r"""</?[A-Za-z][^<>\n]{0,500}> | <!--[^\n]{0,500}?-->
                 | &(?:[A-Za-z][A-Za-z0-9]{1,30}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});""",
        "file": r"""(?<![\w./~])(?:~|\.{1,2})?(?=/[\w.+@-]{2})(?:/[\w.+@-]{1,100}){1,20}/?(?<![.+@-])
                  | (?<![\w.…!?)])\.[a-z][a-z]{2,20}(?:[-_.][a-z]{1,20})?(?!\w)""",
    }
    after = r"(?![\w@-]|\.\w)(?::\d{1,5})?"
    words = {
        "code": r"""[A-Za-z]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,8}\(\)
                  | [A-Za-z]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){2,8}(?!\w)
                  | (?=[^\W_]{1,60}_+[^\W_])[A-Za-z]\w{0,100}(?:\.[A-Za-z_]\w{0,60}){0,8}
                  | __\w{1,60}__(?!\w)""",
        "url": rf"""(?: (?i:https?|ftps?|sftp|ssh|git|file|wss?):// | (?i:mailto|tel):[\w+] | (?i:www\.)[\w-]
                     | (?:[A-Za-z0-9][\w-]{{0,62}}\.){{1,8}}(?i:{_DOMAINS}){after}/ ){_URL_REST}
                  | (?:[A-Za-z0-9][\w-]{{0,62}}\.){{1,8}}(?i:{_DOMAINS}){after}/?""",
        "email": r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}",
        "file": rf"""[A-Za-z]:\\[^\s"<>|*?]{{0,300}}[\w\\]
                   | (?:[\w.-]{{1,100}}[/\\]){{0,12}}[\w-]{{1,100}}(?:\.[\w-]{{1,60}}){{0,4}}
                     \.(?i:{_EXTENSIONS})(?!\w|\.\w)""",
        "date": rf"""\d{{4}}-\d{{2}}-\d{{2}}
                     (?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?(?:Z|[+-]\d{{2}}:?\d{{2}})?)?(?![\w-])
                   | [0-3]?\d[./-][0-3]?\d[./-](?:19|20)\d\d(?![\w/-]) | \d{{1,2}}/\d{{1,2}}/\d\d(?![\w/-])
                   | {dates}""",
        "time": rf"{times} | \d{{1,2}}:[0-5]\d(?::[0-5]\d)?(?![\w:])",
    }
    # Money, percentages and numbers share one group, for the pattern of a number is long; `_kind` tells them
    # apart.
    quantity = rf"""
        (?: (?:(?:US|AU|CA|NZ|HK|R|A|C)?{_CURRENCY} | (?:{_CODES}))
            {spaces}?{number}(?:{spaces}?(?:{amount})(?!\w))?(?!\w)
          | {number}(?: {spaces}?[%‰](?!\w)
                      | (?:{spaces}?(?:{amount}))?{spaces}?(?:{_CURRENCY}|(?:{_CODES})(?!\w))(?!\w)
                      | (?!\w|[-‐‑][^\W\d_]|[.,]\d) ) )"""

    def named(prefix: str, rules: dict[str, str]) -> str:
        return "|".join(f"(?P<{prefix}{kind}>{rules[kind]})" for kind in KINDS if kind in rules)

    lettered = {kind: words.pop(kind) for kind in ("url", "email", "file")}
    code = words.pop("code")
    # Looking ahead for what an address or a file name must hold is cheaper than trying each rule at each
    # word. A sign belongs to its number only where nothing stands before it: not in "5-3", nor "-19" in
    # "Covid-19".
    whole = rf"""(?<!\w)(?: (?=[\w+-]{{1,100}}[@.:/\\]) (?:{named("", lettered)})
                          | (?=\w{{0,60}}[_(.]) (?P<code>{code})
                          | (?=[\dA-Z])(?<![^\W\d_][-‐‑]) (?:{named("", words)}) )
               | (?:(?<![\w)\]%])[-+−] | (?<!\w)(?<![^\W\d_][-‐‑])) (?=[\dA-Z]|{_CURRENCY})
                 (?P<quantity>{quantity})
               | (?=[^\w\s]) (?:{named(_SIGN, signs)} | (?P<{_SIGN}number>(?<![\w.])\.\d+(?!\w)))"""
    return re.compile(whole, re.VERBOSE)


def _kind(match: re.Match[str]) -> str:
    group = match.lastgroup or ""
    if group != "quantity":
        return group.removeprefix(_SIGN)
    quantity = match[0]
    if quantity[-1] in "%‰":
        return "percent"
    # What is neither digit nor sign in a number are the marks between digits; money has a currency.
    return "money" if _MONEY.search(quantity) else "number"


_MONEY = re.compile("[A-Z$€£¥₹₽₩₪₺]")
