"""From a line to its paraphrases: what a caller asks for, and what it is answered."""

from otherwords.paraphrase.answers import Paraphrase, Record, Replacement
from otherwords.paraphrase.options import Options
from otherwords.paraphrase.paraphraser import Paraphraser, load

__all__ = ["Options", "Paraphrase", "Paraphraser", "Record", "Replacement", "load"]
