import contextlib
import json
import math
import os
import random
import subprocess
import sys
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.naive_table import NaiveTable

from otherwords.errors import InputError, ModelError, UsageError
from otherwords.tables import Entry, Table, glossary
from otherwords.tables._builder import Builder
from otherwords.tables.export import export
from otherwords.tables.readers import read_table
from otherwords.tables.store import write_table
from otherwords.vocabulary import Vocabulary, write_vocabulary

SPECIAL = ("<unk>", "<s>", "</s>")
WORDS = ["a", "b", "ab", "é", "z", "|||", "\x01", "𝄞", "b\u200b", *SPECIAL]
letters = st.characters(
    exclude_categories=["Cs"], exclude_characters="\0\ufeff"
)  # a text file cannot begin so
words = st.sampled_from(WORDS) | st.text(letters, min_size=1).filter(lambda text: text.split() == [text])
blanks = st.sampled_from([" ", "  ", "\t", "\u00a0", "\u3000", "\x1c", "\x85", "\u2009", "\r"])
phrases = st.lists(st.tuples(words, blanks), min_size=1, max_size=4).map(
    lambda parts: "".join(map("".join, parts))
)
probabilities = st.floats(0, 1, exclude_min=True)
entries = st.builds(Entry, phrases, st.just("") | phrases, probabilities.map(math.log), st.just(()))


def made(folder, table, *, known=(), **options):
    """A table and its vocabulary, written and opened."""
    numbers = {word: i for i, word in enumerate((*SPECIAL, *known))}
    options.setdefault("name", "t")
    summary = write_table(folder / "table.bin", table, numbers, **options)
    write_vocabulary(folder / "vocabulary.bin", list(numbers))
    return Table(folder / "table.bin", Vocabulary(folder / "vocabulary.bin")), summary


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def reused(tmp_path_factory):
    """One folder for all examples of a property: making a fresh one each time takes longer than the test."""
    folder = tmp_path_factory.getbasetemp() / "reused"
    folder.mkdir(exist_ok=True)
    return folder


@settings(deadline=None)
@given(
    table=st.lists(entries, max_size=30),
    known=st.lists(words.filter(lambda word: word not in SPECIAL), unique=True, max_size=5),
    sentence=st.lists(words, max_size=12),
    limit=st.none() | st.integers(1, 3),
    threshold=st.none() | st.floats(0, 1),
    skip=st.booleans(),
)
def test_the_store_agrees_with_a_dictionary(tmp_path_factory, table, known, sentence, limit, threshold, skip):
    opened, summary = made(
        reused(tmp_path_factory), table, known=known, limit=limit, threshold=threshold, skip_identity=skip
    )
    least = math.log(threshold) if threshold else -math.inf
    naive = NaiveTable(table, least=least, limit=limit, skip_identity=skip, reserved=SPECIAL)
    assert list(opened) == naive.entries()
    assert len(opened) == len(naive.entries()) == summary.entries
    assert summary.duplicates == naive.duplicates
    assert summary.entries + summary.duplicates + summary.skipped == len(table)
    assert summary.sources == len(naive.sources)
    assert opened.longest == max(map(len, naive.sources), default=0)
    sentence = [word for source in list(naive.sources)[:3] for word in source] + sentence
    spans = opened.kernel.spans(opened.ids(sentence))
    assert [
        (s, e, [opened.entry(i) for i in range(first, last)]) for s, e, first, last in spans
    ] == naive.spans(sentence)
    for start, end, first, last in spans:
        assert opened.lookup(sentence[start:end]) == [opened.entry(i) for i in range(first, last)]
    assert opened.lookup(sentence) == naive.lookup(sentence)


@settings(deadline=None, max_examples=50)
@given(table=st.lists(entries, max_size=20), seed=st.integers(0, 99))
def test_the_bytes_do_not_depend_on_the_order_of_entries(tmp_path_factory, table, seed):
    folder = reused(tmp_path_factory)
    table = [entry._replace(columns=(i % 3, i % 2)) for i, entry in enumerate(table + table)]
    made(folder, table, columns=["x", "y"])
    first = (folder / "table.bin").read_bytes(), (folder / "vocabulary.bin").read_bytes()
    random.Random(seed).shuffle(table)
    made(folder, table, columns=["x", "y"])
    assert ((folder / "table.bin").read_bytes(), (folder / "vocabulary.bin").read_bytes()) == first


