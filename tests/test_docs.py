"""The documentation's examples run: Python as doctests, `console` blocks as commands whose output is compared.

After a wanted change of output, OTHERWORDS_UPDATE_DOCS=1 writes the outputs anew.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if page.exists()]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = ("pip install", "just ")


def commands(block: str) -> list[list[str]]:
    """Each command of a block (its continuation lines begin with `> `) with the output that stands below it."""
    found: list[list[str]] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0] += line[2:]
        else:
            found[-1][1] += line
    return found


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


def is_run(command: str) -> bool:
    return not command.startswith(SKIPPED)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_the_page_print_what_it_says(page, tmp_path):
    text = page.read_text(encoding="utf-8")

    def renewed(match: re.Match[str]) -> str:
        lines = ["```console\n"]
        for command, output in commands(match[1]):
            found = run(command, tmp_path) if is_run(command) else output
            lines += ["$ " + command.rstrip("\n").replace("\n", "\n> ") + "\n", found]
        return "".join([*lines, "```"])

    new = BLOCK.sub(renewed, text)
    if os.environ.get("OTHERWORDS_UPDATE_DOCS"):
        page.write_text(new, encoding="utf-8")
    assert new == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_of_the_page(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def test_links_of_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
