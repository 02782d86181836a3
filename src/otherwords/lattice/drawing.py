"""A sentence's lattice for people and other tools: a picture, JSON, and AT&T's text format for transducers.

The picture is Quirk et al.'s Figure 2 (2004): places between words from left to right, an edge for each replacement with
its words and probability, and the words as they stand along the middle.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol
from xml.sax.saxutils import escape, quoteattr

from otherwords.lattice._lattice import Lattice
from otherwords.rewrites import Numbering, RewriteBatch
from otherwords.text import Sentence
from otherwords.weighing import Origin

TOP = 44
"""As many edges as Figure 2 shows."""
EPSILON = "<eps>"
DELETION = "∅"


class Drawable(Protocol):
    """What is drawn: a sentence with its rewrites and their lattice, as `SentenceSearch` has them."""

    @property
    def sentence(self) -> Sentence: ...
    @property
    def batch(self) -> RewriteBatch: ...
    @property
    def numbering(self) -> Numbering: ...
    @property
    def origins(self) -> Sequence[Origin]: ...
    @property
    def lattice(self) -> Lattice: ...


@dataclass(frozen=True, slots=True)
class Edge:
    """A rewrite as an edge from place `start` to place `end` (places lie between tokens).

    `score` is as its table gives it, `weight` what it adds to a derivation's score. One with gaps has several `parts`
    (start, end, target), one with `slots` names them "[1]", "[2]" … in its target.
    """

    start: int
    end: int
    source: str
    target: str
    table: str
    score: float
    weight: float
    changes: bool
    parts: tuple[tuple[int, int, str], ...] = ()
    slots: tuple[tuple[int, int], ...] = ()

    @property
    def probability(self) -> float:
        """The score as a number that is not a logarithm."""
        return math.exp(min(self.score, 700.0))

    @property
    def shaped(self) -> bool:
        """Whether it has gaps or slots."""
        return bool(self.slots) or len(self.parts) > 1

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        found: dict[str, Any] = {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "table": self.table,
            "score": round(self.score, 6),
            "probability": float(f"{self.probability:.6g}"),
            "weight": round(self.weight, 6),
            "changes": self.changes,
        }
        if self.shaped:
            found["parts"] = [{"start": s, "end": e, "target": said} for s, e, said in self.parts]
            found["slots"] = [list(slot) for slot in self.slots]
        return found


def top_edges(search: Drawable, count: int = TOP) -> list[Edge]:
    """The `count` edges that weigh most among those that change something, and every word as it stands where it may."""
    edges = [_edge(search, i) for i in range(len(search.batch))]
    changing = sorted((e for e in edges if e.changes), key=lambda e: (-e.weight, e.start, e.end, e.target))
    staying = [e for e in edges if not e.changes and e.end == e.start + 1]
    return sorted(
        (*changing[: max(count, 0)], *staying),
        key=lambda e: (e.start, e.end, -e.weight, e.target),
    )


def _edge(search: Drawable, i: int) -> Edge:
    start, end, origin, _, score, weight, changes = search.batch.item(i)
    parts, slots = search.batch.parts(i)
    said = tuple((first, last, _said(search, symbols)) for first, last, symbols in parts)
    tokens = search.sentence.tokens
    return Edge(
        start,
        end,
        search.sentence.text[tokens[start].start : tokens[end - 1].end],
        " … ".join(target for _, _, target in said),
        search.origins[origin].name,
        score,
        weight,
        changes,
        said if slots or len(said) > 1 else (),
        tuple(slots),
    )


def _said(search: Drawable, symbols: Iterable[int]) -> str:
    return " ".join(f"[{-symbol}]" if symbol < 0 else search.numbering.word(symbol) for symbol in symbols)


# ---- for other tools -------------------------------------------------------------------------------


def to_json(search: Drawable, count: int = TOP) -> str:
    """The sentence's tokens and top edges as one JSON object."""
    sentence = search.sentence
    told = json.dumps(
        {
            "sentence": sentence.text[sentence.start : sentence.end],
            "tokens": [{"text": t.text, "start": t.start, "end": t.end} for t in sentence.tokens],
            "nodes": search.lattice.nodes,
            "arcs": search.lattice.arcs,
            "edges_in_all": len(search.batch),
            "edges": [edge.to_dict() for edge in top_edges(search, count)],
        },
        ensure_ascii=False,
        indent=1,
    )
    return told + "\n"


