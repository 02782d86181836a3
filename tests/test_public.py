"""The public face: few names, imported lazily, light."""

import subprocess
import sys

import pytest

import otherwords


def test_every_public_name_is_there_and_listed():
    assert sorted(otherwords.__all__) == otherwords.__all__
    assert len(otherwords.__all__) <= 20
    for name in otherwords.__all__:
        assert getattr(otherwords, name).__name__ == name
        assert name in dir(otherwords)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = otherwords.lode


def modules_after(code: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(told.stdout.split())


def test_paraphrasing_imports_neither_numpy_nor_rich():
    loaded = modules_after(
        "import otherwords; assert otherwords.load().paraphrase('Thanks for your help, a lot.') is not None"
    )
    assert not loaded & {"numpy", "rich", "click", "multiprocessing"}
    assert "otherwords.paraphrase" in loaded


def test_importing_the_package_imports_no_room():
    assert not [name for name in modules_after("import otherwords") if name.startswith("otherwords.")]
