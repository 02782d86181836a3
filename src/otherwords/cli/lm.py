"""`otherwords lm`."""

from otherwords.cli.command import Group

run = Group(
    "lm",
    prefix="otherwords.cli.lm_",
    members={
        "Commands": {
            "train": "Train a language model on text: interpolated modified Kneser-Ney",
            "score": "Give the log probability of each line",
            "perplexity": "Say how well a language model foretells a text",
            "mix": "Mix language models into one for a domain",
            "export": "Write a language model as an ARPA file",
        }
    },
    help="Train, ask, mix and export language models.",
)
