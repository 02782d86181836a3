"""Each command has a purpose, options in groups, and examples that work; the reference says so too."""

import re
import shlex
from pathlib import Path

import pytest

from otherwords.cli.command import Command, Group, purpose
from otherwords.cli.main import program
from otherwords.cli.reference import commands, reference

ALL = {path: command for path, command, _ in commands()}
LEAVES = {path: command for path, command in ALL.items() if isinstance(command, Command)}
EXAMPLES = [(path, example) for path, command in LEAVES.items() for example in command.examples]
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"


def test_the_reference_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == reference(), (
        "python -m otherwords.cli.reference > docs/reference/cli.md"
    )


@pytest.mark.parametrize("path", ALL)
def test_every_command_is_in_the_reference(path):
    assert f"## {path}\n" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL)
def test_the_purpose_is_one_sentence(path):
    first = ALL[path].help.strip().split("\n\n")[0]
    assert first.endswith(".")
    assert ". " not in first


@pytest.mark.parametrize("path", [path for path, command in ALL.items() if isinstance(command, Group)])
def test_a_group_tells_the_purposes_of_its_members(path):
    for name, told in ALL[path].purposes.items():
        assert purpose(ALL[f"{path} {name}"]) == told


@pytest.mark.parametrize("path", LEAVES)
def test_every_option_has_help_and_a_name_for_its_value(path):
    for parameter in LEAVES[path].params:
        if parameter.param_type_name == "option":
            assert parameter.help, parameter.name
            assert parameter.help.endswith((".", "…", "]", ")")), parameter.help
            choice = hasattr(parameter.type, "choices")
            assert parameter.is_flag or choice or parameter.metavar, parameter.name


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_has_an_example_of_its_own(path):
    assert LEAVES[path].examples
    for example in LEAVES[path].examples:
        words = shlex.split(example)
        assert words[0] == "otherwords"
        named = path.split()[1:]
        assert words[1 : 1 + len(named)] == named or path == "otherwords paraphrase"


@pytest.mark.parametrize(("path", "example"), EXAMPLES)
def test_examples_work(path, example, run, files, tmp_path):
    words = shlex.split(re.sub(r" > \S+$", "", example))[1:]
    for place, word in enumerate(words):
        if word in ("-o", "--draw"):  # not into the folder that all tests share
            words[place + 1] = str(tmp_path / "output")
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout or {"-o", "--draw"} & set(words)


def test_help_of_a_subcommand_by_h(run):
    assert run("lm", "train", "-h").stdout == run("lm", "train", "--help").stdout
    assert "Example:" in run("lm", "train", "-h").stdout


def test_help_does_not_name_ranges(run):
    assert "x>=" not in run("paraphrase", "--help").stdout


def test_the_program_lists_its_members_in_sections():
    assert [*program.members] == ["Paraphrasing", "Models"]
