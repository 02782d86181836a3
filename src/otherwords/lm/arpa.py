r"""ARPA files, the text form of n-gram models that other tools read and write.

    \data\                          how many n-grams of each order follow
    ngram 1=4
    ngram 2=2

    \1-grams:                       log10 probability, words, and, unless 0, log10 back-off weight
    -0.9    <unk>
    -99     <s>     -0.3
    -0.5    </s>
    -0.6    hello   -0.2

    \2-grams:
    -0.1    <s> hello
    -0.2    hello </s>

    \end\

Fields are parted by tabs, words by spaces; the reader takes either for both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from otherwords.errors import InputError
from otherwords.lm._arpa import Parser, format_ngrams
from otherwords.lm.ngrams import MAX_ORDER, Level, NgramModel
from otherwords.storage import new_file, open_lines

_COUNT = re.compile(r"ngram\s+(\d+)\s*=\s*(\d+)\s*", re.ASCII)
_BINARY = {
    b"mmap lm http://kheafield.com/code": "KenLM's binary format, which cannot be turned back into text; "
    "use the ARPA file it was built from",
    b"blmt": "IRSTLM's binary format; make an ARPA file of it with: compile-lm --text yes MODEL MODEL.arpa",
    b"qblmt": "IRSTLM's binary format; make an ARPA file of it with: compile-lm --text yes MODEL MODEL.arpa",
    b"OWARRAYS": "a file of a model of this program, which needs no import",
}


def read_arpa(path: str | os.PathLike[str]) -> NgramModel:
    r"""Read a model from an ARPA file, plain or compressed (gzip, xz, bzip2).

    A model without `<unk>` gets one with log10 probability -100, as KenLM gives it; `<UNK>` is the same word.

    >>> path = getfixture("tmp_path") / "tiny.arpa"
    >>> _ = path.write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-99\t<s>\n-0.3\t</s>\n-0.3\tyes\n\n\\end\\\n")
    >>> read_arpa(path).words
    ['<unk>', '<s>', '</s>', 'yes']
    """
    _refuse_binary(path)
    with open_lines(path) as lines:
        return _Reader(path, lines).read()


def write_arpa(model: NgramModel, path: str | os.PathLike[str]) -> None:
    """Write a model as an ARPA file: at most seven digits, n-grams by the numbers of their words."""
    words = [word.encode() for word in model.words]
    with new_file(path) as out:
        sizes = "".join(f"ngram {order}={size}\n" for order, size in enumerate(model.sizes, 1))
        out.write(f"\\data\\\n{sizes}".encode())
        for order, size in enumerate(model.sizes, 1):
            out.write(f"\n\\{order}-grams:\n".encode())
            for start in range(0, size, 10_000):
                out.write(format_ngrams(model.levels, words, order, start, start + 10_000))
        out.write(b"\n\\end\\\n")


def _refuse_binary(path: str | os.PathLike[str]) -> None:
    if os.fspath(path) == "-":
        return
    try:
        with Path(path).open("rb") as file:
            head = file.read(64)
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from error
    for magic, what in _BINARY.items():
        if head.startswith(magic):
            raise InputError(f"expected an ARPA file, found {what}", path=path)


class _Reader:
    """The sections of a file, one after another."""

    def __init__(self, path: str | os.PathLike[str], lines: Iterator[str]) -> None:
        self.path, self.lines, self.number = path, lines, 0
        self.parser = Parser()

    def read(self) -> NgramModel:
        sizes = self._sizes()
        heading = self.line  # the line after the counts
        for order, size in enumerate(sizes, 1):
            self._expect(heading, f"\\{order}-grams:")
            heading = self._section(order, size, highest=order == len(sizes))
            if order == 1:
                self._check_words()
        self._expect(heading, "\\end\\")
        words, levels = self.parser.finish()
        return NgramModel(words, [Level(*level) for level in levels])

    def _next(self) -> str | None:
        """The next line that is not empty; none at the end."""
        for line in self.lines:
            self.number += 1
            if line and not line.isspace():
                self.line: str | None = line.rstrip()
                return self.line
        self.number += 1
        self.line = None
        return None

    def _sizes(self) -> list[int]:
        first = self._next()
        if first != "\\data\\":
            self._wrong_start(first)
        sizes: list[int] = []
        while (line := self._next()) is not None and (match := _COUNT.fullmatch(line)):
            order, size = int(match[1]), int(match[2])
            if order != len(sizes) + 1:
                raise self._error(
                    f"found the count of {order}-grams, expected that of {len(sizes) + 1}-grams"
                )
            if order > MAX_ORDER:
                raise self._error(f"found {order}-grams, expected a model of order 1 to {MAX_ORDER}")
            sizes.append(size)
        if not sizes:
            raise self._error(f"found {_shown(line)}, expected 'ngram 1=' and a number")
        return sizes

    def _wrong_start(self, line: str | None) -> None:
        found = f"found {_shown(line)}, expected \\data\\"
        if line is not None and line.startswith("iARPA"):
            raise self._error(
                "found an iARPA file of IRSTLM; make an ARPA file of it with: "
                "compile-lm --text yes MODEL MODEL.arpa"
            )
        if line is not None and " ||| " in line:
            raise self._error(f"{found}: this looks like a phrase table, not like a language model")
        raise self._error(found)

    def _section(self, order: int, size: int, *, highest: bool) -> str | None:
        """Reads the n-grams of an order; gives the heading after them."""
        self.parser.start_level(order, highest)
        add, number = self.parser.add, self.number
        heading = None
        try:
            for line in self.lines:
                number += 1
                if line.startswith("\\") and (
                    line.rstrip() == "\\end\\" or line.rstrip().endswith("-grams:")
                ):
                    heading = line.rstrip()
                    break
                if line and not line.isspace():
                    add(line, number)
            else:
                number += 1
        except InputError:
            raise
        except ValueError as error:
            raise InputError(str(error), path=self.path, line=number) from None
        self.number = number
        found = self.parser.size(order)
        if found != size:
            raise self._error(f"found {found} {order}-grams before {_shown(heading)}, \\data\\ says {size}")
        return heading

    def _check_words(self) -> None:
        for word, why in (("<s>", "begins a sentence"), ("</s>", "ends a sentence")):
            if not self.parser.has(word):
                raise self._error(f"found no 1-gram {word}, which {why}; expected one in any language model")

    def _expect(self, found: str | None, expected: str) -> None:
        if found != expected:
            raise self._error(f"found {_shown(found)}, expected {expected}")

    def _error(self, message: str) -> InputError:
        return InputError(message, path=self.path, line=self.number)


def _shown(line: str | None) -> str:
    if line is None:
        return "the end of the file"
    return repr(line if len(line) <= 60 else line[:60] + "…").replace("\\\\", "\\")
