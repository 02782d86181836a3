"""Files of arrays: what is written is read, and whatever is wrong with a file is a `ModelError` that says so."""

import json
import struct
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import ModelError
from otherwords.storage import Arrays, write_arrays
from otherwords.storage.arrays import ALIGNMENT, ITEM_SIZES, MAGIC

PREFIX = struct.Struct("<8sII")
RANGES = {"B": (0, 2**8 - 1), "H": (0, 2**16 - 1), "I": (0, 2**32 - 1), "Q": (0, 2**64 - 1)}
RANGES |= {"i": (-(2**31), 2**31 - 1), "q": (-(2**63), 2**63 - 1)}


@st.composite
def arrays(draw):
    typecode = draw(st.sampled_from(sorted(ITEM_SIZES)))
    if typecode in "fd":
        items = st.floats(width=32 if typecode == "f" else 64, allow_nan=False)
    else:
        items = st.integers(*RANGES[typecode])
    return array(typecode, draw(st.lists(items, max_size=40)))


NAMES = st.text(st.characters(codec="utf-8"), max_size=12)


@given(
    st.dictionaries(NAMES, arrays(), max_size=6), st.dictionaries(NAMES, st.integers() | NAMES, max_size=3)
)
def test_what_is_written_is_read(tmp_path_factory, named, meta):
    path = tmp_path_factory.getbasetemp() / "round.bin"
    write_arrays(path, "kind", 7, named, meta)
    opened = Arrays(path, "kind", 7)
    assert {name: array(view.format, view.tolist()) for name, view in opened.items()} == named
    assert {name: view.format for name, view in opened.items()} == {
        name: a.typecode for name, a in named.items()
    }
    assert opened.meta == meta
    assert len(opened) == len(named)
    assert all(view.readonly for view in opened.values())


def test_equal_arrays_make_equal_bytes_and_lie_aligned(tmp_path):
    named = {"b": array("B", b"abc"), "d": array("d", [1.5]), "none": array("I")}
    write_arrays(tmp_path / "1", "kind", 1, named, {"x": 1, "a": 2})
    write_arrays(tmp_path / "2", "kind", 1, named, {"a": 2, "x": 1})
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    header = header_of((tmp_path / "1").read_bytes())
    assert all(offset % ALIGNMENT == 0 for _, offset, _ in header["arrays"].values())
    assert header["size"] == (tmp_path / "1").stat().st_size


def test_an_array_of_another_type_is_refused_and_nothing_is_left(tmp_path):
    with pytest.raises(ValueError, match="array 'x' has type 'b', expected one of B H"):
        write_arrays(tmp_path / "a", "kind", 1, {"x": array("b", [1])})
    assert not [*tmp_path.iterdir()]


def header_of(data):
    return json.loads(data[PREFIX.size : PREFIX.size + PREFIX.unpack_from(data)[2]])


def with_header(data, change):
    """The file with another header in the place of its own."""
    header = header_of(data)
    change(header)
    room = PREFIX.unpack_from(data)[2]
    told = json.dumps(header).encode().ljust(room)
    grown = len(told) - room
    header["size"] = (
        header["size"] + grown if isinstance(header.get("size"), int) and grown else header.get("size")
    )
    return PREFIX.pack(MAGIC, 1, len(told)) + told + data[PREFIX.size + room :]


@pytest.fixture
def whole(tmp_path):
    path = tmp_path / "whole.bin"
    write_arrays(
        path,
        "kind",
        3,
        {"red": array("I", [1, 2, 3]), "blue": array("f", [1.5])},
        {"count": 5, "spare": "x" * 99},
    )
    return path


def put(*path):
    *keys, last, value = path

    def change(header):
        for key in keys:
            header = header[key]
        header[last] = value

    return change


def drop(key):
    return lambda header: header.pop(key)


