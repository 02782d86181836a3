"""`otherwords truecaser`."""

from otherwords.cli.command import Group

run = Group(
    "truecaser",
    prefix="otherwords.cli.truecaser_",
    members={
        "Commands": {"train": "Learn which words are names, and how words are written, from cased text"}
    },
    help="Learn the case of words from text.",
)
