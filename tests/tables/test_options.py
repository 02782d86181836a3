import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import UsageError
from otherwords.tables.options import TableOption, parse_table_option


def test_a_file_alone():
    assert parse_table_option("tables/paraphrase-en.gz") == TableOption(
        Path("tables/paraphrase-en.gz"), "paraphrase-en"
    )


def test_every_key():
    text = (
        "t.txt:name=europarl:direction=p(source|target):column=3:weight=0.5:format=moses:scale=log:keep=1, 2"
        ":threshold=1e-3:limit=20:max-words=7"
    )
    assert parse_table_option(text) == TableOption(
        Path("t.txt"), "europarl", "source|target", "3", 0.5, "moses", "log", ("1", "2"), 0.001, 20, 7
    )


def test_a_file_whose_name_holds_colons(tmp_path):
    path = tmp_path / "a:weight=1:b"
    with pytest.raises(UsageError, match="no key 'b'"):
        parse_table_option(f"{path}:limit=3")
    path.write_text("")
    option = parse_table_option(f"{path}:limit=3")
    assert (option.path, option.limit, option.weight) == (path, 3, None)
    assert parse_table_option("not:there:weight=2").path == Path("not:there")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no file, expected FILE or FILE:KEY=VALUE"),
        (":weight=1", "no file"),
        ("t:wieght=1", "no key 'wieght'; did you mean 'weight'?"),
        ("t:max_word=1", "no key 'max_word'; did you mean 'max-words'?"),
        (
            "t:qqq=1",
            "no key 'qqq'; expected one of name, direction, column, weight, format, scale, keep, thr",
        ),
        ("t:weight=1:limit", "'limit' has no value, expected limit=VALUE"),
        ("t:weight=1:weight=2", "'weight' is given twice"),
        ("t:weight=heavy", "weight=heavy: expected a finite number"),
        ("t:weight=nan", "weight=nan: expected a finite number"),
        ("t:direction=source|traget", "direction=source|traget: did you mean 'source|target'?"),
        ("t:format=mosses", "format=mosses: did you mean 'moses'?"),
        ("t:scale=x", "scale=x: expected one of probability, capped, log, neglog"),
        ("t:threshold=2", "threshold=2: expected a probability from 0 to 1"),
        ("t:limit=0", "limit=0: expected a whole number from 1 to 65535"),
        ("t:limit=" + "9" * 9999, "expected a whole number from 1 to 65535"),
        ("t:keep=1,1", "keep=1,1: expected distinct columns, separated by commas"),
        ("t:name=", "name=: expected something"),
    ],
)
def test_options_that_make_no_sense_are_refused(text, message):
    with pytest.raises(UsageError) as caught:
        parse_table_option(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"--table {text}: ")


@given(st.text(":=tab|0.", max_size=12) | st.text())
def test_any_text_is_an_option_or_refused(text):
    with contextlib.suppress(UsageError):
        assert parse_table_option(text).name
