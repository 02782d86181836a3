"""From pieces to text: a paraphrase as it is printed, and where everything of the source went.

Between two neighbours that were neighbours in the source and did not change, the source's characters stay.
Elsewhere:

- *Spacing.* The source's own space stays too, unless the rules of `separator` join the new neighbours and
  parted the old ones, or the other way round ("don't" → "do not").
- *Case.* A produced word has its form from the truecaser, else lower case. Then the piece takes the case of
  what it replaces: capitals for capitals, Title Case for two words or more in it, and one capitalised word's
  capital; only small letters are raised. Names and acronyms don't pass their case on to longer phrases
  ("Paris" → "the French capital", "UN" → "the organisation"): one is whatever the truecaser would itself
  write so. "I" and "A" pass on nothing.
- *Sentence start.* The first word has a capital if the source's had one. A kept word that loses the start
  becomes small unless the truecaser writes it otherwise or doesn't know it; without a truecaser only the
  words that commonly begin sentences become small.
- *Contractions.* "ca", "wo" and "sha" are "can", "will" and "shall" where "n't" leaves them, and become so
  where it comes; "n't" behind a word that takes none is "not".
- *Agreement.* A form that is wrong before its new neighbour is replaced by the first that is right. A search
  that chose forms itself finds nothing left to do here.
- *Characters.* Produced words take the line's apostrophes and quotes; class tokens become the entities that
  they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from otherwords.realisation.agreement import Agreement
from otherwords.realisation.spacing import Quotes, separator
from otherwords.realisation.truecaser import Truecaser
from otherwords.text.abbreviations import abbreviations, word_set
from otherwords.text.casing import (
    CAPITALISED,
    LOWER,
    MIXED,
    TITLE,
    UPPER,
    capitalised,
    has_case,
    like,
    pattern,
)
from otherwords.text.entities import parse_class_token
from otherwords.text.sentence import Sentence
from otherwords.text.tokens import Token, normalised


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paraphrase: the source positions it stands for, and its words (None: the source's own).

    Pieces come in target order. An empty target deletes; positions that no piece names are deleted too.
    """

    start: int
    end: int
    target: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Assembled:
    """A sentence's text and, for each piece given, its places in the source line and in the text.

    `kept` says where each unchanged source token stands in the text.
    """

    text: str
    pieces: list[tuple[int, int, int, int]]
    kept: dict[int, tuple[int, int]]


class _Word:
    """A word of the result: what is printed, its piece, its source token if it is one.

    A `fixed` word is an entity: nothing about it may change.
    """

    __slots__ = ("fixed", "piece", "text", "token")

    def __init__(self, text: str, piece: int, token: int = -1, fixed: bool = False) -> None:
        self.text, self.piece, self.token, self.fixed = text, piece, token, fixed


def assemble(
    sentence: Sentence,
    pieces: Sequence[Piece],
    *,
    language: str | None = None,
    truecaser: Truecaser | None = None,
    agreement: Agreement | None = None,
    verbatim: bool | None = None,
) -> Assembled:
    """The text of a sentence's span with these pieces, offsets in code points from the span's start.

    `language` is the sentence's own unless given. `verbatim` (the rule for pretokenized sentences) puts
    single spaces between words and changes no case and no character.

    >>> from otherwords.text import analyse
    >>> [sentence] = analyse("“I don’t like the DOG,” she said.")
    >>> pieces = [Piece(0, 3), Piece(3, 4, ("not",)), Piece(4, 5), Piece(5, 7, ("big", "cats")), Piece(7, 12)]
    >>> assemble(sentence, pieces).text
    '“I do not like big cats,” she said.'
    """
    language = sentence.language if language is None else language
    verbatim = sentence.pretokenized if verbatim is None else verbatim
    words, changed = _words(sentence, pieces)
    if not changed:
        return _unchanged(sentence, pieces)
    if not verbatim:
        _contractions(sentence, words, language)
        _case(sentence, pieces, words, language, truecaser)
        if agreement is not None:
            _agree(sentence, words, agreement)
        _characters(sentence, words)
    return _put_together(sentence, pieces, words, language, verbatim)


