"""Files of text as paraphrasing sees them: what language models and truecasers learn from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from otherwords.text.sentence import Sentence, analyse

if TYPE_CHECKING:
    from otherwords.storage.lines import Errors

RESERVED = frozenset(("<unk>", "<s>", "</s>"))
Progress = Callable[[int], None]
_PROGRESS_EVERY = 2_000


class Corpus:
    """The sentences of files, split, tokenised and with entity classes as in paraphrasing; can be read again and again.

    >>> place = getfixture("tmp_path") / "text.txt"
    >>> _ = place.write_text("Rex didn't come. He sleeps.\\n")
    >>> corpus = Corpus([place])
    >>> list(corpus.lines()), list(corpus)
    (["rex did n't come .", 'he sleeps .'], [['Rex', 'did', "n't", 'come', '.'], ['He', 'sleeps', '.']])
    """

    def __init__(
        self,
        paths: Sequence[str | os.PathLike[str]],
        language: str = "en",
        *,
        classes: bool = False,
        pretokenized: bool = False,
        errors: Errors = "strict",
        progress: Progress | None = None,
    ) -> None:
        self.paths, self.language, self.errors, self.progress = tuple(paths), language, errors, progress
        self.classes, self.pretokenized = classes, pretokenized
        self.left_out = 0
        """Sentences of the last reading that held a word which language models keep for themselves."""

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of all files."""
        from otherwords.storage import open_lines

        done = 0
        for path in self.paths:
            with open_lines(path, errors=self.errors) as lines:
                for line in lines:
                    yield from self.of(line)
                    done += 1
                    if self.progress is not None and done % _PROGRESS_EVERY == 0:
                        self.progress(done)

    def of(self, line: str) -> list[Sentence]:
        """The sentences of one line."""
        return analyse(line, self.language, classes=self.classes, pretokenized=self.pretokenized)

    def lines(self) -> Iterator[str]:
        """The words of each sentence, normalised, with spaces between."""
        self.left_out = 0
        for sentence in self.sentences():
            words = sentence.words()
            if RESERVED.isdisjoint(words):
                yield " ".join(words)
            else:
                self.left_out += 1

    def __iter__(self) -> Iterator[list[str]]:
        """The words of each sentence in their own case; entities as classes where classes are on."""
        for sentence in self.sentences():
            pairs = zip(sentence.tokens, sentence.words(), strict=True)
            yield [word if token.kind and self.classes else token.text for token, word in pairs]
