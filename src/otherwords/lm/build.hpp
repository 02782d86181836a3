// From n-grams sorted level by level to the arrays of the automaton.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "otherwords/lm/automaton.hpp"

namespace otherwords {

struct Level {
    const std::uint32_t* context;
    const std::uint32_t* word;
    const float* probability;
    const float* backoff;
    std::size_t size, backoffs;  // the highest level has no back-offs
};

class Builder {
 public:
    std::vector<std::uint32_t> slots, parent, unigram_next, state_ranges;
    std::vector<float> backoff, unigram, probability_books, backoff_books, best, best_backoff, unigram_best;
    std::vector<std::uint8_t> backoff_codes;
    Automaton automaton;

    void build(const std::vector<Level>& levels, bool quantised, bool bounds) {
        number_states(levels);
        automaton.order = static_cast<std::uint32_t>(levels.size());
        automaton.unigrams = static_cast<std::uint32_t>(levels[0].size);
        automaton.contexts = static_cast<std::uint32_t>(backoff.size());
        automaton.quantised = quantised;
        std::fill(automaton.first_of_order, automaton.first_of_order + MAX_ORDER + 1, 0xffffffffu);
        automaton.first_of_order[0] = 0;
        for (std::size_t k = 1; k < levels.size(); ++k) automaton.first_of_order[k] = state_ranges[k - 1];
        automaton.backoffs = backoff.data();
        if (quantised) quantise(levels);
        unigram.assign(levels[0].probability, levels[0].probability + levels[0].size);
        automaton.unigram = unigram.data();
        enter(levels);
        if (bounds) find_bounds(levels);
    }

 private:
    static constexpr std::uint32_t NONE = 0;
    std::vector<std::vector<std::uint32_t>> state_of_;             // by level and n-gram; 0 where it is no state
    std::vector<std::vector<std::uint8_t>> probability_codes_;

    // A state for every n-gram that has an extension or a back-off weight.
    void number_states(const std::vector<Level>& levels) {
        state_of_.assign(levels.size(), {});
        backoff.assign(1, 0.0f);
        state_ranges.assign(1, 1);
        for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
            const Level& level = levels[k];
            auto& state = state_of_[k];
            state.assign(level.size, NONE);
            for (std::size_t i = 0; i < levels[k + 1].size; ++i) state[levels[k + 1].context[i]] = 1;
            for (std::size_t i = 0; i < level.size; ++i) {
                if (state[i] == NONE && !(i < level.backoffs && level.backoff[i] != 0.0f)) continue;
                state[i] = static_cast<std::uint32_t>(backoff.size());
                backoff.push_back(i < level.backoffs ? level.backoff[i] : 0.0f);
            }
            state_ranges.push_back(static_cast<std::uint32_t>(backoff.size()));
        }
        state_of_.back().assign(levels.back().size, NONE);
    }

    // 256 bins with an equal number of values in each; a bin is read as the mean of its values (as KenLM's quantiser).
    // `reserved` gives the first code to zero, so that a context that has no weight keeps none.
    static void make_book(std::vector<float> values, bool reserved, float* book) {
        std::sort(values.begin(), values.end());
        std::size_t start = 0;
        const std::size_t bins = reserved ? 255 : 256;
        float last = values.empty() ? 0.0f : values.front();
        if (reserved) *book++ = 0.0f;
        for (std::size_t bin = 0; bin < bins; ++bin) {
            const std::size_t end = values.size() * (bin + 1) / bins;
            if (end > start) {
                double sum = 0;
                for (std::size_t i = start; i < end; ++i) sum += values[i];
                // a mean of equal values must be that value
                last = values[start] == values[end - 1] ? values[start] : static_cast<float>(sum / (end - start));
            }
            book[bin] = last;
            start = end;
        }
    }

    static std::uint8_t nearest(const float* book, std::size_t size, float value) {
        const float* above = std::lower_bound(book, book + size, value);
        if (above == book + size || (above != book && value - above[-1] < *above - value)) --above;
        return static_cast<std::uint8_t>(above - book);
    }

    void quantise(const std::vector<Level>& levels) {
        if (levels[0].size > (1u << 24)) throw std::overflow_error("quantised models have at most 16777216 words");
        const std::size_t order = levels.size();
        probability_books.resize(256 * (order - 1));
        backoff_books.resize(256 * (order - 1));
        probability_codes_.assign(order, {});
        for (std::size_t k = 1; k < order; ++k) {
            const Level& level = levels[k];
            float* book = &probability_books[256 * (k - 1)];
            make_book({level.probability, level.probability + level.size}, false, book);
            probability_codes_[k].resize(level.size);
            for (std::size_t i = 0; i < level.size; ++i) probability_codes_[k][i] = nearest(book, 256, level.probability[i]);
        }
        backoff_codes.assign(backoff.size(), 0);
        for (std::size_t k = 1; k < order; ++k) {
            const std::size_t start = state_ranges[k - 1], end = state_ranges[k];
            std::vector<float> values;
            std::copy_if(backoff.begin() + start, backoff.begin() + end, std::back_inserter(values),
                         [](float value) { return value != 0.0f; });
            float* book = &backoff_books[256 * (k - 1)];
            make_book(std::move(values), true, book);
            for (std::size_t state = start; state < end; ++state) {
                if (backoff[state] != 0.0f) backoff_codes[state] = 1 + nearest(book + 1, 255, backoff[state]);
            }
        }
        automaton.backoff_codes = backoff_codes.data();
        automaton.probability_books = probability_books.data();
        automaton.backoff_books = backoff_books.data();
    }

