"""The public face: a line in, its paraphrases out, with their reasons."""

import json
import os
import subprocess
import sys
import threading
from itertools import count, islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import otherwords
from models import TABLE, VERBS, nearly
from otherwords import Options, Paraphraser, Part, Rewrite, Slot
from otherwords.errors import InputError, LimitError, UsageError
from otherwords.tables import Entry

LINE = "The dog runs after the young cat in the big house."
WORDS = sorted({word for source, target, _ in (*TABLE, *VERBS) for word in f"{source} {target}".split()})
ODD = [
    "3",
    "$5",
    "12 March",
    "Don’t",
    "CAN'T",
    "I",
    "A",
    "an",
    "“",
    "”",
    "(",
    ")",
    "…",
    "?!",
    "Paris",
    "\r\n",
    "\t",
    "\n",
]
ODD += [
    "🐈‍⬛",
    "é",
    "e\u0301",
    "שלום",
    "مرحبا",
    "\x00",
    "\x1b[1m",
    "\u200f",
    "\ufeff",
    "<b>",
    "{name}",
    "%s",
    "`x y`",
    "https://a.org",
]


def holds_together(line, answers, include_source=False):
    """Whatever was asked for, an answer is sound: its text, its score, its replacements."""
    folded = [answer.text.casefold() for answer in answers]
    assert len(set(folded)) == len(folded)
    assert include_source or line.casefold() not in folded
    scores = [answer.score for answer in answers]
    assert all(a >= b - 1e-4 for a, b in pairwise(scores))
    for answer in answers:
        place = told = 0
        for r in sorted(answer.replacements, key=lambda r: r.start):
            assert line[r.start : r.end] == r.source
            assert answer.text[r.target_start : r.target_end] == r.target
        in_order = sorted(answer.replacements, key=lambda r: r.target_start)
        if [r.start for r in in_order] == sorted(r.start for r in in_order):
            for r in in_order:  # what lies between the replacements is the source's, forms and joins apart
                between, said = line[place : r.start], answer.text[told : r.target_start]
                assert len(said.split()) <= len(between.split()) + 2
                place, told = r.end, r.target_end
        json.dumps(answer.to_dict())


def weighted(paraphraser, answer):
    settings = paraphraser.model.settings
    weights = {
        table.name: weight
        for table, weight in zip(paraphraser.model.tables, paraphraser.model.table_weights, strict=True)
    }
    weights |= {"lm": settings.lm_weight, "identity": settings.identity_weight, "words": settings.word_weight}
    return sum(weights.get(name, 1.0) * value for name, value in answer.features.items())


@given(
    st.lists(st.sampled_from(WORDS) | st.sampled_from(ODD), max_size=12),
    st.sampled_from([" ", " ", "  ", ""]),
)
def test_any_text_is_unharmed_and_told_of_truly(everyday, words, space):
    line = space.join(words)
    record = everyday.record(line, Options(n=6))
    assert record.source == line
    holds_together(line, record.paraphrases)
    assert bool(record.status) == (len(record.paraphrases) < 6)
    for answer in record.paraphrases:
        assert nearly(weighted(everyday, answer), answer.score)
        if not answer.replacements:
            continue
        first = min(r.start for r in answer.replacements)
        kept = line[:first].rstrip("aAnN \r\n\t")  # a/an, and the space before
        assert answer.text.casefold().startswith(kept.casefold())


@given(st.text(max_size=60))
def test_no_text_at_all_goes_wrong(starter, line):
    holds_together(line, starter.record(line, Options(n=3)).paraphrases)


@pytest.mark.parametrize("n", [1, 2, 7, 5000])
def test_as_many_as_were_asked_for_or_all_there_are(everyday, n):
    record = everyday.record(LINE, Options(n=n))
    everything = everyday.record(LINE, Options(n=5000)).paraphrases
    assert len(everything) > 50
    assert record.paraphrases == everything[:n]
    assert all(answer.exact and answer.gap == 0 for answer in everything)
    holds_together(LINE, everything)
    assert bool(record.status) == (n == 5000)


