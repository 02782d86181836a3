"""N-gram language models: counted, estimated, read, mixed, written to a mapped store, asked."""

from otherwords.lm.arpa import read_arpa, write_arpa
from otherwords.lm.counts import Counts, count_ngrams
from otherwords.lm.interpolate import Mixture, interpolate, tune_weights
from otherwords.lm.kneser_ney import Discounts, Estimate, estimate, estimate_counts
from otherwords.lm.model import LanguageModel, Perplexity, WordScore
from otherwords.lm.ngrams import Level, NgramModel
from otherwords.lm.store import write_store
from otherwords.lm.train import Training, train, write_model

__all__ = [
    "Counts",
    "Discounts",
    "Estimate",
    "LanguageModel",
    "Level",
    "Mixture",
    "NgramModel",
    "Perplexity",
    "Training",
    "WordScore",
    "count_ngrams",
    "estimate",
    "estimate_counts",
    "interpolate",
    "read_arpa",
    "train",
    "tune_weights",
    "write_arpa",
    "write_model",
    "write_store",
]
