"""Writes docs/reference/cli.md: `python -m otherwords.cli.reference > docs/reference/cli.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from otherwords.cli.main import NAME, program

WIDTH = 100
HEAD = """# Commands

Written by `python -m otherwords.cli.reference > docs/reference/cli.md` from the commands' own help; a test holds it true.

"""
TAIL = """
## What to rely on

**Input.** A line is what ends with `\\n`. Each is said anew by itself; a `\\r` before the end stays at the end of the
answer. Text is UTF-8 whatever the locale; a file given with `-i` may be compressed with gzip, xz or bzip2. A TEXT with line
ends in it is several lines.

**Output.** With `-o FILE` the file appears when it is whole. To a pipe or a terminal each line's answers are written as soon as
they are there (with `-j` by the batch). Nothing else is written to standard output; notices and errors go to standard error.

| `--format` | for each input line | for a line without answers |
|---|---|---|
| `text`, `-n 1` | its paraphrase | an empty line |
| `text`, `-n` above 1 or `--sample` | its paraphrases, one a line; an empty line *between* the groups of two input lines | a group without lines |
| `jsonl` | one record: `source`, `paraphrases`, and `status` where there are fewer than asked for | `paraphrases` is empty |
| `tsv` | number of the line from 1, rank from 1, score, text (the last column, so it may hold tabs) | rank 0, no score, no text |
| `moses` | number of the line from 0, text without outer spaces, features, score, between `|||` | no text, no features, score 0 |

**Exit status.**

| status | |
|---|---|
| 0 | done, also where there were fewer paraphrases than asked for |
| 1 | a check that was asked for has failed (`model verify`) |
| 2 | wrong usage, bad input, or output that could not be written; one line on standard error says what |
| 70 | a bug of ours; `OTHERWORDS_DEBUG=1` shows its traceback |
| 130 | Ctrl-C |
| 141 | who read the output has gone (`… | head -1`), as for a program that SIGPIPE ends |
| 143 | SIGTERM |

**Environment.** `OTHERWORDS_MODEL` is the model where no `--model` is given; `OTHERWORDS_DEBUG` shows tracebacks; `NO_COLOR`
keeps explanations on a terminal plain. `_OTHERWORDS_COMPLETE=bash_source otherwords` prints what makes bash complete commands and
options (`zsh_source`, `fish_source` likewise).
"""  # noqa: E501


def commands(
    command: click.Command = program, parent: click.Context | None = None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """A command and all below it, each with its whole name."""
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(command, parent=parent, info_name=command.name, **settings)
    yield context.command_path, command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            assert member is not None
            yield from commands(member, context)


def reference() -> str:
    """The whole page."""
    pages = []
    for path, command, context in commands():
        depth = "##" if path.count(" ") < 2 else "###"
        pages.append(f"{depth} {path}\n\n```text\n{command.get_help(context).rstrip()}\n```\n")
    return HEAD + "\n".join(pages) + TAIL


if __name__ == "__main__":
    assert program.name == NAME
    sys.stdout.write(reference())