def test_the_bytes_do_not_depend_on_the_seed_of_hashes(folder):
    code = (
        "import sys\nfrom otherwords.tables import Entry\nfrom otherwords.tables.store import write_table\n"
        "entries = [Entry(f'w{i % 7} x', f'w{i}', -i) for i in range(50)]\n"
        "write_table(sys.argv[1], entries, {}, name='t')\n"
    )
    for seed in "1", "2":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", code, folder / seed], check=True, env=environment)
    assert (folder / "1").read_bytes() == (folder / "2").read_bytes()


@pytest.mark.parametrize("format", ["tsv", "moses"])
@settings(deadline=None, max_examples=50)
@given(table=st.lists(entries, max_size=20), columns=st.booleans())
def test_a_table_that_is_exported_and_read_again_is_the_same(tmp_path_factory, format, table, columns):
    folder = reused(tmp_path_factory)
    if format == "moses":
        table = [entry for entry in table if "|||" not in f"{entry.source} {entry.target}".split()]
    table = [entry._replace(columns=(entry.score / 3,) if columns else ()) for entry in table]
    first, _ = made(folder, table, columns=["2"] if columns else ())
    assert first.meta["scale"] == "probability"
    before, words = (folder / "table.bin").read_bytes(), list(first.vocabulary)
    lines = list(export(first, format))
    if not lines:
        return
    (folder / "text").write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="")
    again = read_table(folder / "text", format, column=1, keep=[2] if columns else ())
    second, _ = made(folder, again, columns=again.columns)
    assert (folder / "table.bin").read_bytes() == before
    assert list(second.vocabulary) == words
    assert list(export(second, format)) == lines


@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(-1e30, 1e30), min_size=1, max_size=5, unique=True))
def test_scores_that_are_no_probabilities_are_exported_as_they_are(tmp_path_factory, scores):
    folder = reused(tmp_path_factory)
    first, _ = made(folder, [Entry("a", f"b{i}", score) for i, score in enumerate([9.5, *scores])])
    assert first.meta["scale"] == "log"
    before = (folder / "table.bin").read_bytes()
    with pytest.raises(
        UsageError, match=r"score .* is no probability's logarithm; export it with the scale log"
    ):
        list(export(first, scale="probability"))
    (folder / "text").write_text("".join(line + "\n" for line in export(first)))
    made(folder, read_table(folder / "text", scale="log"))
    assert (folder / "table.bin").read_bytes() == before


def test_exported_probabilities_are_short(folder):
    table, _ = made(
        folder, [Entry("a b", "c", math.log(0.2), (0.1,)), Entry("d", "", 0.0, (2.718,))], columns=["x"]
    )
    assert list(export(table)) == ["a b\tc\t0.2\t0.1", "d\t\t1\t2.718"]
    assert list(export(table, "moses", scale="log"))[1] == "d |||  ||| 0 2.718"


def test_an_export_that_could_not_be_read_again_is_refused(folder):
    table, _ = made(folder, [Entry("a |||", "b", 0.0)])
    assert list(export(table)) == ["a |||\tb\t1"]
    with pytest.raises(UsageError, match=r"holds the word '\|\|\|', which separates fields; export tsv"):
        list(export(table, "moses"))
    with pytest.raises(UsageError, match="no format 'xml' to export to; expected one of tsv, moses"):
        export(table, "xml")
    with pytest.raises(UsageError, match="no scale 'percent'"):
        export(table, scale="percent")


def test_words_grow_by_new_ones_only_when_the_table_is_written(folder):
    numbers = {"<unk>": 0, "<s>": 1, "</s>": 2, "b": 3}
    with pytest.raises(InputError, match=r"entry 2 of the table, '' to 'y': an empty source"):
        write_table(folder / "t", [Entry("x", "b", -1.0), Entry("", "y", -1.0)], numbers, name="t")
    assert len(numbers) == 4
    assert list(folder.iterdir()) == []
    low = [Entry("x", "b", -1.0), Entry("a", "c", -1.0), Entry("q", "q", -9.0)]
    write_table(folder / "t", low, numbers, name="t", threshold=0.1)
    assert numbers == {"<unk>": 0, "<s>": 1, "</s>": 2, "b": 3, "a": 4, "c": 5, "x": 6}


def test_columns_go_along_with_the_best_of_duplicates(folder):
    rows = [Entry("a", "b", -1.0, (7.0,)), Entry("a", "b", -0.5, (3.0,)), Entry("a", "c", -0.7, (4.0,))]
    table, summary = made(folder, rows, columns=["lexical"])
    assert (summary.duplicates, table.columns, list(table.column("lexical"))) == (1, ("lexical",), [3.0, 4.0])
    with pytest.raises(KeyError, match="no column 'x'; there are lexical"):
        table.column("x")