def to_fst(search: Drawable, count: int | None = None) -> str:
    """The whole lattice as a transducer in AT&T's text format: state, next state, input, output, weight.

    Inputs are the source's words, outputs what is said for them, weights the model's as negative logarithms. With a
    `count`, only the top edges. State 0 is the start. A space within a word is written "␣".
    """
    chosen = None if count is None else _chosen(search, count)
    lattice = search.lattice
    lines, fresh = [], lattice.nodes
    for node in range(lattice.nodes):
        for to, said, rewrite, part, weight, _ in lattice.node_arcs(node):
            if chosen is not None and rewrite not in chosen:
                continue
            inputs = [_symbol(token) for token in _read(search, rewrite, part)]
            outputs = [_symbol(word) for word in search.numbering.words(said)]
            steps = max(len(inputs), len(outputs), 1)
            inputs += [EPSILON] * (steps - len(inputs))
            outputs += [EPSILON] * (steps - len(outputs))
            states = [node, *range(fresh, fresh + steps - 1), to]
            fresh += steps - 1
            for i in range(steps):
                cost = f"\t{-weight:.7g}" if i == 0 and weight else ""
                lines.append(f"{states[i]}\t{states[i + 1]}\t{inputs[i]}\t{outputs[i]}{cost}")
    lines += [str(node) for node in range(lattice.nodes) if lattice.is_final(node)]
    return "\n".join(lines) + "\n"


def _chosen(search: Drawable, count: int) -> set[int]:
    """The numbers of the top edges' rewrites."""
    items = [(i, search.batch.item(i)) for i in range(len(search.batch))]
    changing = sorted((i for i, item in items if item[6]), key=lambda i: -search.batch.item(i)[5])
    return {*changing[:count], *(i for i, item in items if not item[6] and item[1] == item[0] + 1)}


def _read(search: Drawable, rewrite: int, part: int) -> list[str]:
    """The source's words that an arc stands for."""
    parts, slots = search.batch.parts(rewrite)
    stretches = [(start, end) for start, end, _ in parts]
    if slots:
        edges = [parts[0][0], *(place for slot in sorted(slots) for place in slot), parts[0][1]]
        stretches = list(zip(edges[::2], edges[1::2], strict=True))
    start, end = stretches[part] if part < len(stretches) else (0, 0)
    return [token.text for token in search.sentence.tokens[start:end]]


def _symbol(word: str) -> str:
    return "\\" + word if word == EPSILON else "␣".join(word.split()) or EPSILON


# ---- for people ------------------------------------------------------------------------------------

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK, QUIET, BLUE, FAINT = "#1a1a1a", "#6b7280", "#2f5d8c", "#c3c9d1"
SIZE, SMALL = 14.0, 10.5
MARGIN, SHOULDER, LIFT, LEVEL = 36.0, 26.0, 46.0, 32.0
RADIUS = 5.0


@dataclass(frozen=True, slots=True)
class _Placed:
    """An edge with its place in the picture: above (1) or below (-1) the words, and how far."""

    edge: Edge
    side: int
    level: int


