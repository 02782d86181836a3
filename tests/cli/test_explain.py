"""`--explain`: a picture in which changes stand under each other, replacements, and features that add up."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.cli.explain import explainer, explanation, plain
from otherwords.cli.layout import aligned, padded, shown, width_of
from otherwords.paraphrase import Paraphrase, Replacement

DOG = "The dog runs after the young cat."


def test_plain(run):
    text, verdict, *rest = run(DOG, "--explain").stdout.splitlines()
    assert text == "The beast runs after the kitten."
    assert verdict.startswith("  score -")
    assert "exact" in verdict
    assert rest[:9] == [
        "",
        "  - The dog   runs after the young cat.",
        "  + The beast runs after the kitten   .",
        "    ^^^^^^^^^            ^^^^^^^^^^^^^",
        "",
        "  replaced       by          table         score  weight",
        "  The dog        The beast   paraphrases  -0.223  -0.223",
        "  the young cat  the kitten  paraphrases  -0.357  -0.357",
        "",
    ]


def test_features_add_up_to_the_score(run):
    result = run(DOG, "--explain", "-n", 3, "--set", "lm_weight=0.5", "--set", "word_weight=-0.25")
    assert result.exit_code == 0
    for block in result.stdout.split("  feature ")[1:]:
        rows = [line.split() for line in block.splitlines()[1:] if line.startswith("  ")]
        table = rows[: next(i for i, row in enumerate(rows) if row[0] == "score") + 1]
        assert sum(float(row[-1]) for row in table[:-1]) == pytest.approx(float(table[-1][1]), abs=0.004)
        assert "other" not in [row[0] for row in table]
        assert "words" in [row[0] for row in table]


def test_coloured_says_the_same_words(files):
    import otherwords

    paraphraser = otherwords.load(files / "model")
    [answer] = paraphraser.paraphrase(DOG)
    text = "\n".join(explainer(paraphraser, terminal=True)(DOG, answer))
    assert "\x1b[" in text
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "  - The dog   runs after the young cat." in bare
    assert "  + The beast runs after the kitten   ." in bare
    for line in explainer(paraphraser, terminal=False)(DOG, answer):
        for word in line.replace("^", " ").split():
            assert word in bare


def replaced(source, *changes):
    """A paraphrase by (start, end, target)."""
    text, at, replacements = "", 0, []
    for start, end, target in changes:
        text += source[at:start]
        replacements.append(
            Replacement(
                start, end, source[start:end], len(text), len(text) + len(target), target, "t", -1.0, -1.0
            )
        )
        text, at = text + target, end
    return Paraphrase(text + source[at:], -1.0, replacements=tuple(replacements))


def picture(source, answer, width=60):
    return [line for line in plain(explanation(source, answer, {}, width)) if line[2:4] in ("- ", "+ ", "  ")]


def test_changed_case_is_marked_too():
    source = "a big dog"
    answer = Paraphrase(
        "The big dog", -1.0, replacements=(Replacement(2, 5, "big", 4, 7, "big", "t", 0.0, 0.0),)
    )
    assert picture(source, answer) == ["  - a   big dog", "  + The big dog", "    ^^^ ^^^"]


def test_what_overtakes_is_shown_whole():
    swapped = (Replacement(0, 1, "a", 2, 3, "A", "t", 0, 0), Replacement(2, 3, "b", 0, 1, "B", "t", 0, 0))
    assert picture("a b", Paraphrase("B A", -1.0, replacements=swapped)) == ["  - a b", "  + B A", "    ^^^"]


def test_wide_characters_take_two_columns():
    assert picture("日本 is", replaced("日本 is", (0, 2, "Japan")))[0] == "  - 日本  is"


def test_a_long_line_is_cut_between_columns():
    source = " ".join(["word"] * 30)
    lines = picture(source, replaced(source, (0, 4, "other")), width=40)
    assert all(len(line) <= 44 for line in lines)
    assert (
        "".join(line[4:].ljust(0) + " " for line in lines if line.startswith("  -")).split() == source.split()
    )


def test_an_answer_that_is_not_proved_says_so():
    assert "could be better by 0.500 at most" in next(
        line for line in plain(explanation("a", Paraphrase("b", -1.0, False, 0.5), {}, 60)) if "score" in line
    )


def test_control_characters_do_nothing_to_a_terminal():
    source = "a \x1b[2J\r"
    text = "\n".join(plain(explanation(source, replaced(source, (0, 1, "b\x07")), {}, 60)))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=5))
def test_columns_are_as_wide_as_their_widest_cell(cells):
    cells = [shown(cell) for cell in cells]
    width = max(map(width_of, cells))
    assert {width_of(padded(cell, width)) for cell in cells} == {width}
    assert len(list(aligned([[cell] for cell in cells]))) == len(cells)
