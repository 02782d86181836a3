from typing_extensions import Buffer

class Lookup:
    sources: int
    entries: int
    def __init__(
        self,
        slots: Buffer,
        source_offsets: Buffer,
        source_words: Buffer,
        entry_offsets: Buffer,
        entry_target: Buffer,
        entry_score: Buffer,
        target_offsets: Buffer,
        target_words: Buffer,
        longest: int,
        longest_target: int,
    ) -> None: ...
    def find(self, ids: Buffer) -> range: ...
    def spans(self, ids: Buffer) -> list[tuple[int, int, int, int]]: ...
    def entry(self, number: int) -> tuple[tuple[int, ...], float]: ...
    def source(self, number: int) -> tuple[tuple[int, ...], range]: ...
