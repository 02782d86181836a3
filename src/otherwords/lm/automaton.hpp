// The mapped language model as an automaton over contexts. A state is an n-gram that matters as a context; state 0
// is the empty one. Everything read from the arrays is checked where it is used, so a damaged file gives some
// finite answer, never a read outside.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "otherwords/storage/hashing.hpp"

namespace otherwords {

constexpr std::uint32_t MAX_ORDER = 5;
constexpr float LOWEST_SCORE = -1000.0f;  // far below log10 -99 and -100, which stand for "never"

inline std::uint64_t hash_of(std::uint32_t state, std::uint32_t word) {
    return mixed(static_cast<std::uint64_t>(state) << 32 | word);
}

// Written so that NaN becomes the first bound.
inline float bounded_probability(float p) { return std::min(0.0f, std::max(LOWEST_SCORE, p)); }
inline float bounded_backoff(float b) { return std::min(-LOWEST_SCORE, std::max(LOWEST_SCORE, b)); }

struct Automaton {
    const std::uint32_t* slots = nullptr;          // capacity × {state, word, probability, next}, or, quantised,
                                                   // {state, word << 8 | code, next}; state 0 marks an empty slot
    const float* backoffs = nullptr;               // by state; unused where quantised
    const std::uint8_t* backoff_codes = nullptr;   // by state, where quantised
    const std::uint32_t* parents = nullptr;        // by state: the context without its oldest word(s)
    const float* unigram = nullptr;                // by word
    const std::uint32_t* unigram_next = nullptr;   // by word
    const float* probability_books = nullptr;      // quantised: 256 values for each order from 2
    const float* backoff_books = nullptr;          // quantised: 256 values for each order from 1
    const float* best = nullptr;                   // upper bounds, see bound(); all three or none
    const float* best_backoffs = nullptr;
    const float* unigram_best = nullptr;
    std::uint64_t capacity = 0;
    std::uint32_t contexts = 0, unigrams = 0, order = 0, begin = 0, longest_probe = 0;
    bool quantised = false, closed = false;
    std::uint32_t first_of_order[MAX_ORDER + 1] = {};  // first state of each order; 2^32-1 beyond the last

