// Gathers the entries of a phrase table, then orders them: sources by their words, a source's entries best first.
// Everything that decides the order is the entries themselves, never the order they came in.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "otherwords/storage/hashing.hpp"
#include "otherwords/tables/phrases.hpp"

namespace otherwords {

constexpr std::uint32_t MOST_NUMBERS = 0xfffffffeu;  // of words, phrases or entries; the last number means "none"

inline std::uint32_t next_number(std::size_t taken) {
    if (taken >= MOST_NUMBERS) throw std::overflow_error("more than 4,294,967,294 words, phrases or entries");
    return static_cast<std::uint32_t>(taken);
}

// The length in bytes of the whitespace (Python's str.isspace) at `p`, 0 if there is none.
inline std::size_t whitespace_at(const char* p, const char* end) {
    const auto at = [p](int i) { return static_cast<unsigned char>(p[i]); };
    const unsigned char c = at(0);
    if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
    if (c == 0xc2) return end - p >= 2 && (at(1) == 0x85 || at(1) == 0xa0) ? 2 : 0;
    if (c < 0xe1 || c > 0xe3 || end - p < 3) return 0;
    const unsigned code = (c & 15u) << 12 | (at(1) & 63u) << 6 | (at(2) & 63u);
    return code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f ||
                   code == 0x205f || code == 0x3000 ? 3 : 0;
}

// Open addressing over numbers; `hash_of(number)` and `same(number)` say what a number stands for.
class Numbers {
public:
    template <typename Same>
    std::uint32_t* find(std::uint64_t hash, Same same) {
        std::size_t place = static_cast<std::size_t>(slot_of(hash, slots_.size()));
        while (slots_[place] != 0 && !same(slots_[place] - 1)) place = place + 1 == slots_.size() ? 0 : place + 1;
        return &slots_[place];
    }
    template <typename HashOf>
    void grow_for(std::size_t taken, HashOf hash_of) {
        if (2 * (taken + 1) <= slots_.size()) return;
        slots_.assign(4 * (taken + 1) + 64, 0);
        for (std::size_t i = 0; i < taken; ++i)
            *find(hash_of(static_cast<std::uint32_t>(i)), [](std::uint32_t) { return false; }) = static_cast<std::uint32_t>(i) + 1;
    }

private:
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, 0);
};

class Words {
public:
    std::uint32_t number(std::string_view word) {
        numbers_.grow_for(size(), [this](std::uint32_t i) { return hash(text(i)); });
        std::uint32_t* slot = numbers_.find(hash(word), [&](std::uint32_t i) { return text(i) == word; });
        if (*slot == 0) {
            *slot = next_number(size()) + 1;
            text_.insert(text_.end(), word.begin(), word.end());
            offsets_.push_back(text_.size());
        }
        return *slot - 1;
    }
    std::string_view text(std::uint32_t i) const { return {text_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]}; }
    std::size_t size() const { return offsets_.size() - 1; }

private:
    static std::uint64_t hash(std::string_view word) { return hash_bytes(word.data(), word.size()); }
    std::vector<char> text_;
    std::vector<std::size_t> offsets_{0};
    Numbers numbers_;
};

class Phrases {
public:
    std::uint32_t number(const std::vector<std::uint32_t>& phrase) {
        numbers_.grow_for(size(), [this](std::uint32_t i) { return hash(begin(i), end(i)); });
        const std::uint32_t* words = phrase.data();
        std::uint32_t* slot = numbers_.find(hash(words, words + phrase.size()), [&](std::uint32_t i) {
            return std::equal(begin(i), end(i), words, words + phrase.size());
        });
        if (*slot == 0) {
            *slot = next_number(size()) + 1;
            words_.insert(words_.end(), phrase.begin(), phrase.end());
            offsets_.push_back(words_.size());
        }
        return *slot - 1;
    }
    const std::uint32_t* begin(std::uint32_t i) const { return words_.data() + offsets_[i]; }
    const std::uint32_t* end(std::uint32_t i) const { return words_.data() + offsets_[i + 1]; }
    std::size_t length(std::uint32_t i) const { return offsets_[i + 1] - offsets_[i]; }
    std::size_t size() const { return offsets_.size() - 1; }
    bool before(std::uint32_t a, std::uint32_t b) const {
        return std::lexicographical_compare(begin(a), end(a), begin(b), end(b));
    }
    // After this no phrase can be found by its words any more.
    void renumber_words(const std::vector<std::uint32_t>& numbers) {
        for (std::uint32_t& word : words_) word = numbers[word];
    }

private:
    static std::uint64_t hash(const std::uint32_t* from, const std::uint32_t* to) {
        return std::accumulate(from, to, EMPTY_SEQUENCE, extended);
    }
    std::vector<std::uint32_t> words_;
    std::vector<std::size_t> offsets_{0};
    Numbers numbers_;
};

struct Counts {
    std::size_t sources = 0, entries = 0, targets = 0, source_words = 0, target_words = 0;
    std::size_t longest = 0, longest_target = 0;
    std::size_t duplicates = 0, below_threshold = 0, over_limit = 0, identities = 0, reserved = 0;
};

