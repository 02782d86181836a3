"""The model that comes with the package is the one that its table and text make."""

import runpy
from pathlib import Path

import pytest

from otherwords.model.directory import read_description
from otherwords.model.verify import verify
from otherwords.paraphrase.paraphraser import shipped_model

BUILD = Path(__file__).parent.parent / "models" / "starter" / "build.py"


def test_the_shipped_model_is_whole():
    assert verify(shipped_model()).description.name == "starter"


@pytest.mark.skipif(not BUILD.exists(), reason="without the source tree there is nothing to build from")
def test_the_shipped_model_is_what_its_sources_make(tmp_path):
    build = runpy.run_path(str(BUILD))["build"]
    build(tmp_path / "starter")
    made = read_description(tmp_path / "starter")
    assert made.identity == read_description(shipped_model()).identity
