"""Making a model: from what, with what, and nothing by half."""

import gzip
import tomllib
from dataclasses import replace

import pytest

import otherwords
from models import TABLE, TEXT, VERBS, tiny_model, write_table
from otherwords.errors import InputError, ModelError, UsageError
from otherwords.lm import LanguageModel
from otherwords.lm.arpa import write_arpa
from otherwords.model import Model, Settings
from otherwords.model import create as module
from otherwords.model.create import create_model
from otherwords.model.settings import preset
from otherwords.model.verify import verify
from otherwords.tables.options import TableOption, parse_table_option


@pytest.fixture(scope="module")
def materials(tmp_path_factory):
    """A folder with a trained language model, its ARPA file, a truecaser and two tables."""
    folder = tmp_path_factory.mktemp("made") / "model"
    tiny_model(folder)
    place = folder.with_name("model.materials")
    write_table(place / "everyday.tsv", TABLE)
    write_table(place / "verbs.tsv", VERBS)
    from otherwords.lm.kneser_ney import estimate

    write_arpa(estimate([line.lower() for line in TEXT.splitlines()], order=3).model, place / "lm.arpa")
    return place


def contents(place):
    return {
        file.relative_to(place).as_posix(): file.read_bytes() for file in place.rglob("*") if file.is_file()
    }


def make(place, materials, *tables, lm="lm", settings=None, **options):
    chosen = [TableOption(materials / "everyday.tsv", "everyday")] if not tables else list(tables)
    return create_model(place, chosen, materials / lm, settings or Settings(), **options)


def test_what_was_made_opens_says_what_it_is_and_paraphrases(tmp_path, materials):
    made = make(
        tmp_path / "m",
        materials,
        TableOption(materials / "everyday.tsv", "everyday"),
        parse_table_option(f"{materials / 'verbs.tsv'}:weight=0.5:name=Verbs, and more"),
        name="my model",
        licence='CC0 \x7f " \\ é',
    )
    model = Model(tmp_path / "m")
    assert [table.name for table in model.tables] == ["everyday", "Verbs, and more"]
    assert model.table_weights == (1.0, 0.5)
    assert [len(table) for table in model.tables] == [summary.entries for summary in made.tables]
    assert len(model.vocabulary) == made.words
    assert model.description.name == "my model"
    assert model.description.licence == 'CC0 \x7f " \\ é'
    assert model.description.made_with == otherwords.__version__
    assert made.notices == ()
    assert made.ngrams == LanguageModel(materials / "lm").query.order * (0,) or len(made.ngrams) == 3
    assert otherwords.load(tmp_path / "m").paraphrase("The dog runs after the young cat.")
    card = (tmp_path / "m" / "card.md").read_text()
    assert "# my model" in card
    assert "| everyday |" in card


@pytest.mark.parametrize("packed", [False, True])
def test_a_language_model_from_an_arpa_file(tmp_path, materials, packed):
    arpa = materials / "lm.arpa"
    if packed:
        arpa = tmp_path / "lm.gz"
        arpa.write_bytes(gzip.compress((materials / "lm.arpa").read_bytes()))
    made = create_model(tmp_path / "m", [TableOption(materials / "verbs.tsv", "verbs")], arpa, Settings())
    assert len(made.ngrams) == 3
    assert made.ngrams[0] == Model(tmp_path / "m").lm.unigrams


def test_words_that_only_tables_know_follow_those_of_the_language_model(tmp_path, materials):
    make(tmp_path / "m", materials)
    model = Model(tmp_path / "m")
    own = LanguageModel(materials / "lm").vocabulary
    assert [model.vocabulary.word(i) for i in range(len(own))] == list(own)
    assert model.vocabulary.id("chases") < model.lm.unigrams <= model.vocabulary.id("kittens")


def test_the_same_materials_make_the_same_bytes(tmp_path, materials):
    for place in ("1", "2"):
        make(tmp_path / place, materials, name="same", truecaser=materials / "truecaser.bin")
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_the_identity_changes_with_whatever_changes_answers_and_with_nothing_else(tmp_path, materials):
    def identity(place, *tables, **options):
        make(tmp_path / place, materials, *tables, **options)
        return Model(tmp_path / place).description.identity

    plain = identity("plain")
    assert identity("named", name="other", licence="MIT") == plain
    others = [
        identity("settings", settings=Settings(lm_weight=0.5)),
        identity("table", TableOption(materials / "verbs.tsv", "everyday")),
        identity("weight", TableOption(materials / "everyday.tsv", "everyday", weight=0.5)),
        identity("truecaser", truecaser=materials / "truecaser.bin"),
        identity("arpa", lm="lm.arpa"),
        identity("quantised", lm="lm.arpa", quantise=True),
    ]
    assert len({plain, *others}) == 1 + len(others)


def test_quantised_is_smaller_and_says_nearly_the_same(tmp_path, materials):
    make(tmp_path / "m", materials, lm="lm.arpa")
    make(tmp_path / "q", materials, lm="lm.arpa", quantise=True)
    plain, quantised = Model(tmp_path / "m").lm, Model(tmp_path / "q").lm
    words = ["the", "dog", "chases", "the", "kitten", "."]
    assert quantised.score(words) == pytest.approx(plain.score(words), abs=0.5)
    assert verify(tmp_path / "q").lm.query.quantised


def test_quantising_what_was_trained_is_said_to_do_nothing(tmp_path, materials):
    assert "quantise it there" in make(tmp_path / "m", materials, quantise=True).notices[0]