class TableBuilder {
public:
    enum Problem { FINE, NO_SOURCE, LONG_SOURCE, LONG_TARGET, BAD_NUMBER };

    TableBuilder(std::size_t columns, std::size_t most_words, double threshold, bool skip_identity)
        : columns_(columns), most_words_(most_words), threshold_(threshold), skip_identity_(skip_identity) {}

    // The special words of a vocabulary, in its order; an entry with one of them is left out.
    void reserve_word(std::string_view word) { reserved_ = words_.number(word) + 1; }

    Problem add(std::string_view source, std::string_view target, double score, const std::vector<float>& columns) {
        const float stored = static_cast<float>(score) + 0.0f;  // so that -0 and 0 are one
        if (!std::isfinite(stored)) return BAD_NUMBER;
        for (float value : columns)
            if (!std::isfinite(value)) return BAD_NUMBER;
        if (!split(source)) return LONG_SOURCE;
        if (phrase_.empty()) return NO_SOURCE;
        const bool reserved = holds_reserved();
        const std::uint32_t from = phrases_.number(phrase_);
        if (!split(target)) return LONG_TARGET;
        if (reserved || holds_reserved()) return ++counts.reserved, FINE;
        if (score < threshold_) return ++counts.below_threshold, FINE;
        const std::uint32_t to = phrases_.number(phrase_);
        if (skip_identity_ && from == to) return ++counts.identities, FINE;
        next_number(score_.size());
        source_.push_back(from);
        target_.push_back(to);
        score_.push_back(stored);
        column_.insert(column_.end(), columns.begin(), columns.end());
        return FINE;
    }

    // Orders, drops duplicates and what is beyond `limit` a source; after this nothing can be added.
    void finish(std::size_t limit) {
        sort_words();
        group_by_source();
        std::vector<std::uint32_t> sources;
        for (std::uint32_t source = 0; source < phrases_.size(); ++source)
            if (groups_[source] < groups_[source + 1]) sources.push_back(source);
        std::sort(sources.begin(), sources.end(), [this](auto a, auto b) { return phrases_.before(a, b); });
        std::vector<std::uint32_t> kept, group;
        for (std::uint32_t source : sources) {
            group.assign(order_.begin() + groups_[source], order_.begin() + groups_[source + 1]);
            keep_best(group, limit);
            entry_offsets_.push_back(static_cast<std::uint32_t>(kept.size()));
            kept.insert(kept.end(), group.begin(), group.end());
        }
        entry_offsets_.push_back(static_cast<std::uint32_t>(kept.size()));
        sources_.swap(sources);
        order_.swap(kept);
        number_targets();
        count();
    }

    std::string_view word(std::uint32_t rank) const { return words_.text(sorted_[rank]); }
    bool is_used(std::uint32_t rank) const { return used_[rank]; }
    std::size_t word_count() const { return sorted_.size(); }

    // True if every score comes back from the probability e^score, printed and read again, bit for bit.
    bool scores_are_probabilities() const {
        return std::all_of(order_.begin(), order_.end(), [this](std::uint32_t i) {
            const double probability = std::exp(static_cast<double>(score_[i]));
            return probability > 0 && probability <= 1 && static_cast<float>(std::log(probability)) == score_[i];
        });
    }

    // `ids` gives each used word, by its rank, its number in the vocabulary.
    void emit_phrases(const std::uint32_t* ids, std::uint32_t* source_offsets, std::uint32_t* source_words,
                      std::uint32_t* target_offsets, std::uint32_t* target_words) const {
        emit(sources_, ids, source_offsets, source_words);
        emit(targets_, ids, target_offsets, target_words);
    }
    void emit_entries(std::uint32_t* offsets, std::uint32_t* target, float* score) const {
        std::copy(entry_offsets_.begin(), entry_offsets_.end(), offsets);
        for (std::size_t i = 0; i < order_.size(); ++i) {
            target[i] = target_number_[target_[order_[i]]];
            score[i] = score_[order_[i]];
        }
    }
    void emit_column(std::size_t column, float* values) const {
        for (std::size_t i = 0; i < order_.size(); ++i) values[i] = column_[order_[i] * columns_ + column];
    }

    Counts counts;

private:
    bool split(std::string_view text) {
        phrase_.clear();
        const char *p = text.data(), *end = p + text.size();
        while (p < end) {
            if (const std::size_t space = whitespace_at(p, end)) {
                p += space;
                continue;
            }
            const char* start = p;
            while (p < end && !whitespace_at(p, end)) ++p;
            if (phrase_.size() == most_words_) return false;
            phrase_.push_back(words_.number({start, static_cast<std::size_t>(p - start)}));
        }
        return true;
    }
    bool holds_reserved() const {
        return std::any_of(phrase_.begin(), phrase_.end(), [this](std::uint32_t word) { return word < reserved_; });
    }

