"""A short, seeded run of `fuzz_model.py`; its docstring says how to do a long one."""

import pytest
from fuzz.fuzz_model import Place, mutate, run, use

from otherwords.model import Model


def test_damaged_models_are_refused_or_answer_sanely(everyday_place):
    outcomes, failures = run(everyday_place, seed=20, first=0, mutations=300)
    assert failures == []
    assert sum(outcomes.values()) == 300
    assert outcomes["answered"] > 30, "the kernels were not reached"
    assert outcomes["refused when opened: ModelError"] > 30


def test_a_mutation_is_known_by_its_number(everyday_place, tmp_path):
    place = Place(everyday_place, tmp_path / "copy")
    assert mutate(place.files, 1, 7) == mutate(place.files, 1, 7) != mutate(place.files, 1, 8)
    place.put(mutate(place.files, 1, 7).files)
    place.put({})
    assert Model(tmp_path / "copy").description == Model(everyday_place).description
    assert use(tmp_path / "copy") == "answered"


@pytest.mark.parametrize(
    ("body", "told"),
    [("os.abort()", "SIGABRT"), ("os.kill(os.getpid(), 14)", "hung"), ("1 / 0", "ZeroDivision")],
)
def test_crashes_hangs_and_other_errors_are_told(everyday_place, tmp_path, monkeypatch, body, told):
    """The parent's half, against a child that goes wrong at its second mutation."""
    import fuzz.fuzz_model as module

    script = tmp_path / "broken.py"
    script.write_text(
        "import os, sys\n"
        f"sys.path.insert(0, {str(module.__file__.rsplit('/', 2)[0])!r})\n"
        "import fuzz.fuzz_model as module\n"
        "tries = []\n"
        "def broken(place):\n"
        "    tries.append(place)\n"
        f"    if len(tries) == 2: {body}\n"
        "    return 'answered'\n"
        "module.use = broken\n"
        "module.main()\n"
    )
    monkeypatch.setattr(module, "__file__", str(script))
    outcomes, failures = run(everyday_place, seed=3, first=0, mutations=2, seconds=9)
    assert outcomes["answered"] == 1
    assert len(failures) == 1
    assert failures[0].startswith("mutation 1: ")
    assert told in failures[0]