def test_the_source_competes_only_where_it_is_asked_to(everyday):
    without = everyday.paraphrase(LINE, n=5000)
    with_it = everyday.paraphrase(LINE, n=5000, include_source=True)
    assert [a for a in with_it if a.text != LINE] == without
    [source] = [a for a in with_it if a.text == LINE]
    assert source.replacements == ()


# ---- statuses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", " ", "\r\n", "\u2003\t"])
def test_an_empty_line(everyday, line):
    record = everyday.record(line)
    assert record.paraphrases == ()
    assert record.to_dict() == {
        "source": line,
        "paraphrases": [],
        "status": "nothing to say in other words: the line is empty",
    }


STATUSES = [
    ("Zebras yodel.", {}, "nothing matched"),
    (LINE, {"n": 5000}, "exhausted: there are no more paraphrases"),
    (LINE, {"avoid": ["house"]}, "all rejected by --avoid"),
    (LINE, {"require": ["zebra"], "max_chars": 99}, "all rejected by --require, --max-chars"),
    (LINE, {"max_words": 2}, "all rejected by --max-words"),
    (LINE, {"max_changes": 0}, "all rejected by --max-changes"),
    (LINE, {"n": 5000, "max_words": 9}, "exhausted: there are no more paraphrases that pass --max-words"),
    (LINE, {"n": 200, "max_candidates": 20}, ""),
    (LINE, {"n": 5, "min_changes": 3, "max_candidates": 7, "max_bytes": 45}, ""),
    (LINE, {"n": 5000, "beam": 1}, "beam"),
    (LINE, {"n": 500, "time_limit": 1e-9}, "a limit stopped the search (--time-limit, --memory-limit)"),
    (LINE, {"n": 500, "memory_limit": 1}, "a limit stopped the search (--time-limit, --memory-limit)"),
    (LINE, {"within": (0, 0)}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "options", "status"), STATUSES, ids=str)
def test_why_there_are_fewer(everyday, line, options, status):
    record = everyday.record(line, Options(**options))
    assert status in record.status
    assert bool(record.status) == (len(record.paraphrases) < options.get("n", 1))


def test_a_sentence_without_a_way_ends_the_search_for_the_others(everyday):
    record = everyday.record(f"{LINE} I saw a zebra.", Options(n=3, avoid=["zebra"]))
    assert record.paraphrases == ()
    assert record.status == "all rejected by --avoid"


# ---- limits and what they leave unproved -----------------------------------------------------------


@pytest.mark.parametrize("line", [LINE, f"{LINE} It is a big idea. She can't see Paris now."])
@pytest.mark.parametrize("limits", [{"beam": 1}, {"beam": 2}, {"time_limit": 1e-9}, {"memory_limit": 1}])
@pytest.mark.parametrize("n", [1, 5])
def test_what_is_not_proved_says_by_how_much_it_may_be_wrong(everyday, line, limits, n):
    best = everyday.paraphrase(line, n=400, include_source=True)
    answers = everyday.paraphrase(line, n=n, include_source=True, **limits)
    assert answers
    given_texts = {answer.text for answer in answers}
    unseen = max(answer.score for answer in best if answer.text not in given_texts)
    for answer in answers:
        assert not answer.exact
        assert answer.score + answer.gap >= unseen - 1e-4
        assert answer.to_dict()["gap"] is not None


def test_a_line_of_ten_thousand_words(everyday):
    with pytest.raises(LimitError, match=r"a sentence of 10000 words; the limit is 2000 \(--max-words-in\)"):
        everyday.record("big " * 10_000)
    [answer] = everyday.paraphrase("big " * 3_000, max_words_in=3_000)
    assert answer.exact
    line = "The dog runs after the young cat in the big house. " * 900
    answers = everyday.paraphrase(line, n=3)
    assert len(answers) == 3
    holds_together(line, answers)