def to_svg(search: Drawable, count: int = TOP) -> str:
    """The sentence's top edges as a picture."""
    edges = top_edges(search, count)
    changing = [edge for edge in edges if edge.changes]
    staying: dict[int, Edge] = {}
    for edge in edges:
        if not edge.changes:
            staying.setdefault(edge.start, edge)
    words = [token.text for token in search.sentence.tokens]
    placed = _place(changing)
    xs = _columns(words, changing)
    above = max((p.level for p in placed if p.side > 0), default=-1)
    below = max((p.level for p in placed if p.side < 0), default=-1)
    middle = 74 + (LIFT + LEVEL * above + 30 if above >= 0 else 30)
    height = middle + (LIFT + LEVEL * below + 30 if below >= 0 else 34) + 14
    sentence = search.sentence.text[search.sentence.start : search.sentence.end]
    of_all = sum(search.batch.item(i)[6] for i in range(len(search.batch)))
    told = f"{len(changing):,} of {of_all:,} replacements" if of_all else "no replacement"
    width = max(xs[-1] + MARGIN, 2 * MARGIN + _width(told, 12))
    title = _shortened(sentence, width - 2 * MARGIN, 17)
    width = max(width, 2 * MARGIN + _width(title, 17))
    drawn = [*_arcs(placed, xs, middle), *_middle(words, staying, xs, middle), *_labels(placed, xs, middle)]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img" aria-label={quoteattr(_clean(sentence))} '
            f'font-family="{FONT}" font-size="{SIZE:g}" fill="{INK}">',
            f"<title>{escape(_clean(sentence))}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{MARGIN:g}" y="34" font-size="17" font-weight="bold">{escape(title)}</text>',
            f'<text x="{MARGIN:g}" y="54" font-size="12" fill="{QUIET}">{escape(told)}</text>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def _place(edges: Sequence[Edge]) -> list[_Placed]:
    """Short edges next to the words, longer ones around them, above and below in turn."""
    placed: list[_Placed] = []
    for edge in sorted(edges, key=lambda e: (e.end - e.start, -e.weight, e.start, e.target)):
        levels = {
            side: 1
            + max(
                (
                    p.level
                    for p in placed
                    if p.side == side and p.edge.start < edge.end and edge.start < p.edge.end
                ),
                default=-1,
            )
            for side in (1, -1)
        }
        side = 1 if levels[1] <= levels[-1] else -1
        placed.append(_Placed(edge, side, levels[side]))
    return placed


def _columns(words: Sequence[str], edges: Sequence[Edge]) -> list[float]:
    """Where each place stands, so far apart that every label fits between the ends of its edge."""
    widths = [max(_width(word, SIZE) + 28, 70.0) for word in words]
    for edge in sorted(edges, key=lambda e: e.end - e.start):
        span = slice(edge.start, edge.end)
        lacking = _label_width(edge) + 2 * SHOULDER - sum(widths[span])
        if lacking > 0:
            widths[span] = [width + lacking / (edge.end - edge.start) for width in widths[span]]
    xs = [MARGIN + RADIUS]
    for width in widths:
        xs.append(xs[-1] + width)
    return xs


def _arcs(placed: Sequence[_Placed], xs: Sequence[float], middle: float) -> Iterator[str]:
    # the outer ones first, so that the inner ones lie over them
    for p in sorted(placed, key=lambda p: -p.level):
        x, to = xs[p.edge.start], xs[p.edge.end]
        y = middle - p.side * (LIFT + LEVEL * p.level)
        shoulder = min(SHOULDER, (to - x) / 2)
        lean = 0.12 * shoulder
        stroke = 0.9 + 1.8 * math.sqrt(min(p.edge.probability, 1.0))
        dashed = ' stroke-dasharray="5 4"' if p.edge.shaped else ""
        yield (
            f'<path d="M{x:.1f} {middle:.1f} C{x + lean:.1f} {y:.1f} {x + lean:.1f} {y:.1f} {x + shoulder:.1f} {y:.1f} '
            f'H{to - shoulder:.1f} C{to - lean:.1f} {y:.1f} {to - lean:.1f} {y:.1f} {to:.1f} {middle:.1f}" '
            f'fill="none" stroke="{BLUE}" stroke-opacity="0.6" stroke-width="{stroke:.2f}"{dashed}/>'
        )