HEADERS = {
    "another kind": (put("kind", "table"), "holds 'table', expected 'kind'"),
    "kind is no text": (put("kind", []), r"holds \[\], expected"),
    "newer": (put("version", 4), "kind format 4, newer than this otherwords, which reads 3"),
    "older": (put("version", 2), "kind format 2 is no longer read; make the model again"),
    "version is a text": (put("version", "3"), "kind format 3, newer"),
    "version is true": (put("version", True), "format True"),
    "no kind": (drop("kind"), "its header is damaged"),
    "no size": (drop("size"), "its header is damaged"),
    "no arrays": (drop("arrays"), "its header is damaged"),
    "no meta": (drop("meta"), "its header is damaged"),
    "arrays is a list": (put("arrays", []), r"its header is damaged \(arrays or meta\)"),
    "meta is a text": (put("meta", "x"), r"its header is damaged \(arrays or meta\)"),
    "another size": (put("size", 5), "bytes, but its header says 5: cut off or altered"),
    "size is a text": (put("size", "5"), "but its header says 5"),
    "too many items": (put("arrays", "red", 2, 10**6), "the place of array 'red' lies outside the file"),
    "hugely many items": (put("arrays", "red", 2, 2**64), "'red' lies outside"),
    "fewer than no items": (put("arrays", "red", 2, -1), "'red' lies outside"),
    "before the file": (put("arrays", "red", 1, -64), "'red' lies outside"),
    "behind the file": (put("arrays", "red", 1, 2**40), "'red' lies outside"),
    "not aligned": (put("arrays", "red", 1, 65), "'red' lies outside"),
    "no such type": (put("arrays", "red", 0, "x"), "'red' lies outside"),
    "a type of two": (put("arrays", "red", 0, "II"), "'red' lies outside"),
    "type is a list": (put("arrays", "red", 0, []), "'red' lies outside"),
    "offset is a float": (put("arrays", "red", 1, 64.0), "'red' lies outside"),
    "items is true": (put("arrays", "red", 2, True), "'red' lies outside"),
    "place is a number": (put("arrays", "red", 3), "'red' lies outside"),
    "place is too long": (put("arrays", "red", ["I", 64, 1, 1]), "'red' lies outside"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_damaged_header(whole, name):
    change, message = HEADERS[name]
    whole.write_bytes(with_header(whole.read_bytes(), change))
    with pytest.raises(ModelError, match=message) as raised:
        Arrays(whole, "kind", 3)
    assert str(whole) in str(raised.value)


BYTES = {
    "empty": (lambda data: b"", "0 bytes, too short for a model file"),
    "a few bytes": (lambda data: data[:15], "15 bytes, too short"),
    "only the prefix": (lambda data: data[:16], "its header is damaged"),
    "within the header": (lambda data: data[:100], "its header is damaged"),
    "the last byte is gone": (lambda data: data[:-1], "cut off or altered"),
    "a byte more": (lambda data: data + b"x", "cut off or altered"),
    "another magic": (lambda data: b"x" + data[1:], r"begins with b'xWARRAYS', not with b'OWARRAYS'"),
    "gzip": (lambda data: b"\x1f\x8b" + data, "not a file of a model directory"),
    "newer": (
        lambda data: PREFIX.pack(MAGIC, 2, 0) + data[16:],
        "format 2 is newer than this otherwords, which reads up to 1",
    ),
    "the header is endless": (
        lambda data: PREFIX.pack(MAGIC, 1, 2**32 - 1) + data[16:],
        "its header is damaged",
    ),
    "the header is empty": (lambda data: PREFIX.pack(MAGIC, 1, 0) + data[16:], "its header is damaged"),
    "the header is no UTF-8": (lambda data: data[:16] + b"\xff" + data[17:], "its header is damaged"),
    "the header is a list": (
        lambda data: PREFIX.pack(MAGIC, 1, 2) + b"[]" + data[18:],
        "its header is damaged",
    ),
    "the header is deep": (lambda data: PREFIX.pack(MAGIC, 1, 10**5) + b"[" * 10**5, "its header is damaged"),
}


@pytest.mark.parametrize("name", BYTES)
def test_damaged_bytes(whole, name):
    change, message = BYTES[name]
    whole.write_bytes(change(whole.read_bytes()))
    with pytest.raises(ModelError, match=message):
        Arrays(whole, "kind", 3)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ModelError, match=r"none\.bin: No such file"):
        Arrays(tmp_path / "none.bin", "kind", 3)
    with pytest.raises(ModelError, match="Is a directory"):
        Arrays(tmp_path, "kind", 3)


def test_arrays_and_numbers_that_are_not_there(whole):
    opened = Arrays(whole, "kind", 3)
    assert opened.number("count") == 5
    with pytest.raises(ModelError, match="has no array 'green'"):
        opened["green"]
    for name, largest in (("count", 4), ("spare", 9), ("none", 9)):
        with pytest.raises(ModelError, match=f"{name} is .*, expected a whole number from 0 to {largest}"):
            opened.number(name, largest)
