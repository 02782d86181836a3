"""The words of one sentence as numbers: what tables read, what is printed, what the language model reads.

Numbers below the vocabulary's size are the vocabulary's, those above it belong to glossaries of the run, and
the last ones to the sentence alone: words that nobody knows, and entities, of which the tables and the
language model see just the class.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from otherwords.errors import ModelError
from otherwords.text import KINDS, Sentence, Token, class_token
from otherwords.vocabulary import UNKNOWN, Vocabulary

NUMBERED = 9
"""Entities of one class that a unit may have: `<number>` to `<number_9>`."""
NO_WORD = 0x7FFFFFFF


class ClassWords:
    """The class tokens of a vocabulary, and of glossaries' words beyond it, as `RewriteBatch.propose` wants them."""

    def __init__(self, vocabulary: Vocabulary, extra: Sequence[str] = ()) -> None:
        tokens = [class_token(kind, k + 1) for kind in KINDS for k in range(NUMBERED)]
        others = {word: len(vocabulary) + i for i, word in enumerate(extra)}
        known = zip(tokens, vocabulary.ids(tokens), strict=True)
        self.numbers = array("I", [n if n >= 0 else others.get(token, NO_WORD) for token, n in known])
        self.first = {kind: max(vocabulary.id(class_token(kind)), -1) for kind in KINDS}


def entity_key(token: Token) -> str:
    """What `Numbering.number` knows an entity by: apart from any ordinary word that is spelt so."""
    return f"\0{token.kind}\0{token.text}"


class Numbering:
    """The numbers of a sentence's tokens, and words for numbers.

    >>> from otherwords.text import analyse
    >>> from otherwords.vocabulary import write_vocabulary
    >>> path = getfixture("tmp_path") / "vocabulary.bin"
    >>> write_vocabulary(path, ["<unk>", "<s>", "</s>", "a", "film"])
    >>> vocabulary = Vocabulary(path)
    >>> numbering = Numbering(analyse("A zany film")[0], vocabulary, ClassWords(vocabulary))
    >>> list(numbering.printed), numbering.word(5), numbering.number("film")
    ([3, 5, 4], 'zany', 4)
    """

    def __init__(
        self, sentence: Sentence, vocabulary: Vocabulary, classes: ClassWords, extra: Sequence[str] = ()
    ) -> None:
        self.vocabulary, self.extra = vocabulary, extra
        self.first_own = len(vocabulary) + len(extra)
        self._extra = {word: len(vocabulary) + i for i, word in enumerate(extra)}
        self._own: dict[str, int] = {}
        self.own_words: list[str] = []
        self.model_words = array("I")
        words = sentence.words()
        self.read = array("I", self.numbers(words))
        self.printed = self.read
        self.kinds = bytearray(len(words))
        if sentence.classes:
            self._add_entities(sentence, classes)

    def printed_numbers(self, other: Sentence) -> list[int]:
        """The numbers of another sentence's words as they are printed; its entities are this one's if spelt alike."""
        found = self.numbers(other.words())
        for place, token in enumerate(other.tokens if other.classes else ()):
            if token.kind:
                own = self._own.get(f"\0{token.kind}\0{token.text}")
                found[place] = self.number(token.text) if own is None else own
        return found

    def _add_entities(self, sentence: Sentence, classes: ClassWords) -> None:
        self.printed = array("I", self.read)
        for place, token in enumerate(sentence.tokens):
            if token.kind:
                self.kinds[place] = 1 + KINDS.index(token.kind)
                # the surface stands for itself, apart from any ordinary word that is spelt so
                self.printed[place] = self._add(entity_key(token), token.text, classes.first[token.kind])

    def _add(self, key: str, word: str, model_word: int = UNKNOWN) -> int:
        if key not in self._own:
            self._own[key] = self.first_own + len(self.own_words)
            self.own_words.append(word)
            self.model_words.append(max(model_word, UNKNOWN))
        return self._own[key]

    def number(self, word: str) -> int:
        """The number of any word; one that nobody knows gets one of the sentence's own."""
        return self.numbers([word])[0]

    def numbers(self, words: list[str]) -> list[int]:
        """The numbers of words."""
        found = self.vocabulary.ids(words)
        if min(found, default=0) >= 0:
            return found
        return [n if n >= 0 else self._other(word) for word, n in zip(words, found, strict=True)]

    def _other(self, word: str) -> int:
        number = self._extra.get(word)
        return self._add(word, word) if number is None else number

    def word(self, number: int) -> str:
        """The word with this number; an entity's is its surface."""
        if number >= self.first_own:
            if number - self.first_own >= len(self.own_words):
                raise ModelError(f"a table says word {number}, which lies outside the vocabulary: damaged")
            return self.own_words[number - self.first_own]
        known = len(self.vocabulary)
        return self.vocabulary.word(number) if number < known else self.extra[number - known]

    def words(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The words with these numbers."""
        return tuple(map(self.word, numbers))
