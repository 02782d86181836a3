"""The command as a person runs it: processes, pipes, signals. Needs nothing but the installed package and pytest.

OTHERWORDS_COMMAND names the command to test; without it, it is this Python's `-m otherwords`.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = shlex.split(os.environ.get("OTHERWORDS_COMMAND", f"{shlex.quote(sys.executable)} -m otherwords"))
DOG = "The dog runs after the young cat."
BEST = "The beast runs after the kitten."
TABLE = "the dog\tthe beast\t0.8\nthe young cat\tthe kitten\t0.7\ncat\tkitten\t0.1\n"
TEXT = f"{DOG}\n{BEST} {BEST}\nThe dog runs after the kitten.\n"


def call(*arguments, **options):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **options,
    )


def start(*arguments, **options):
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options,
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model, made by the command from a table and a text."""
    place = tmp_path_factory.mktemp("end_to_end")
    (place / "table.tsv").write_text(TABLE)
    (place / "text.txt").write_text(TEXT)
    for arguments in ("lm train text.txt -o lm", "model create --table table.tsv --lm lm -o model"):
        result = call(*arguments.split(), cwd=place)
        assert result.returncode == 0, result.stderr
    return place / "model"


@pytest.fixture
def with_model(model, monkeypatch):
    monkeypatch.setenv("OTHERWORDS_MODEL", str(model))


pytestmark = pytest.mark.usefixtures("with_model")


def test_a_sentence():
    result = call(DOG)
    assert (result.returncode, result.stdout, result.stderr) == (0, BEST + "\n", "")


@pytest.mark.parametrize(
    "arguments", [["--help"], [DOG], ["-i", "-", "--format", "jsonl"], [DOG, "--explain"]]
)
def test_neither_numpy_nor_rich_is_imported(arguments):
    result = call(*arguments, input=DOG, env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"})
    assert result.returncode == 0
    imported = {
        line.split("|")[-1].strip() for line in result.stderr.splitlines() if line.startswith("import time:")
    }
    assert "click" in imported
    assert not {name for name in imported if name.split(".")[0] in ("numpy", "rich", "asyncio", "concurrent")}
    assert ("otherwords.paraphrase" in imported) == (arguments != ["--help"])


def test_utf8_whatever_the_locale():
    result = call(
        "The dog naïve 🐕.", env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    )
    assert (result.returncode, result.stdout) == (0, "The beast naïve 🐕.\n")


def test_through_pipes():
    result = subprocess.run(
        f"printf '%s\\n\\n%s\\n' {shlex.quote(DOG)} zzz | {shlex.join(COMMAND)} | cat -n",
        shell=True, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert result.stdout.split("\n") == [f"     1\t{BEST}", "     2\t", "     3\t", ""]


def test_each_answer_comes_before_the_next_line_is_there():
    with start() as process:
        for _ in range(2):
            process.stdin.write(DOG.encode() + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == BEST.encode() + b"\n"
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize("options", [[], ["-j", "2"]])
def test_a_reader_that_goes_away_is_no_error(options, tmp_path):
    (tmp_path / "in").write_text(f"{DOG}\n" * 20_000)
    with start("-i", tmp_path / "in", *options, stdin=subprocess.DEVNULL) as process:
        assert process.stdout.readline() == BEST.encode() + b"\n"
        process.stdout.close()
        assert process.wait() == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_one_line():
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([*COMMAND, DOG], stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 2
    assert result.stderr == b"otherwords: standard output: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("options", [[], ["-o", "out"]])
def test_ctrl_c_ends_quietly(options, tmp_path):
    with start("--format", "jsonl", *options, cwd=tmp_path) as process:
        process.stdin.write(DOG.encode() + b"\n")
        process.stdin.flush()
        if options:
            while not list(tmp_path.glob(".out.*.partial")):
                assert process.poll() is None
        else:
            assert json.loads(process.stdout.readline())["source"] == DOG
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_with_workers(tmp_path):
    (tmp_path / "in").write_text(f"{DOG}\n" * 20_000)
    with start("-j", "2", "-i", tmp_path / "in", stdin=subprocess.DEVNULL, start_new_session=True) as process:
        assert process.stdout.readline() == BEST.encode() + b"\n"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to all of them
        process.stdout.read()
        assert process.wait() == 130
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_being_asked_to_end_takes_away_what_is_half_written(tmp_path):
    with start("-o", "out", cwd=tmp_path) as process:
        while not list(tmp_path.glob(".out.*.partial")):
            assert process.poll() is None
        process.terminate()
        assert process.wait() == 143
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("stroke", [signal.SIGKILL, signal.SIGINT])
def test_a_creation_that_is_struck_down_leaves_no_model(stroke, model, tmp_path):
    table = tmp_path / "table.tsv"
    table.write_text("".join(f"word {i}\tother {i}\t0.5\n" for i in range(30_000)))
    creation = ("model", "create", "--table", table, "--lm", model.parent / "lm", "-o", tmp_path / "new")
    with start(*creation) as process:
        while not list(tmp_path.glob(".new.*.partial")):
            assert process.poll() is None
        process.send_signal(stroke)
        assert process.wait() == (130 if stroke == signal.SIGINT else -signal.SIGKILL)
    assert not (tmp_path / "new").exists()
    left = [file.name for file in tmp_path.iterdir() if file != table]
    assert not left or stroke == signal.SIGKILL
    assert call("--model", tmp_path / "new", DOG).returncode == 2
    assert call(*creation).returncode == 0
    assert call("model", "verify", tmp_path / "new").returncode == 0


def on_a_terminal(*arguments):
    """What a person sees, and the status."""
    import pty

    leader, follower = pty.openpty()
    with start(*arguments, stdin=follower, stdout=follower, stderr=follower) as process:
        os.close(follower)
        seen = b""
        try:
            while read := os.read(leader, 65536):
                seen += read
        except OSError:  # so Linux says that nobody holds the other end any more
            pass
        os.close(leader)
        return process.wait(), seen.decode().replace("\r\n", "\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_a_person_at_a_terminal_is_told_why_there_are_no_more():
    status, seen = on_a_terminal(DOG, "Zzz.", "-n", "9")
    assert status == 0
    assert seen.startswith(f"{BEST}\n")
    assert "\notherwords: line 1: " in seen
    assert " of 9: exhausted: there are no more paraphrases\n" in seen
    assert seen.endswith(
        "otherwords: line 2: 0 of 9: nothing matched: no rewrite for any word or phrase of this text\n"
    )
    assert "otherwords:" not in on_a_terminal(DOG, "-n", "9", "--format", "jsonl")[1]


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_a_person_at_a_terminal_sees_colours_and_is_helped(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    status, seen = on_a_terminal(DOG, "--explain")
    assert status == 0
    assert "\x1b[1m" in seen
    assert "The beast" in seen
    status, seen = on_a_terminal()
    assert status == 0
    assert "Usage: otherwords [OPTIONS] [COMMAND] ..." in seen


def test_python_m_is_the_command():
    result = subprocess.run(
        [sys.executable, "-m", "otherwords", DOG], capture_output=True, text=True, check=True
    )
    assert result.stdout == BEST + "\n"