def test_a_table_of_the_other_direction_is_pointed_out(tmp_path, materials):
    other = parse_table_option(f"{materials / 'verbs.tsv'}:direction=source|target")
    [notice] = make(tmp_path / "a", materials, other).notices
    assert "gives p(source|target), and this preset scores by p(target|source)" in notice
    assert "verbs.tsv" in notice
    assert make(tmp_path / "b", materials, other, settings=preset("quirk2004")).notices == ()
    assert Model(tmp_path / "a").tables[0].direction == "source|target"


def test_settings_and_presets_are_kept(tmp_path, materials):
    settings = preset("chevelu2010").changed({"lm_weight": 0.25, "language": "fr"})
    make(tmp_path / "m", materials, settings=settings, preset="chevelu2010")
    assert Model(tmp_path / "m").settings == settings
    assert Model(tmp_path / "m").description.preset == "chevelu2010"
    raw = tomllib.loads((tmp_path / "m" / "model.toml").read_text())
    assert Settings().changed(raw["settings"]) == settings


# ---- what is refused -------------------------------------------------------------------------------


def refused(tmp_path, error, message, build):
    with pytest.raises(error, match=message):
        build(tmp_path / "m")
    assert not [file for file in tmp_path.iterdir() if file.name.startswith((".", "m"))]


def test_no_table(tmp_path, materials):
    refused(
        tmp_path,
        UsageError,
        "at least one table",
        lambda m: create_model(m, [], materials / "lm", Settings()),
    )


def test_two_tables_with_one_name(tmp_path, materials):
    tables = [TableOption(materials / f"{name}.tsv", "same") for name in ("verbs", "everyday")]
    refused(
        tmp_path,
        UsageError,
        r"two tables have one name: .*FILE:name=NAME",
        lambda m: make(m, materials, *tables),
    )


def test_a_place_that_is_taken(tmp_path, materials):
    make(tmp_path / "m", materials)
    before = contents(tmp_path / "m")
    with pytest.raises(UsageError, match="exists already"):
        make(tmp_path / "m", materials, name="other")
    assert contents(tmp_path / "m") == before
    make(tmp_path / "m", materials, name="other", replace=True)
    assert Model(tmp_path / "m").description.name == "other"
    assert [file.name for file in tmp_path.iterdir()] == ["m"]


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_table(tmp_path, materials, content):
    (tmp_path / "empty.tsv").write_bytes(content)
    table = TableOption(tmp_path / "empty.tsv", "empty")
    refused(tmp_path, InputError, r"empty\.tsv", lambda m: make(m, materials, table))


def test_a_malformed_line_of_the_second_table(tmp_path, materials):
    (tmp_path / "bad.tsv").write_text("a\tb\t0.5\na b\tc\n")
    tables = [TableOption(materials / "verbs.tsv", "verbs"), TableOption(tmp_path / "bad.tsv", "bad")]
    refused(tmp_path, InputError, r"bad\.tsv:2", lambda m: make(m, materials, *tables))


def test_table_and_language_model_swapped(tmp_path, materials):
    table = TableOption(materials / "lm.arpa", "arpa")
    refused(tmp_path, InputError, r"lm\.arpa.*ARPA", lambda m: make(m, materials, table))
    refused(
        tmp_path,
        InputError,
        r"everyday\.tsv: a phrase table, expected a language model .* swapped\?",
        lambda m: make(m, materials, TableOption(materials / "verbs.tsv", "v"), lm="everyday.tsv"),
    )


def test_files_that_are_not_there(tmp_path, materials):
    none = TableOption(tmp_path / "none.tsv", "none")
    refused(tmp_path, InputError, "No such file", lambda m: make(m, materials, none))
    refused(tmp_path, InputError, "No such file", lambda m: make(m, materials, lm="none"))
    refused(tmp_path, InputError, "No such file", lambda m: make(m, materials, truecaser=materials / "none"))


def test_a_directory_that_is_no_language_model(tmp_path, materials):
    (tmp_path / "empty").mkdir()
    table = TableOption(materials / "verbs.tsv", "v")
    refused(
        tmp_path,
        ModelError,
        r"vocabulary\.bin",
        lambda m: create_model(m, [table], tmp_path / "empty", Settings()),
    )


def test_a_truecaser_that_is_none(tmp_path, materials):
    refused(
        tmp_path,
        InputError,
        "not a truecaser",
        lambda m: make(m, materials, truecaser=materials / "verbs.tsv"),
    )


@pytest.mark.parametrize(
    "step", ["_add_language_model", "_add_table", "write_vocabulary", "_card", "_describe", "Model"]
)
@pytest.mark.parametrize("end", [KeyboardInterrupt, OSError])
@pytest.mark.parametrize("old", [False, True])
def test_whatever_interrupts_it_nothing_by_half_is_left(tmp_path, materials, monkeypatch, step, end, old):
    if old:
        make(tmp_path / "m", materials, name="old")

    def interrupted(*arguments, **options):
        raise end

    monkeypatch.setattr(module, step, interrupted)
    with pytest.raises(end):
        make(tmp_path / "m", materials, name="new", replace=True)
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == (["m"] if old else [])
    if old:
        assert verify(tmp_path / "m").description.name == "old"


def test_progress_is_told(tmp_path, materials):
    told = []
    make(tmp_path / "m", materials, progress=lambda what, done: told.append(what))
    assert any("lm" in what for what in told)


def test_a_weight_stands_in_for_that_of_the_option(tmp_path, materials):
    table = replace(TableOption(materials / "verbs.tsv", "verbs"), weight=0.0)
    make(tmp_path / "m", materials, table)
    assert Model(tmp_path / "m").table_weights == (0.0,)