    void enter(const std::vector<Level>& levels) {
        std::uint64_t entries = 0;
        for (std::size_t k = 1; k < levels.size(); ++k) entries += levels[k].size;
        const std::size_t width = automaton.quantised ? 3 : 4;
        // 60 % full, or 75 % where the model is to be small; never full
        automaton.capacity = entries + (automaton.quantised ? entries / 3 : entries / 3 * 2) + 2;
        slots.assign(automaton.capacity * width, 0);
        parent.assign(automaton.contexts, 0);
        unigram_next = levels.size() == 1 ? std::vector<std::uint32_t>(levels[0].size, 0) : state_of_[0];
        automaton.slots = slots.data();
        automaton.parents = parent.data();
        automaton.unigram_next = unigram_next.data();
        automaton.longest_probe = 1;
        automaton.closed = true;
        for (std::size_t k = 1; k < levels.size(); ++k) {
            const Level& level = levels[k];
            for (std::size_t i = 0; i < level.size; ++i) {
                ahead(level, k, i + 8);
                const std::uint32_t context = state_of_[k - 1][level.context[i]];
                const std::uint32_t shorter = after(parent[context], level.word[i], k - 1);
                std::uint32_t next = state_of_[k][i];
                if (next == NONE) {
                    next = shorter;
                } else {
                    parent[next] = shorter;
                }
                insert(context, level.word[i], k, i, level.probability[i], next);
            }
        }
        if (automaton.longest_probe > 65536) throw std::overflow_error("the hash table is badly filled");
        automaton.begin = unigram_next[1];
    }

    void ahead(const Level& level, std::size_t k, std::size_t i) const {
        if (i >= level.size) return;
        const std::uint32_t context = state_of_[k - 1][level.context[i]];
        automaton.prefetch(context, level.word[i]);
        automaton.prefetch(parent[context], level.word[i]);
    }

    const std::uint32_t* find(std::uint32_t state, std::uint32_t word) const {
        return automaton.quantised ? automaton.find<true>(state, word) : automaton.find<false>(state, word);
    }

    // The longest state that ends with this word, from a context on; notes whether the n-gram of `length` + 1 words is missing.
    std::uint32_t after(std::uint32_t state, std::uint32_t word, std::size_t length) {
        if (length != automaton.order_of(state)) automaton.closed = false;
        while (state != 0) {
            if (const std::uint32_t* slot = find(state, word)) return slot[automaton.quantised ? 2 : 3];
            automaton.closed = false;
            state = parent[state];
        }
        return unigram_next[word];
    }

    void insert(std::uint32_t state, std::uint32_t word, std::size_t k, std::size_t i, float probability,
                std::uint32_t next) {
        const std::size_t width = automaton.quantised ? 3 : 4;
        std::uint64_t place = slot_of(hash_of(state, word), automaton.capacity);
        std::uint32_t tries = 1;
        for (; slots[place * width] != 0; ++tries) {
            if (++place == automaton.capacity) place = 0;
        }
        automaton.longest_probe = std::max(automaton.longest_probe, tries);
        std::uint32_t* slot = &slots[place * width];
        slot[0] = state;
        if (automaton.quantised) {
            slot[1] = word << 8 | probability_codes_[k][i];
            slot[2] = next;
        } else {
            slot[1] = word;
            std::memcpy(slot + 2, &probability, sizeof probability);
            slot[3] = next;
        }
    }

    static float rounded_up(double value) {
        const float rounded = static_cast<float>(value);
        return rounded == value ? rounded : std::nextafter(std::nextafter(rounded, 1e9f), 1e9f);
    }

    // Upper bounds over all histories that end with a context: what reaches it by backing off, and what longer n-grams say.
    void find_bounds(const std::vector<Level>& levels) {
        std::vector<double> arriving(automaton.contexts, 0.0);
        for (std::uint32_t state = automaton.contexts; state-- > 1;) {
            double& above = arriving[automaton.parent(state)];
            above = std::max(above, automaton.backoff(state) + arriving[state]);
        }
        best_backoff.resize(automaton.contexts);
        std::transform(arriving.begin(), arriving.end(), best_backoff.begin(), rounded_up);
        best.assign(automaton.capacity, 0.0f);
        unigram_best.resize(automaton.unigrams);
        for (std::uint32_t word = 0; word < automaton.unigrams; ++word) {
            unigram_best[word] = arriving[0] > 0 ? rounded_up(unigram[word] + arriving[0]) : unigram[word];
        }
        const std::size_t width = automaton.quantised ? 3 : 4;
        for (std::uint64_t place = 0; place < automaton.capacity; ++place) {
            const std::uint32_t state = slots[place * width];
            if (state == 0) continue;
            float own;
            if (automaton.quantised) {
                own = probability_books[256 * (automaton.order_of(state) - 1) + (slots[place * width + 1] & 255)];
            } else {
                std::memcpy(&own, &slots[place * width + 2], sizeof own);
            }
            best[place] = arriving[state] > 0 ? rounded_up(own + arriving[state]) : own;
        }
        for (std::size_t k = levels.size(); k-- > 1;) {  // longest first: each hands its bound to the next shorter one
            for (std::size_t i = 0; i < levels[k].size; ++i) {
                ahead(levels[k], k, i + 8);
                const std::uint32_t word = levels[k].word[i];
                std::uint32_t state = state_of_[k - 1][levels[k].context[i]];
                const float most = best[(find(state, word) - slots.data()) / width];
                const std::uint32_t* shorter = nullptr;
                for (state = parent[state]; state != 0 && !shorter; state = parent[state]) shorter = find(state, word);
                float& above = shorter ? best[(shorter - slots.data()) / width] : unigram_best[word];
                above = std::max(above, most);
            }
        }
        automaton.best = best.data();
        automaton.best_backoffs = best_backoff.data();
        automaton.unigram_best = unigram_best.data();
    }
};

}  // namespace otherwords