    // Scores a word after a context. `next` becomes the context after the word.
    float step(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const noexcept {
        return quantised ? step_as<true>(state, word, next) : step_as<false>(state, word, next);
    }

    template <bool Quantised>
    float step_as(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const noexcept {
        float total = 0;
        std::uint32_t length;
        return step_measured<Quantised>(state, word, next, total, length);
    }

    // The same, and how many words the n-gram has that was found.
    float step_matched(std::uint32_t state, std::uint32_t word, std::uint32_t& next,
                       std::uint32_t& length) const noexcept {
        float total = 0;
        return quantised ? step_measured<true>(state, word, next, total, length)
                         : step_measured<false>(state, word, next, total, length);
    }

    // Fetches what step(state, word) will read first.
    void prefetch(std::uint32_t state, std::uint32_t word) const noexcept {
        if (state != 0 && state < contexts) {
            __builtin_prefetch(slots + slot_of(hash_of(state, word), capacity) * (quantised ? 3 : 4));
        } else if (word < unigrams) {
            __builtin_prefetch(unigram + word);
        }
    }

    std::uint32_t parent(std::uint32_t state) const noexcept {  // of a state below contexts
        const std::uint32_t found = parents[state];
        return found < state ? found : 0;
    }

    float backoff(std::uint32_t state) const noexcept {  // of a state below contexts
        return quantised ? backoff_as<true>(state) : backoff_as<false>(state);
    }

    std::uint32_t order_of(std::uint32_t state) const noexcept {  // number of words of the context
        std::uint32_t found = 0;
        for (std::uint32_t k = 1; k < MAX_ORDER; ++k) found += state >= first_of_order[k];
        return found;
    }

    bool has_bounds() const noexcept { return best != nullptr; }

    // The most that backing off can add on the way from a longer context that ends with this one to this one
    // (at least 0: one may be there already). 0 for every state of a model whose back-offs are all below 1.
    float best_backoff(std::uint32_t state) const noexcept {
        return std::min(-LOWEST_SCORE, std::max(0.0f, best_backoffs[state]));
    }

    // An upper bound on the score of a word after any history that ends with this context. Where the model is `closed` (it
    // holds the suffix of each n-gram) a word not met after this context is met after no longer one either.
    float bound(std::uint32_t state, std::uint32_t word) const noexcept {
        if (word >= unigrams) word = 0;
        if (state >= contexts) state = 0;
        const float above = best_backoff(state);
        const std::uint32_t start = state;
        float total = 0;
        while (state != 0) {
            const std::uint32_t* slot = quantised ? find<true>(state, word) : find<false>(state, word);
            if (slot) {
                const float most = bounded_backoff(best[(slot - slots) / (quantised ? 3 : 4)]);
                if (state == start) return most;
                const float own = quantised ? probability_of<true>(slot, state) : probability_of<false>(slot, state);
                return closed ? above + total + own : std::max(most, above + total + own);
            }
            total += backoff(state);
            state = parent(state);
        }
        const float most = bounded_backoff(unigram_best[word]);
        if (start == 0) return most;
        const float own = above + total + bounded_probability(unigram[word]);
        return closed ? own : std::max(most, own);
    }

    // The total of each sentence: as many as fit are walked side by side, one probe each in turn, so that the
    // memory for a probe is on its way while the others are looked at.
    void score_batch(const std::uint32_t* ids, const std::uint32_t* offsets, std::size_t sentences, bool from_begin,
                     bool with_end, double* scores) const noexcept {
        if (quantised) {
            batch_as<true>(ids, offsets, sentences, from_begin, with_end, scores);
        } else {
            batch_as<false>(ids, offsets, sentences, from_begin, with_end, scores);
        }
    }

    template <bool Quantised>
    const std::uint32_t* find(std::uint32_t state, std::uint32_t word) const noexcept {
        return find_from<Quantised>(slot_of(hash_of(state, word), capacity), state, word);
    }

 private:
    static constexpr std::uint32_t END_WORD = 2;

    // State and word are compared at once: they are the first eight bytes of a slot.
    template <bool Quantised>
    const std::uint32_t* find_from(std::uint64_t place, std::uint32_t state, std::uint32_t word) const noexcept {
        constexpr std::uint64_t KEY = Quantised ? ~(std::uint64_t{255} << 32) : ~std::uint64_t{0};
        const std::uint64_t key = std::uint64_t{Quantised ? word << 8 : word} << 32 | state;
        for (std::uint32_t tries = longest_probe; tries != 0; --tries) {
            const std::uint32_t* slot = slots + place * (Quantised ? 3 : 4);
            std::uint64_t found;
            __builtin_memcpy(&found, slot, sizeof found);
            if ((found & KEY) == key) return slot;
            if (static_cast<std::uint32_t>(found) == 0) return nullptr;
            if (++place == capacity) place = 0;
        }
        return nullptr;
    }

    template <bool Quantised>
    float probability_of(const std::uint32_t* slot, std::uint32_t state) const noexcept {
        if (Quantised) return bounded_probability(probability_books[(order_of(state) - 1) * 256 + (slot[1] & 255)]);
        float p;
        __builtin_memcpy(&p, slot + 2, sizeof p);
        return bounded_probability(p);
    }

    template <bool Quantised>
    float backoff_as(std::uint32_t state) const noexcept {
        if (!Quantised) return bounded_backoff(backoffs[state]);
        return state == 0 ? 0.0f : bounded_backoff(backoff_books[(order_of(state) - 1) * 256 + backoff_codes[state]]);
    }

    template <bool Quantised>
    std::uint32_t next_of(const std::uint32_t* slot) const noexcept {
        const std::uint32_t next = slot[Quantised ? 2 : 3];
        return next < contexts ? next : 0;
    }

    template <bool Quantised>
    float step_measured(std::uint32_t state, std::uint32_t word, std::uint32_t& next, float total,
                        std::uint32_t& length) const noexcept {
        if (word >= unigrams) word = 0;
        if (state >= contexts) state = 0;
        while (state != 0) {
            if (const std::uint32_t* slot = find<Quantised>(state, word)) {
                next = next_of<Quantised>(slot);
                length = order_of(state) + 1;
                return total + probability_of<Quantised>(slot, state);
            }
            total += backoff_as<Quantised>(state);
            state = parent(state);
        }
        next = unigram_next[word] < contexts ? unigram_next[word] : 0;
        length = 1;
        return total + bounded_probability(unigram[word]);
    }

    struct Lane {
        const std::uint32_t* word;
        const std::uint32_t* stop;
        std::uint64_t place;
        double total;
        std::size_t sentence;
        std::uint32_t at, current;  // the context asked next, the word asked for
    };

    template <bool Quantised>
    bool start_lane(Lane& lane, const std::uint32_t* ids, const std::uint32_t* offsets, std::size_t sentences,
                    bool from_begin, bool with_end, double* scores, std::size_t& taken) const noexcept {
        while (taken < sentences) {
            lane.sentence = taken++;
            lane.word = ids + offsets[lane.sentence];
            lane.stop = ids + offsets[lane.sentence + 1];
            lane.total = 0;
            if (lane.word == lane.stop && !with_end) {
                scores[lane.sentence] = 0;
                continue;
            }
            lane.current = word_of(lane);
            aim<Quantised>(lane, from_begin ? begin : 0);
            return true;
        }
        return false;
    }

    std::uint32_t word_of(const Lane& lane) const noexcept {
        const std::uint32_t word = lane.word == lane.stop ? END_WORD : *lane.word;
        return word < unigrams ? word : 0;
    }

    template <bool Quantised>
    void aim(Lane& lane, std::uint32_t state) const noexcept {
        lane.at = state;
        if (state != 0) {
            lane.place = slot_of(hash_of(state, lane.current), capacity);
            __builtin_prefetch(slots + lane.place * (Quantised ? 3 : 4));
            __builtin_prefetch(parents + state);
            if (Quantised) {
                __builtin_prefetch(backoff_codes + state);
            } else {
                __builtin_prefetch(backoffs + state);
            }
        } else {
            __builtin_prefetch(unigram + lane.current);
            __builtin_prefetch(unigram_next + lane.current);
        }
    }

    template <bool Quantised>
    void batch_as(const std::uint32_t* ids, const std::uint32_t* offsets, std::size_t sentences, bool from_begin,
                  bool with_end, double* scores) const noexcept {
        constexpr std::size_t WIDTH = 32;
        Lane lanes[WIDTH];
        std::size_t taken = 0, live = 0;
        while (live < WIDTH && start_lane<Quantised>(lanes[live], ids, offsets, sentences, from_begin, with_end,
                                                     scores, taken)) {
            ++live;
        }
        while (live != 0) {
            for (std::size_t i = 0; i < live;) {
                Lane& lane = lanes[i++];
                std::uint32_t next;
                if (lane.at != 0) {
                    const std::uint32_t* slot = find_from<Quantised>(lane.place, lane.at, lane.current);
                    if (!slot) {
                        lane.total += backoff_as<Quantised>(lane.at);
                        aim<Quantised>(lane, parent(lane.at));
                        continue;
                    }
                    lane.total += probability_of<Quantised>(slot, lane.at);
                    next = next_of<Quantised>(slot);
                } else {
                    lane.total += bounded_probability(unigram[lane.current]);
                    next = unigram_next[lane.current] < contexts ? unigram_next[lane.current] : 0;
                }
                if (lane.word != lane.stop && (++lane.word != lane.stop || with_end)) {
                    lane.current = word_of(lane);
                    aim<Quantised>(lane, next);
                    continue;
                }
                scores[lane.sentence] = lane.total;
                if (!start_lane<Quantised>(lane, ids, offsets, sentences, from_begin, with_end, scores, taken)) {
                    lane = lanes[--live];
                    --i;
                }
            }
        }
    }
};

}  // namespace otherwords
