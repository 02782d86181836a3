import pytest
from small_models import make_model

from otherwords import Paraphraser


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory):
    """The path of a model of a few words."""
    return make_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="session")
def tiny(tiny_model):
    return Paraphraser(tiny_model)