def test_what_a_table_says_of_itself(folder):
    table, _ = made(folder, [Entry("a b", "c", -1.0)], name="mine", direction="source|target", weight=2)
    assert (table.name, table.direction, table.weight, table.longest, len(table)) == (
        "mine",
        "source|target",
        2.0,
        2,
        1,
    )
    assert repr(table) == "<Table 'mine': 1 entries for 1 sources, p(source|target)>"


def test_progress_is_told(folder):
    seen = []
    made(folder, (Entry("a", str(i), -1.0) for i in range(70_000)), progress=seen.append, limit=2)
    assert seen == [65_536, 70_000]


def test_at_most_65535_targets_a_source(folder):
    table, summary = made(folder, (Entry("a", str(i), -float(i)) for i in range(65_540)))
    assert (len(table), summary.over_limit, table.lookup(["a"])[-1]) == (65_535, 5, (("65534",), -65534.0))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry(" \t", "b", -1.0), "an empty source, expected at least one word"),
        (Entry("a b c", "b", -1.0), r"a source of more than 2 words, the limit \(max-words\)"),
        (Entry("a", "b c d", -1.0), r"a target of more than 2 words, the limit \(max-words\)"),
        (Entry("a", "b", math.nan), "expected finite numbers"),
        (Entry("a", "b", -math.inf), "expected finite numbers"),
        (Entry("a", "b", -1e39), "expected finite numbers"),
        (Entry("a", "b", -1.0, (1.0,)), "1 columns, expected 0"),
        (Entry("a", "b\ud800", -1.0), "surrogates not allowed"),
    ],
)
def test_entries_that_make_no_sense_are_refused(folder, entry, message):
    with pytest.raises(InputError, match=f"entry 1 of the table, .*{message}"):
        made(folder, [entry], max_words=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": ""}, "a table needs a name"),
        ({"direction": "up"}, "no direction 'up'"),
        ({"weight": math.nan}, "weight nan, expected a finite number"),
        ({"columns": ["x", "x"]}, "a name stands twice"),
        ({"threshold": 1.5}, "threshold 1.5, expected a probability"),
        ({"limit": 0}, "limit 0, expected 1 to 65,535"),
        ({"max_words": 1001}, "max-words 1001, expected 1 to 1000"),
    ],
)
def test_settings_that_make_no_sense_are_refused(folder, options, message):
    with pytest.raises(UsageError, match=message):
        made(folder, [], **options)


def test_the_builder_says_what_it_cannot_do():
    builder = Builder(0, 100, -math.inf, False, ())
    builder.add("b", "a", -1.0, ())
    with pytest.raises(ValueError, match="the table is not finished"):
        builder.arrays(array("I"))
    assert builder.finish(9) == ["a", "b"]
    with pytest.raises(ValueError, match="the table is finished"):
        builder.add("a", "b", -1.0, ())
    with pytest.raises(ValueError, match="the table is finished already"):
        builder.finish(9)
    for numbers in array("I", [1]), array("I", [1, 2, 3]):
        with pytest.raises(ValueError, match="ids for"):
            builder.arrays(numbers)


def test_words_are_separated_by_what_python_calls_whitespace(folder):
    characters = [chr(code) for code in range(1, 0x3100)]
    sources = [f"a{character}{character}b" for character in characters]
    table, _ = made(folder, [Entry(source, "x", -1.0) for source in sources])
    assert {tuple(entry.source.split(" ")) for entry in table} == {
        tuple(source.split()) for source in sources
    }
    assert len(table) == len(characters) - sum(map(str.isspace, characters)) + 1


def test_negative_zero_is_zero(folder):
    made(folder, [Entry("a", "b", 0.0)])
    before = (folder / "table.bin").read_bytes()
    made(folder, [Entry("a", "b", -0.0)])
    assert (folder / "table.bin").read_bytes() == before


# A glossary of one's own


@pytest.fixture
def vocabulary(folder):
    write_vocabulary(folder / "vocabulary.bin", [*SPECIAL, "film", "a"])
    return Vocabulary(folder / "vocabulary.bin")


