"""The case of words, learned from text: the best forms of a sentence's words under a trigram model.

Lita, Ittycheriah, Roukos & Kambhatla 2003 (tRuEcasIng): each lower-cased word has the forms it was seen in,
and of all sequences of forms the Viterbi algorithm takes the one most probable under a trigram model of cased
words. As there, the first word of a sentence teaches nothing about case. We differ in smoothing and leave
their sentence-level capitalisation and mixed-case classes out:

    p(w | u, v) = λ(u,v) f(w | u,v) + (1 − λ(u,v)) p(w | v)
    p(w | v)    = λ(v) f(w | v) + (1 − λ(v)) p(w)
    p(w)        = (c(w) + 1/2) / (N + 1/2)
    λ(h)        = c(h) / (c(h) + t(h))            Witten & Bell 1991: t(h) distinct words were seen after h

Kept are the n-grams that can ever decide: those that hold a word with two forms or more, and their contexts.
So t(u,v) of two words with one form each counts only such followers.

The file (kind "truecaser", version 1): forms sorted by their bytes and numbered in this order; the form
numbers of each lower-cased word; counts; keys of bigrams and trigrams, sorted, 21 bits a word.
"""

from __future__ import annotations

import math
import os
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from otherwords.errors import ModelError, UsageError
from otherwords.text.casing import CAPITALISED, pattern

KIND, VERSION = "truecaser", 1
BEGIN, END = "<s>", "</s>"
_BITS = 21
_MOST = (1 << _BITS) - 2
_UNKNOWN = (1 << _BITS) - 1


