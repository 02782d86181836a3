// The n-grams of an ARPA file as they are met, each found again by its context and last word.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "otherwords/storage/hashing.hpp"

namespace otherwords {

class NgramIndex {  // (context, word) → number of the n-gram, by open addressing
 public:
    NgramIndex() : slots_(1024) {}

    std::int64_t find(std::uint32_t context, std::uint32_t word) const {
        return static_cast<std::int64_t>(slots_[place_of(slots_, context, word)].number) - 1;
    }

    // Numbers rise by one with each insertion. Returns the number that the n-gram has already, or -1.
    std::int64_t insert(std::uint32_t context, std::uint32_t word) {
        if ((size_ + 1) * 4 > slots_.size() * 3) grow();
        Slot& slot = slots_[place_of(slots_, context, word)];
        if (slot.number != 0) return static_cast<std::int64_t>(slot.number) - 1;
        slot = {context, word, ++size_};
        return -1;
    }

 private:
    struct Slot {
        std::uint32_t context = 0, word = 0, number = 0;  // number + 1; 0 is empty
    };

    static std::size_t place_of(const std::vector<Slot>& slots, std::uint32_t context, std::uint32_t word) {
        std::size_t place = slot_of(mixed(static_cast<std::uint64_t>(context) << 32 | word), slots.size());
        while (slots[place].number != 0 && (slots[place].context != context || slots[place].word != word)) {
            if (++place == slots.size()) place = 0;
        }
        return place;
    }

    void grow() {
        std::vector<Slot> larger(slots_.size() * 2);
        for (const Slot& slot : slots_) {
            if (slot.number != 0) larger[place_of(larger, slot.context, slot.word)] = slot;
        }
        slots_.swap(larger);
    }

    std::vector<Slot> slots_;
    std::uint32_t size_ = 0;
};

struct ReadLevel {
    std::vector<std::uint32_t> context, word, line;
    std::vector<float> probability, backoff;
    NgramIndex index;

    void push(std::uint32_t c, std::uint32_t w, float p, float b, std::uint32_t at) {
        context.push_back(c);
        word.push_back(w);
        probability.push_back(p);
        backoff.push_back(b);
        line.push_back(at);
    }
};

// Sorts each level by (context, word) and renumbers the contexts of the next one.
inline void sort_levels(std::vector<ReadLevel>& levels) {
    std::vector<std::uint32_t> rank;
    for (std::size_t k = 0; k < levels.size(); ++k) {
        ReadLevel& level = levels[k];
        level.index = NgramIndex();
        const std::size_t size = level.word.size();
        std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(size);
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t context = k == 0 ? 0 : rank[level.context[i]];
            keys[i] = {std::uint64_t{context} << 32 | level.word[i], static_cast<std::uint32_t>(i)};
        }
        if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
        ReadLevel sorted;
        rank.assign(size, 0);
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t from = keys[i].second;
            rank[from] = static_cast<std::uint32_t>(i);
            sorted.push(static_cast<std::uint32_t>(keys[i].first >> 32), level.word[from], level.probability[from],
                        level.backoff[from], level.line[from]);
        }
        level = std::move(sorted);
    }
}

}  // namespace otherwords
