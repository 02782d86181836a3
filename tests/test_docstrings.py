"""Every example in a docstring runs, against the installed package."""

import doctest
import importlib
import pkgutil

import pytest

import otherwords

MODULES = sorted(
    m.name
    for m in pkgutil.walk_packages(otherwords.__path__, "otherwords.")
    if not m.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name, request):
    module = importlib.import_module(name)
    result = doctest.testmod(
        module, extraglobs={"getfixture": request.getfixturevalue}, optionflags=doctest.ELLIPSIS
    )
    assert result.failed == 0