def join_line(line: str, sentences: Sequence[Sentence], texts: Sequence[str]) -> tuple[str, list[int]]:
    """The line with new texts for its sentences, and where each begins; what stood between sentences stays.

    >>> from otherwords.text import analyse
    >>> line = " One.  Two. "
    >>> join_line(line, analyse(line), ["Uno.", "Dos."])
    (' Uno.  Dos. ', [1, 7])
    """
    parts: list[str] = []
    starts: list[int] = []
    place = length = 0
    for sentence, text in zip(sentences, texts, strict=True):
        between = line[place : sentence.start]
        starts.append(length + len(between))
        parts += (between, text)
        length = starts[-1] + len(text)
        place = sentence.end
    return "".join([*parts, line[place:]]), starts


def moved_spans(
    sentence: Sentence, assembled: Assembled, spans: Iterable[tuple[int, int]]
) -> list[tuple[int, int] | None]:
    """Where spans of the source line stand in the text; None for one that was changed or torn apart.

    >>> from otherwords.text import analyse
    >>> [sentence] = analyse("The big dog barks.")
    >>> result = assemble(sentence, [Piece(0, 1), Piece(1, 2, ("very", "large")), Piece(2, 5)])
    >>> moved_spans(sentence, result, [(8, 11), (4, 7)])
    [(15, 18), None]
    """
    moved: list[tuple[int, int] | None] = []
    for start, end in spans:
        touched = [
            place for place, token in enumerate(sentence.tokens) if token.start < end and start < token.end
        ]
        moved.append(_moved(sentence, assembled, start, end, touched))
    return moved


def _moved(
    sentence: Sentence, assembled: Assembled, start: int, end: int, touched: list[int]
) -> tuple[int, int] | None:
    if not touched or start < sentence.start or end > sentence.end:
        return None
    if any(place not in assembled.kept for place in touched):
        return None
    first, last = touched[0], touched[-1]
    new_start = assembled.kept[first][0] + start - sentence.tokens[first].start
    new_end = assembled.kept[last][1] + end - sentence.tokens[last].end
    same = sentence.text[start:end].casefold() == assembled.text[new_start:new_end].casefold()
    return (new_start, new_end) if same else None


def _words(sentence: Sentence, pieces: Sequence[Piece]) -> tuple[list[_Word], bool]:
    """The words in target order, entities put back, and whether anything differs from the source."""
    tokens, known = sentence.tokens, sentence.words()
    # A search may name an entity by its class or by itself.
    entities = {token.text for token in tokens if token.kind} if sentence.classes else set()
    named = [
        token.text if token.text in entities else word for token, word in zip(tokens, known, strict=True)
    ]
    words: list[_Word] = []
    changed, expected = False, 0
    for number, piece in enumerate(pieces):
        if not 0 <= piece.start <= piece.end <= len(tokens):
            raise ValueError(f"piece {piece.start}:{piece.end} of a sentence of {len(tokens)} tokens")
        target = None if piece.target is None else list(piece.target)
        if target is None or target in (known[piece.start : piece.end], named[piece.start : piece.end]):
            changed |= piece.start != expected
            for place in range(piece.start, piece.end):
                words.append(_Word(tokens[place].text, number, place, bool(tokens[place].kind)))
        else:
            changed = True
            for word in target:
                entity = word in entities
                words.append(
                    _Word(word, number, fixed=True) if entity else _produced(sentence, piece, number, word)
                )
        expected = piece.end
    return words, changed or expected != len(tokens)


def _produced(sentence: Sentence, piece: Piece, number: int, word: str) -> _Word:
    parsed = parse_class_token(word) if sentence.classes else None
    if parsed is not None:
        kind, which = parsed
        for stretch in (sentence.tokens[piece.start : piece.end], sentence.tokens):
            found = [token.text for token in stretch if token.kind == kind]
            if len(found) >= which:
                return _Word(found[which - 1], number, fixed=True)
    return _Word(_TREEBANK.get(word, word), number)


# How treebanks, and tables made from them, write brackets and quotes.
_TREEBANK = {
    "-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}", "``": '"', "''": '"',
}  # fmt: skip


def _unchanged(sentence: Sentence, pieces: Sequence[Piece]) -> Assembled:
    offset, tokens = sentence.start, sentence.tokens
    places = []
    for piece in pieces:
        start, end = _source_place(sentence, piece)
        places.append((start, end, start - offset, end - offset))
    kept = {place: (token.start - offset, token.end - offset) for place, token in enumerate(tokens)}
    return Assembled(sentence.text[sentence.start : sentence.end], places, kept)


