"""Queries of the language model per CPU second, against KenLM's Python module in the same run.

Goal: at least twice `kenlm.Model.score(sentence)`. Both score the same sentences, with begin and end,
after their answers were compared. Rounds alternate and the median counts, as the machine may be busy;
ratios travel, absolute figures do not. Sentences that both sides have in their caches would flatter either,
so the text should be long; it is shuffled, so that paraphrases of one sentence do not follow each other.

    python bench/language_model.py --pack DIRECTORY     with lm3.arpa.xz, source.txt and top100.txt.xz
    python bench/language_model.py --arpa FILE --text FILE

Without options the pack is looked for where the variable OTHERWORDS_DATA points. Needs `kenlm` (PyPI).
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import tempfile
import time
from array import array
from collections.abc import Callable
from pathlib import Path

import kenlm

from otherwords.lm import LanguageModel, read_arpa, write_model
from otherwords.storage import open_lines

LN10 = 2.302585092994045684


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pack", type=Path, default=os.environ.get("OTHERWORDS_DATA"))
    parser.add_argument("--arpa", type=Path)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1, help="of the order of the sentences")
    options = parser.parse_args()
    if options.arpa is None and options.pack is None:
        parser.error("name the benchmark pack (--pack, or OTHERWORDS_DATA) or a model (--arpa)")
    arpa = options.arpa or Path(options.pack) / "lm3.arpa.xz"
    sentences = read_text(options.text) if options.text else pack_text(Path(options.pack))
    random.Random(options.seed).shuffle(sentences)
    with tempfile.TemporaryDirectory() as folder:
        measure(arpa, sentences, Path(folder), options.rounds)


def read_text(path: Path) -> list[str]:
    with open_lines(path) as lines:
        return [" ".join(line.split()) for line in lines]


def pack_text(pack: Path) -> list[str]:
    """The sources and, behind them, the hundred best strings of each."""
    with open_lines(pack / "top100.txt.xz") as lines:
        return read_text(pack / "source.txt") + [line.split(" ||| ")[1] for line in lines]


def measure(arpa: Path, sentences: list[str], folder: Path, rounds: int) -> None:
    model = read_arpa(arpa)
    write_model(model, folder / "plain")
    write_model(model, folder / "quantised", quantise=True)
    del model
    plain, quantised = LanguageModel(folder / "plain"), LanguageModel(folder / "quantised")
    peer = kenlm.Model(str(unpacked(arpa, folder)))

    ids, offsets = array("I"), array("I", [0])
    for sentence in sentences:
        ids.extend(plain.ids(sentence.split()))
        offsets.append(len(ids))
    queries = len(ids) + len(sentences)

    def ours() -> array[float]:
        return plain.score_batch(ids, offsets)

    def ours_quantised() -> array[float]:
        return quantised.score_batch(ids, offsets)

    def one_by_one() -> list[float]:
        return [plain.score(sentence.split()) for sentence in sentences]

    def theirs() -> list[float]:
        return [peer.score(sentence) for sentence in sentences]

    worst = max(abs(a - b * LN10) for a, b in zip(ours(), theirs(), strict=True))
    if not worst < 1e-3 * LN10:
        raise SystemExit(f"answers differ by up to {worst / LN10:.6f} (log10): nothing measured")
    routes: dict[str, Callable[[], object]] = {
        "kenlm.Model.score(sentence)": theirs,
        "score_batch(ids)": ours,
        "score_batch(ids), quantised": ours_quantised,
        "score(words), one by one": one_by_one,
    }
    speeds: dict[str, list[float]] = {name: [] for name in routes}
    for _ in range(rounds):
        for name, route in routes.items():
            start = time.process_time()
            route()
            speeds[name].append(queries / (time.process_time() - start))
    base = statistics.median(speeds["kenlm.Model.score(sentence)"])
    print(
        f"{len(sentences)} sentences, {queries} queries, median of {rounds} rounds, "
        f"largest difference {worst:.1e}"
    )
    print(
        f"Python {platform.python_version()}, {platform.machine()}, "
        f"order {plain.order}, {plain.unigrams} words\n"
    )
    print(f"{'route':<32}{'million queries / CPU s':>24}{'times kenlm':>14}")
    for name, found in speeds.items():
        middle = statistics.median(found)
        print(f"{name:<32}{middle / 1e6:>24.2f}{middle / base:>14.2f}")


def unpacked(arpa: Path, folder: Path) -> Path:
    """KenLM's module may have been built without xz."""
    if arpa.suffix not in (".xz", ".gz", ".bz2"):
        return arpa
    import bz2
    import gzip
    import lzma

    opener = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}[arpa.suffix]
    with opener(arpa, "rb") as packed, (folder / "model.arpa").open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    return folder / "model.arpa"


if __name__ == "__main__":
    main()
