"""The settings of a model, and the presets: a paper's whole setting each."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from otherwords.errors import UsageError
from otherwords.rewrites import POLICIES, SELF_SCORE
from otherwords.tables import SOURCE_GIVEN_TARGET, TARGET_GIVEN_SOURCE

FAR = 1e9
"""Numbers from here on are none that a score can be made of."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model's parts are put to use; each field stands in `model.toml` and can be overridden there.

    >>> PRESETS["quirk2004"].identity, Settings().changed({"lm_weight": 0.5}).lm_weight
    ('uniform', 0.5)
    """

    language: str = "en"
    direction: str = TARGET_GIVEN_SOURCE
    """Which of the two probabilities the preset's score is made of; tables of the other kind are pointed out."""
    identity: str = "self"
    identity_score: float = SELF_SCORE
    identity_weight: float = 1.0
    lm_weight: float = 1.0
    word_weight: float = 0.0
    classes: bool = False
    agreement: bool = False
    protect_numbers: bool = True

    def __post_init__(self) -> None:
        for name, allowed in (
            ("identity", POLICIES),
            ("direction", (TARGET_GIVEN_SOURCE, SOURCE_GIVEN_TARGET)),
        ):
            if getattr(self, name) not in allowed:
                raise UsageError(f"{name} is {getattr(self, name)!r}, expected one of {', '.join(allowed)}")
        if not self.lm_weight >= 0:
            raise UsageError(f"lm_weight is {self.lm_weight}, expected a number from 0 on")

    def changed(self, values: Mapping[str, Any]) -> Settings:
        """These settings with some values replaced; unknown names and wrong types are a `UsageError`."""
        checked = {}
        types = {field.name: type(field.default) for field in fields(Settings)}
        for name, value in values.items():
            if name not in types:
                near = difflib.get_close_matches(name, types, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(types)}"
                raise UsageError(f"no setting {name!r}{hint}")
            checked[name] = _checked(name, value, types[name])
        return replace(self, **checked)


def _checked(name: str, value: Any, wanted: type) -> Any:
    if wanted is float and type(value) in (int, float) and -FAR < value < FAR:
        return float(value)
    if type(value) is wanted and wanted is not float:
        return value
    kind = {float: "a finite number", bool: "true or false", str: "a text"}[wanted]
    raise UsageError(f"setting {name} is {value!r}, expected {kind}")


PRESETS: dict[str, Settings] = {
    # Noisy channel, uniform identity: §3.3-3.4. u = e^-1 unless --identity says otherwise.
    "quirk2004": Settings(direction=SOURCE_GIVEN_TARGET, identity="uniform"),
    # The decoder's reward is p(f') Π p(f_i|f'_i); words missing from the table stay.
    "chevelu2009": Settings(direction=SOURCE_GIVEN_TARGET, identity="chevelu2010", protect_numbers=False),
    "chevelu2010": Settings(direction=SOURCE_GIVEN_TARGET, identity="chevelu2010", protect_numbers=False),
    # Equation 6 with every λ = 1 and the self-paraphrase table.
    "zhao2009": Settings(identity="self"),
}


def preset(name: str) -> Settings:
    """The settings of a preset."""
    if name not in PRESETS:
        near = difflib.get_close_matches(name, PRESETS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(PRESETS)}"
        raise UsageError(f"no preset {name!r}; {hint}")
    return PRESETS[name]
