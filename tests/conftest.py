"""Models that many tests share, made once a session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import otherwords
from models import tiny_model

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("thorough", settings.get_profile("quick"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("OTHERWORDS_HYPOTHESIS", "quick"))


@pytest.fixture(scope="session")
def everyday_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a tiny model; read it, copy it, leave it as it is."""
    return tiny_model(tmp_path_factory.mktemp("models") / "everyday")


@pytest.fixture(scope="session")
def everyday(everyday_place: Path) -> otherwords.Paraphraser:
    """A paraphraser with the tiny model."""
    return otherwords.load(everyday_place)


@pytest.fixture(scope="session")
def starter() -> otherwords.Paraphraser:
    """A paraphraser with the model that comes with the package."""
    return otherwords.load()
