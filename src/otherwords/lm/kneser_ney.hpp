// Interpolated modified Kneser-Ney (Chen & Goodman 1998, section 3; equations as in docs of kneser_ney.py), over
// n-grams sorted by (context, word) level by level.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace otherwords {

constexpr std::uint32_t NO_NGRAM = 0xffffffffu;

struct RawLevel {
    const std::uint32_t* context;
    const std::uint32_t* word;
    const std::uint32_t* count;
    std::size_t size;
};

struct EstimatedLevel {
    std::vector<std::uint32_t> context, word;
    std::vector<float> probability, backoff;
};

// The first extension of each context, and one past the last's.
inline std::vector<std::uint32_t> first_children(const std::uint32_t* context, std::size_t size, std::size_t contexts) {
    std::vector<std::uint32_t> first(contexts + 1);
    for (std::size_t i = 0; i < size; ++i) ++first[context[i] + 1];
    for (std::size_t c = 0; c < contexts; ++c) first[c + 1] += first[c];
    return first;
}

// For each n-gram its suffix, the n-gram without the oldest word, as an index one level below. `suffix_of_context` says the same
// of the contexts; `first` and `word_below` are the extensions and words one level below.
inline std::vector<std::uint32_t> suffixes(const std::uint32_t* context, const std::uint32_t* word, std::size_t size,
                                           const std::vector<std::uint32_t>& suffix_of_context,
                                           const std::vector<std::uint32_t>& first, const std::uint32_t* word_below) {
    std::vector<std::uint32_t> found(size);
    std::size_t at = 0, end = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (i == 0 || context[i] != context[i - 1]) {
            const std::uint32_t suffix = suffix_of_context[context[i]];
            at = suffix == NO_NGRAM ? 0 : first[suffix];
            end = suffix == NO_NGRAM ? 0 : first[suffix + 1];
        }
        std::size_t step = 1, low = at;  // words rise within a context: gallop on from the last place
        while (low + step < end && word_below[low + step] <= word[i]) low += step, step *= 2;
        const std::size_t high = std::min(low + step, end);
        at = std::lower_bound(word_below + low, word_below + high, word[i]) - word_below;
        found[i] = at < end && word_below[at] == word[i] ? static_cast<std::uint32_t>(at) : NO_NGRAM;
    }
    return found;
}

class KneserNey {
 public:
    std::vector<std::array<double, 4>> discounts;  // by order; [0] is 0
    std::vector<std::array<std::uint64_t, 5>> counts_of_counts;
    std::vector<char> fell_back;
    std::vector<EstimatedLevel> levels;

    void estimate(const std::vector<RawLevel>& raw, const std::vector<std::uint64_t>& prune,
                  const std::array<double, 4>& fallback) {
        const std::size_t order = raw.size();
        std::vector<std::vector<std::uint32_t>> first(order), suffix(order), adjusted(order);
        for (std::size_t k = 0; k + 1 < order; ++k) {
            first[k] = first_children(raw[k + 1].context, raw[k + 1].size, raw[k].size);
        }
        for (std::size_t k = 1; k < order; ++k) {
            if (k == 1) {
                suffix[1].assign(raw[1].word, raw[1].word + raw[1].size);
            } else {
                suffix[k] = suffixes(raw[k].context, raw[k].word, raw[k].size, suffix[k - 1], first[k - 2], raw[k - 1].word);
                if (std::find(suffix[k].begin(), suffix[k].end(), NO_NGRAM) != suffix[k].end()) {
                    throw std::invalid_argument("an n-gram's suffix was not counted");
                }
            }
        }
        adjust(raw, first, suffix, adjusted);
        find_discounts(adjusted, fallback);

        levels.assign(order, {});
        std::vector<double> below, now;        // probabilities before pruning's gaps are closed
        std::vector<std::uint32_t> renumbered; // of the contexts
        std::vector<double> gamma;
        for (std::size_t k = 0; k < order; ++k) {
            interpolation_weights(raw[k], adjusted[k], k, k == 0 ? 1 : raw[k - 1].size, prune[k], gamma);
            if (k != 0) write_backoffs(levels[k - 1], renumbered, gamma);
            const std::vector<double> denominators = sums(raw[k], adjusted[k], k, k == 0 ? 1 : raw[k - 1].size);
            now.assign(raw[k].size, 0.0);
            const double uniform = 1.0 / static_cast<double>(raw[0].size - 1);  // every word but <s>
            for (std::size_t i = 0; i < raw[k].size; ++i) {
                if (k == 0 && i == BEGIN_WORD) continue;
                const std::size_t context = k == 0 ? 0 : raw[k].context[i];
                const double lower = k == 0 ? uniform : below[suffix[k][i]];
                now[i] = (adjusted[k][i] - discount(k, adjusted[k][i])) / denominators[context] + gamma[context] * lower;
            }
            keep(raw[k], k, prune[k], now, renumbered, levels[k]);
            below.swap(now);
        }
    }

