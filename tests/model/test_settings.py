"""Settings and presets."""

import pytest

from otherwords.errors import UsageError
from otherwords.model import PRESETS, Settings, preset


def test_presets_by_name():
    assert preset("quirk2004").direction == "source|target"
    assert preset("quirk2004").identity == "uniform"
    assert preset("zhao2009") == Settings()
    for name, settings in PRESETS.items():
        assert preset(name) is settings
        assert not settings.classes
        assert not settings.agreement


def test_a_preset_that_is_not_there():
    with pytest.raises(UsageError, match="no preset 'chevelu2001'; did you mean 'chevelu20"):
        preset("chevelu2001")
    with pytest.raises(UsageError, match="no preset 'x'; expected one of quirk2004, chevelu2009"):
        preset("x")


def test_changed_leaves_the_first_as_it_was():
    first = Settings()
    assert first.changed({"lm_weight": 2, "classes": True}) == Settings(lm_weight=2.0, classes=True)
    assert type(first.changed({"lm_weight": 2}).lm_weight) is float
    assert first == Settings()
    assert first.changed({}) == first


@pytest.mark.parametrize("value", [True, "1", None, float("nan"), float("inf"), 10**400, [1.0]])
def test_a_number_is_a_finite_number(value):
    with pytest.raises(UsageError, match=r"setting word_weight is .*, expected a finite number"):
        Settings().changed({"word_weight": value})


@pytest.mark.parametrize(
    ("name", "value"), [("classes", 1), ("classes", "true"), ("language", 1), ("identity", None)]
)
def test_other_types(name, value):
    with pytest.raises(UsageError, match=f"setting {name} is {value!r}, expected"):
        Settings().changed({name: value})
