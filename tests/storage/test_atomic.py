"""Whole or not at all: whatever interrupts the writing, nothing half-written is met."""

import os
import threading

import pytest

from otherwords.errors import UsageError
from otherwords.storage import new_directory, new_file


def names(folder):
    return sorted(file.name for file in folder.iterdir())


class Interrupted(BaseException):
    """Stands for Ctrl-C, which pytest keeps for itself where it can."""


ENDS = [ValueError, KeyboardInterrupt, Interrupted, SystemExit, MemoryError, OSError]


@pytest.mark.parametrize("end", ENDS)
def test_a_file_that_was_not_finished_leaves_nothing(tmp_path, end):
    with pytest.raises(end), new_file(tmp_path / "a.txt") as out:  # noqa: PT012
        out.write(b"half")
        raise end
    assert names(tmp_path) == []


@pytest.mark.parametrize("end", ENDS)
def test_an_old_file_stands_until_the_new_one_is_whole(tmp_path, end):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with pytest.raises(end), new_file(path) as out:  # noqa: PT012
        out.write(b"new")
        out.flush()
        assert path.read_bytes() == b"old"
        raise end
    assert path.read_bytes() == b"old"
    with new_file(path) as out:
        out.write(b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("replace", [False, True])
def test_a_directory_that_was_not_finished_leaves_nothing(tmp_path, end, replace):
    if replace:
        (tmp_path / "model").mkdir()
        (tmp_path / "model" / "old").touch()
    with pytest.raises(end), new_directory(tmp_path / "model", replace=replace) as folder:  # noqa: PT012
        (folder / "new").write_bytes(b"half")
        (folder / "deeper").mkdir()
        raise end
    assert names(tmp_path) == (["model"] if replace else [])
    assert not replace or names(tmp_path / "model") == ["old"]


def test_a_directory_is_met_only_when_whole(tmp_path):
    with new_directory(tmp_path / "deep" / "model") as folder:
        assert folder.parent == tmp_path / "deep"
        assert not (tmp_path / "deep" / "model").exists()
        (folder / "a").touch()
    assert names(tmp_path / "deep") == ["model"]


def test_what_stands_there_is_kept_unless_it_may_be_replaced(tmp_path):
    place = tmp_path / "model"
    place.mkdir()
    (place / "old").touch()
    with pytest.raises(UsageError, match=r"exists already.*--force"), new_directory(place):
        pytest.fail("the block was entered")
    with new_directory(place, replace=True) as folder:
        (folder / "new").touch()
    assert names(place) == ["new"]
    assert names(tmp_path) == ["model"]


@pytest.mark.parametrize("kind", ["file", "dangling link"])
def test_a_file_or_link_in_the_place_is_something_too(tmp_path, kind):
    place = tmp_path / "model"
    if kind == "file":
        place.touch()
    else:
        place.symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="exists already"), new_directory(place):
        pass
    with new_directory(place, replace=True) as folder:
        (folder / "new").touch()
    assert names(place) == ["new"]
    assert names(tmp_path) == ["model"]


def test_a_directory_that_appears_meanwhile_is_not_overwritten(tmp_path):
    with pytest.raises(UsageError, match="exists already"), new_directory(tmp_path / "model"):  # noqa: PT012
        (tmp_path / "model").mkdir()
        (tmp_path / "model" / "theirs").touch()
    assert names(tmp_path / "model") == ["theirs"]
    assert names(tmp_path) == ["model"]


@pytest.mark.parametrize("fails_at", [1, 2])
def test_a_swap_that_is_interrupted_leaves_the_old_one(tmp_path, monkeypatch, fails_at):
    place = tmp_path / "model"
    place.mkdir()
    (place / "old").touch()
    kind, rename, calls = type(place), type(place).rename, []

    def failing(self, target):
        calls.append(self)
        if len(calls) == fails_at:
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(kind, "rename", failing)
    with pytest.raises(KeyboardInterrupt), new_directory(place, replace=True) as folder:
        (folder / "new").touch()
    monkeypatch.undo()
    assert names(place) == ["old"]
    assert names(tmp_path) == ["model"]


def test_leftovers_of_a_killed_process_do_no_harm(tmp_path):
    (tmp_path / f".a.txt.{os.getpid()}.partial").write_bytes(b"half")
    (tmp_path / f".model.{os.getpid()}.partial").mkdir()
    with new_file(tmp_path / "a.txt") as out:
        out.write(b"whole")
    with new_directory(tmp_path / "model") as folder:
        (folder / "new").touch()
    assert (tmp_path / "a.txt").read_bytes() == b"whole"
    assert names(tmp_path / "model") == ["new"]


def test_two_threads_may_write_one_name(tmp_path):
    together = threading.Barrier(2)
    failures = []

    def write(content):
        try:
            with new_file(tmp_path / "a.txt") as out:
                out.write(content)
                together.wait(30)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(content,)) for content in (b"one", b"two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert (tmp_path / "a.txt").read_bytes() in (b"one", b"two")
    assert names(tmp_path) == ["a.txt"]


def test_one_file_inside_another(tmp_path):
    with new_file(tmp_path / "a") as outer, new_file(tmp_path / "a") as inner:
        inner.write(b"inner")
        outer.write(b"outer")
    assert (tmp_path / "a").read_bytes() == b"outer"


def test_rights_are_those_of_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    (tmp_path / "folder").mkdir()
    with new_file(tmp_path / "a"):
        pass
    with new_directory(tmp_path / "b"):
        pass
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert (tmp_path / "b").stat().st_mode == (tmp_path / "folder").stat().st_mode


def test_a_place_that_cannot_be_written_is_an_error_that_names_it(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"file/a cannot be written"), new_file(tmp_path / "file" / "a"):
        pass
    with (
        pytest.raises(UsageError, match=r"none/a cannot be written: No such file"),
        new_file(tmp_path / "none" / "a"),
    ):
        pass
    with pytest.raises(UsageError, match=r"file/a cannot be written"), new_directory(tmp_path / "file" / "a"):
        pass
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="folder cannot be written"), new_file(tmp_path / "folder"):
        pass
    assert names(tmp_path) == ["file", "folder"]


def test_a_long_name_still_has_room_beside_it(tmp_path):
    with new_file(tmp_path / ("x" * 250)) as out:
        out.write(b"whole")
    assert names(tmp_path) == ["x" * 250]
