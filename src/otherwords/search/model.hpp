// The mapped language model as search wants it: weighted, with bounds.
#pragma once
#include <algorithm>

#include "otherwords/lm/automaton.hpp"
#include "otherwords/search/exact.hpp"

namespace otherwords {

class WeightedModel {
  public:
    WeightedModel(const Automaton& automaton, double weight) : automaton_(automaton), weight_(weight) {}
    std::uint32_t order() const { return automaton_.order; }
    std::uint32_t begin() const { return automaton_.begin; }
    std::uint32_t end_word() const { return 2; }
    std::uint32_t after(std::uint32_t word) const { return automaton_.after(word); }
    double step(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const {
        return weight_ * automaton_.step(state, word, next);
    }
    double upper(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const {
        return weight_ * (automaton_.has_bounds() ? automaton_.bound(state, word, next) : automaton_.step(state, word, next));
    }

    // The most that a word can score after any of some contexts, of which `lift` is the largest. Probabilities
    // never exceed 1, but a file may hold back-off weights that carry a word beyond.
    double lift(std::uint32_t state) const { return automaton_.has_bounds() ? 0 : automaton_.backoff(state); }
    double most(std::uint32_t word, double lift) const {
        if (automaton_.has_bounds()) return weight_ * automaton_.bound(0, word);
        return weight_ * std::max(0.0, lift + bounded_probability(automaton_.unigram[word < automaton_.unigrams ? word : 0]));
    }

  private:
    const Automaton& automaton_;
    double weight_;
};

}  // namespace otherwords