# ---- several sentences -----------------------------------------------------------------------------


def test_several_sentences_are_the_best_sums(everyday):
    sentences = ["It's a big idea.", "The dog sleeps now!", "We bought 3 books."]
    lists = [everyday.paraphrase(s, n=5000, include_source=True) for s in sentences]
    line = "  {}\t{}\r\n{} ".format(*sentences)
    sums = sorted(-(a.score + b.score + c.score) for a in lists[0] for b in lists[1] for c in lists[2])
    answers = everyday.paraphrase(line, n=5000, include_source=True)
    assert len(answers) == len(sums)
    assert all(nearly(answer.score, -total) for answer, total in zip(answers, sums, strict=True))
    texts = {f"  {a.text}\t{b.text}\r\n{c.text} " for a in lists[0] for b in lists[1] for c in lists[2]}
    assert {answer.text for answer in answers} == texts
    holds_together(line, answers, include_source=True)
    assert [a.text for a in everyday.paraphrase(line, n=7)] == [a.text for a in answers if a.text != line][:7]


# ---- tokens, glossaries, sources, weighers ---------------------------------------------------------


def test_pretokenized_text_keeps_its_tokens(everyday):
    line = "it 's a big idea  , is n't it ?"
    answers = everyday.paraphrase(line, n=5000, pretokenized=True)
    assert "it is a large idea  , is n't it ?" in {a.text for a in answers}
    assert all("  ," in a.text for a in answers)
    holds_together(line, answers)
    assert everyday.record("The Dog", Options(pretokenized=True)).status.startswith("nothing matched")


def test_glossaries_from_entries_and_files(everyday_place, tmp_path):
    (tmp_path / "mine.tsv").write_text("zebra\tstriped horse\t0.9\nyodels\tsings\t0.8\n")
    entries = [
        Entry("NASA", "Space Agency", -0.1),
        Entry("don't", "do not", -0.1),
        Entry("quagga", "zebra", -0.2),
    ]
    paraphraser = otherwords.load(everyday_place, tables=[tmp_path / "mine.tsv", entries])
    answers = paraphraser.paraphrase("The zebra yodels big.", n=100)
    assert "The striped horse sings large." in {a.text for a in answers}
    assert {r.table for a in answers for r in a.replacements} == {"mine", "everyday", "verbs"}
    assert all(nearly(weighted(paraphraser, a), a.score) for a in answers)
    assert "NASA doesn't see the zebra." in {
        a.text for a in paraphraser.paraphrase("NASA doesn't see the quagga.", n=9)
    }
    assert "The Space Agency sees it." in {a.text for a in paraphraser.paraphrase("The NASA sees it.", n=9)}
    assert "We do not yodel." in {a.text for a in paraphraser.paraphrase("We don't yodel.", n=9)}
    assert "Don't" not in paraphraser.paraphrase("Don’t yodel.", n=1)[0].text


def test_a_glossary_that_is_wrong_names_its_line(everyday_place, tmp_path):
    (tmp_path / "mine.tsv").write_text("a\tb\t0.5\na\n")
    with pytest.raises(InputError, match=r"mine\.tsv:2"):
        otherwords.load(everyday_place, tables=[tmp_path / "mine.tsv"])
    with pytest.raises(UsageError, match="did you mean 'weight'"):
        otherwords.load(everyday_place, tables=[f"{tmp_path / 'mine.tsv'}:wieght=2"])