 private:
    static constexpr std::uint32_t BEGIN_WORD = 1;
    static constexpr double LOWEST = -99 * 2.302585092994045684;  // ln of what ARPA files write for "never"

    static float log_of(double p) { return static_cast<float>(p > 0 ? std::max(std::log(p), LOWEST) : LOWEST); }

    // An n-gram of the highest order, or that begins with <s>, keeps its count; any other counts the distinct words before it.
    static void adjust(const std::vector<RawLevel>& raw, const std::vector<std::vector<std::uint32_t>>& first,
                       const std::vector<std::vector<std::uint32_t>>& suffix,
                       std::vector<std::vector<std::uint32_t>>& adjusted) {
        const std::size_t order = raw.size();
        std::size_t start = BEGIN_WORD, end = BEGIN_WORD + 1;  // the n-grams of this level that begin with <s>
        for (std::size_t k = 0; k < order; ++k) {
            if (k + 1 == order) {
                adjusted[k].assign(raw[k].count, raw[k].count + raw[k].size);
            } else {
                adjusted[k].assign(raw[k].size, 0);
                for (const std::uint32_t below : suffix[k + 1]) ++adjusted[k][below];
                std::copy(raw[k].count + start, raw[k].count + end, adjusted[k].begin() + start);
                start = first[k][start];
                end = first[k][end];
            }
        }
        adjusted[0][0] = adjusted[0][BEGIN_WORD] = 0;  // <unk> and <s> are never predicted in the text
    }

    // Chen & Goodman's equation (26); pruning comes after.
    void find_discounts(const std::vector<std::vector<std::uint32_t>>& adjusted, const std::array<double, 4>& fallback) {
        for (const auto& counts : adjusted) {
            std::array<std::uint64_t, 5> n{};
            for (const std::uint32_t count : counts) {
                if (count < 5) ++n[count];
            }
            n[0] = 0;
            std::array<double, 4> d{};
            bool sound = n[1] != 0 && n[2] != 0 && n[3] != 0;
            if (sound) {
                const double y = double(n[1]) / (double(n[1]) + 2.0 * double(n[2]));
                for (int j = 1; j < 4; ++j) {
                    d[j] = j - (j + 1) * y * double(n[j + 1]) / double(n[j]);
                    sound = sound && d[j] >= 0.0 && d[j] <= j;
                }
            }
            discounts.push_back(sound ? d : fallback);
            counts_of_counts.push_back(n);
            fell_back.push_back(!sound);
        }
    }

    double discount(std::size_t k, std::uint32_t count) const { return discounts[k][std::min<std::uint32_t>(count, 3)]; }

    static std::vector<double> sums(const RawLevel& level, const std::vector<std::uint32_t>& adjusted, std::size_t k,
                                    std::size_t contexts) {
        std::vector<double> total(contexts);
        for (std::size_t i = 0; i < level.size; ++i) total[k == 0 ? 0 : level.context[i]] += adjusted[i];
        return total;
    }

    // What each context leaves to the next shorter one: the discounts of what is kept, all of what is pruned.
    void interpolation_weights(const RawLevel& level, const std::vector<std::uint32_t>& adjusted, std::size_t k,
                               std::size_t contexts, std::uint64_t threshold, std::vector<double>& gamma) const {
        const std::vector<double> total = sums(level, adjusted, k, contexts);
        gamma.assign(contexts, 0.0);
        for (std::size_t i = 0; i < level.size; ++i) {
            gamma[k == 0 ? 0 : level.context[i]] +=
                k != 0 && level.count[i] <= threshold ? adjusted[i] : discount(k, adjusted[i]);
        }
        for (std::size_t c = 0; c < contexts; ++c) gamma[c] = total[c] > 0 ? gamma[c] / total[c] : 1.0;
    }

    static void write_backoffs(EstimatedLevel& level, const std::vector<std::uint32_t>& renumbered,
                               const std::vector<double>& gamma) {
        level.backoff.assign(level.word.size(), 0.0f);
        for (std::size_t c = 0; c < gamma.size(); ++c) {
            if (renumbered[c] != NO_NGRAM) level.backoff[renumbered[c]] = log_of(gamma[c]);
        }
    }

    static void keep(const RawLevel& raw, std::size_t k, std::uint64_t threshold, const std::vector<double>& probability,
                     std::vector<std::uint32_t>& renumbered, EstimatedLevel& level) {
        std::vector<std::uint32_t> numbers(raw.size, NO_NGRAM);
        for (std::size_t i = 0; i < raw.size; ++i) {
            if (k != 0 && raw.count[i] <= threshold) continue;
            numbers[i] = static_cast<std::uint32_t>(level.word.size());
            level.context.push_back(k == 0 ? 0 : renumbered[raw.context[i]]);
            level.word.push_back(raw.word[i]);
            level.probability.push_back(log_of(probability[i]));
        }
        renumbered.swap(numbers);
    }
};

}  // namespace otherwords
