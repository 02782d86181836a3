import subprocess
import sys

import otherwords.lm


def test_asking_a_model_does_not_load_what_makes_one():
    code = "import sys; from otherwords.lm import LanguageModel; print('\\n'.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "otherwords.lm._query" in loaded
    for module in ("numpy", "rich", "otherwords.lm.train", "otherwords.lm._counts", "otherwords.lm._arpa"):
        assert module not in loaded


def test_every_name_is_found():
    assert set(otherwords.lm.__all__) == set(otherwords.lm._HOMES)
    for name in otherwords.lm.__all__:
        assert getattr(otherwords.lm, name).__name__ == name
