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
    std::vector<std::uint32_t> states, slots, unigram_next, state_ranges;
    std::vector<float> unigram, probability_books, best, best_backoff, unigram_best;
    Automaton automaton;

    void build(const std::vector<Level>& levels, bool quantised, bool bounds) {
        automaton.order = static_cast<std::uint32_t>(levels.size());
        automaton.unigrams = static_cast<std::uint32_t>(levels[0].size);
        automaton.quantised = quantised;
        number_states(levels);
        std::fill(automaton.first_of_order, automaton.first_of_order + MAX_ORDER + 1, 0xffffffffu);
        automaton.first_of_order[0] = 0;
        for (std::size_t k = 1; k < levels.size(); ++k) automaton.first_of_order[k] = state_ranges[k - 1];
        automaton.bounded_states = levels.size() > 1 ? state_ranges[levels.size() - 2] : 1;
        if (quantised) quantise(levels);
        unigram.assign(levels[0].probability, levels[0].probability + levels[0].size);
        automaton.unigram = unigram.data();
        lay_out(levels);
        enter(levels);
        if (bounds) find_bounds(levels);
    }

 private:
    static constexpr std::uint32_t NONE = 0;
    static constexpr std::size_t RECORD = Automaton::RECORD;
    std::vector<std::vector<std::uint32_t>> state_of_;             // by level and n-gram; 0 where it is no state
    std::vector<std::vector<std::uint8_t>> probability_codes_;

    std::size_t width() const { return automaton.quantised ? Automaton::WIDTH<true> : Automaton::WIDTH<false>; }

    // A state for every n-gram that has an extension or a back-off weight.
    void number_states(const std::vector<Level>& levels) {
        state_of_.assign(levels.size(), {});
        states.assign(RECORD, 0);
        state_ranges.assign(1, 1);
        for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
            const Level& level = levels[k];
            auto& state = state_of_[k];
            state.assign(level.size, NONE);
            for (std::size_t i = 0; i < levels[k + 1].size; ++i) state[levels[k + 1].context[i]] = 1;
            for (std::size_t i = 0; i < level.size; ++i) {
                const float backoff = i < level.backoffs ? level.backoff[i] : 0.0f;
                if (state[i] == NONE && backoff == 0.0f) continue;
                state[i] = static_cast<std::uint32_t>(states.size() / RECORD);
                states.insert(states.end(), {bits_of(backoff), 0, 0, 0});
            }
            state_ranges.push_back(static_cast<std::uint32_t>(states.size() / RECORD));
        }
        state_of_.back().assign(levels.back().size, NONE);
        automaton.contexts = state_ranges.back();
        automaton.states = states.data();
    }

    static std::uint32_t bits_of(float value) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    }

    // 256 bins with an equal number of values in each; a bin is read as the mean of its values (as KenLM's quantiser).
    static void make_book(std::vector<float> values, float* book) {
        std::sort(values.begin(), values.end());
        std::size_t start = 0;
        const std::size_t bins = 256;
        float last = values.empty() ? 0.0f : values.front();
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

    static std::uint8_t nearest(const float* book, float value) {
        const float* above = std::lower_bound(book, book + 256, value);
        if (above == book + 256 || (above != book && value - above[-1] < *above - value)) --above;
        return static_cast<std::uint8_t>(above - book);
    }

    void quantise(const std::vector<Level>& levels) {
        if (levels[0].size >= (1u << 24)) throw std::overflow_error("quantised models have at most 16777215 words");
        const std::size_t order = levels.size();
        probability_books.resize(256 * (order - 1));
        probability_codes_.assign(order, {});
        for (std::size_t k = 1; k < order; ++k) {
            const Level& level = levels[k];
            float* book = &probability_books[256 * (k - 1)];
            make_book({level.probability, level.probability + level.size}, book);
            probability_codes_[k].resize(level.size);
            for (std::size_t i = 0; i < level.size; ++i) probability_codes_[k][i] = nearest(book, level.probability[i]);
        }
        automaton.probability_books = probability_books.data();
    }

    // Gives each state that is followed by something its block: slots for the words after it, one each or, where there are
    // more than LINEAR, enough to be 65 % full (quantised, where the model is to be small: 75 %) and never quite.
    void lay_out(const std::vector<Level>& levels) {
        std::uint64_t total = 0;
        for (std::size_t k = 1; k < levels.size(); ++k) {
            const Level& level = levels[k];
            for (std::size_t i = 0; i < level.size;) {
                const std::size_t start = i;
                while (i < level.size && level.context[i] == level.context[start]) ++i;
                const std::uint64_t words = i - start;
                const std::uint64_t room = automaton.quantised ? words / 3 : words * 7 / 13;
                const std::uint64_t size = words <= LINEAR ? words : words + room + 1;
                if (total + size >= EMPTY_SLOT) throw std::overflow_error("too many n-grams for a mapped model");
                std::uint32_t* record = &states[state_of_[k - 1][level.context[start]] * RECORD];
                record[Automaton::FIRST] = static_cast<std::uint32_t>(total);
                record[Automaton::SIZE] = static_cast<std::uint32_t>(size);
                total += size;
            }
            if (k + 2 == levels.size()) automaton.bounded = total;
        }
        automaton.slot_count = total + 1;  // the last belongs to none: there is always one
        slots.assign(automaton.slot_count * width(), EMPTY_SLOT);
        automaton.slots = slots.data();
    }

    void enter(const std::vector<Level>& levels) {
        unigram_next = levels.size() == 1 ? std::vector<std::uint32_t>(levels[0].size, 0) : state_of_[0];
        automaton.unigram_next = unigram_next.data();
        automaton.longest_probe = 1;
        automaton.closed = true;
        for (std::size_t k = 1; k < levels.size(); ++k) {
            const Level& level = levels[k];
            for (std::size_t i = 0; i < level.size; ++i) {
                ahead(level, k, i + 8);
                const std::uint32_t context = state_of_[k - 1][level.context[i]];
                const std::uint32_t shorter = after(automaton.parent(context), level.word[i], k - 1);
                std::uint32_t next = state_of_[k][i];
                if (next == NONE) {
                    next = shorter;
                } else {
                    states[next * RECORD + Automaton::PARENT] = shorter;
                }
                insert(context, level.word[i], k, i, level.probability[i], next);
            }
        }
        automaton.begin = unigram_next[1];
    }

    void ahead(const Level& level, std::size_t k, std::size_t i) const {
        if (i >= level.size) return;
        const std::uint32_t context = state_of_[k - 1][level.context[i]];
        automaton.prefetch(automaton.parent(context), level.word[i]);
    }

    const std::uint32_t* find(std::uint32_t state, std::uint32_t word) const {
        return automaton.quantised ? automaton.find<true>(state, word) : automaton.find<false>(state, word);
    }

    // The longest state that ends with this word, from a context on; notes whether the n-gram of `length` + 1 words is missing.
    std::uint32_t after(std::uint32_t state, std::uint32_t word, std::size_t length) {
        if (length != automaton.order_of(state)) automaton.closed = false;
        while (state != 0) {
            if (const std::uint32_t* slot = find(state, word)) return slot[width() - 1];
            automaton.closed = false;
            state = automaton.parent(state);
        }
        return unigram_next[word];
    }

    void insert(std::uint32_t state, std::uint32_t word, std::size_t k, std::size_t i, float probability,
                std::uint32_t next) {
        const std::size_t first = states[state * RECORD + Automaton::FIRST];
        const std::uint32_t size = states[state * RECORD + Automaton::SIZE];
        std::uint32_t place = size <= LINEAR ? 0 : home_of(word, size), tries = 1;
        for (; slots[(first + place) * width()] != EMPTY_SLOT; ++tries) {
            if (tries == LONGEST_PROBE) throw std::overflow_error("too many words after one context have the same hash");
            if (++place == size) place = 0;
        }
        automaton.longest_probe = std::max(automaton.longest_probe, tries);
        std::uint32_t* slot = &slots[(first + place) * width()];
        if (automaton.quantised) {
            slot[0] = word << 8 | probability_codes_[k][i];
            slot[1] = next;
        } else {
            slot[0] = word;
            slot[1] = bits_of(probability);
            slot[2] = next;
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
        best_backoff.resize(automaton.bounded_states);
        std::transform(arriving.begin(), arriving.begin() + automaton.bounded_states, best_backoff.begin(), rounded_up);
        unigram_best.resize(automaton.unigrams);
        for (std::uint32_t word = 0; word < automaton.unigrams; ++word) {
            unigram_best[word] = arriving[0] > 0 ? rounded_up(unigram[word] + arriving[0]) : unigram[word];
        }
        best.assign(automaton.bounded, LOWEST_SCORE);
        for (std::size_t k = levels.size(); k-- > 1;) {  // longest first: each hands its bound to the next shorter one
            for (std::size_t i = 0; i < levels[k].size; ++i) {
                ahead(levels[k], k, i + 8);
                const std::uint32_t word = levels[k].word[i];
                std::uint32_t state = state_of_[k - 1][levels[k].context[i]];
                float most = automaton.quantised ? probability_books[256 * (k - 1) + probability_codes_[k][i]]
                                                 : levels[k].probability[i];
                if (arriving[state] > 0) most = rounded_up(most + arriving[state]);
                if (k + 1 < levels.size()) {
                    float& own = best[(find(state, word) - slots.data()) / width()];
                    most = own = std::max(own, most);
                }
                const std::uint32_t* shorter = nullptr;
                while (!shorter && (state = automaton.parent(state)) != 0) shorter = find(state, word);
                float& above = shorter ? best[(shorter - slots.data()) / width()] : unigram_best[word];
                above = std::max(above, most);
            }
        }
        automaton.best = best.data();
        automaton.best_backoffs = best_backoff.data();
        automaton.unigram_best = unigram_best.data();
    }
};

}  // namespace otherwords
