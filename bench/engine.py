"""Measures the engine beside reference.py on the benchmark pack, and checks every answer first.

    python bench/engine.py --pack PACK [--sentences 500] [--reference 40] [--growth growth.svg]

PACK is a folder with reference.py, source.txt, table.txt.xz, lm3.arpa.xz, best.scores and top100.txt.xz. Times are
CPU seconds of one thread; ratios are to reference.py on the same sentences in the same run, since machines differ.
"""

from __future__ import annotations

import argparse
import importlib.util
import lzma
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import otherwords
from otherwords.lattice import weave
from otherwords.model import Model, preset
from otherwords.model.create import create_model
from otherwords.paraphrase import Options
from otherwords.rewrites import NUMBERED, ClassWords, Numbering, RewriteBatch, add_identity
from otherwords.search import best_strings
from otherwords.tables.options import TableOption
from otherwords.text import analyse
from otherwords.weighing import LogLinear, Origin

ORIGINS = (Origin("table"), Origin("identity"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pack", default=os.environ.get("OTHERWORDS_BENCH", ""))
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--reference", type=int, default=40, help="sentences that reference.py searches")
    parser.add_argument("--growth", help="write a plot of time by length to this SVG")
    arguments = parser.parse_args()
    pack = Path(arguments.pack)
    if not (pack / "reference.py").is_file():
        sys.exit("the benchmark pack is not there: give its folder by --pack or OTHERWORDS_BENCH")
    with tempfile.TemporaryDirectory() as folder:
        model = make_model(pack, Path(folder) / "model")
        measure(pack, model, arguments)


def make_model(pack: Path, place: Path) -> Path:
    tables = [TableOption(pack / "table.txt.xz", "table")]
    create_model(place, tables, pack / "lm3.arpa.xz", preset("chevelu2010"), preset="chevelu2010")
    return place


def measure(pack: Path, place: Path, arguments: argparse.Namespace) -> None:
    lines = (pack / "source.txt").read_text(encoding="utf-8").splitlines()[: arguments.sentences]
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    print(f"{machine}, otherwords {otherwords.__version__}, {len(lines)} sentences")
    print(f"memory after a run over all sentences: {memory(place, pack):.0f} MB resident")
    opening = [cpu(lambda: Model(place)) for _ in range(5)]
    print(f"opening the model, modules loaded: {1e3 * statistics.median(opening):.1f} ms")
    model = Model(place)
    prepared = [
        Numbering(analyse(line, pretokenized=True)[0], model.vocabulary, model.class_words) for line in lines
    ]
    check(pack, model, prepared)
    reference = reference_seconds(pack, lines[: arguments.reference])
    print(f"reference.py: {1e3 * reference:.1f} ms a sentence over {min(arguments.reference, len(lines))}")
    for count in (1, 100):
        print(speed(model, prepared, count, arguments.reference, reference))
    for workers in (1, 2):
        print(
            f"text to text, 1 best, {workers} worker(s): {throughput(place, lines, workers):.0f} sentences a second"
        )
    commands(place)
    growth(model, prepared, arguments.growth)


def speed(model: Model, prepared: list[Numbering], count: int, first: int, reference: float) -> str:
    def run(numberings: list[Numbering]) -> float:
        return cpu(lambda: [search(model, numbering, count) for numbering in numberings]) / len(numberings)

    every = min(run(prepared) for _ in range(3))
    same = min(run(prepared[:first]) for _ in range(3))
    return (
        f"{count:3} best, ids to result: {1e3 * every:.2f} ms a sentence; on reference.py's sentences "
        f"{1e3 * same:.2f} ms, {reference / same:.0f} times faster than it"
    )


def search(model: Model, numbering: Numbering, count: int) -> Any:
    """From token ids to paths: look up, weigh, weave, search."""
    tokens = len(numbering.printed)
    free = bytes(tokens)
    batch = RewriteBatch(numbering.printed)
    table = model.tables[0]
    batch.propose(
        table.kernel,
        0,
        numbering.read,
        numbering.kinds,
        array("I"),
        NUMBERED,
        free,
        lambda *_: True,
    )
    add_identity(batch, numbering, model.settings.identity, model.settings.identity_score, free, 1)
    LogLinear()(batch, None, numbering, ORIGINS)  # type: ignore[arg-type]
    lattice = weave(batch, numbering, model.lm.unigrams)
    return best_strings(lattice, model.lm, model.settings.lm_weight, count), lattice


def said(found: Any, numbering: Numbering, path: Any) -> str:
    return " ".join(word for arc in path.arcs for word in numbering.words(found.arc(arc)[1]))


def check(pack: Path, model: Model, prepared: list[Numbering]) -> None:
    """Every optimum and every one of the 100 best is the pack's."""
    best = (pack / "best.scores").read_text(encoding="utf-8").splitlines()
    right = hundred = 0
    for numbering, expected, top in zip(prepared, best, hundreds(pack), strict=False):
        found, lattice = search(model, numbering, 100)
        score, text = expected.split("\t")
        first = found.paths[0]
        right += abs(first.score - float(score)) < 1e-3 and said(lattice, numbering, first) == text
        scores = [path.score for path in found.paths]
        hundred += len(scores) == len(top) and all(
            abs(a - b) < 1e-3 for a, b in zip(scores, top, strict=True)
        )
    print(
        f"optimum found: {right} of {len(prepared)}; all of the true 100 best: {hundred} of {len(prepared)}"
    )


def hundreds(pack: Path) -> Iterator[list[float]]:
    scores: dict[int, list[float]] = {}
    with lzma.open(pack / "top100.txt.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            number, _, score = line.rstrip("\n").split(" ||| ")
            scores.setdefault(int(number), []).append(float(score))
    return (scores[number] for number in sorted(scores))


def reference_seconds(pack: Path, lines: list[str]) -> float:
    spec = importlib.util.spec_from_file_location("reference", pack / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    table = reference.read_table(str(pack / "table.txt.xz"))
    lm = reference.TrigramModel(str(pack / "lm3.arpa.xz"))
    return cpu(lambda: [reference.search(line.split(), table, 7, lm) for line in lines]) / len(lines)


def cpu(work: Callable[[], Any]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def memory(place: Path, pack: Path) -> float:
    code = (
        "import sys, otherwords\n"
        "p = otherwords.load(sys.argv[1])\n"
        "for line in open(sys.argv[2], encoding='utf-8'):\n"
        "    p.paraphrase(line.rstrip(), include_source=True, pretokenized=True)\n"
        "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, place, pack / "source.txt"], capture_output=True, text=True, check=True
    )
    return int(told.stdout) / 1024


def throughput(place: Path, lines: list[str], workers: int) -> float:
    paraphraser = otherwords.load(place)
    options = Options(include_source=True, pretokenized=True)
    many = lines * 6
    for _ in paraphraser.records(lines[:64], options, workers):  # start the workers
        pass
    records = paraphraser.records(many, options, workers)
    for _ in range(64 * workers):
        next(records)
    begin, done = time.perf_counter(), 0
    for _ in records:
        done += 1
    return done / (time.perf_counter() - begin)


def commands(place: Path) -> None:
    command = Path(sys.executable).with_name("otherwords")
    for what, words in (
        ("--help", ["--help"]),
        ("one sentence", ["It was raised by the commission .", "--model", str(place), "--pretokenized"]),
    ):
        times = []
        for _ in range(11):
            begin = time.perf_counter()
            subprocess.run([command, *words], capture_output=True, check=True)
            times.append(time.perf_counter() - begin)
        print(f"otherwords {what}: {1e3 * statistics.median(times):.0f} ms wall")


def growth(model: Model, prepared: list[Numbering], plot: str | None) -> None:
    """Time and expansions a word, for sentences joined to more and more words."""
    print("  words   1 best: µs a word, expansions a word   100 best: µs a word, expansions a word")
    rows = []
    for length in (10, 20, 50, 100, 200):
        texts = list(joined(prepared, length))[:20]
        row: list[float] = [length]
        for count in (1, 100):
            words = expansions = 0
            begin = time.process_time()
            for numbering in texts:
                found, _ = search(model, numbering, count)
                expansions += found.expansions
                words += len(numbering.printed)
            row += [1e6 * (time.process_time() - begin) / words, expansions / words]
        rows.append(row)
        print(f"  {length:5} {row[1]:22.0f} {row[2]:10.1f} {row[3]:29.0f} {row[4]:10.1f}")
    if plot:
        Path(plot).write_text(growth_plot(rows), encoding="utf-8")


def joined(prepared: list[Numbering], length: int) -> Iterator[Numbering]:
    """Sentences of about this length, or joined to it."""
    texts = [[numbering.word(word) for word in numbering.printed] for numbering in prepared]
    model_numbering = prepared[0]
    words: list[str] = []
    for text in texts:
        fits = abs(len(text) - length) <= 2
        words = words + text if length > 20 else text if fits else []
        if words and len(words) >= length - 2:
            sentence = analyse(" ".join(words), pretokenized=True)[0]
            yield Numbering(sentence, model_numbering.vocabulary, ClassWords(model_numbering.vocabulary))
            words = []


def growth_plot(rows: list[list[float]]) -> str:
    """Microseconds a word against words, both axes from zero, as SVG."""
    top = max(max(row[1], row[3]) for row in rows) * 1.1
    width, height, left, bottom = 560, 300, 60, 250

    def x(words: float) -> float:
        return left + words / 200 * (width - left - 20)

    def y(value: float) -> float:
        return bottom - value / top * (bottom - 20)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    ]
    parts.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    parts.append(f'<path d="M{left} 20V{bottom}H{width - 20}" fill="none" stroke="#444"/>')
    for row in rows:
        parts.append(f'<text x="{x(row[0])}" y="{bottom + 18}" text-anchor="middle">{row[0]:.0f}</text>')
    for value in (top / 2, top):
        parts.append(f'<text x="{left - 6}" y="{y(value) + 4}" text-anchor="end">{value:.0f}</text>')
    parts.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle">words</text>')
    parts.append('<text x="16" y="14">CPU µs a word</text>')
    for column, colour, name in ((1, "#1b6ca8", "1 best"), (3, "#c2571a", "100 best")):
        points = " ".join(f"{x(row[0]):.1f},{y(row[column]):.1f}" for row in rows)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(row[0]):.1f}" cy="{y(row[column]):.1f}" r="3" fill="{colour}"/>' for row in rows
        ]
        parts.append(
            f'<text x="{width - 24}" y="{y(rows[-1][column]) - 8:.0f}" text-anchor="end" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
