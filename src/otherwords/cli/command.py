"""What all commands are made of: options in groups, examples in the help, subcommands imported when they are used."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Option(click.Option):
    """An option that the help shows in a group."""

    def __init__(self, *arguments: Any, group: str = "Options", **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.group = group

    def get_help_extra(self, ctx: click.Context) -> Any:
        """The default, but not the range, which the help says where it matters."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


class Command(click.Command):
    """A command with examples, and its options in groups."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **attributes: Any) -> None:
        attributes["context_settings"] = dict(CONTEXT)
        super().__init__(*arguments, **attributes)
        self.examples = tuple(examples)

    def format_help_text(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The purpose, then the examples: who reads no further has seen how it is used."""
        super().format_help_text(context, formatter)
        if self.examples:
            with formatter.section("Example"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, group by group, those of no group last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
            if record is not None:
                groups.setdefault(getattr(parameter, "group", "Help"), []).append(record)
        for name, records in groups.items():
            with formatter.section(name):
                formatter.write_dl(records)


class Group(click.Group):
    """A command of commands, each in a module of its own: `members` gives their purposes, by section and name.

    A member's module is `PREFIX` + its name, and its command is called `run`. It is imported when it is used, so
    the help of the group costs nothing.
    """

    def __init__(
        self,
        *arguments: Any,
        prefix: str = "otherwords.cli.",
        members: Mapping[str, Mapping[str, str]],
        **attributes: Any,
    ) -> None:
        super().__init__(*arguments, context_settings=dict(CONTEXT), **attributes)
        self.prefix, self.members = prefix, members
        self.purposes = {name: purpose for names in members.values() for name, purpose in names.items()}

    def list_commands(self, context: click.Context) -> list[str]:
        """The members' names, in the order of the help."""
        return list(self.purposes)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A member, imported."""
        if name not in self.purposes:
            return None
        from importlib import import_module

        found: click.Command = import_module(f"{self.prefix}{name}").run
        return found

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The member that is named first; for a wrong name, the nearest is offered."""
        if args[0] not in self.purposes and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], self.purposes, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(self.purposes)}"
            context.fail(f"no command '{args[0]}'; {hint}")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The members and their purposes, section by section."""
        for section, names in self.members.items():
            with formatter.section(section):
                formatter.write_dl(list(names.items()))


def command(name: str, *examples: str) -> Callable[[Callable[..., Any]], Command]:
    """Makes a function a command; its docstring is the help."""
    return click.command(name, cls=Command, examples=examples)


def option(*names: str, group: str = "Options", **attributes: Any) -> Decorator:
    """An option of a group."""
    return click.option(*names, cls=Option, group=group, **attributes)


def options(*decorators: Decorator) -> Decorator:
    """Several options as one decorator, in the order in which the help shows them."""

    def decorate(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def purpose(command: click.Command) -> str:
    """The first sentence of a command's help, without its full stop."""
    first = inspect.cleandoc(command.help or "").split("\n\n")[0]
    return " ".join(first.split()).removesuffix(".")
