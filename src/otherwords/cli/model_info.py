"""`otherwords model info`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from otherwords.cli import shared
from otherwords.cli.command import command, option
from otherwords.cli.layout import aligned, size
from otherwords.cli.places import model_place
from otherwords.cli.streams import Output, open_output

if TYPE_CHECKING:
    from otherwords.model import Model


@command("info", "otherwords model info model/", "otherwords model info model/ --format json")
@click.argument("directory", metavar="[DIR]", required=False, envvar="OTHERWORDS_MODEL")
@option("--card", is_flag=True, group=shared.INPUT, help="Show the model's card in place of the figures.")
@shared.format_option("text", "json", help="How the figures are written.")
def run(directory: str | None, card: bool, format: str) -> None:
    """Say what a model is made of and how it is set.

    Without DIR it is the model that comes with the package.
    """
    from otherwords.model import Model

    model = Model(model_place(directory))
    with open_output(None) as out:
        if card:
            place = model.path / "card.md"
            out.line(place.read_text(encoding="utf-8").rstrip("\n"))
        elif format == "json":
            import json

            out.line(json.dumps(described(model), ensure_ascii=False, indent=2))
        else:
            _write(out, described(model))


def described(model: Model) -> dict[str, Any]:
    """What there is to say about a model."""
    told = model.description
    return {
        "name": told.name,
        "path": str(model.path),
        "identity": told.identity,
        "preset": told.preset,
        "licence": told.licence,
        "made_with": told.made_with,
        "bytes": sum(facts["size"] for facts in told.files.values()),
        "words": len(model.vocabulary),
        "lm": {
            "order": model.lm.order,
            "words": model.lm.unigrams,
            "contexts": model.lm.query.contexts,
            "quantised": model.lm.query.quantised,
        },
        "truecaser": model.truecaser is not None,
        "settings": asdict(model.settings),
        "tables": [
            {
                "name": table.name,
                "direction": table.direction,
                "weight": weight,
                "entries": len(table),
                "sources": table.kernel.sources,
                "longest": table.longest,
            }
            for table, weight in zip(model.tables, model.table_weights, strict=True)
        ],
    }


def _write(out: Output, told: dict[str, Any]) -> None:
    lm = told["lm"]
    facts = {
        "model": f"{told['name']} ({told['path']})",
        "identity": told["identity"],
        "preset": told["preset"] or "none",
        "licence": told["licence"] or "not stated",
        "made with": f"otherwords {told['made_with']}",
        "size": size(told["bytes"]),
        "words": f"{told['words']:,}",
        "language model": f"order {lm['order']}, {lm['words']:,} words, {lm['contexts']:,} contexts"
        + (", quantised" if lm["quantised"] else ""),
        "truecaser": "yes" if told["truecaser"] else "none",
    }
    for line in aligned(list(facts.items()), indent=0):
        out.line(line)
    out.line("\nsettings")
    shown = {True: "true", False: "false"}
    rows = [(key, shown[v] if isinstance(v, bool) else str(v)) for key, v in told["settings"].items()]
    for line in aligned(rows):
        out.line(line)
    out.line()
    table_rows = [("table", "p of", "weight", "entries", "sources", "longest")]
    for t in told["tables"]:
        numbers = (f"{t['entries']:,}", f"{t['sources']:,}", str(t["longest"]))
        table_rows.append((t["name"], t["direction"], f"{t['weight']:g}", *numbers))
    for line in aligned(table_rows, right=(2, 3, 4, 5), indent=0):
        out.line(line)
