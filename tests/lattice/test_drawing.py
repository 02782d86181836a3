import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import make_model

from otherwords import Options, Paraphraser, Part, Rewrite, Slot
from otherwords.lattice.drawing import TOP, to_fst, to_json, to_svg, top_edges

TEXT = "The dog runs after the young cat & <10 people>."
SVG = "{http://www.w3.org/2000/svg}"


class Shapes:
    name = "shapes"

    def propose(self, sentence):
        if len(sentence.tokens) < 7:
            return []
        return [
            Rewrite((Part(0, 1, ("the",)), Part(3, 4, ("hunts", "for"))), -0.7),
            Rewrite((Part(3, 7, ("behind", Slot(4, 7), "runs")),), -1.2),
        ]


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory):
    return Paraphraser(make_model(tmp_path_factory.mktemp("drawing")))


@pytest.fixture(scope="module")
def shaped(tmp_path_factory):
    return Paraphraser(make_model(tmp_path_factory.mktemp("shaped")), sources=[Shapes()])


def search(paraphraser, text=TEXT):
    [only] = paraphraser.searches(text, Options())
    return only


def test_top_edges_are_the_heaviest_changes_and_all_that_stays(paraphraser):
    found = search(paraphraser)
    everything = [edge for edge in top_edges(found, 10**6) if edge.changes]
    some = [edge for edge in top_edges(found, 5) if edge.changes]
    assert len(some) == 5
    assert min(e.weight for e in some) >= max(e.weight for e in everything if e not in some)
    assert sum(not e.changes for e in top_edges(found, 0)) == len(found.sentence.tokens)
    assert top_edges(found) == top_edges(found, TOP)
    [beast] = [e for e in some if e.target == "the beast"]
    assert (beast.start, beast.end, beast.source, beast.table) == (0, 2, "The dog", "table")
    assert beast.probability == pytest.approx(0.8)


def test_json_says_parts_and_slots(shaped):
    told = json.loads(to_json(search(shaped)))
    assert told["sentence"] == TEXT
    assert [TEXT[t["start"] : t["end"]] for t in told["tokens"]] == [t["text"] for t in told["tokens"]]
    gap, slot = (e for e in told["edges"] if e["table"] == "shapes")
    assert gap["parts"] == [
        {"start": 0, "end": 1, "target": "the"},
        {"start": 3, "end": 4, "target": "hunts for"},
    ]
    assert (slot["target"], slot["slots"]) == ("behind [1] runs", [[4, 7]])
    assert "parts" not in told["edges"][-1]


def paths(fst):
    """(input, output, weight) of every path of a transducer in AT&T's format."""
    arcs, finals = {}, set()
    for line in fst.splitlines():
        fields = line.split("\t")
        if len(fields) < 4:
            finals.add(fields[0])
        else:
            arcs.setdefault(fields[0], []).append(fields[1:])
    found, stack = [], [("0", (), (), 0.0)]
    while stack:
        state, read, said, weight = stack.pop()
        if state in finals:
            found.append((read, said, weight))
        for to, source, target, *cost in arcs.get(state, ()):
            stack.append(
                (
                    to,
                    read if source == "<eps>" else (*read, source),
                    said if target == "<eps>" else (*said, target),
                    weight + float(cost[0] if cost else 0),
                )
            )
    return found


def test_the_transducer_has_the_paths_of_the_lattice(paraphraser):
    text = "the big dog runs"
    found = search(paraphraser, text)
    lattice, numbering = found.lattice, found.numbering
    told = paths(to_fst(found))
    assert all(read == tuple(text.split()) for read, _, _ in told)
    counts = {}
    for _, said, weight in told:
        counts.setdefault(said, []).append(-weight)
    for said, weights in counts.items():
        number, derivations = lattice.derivations(numbering.numbers(list(said)), 100)
        assert number == len(weights)
        assert sorted(weights, reverse=True) == pytest.approx([weight for weight, _ in derivations], abs=1e-4)


def test_the_transducer_reads_what_shapes_cover(shaped):
    text = "the dog runs after the young cat"
    told = paths(to_fst(search(shaped, text)))
    assert all(sorted(read) == sorted(text.split()) for read, _, _ in told)
    assert any(said[-1] == "runs" and "behind" in said for _, said, _ in told)


def test_a_transducer_of_the_top_edges_only(paraphraser):
    found = search(paraphraser, "the dog runs")
    assert {said for _, said, _ in paths(to_fst(found, 1))} == {
        ("the", "dog", "runs"),
        ("the", "beast", "runs"),
    }


def test_the_picture_shows_words_edges_and_the_sentence(shaped):
    svg = to_svg(search(shaped))
    root = ET.fromstring(svg)
    assert root.find(f"{SVG}title").text == TEXT
    found = search(shaped)
    assert len(root.findall(f"{SVG}circle")) == len(found.sentence.tokens) + 1
    assert len(root.findall(f"{SVG}path")) == sum(e.changes for e in top_edges(found))
    texts = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
    assert TEXT in texts
    assert any("The dog → the beast" in text for text in texts)
    assert svg.count("stroke-dasharray") == 2


def test_a_word_that_may_not_stay_is_dotted(tmp_path):
    paraphraser = Paraphraser(make_model(tmp_path, settings={"identity": "chevelu2010"}))
    svg = to_svg(search(paraphraser, "the dog runs"))
    assert svg.count('stroke-dasharray="2 4"') == 2  # dog and runs have entries


def test_labels_of_one_side_do_not_overlap_on_one_level(paraphraser):
    root = ET.fromstring(to_svg(search(paraphraser)))
    spans = {}
    for path in root.findall(f"{SVG}path"):
        numbers = [float(n) for n in re.findall(r"-?\d+\.\d+", path.get("d"))]
        spans.setdefault(numbers[3], []).append((numbers[0], numbers[-2]))
    for stretches in spans.values():
        ordered = sorted(stretches)
        assert all(a[1] <= b[0] for a, b in pairwise(ordered))


@given(st.text(min_size=1, max_size=40))
def test_any_sentence_can_be_drawn(paraphraser, text):
    for found in paraphraser.searches(text, Options()):
        ET.fromstring(to_svg(found).encode("utf-8"))
        json.loads(to_json(found))
        for line in to_fst(found).splitlines():
            assert len(line.split()) in (1, 4, 5)
