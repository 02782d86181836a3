"""A file of named arrays that is mapped, not read: the one binary format of a model directory.

Layout, little-endian:

    8 bytes   magic "OWARRAYS"
    4 bytes   format version (1)
    4 bytes   length of the header in bytes
    header    JSON: {"kind": "lm", "version": 3, "size": bytes of the whole file, "meta": {…},
              "arrays": {name: [typecode, offset, items]}}
    arrays    each at a multiple of 64 bytes, padded with zeros

`kind` and `version` belong to who writes the file (the language model, a table); typecodes are
those of the `array` module. Opening checks magic, versions, size and that every array lies inside
the file; nothing else is read. What an array's numbers mean is checked where they are used.

>>> from array import array
>>> path = getfixture("tmp_path") / "colours.bin"
>>> write_arrays(path, "colours", 1, {"red": array("I", [1, 2, 3])}, meta={"made by": "hand"})
>>> opened = Arrays(path, "colours", 1)
>>> opened["red"].tolist(), opened.meta
([1, 2, 3], {'made by': 'hand'})
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from otherwords.errors import ModelError
from otherwords.storage.atomic import new_file

MAGIC = b"OWARRAYS"
FORMAT = 1
ALIGNMENT = 64
ITEM_SIZES = {"B": 1, "H": 2, "I": 4, "i": 4, "Q": 8, "q": 8, "f": 4, "d": 8}
_PREFIX = struct.Struct("<8sII")


class Arrays(Mapping[str, memoryview]):
    """The named arrays of one file, as read-only memory views of the mapped file."""

    def __init__(self, path: str | os.PathLike[str], kind: str, version: int) -> None:
        self.path = Path(path)
        self._map, header = _map_file(self.path, kind, version)
        self.meta: dict[str, Any] = header["meta"]
        whole = memoryview(self._map)
        self._views: dict[str, memoryview] = {}
        typecode: Any
        for name, place in header["arrays"].items():
            typecode, offset, items = _checked_place(self.path, name, place, len(self._map))
            self._views[name] = whole[offset : offset + items * ITEM_SIZES[typecode]].cast(typecode)

    def __getitem__(self, name: str) -> memoryview:
        try:
            return self._views[name]
        except KeyError:
            raise ModelError(f"{self.path}: has no array {name!r}") from None

    def __iter__(self) -> Any:
        return iter(self._views)

    def __len__(self) -> int:
        return len(self._views)

    def number(self, name: str, largest: int = 2**32 - 1) -> int:
        """A whole number from the meta data, checked to lie in 0…largest."""
        value = self.meta.get(name)
        if type(value) is not int or not 0 <= value <= largest:
            raise ModelError(f"{self.path}: {name} is {value!r}, expected a whole number from 0 to {largest}")
        return value


def write_arrays(
    path: str | os.PathLike[str],
    kind: str,
    version: int,
    arrays: Mapping[str, Any],
    meta: Mapping[str, Any] | None = None,
) -> None:
    """Write arrays (anything with the buffer protocol) to a file that `Arrays` maps, whole or not at all."""
    if sys.byteorder != "little":
        raise ModelError("model files are little-endian; this machine is not")
    views = {name: memoryview(values) for name, values in arrays.items()}
    header = _header(kind, version, views, dict(meta or {}))
    with new_file(path) as out:
        out.write(_PREFIX.pack(MAGIC, FORMAT, len(header)) + header)
        for view in views.values():
            out.write(b"\0" * (-out.tell() % ALIGNMENT))
            out.write(view.cast("B") if view.nbytes else b"")


def _header(kind: str, version: int, views: Mapping[str, memoryview], meta: dict[str, Any]) -> bytes:
    """The header as JSON; its own length moves the offsets, so it is padded to a length fixed beforehand."""
    sizes = [(name, view.format, view.nbytes, len(view)) for name, view in views.items()]
    for name, typecode, _, _ in sizes:
        if typecode not in ITEM_SIZES:
            raise ValueError(f"array {name!r} has type {typecode!r}, expected one of {' '.join(ITEM_SIZES)}")

    def render(start: int) -> tuple[bytes, int]:
        places, offset = {}, start
        for name, typecode, nbytes, items in sizes:
            offset += -offset % ALIGNMENT
            places[name] = [typecode, offset, items]
            offset += nbytes
        whole = {"kind": kind, "version": version, "size": offset, "meta": meta, "arrays": places}
        return json.dumps(whole, ensure_ascii=False, sort_keys=True).encode(), offset

    room = len(render(10**15)[0])
    return render(_PREFIX.size + room)[0].ljust(room)


def _map_file(path: Path, kind: str, version: int) -> tuple[mmap.mmap, dict[str, Any]]:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < _PREFIX.size:
                raise ModelError(f"{path}: {size} bytes, too short for a model file")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}") from error
    magic, file_format, length = _PREFIX.unpack_from(mapped)
    if magic != MAGIC:
        raise ModelError(
            f"{path}: begins with {magic!r}, not with {MAGIC!r}: not a file of a model directory"
        )
    if file_format > FORMAT:
        raise ModelError(
            f"{path}: format {file_format} is newer than this otherwords, which reads up to {FORMAT}"
        )
    try:
        header = json.loads(mapped[_PREFIX.size : _PREFIX.size + length])
        found_kind, found_version, size = header["kind"], header["version"], header["size"]
        if not (isinstance(header["arrays"], dict) and isinstance(header["meta"], dict)):
            raise TypeError("arrays or meta")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelError(f"{path}: its header is damaged ({error})") from None
    if found_kind != kind:
        raise ModelError(f"{path}: holds {found_kind!r}, expected {kind!r}")
    if type(found_version) is not int or found_version > version:
        raise ModelError(
            f"{path}: {kind} format {found_version}, newer than this otherwords, which reads {version}"
        )
    if found_version < version:
        raise ModelError(f"{path}: {kind} format {found_version} is no longer read; make the model again")
    if size != len(mapped):
        raise ModelError(f"{path}: {len(mapped)} bytes, but its header says {size}: cut off or altered")
    return mapped, header


def _checked_place(path: Path, name: str, place: Any, size: int) -> tuple[str, int, int]:
    match place:
        case [str(typecode), int(offset), int(items)] if typecode in ITEM_SIZES:
            inside = offset >= 0 and items >= 0 and offset + items * ITEM_SIZES[typecode] <= size
            if inside and offset % ALIGNMENT == 0 and type(offset) is type(items) is int:
                return typecode, offset, items
    raise ModelError(f"{path}: the place of array {name!r} lies outside the file ({place!r})")
