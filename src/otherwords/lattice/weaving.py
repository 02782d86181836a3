"""From weighed rewrites to a lattice: forms that agree, and constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from otherwords.lattice._lattice import Lattice
from otherwords.realisation import Agreement
from otherwords.rewrites import Numbering, RewriteBatch


@dataclass(frozen=True, slots=True)
class Constraints:
    """What every paraphrase of one sentence must keep to; terms are lists of words."""

    require: tuple[tuple[str, ...], ...] = ()
    avoid: tuple[tuple[str, ...], ...] = ()
    min_changes: int = 0
    max_changes: int | None = None
    max_length: int | None = None
    length_of: Callable[[str], int] | None = None
    """What a word adds to the length that `max_length` limits; 1 where not given."""
    alike: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Groups of token stretches that hold the same name and must be rewritten in the same way."""

    def __bool__(self) -> bool:
        return self != Constraints()


@dataclass(frozen=True, slots=True)
class WeaveLimits:
    """How large a lattice may grow; what a limit cuts is said in `Lattice.cuts`."""

    depth: int = 8
    commitments: int = 6
    nodes: int = 1_000_000


DEFAULT_LIMITS = WeaveLimits()


def weave(
    batch: RewriteBatch,
    numbering: Numbering,
    model_size: int,
    *,
    sounds: Sounds | None = None,
    constraints: Constraints | None = None,
    limits: WeaveLimits = DEFAULT_LIMITS,
) -> Lattice:
    """The lattice of a batch; the language model has `model_size` words, `sounds` are those of `add_agreeing_forms`."""
    lattice = Lattice(
        batch,
        model_size,
        numbering.first_own,
        numbering.model_words,
        depth=limits.depth,
        commitments=limits.commitments,
        nodes=limits.nodes,
    )
    if sounds is not None:
        lattice.agree(*sounds)
    if constraints:
        _constrain(lattice, batch, numbering, constraints)
    return lattice


def _constrain(lattice: Lattice, batch: RewriteBatch, numbering: Numbering, constraints: Constraints) -> None:
    if constraints.avoid:
        lattice.avoid([numbering.numbers(list(term)) for term in constraints.avoid])
    if constraints.alike:
        lattice.alike(*_alike(batch, numbering, constraints.alike))
    if constraints.min_changes or constraints.max_changes is not None:
        lattice.changes(constraints.min_changes, constraints.max_changes)
    if constraints.require:
        lattice.require([numbering.numbers(list(term)) for term in constraints.require])
    if constraints.max_length is not None:
        length_of = constraints.length_of
        lengths = {n: length_of(numbering.word(n)) for n in batch.words()} if length_of else {}
        lattice.at_most(lengths, constraints.max_length)


def _alike(
    batch: RewriteBatch, numbering: Numbering, groups: Iterable[Sequence[tuple[int, int]]]
) -> tuple[list[int], list[int]]:
    """By rewrite: the group of its stretch (from 1; 0: none), and a number for what it says there.

    A token that is kept within a stretch counts as the whole stretch kept: names of several words are kept word by word.
    """
    group_of = {stretch: 1 + i for i, group in enumerate(groups) for stretch in group}
    stretch_at = {place: stretch for stretch in group_of for place in range(*stretch)}
    keys, choices, numbers = [], [], dict[tuple[int, ...], int]()
    for i in range(len(batch)):
        start, end, *_, changes = batch.item(i)
        stretch, said = (start, end), tuple(batch.target(i))
        if not changes and stretch not in group_of and end <= stretch_at.get(start, (0, 0))[1]:
            stretch = stretch_at[start]
            said = tuple(numbering.printed[slice(*stretch)])
        key = group_of.get(stretch, 0)
        keys.append(key)
        choices.append(numbers.setdefault(said, len(numbers)) if key else 0)
    return keys, choices


Sounds = tuple[dict[int, tuple[int, int]], list[int], list[tuple[int, int]]]


def add_agreeing_forms(
    batch: RewriteBatch,
    numbering: Numbering,
    agreement: Agreement,
    protected: Iterable[tuple[int, int]] = (),
) -> Sounds | None:
    """Adds the other forms of words that agree with what follows, as rewrites of the same weight.

    So the choice is made inside the search, and the score is that of the text that is printed. A word in a `protected`
    stretch stays as it is: what would not agree with it cannot follow.
    """
    said = {number: numbering.word(number) for number in batch.words()}
    varying = {number for number, word in said.items() if agreement.varies(word)}
    if not varying:
        return None
    kept = {place for start, end in protected for place in range(start, end)}
    original = set(said)
    for i in batch.saying(varying):
        start, end, *_, changes = batch.item(i)
        target = batch.target(i)
        if start in kept and not changes:
            continue
        if end == batch.tokens and target[-1] in varying:
            continue  # nothing follows that another form could agree with
        for form in _forms(target, said, agreement, numbering):
            batch.add_variant(i, form)
    for number in batch.words():
        said.setdefault(number, numbering.word(number))
    return _sounds(said, original, numbering, agreement)


def _forms(
    target: list[int], said: dict[int, str], agreement: Agreement, numbering: Numbering
) -> list[list[int]]:
    """The target with other forms of its varying words (those within it only where they fit what follows)."""
    forms = [list[int]()]
    for place, number in enumerate(target):
        options = [number]
        if agreement.varies(said[number]):
            others = [numbering.number(word) for word in agreement.variants(said[number])]
            following = said[target[place + 1]] if place + 1 < len(target) else None
            options = [
                n for n in others if following is None or agreement.agrees(numbering.word(n), following)
            ] or [number]
        forms = [[*form, n] for form in forms for n in options]
    return [form for form in forms if form != target]


def _sounds(said: dict[int, str], original: set[int], numbering: Numbering, agreement: Agreement) -> Sounds:
    """Which word demands what, and how each begins: words before which the same forms are right begin alike.

    Where several forms are right ("a historic", "an historic"), one that nobody said gives way to an `original` one.
    """
    forms = sorted(number for number, word in said.items() if agreement.varies(word))[:255]
    others = [
        [numbering.word(n) for n in map(numbering.number, agreement.variants(said[form])) if n in original]
        if form not in original
        else []
        for form in forms
    ]
    demand_of = {number: 1 + i for i, number in enumerate(forms)}
    beginnings: dict[tuple[bool, ...], int] = {}
    sounds = {}
    for number, word in said.items():
        right = tuple(
            agreement.agrees(said[form], word) and not any(agreement.agrees(other, word) for other in rivals)
            for form, rivals in zip(forms, others, strict=True)
        )
        begins = min(beginnings.setdefault(right, 1 + len(beginnings)), 255)
        sounds[number] = (begins, demand_of.get(number, 0))
    clashes = [
        (1 + form, begins)
        for right, begins in beginnings.items()
        for form in range(len(forms))
        if not right[form] and begins < 255
    ]
    printed = list(numbering.printed)
    odd = [
        int(not agreement.agrees(numbering.word(a), numbering.word(b)))
        for a, b in zip(printed, [*printed[1:], printed[-1]], strict=True)
    ]
    return sounds, [*odd[:-1], 0], clashes
