"""Checking all bytes of a model."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from otherwords.errors import CheckError
from otherwords.model.directory import Model, check_sizes, read_description


def digest(path: str | os.PathLike[str]) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(path: str | os.PathLike[str]) -> Model:
    """Read every byte of a model and compare its checksums; the model, opened, where all is well."""
    place = Path(path)
    description = read_description(place)
    check_sizes(place, description)
    for name, facts in description.files.items():
        found = digest(place / name)
        if found != facts["sha256"]:
            raise CheckError(
                f"{place / name}: its checksum is {found[:16]}…, expected {facts['sha256'][:16]}…: altered"
            )
    return Model(place)