class Truecaser:
    """A mapped truecaser.

    >>> path = getfixture("tmp_path") / "truecaser.bin"
    >>> train_truecaser([["We", "like", "Paris"], ["But", "I", "like", "apples"]], path)
    >>> truecaser = Truecaser(path)
    >>> truecaser.best(["apples", "like", "paris"])
    ['apples', 'like', 'Paris']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # Imported here, for a model without a truecaser should not pay for it.
        from otherwords.storage import Arrays
        from otherwords.vocabulary._index import Index

        arrays = Arrays(path, KIND, VERSION)
        self.path = arrays.path
        try:
            self._forms = Index(arrays["text"], arrays["offsets"], arrays["slots"])
            self._words = Index(arrays["word_text"], arrays["word_offsets"], arrays["word_slots"])
        except ValueError as error:
            raise ModelError(f"{path}: {error}") from error
        self._first, self._members = arrays["first"], arrays["members"]
        self._counts, self._types = arrays["counts"], arrays["types"]
        self._bigrams, self._bigram_counts = arrays["bigrams"], arrays["bigram_counts"]
        self._bigram_types = arrays["bigram_types"]
        self._trigrams, self._trigram_counts = arrays["trigrams"], arrays["trigram_counts"]
        size = self._forms.size
        for name, expected in (
            ("counts", size), ("types", size), ("first", self._words.size + 1),
            ("bigram_counts", len(self._bigrams)),
            ("bigram_types", len(self._bigrams)), ("trigram_counts", len(self._trigrams)),
        ):  # fmt: skip
            if len(arrays[name]) != expected:
                raise ModelError(f"{path}: {name} has {len(arrays[name])} items, expected {expected}")
        self._total = arrays.number("total", 2**53)
        self._known: dict[str, tuple[tuple[str, int], ...]] = {}

    def knows(self, word: str) -> bool:
        """Whether the text it was learned from held this lower-cased word, in any form."""
        return bool(self._of(word))

    def forms(self, word: str) -> list[tuple[str, int]]:
        """The forms of a lower-cased word with their counts, the most frequent first."""
        found = self._of(word)
        return sorted(((form, self._counts[number]) for form, number in found), key=lambda f: (-f[1], f[0]))

    def usual(self, word: str) -> str:
        """The most frequent form of a lower-cased word; the word itself where it is unknown."""
        found = self.forms(word)
        return found[0][0] if found else word

    def best(self, words: Sequence[str], fixed: Sequence[str | None] | None = None) -> list[str]:
        """The best forms of lower-cased words; a fixed form stays and helps to choose its neighbours'.

        Unknown words stay as they are. Of equally probable sequences the one most frequent first wins.
        """
        given = [None] * len(words) if fixed is None else fixed
        choices: list[tuple[tuple[str, int], ...]] = []
        for word, form in zip(words, given, strict=True):
            if form is not None:
                choices.append(((form, self._number(form)),))
            else:
                choices.append(self._of(word) or ((word, self._number(word)),))
        result = [forms[0][0] for forms in choices]
        # Words with one form split the sentence: two of them together, and what stands beyond says nothing
        # more.
        place, count = 0, len(choices)
        while place < count:
            if len(choices[place]) == 1:
                place += 1
                continue
            end, last = place + 1, place
            while end < count and end - last <= 2:
                if len(choices[end]) > 1:
                    last = end
                end += 1
            end = last + 1
            result[place:end] = self._viterbi(choices, place, end)
            place = end
        return result

    def _viterbi(self, choices: list[tuple[tuple[str, int], ...]], start: int, end: int) -> list[str]:
        """The best forms of choices[start:end], whose neighbours on both sides have one form each."""
        begin, stop = self._number(BEGIN), self._number(END)

        def single(place: int) -> int:
            return choices[place][0][1] if place >= 0 else begin

        states: dict[tuple[int, int], tuple[float, tuple[str, ...]]] = {
            (single(start - 2), single(start - 1)): (0.0, ())
        }
        for place in range(start, min(end + 2, len(choices) + 1)):
            options = choices[place] if place < len(choices) else (("", stop),)
            following: dict[tuple[int, int], tuple[float, tuple[str, ...]]] = {}
            for (before, last), (score, path) in states.items():
                for form, number in options:
                    total = score + math.log(self._probability(before, last, number))
                    state = (last, number)
                    if state not in following or total > following[state][0]:
                        following[state] = (total, (*path, form) if place < end else path)
            states = following
        return list(max(states.values(), key=lambda found: found[0])[1])

    def _probability(self, u: int, v: int, w: int) -> float:
        count = self._counts[w] if w < _MOST else 0
        probability = (count + 0.5) / (self._total + 0.5)
        if v >= _MOST:
            return probability
        probability = _mixed(
            self._counts[v],
            self._types[v],
            _count(self._bigrams, self._bigram_counts, v << _BITS | w),
            probability,
        )
        if u >= _MOST:
            return probability
        key = u << _BITS | v
        place = bisect_left(self._bigrams, key)
        if place == len(self._bigrams) or self._bigrams[place] != key:
            return probability
        seen = _count(self._trigrams, self._trigram_counts, key << _BITS | w)
        return _mixed(self._bigram_counts[place], self._bigram_types[place], seen, probability)

    def _number(self, form: str) -> int:
        try:
            number = self._forms.id(form)
        except IndexError as error:
            raise ModelError(f"{self.path}: {error}") from error
        return number if number >= 0 else _UNKNOWN

    def _of(self, word: str) -> tuple[tuple[str, int], ...]:
        """The forms of a lower-cased word and their numbers, the most frequent first."""
        found = self._known.get(word)
        if found is not None:
            return found
        try:
            number = self._words.id(word)
            members = self._members[self._first[number] : self._first[number + 1]] if number >= 0 else ()
            found = tuple((self._forms.bytes(form).decode("utf-8", "replace"), form) for form in members)
        except IndexError as error:
            raise ModelError(f"{self.path}: {error}") from error
        if len(self._known) > 100_000:
            self._known.clear()
        self._known[word] = found
        return found


def _mixed(context: int, types: int, count: int, lower: float) -> float:
    """λ f + (1 − λ) p' with Witten and Bell's λ, which is (c + t p') / (c(h) + t(h))."""
    return (count + types * lower) / (context + types) if types else lower


def _count(keys: memoryview, counts: memoryview, key: int) -> int:
    place = bisect_left(keys, key)
    return int(counts[place]) if place < len(keys) and keys[place] == key else 0


def train_truecaser(
    sentences: Iterable[Sequence[str]],
    path: str | os.PathLike[str],
    *,
    min_count: int = 1,
    min_ngram: int = 1,
    min_share: float = 0.01,
) -> None:
    """Learn from tokenised, cased sentences and write the file.

    They are read twice, so a generator will not do. The first word of a sentence counts in its usual form
    elsewhere; if it has none it is learned only where it has more capitals than the start gives it, so that a
    word known from starts alone is neither taken for a name nor for none. Sentences without a small letter
    after their first word (headlines in capitals or Title Case) are left out. Forms rarer than `min_count` or
    than `min_share` of their word, and n-grams rarer than `min_ngram`, are dropped.
    """
    if iter(sentences) is sentences:
        raise UsageError(
            "train_truecaser reads its sentences twice; give it a list, or an object that can be read again"
        )
    members, chosen = _learn_forms(sentences, min_count, min_share)
    forms = sorted({form for found in members.values() for form in found} | {BEGIN, END}, key=str.encode)
    if len(forms) > _MOST:
        raise UsageError(f"{len(forms)} word forms, more than {_MOST}; raise min_count")
    number = {form: place for place, form in enumerate(forms)}
    counts = _count_ngrams(sentences, number, members, chosen)
    _write(path, forms, number, members, *counts, min_ngram)


def _learn_forms(
    sentences: Iterable[Sequence[str]], min_count: int, min_share: float
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The forms of each word, most frequent first, and the usual form of words that also begin sentences."""
    inside: Counter[str] = Counter()
    initial: Counter[str] = Counter()
    for sentence in sentences:
        if teaches(sentence):
            first = first_word(sentence)
            inside.update(sentence[:first])
            inside.update(sentence[first + 1 :])
            initial.update(sentence[first : first + 1])
    found: dict[str, list[tuple[int, str]]] = {}
    for form, count in inside.items():
        found.setdefault(form.lower(), []).append((-count, form))
    members: dict[str, list[str]] = {}
    for word, seen in found.items():
        seen.sort()
        least = max(min_count, min_share * -sum(count for count, _ in seen))
        if kept := [form for count, form in seen if -count >= least]:
            members[word] = kept
    starts: dict[str, list[tuple[int, str]]] = {}
    for form, count in initial.items():
        # A capital there says nothing, but NATO and iPhone do.
        if form.lower() not in found and count >= min_count and pattern(form) != CAPITALISED:
            starts.setdefault(form.lower(), []).append((-count, form))
    members.update((word, [min(seen)[1]]) for word, seen in starts.items())
    return members, {word: forms[0] for word, forms in members.items()}


def teaches(sentence: Sequence[str]) -> bool:
    """Whether a sentence's case says anything: headlines in capitals or Title Case don't.

    >>> teaches(["The", "dog", "barks"]), teaches(["DOG", "BITES", "MAN"]), teaches(["Rex"])
    (True, False, True)
    """
    cased = [word for word in sentence if word.lower() != word.upper()]
    return len(cased) < 2 or any(word == word.lower() for word in cased[1:])


def first_word(sentence: Sequence[str]) -> int:
    """The position of the word that has the sentence's capital: the first that holds a letter or digit.

    >>> first_word(['"', "Yes", "."]), first_word(["..."])
    (1, 1)
    """
    for place, word in enumerate(sentence):
        if any(map(str.isalnum, word)):
            return place
    return len(sentence)


_Counts = tuple[Counter[int], Counter[int], Counter[int], int]


def _count_ngrams(
    sentences: Iterable[Sequence[str]],
    number: dict[str, int],
    members: dict[str, list[str]],
    chosen: dict[str, str],
) -> _Counts:
    """Counts of words, pairs, and of triples that hold a word with several forms; keys as in the file."""
    open_words = {number[form] for found in members.values() if len(found) > 1 for form in found}
    begin, end = number[BEGIN], number[END]
    ones: Counter[int] = Counter()
    twos: Counter[int] = Counter()
    threes: Counter[int] = Counter()
    total = 0
    for sentence in sentences:
        if not teaches(sentence):
            continue
        first = first_word(sentence)
        ids = [begin, begin]
        ids += [
            number.get(word if place != first else chosen.get(word.lower(), word), _UNKNOWN)
            for place, word in enumerate(sentence)
        ]
        ids.append(end)
        ones.update(ids[1:])
        total += len(ids) - 2
        for u, v, w in zip(ids, ids[1:], ids[2:], strict=False):
            if _UNKNOWN not in (v, w):
                twos[v << _BITS | w] += 1
                if u != _UNKNOWN and (u in open_words or v in open_words or w in open_words):
                    threes[(u << _BITS | v) << _BITS | w] += 1
        # The context <s> <s> is asked for at a sentence's first word.
        twos[begin << _BITS | begin] += 1
    ones.pop(_UNKNOWN, None)
    return ones, twos, threes, total


def _write(
    path: str | os.PathLike[str],
    forms: list[str],
    number: dict[str, int],
    members: dict[str, list[str]],
    ones: Counter[int],
    twos: Counter[int],
    threes: Counter[int],
    total: int,
    min_ngram: int,
) -> None:
    from otherwords.storage import write_arrays
    from otherwords.vocabulary._index import fill_slots

    mask = _UNKNOWN
    open_words = {number[form] for found in members.values() if len(found) > 1 for form in found}
    types: Counter[int] = Counter(key >> _BITS for key in twos)
    pair_types: Counter[int] = Counter(key >> _BITS for key in threes)
    # Contexts of trigrams whose other words are all of one form were never counted, and are never asked for.
    trigrams = sorted(key for key, count in threes.items() if count >= min_ngram)
    contexts = {key >> _BITS for key in trigrams}
    bigrams = sorted(
        key
        for key, count in twos.items()
        if key in contexts
        or (count >= min_ngram and (key >> _BITS in open_words or key & mask in open_words))
    )
    words = sorted(members, key=str.encode)
    arrays: dict[str, object] = {}
    for prefix, texts in (("", forms), ("word_", words)):
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        slots = array("I", bytes(4 * (2 * len(encoded) + 1)))
        fill_slots(encoded, slots)
        arrays[f"{prefix}text"] = b"".join(encoded)
        arrays[f"{prefix}offsets"] = array("I", accumulate(map(len, encoded), initial=0))
        arrays[f"{prefix}slots"] = slots
    arrays["first"] = array("I", accumulate((len(members[word]) for word in words), initial=0))
    arrays["members"] = array("I", (number[form] for word in words for form in members[word]))
    arrays["counts"] = array("I", (ones[place] for place in range(len(forms))))
    arrays["types"] = array("I", (types[place] for place in range(len(forms))))
    arrays["bigrams"] = array("Q", bigrams)
    arrays["bigram_counts"] = array("I", (twos[key] for key in bigrams))
    arrays["bigram_types"] = array("I", (pair_types[key] for key in bigrams))
    arrays["trigrams"] = array("Q", trigrams)
    arrays["trigram_counts"] = array("I", (threes[key] for key in trigrams))
    write_arrays(path, KIND, VERSION, arrays, {"total": total})
