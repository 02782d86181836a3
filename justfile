# The contributor's commands; CI runs the same ones.

# everything into .venv, kernels rebuilt on import when they change
setup:
    uv sync --group kernels --no-build-isolation-package otherwords -C editable.rebuild=true -C editable.verbose=false

test *options:
    uv run --no-sync pytest {{options}}

# damaged model directories; the checked build (see CONTRIBUTING) sees most
fuzz *options="--mutations 100000 --seed 1":
    uv run --no-sync python tests/fuzz/fuzz_model.py {{options}}

lint:
    uv run --no-sync ruff check .
    uv run --no-sync ruff format --check .
    uv run --no-sync mypy

# the table of docs/benchmarks.md; PACK is the benchmark pack's folder
bench PACK=env("OTHERWORDS_BENCH", ""):
    uv run --no-sync python bench/engine.py --pack "{{PACK}}"
    uv run --no-sync python bench/language_model.py --pack "{{PACK}}"

# the starter model again, from models/starter
starter:
    uv run --no-sync python models/starter/build.py

# requirements-dev.txt again, from pyproject.toml
pin:
    uv export --quiet --no-hashes --no-emit-project --no-header --group dev > requirements-dev.txt
