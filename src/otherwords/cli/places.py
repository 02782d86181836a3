"""Where models and their tables lie."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.errors import UsageError

if TYPE_CHECKING:
    from otherwords.model import Model
    from otherwords.tables import Table


def model_place(directory: str | None) -> Path:
    """The directory that was named, or that of the model that comes with the package."""
    if directory is not None:
        return Path(directory)
    from otherwords.paraphrase.paraphraser import shipped_model

    return shipped_model()


def open_table(place: str) -> tuple[Model, Table]:
    """The table that `MODEL/TABLE` names; where a model has just one, MODEL is enough."""
    from otherwords.model import Model

    path = Path(place)
    if (path / "model.toml").exists():
        model = Model(path)
        if len(model.tables) == 1:
            return model, model.tables[0]
        raise UsageError(f"{place} has {len(model.tables)} tables; {_names(model, path)}")
    home = path.parent if path.parent.name != "tables" else path.parent.parent
    if not (home / "model.toml").exists():
        raise UsageError(f"{place}: neither a model nor a MODEL/TABLE")
    model = Model(home)
    for table in model.tables:
        if table.name == path.name or table.path == path:
            return model, table
    raise UsageError(f"{home} has no table {path.name!r}; {_names(model, home)}")


def _names(model: Model, path: Path) -> str:
    return f"expected one of {', '.join(str(path / table.name) for table in model.tables)}"
