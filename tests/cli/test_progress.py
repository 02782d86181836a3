"""The bar: for a person, after a moment, and gone in the end."""

import pytest

from otherwords.cli import progress


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setattr(progress, "watched", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then draws as for a terminal
    monkeypatch.setenv("TERM", "xterm")


def test_long_work_shows_how_far_it_is(watched, capsys):
    with progress.Progress("entries", patience=0) as bar:
        bar("reading [a].txt", 65_536)
        bar("reading [a].txt", 131_072)
        bar("reading b.txt", 7)
    assert "reading b.txt" in capsys.readouterr().err


def test_short_work_shows_nothing(watched, capsys):
    with progress.Progress("entries", patience=3600) as bar:
        bar("reading a.txt", 65_536)
    assert capsys.readouterr() == ("", "")


def test_nobody_is_shown_anything_where_nobody_looks(capsys):
    with progress.Progress("entries", patience=0) as bar:
        bar("reading a.txt", 65_536)
    assert capsys.readouterr() == ("", "")