def _source_place(sentence: Sentence, piece: Piece) -> tuple[int, int]:
    """A piece's characters in the source line; for an empty piece the place before which it stands."""
    tokens = sentence.tokens
    if piece.start < piece.end:
        return tokens[piece.start].start, tokens[piece.end - 1].end
    place = tokens[piece.start].start if piece.start < len(tokens) else sentence.end
    return place, place


# Contractions

_BEFORE_NOT = {"ca": "can", "wo": "will", "sha": "shall"}
_BEFORE_NT = {"can": "ca", "will": "wo", "shall": "sha"}
_TAKES_NT = word_set(
    "ca wo sha do does did is are was were has have had would could should must might need ought dare ai"
)


def _contractions(sentence: Sentence, words: list[_Word], language: str) -> None:
    if language != "en":
        return
    for place, word in enumerate(words):
        plain = normalised(word.text)
        before = words[place - 1] if place else None
        if plain in _BEFORE_NOT and word.token >= 0 and _next_plain(sentence, word.token) == "n't":
            after = words[place + 1] if place + 1 < len(words) else None
            if after is None or normalised(after.text) != "n't":
                word.text = like([_BEFORE_NOT[plain]], pattern(word.text))[0]
        elif plain == "n't" and before is not None and not _as_in_source(sentence, before, word):
            left = normalised(before.text)
            if left in _BEFORE_NT:
                before.text = like([_BEFORE_NT[left]], pattern(before.text))[0]
            elif left not in _TAKES_NT:
                word.text = "NOT" if word.text.isupper() else "not"


def _next_plain(sentence: Sentence, token: int) -> str:
    return normalised(sentence.tokens[token + 1].text) if token + 1 < len(sentence.tokens) else ""


def _as_in_source(sentence: Sentence, left: _Word, right: _Word) -> bool:
    """Whether these are source tokens that were neighbours in this order."""
    return left.token >= 0 and right.token == left.token + 1


# Case


def _case(
    sentence: Sentence,
    pieces: Sequence[Piece],
    words: list[_Word],
    language: str,
    truecaser: Truecaser | None,
) -> None:
    tokens = sentence.tokens
    first = next(
        (place for place, token in enumerate(tokens) if any(map(str.isalnum, token.text))), len(tokens)
    )
    shape = _sentence_shape(tokens)
    capital = _starts_with_capital(tokens, first)
    start = next((place for place, word in enumerate(words) if any(map(str.isalnum, word.text))), len(words))
    # A kept word that was first and no longer is, or the other way round.
    lost = -1
    if shape == MIXED and capital:
        lost = next((place for place, word in enumerate(words) if word.token == first and place != start), -1)
    free = [place for place, word in enumerate(words) if word.token < 0 and not word.fixed]
    losing = lost >= 0 and not words[lost].fixed and pattern(words[lost].text) == CAPITALISED
    forms = _forms(words, set(free) | ({lost} if losing else set()), first, truecaser)
    for place in free:
        words[place].text = forms[place]
    if losing:
        words[lost].text = _without_start(words[lost].text, forms[lost], language, truecaser)
    _pass_case_on(sentence, pieces, words, first, shape, truecaser)
    if capital and start < len(words) and not words[start].fixed and words[start].token != first:
        words[start].text = capitalised(words[start].text)


def _sentence_shape(tokens: Sequence[Token]) -> str:
    """UPPER or TITLE for a sentence written so throughout (two words at least), else MIXED."""
    patterns = [pattern(token.text) for token in tokens if len(token.text) > 3 and not token.kind]
    if len(patterns) < 2 or LOWER in patterns:
        return MIXED
    if all(case == UPPER for case in patterns):
        return UPPER
    return TITLE if len(patterns) > 2 and patterns.count(CAPITALISED) > len(patterns) / 2 else MIXED


def _starts_with_capital(tokens: Sequence[Token], first: int) -> bool:
    """Whether the source begins as sentences do; if its first word can't tell (8, iPhone), its end does."""
    if first == len(tokens):
        return False
    case = pattern(tokens[first].text)
    if case in (CAPITALISED, UPPER):
        return True
    if case == LOWER and not tokens[first].kind:
        return False
    return any(token.text in _ENDS for token in tokens[-3:])


