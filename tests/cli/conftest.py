"""A small model and a folder with all the files that the examples of the help name."""

import contextlib
import lzma

import pytest
from click.testing import CliRunner

from otherwords.cli.main import program

TABLE = """\
the dog ||| the beast ||| 0.8
the young cat ||| the kitten ||| 0.7
after the ||| after it ||| 0.4
the young ||| the ||| 0.05
cat ||| kitten ||| 0.1
runs ||| hurries ||| 0.2
dog ||| hound ||| 0.1
runs after ||| chases ||| 0.01
"""
CORPUS = """\
The dog runs after the young cat. The beast runs after the kitten!
The beast runs after the kitten. The dog runs after the kitten. The kitten hurries.
It is Rex, the dog. Rex runs after the kitten.
The beast chases the kitten, and Rex chases it.
"""
DOG = "The dog runs after the young cat."
BEST = "The beast runs after the kitten."


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """A folder that holds what the examples use; made by the commands themselves."""
    place = tmp_path_factory.mktemp("files")
    (place / "paraphrases.txt").write_text(TABLE)
    (place / "fr.txt").write_text("le chien ||| la bête ||| 0.5\n")
    (place / "mine.tsv").write_text("cat\tmoggy\t0.9\n")
    for name in ("corpus.txt", "more.txt"):
        (place / name).write_text(CORPUS)
    (place / "news.txt.xz").write_bytes(lzma.compress(CORPUS.encode()))
    (place / "in.txt").write_text("the dog runs after the young cat .\n")
    (place / "nbest.txt").write_text(
        "0 ||| the beast runs after the kitten . ||| LM0= -3 ||| -9.5\n0 ||| the dog . ||| LM0= -1 ||| -9.9\n"
    )
    (place / "pairs.tsv").write_text(f"{DOG}\t{BEST}\n{DOG}\tWe sleep.\n")
    for arguments in (
        "lm train corpus.txt -o lm",
        "lm export lm -o lm3.arpa",
        "model create --table paraphrases.txt --lm lm3.arpa -o model --licence MIT",
    ):
        result = _invoke(place, *arguments.split())
        assert result.exit_code == 0, result.stderr
    return place


@pytest.fixture
def run(files, monkeypatch):
    """Runs the command in that folder, with its model."""
    monkeypatch.setenv("OTHERWORDS_MODEL", str(files / "model"))
    return lambda *arguments, input=None: _invoke(files, *arguments, input=input)


def _invoke(place, *arguments, input=None):
    with contextlib.chdir(place):
        return CliRunner().invoke(program, list(map(str, arguments)), input=input, catch_exceptions=False)