def _middle(
    words: Sequence[str], staying: dict[int, Edge], xs: Sequence[float], middle: float
) -> Iterator[str]:
    """The words as they stand; a dotted line where one may not stay."""
    for place, word in enumerate(words):
        edge = staying.get(place)
        style = f'stroke="{INK}" stroke-width="1.4"' if edge else f'stroke="{FAINT}" stroke-dasharray="2 4"'
        yield f'<line x1="{xs[place]:.1f}" y1="{middle:.1f}" x2="{xs[place + 1]:.1f}" y2="{middle:.1f}" {style}/>'
        center = (xs[place] + xs[place + 1]) / 2
        ink = INK if edge else QUIET
        yield _text(center, middle - 8, f'fill="{ink}" font-weight="bold"', escape(_clean(word)))
        if edge is not None:
            yield _text(
                center, middle + 16, f'font-size="{SMALL:g}" fill="{QUIET}"', _number(edge.probability)
            )
    for place, x in enumerate(xs):
        yield (
            f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="{RADIUS:g}" fill="white" stroke="{INK}" stroke-width="1.4">'
            f"<title>{place}</title></circle>"
        )


def _labels(placed: Sequence[_Placed], xs: Sequence[float], middle: float) -> Iterator[str]:
    for p in placed:
        y = middle - p.side * (LIFT + LEVEL * p.level)
        target, probability = escape(_label(p.edge)), _number(p.edge.probability)
        colour = f' fill="{QUIET}"' if not p.edge.target else ""
        told = escape(
            _clean(f"{p.edge.source} → {p.edge.target or DELETION} ({p.edge.table}, {p.edge.weight:.4f})")
        )
        yield _text(
            _label_center(p, placed, xs),
            y + 4.5,
            'stroke="white" stroke-width="7" stroke-linejoin="round" paint-order="stroke"',
            f"<title>{told}</title><tspan{colour}>{target}</tspan>"
            f'<tspan dx="5" font-size="{SMALL:g}" fill="{QUIET}">{probability}</tspan>',
        )


def _label_center(label: _Placed, placed: Sequence[_Placed], xs: Sequence[float]) -> float:
    """The middle of the edge, or where the label keeps clear of outer edges that come down through it."""
    edge, half = label.edge, _label_width(label.edge) / 2
    center = (xs[edge.start] + xs[edge.end]) / 2
    outer = [p.edge for p in placed if p.side == label.side and p.level > label.level]
    crossed = {e.start for e in outer} | {e.end for e in outer}
    crossing = [xs[place] for place in range(edge.start + 1, edge.end) if place in crossed]
    if all(abs(x - center) > half + 6 for x in crossing):
        return center
    ends = [xs[edge.start] + 6, *crossing, xs[edge.end] - 6]
    stretches = [(a + half + 10, b - half - 10) for a, b in pairwise(ends)]
    free = [min(max(center, first), last) for first, last in stretches if first <= last]
    return min(free, key=lambda x: abs(x - center), default=center)


def _text(x: float, y: float, style: str, inside: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" {style}>{inside}</text>'


def _label(edge: Edge) -> str:
    return _clean(edge.target) or DELETION


def _number(probability: float) -> str:
    if 0.00995 <= probability < 1000:
        return f"{probability:.2f}"
    return f"{probability:.0e}".replace("e-0", "e-").replace("e+0", "e+")


def _label_width(edge: Edge) -> float:
    return _width(_label(edge), SIZE) + 5 + _width(_number(edge.probability), SMALL)


def _width(text: str, size: float) -> float:
    """About how wide a text is: what cannot be known without the reader's font is taken rather wide."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    broad = sum(c.isupper() or c in "mwMW@%—…" for c in text)
    marks = sum(unicodedata.combining(c) != 0 for c in text)
    return size * (0.56 * (len(text) - marks) + 0.5 * wide + 0.22 * broad)


def _shortened(text: str, room: float, size: float) -> str:
    """The text, or as many of its words as fit, but never fewer than a short line."""
    text = _clean(text)
    room = max(room, 60 * size * 0.56)
    if _width(text, size) <= room:
        return text
    while text and _width(text + " …", size) > room:
        text = text[:-1]
    return text.rsplit(" ", 1)[0] + " …" if " " in text else text + "…"


def _clean(text: str) -> str:
    """Without the characters that XML 1.0 cannot hold."""
    return "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else " " for c in text
    )