_ENDS = frozenset((".", "!", "?", "…", "..."))


def _forms(words: list[_Word], free: set[int], first: int, truecaser: Truecaser | None) -> list[str]:
    """Each word, those that are free in the truecaser's form; what it doesn't know stays as it is."""
    texts = [word.text for word in words]
    if truecaser is None or not free:
        return texts
    # Only the neighbourhood decides; two words on either side are the model's whole memory.
    low, high = max(0, min(free) - 2), max(free) + 3
    fixed: list[str | None] = []
    lower: list[str] = []
    for place in range(low, min(high, len(words))):
        text = texts[place]
        is_free = place in free and (text == text.lower() or words[place].token >= 0)
        # The sentence's first word has a capital that says nothing: its usual form serves as neighbour.
        fixed.append(
            None if is_free else truecaser.usual(text.lower()) if words[place].token == first else text
        )
        lower.append(normalised(text) if is_free else text)
    best = truecaser.best(lower, fixed)
    for place, form in enumerate(best, low):
        if place in free and fixed[place - low] is None:
            # What the truecaser leaves alone keeps its own characters.
            texts[place] = form if form != normalised(texts[place]) else texts[place].lower()
    return texts


def _without_start(text: str, form: str, language: str, truecaser: Truecaser | None) -> str:
    """A word that lost the sentence's start: in small letters unless it is a name, or may be one."""
    lower = text.lower()
    if lower == "i" and language == "en":
        return text
    if truecaser is not None:
        known = normalised(text)
        if truecaser.knows(known):
            return form
        return text
    common = abbreviations(language).starters
    return lower if lower.rstrip("'’") in common else text


def _pass_case_on(
    sentence: Sentence,
    pieces: Sequence[Piece],
    words: list[_Word],
    first: int,
    shape: str,
    truecaser: Truecaser | None,
) -> None:
    """Give each produced piece the case of what it replaced."""
    common = abbreviations(sentence.language).starters
    place = 0
    while place < len(words):
        number = words[place].piece
        end = place
        while end < len(words) and words[end].piece == number:
            end += 1
        if any(word.token < 0 for word in words[place:end]):
            own = [word for word in words[place:end] if not word.fixed]
            case = _inherited(sentence, pieces[number], len(own), first, shape, truecaser)
            replaced = normalised(sentence.tokens[pieces[number].start].text) if case == CAPITALISED else ""
            if (
                case == CAPITALISED
                and own
                and normalised(own[0].text).rstrip("'") in common
                and replaced.rstrip("'") not in common  # “We’ll …”: its place had the capital
            ):
                case = (
                    LOWER  # a name became "he", or an article: no word that has a capital inside a sentence
                )
            for word, text in zip(own, like([word.text for word in own], case), strict=True):
                word.text = text
        place = end


def _inherited(
    sentence: Sentence, piece: Piece, count: int, first: int, shape: str, truecaser: Truecaser | None
) -> str:
    """The case pattern that a piece passes on to the words that replace it."""
    if shape != MIXED:
        return shape
    tokens = sentence.tokens[piece.start : piece.end]
    source = [token.text for token in tokens if not token.kind and has_case(token.text)]
    case = pattern(source)
    if case not in (CAPITALISED, UPPER, TITLE) or not source:
        return LOWER
    if case == CAPITALISED:
        if len(source[0]) == 1 or piece.start <= first < piece.end:
            return LOWER  # "I" and "A"; or the sentence's start, which is seen to elsewhere
        if len(source) > 1:
            return CAPITALISED
    # The capital of a name is its own: no reason for one in a phrase that says the same at greater length. Capitals
    # throughout in a word that the truecaser has never met are an acronym's, most likely.
    if len(source) == 1 and count > 1 and truecaser is not None:
        known = normalised(source[0])
        if truecaser.usual(known) == source[0] or (case == UPPER and not truecaser.knows(known)):
            return LOWER
    if case == UPPER and len(source) == 1 and truecaser is not None:
        return LOWER if truecaser.usual(normalised(source[0])) == source[0] else UPPER
    return case


# Agreement


def _agree(sentence: Sentence, words: list[_Word], agreement: Agreement) -> None:
    for place in range(len(words) - 1, 0, -1):
        word, following = words[place - 1], words[place]
        plain = normalised(word.text)
        if word.fixed or _as_in_source(sentence, word, following) or agreement.agrees(plain, following.text):
            continue
        for variant in agreement.variants(plain):
            if agreement.agrees(variant, following.text):
                case = pattern(word.text)
                word.text = like([variant], case if case != UPPER or len(plain) > 1 else CAPITALISED)[0]
                break


