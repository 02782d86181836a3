// A phrase table in mapped memory, for kernels: every lookup without the GIL, every index checked where it is used.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "otherwords/storage/hashing.hpp"

namespace otherwords {

// A slot holds the low half of a source's hash (so that other sources are told apart without looking at them)
// and the source's index + 1; 0 is an empty slot.
inline std::uint64_t phrase_slot(std::uint64_t hash, std::uint32_t source) {
    return (hash << 32) | (static_cast<std::uint64_t>(source) + 1);
}

// A source is never further than this from its place; the writer sees to it, so a hostile file can't make us walk far.
constexpr std::size_t MOST_PROBES = 1024;
// What stands in for a score that a damaged file gives as NaN or infinite: low, and safe to add and to sort.
constexpr float WORST_SCORE = -1e9f;

// The words start…end of a sentence are a source; its entries are first…last, best first.
struct Span {
    std::uint32_t start, end, first, last;
};

// Raw pointers into arrays that someone else (tables._lookup.Lookup) owns and keeps alive.
struct PhraseTable {
    const std::uint64_t* slots = nullptr;
    std::size_t slot_count = 0;
    const std::uint32_t* source_offsets = nullptr;  // source_count + 1, into source_words
    const std::uint32_t* entry_offsets = nullptr;   // source_count + 1, into the entries
    std::size_t source_count = 0;
    const std::uint32_t* source_words = nullptr;
    std::size_t source_word_count = 0;
    const std::uint32_t* entry_target = nullptr;
    const float* entry_score = nullptr;
    std::size_t entry_count = 0;
    const std::uint32_t* target_offsets = nullptr;  // target_count + 1, into target_words
    std::size_t target_count = 0;
    const std::uint32_t* target_words = nullptr;
    std::size_t target_word_count = 0;
    std::uint32_t longest = 0;         // words of the longest source
    std::uint32_t longest_target = 0;  // words of the longest target; a longer one is damage

    // The index of the source that is these n words; `hash` is `extended` over them from EMPTY_SEQUENCE.
    bool find(const std::uint32_t* words, std::size_t n, std::uint64_t hash, std::uint32_t& source) const noexcept {
        if (slot_count == 0) return false;
        std::size_t place = static_cast<std::size_t>(slot_of(hash, slot_count));
        const std::size_t most = slot_count < MOST_PROBES ? slot_count : MOST_PROBES;
        for (std::size_t tries = 0; tries < most; ++tries) {
            const std::uint64_t slot = slots[place];
            if (slot == 0) return false;
            if ((slot >> 32) == (hash & 0xffffffffULL) && is_source(static_cast<std::uint32_t>(slot) - 1u, words, n)) {
                source = static_cast<std::uint32_t>(slot) - 1u;
                return true;
            }
            if (++place == slot_count) place = 0;
        }
        return false;
    }

    // The entries of a source, best first: first…last, half-open, empty where the file is damaged.
    void entries(std::uint32_t source, std::uint32_t& first, std::uint32_t& last) const noexcept {
        first = last = 0;
        if (source >= source_count) return;
        const std::uint32_t from = entry_offsets[source], to = entry_offsets[source + 1];
        if (from <= to && to <= entry_count) first = from, last = to;
    }

    // An entry's target, perhaps of no words; false where the file is damaged. A word may still lie outside
    // the vocabulary: who indexes by it checks.
    bool target(std::uint32_t entry, const std::uint32_t*& words, std::uint32_t& length) const noexcept {
        words = target_words;
        length = 0;
        if (entry >= entry_count) return false;
        const std::uint32_t phrase = entry_target[entry];
        if (phrase >= target_count) return false;
        const std::uint32_t from = target_offsets[phrase], to = target_offsets[phrase + 1];
        if (from > to || to > target_word_count || to - from > longest_target) return false;
        words = target_words + from;
        length = to - from;
        return true;
    }

    // The natural logarithm of an entry's φ; always finite.
    float score(std::uint32_t entry) const noexcept {
        if (entry >= entry_count) return WORST_SCORE;
        const float value = entry_score[entry];
        return std::isfinite(value) ? value : WORST_SCORE;
    }

    // All sources that occur in a sentence, by start, then by end.
    void spans(const std::uint32_t* words, std::size_t n, std::vector<Span>& found) const {
        for (std::size_t start = 0; start < n; ++start) {
            std::uint64_t hash = EMPTY_SEQUENCE;
            for (std::size_t length = 1; length <= longest && start + length <= n; ++length) {
                hash = extended(hash, words[start + length - 1]);
                Span span{static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(start + length), 0, 0};
                std::uint32_t source;
                if (!find(words + start, length, hash, source)) continue;
                entries(source, span.first, span.last);
                if (span.first < span.last) found.push_back(span);
            }
        }
    }

private:
    bool is_source(std::uint32_t source, const std::uint32_t* words, std::size_t n) const noexcept {
        if (source >= source_count) return false;
        const std::uint32_t from = source_offsets[source], to = source_offsets[source + 1];
        if (from > to || to > source_word_count || to - from != n) return false;
        return n == 0 || std::memcmp(source_words + from, words, n * sizeof *words) == 0;
    }
};

}  // namespace otherwords