def test_a_glossary_numbers_words_beyond_the_vocabulary(vocabulary):
    first, extra = glossary([Entry("film", "movie show", -1.0), Entry("zoo", "a film", -2.0)], vocabulary)
    assert extra == ["movie", "show", "zoo"]
    assert list(first.ids(["zoo", "film", "movie", "nothing"])) == [7, 3, 5, 2**32 - 1]
    second, more = glossary([Entry("show", "zoo act", -1.0)], vocabulary, extra=extra, name="second")
    assert more == ["movie", "show", "zoo", "act"]
    assert first.lookup(["zoo"]) == [(("a", "film"), -2.0)]
    assert second.lookup(["show"]) == [(("zoo", "act"), -1.0)]
    assert second.name == "second"
    assert first.kernel.spans(second.ids(["act", "zoo", "film"])) == [(1, 2, 1, 2), (2, 3, 0, 1)]


def test_an_empty_glossary_finds_nothing(vocabulary):
    table, extra = glossary([], vocabulary)
    assert (len(table), list(table), table.lookup(["a"]), table.lookup([]), extra) == (0, [], [], [], [])


# Files that mean harm


def everything(path, vocabulary):
    """Use a table in every way; what it answers may be wrong, but not how."""
    table = Table(path, vocabulary)
    sentence = ["a", "b", "c", "d", "a", "b", "q"]
    for start, end, first, last in table.kernel.spans(table.ids(sentence)):
        assert 0 <= start < end <= len(sentence)
        assert 0 <= first < last <= len(table)
        for number in range(first, last):
            _, score = table.entry(number)
            assert math.isfinite(score)
    table.lookup(["a", "b"])
    with contextlib.suppress(UsageError):  # a scale that is none, a score that is no probability
        list(export(table))


@pytest.fixture
def small(folder):
    entries = [
        Entry(source, f"t{i} {'u' * (i % 3)}", -float(i), (float(i),))
        for i, source in enumerate(["a", "b", "c", "a b", "b c", "a b c", "d a b"] * 3)
    ]
    return made(folder, entries, columns=["x"])[0]


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_altered_files_are_refused_or_answer(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp() / "altered"
    if not folder.exists():
        folder.mkdir()
        made(
            folder, [Entry(s, f"t{i % 4} u", -float(i)) for i, s in enumerate(["a", "b", "a b", "a b c"] * 3)]
        )
    good = (folder / "table.bin").read_bytes()
    bad = bytearray(good)
    body = json.loads(good[16 : 16 + int.from_bytes(good[12:16], "little")])["arrays"]
    places = [o + i for _, o, n in body.values() for i in range(4 * n)]
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.sampled_from(places) | st.integers(0, len(bad) - 1))
        bad[place] = data.draw(st.sampled_from([0, 1, 127, 255]) | st.integers(0, 255))
    if data.draw(st.integers(0, 9)) == 0:
        del bad[data.draw(st.integers(0, len(bad))) :]
    (folder / "bad.bin").write_bytes(bad)
    with contextlib.suppress(ModelError):
        everything(folder / "bad.bin", Vocabulary(folder / "vocabulary.bin"))


def changed(table, **values):
    """The arrays and the meta data of a table, with some of them replaced."""
    names = ["slots", "source_offsets", "source_words", "entry_offsets", "entry_target", "entry_score"]
    from otherwords.storage import Arrays

    arrays = Arrays(table.path, "table", 1)
    found = {name: arrays[name] for name in [*names, "target_offsets", "target_words", "column_0"]}
    meta = dict(table.meta)
    for name, value in values.items():
        (found if name in found else meta)[name] = value
    return {name: value for name, value in found.items() if value is not None}, meta


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": 3}, "name is 3, expected a name"),
        ({"direction": "up"}, r"direction is 'up', expected target\|source or source\|target"),
        ({"weight": math.inf}, "weight is inf, expected a finite number"),
        ({"longest": 10**6}, "longest is 1000000, expected a whole number up to 1000"),
        ({"longest": True}, "longest is True"),
        ({"words": 10**6}, "words is 1000000, expected at most the .* words of the vocabulary"),
        ({"columns": ["x", "x"]}, "expected distinct names"),
        ({"columns": [3]}, r"columns is \[3\], expected names"),
        ({"columns": ["x", "y"]}, "has no array 'column_1'"),
        ({"column_0": array("f", [1.0])}, "a column is not as long as there are entries"),
        ({"slots": array("I", [1])}, "array 'slots' holds 'I', expected 'Q'"),
        ({"slots": None}, "has no array 'slots'"),
        ({"source_offsets": array("I")}, "0 source offsets and 8 entry offsets"),
        ({"entry_score": array("f")}, "21 targets and 0 scores, expected as many"),
        ({"target_offsets": array("I")}, "no target offsets"),
    ],
)
def test_files_that_contradict_themselves_are_refused(small, values, message):
    with pytest.raises(ModelError, match=message):
        Table.of(*changed(small, **values), small.vocabulary)


