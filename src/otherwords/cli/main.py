"""`otherwords`: which command is meant, and how a run ends.

| status | |
|---|---|
| 0 | done, also where there were fewer paraphrases than asked for |
| 1 | a check that was asked for has failed (`model verify`) |
| 2 | wrong usage, bad input, or output that could not be written |
| 70 | a bug of ours; with OTHERWORDS_DEBUG set, its traceback is shown |
| 130 | Ctrl-C |
| 141 | who read the output has gone, as for a program that SIGPIPE ends |
| 143 | SIGTERM |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from otherwords.cli.command import Group
from otherwords.errors import OtherwordsError

NAME = "otherwords"
BUG, INTERRUPTED, TERMINATED, PIPE_CLOSED = 70, 130, 143, 141
_PARAPHRASE = "paraphrase"
_OWN_OPTIONS = frozenset(("-h", "--help", "--version"))

MEMBERS = {
    "Paraphrasing": {
        "paraphrase": "Say text in other words; the command where none is named",
        "suggest": "Suggest other words for one place in a text",
        "score": "Give the true score of a paraphrase, and its best derivations",
        "rescore": "Put n-best lists into the order of their true scores",
        "lattice": "Show all ways to say a sentence, as text, data or a drawing",
    },
    "Models": {
        "model": "Create, describe and verify models",
        "lm": "Train, ask, mix and export language models",
        "table": "Describe and export the phrase tables of a model",
        "truecaser": "Learn the case of words from text",
    },
}


class Program(Group):
    """The command of commands: a first argument that is exactly a command's name is the command, all else is text."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Puts `paraphrase` before what names no command."""
        if not args and sys.stdin is not None and sys.stdin.isatty():
            args = ["--help"]
        elif not args or (args[0] not in self.purposes and args[0] not in _OWN_OPTIONS):
            context.meta["meant"] = args[0] if args else ""
            args = [_PARAPHRASE, *args]
        return super().parse_args(context, args)

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Runs, and exits with the status of the table above."""
        if "_OTHERWORDS_COMPLETE" in os.environ:  # a shell asks what could follow
            super().main(args, prog_name=NAME)
        sys.exit(self.run(sys.argv[1:] if args is None else args))

    def run(self, arguments: Sequence[str]) -> int:
        """Runs, says in one line what went wrong if something did, and returns the status."""
        try:
            with self.make_context(NAME, list(arguments)) as context:
                self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as wish:
            return wish.exit_code
        except (KeyboardInterrupt, click.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            _forget_stdout()
            return PIPE_CLOSED
        except click.UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":  # a group alone, from click 8.2 on
                click.echo(error.format_message(), err=True)
            else:
                _say(_one_line(error))
                _hint(error, arguments)
            return 2
        except click.ClickException as error:
            _say(_one_line(error))
            return 2
        except OtherwordsError as error:
            _say(str(error))
            return error.exit_status
        except OSError as error:
            _say(f"{_place(error)}: {error.strerror or error}")
            _forget_stdout()
            return 2
        except MemoryError:
            _say("out of memory; --memory-limit stops a search before that")
            return 2
        except Exception as error:
            if os.environ.get("OTHERWORDS_DEBUG"):
                raise
            _say(
                f"internal error: {type(error).__name__}: {error} "
                "(a bug; OTHERWORDS_DEBUG=1 shows where, please report it)"
            )
            return BUG
        return 0


def _place(error: OSError) -> str:
    """The file that was meant, where one beside it was being written."""
    from pathlib import Path

    place = Path(os.fsdecode(error.filename or "standard output"))
    if place.name.startswith(".") and place.suffix == ".partial":
        return str(place.with_name(place.name[1:].rsplit(".", 2)[0]))
    return str(place)


def _say(message: str) -> None:
    click.echo(f"{NAME}: {message}", err=True)


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    message = message.replace(". (Did", " (did").replace("'. Did you mean", "'; did you mean")
    first = message.split(" ")[0]
    return message if first.isupper() and len(first) > 1 else message[:1].lower() + message[1:]


def _hint(error: click.UsageError, arguments: Sequence[str]) -> None:
    """Where help is; and, where a first word was taken for text, the command that was perhaps meant."""
    context = error.ctx
    if arguments and context is not None and context.info_name == _PARAPHRASE and arguments[0] != _PARAPHRASE:
        import difflib

        known = [name for names in MEMBERS.values() for name in names]
        if near := difflib.get_close_matches(arguments[0], known, 1, 0.75):
            click.echo(
                f"{arguments[0]!r} was taken for text to paraphrase; did you mean the command {near[0]!r}?",
                err=True,
            )
            return
    if context is not None:
        click.echo(f"Try '{context.command_path} --help'.", err=True)


def _forget_stdout() -> None:
    """What is still waiting to be written would fail again when Python ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # no file behind it
        pass


def _print_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from otherwords import __version__

        click.echo(f"{NAME} {__version__}")
        context.exit()


program = Program(
    NAME,
    members=MEMBERS,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_print_version,
            help="Show the version and exit.",
        )
    ],
    subcommand_metavar="[COMMAND] ...",
    help="""Say a sentence in other words: exact, explained, offline.

\b
  otherwords "She was happy because she got the job." -n 3 --explain
  cat letter.txt | otherwords --format jsonl
  otherwords model create --table paraphrases.txt --lm corpus.arpa -o model/

A first argument that is exactly a command's name is the command; everything else is text to
paraphrase. `--` or `paraphrase` before a text forces that: otherwords -- model
""",
    epilog="""Each command has --help with an example. The model is --model DIR, else the one that
OTHERWORDS_MODEL names, else the one that comes with the package.""",
)


def main() -> NoReturn:
    """The entry of the installed command."""
    import signal

    def terminated(*_: object) -> NoReturn:
        raise SystemExit(TERMINATED)  # so that half-written files are taken away

    signal.signal(signal.SIGTERM, terminated)
    program.main()
