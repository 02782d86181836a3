"""Values of options: what is understood, and what is refused with a word on what would be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.cli.values import (
    parse_identity,
    parse_seconds,
    parse_setting,
    parse_size,
    parse_span,
    parse_weights,
)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("1k", 1000),
        ("1K", 1000),
        ("1.5 kB", 1500),
        ("500MB", 500 * 10**6),
        ("2GiB", 2 * 2**30),
        ("1Ti", 2**40),
    ],
)
def test_sizes(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize(
    ("text", "seconds"), [("2", 2), ("1.5s", 1.5), ("500ms", 0.5), ("3 min", 180), ("1h", 3600)]
)
def test_durations(text, seconds):
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_size, "many"), (parse_size, "-1MB"), (parse_size, "5 apples"), (parse_size, ""), (parse_size, "1e3"),
        (parse_seconds, "2 days"), (parse_seconds, "soon"), (parse_span, "4"), (parse_span, "7:4"), (parse_span, "4:4"),
        (parse_span, "-1:3"), (parse_span, "a:b"), (parse_setting, "lm_weight"), (parse_setting, "=1"),
        (parse_identity, "0"), (parse_identity, "-1"), (parse_identity, "inf"), (parse_identity, "nan"),
        (parse_weights, "a,b"), (parse_weights, "1,,2"),
    ],
)  # fmt: skip
def test_what_is_none_is_refused_and_shown(parse, text):
    with pytest.raises(ValueError, match=r"is no|are no") as error:
        parse(text)
    assert text in str(error.value)


@given(st.integers(0, 10**15))
def test_plain_numbers_are_bytes(number):
    assert parse_size(str(number)) == pytest.approx(number, abs=1)


def test_settings_have_the_type_they_look_like():
    assert parse_setting("identity-score=-2") == ("identity_score", -2.0)
    assert parse_setting("classes=false") == ("classes", False)
    assert parse_setting("identity=none") == ("identity", "none")
