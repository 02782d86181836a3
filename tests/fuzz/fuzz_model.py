"""Opens, uses and verifies damaged model directories: only an `OtherwordsError` or a sane answer is allowed.

    python tests/fuzz/fuzz_model.py --mutations 100000 --seed 1

A child process works through the mutations, so that a crash, a hang (`--seconds` for one mutation) or memory without
bound (`--memory` bytes) is told with the mutation's number, and the rest goes on. `--only N` does one of them in this very
process, for a debugger, and says what was changed. Half of the mutations damage bytes as a bad disk would; the other half
change what stands in arrays and headers and set sizes and checksums right, so that the kernels are really reached.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import tomllib
import traceback
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from models import tiny_model
from otherwords.errors import OtherwordsError
from otherwords.model import Model
from otherwords.model.verify import verify
from otherwords.paraphrase import Options, Paraphraser

LINES = (
    ("The dog runs after the young cat.", {"n": 4}),
    (
        "I think that Paris is a big idea. She can't see 3 cats and 4 dogs now!",
        {"n": 3, "include_source": True},
    ),
    ("We won't buy an automobile in Paris, and I saw Paris.", {"n": 20, "max_chars": 70, "max_changes": 4}),
    ("it 's a house , a zebra", {"n": 2, "pretokenized": True, "beam": 2}),
)
NUMBERS = (0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
FLOATS = (0.0, 1e38, -1e38, math.inf, -math.inf, math.nan, 1e-45, -99.0)
TEXT_NUMBERS = (
    "0",
    "-1",
    "1",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "nan",
    "inf",
    '""',
    "[]",
    "true",
)
PREFIX = struct.Struct("<8sII")


@dataclass
class Mutation:
    """What one mutation changes: files with their new bytes, and the story of it."""

    files: dict[str, bytes]
    story: str


# ---- mutations -------------------------------------------------------------------------------------


def mutate(files: dict[str, bytes], seed: int, number: int) -> Mutation:
    """The mutation with this number; the same for the same files, seed and number."""
    rng = random.Random(f"{seed}:{number}")
    names = sorted(name for name in files if name != "card.md")
    stories, changed = [], {}
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        name = rng.choice(names)
        data = changed.get(name, files[name])
        if name.endswith(".toml"):
            data, story = _mutate_text(data, rng)
        elif rng.random() < 0.6:
            data, story = _mutate_arrays(data, rng)
        else:
            data, story = _mutate_bytes(data, rng)
        changed[name] = data
        stories.append(f"{name}: {story}")
    if rng.random() < 0.85:
        description = _with_right_sizes(changed.get("model.toml", files["model.toml"]), {**files, **changed})
        if description is not None:
            changed["model.toml"] = description
            stories.append("sizes and checksums set right")
    return Mutation(changed, "; ".join(stories))


def _mutate_bytes(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    made = bytearray(data)
    place = rng.randrange(len(made) + 1)
    kind = rng.choice(("flip", "flip", "truncate", "splice", "number", "number", "repeat", "empty"))
    if kind == "flip" and made:
        for _ in range(rng.choice((1, 1, 8))):
            place = rng.randrange(len(made))
            made[place] ^= 1 << rng.randrange(8)
    elif kind == "truncate":
        del made[place:]
    elif kind == "splice":
        end, other = min(place + rng.randrange(64), len(made)), rng.randrange(len(made) + 1)
        made[other:other] = made[place:end]
    elif kind == "number" and len(made) >= 4:
        place = rng.randrange(len(made) - 3) & ~3
        made[place : place + 4] = struct.pack("<I", rng.choice(NUMBERS[:5]))
    elif kind == "repeat":
        made += made[:place]
    elif kind == "empty" and rng.random() < 0.1:
        made.clear()
    return bytes(made), f"{kind} at {place}"


def _mutate_text(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    text = data.decode("utf-8", "replace")
    kind = rng.choice(("number", "number", "drop", "double", "swap", "bytes", "word"))
    if kind == "bytes":
        return _mutate_bytes(data, rng)
    lines = text.split("\n")
    i = rng.randrange(len(lines))
    if kind == "number":
        place = rng.choice([*re.finditer(r"-?\d+(\.\d+)?|true|false|\"[^\"]*\"", text)] or [None])
        if place is None:
            return data, "nothing to change"
        value = rng.choice(TEXT_NUMBERS)
        return (text[: place.start()] + value + text[place.end() :]).encode(), f"{place[0]} becomes {value}"
    if kind == "drop":
        story = f"without {lines.pop(i)!r}"
    elif kind == "double":
        lines.insert(i, lines[i])
        story = f"twice {lines[i]!r}"
    elif kind == "swap":
        j = rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        story = f"lines {i} and {j} swapped"
    else:
        words = re.findall(r"[\w./-]+", text) or ["model"]
        old, new = (
            rng.choice(words),
            rng.choice((*words, "../../etc/passwd", "/etc/passwd", "\\u0000", "tables", ".")),
        )
        return text.replace(old, new, rng.choice((1, -1))).encode(), f"{old!r} becomes {new!r}"
    return "\n".join(lines).encode(), story


def _mutate_arrays(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    """Changes items of an array, an array's length, or the header, and leaves a file that holds together."""
    try:
        _, _, length = PREFIX.unpack_from(data)
        header = json.loads(data[PREFIX.size : PREFIX.size + length])
        arrays = {}
        for name, (typecode, offset, items) in header["arrays"].items():
            size = struct.calcsize("<" + typecode)
            arrays[name] = (typecode, bytearray(data[offset : offset + items * size]), size)
        meta = header["meta"]
        story = _change_header(meta, rng) if meta and rng.random() < 0.25 else _change_array(arrays, rng)
        return _arrays_file(header, arrays), story
    except (struct.error, ValueError, KeyError, TypeError, AttributeError):
        return _mutate_bytes(data, rng)  # damaged before


