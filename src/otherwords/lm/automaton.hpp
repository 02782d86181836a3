// The mapped language model as an automaton over contexts. A state is an n-gram that matters as a context; state 0
// is the empty one. The words met after a state stand side by side in its block of slots, as whoever asks for
// one of them will ask for others. Everything read from the arrays is checked where it is used, so a damaged file gives some
// finite answer, never a read outside.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace otherwords {

constexpr std::uint32_t MAX_ORDER = 5;
constexpr float LOWEST_SCORE = -1000.0f;  // far below log10 -99 and -100, which stand for "never"
constexpr std::uint32_t EMPTY_SLOT = 0xffffffffu;
constexpr std::uint32_t LINEAR = 8;            // blocks of at most so many slots are full and read from end to end
constexpr std::uint32_t LONGEST_PROBE = 1024;  // more than any block needs whose words were not chosen to collide

// Where a word's slot is looked for first in a block of `size` slots that is hashed.
inline std::uint32_t home_of(std::uint32_t word, std::uint32_t size) {
    std::uint64_t hash = word * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebULL >> 32;
    return static_cast<std::uint32_t>(hash * size >> 32);
}

inline float float_of(std::uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// Written so that NaN becomes the first bound.
inline float bounded_probability(float p) { return std::min(0.0f, std::max(LOWEST_SCORE, p)); }
inline float bounded_backoff(float b) { return std::min(-LOWEST_SCORE, std::max(LOWEST_SCORE, b)); }

struct Automaton {
    enum Field { BACKOFF, PARENT, FIRST, SIZE };
    static constexpr std::size_t RECORD = 4;
    template <bool Quantised> static constexpr std::size_t WIDTH = Quantised ? 2 : 3;

    const std::uint32_t* states = nullptr;         // contexts × {back-off, parent, first slot, slots}
    const std::uint32_t* slots = nullptr;          // slot_count × {word, probability, next}, or, quantised,
                                                   // {word << 8 | code, next}
    const float* unigram = nullptr;                // by word
    const std::uint32_t* unigram_next = nullptr;   // by word
    const float* probability_books = nullptr;      // quantised: 256 values for each order from 2
    const float* best = nullptr;                   // upper bounds, see bound(): of the first `bounded` slots,
    const float* best_backoffs = nullptr;          // of the first `bounded_states` states,
    const float* unigram_best = nullptr;           // by word; all three or none
    std::uint64_t slot_count = 0, bounded = 0;
    std::uint32_t contexts = 0, unigrams = 0, order = 0, begin = 0, longest_probe = 0, bounded_states = 0;
    bool quantised = false, closed = false;
    std::uint32_t first_of_order[MAX_ORDER + 1] = {};  // first state of each order; 2^32-1 beyond the last

    // Scores a word after a context. `next` becomes the context after the word.
    float step(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const noexcept {
        std::uint32_t length;
        return quantised ? step_as<true>(state, word, next, length) : step_as<false>(state, word, next, length);
    }

    // The same, and how many words the n-gram has that was found.
    float step_matched(std::uint32_t state, std::uint32_t word, std::uint32_t& next,
                       std::uint32_t& length) const noexcept {
        return quantised ? step_as<true>(state, word, next, length) : step_as<false>(state, word, next, length);
    }

    // Fetches the slot that step(state, word) will look at first. Reads the state's record for it.
    void prefetch(std::uint32_t state, std::uint32_t word) const noexcept {
        if (state != 0 && state < contexts) {
            __builtin_prefetch(quantised ? home<true>(state, word) : home<false>(state, word));
        } else if (word < unigrams) {
            __builtin_prefetch(unigram + word);
        }
    }

    std::uint32_t parent(std::uint32_t state) const noexcept {  // of a state below contexts
        const std::uint32_t found = record(state)[PARENT];
        return found < state ? found : 0;
    }

    float backoff(std::uint32_t state) const noexcept {  // of a state below contexts
        return bounded_backoff(float_of(record(state)[BACKOFF]));
    }

    // The context that a word alone leaves.
    std::uint32_t after(std::uint32_t word) const noexcept {
        const std::uint32_t state = unigram_next[word < unigrams ? word : 0];
        return state < contexts ? state : 0;
    }

    std::uint32_t order_of(std::uint32_t state) const noexcept {  // number of words of the context
        std::uint32_t found = 0;
        for (std::uint32_t k = 1; k < MAX_ORDER; ++k) found += state >= first_of_order[k];
        return found;
    }

    bool has_bounds() const noexcept { return unigram_best != nullptr; }

    // The most that backing off can add on the way from a longer context that ends with this one to this one
    // (at least 0: one may be there already). 0 for every state of a model whose back-offs are all below 1.
    float best_backoff(std::uint32_t state) const noexcept {
        return state < bounded_states ? std::min(-LOWEST_SCORE, std::max(0.0f, best_backoffs[state])) : 0.0f;
    }

    // An upper bound on the score of a word after any history that ends with this context; `next` becomes what step()
    // makes it. Where the model is `closed` (it holds the suffix of each n-gram) a word not met after this
    // context is met after no longer one either.
    float bound(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const noexcept {
        return quantised ? bound_as<true>(state, word, next) : bound_as<false>(state, word, next);
    }

    float bound(std::uint32_t state, std::uint32_t word) const noexcept {
        std::uint32_t next;
        return bound(state, word, next);
    }

    // The total of each sentence: as many as fit are walked side by side, so that the memory that one has to wait for
    // is on its way while the others are looked at.
    void score_batch(const std::uint32_t* ids, const std::uint32_t* offsets, std::size_t sentences, bool from_begin,
                     bool with_end, double* scores) const noexcept {
        if (quantised) {
            batch_as<true>(ids, offsets, sentences, from_begin, with_end, scores);
        } else {
            batch_as<false>(ids, offsets, sentences, from_begin, with_end, scores);
        }
    }

    // A word's slot in a state's block, or none.
    template <bool Quantised>
    const std::uint32_t* find(std::uint32_t state, std::uint32_t word) const noexcept {
        constexpr std::size_t STEP = WIDTH<Quantised>;
        const std::uint32_t size = size_of(state);
        const std::uint32_t* slot = home<Quantised>(state, word);
        if (size <= LINEAR) {
            for (std::uint32_t i = 0; i < size; ++i, slot += STEP) {
                if (word_of<Quantised>(slot) == word) return slot;
            }
            return nullptr;
        }
        const std::uint32_t* const start = slots + std::size_t{record(state)[FIRST]} * STEP;
        for (std::uint32_t tries = longest_probe; tries != 0; --tries) {
            if (word_of<Quantised>(slot) == word) return slot;
            if (*slot == EMPTY_SLOT) return nullptr;
            slot += STEP;
            if (slot == start + size * STEP) slot = start;
        }
        return nullptr;
    }

 private:
    static constexpr std::uint32_t END_WORD = 2;

    const std::uint32_t* record(std::uint32_t state) const noexcept { return states + std::size_t{state} * RECORD; }

    // The slots of a state's block: none where the block would reach outside.
    std::uint32_t size_of(std::uint32_t state) const noexcept {
        const std::uint32_t first = record(state)[FIRST], size = record(state)[SIZE];
        return std::uint64_t{first} + size <= slot_count ? size : 0;
    }

    // The first slot to look at for a word.
    template <bool Quantised>
    const std::uint32_t* home(std::uint32_t state, std::uint32_t word) const noexcept {
        const std::uint32_t size = size_of(state);
        if (size == 0) return slots;
        const std::size_t first = record(state)[FIRST];
        return slots + (size <= LINEAR ? first : first + home_of(word, size)) * WIDTH<Quantised>;
    }

    template <bool Quantised>
    static std::uint32_t word_of(const std::uint32_t* slot) noexcept { return Quantised ? *slot >> 8 : *slot; }

    template <bool Quantised>
    float probability_of(const std::uint32_t* slot, std::uint32_t state) const noexcept {
        return bounded_probability(Quantised ? probability_books[(order_of(state) - 1) * 256 + (*slot & 255)]
                                             : float_of(slot[1]));
    }

    template <bool Quantised>
    std::uint32_t next_of(const std::uint32_t* slot) const noexcept {
        const std::uint32_t next = slot[WIDTH<Quantised> - 1];
        return next < contexts ? next : 0;
    }

    template <bool Quantised>
    float step_as(std::uint32_t state, std::uint32_t word, std::uint32_t& next, std::uint32_t& length) const noexcept {
        if (word >= unigrams) word = 0;
        if (state >= contexts) state = 0;
        float total = 0;
        while (state != 0) {
            if (const std::uint32_t* slot = find<Quantised>(state, word)) {
                next = next_of<Quantised>(slot);
                length = order_of(state) + 1;
                return total + probability_of<Quantised>(slot, state);
            }
            total += backoff(state);
            state = parent(state);
        }
        next = after(word);
        length = 1;
        return total + bounded_probability(unigram[word]);
    }

    template <bool Quantised>
    float bound_as(std::uint32_t state, std::uint32_t word, std::uint32_t& next) const noexcept {
        if (word >= unigrams) word = 0;
        if (state >= contexts) state = 0;
        const std::uint32_t start = state;
        float total = 0;
        while (state != 0) {
            if (const std::uint32_t* slot = find<Quantised>(state, word)) {
                next = next_of<Quantised>(slot);
                const std::size_t place = (slot - slots) / WIDTH<Quantised>;
                const float own = probability_of<Quantised>(slot, state);
                // beyond, no longer context ends with this one
                const float most = place < bounded ? bounded_backoff(best[place]) : own;
                if (state == start) return most;
                const float from_start = best_backoff(start) + total + own;
                return closed ? from_start : std::max(most, from_start);
            }
            total += backoff(state);
            state = parent(state);
        }
        next = after(word);
        const float most = bounded_backoff(unigram_best[word]);
        if (start == 0) return most;
        const float from_start = best_backoff(start) + total + bounded_probability(unigram[word]);
        return closed ? from_start : std::max(most, from_start);
    }

    struct Lane {
        const std::uint32_t* word;
        const std::uint32_t* stop;
        double total;
        std::size_t sentence;
        std::uint32_t at, current;  // the context asked next, the word asked for
        bool near;                  // the slot is on its way; else only the context's record
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
            aim(lane, from_begin ? begin : 0);
            return true;
        }
        return false;
    }

    std::uint32_t word_of(const Lane& lane) const noexcept {
        const std::uint32_t word = lane.word == lane.stop ? END_WORD : *lane.word;
        return word < unigrams ? word : 0;
    }

    void aim(Lane& lane, std::uint32_t state) const noexcept {
        lane.at = state;
        lane.near = false;
        if (state != 0) {
            __builtin_prefetch(record(state));
        } else {
            __builtin_prefetch(unigram + lane.current);
            __builtin_prefetch(unigram_next + lane.current);
        }
    }

    // The record is there: fetches the slot, and the record that is asked next if the word is not met.
    template <bool Quantised>
    void close_in(Lane& lane) const noexcept {
        lane.near = true;
        __builtin_prefetch(home<Quantised>(lane.at, lane.current));
        __builtin_prefetch(record(parent(lane.at)));
    }

    template <bool Quantised>
    void batch_as(const std::uint32_t* ids, const std::uint32_t* offsets, std::size_t sentences, bool from_begin,
                  bool with_end, double* scores) const noexcept {
        constexpr std::size_t LANES = 32;
        Lane lanes[LANES];
        std::size_t taken = 0, live = 0;
        while (live < LANES && start_lane<Quantised>(lanes[live], ids, offsets, sentences, from_begin, with_end,
                                                     scores, taken)) {
            ++live;
        }
        while (live != 0) {
            for (std::size_t i = 0; i < live;) {
                Lane& lane = lanes[i++];
                std::uint32_t next;
                if (lane.at != 0) {
                    if (!lane.near) {
                        close_in<Quantised>(lane);
                        continue;
                    }
                    const std::uint32_t* slot = find<Quantised>(lane.at, lane.current);
                    if (!slot) {
                        lane.total += backoff(lane.at);
                        aim(lane, parent(lane.at));
                        if (lane.at != 0) close_in<Quantised>(lane);
                        continue;
                    }
                    lane.total += probability_of<Quantised>(slot, lane.at);
                    next = next_of<Quantised>(slot);
                } else {
                    lane.total += bounded_probability(unigram[lane.current]);
                    next = after(lane.current);
                }
                if (lane.word != lane.stop && (++lane.word != lane.stop || with_end)) {
                    lane.current = word_of(lane);
                    aim(lane, next);
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
