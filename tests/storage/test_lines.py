"""Text, line by line, from plain and packed files; complaints name file, line and byte."""

import bz2
import gzip
import io
import lzma
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import InputError
from otherwords.storage import open_lines
from otherwords.storage.lines import decoded_lines

PACKED = {"plain": bytes, "gzip": gzip.compress, "xz": lzma.compress, "bzip2": bz2.compress}
TEXT = "één\n\nwith\rin\r\n\u2028still one\n"
LINES = ["één", "", "with\rin\r", "\u2028still one"]


def read(path, **options):
    with open_lines(path, **options) as lines:
        return list(lines)


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("name", ["lines.txt", "lines.gz"])
def test_lines_of_plain_and_packed_files_whatever_their_name(tmp_path, packed, name):
    (tmp_path / name).write_bytes(PACKED[packed](TEXT.encode()))
    assert read(tmp_path / name) == LINES


def test_a_last_line_without_an_end_counts(tmp_path):
    (tmp_path / "a").write_bytes(b"one\ntwo")
    assert read(tmp_path / "a") == ["one", "two"]
    (tmp_path / "a").write_bytes(b"")
    assert read(tmp_path / "a") == []


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"))))
def test_every_line_comes_back(lines):
    stream = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    assert list(decoded_lines(stream, "-", "strict")) == lines


@pytest.mark.parametrize("packed", ["gzip", "xz", "bzip2"])
def test_a_packed_file_that_breaks_off(tmp_path, packed):
    whole = PACKED[packed]("".join(f"line {i * i}\n" for i in range(20_000)).encode())
    path = tmp_path / "a"
    path.write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(InputError, match=r"a:\d+: cannot be read on: ") as raised:
        read(path)
    assert raised.value.line >= 1
    assert raised.value.path == path


@pytest.mark.parametrize("packed", ["gzip", "xz", "bzip2"])
def test_a_packed_file_that_is_altered(tmp_path, packed):
    whole = bytearray(PACKED[packed]("".join(f"line {i * i}\n" for i in range(20_000)).encode()))
    whole[len(whole) // 2 : len(whole) // 2 + 40] = b"\x55" * 40
    (tmp_path / "a").write_bytes(whole)
    with pytest.raises(InputError, match="cannot be read on"):
        read(tmp_path / "a", errors="replace")


def test_invalid_utf8_is_said_with_its_line_and_byte(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("één\nab\xff".encode("latin-1"))
    with pytest.raises(InputError) as raised:
        read(path)
    assert (
        str(raised.value)
        == f"{path}:1: byte 1 is b'\\xe9', not valid UTF-8 (--errors replace puts U+FFFD in its place)"
    )
    path.write_bytes("één\n".encode() + b"ab\xff\n")
    with open_lines(path) as lines:
        assert next(lines) == "één"
        with pytest.raises(InputError, match=r"a\.txt:2: byte 3 is b'\\xff'"):
            next(lines)
    assert read(path, errors="replace") == ["één", "ab\ufffd"]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"none: No such file"):
        read(tmp_path / "none")
    with pytest.raises(InputError, match="Is a directory"):
        read(tmp_path)


def test_a_dash_is_standard_input_and_stays_open(monkeypatch):
    stream = io.BytesIO(b"one\n\xfftwo\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with open_lines("-") as lines:
        assert next(lines) == "one"
        with pytest.raises(InputError, match=r"^-:2: byte 1"):
            next(lines)
    assert not stream.closed


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd")
@pytest.mark.parametrize("packed", PACKED)
def test_a_pipe_which_can_be_read_only_once(packed):
    reading, writing = os.pipe()
    os.write(writing, PACKED[packed](TEXT.encode()))
    os.close(writing)
    try:
        assert read(f"/dev/fd/{reading}") == LINES
    finally:
        os.close(reading)


def test_a_gzip_file_that_is_damaged_within(tmp_path):
    data = bytearray(gzip.compress(bytes(range(256)) * 40))
    data[40:80] = bytes(40)
    (tmp_path / "text.gz").write_bytes(data)
    with pytest.raises(InputError, match=r"text\.gz:\d+: cannot be read on"):
        read(tmp_path / "text.gz", errors="replace")