    // From here on a word's number in a phrase is its rank by text, so that phrases compare as their words do.
    void sort_words() {
        sorted_.resize(words_.size());
        std::iota(sorted_.begin(), sorted_.end(), 0u);
        std::sort(sorted_.begin(), sorted_.end(), [this](auto a, auto b) { return words_.text(a) < words_.text(b); });
        std::vector<std::uint32_t> rank(sorted_.size());
        for (std::uint32_t i = 0; i < sorted_.size(); ++i) rank[sorted_[i]] = i;
        phrases_.renumber_words(rank);
    }

    void group_by_source() {
        groups_.assign(phrases_.size() + 1, 0);
        for (std::uint32_t source : source_) ++groups_[source + 1];
        std::partial_sum(groups_.begin(), groups_.end(), groups_.begin());
        order_.resize(source_.size());
        std::vector<std::size_t> next(groups_.begin(), groups_.end() - 1);
        for (std::uint32_t i = 0; i < source_.size(); ++i) order_[next[source_[i]]++] = i;
    }

    bool better(std::uint32_t a, std::uint32_t b) const {
        if (score_[a] != score_[b]) return score_[a] > score_[b];
        const auto left = column_.begin() + a * columns_, right = column_.begin() + b * columns_;
        return std::lexicographical_compare(right, right + columns_, left, left + columns_);
    }

    void keep_best(std::vector<std::uint32_t>& group, std::size_t limit) {
        std::sort(group.begin(), group.end(), [this](auto a, auto b) {
            return target_[a] != target_[b] ? target_[a] < target_[b] : better(a, b);
        });
        const auto distinct =
            std::unique(group.begin(), group.end(), [this](auto a, auto b) { return target_[a] == target_[b]; });
        counts.duplicates += static_cast<std::size_t>(group.end() - distinct);
        group.erase(distinct, group.end());
        std::sort(group.begin(), group.end(), [this](auto a, auto b) {
            return score_[a] != score_[b] ? score_[a] > score_[b] : phrases_.before(target_[a], target_[b]);
        });
        if (group.size() > limit) {
            counts.over_limit += group.size() - limit;
            group.resize(limit);
        }
    }

    // Targets are numbered as the entries first meet them, so that a source's targets lie together.
    void number_targets() {
        target_number_.assign(phrases_.size(), MOST_NUMBERS + 1);
        used_.assign(sorted_.size(), false);
        for (std::uint32_t i : order_) {
            std::uint32_t& number = target_number_[target_[i]];
            if (number <= MOST_NUMBERS) continue;
            number = static_cast<std::uint32_t>(targets_.size());
            targets_.push_back(target_[i]);
        }
        for (const auto* side : {&sources_, &targets_})
            for (std::uint32_t phrase : *side)
                for (const std::uint32_t* word = phrases_.begin(phrase); word != phrases_.end(phrase); ++word)
                    used_[*word] = true;
    }

    void count() {
        counts.sources = sources_.size();
        counts.entries = order_.size();
        counts.targets = targets_.size();
        measure(sources_, counts.source_words, counts.longest);
        measure(targets_, counts.target_words, counts.longest_target);
    }
    void measure(const std::vector<std::uint32_t>& side, std::size_t& words, std::size_t& longest) const {
        for (std::uint32_t phrase : side) {
            words += phrases_.length(phrase);
            longest = std::max(longest, phrases_.length(phrase));
        }
        if (words > MOST_NUMBERS) throw std::overflow_error("more than 4,294,967,294 words on one side");
    }

    void emit(const std::vector<std::uint32_t>& side, const std::uint32_t* ids, std::uint32_t* offsets,
              std::uint32_t* words) const {
        std::uint32_t offset = 0;
        for (std::uint32_t phrase : side) {
            *offsets++ = offset;
            for (const std::uint32_t* word = phrases_.begin(phrase); word != phrases_.end(phrase); ++word)
                words[offset++] = ids[*word];
        }
        *offsets = offset;
    }

    std::size_t columns_, most_words_;
    double threshold_;
    bool skip_identity_;
    std::uint32_t reserved_ = 0;
    Words words_;
    Phrases phrases_;
    std::vector<std::uint32_t> phrase_;
    std::vector<std::uint32_t> source_, target_;  // of each entry: phrases
    std::vector<float> score_, column_;
    std::vector<std::uint32_t> sorted_;  // words by text
    std::vector<bool> used_;
    std::vector<std::size_t> groups_;
    std::vector<std::uint32_t> order_, sources_, targets_, target_number_, entry_offsets_;
};

// Fills a hash table over the sources; false if some source would lie too far from its place (take more slots).
inline bool fill_phrase_slots(const std::uint32_t* offsets, std::size_t sources, const std::uint32_t* words,
                              std::uint64_t* slots, std::size_t slot_count) {
    for (std::uint32_t source = 0; source < sources; ++source) {
        const std::uint64_t hash = std::accumulate(words + offsets[source], words + offsets[source + 1], EMPTY_SEQUENCE, extended);
        std::size_t place = static_cast<std::size_t>(slot_of(hash, slot_count)), tries = 1;
        for (; slots[place] != 0; ++tries) place = place + 1 == slot_count ? 0 : place + 1;
        if (tries > MOST_PROBES) return false;
        slots[place] = phrase_slot(hash, source);
    }
    return true;
}

}  // namespace otherwords
