"""`otherwords table`."""

from otherwords.cli.command import Group

run = Group(
    "table",
    prefix="otherwords.cli.table_",
    members={
        "Commands": {
            "info": "Say what a phrase table of a model holds",
            "export": "Write a phrase table of a model as text",
        }
    },
    help="Describe and export the phrase tables of a model.",
)