# Characters


def _characters(sentence: Sentence, words: list[_Word]) -> None:
    """Apostrophes and quotes of produced words as the line has them."""
    line = sentence.text
    curly = "’" in line and "'" not in line
    quotes = ("“" in line or "”" in line) and '"' not in line
    if not curly and not quotes:
        return
    is_open = False
    for word in words:
        if word.text in ("“", "”"):
            is_open = word.text == "“"
        if word.fixed or word.token >= 0:
            continue
        if curly and "'" in word.text:
            word.text = word.text.replace("'", "’")
        if quotes and word.text == '"':
            word.text = "”" if is_open else "“"
            is_open = not is_open


# Putting together


def _put_together(
    sentence: Sentence, pieces: Sequence[Piece], words: list[_Word], language: str, verbatim: bool
) -> Assembled:
    parts: list[str] = []
    length = 0
    starts = [-1] * len(pieces)
    ends = [-1] * len(pieces)
    kept: dict[int, tuple[int, int]] = {}
    quotes = Quotes()
    for place, word in enumerate(words):
        if place:
            gap = _gap(sentence, pieces, words[place - 1], word, language, quotes, verbatim)
            parts.append(gap)
            length += len(gap)
        parts.append(word.text)
        if starts[word.piece] < 0:
            starts[word.piece] = length
        if word.token >= 0:
            kept[word.token] = (length, length + len(word.text))
        length += len(word.text)
        ends[word.piece] = length
        quotes.see(word.text)
    places: list[tuple[int, int, int, int]] = []
    before = 0
    for piece, start, end in zip(pieces, starts, ends, strict=True):
        if start < 0:
            start = end = before  # nothing was put down: the place after what came before
        places.append((*_source_place(sentence, piece), start, end))
        before = end
    return Assembled("".join(parts), places, kept)


def _gap(
    sentence: Sentence,
    pieces: Sequence[Piece],
    left: _Word,
    right: _Word,
    language: str,
    quotes: Quotes,
    verbatim: bool,
) -> str:
    """What stands between two words of the result."""
    tokens, line = sentence.tokens, sentence.text
    after = left.token + 1 if left.token >= 0 else pieces[left.piece].end  # the position behind the left word
    before = right.token if right.token >= 0 else pieces[right.piece].start
    if left.token >= 0 and right.token == after:
        return line[tokens[after - 1].end : tokens[after].start]
    if verbatim:
        adjacent = after == before and 0 < before < len(tokens)
        return line[tokens[before - 1].end : tokens[before].start] if adjacent else " "
    rule = separator(left.text, right.text, language, quotes)
    produced = left.token < 0 and right.token < 0 and left.piece == right.piece
    if (
        language == "en"
        and left.text.lower() == "can"
        and right.text.lower() == "not"
        and (produced or _was_cant(sentence, left))
    ):
        return ""  # one word to people, two to tables and models
    if left.piece == right.piece and left.token < 0:
        return rule
    if after == before and 0 < before < len(tokens):
        return _adapted(sentence, before, rule, language)
    # Something stood between and is gone, or the order is new: the space before the right word, else that
    # behind the left.
    if before < after or not 0 < before < len(tokens):
        return rule
    gap = _adapted(sentence, before, rule, language)
    if after and (gap == "" or not gap.isspace()) and rule:
        gap = _adapted(sentence, after, rule, language)
    elif gap and after and "\n" in (behind := line[tokens[after - 1].end : tokens[after].start]):
        gap = behind
    return gap


def _adapted(sentence: Sentence, place: int, rule: str, language: str) -> str:
    """The source's characters before a token, if the rules treat its new neighbours as the old."""
    left, right = sentence.tokens[place - 1], sentence.tokens[place]
    gap = sentence.text[left.end : right.start]
    old = separator(left.text, right.text, language)
    if bool(old) == bool(rule) or bool(gap) == bool(rule):
        return gap
    return rule


def _was_cant(sentence: Sentence, word: _Word) -> bool:
    return word.token >= 0 and normalised(sentence.tokens[word.token].text) == "ca"
