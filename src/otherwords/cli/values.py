"""Kinds of values that options take: sizes, durations, spans, settings."""

from __future__ import annotations

import math
import re
from typing import Any

import click

_SIZES = {"": 1, "b": 1} | {
    f"{letter}{ending}": base**power
    for power, letter in enumerate("kmgt", 1)
    for ending, base in (("", 1000), ("b", 1000), ("i", 1024), ("ib", 1024))
}
_TIMES = {"": 1.0, "s": 1.0, "ms": 0.001, "min": 60.0, "m": 60.0, "h": 3600.0}
_NUMBER_AND_UNIT = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Z]*)\s*", re.ASCII)


def parse_size(text: str) -> int:
    """A number of bytes.

    >>> parse_size("500MB"), parse_size("2GiB"), parse_size("4096")
    (500000000, 2147483648, 4096)
    """
    match = _NUMBER_AND_UNIT.fullmatch(text)
    if match is None or match[2].lower() not in _SIZES:
        raise ValueError(f"{text!r} is not a size, such as 500MB or 2GiB")
    return int(float(match[1]) * _SIZES[match[2].lower()])


def parse_seconds(text: str) -> float:
    """A duration in seconds.

    >>> parse_seconds("1.5"), parse_seconds("200ms"), parse_seconds("2min")
    (1.5, 0.2, 120.0)
    """
    match = _NUMBER_AND_UNIT.fullmatch(text)
    if match is None or match[2].lower() not in _TIMES:
        raise ValueError(f"{text!r} is not a duration, such as 2, 1.5s, 200ms or 1min")
    return float(match[1]) * _TIMES[match[2].lower()]


def parse_span(text: str) -> tuple[int, int]:
    """A place in a text, in code points from 0, its end not included.

    >>> parse_span("4:7")
    (4, 7)
    """
    match = re.fullmatch(r"(\d+):(\d+)", text.strip(), re.ASCII)
    if match is None or not int(match[1]) < int(match[2]):
        raise ValueError(f"{text!r} is not a span START:END, such as 4:7")
    return int(match[1]), int(match[2])


def parse_setting(text: str) -> tuple[str, Any]:
    """A setting of a model and its value.

    >>> parse_setting("lm_weight=0.5"), parse_setting("classes=true"), parse_setting("language=fr")
    (('lm_weight', 0.5), ('classes', True), ('language', 'fr'))
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name:
        raise ValueError(f"{text!r} is not KEY=VALUE, such as lm_weight=0.5")
    if value in ("true", "false"):
        return name.replace("-", "_"), value == "true"
    try:
        return name.replace("-", "_"), float(value)
    except ValueError:
        return name.replace("-", "_"), value


def parse_identity(text: str) -> dict[str, Any]:
    """What a word itself is worth: a policy by name, or a number u, which every word gets for staying.

    >>> parse_identity("chevelu2010"), parse_identity("1")
    ({'identity': 'chevelu2010'}, {'identity': 'uniform', 'identity_score': 0.0})
    """
    try:
        u = float(text)
    except ValueError:
        return {"identity": text}
    if not 0 < u < math.inf:
        raise ValueError(f"{text} is no number above 0: its logarithm is what a word gets for staying")
    return {"identity": "uniform", "identity_score": math.log(u)}


def parse_weights(text: str) -> tuple[float, ...]:
    """Numbers with commas between.

    >>> parse_weights("0.7,0.3")
    (0.7, 0.3)
    """
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"{text!r} are not numbers with commas between, such as 0.7,0.3") from None


class _Parsed(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic from click 8.4 on
    """A kind of value with a parser that raises ValueError."""

    def __init__(self, name: str, parse: Any) -> None:
        self.name, self._parse = name, parse

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except ValueError as error:
            self.fail(str(error), param, context)


SIZE = _Parsed("size", parse_size)
SECONDS = _Parsed("seconds", parse_seconds)
SPAN = _Parsed("start:end", parse_span)
SETTING = _Parsed("key=value", parse_setting)
IDENTITY = _Parsed("rule", parse_identity)
WEIGHTS = _Parsed("numbers", parse_weights)
