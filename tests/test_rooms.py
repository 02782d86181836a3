"""Each room imports only from rooms above it, and no room reaches for the command."""

import ast
from pathlib import Path

import pytest

import otherwords

ROOMS = [
    "errors",
    "storage",
    "text",
    "vocabulary",
    "lm",
    "realisation",
    "tables",
    "rewrites",
    "weighing",
    "lattice",
    "search",
    "model",
    "measure",
    "paraphrase",
    "cli",
]
PACKAGE = Path(otherwords.__file__).parent
SOURCES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem in ROOMS)


def imported_rooms(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("otherwords."):
            names.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            names |= {
                alias.name.split(".")[1] for alias in node.names if alias.name.startswith("otherwords.")
            }
    return names


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_from_rooms_above_it(source):
    room = source.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert room in ROOMS, f"{room} is not in the list of rooms"
    allowed = set(ROOMS[: ROOMS.index(room) + 1])
    assert imported_rooms(ast.parse(source.read_text(encoding="utf-8"))) <= allowed


def test_the_test_sees_imports():
    assert imported_rooms(ast.parse("from otherwords.lm import x\nimport otherwords.cli.main")) == {
        "lm",
        "cli",
    }
