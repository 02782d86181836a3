"""`otherwords model`."""

from otherwords.cli.command import Group

run = Group(
    "model",
    prefix="otherwords.cli.model_",
    members={
        "Commands": {
            "create": "Make a model directory of phrase tables and a language model",
            "info": "Say what a model is made of and how it is set",
            "verify": "Read all bytes of a model and compare its checksums",
        }
    },
    help="Create, describe and verify models.",
)