def test_numbers_are_told_apart_and_put_back(everyday_place):
    entries = [
        Entry("from <number> to <number_2> km", "<number> km to <number_2> km", -0.1),
        Entry("<number> cats", "some cats", -0.1),
        Entry("<number> hens", "<number> <number> hens", -0.1),
    ]
    paraphraser = Paraphraser(everyday_place, tables=[entries])
    texts = {a.text for a in paraphraser.paraphrase("It runs from 3 to 5,000 km now.", n=50)}
    assert "It runs 3 km to 5,000 km now." in texts
    assert all("3" in text and "5,000" in text for text in texts)
    texts = {a.text for a in paraphraser.paraphrase("It runs from 3 to 3 km now.", n=50)}
    assert "It runs 3 km to 3 km now." in texts
    # a number that the target does not hold, or holds twice, is no rewrite
    assert {a.text for a in paraphraser.paraphrase("She saw 3 cats.", n=50)} <= {
        "She saw 3 kittens.",
        "She noticed 3 cats.",
        "She noticed 3 kittens.",
    }
    assert not paraphraser.paraphrase("Ten? 7 hens!", n=50)
    # the tiny table drops "<number> books" → "books"
    assert all("12" in a.text for a in paraphraser.paraphrase("They bought 12 books.", n=50))
    swapped = {a.text for a in paraphraser.paraphrase("She saw 3 cats and 4 dogs.", n=50)}
    assert "She saw 4 dogs and 3 cats." in swapped


class GiveTo:
    """Give X to Y → give Y X; and "turn … off" → "switch … off"."""

    name = "hand-made"

    def propose(self, sentence):
        words = sentence.words()
        found = []
        if "give" in words and "to" in words:
            give, to, end = words.index("give"), words.index("to"), len(words) - 1
            found.append(Rewrite((Part(give, end, ("give", Slot(to + 1, end), Slot(give + 1, to))),), -0.2))
        if "turn" in words and "off" in words:
            turn, off = words.index("turn"), words.index("off")
            found.append(Rewrite((Part(turn, turn + 1, ("switch",)), Part(off, off + 1, ("down",))), -0.1))
        return found


def test_a_source_with_slots_and_gaps(everyday_place):
    paraphraser = Paraphraser(everyday_place, sources=[GiveTo()])
    line = "Please give the big  book to the young cat."
    answers = paraphraser.paraphrase(line, n=5000)
    texts = {a.text for a in answers}
    assert "Please give the young cat the big  book." in texts
    assert (
        "Please give the kitten the large book." in texts
        or "Please give the kitten the large  book." in texts
    )
    holds_together(line, answers)
    assert all(nearly(weighted(paraphraser, a), a.score) for a in answers)
    line = "Turn the big light off now."
    answers = paraphraser.paraphrase(line, n=5000)
    assert "Switch the big light down now." in {a.text for a in answers}
    assert "Switch the large light down at the moment." in {a.text for a in answers}
    holds_together(line, answers)
    [one] = [a for a in answers if a.text == "Switch the big light down now."]
    [replacement] = one.replacements
    assert (replacement.source, replacement.target) == ("Turn the big light off", "Switch the big light down")
    assert replacement.table == "hand-made"
    # what is protected is not touched, but may move within a slot
    texts = {
        a.text
        for a in paraphraser.paraphrase("Please give the big book to the cat.", n=5000, protect=["big"])
    }
    assert any("the cat the big book" in text for text in texts)
    assert all("big" in text for text in texts)
    assert not any(
        "Switch" in a.text for a in paraphraser.paraphrase("Turn the big cat off.", n=99, protect=["off"])
    )


@pytest.mark.parametrize(
    "rewrite",
    [
        Rewrite((Part(0, 99, ("x",)),)),
        Rewrite((Part(2, 1, ("x",)),)),
        Rewrite((Part(-1, 1, ("x",)),)),
        Rewrite(()),
        Rewrite((Part(0, 1, ("x",)),), float("nan")),
        Rewrite((Part(0, 2, (Slot(5, 6),)),)),
        Rewrite((Part(0, 1, ("x",)), Part(0, 1, ("y",)))),
    ],
)
def test_a_source_that_proposes_nonsense_is_named(everyday_place, rewrite):
    class Nonsense:
        name = "nonsense"

        def propose(self, sentence):
            return [rewrite]

    with pytest.raises(UsageError, match="the source 'nonsense' proposes Rewrite"):
        Paraphraser(everyday_place, sources=[Nonsense()]).record("The dog sleeps.")


