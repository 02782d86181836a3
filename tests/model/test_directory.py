"""Opening a model: whatever is wrong with it is a `ModelError` that says what; verifying reads all bytes."""

import shutil

import pytest

import otherwords
from otherwords.errors import CheckError, ModelError
from otherwords.model import Model
from otherwords.model.verify import verify


@pytest.fixture
def copy(everyday_place, tmp_path):
    return shutil.copytree(everyday_place, tmp_path / "copy")


def edit(place, old, new):
    path = place / "model.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


EDITS = {
    "not TOML": ("format = 1", "format is 1", "model.toml: damaged: "),
    "a number without end": ("format = 1", f"format = {'1' * 5000}", "model.toml: damaged: "),
    "deep": ("format = 1", "format = 1\nx = " + "[" * 5000, "model.toml: damaged: "),
    "no format": ("format = 1", "", "format is None, expected 1"),
    "format is a text": ("format = 1", 'format = "1"', "format is '1', expected 1"),
    "format is true": ("format = 1", "format = true", "format is True, expected 1"),
    "format is 0": ("format = 1", "format = 0", "format is 0, expected 1"),
    "a newer format": (
        "format = 1",
        "format = 2",
        "format 2 is newer than this otherwords, which reads up to 1",
    ),
    "no name": ("name = ", "nom = ", "damaged: there is no 'name'"),
    "no identity": ('\nidentity = "', '\nid = "', "damaged: there is no 'identity'"),
    "no settings": ("[settings]", "[setings]", "damaged: there is no 'settings'"),
    "settings is a list": ("[settings]", "[[settings]]", "damaged: "),
    "an unknown setting": ("lm_weight", "lm_wieght", "no setting 'lm_wieght'; did you mean 'lm_weight'?"),
    "a far setting": ("lm_weight", "colour", "no setting 'colour'; there are language, direction"),
    "a setting of the wrong type": (
        "lm_weight = 1.0",
        'lm_weight = "1"',
        "setting lm_weight is '1', expected a finite number",
    ),
    "a setting that is no number": (
        "lm_weight = 1.0",
        "lm_weight = nan",
        "setting lm_weight is nan, expected a finite",
    ),
    "an endless setting": ("lm_weight = 1.0", f"lm_weight = {10**400}", "expected a finite number"),
    "a negative weight": (
        "lm_weight = 1.0",
        "lm_weight = -1",
        "lm_weight is -1.0, expected a number from 0 on",
    ),
    "a switch that is a number": (
        "classes = true",
        "classes = 1",
        "setting classes is 1, expected true or false",
    ),
    "no such identity rule": (
        'identity = "self"',
        'identity = "me"',
        "identity is 'me', expected one of self, uniform",
    ),
    "no such direction": (
        'direction = "target|source"',
        'direction = "x"',
        "direction is 'x', expected one of target",
    ),
    "a path up": ('[files."lm.bin"]', '[files."../lm.bin"]', "'../lm.bin' lies outside the model"),
    "a path up from within": ('[files."lm.bin"]', '[files."a/../../lm.bin"]', "lies outside the model"),
    "a path from the root": (
        '[files."lm.bin"]',
        '[files."/etc/passwd"]',
        "'/etc/passwd' lies outside the model",
    ),
    "a path with NUL": ('[files."lm.bin"]', '[files."lm\\u0000.bin"]', "lies outside the model"),
    "a table that is elsewhere": (
        'file = "tables/0',
        'file = "../0',
        r"the table '../0-everyday.bin' is not among the files",
    ),
    "a table without a file": ('file = "tables/0', 'fil = "tables/0', "damaged: there is no 'file'"),
    "a table that is a list": ('file = "tables/0-everyday.bin"', "file = []", "damaged: "),
    "a weight that is a text": (
        "weight = 0.7",
        'weight = "0.7"',
        "the weight of tables/1-verbs.bin is '0.7', expected a finite number",
    ),
    "a weight without end": ("weight = 0.7", "weight = inf", "is inf, expected a finite number"),
    "no language model": ('[files."lm.bin"]', '[files."card2.md"]', "model.toml: names no lm.bin"),
    "a size that is a text": ("size = ", 'size = "x" #', "damaged: size or checksum of"),
    "a size that is not so": ("size = ", "size = 1", "bytes, expected 1.*: cut off or altered"),
    "a file without a size": ("size = ", "sise = ", "damaged: there is no 'size'"),
    "files is a list": ('[files."card.md"]', "[[files]]", "damaged: "),
    "a table in place of the language model": (
        'file = "tables/0-everyday.bin"',
        'file = "lm.bin"',
        "holds 'lm', expected 'table'",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_damaged_description(copy, name):
    old, new, message = EDITS[name]
    edit(copy, old, new)
    for opened in (Model, verify):
        with pytest.raises(ModelError, match=message) as raised:
            opened(copy)
        assert str(copy) in str(raised.value)
        assert len(str(raised.value)) < 1000


def test_a_description_that_is_no_text(copy):
    (copy / "model.toml").write_bytes(b"\x1f\x8b\x00\xff")
    with pytest.raises(ModelError, match="damaged"):
        Model(copy)


def test_places_that_are_no_models(tmp_path):
    with pytest.raises(
        ModelError, match=r"none: not a model: there is no such directory \(`otherwords model create`"
    ):
        Model(tmp_path / "none")
    with pytest.raises(ModelError, match=r"not a model: it has no model\.toml"):
        otherwords.load(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match="Not a directory"):
        Model(tmp_path / "file")
    (tmp_path / "model.toml").mkdir()
    with pytest.raises(ModelError, match="Is a directory"):
        Model(tmp_path)


NAMES = [
    "lm.bin",
    "vocabulary.bin",
    "tables/0-everyday.bin",
    "tables/1-verbs.bin",
    "truecaser.bin",
    "card.md",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_missing_cut_off_or_a_directory(copy, name):
    whole = (copy / name).read_bytes()
    for data in (whole[:-1], whole + b"x", b""):
        (copy / name).write_bytes(data)
        with pytest.raises(
            ModelError, match=f"{name}: {len(data)} bytes, expected {len(whole)}: cut off or altered"
        ):
            Model(copy)
    (copy / name).unlink()
    with pytest.raises(ModelError, match=f"{name}: No such file"):
        Model(copy)
    (copy / name).mkdir()
    with pytest.raises(ModelError, match=f"{name}: not a file"):
        Model(copy)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("where", [0.0, 0.3, 0.7, 1.0])
def test_verify_finds_one_flipped_bit(copy, name, where):
    assert verify(copy).description.name == "tiny"
    data = bytearray((copy / name).read_bytes())
    data[int(where * (len(data) - 1))] ^= 4
    (copy / name).write_bytes(data)
    with pytest.raises(CheckError, match=f"{name}: its checksum is .*, expected .*: altered"):
        verify(copy)


def test_a_file_that_the_model_does_not_name_is_not_used(copy, everyday_place):
    edit(copy, '[files."truecaser.bin"]', '[files."card2.md"]')
    shutil.copy(copy / "truecaser.bin", copy / "card2.md")
    (copy / "truecaser.bin").write_bytes(b"nobody checks this")
    assert Model(copy).truecaser is None
    assert Model(everyday_place).truecaser is not None


def test_a_model_works_wherever_it_lies_and_whatever_its_name(everyday_place, tmp_path, monkeypatch):
    shutil.copytree(everyday_place, tmp_path / "naïve 猫 model")
    monkeypatch.chdir(tmp_path)
    model = Model("naïve 猫 model")
    assert repr(model) == "<Model 'tiny' at naïve 猫 model>"
    text = "The dog runs after the young cat."
    assert otherwords.load("naïve 猫 model").paraphrase(text) == otherwords.load(everyday_place).paraphrase(
        text
    )


def test_settings_can_be_overridden_in_the_description(copy):
    edit(copy, "lm_weight = 1.0", "lm_weight = 0")
    assert Model(copy).settings.lm_weight == 0.0
    assert verify(copy).settings.lm_weight == 0.0