@pytest.mark.parametrize("full", [2**64 - 1, 1, 2**32 - 1])
def test_a_hash_table_without_an_end_is_walked_only_so_far(small, full):
    arrays, meta = changed(small, slots=array("Q", [full]) * 500_000, longest=1000)
    table = Table.of(arrays, meta, small.vocabulary)
    table.kernel.spans(array("I", range(200)))
    assert table.lookup(["q"]) == []


def test_a_source_is_sought_near_its_place_only(small):
    arrays, _ = changed(small)
    slot = next(slot for slot in arrays["slots"] if slot & 0xFFFFFFFF == 1)
    found = 0
    for place in range(0, 5120, 128):
        slots = array("Q", [2**64 - 1]) * 5120
        slots[place] = slot
        found += bool(Table.of(*changed(small, slots=slots), small.vocabulary).lookup(["a"]))
    assert found == 1024 / 128


def test_a_target_longer_than_the_longest_is_damage(small):
    table = Table.of(*changed(small, longest_target=0), small.vocabulary)
    with pytest.raises(ModelError, match="the target of entry 0 lies outside the table"):
        table.lookup(["a"])


def test_numbers_that_point_outside_are_never_followed(small):
    huge = {name: array("I", [2**32 - 1] * 8) for name in ("entry_offsets", "source_offsets")}
    for values in huge.items():
        table = Table.of(*changed(small, **dict([values])), small.vocabulary)
        assert table.kernel.spans(table.ids(["a", "b", "c"])) == []
    table = Table.of(*changed(small, entry_target=array("I", [2**32 - 1] * 21)), small.vocabulary)
    with pytest.raises(ModelError, match="the target of entry 0 lies outside the table: damaged"):
        table.lookup(["a"])
    table = Table.of(*changed(small, target_words=array("I", [2**32 - 1] * 99)), small.vocabulary)
    with pytest.raises(ModelError, match="word 4294967295 lies outside the vocabulary"):
        table.lookup(["a"])
    with pytest.raises(ModelError, match="lies outside the vocabulary"):
        list(table)
    table = Table.of(
        *changed(small, entry_score=array("f", [math.nan, math.inf, -math.inf] * 7)), small.vocabulary
    )
    assert {score for _, score in table.lookup(["a"])} == {-1e9}
    with pytest.raises(IndexError, match="entry 21, expected 0 to 20"):
        small.kernel.entry(21)
    with pytest.raises(IndexError, match="source 7, expected 0 to 6"):
        small.kernel.source(7)


def test_a_table_of_another_vocabulary_is_refused(small, vocabulary):
    with pytest.raises(ModelError, match="words is 30, expected at most the 5 words of the vocabulary"):
        Table(small.path, vocabulary)


def test_a_file_of_another_kind_is_refused(folder, vocabulary):
    with pytest.raises(ModelError, match="holds 'vocabulary', expected 'table'"):
        Table(vocabulary.path, vocabulary)


def test_a_source_whose_hash_is_that_of_another_is_told_apart(small):
    arrays, _ = changed(small)
    a, a_b, b, b_c = 1, 2, 4, 5  # sources in the order of their words, counted from 1
    swapped = {a: b, b: a, a_b: b_c, b_c: a_b}
    slots = array(
        "Q", (slot & ~0xFFFFFFFF | swapped.get(slot & 0xFFFFFFFF, slot) for slot in arrays["slots"])
    )
    table = Table.of(*changed(small, slots=slots), small.vocabulary)
    assert [bool(table.lookup(words)) for words in ("a", "b", "ab", "bc", "c")] == [False] * 4 + [True]


@pytest.mark.parametrize("name", ["source_offsets", "entry_offsets", "target_offsets"])
@pytest.mark.parametrize("first", [2**32 - 100, 10_000])
def test_phrases_that_lie_behind_the_end_are_never_read(small, name, first):
    arrays, _ = changed(small)
    offsets = array("I", range(first, first + len(arrays[name])))
    table = Table.of(*changed(small, **{name: offsets}), small.vocabulary)
    if name == "target_offsets":
        with pytest.raises(ModelError, match="the target of entry 0 lies outside the table: damaged"):
            table.lookup(["a"])
    else:
        assert table.lookup(["a"]) == []
        assert table.kernel.spans(table.ids(["a", "b", "c"])) == []
    if name == "source_offsets":
        with pytest.raises(ModelError, match="the words of source 0 lie outside the table: damaged"):
            list(table)
