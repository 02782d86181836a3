"""Every option that limits the answers, against a filter over all answers there are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import nearly
from otherwords import Options
from otherwords.errors import UsageError
from otherwords.paraphrase.diversity import token_distance
from otherwords.text import tokenize
from otherwords.text.tokens import normalised

LINES = [
    "The dog runs after the young cat in the big house.",
    "I think that Paris is a big city, and Paris is large.",
    "She can't see the 3 cats and 2 dogs in the garden now.",
    "It's a big idea, isn't it?",
    "“We won’t buy a big car,” she said.",
    "An old/big house (big) – it's 10km away…",
]
SEVERAL = [
    "It is a big idea. She saw the dog.",
    "Paris is big.  I can't see the cat now!\tWe bought 3 books.",
]
EVERYTHING = 5000


def everything(paraphraser, line, **options):
    """All there is to a line, the source included, best first."""
    record = paraphraser.record(line, Options(n=EVERYTHING, include_source=True, **options))
    assert record.status.startswith("exhausted: there are no more paraphrases"), record.status
    return record.paraphrases


def words_of(text):
    return [normalised(token) for token in tokenize(text)]


def says(text, term):
    return f" {' '.join(words_of(term))} " in f" {' '.join(words_of(text))} "


def changes(answer):
    return len(answer.replacements)


def same(found, expected):
    """The same answers, in the same order, where scores tell them apart."""
    assert [a.text for a in sorted(found, key=lambda a: a.text)] == [
        a.text for a in sorted(expected, key=lambda a: a.text)
    ]
    assert all(nearly(a.score, b.score) for a, b in zip(found, expected, strict=True))


def check(paraphraser, line, fits, **options):
    expected = [answer for answer in everything(paraphraser, line) if fits(answer)]
    same(everything_or_none(paraphraser, line, **options), expected)
    best = paraphraser.record(line, Options(n=3, include_source=True, **options)).paraphrases
    same(best, expected[:3])
    assert all(answer.exact for answer in best)


def everything_or_none(paraphraser, line, **options):
    return paraphraser.record(line, Options(n=EVERYTHING, include_source=True, **options)).paraphrases


@pytest.mark.parametrize("line", LINES + SEVERAL)
def test_lengths_lose_nothing_that_fits(everyday, line):
    answers = everything(everyday, line)
    for unit, length in (
        ("max_chars", len),
        ("max_bytes", lambda text: len(text.encode())),
        ("max_words", lambda text: sum(any(map(str.isalnum, word)) for word in words_of(text))),
    ):
        lengths = sorted({length(answer.text) for answer in answers})
        for most in {lengths[0] - 1, lengths[0], lengths[len(lengths) // 3], lengths[-1]}:
            expected = [answer for answer in answers if length(answer.text) <= most]
            same(everything_or_none(everyday, line, **{unit: most}), expected)


@given(st.data())
def test_lengths_lose_nothing_that_fits_in_any_text(everyday, data):
    pieces = [
        "big",
        "Dog",
        "the",
        "can't",
        "won’t",
        "it's",
        "10",
        "km",
        "and",
        "/",
        "-",
        "(",
        ")",
        '"',
        "“",
        "”",
        "'",
    ]
    pieces += [
        "dogs'",
        "…",
        "buy",
        "İstanbul",
        "ẞ",
        "now",
        ",",
        ".",
        "Ⱥ",
        "*",
        "_",
        "$5",
        "&",
        "🐈",
        "cannot",
        "{x}",
    ]
    line = "".join(
        data.draw(st.lists(st.sampled_from([*pieces, " ", " ", " ", " "]), min_size=1, max_size=14))
    )
    answers = everyday.record(line, Options(n=300, include_source=True)).paraphrases
    for unit, length in (("max_chars", len), ("max_bytes", lambda text: len(text.encode()))):
        for answer in answers[:: max(len(answers) // 4, 1)]:
            most = length(answer.text)
            found = {
                a.text
                for a in everyday.record(
                    line, Options(n=300, include_source=True, **{unit: most})
                ).paraphrases
            }
            assert found >= {a.text for a in answers if length(a.text) <= most}
            assert all(length(text) <= most for text in found)


@pytest.mark.parametrize("line", LINES + SEVERAL)
@pytest.mark.parametrize(
    "term", ["big", "The dog", "is not", "isn't", "3 cats", "2", "Paris", "cannot", "an", "it is a"]
)
def test_avoided_terms(everyday, line, term):
    check(everyday, line, lambda answer: not says(answer.text, term), avoid=[term])


@pytest.mark.parametrize("line", LINES + SEVERAL)
@pytest.mark.parametrize(
    "terms", [["large"], ["big", "it is"], ["3 cats"], ["2", "the"], ["kitten"], ["zebra"], ["An"]]
)
def test_required_terms(everyday, line, terms):
    check(everyday, line, lambda answer: all(says(answer.text, term) for term in terms), require=terms)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("fewest", "most"), [(0, 0), (0, 1), (1, 2), (2, None), (3, 3), (0, 99)])
def test_numbers_of_changes(everyday, line, fewest, most):
    """A text may come about in several ways, so counts are of the ways that the answers tell."""
    answers = {a.text: a for a in everything(everyday, line)}
    found = everything_or_none(everyday, line, min_changes=fewest, max_changes=most)
    for answer in found:
        assert fewest <= changes(answer) <= (EVERYTHING if most is None else most)
        assert answer.score <= answers[answer.text].score + 1e-4
    texts = {answer.text for answer in found}
    for text, answer in answers.items():
        if fewest <= changes(answer) <= (EVERYTHING if most is None else most):
            assert text in texts


@pytest.mark.parametrize("line", SEVERAL)
def test_changes_of_all_sentences_together(everyday, line):
    check(everyday, line, lambda answer: 2 <= changes(answer) <= 3, min_changes=2, max_changes=3)


@pytest.mark.parametrize("line", LINES + SEVERAL)
def test_nothing_outside_a_place_changes(everyday, line):
    first, last = len(line) // 3, 2 * len(line) // 3
    tokens = [token for token in tokenize(line) if token.start < last and token.end > first]
    low, high = tokens[0].start, tokens[-1].end

    def fits(answer):
        return all(low <= r.start and r.end <= high for r in answer.replacements)

    found = everything_or_none(everyday, line, within=(first, last))
    assert all(fits(answer) for answer in found)
    # a text that can also come about otherwise may be told so in the long list
    assert {a.text for a in found} >= {a.text for a in everything(everyday, line) if fits(a)}


@pytest.mark.parametrize("line", LINES + SEVERAL)
@pytest.mark.parametrize("term", ["big", "the dog", "/[a-z]+ouse/", "Paris"])
def test_protected_terms_stay(everyday, line, term):
    pattern = term.strip("/") if term.startswith("/") else re.escape(term)
    flags = 0 if term.startswith("/") else re.IGNORECASE
    places = [match.span() for match in re.finditer(pattern, line, flags)]
    found = everything_or_none(everyday, line, protect=[term])
    for answer in found:
        for start, end in places:
            inside = [r for r in answer.replacements if r.start < end and start < r.end]
            assert all(line[start:end] in r.target for r in inside), answer
    untouched = [
        answer
        for answer in everything(everyday, line)
        if not any(r.start < end and start < r.end for r in answer.replacements for start, end in places)
    ]
    assert {a.text for a in found} >= {a.text for a in untouched}


@pytest.mark.parametrize("line", LINES + SEVERAL)
def test_spans_of_the_caller_stay_and_come_back_with_their_places(everyday, line):
    words = [match.span() for match in re.finditer(r"\S+", line)]
    spans = [(words[0][0], words[1][1]), words[3]]
    found = everything_or_none(everyday, line, spans=spans)
    assert len(found) > 1
    for answer in found:
        for (start, end), place in zip(spans, answer.spans, strict=True):
            assert place is not None
            assert answer.text[place[0] : place[1]].casefold() == line[start:end].casefold()


def test_the_same_name_is_replaced_alike_within_a_sentence_and_over_several(everyday):
    for line in ("I saw Paris and Paris now.", "I saw Paris now. We think Paris is big. She saw Paris."):
        texts = [answer.text for answer in everything(everyday, line)]
        assert texts
        assert any("Paris" not in text for text in texts)
        for text in texts:
            assert text.count("Paris") in (0, line.count("Paris")), text
            assert text.count("the French capital") in (0, line.count("Paris")), text


def test_a_name_of_several_words_is_replaced_alike(everyday_place):
    from otherwords import Paraphraser
    from otherwords.tables import Entry

    paraphraser = Paraphraser(everyday_place, tables=[[Entry("new york", "the big apple", -0.1)]])
    for line in ("She saw New York and New York now.", "She saw New York. He saw New York now."):
        texts = [a.text for a in everything(paraphraser, line)]
        assert {text.count("New York") for text in texts} == {0, 2}


def test_words_that_begin_sentences_are_no_names(everyday):
    texts = {a.text for a in everything(everyday, "It is big. It is large.")}
    assert "It's big. It is large." in texts


@pytest.mark.parametrize("line", [LINES[0], LINES[1], SEVERAL[1]])
@pytest.mark.parametrize("penalty", [0.0, 0.7, 5.0])
def test_diverse_answers(everyday, line, penalty):
    answers = [a for a in everything(everyday, line) if a.text.casefold() != line.casefold()]
    used, chosen = [], []

    def worth(answer):
        return answer.score - penalty * sum(used.count(key(r)) for r in answer.replacements)

    def key(r):
        return r.start, r.end, r.target.casefold(), r.table

    found = everyday.paraphrase(line, n=4, diverse=penalty)
    for answer in found:
        apart = [
            a for a in answers if all(token_distance(words_of(a.text), words_of(b.text)) >= 2 for b in chosen)
        ]
        assert answer.text in {a.text for a in apart}
        # the best of the rest; a text may come about otherwise, and then be worth more than the long list tells
        assert worth(answer) >= max(worth(a) for a in apart) - 1e-4
        [listed] = [a for a in answers if a.text == answer.text]
        assert answer.score <= listed.score + 1e-4
        chosen.append(answer)
        used += [key(r) for r in answer.replacements]
        assert all(
            nearly(r.weight, r.score * (0.7 if r.table == "verbs" else 1)) for r in answer.replacements
        )


def test_diverse_says_why_there_are_no_more(everyday):
    record = everyday.record("A big cat.", Options(n=50, diverse=1.0))
    assert 0 < len(record.paraphrases) < 50
    assert record.status.startswith("exhausted")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n is 0, expected 1 to"),
        ({"n": 2**40}, "n is 1099511627776, expected 1 to"),
        ({"max_chars": -1}, "max_chars is -1, expected 0 or more"),
        ({"max_changes": 2**32}, "max_changes is 4294967296, expected 0 or more"),
        ({"min_changes": 2, "max_changes": 1}, "max_changes is 1, below min_changes, 2"),
        ({"time_limit": float("nan")}, "time_limit is nan, expected"),
        ({"time_limit": -1}, "time_limit is -1, expected"),
        ({"temperature": 0}, "temperature is 0, expected more than 0"),
        ({"diverse": -1.0}, "diverse is -1.0, expected a number from 0 on"),
        ({"diverse": float("nan")}, "diverse is nan"),
        ({"avoid": "big"}, "avoid is a text, expected a list of texts"),
        ({"require": [" "]}, "require names an empty term"),
        ({"spans": [(3, 2)]}, "the span 3:2 is none"),
        ({"within": (-1, 2)}, "the span -1:2 is none"),
    ],
)
def test_options_that_make_no_sense(everyday, options, message):
    with pytest.raises(UsageError, match=message):
        everyday.record("The dog.", Options(**options))
