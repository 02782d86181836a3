"""`otherwords lm mix`."""

from __future__ import annotations

from typing import Any

import click

from otherwords.cli.command import command, option
from otherwords.cli.corpora import corpus_options, take_corpus
from otherwords.cli.streams import notice
from otherwords.cli.values import WEIGHTS
from otherwords.errors import UsageError

MIXING = "Mixing"


@command(
    "mix",
    "otherwords lm mix lm/ lm3.arpa --tune in.txt -o mixed/",
    "otherwords lm mix lm/ lm3.arpa --weights 0.7,0.3 -o mixed/ --force",
)
@click.argument("paths", metavar="DIR|ARPA...", nargs=-1, required=True)
@option("-o", "--output", metavar="DIR", required=True, group=MIXING, help="Where to write the model.")
@option("--weights", metavar="W,W…", type=WEIGHTS, group=MIXING, help="A weight for each model.")
@option(
    "--tune",
    metavar="FILE",
    group=MIXING,
    help="Find the weights that make this text, one of the domain, most probable.",
)
@option("--quantise", is_flag=True, group=MIXING, help="Keep numbers in 8 bits: half the size.")
@option("--force", is_flag=True, group=MIXING, help="Replace what stands at DIR.")
@corpus_options
def run(
    paths: tuple[str, ...],
    output: str,
    weights: tuple[float, ...] | None,
    tune: str | None,
    quantise: bool,
    force: bool,
    **given: Any,
) -> None:
    """Mix language models into one for a domain.

    Each n-gram's probability is the weighted mean of what the models give it; back-off weights are
    computed anew. Without --weights and --tune all weigh the same.
    """
    from otherwords.lm import tune_weights, write_model
    from otherwords.lm.interpolate import interpolate
    from otherwords.lm.unfold import read_model

    if weights is not None and tune is not None:
        raise UsageError("both --weights and --tune are given; expected one of them")
    models = [read_model(path) for path in paths]
    if tune is not None:
        tuned = tune_weights(models, take_corpus([tune], given, model=paths[0]).lines())
        weights = tuned.weights
        alone = ", ".join(f"{perplexity:.2f}" for perplexity in tuned.perplexities)
        notice(f"perplexity of {tune}: {tuned.perplexity:.2f} mixed; alone {alone}")
    elif weights is None:
        weights = (1 / len(models),) * len(models)
    mixed = interpolate(models, weights)
    write_model(mixed, output, quantise=quantise, replace=force)
    said = ", ".join(f"{path} {weight:.4f}" for path, weight in zip(paths, weights, strict=True))
    notice(f"wrote {output}: {' / '.join(f'{size:,}' for size in mixed.sizes)} n-grams; weights: {said}")