def test_a_weigher_of_ones_own(everyday_place):
    def shy(batch, sentence, numbering, origins):
        for i in range(len(batch)):
            batch.set_weight(i, -5.0 if batch.item(i)[6] else 0.0)

    paraphraser = Paraphraser(everyday_place, weigher=shy)
    answers = paraphraser.paraphrase(LINE, n=20)
    for answer in answers:
        assert nearly(answer.features["lm"] + answer.features["weigher"], answer.score)
        assert nearly(answer.features["weigher"], -5.0 * len(answer.replacements))


# ---- threads, processes, determinism ---------------------------------------------------------------

LINES = [
    LINE,
    "",
    "It's a big idea. She can't see the 3 cats!",
    "Zebras yodel.",
    "I think that Paris is a big city.",
] * 14


def test_four_threads_answer_as_one(everyday):
    expected = [everyday.record(line, Options(n=4)) for line in LINES]
    found: dict[int, list[object]] = {}

    def work(number):
        found[number] = [everyday.record(line, Options(n=4)) for line in LINES]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[number] == expected for number in range(4))


def test_two_workers_answer_as_one_in_order_and_lazily(everyday):
    def endless():
        for i in count():
            yield LINES[i % len(LINES)]

    expected = [everyday.paraphrase(line, n=3) for line in LINES]
    stream = everyday.paraphrase_all(endless(), n=3, workers=2)
    assert list(islice(stream, len(LINES))) == expected
    stream.close()
    taken = []
    lazily = everyday.paraphrase_all((taken.append(i) or LINE for i in count()), workers=1)
    assert taken == []
    next(lazily)
    assert taken == [0]


def test_with_workers_a_refusal_comes_after_the_answers_before_it(everyday):
    def broken():
        yield from [LINE] * 40
        raise InputError("that line is broken", line=41)

    for workers in (1, 2):
        for texts, error in ((broken(), InputError), ([LINE] * 40 + ["big " * 2001, LINE], LimitError)):
            answers = []
            with pytest.raises(error):
                answers.extend(iter_into(everyday.paraphrase_all(texts, workers=workers), answers))
            assert len(answers) == 40


def iter_into(stream, answers):
    for answer in stream:
        answers.append(answer)
    return []


def test_forms_change_only_where_what_follows_asks_for_it(everyday):
    for line in ("Plan a.", "I saw plan A now.", "A 's after", "An historic idea.", "A historic idea."):
        for answer in everyday.paraphrase(line, n=99):
            assert answer.replacements, answer
    assert "An enormous cat." in {a.text for a in everyday.paraphrase("A big cat.", n=9)}
    assert {a.text for a in everyday.paraphrase("A big cat.", n=9, protect=["a"])} == {
        f"A {size} {animal}." for size in ("big", "large", "huge") for animal in ("cat", "kitten")
    } - {"A big cat."}


def test_no_texts_and_no_workers(everyday):
    assert list(everyday.paraphrase_all([])) == []
    assert list(everyday.paraphrase_all([], workers=2)) == []
    with pytest.raises(UsageError, match="0 workers, expected at least 1"):
        everyday.paraphrase_all([], workers=0)


def test_answers_do_not_depend_on_the_hash_seed(everyday_place):
    code = (
        "import sys, json, otherwords\n"
        "p = otherwords.load(sys.argv[1])\n"
        "options = dict(require=['the'], avoid=['zebra', 'x y'], max_chars=200)\n"
        "for line in sys.argv[2:]:\n"
        "    for answer in p.paraphrase(line, n=60, **options): print(json.dumps(answer.to_dict()))\n"
        "    for answer in p.paraphrase(line, n=3, diverse=1.0): print(json.dumps(answer.to_dict()))\n"
    )
    told = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                code,
                str(everyday_place),
                LINE,
                "I think that Paris is a big city. It is now.",
            ],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout)
    assert len(told) == 1
    assert len(told.pop().splitlines()) > 60