def _change_header(meta: dict[str, object], rng: random.Random) -> str:
    name = rng.choice(sorted(meta))
    old = meta[name]
    choices: list[object] = [
        0,
        -1,
        1,
        2,
        3,
        2**31,
        2**32 - 1,
        2**64,
        1e308,
        "",
        [],
        {},
        None,
        True,
        [0, -1],
        "x" * 5000,
    ]
    if type(old) is int:
        choices += [old + 1, old - 1, 2 * old, old // 2] * 3
    if isinstance(old, list) and old:
        choices += [old[:-1], [*old, old[-1]], [*reversed(old)], [0] * len(old), [2**32 - 1] * len(old)] * 2
    meta[name] = rng.choice(choices)
    return f"{name} from {old!r} to {str(meta[name])[:50]!r}"


def _change_array(arrays: dict[str, tuple[str, bytearray, int]], rng: random.Random) -> str:
    name = rng.choice(sorted(arrays))
    typecode, content, size = arrays[name]
    count = len(content) // size
    kind = rng.choice(
        ("item", "item", "item", "item", "items", "shuffle", "shorter", "longer", "same", "gone")
    )
    if kind in ("item", "items"):
        for _ in range(1 if kind == "item" else rng.randrange(2, 50)):
            if not count:
                break
            i = rng.randrange(count)
            if typecode in "fd":
                value = struct.pack("<" + typecode, rng.choice(FLOATS))
            else:
                [old] = struct.unpack_from("<" + typecode, content, i * size)
                others = struct.unpack_from("<" + typecode, content, rng.randrange(count) * size)
                near = (old + 1, old - 1, others[0], old ^ 1 << rng.randrange(8 * size))
                value = (rng.choice((*NUMBERS, *near)) % 256**size).to_bytes(size, "little")
            content[i * size : (i + 1) * size] = value
    elif kind == "shuffle":
        items = [content[i * size : (i + 1) * size] for i in range(count)]
        rng.shuffle(items)
        content[:] = b"".join(items)
    elif kind == "shorter":
        del content[rng.randrange(count + 1) * size :]
    elif kind == "longer":
        content += content[: rng.randrange(count + 1) * size]
    elif kind == "same":
        content[:] = content[:size] * count
    else:
        del arrays[name]
    return f"{kind} in {name}"


def _arrays_file(header: dict[str, object], arrays: dict[str, tuple[str, bytearray, int]]) -> bytes:
    places: dict[str, object] = {}
    rest = bytearray()
    start = 4096 + len(json.dumps(header)) + 64 & ~63
    for name, (typecode, content, size) in arrays.items():
        rest += b"\0" * (-len(rest) % 64)
        places[name] = [typecode, start + len(rest), len(content) // size]
        rest += content
    told = json.dumps({**header, "arrays": places, "size": start + len(rest)}).encode()
    room = start - PREFIX.size
    return PREFIX.pack(b"OWARRAYS", 1, room) + told[:room].ljust(room) + bytes(rest)


def _with_right_sizes(description: bytes, files: dict[str, bytes]) -> bytes | None:
    """model.toml with the sizes and checksums of the files as they are now; None where it is too damaged."""
    try:
        text = description.decode()
        tomllib.loads(text)
    except ValueError:
        return None
    parts = re.split(r'(?m)^\[files\."(.*)"\]$', text)
    for i in range(1, len(parts), 2):
        data = files.get(parts[i])
        if data is not None:
            parts[i + 1] = f'\nsize = {len(data)}\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n\n'
    return parts[0].encode() + b"".join(
        f'[files."{name}"]{facts}'.encode() for name, facts in zip(parts[1::2], parts[2::2], strict=True)
    )


# ---- one mutation tried ----------------------------------------------------------------------------


class Place:
    """A copy of a model directory, damaged and mended again and again."""

    def __init__(self, model: Path, place: Path) -> None:
        self.place = place
        self.files = {
            f.relative_to(model).as_posix(): f.read_bytes() for f in sorted(model.rglob("*")) if f.is_file()
        }
        self.changed: set[str] = set(self.files)
        self.put({})

    def put(self, files: dict[str, bytes]) -> None:
        """The model with these files in place of its own; files are replaced, for older ones may still be mapped."""
        for name in self.changed | set(files):
            path = self.place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_bytes(files.get(name, self.files[name]))
        self.changed = set(files)


def use(place: Path) -> str:
    """Open, paraphrase, read and verify; what it came to."""
    outcome = "answered"
    try:
        model = Model(place)
        paraphraser = Paraphraser(model)
        for line, options in LINES:
            try:
                for answer in paraphraser.record(line, Options(**options)).paraphrases:
                    _check(line, answer)
            except OtherwordsError as error:
                outcome = f"refused in use: {type(error).__name__}"
        try:
            for table in model.tables:
                for _ in islice(table, 100):
                    pass
        except OtherwordsError as error:
            outcome = f"refused in use: {type(error).__name__}"
    except OtherwordsError as error:
        outcome = f"refused when opened: {type(error).__name__}"
    try:
        verify(place)
    except OtherwordsError:
        if outcome == "answered":
            outcome = "answered, but refused by verify"
    return outcome


def _check(line: str, answer: object) -> None:
    assert not math.isnan(answer.score), answer
    assert answer.gap >= 0, answer
    json.dumps(answer.to_dict())
    for r in answer.replacements:
        assert answer.text[r.target_start : r.target_end] == r.target, answer
        assert line[r.start : r.end] == r.source, answer


# ---- parent and child ------------------------------------------------------------------------------


def child(model: Path, seed: int, first: int, last: int, seconds: int, memory: int) -> None:
    """Works through mutations; says before each which it is, and after it what it came to."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process even where a kernel does not return
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    place = Place(model, model.with_name("damaged"))
    for number in range(first, last):
        mutation = mutate(place.files, seed, number)
        place.put(mutation.files)
        signal.alarm(seconds)
        print(f"begin {number}", flush=True)
        try:
            print("end", use(place.place), flush=True)
        except BaseException as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            print(f"fail {type(error).__name__} at {at}: {' '.join(str(error).split())[:300]}", flush=True)
        signal.alarm(0)


def run(
    model: Path, seed: int, first: int, mutations: int, *, seconds: int = 10, memory: int = 1 << 30
) -> tuple[Counter[str], list[str]]:
    """How often each outcome came about, and what went wrong, each with the mutation's number."""
    outcomes: Counter[str] = Counter()
    failures: list[str] = []
    following, last = first, first + mutations
    while following < last:
        arguments = [str(value) for value in (model, seed, following, last, seconds, memory)]
        with subprocess.Popen(
            [sys.executable, __file__, "--child", *arguments], stdout=subprocess.PIPE, text=True
        ) as worker:
            assert worker.stdout is not None
            open_one = False
            for said in worker.stdout:
                word, _, rest = said.rstrip("\n").partition(" ")
                if word == "begin":
                    following, open_one = int(rest) + 1, True
                elif word == "end":
                    outcomes[rest] += 1
                    open_one = False
                elif word == "fail":
                    outcomes["failed"] += 1
                    failures.append(f"mutation {following - 1}: {rest}")
                    open_one = False
        status = worker.wait()
        if open_one:
            what = (
                "hung"
                if status == -signal.SIGALRM
                else f"ended by {signal.Signals(-status).name if status < 0 else status}"
            )
            outcomes["failed"] += 1
            failures.append(f"mutation {following - 1}: {what}")
        elif status or following < last:
            raise RuntimeError(f"the child ended with status {status} at mutation {following}")
    return outcomes, failures


def main() -> int:
    """The command line; status 1 where something went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutation")
    parser.add_argument("--only", type=int, help="do just this mutation, in this process")
    parser.add_argument("--seconds", type=int, default=10, help="for one mutation")
    parser.add_argument(
        "--memory", type=int, default=1 << 30, help="bytes of address space; 0: without limit"
    )
    parser.add_argument("--quantised", action="store_true", help="damage a quantised model")
    parser.add_argument("--child", nargs=6, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        model, *numbers = arguments.child
        child(Path(model), *map(int, numbers))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        model = tiny_model(Path(folder) / "everyday", quantise=arguments.quantised)
        if arguments.only is not None:
            place = Place(model, model.with_name("damaged"))
            mutation = mutate(place.files, arguments.seed, arguments.only)
            print(mutation.story, flush=True)
            place.put(mutation.files)
            print(use(place.place))
            return 0
        outcomes, failures = run(
            model,
            arguments.seed,
            arguments.first,
            arguments.mutations,
            seconds=arguments.seconds,
            memory=arguments.memory,
        )
    for outcome, count in outcomes.most_common():
        print(f"{count:8} {outcome}")
    print(*failures, sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
