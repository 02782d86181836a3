// Static linear interpolation: one back-off model over all n-grams that some component holds.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "otherwords/lm/automaton.hpp"
#include "otherwords/lm/build.hpp"
#include "otherwords/lm/kneser_ney.hpp"

namespace otherwords {

struct Component {
    const Automaton* automaton;
    std::vector<Level> levels;
    std::vector<std::uint32_t> to_union;    // by this component's word
    std::vector<std::uint32_t> from_union;  // by union word; 0 where this component does not know it
    double weight, share;                   // share: how many union words its <unk> stands for
};

class Interpolation {
 public:
    std::vector<EstimatedLevel> levels;

    void mix(const std::vector<Component>& components, std::size_t order) {
        levels.assign(order, {});
        first_.assign(order, {});
        std::vector<std::vector<std::uint32_t>> above(components.size());   // component's n-gram → union's, last level
        std::vector<std::vector<std::uint32_t>> states(components.size());  // union context → component's state
        std::vector<std::uint32_t> suffix;
        for (std::size_t k = 0; k < order; ++k) {
            unite(components, k, above);
            if (k != 0) first_[k - 1] = first_children(levels[k].context.data(), levels[k].word.size(), levels[k - 1].word.size());
            score(components, k, states);
            if (k == 0) continue;
            suffix = k == 1 ? levels[1].word
                            : suffixes(levels[k].context.data(), levels[k].word.data(), levels[k].word.size(), suffix,
                                       first_[k - 2], levels[k - 1].word.data());
            back_off(k, suffix);
        }
    }

 private:
    static constexpr std::uint32_t BEGIN_WORD = 1;
    static constexpr double LOWEST = -99 * 2.302585092994045684;
    std::vector<std::vector<std::uint32_t>> first_;

    void unite(const std::vector<Component>& components, std::size_t k,
               std::vector<std::vector<std::uint32_t>>& above) {
        std::vector<std::vector<std::uint64_t>> keys(components.size());
        std::vector<std::uint64_t> all;
        for (std::size_t m = 0; m < components.size(); ++m) {
            if (k >= components[m].levels.size()) continue;
            const Level& level = components[m].levels[k];
            keys[m].resize(level.size);
            for (std::size_t i = 0; i < level.size; ++i) {
                const std::uint64_t context = k == 0 ? 0 : above[m][level.context[i]];
                keys[m][i] = context << 32 | components[m].to_union[level.word[i]];
            }
            all.insert(all.end(), keys[m].begin(), keys[m].end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        for (std::size_t m = 0; m < components.size(); ++m) {
            above[m].resize(keys[m].size());
            for (std::size_t i = 0; i < keys[m].size(); ++i) {
                above[m][i] = static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), keys[m][i]) - all.begin());
            }
        }
        if (k == 0 && all.size() != components[0].from_union.size()) {
            throw std::invalid_argument("a word of the mixture is in no component");
        }
        EstimatedLevel& level = levels[k];
        level.context.resize(all.size());
        level.word.resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            level.context[i] = static_cast<std::uint32_t>(all[i] >> 32);
            level.word[i] = static_cast<std::uint32_t>(all[i]);
        }
    }

    void score(const std::vector<Component>& components, std::size_t k, std::vector<std::vector<std::uint32_t>>& states) {
        EstimatedLevel& level = levels[k];
        std::vector<double> sum(level.word.size(), 0.0);
        for (std::size_t m = 0; m < components.size(); ++m) {
            const Component& component = components[m];
            std::vector<std::uint32_t> after(level.word.size());
            for (std::size_t i = 0; i < level.word.size(); ++i) {
                const std::uint32_t word = component.from_union[level.word[i]];
                const std::uint32_t state = k == 0 ? 0 : states[m][level.context[i]];
                const double p = std::exp(static_cast<double>(component.automaton->step(state, word, after[i])));
                sum[i] += component.weight * (word == 0 ? p / component.share : p);
            }
            states[m].swap(after);
        }
        level.probability.resize(level.word.size());
        for (std::size_t i = 0; i < sum.size(); ++i) level.probability[i] = log_of(sum[i]);
        if (k == 0) level.probability[BEGIN_WORD] = static_cast<float>(LOWEST);
        if (k + 1 < levels.size()) level.backoff.assign(level.word.size(), 0.0f);
    }

    // What the n-grams of a context leave, over what the shorter context gives to the same words and thus leaves.
    void back_off(std::size_t k, const std::vector<std::uint32_t>& suffix) {
        const EstimatedLevel& level = levels[k];
        EstimatedLevel& contexts = levels[k - 1];
        for (std::size_t c = 0; c < contexts.word.size(); ++c) {
            const std::uint32_t start = first_[k - 1][c], end = first_[k - 1][c + 1];
            if (start == end) continue;
            double left = 1, left_below = 1;
            for (std::uint32_t i = start; i < end; ++i) {
                if (level.word[i] == BEGIN_WORD) continue;
                left -= std::exp(static_cast<double>(level.probability[i]));
                left_below -= std::exp(suffix[i] != NO_NGRAM ? static_cast<double>(contexts.probability[suffix[i]])
                                                             : shorter(k, i));
            }
            if (left_below > 1e-9) {
                contexts.backoff[c] = log_of(left / left_below);
            } else {
                contexts.backoff[c] = 0.0f;  // every word is among the n-grams, up to rounding
            }
        }
    }

    // The score of an n-gram's suffix that no component holds.
    double shorter(std::size_t k, std::size_t i) const {
        std::vector<std::uint32_t> words(k + 1);
        for (std::size_t at = i, j = k + 1; j-- != 0; at = levels[j].context[at]) words[j] = levels[j].word[at];
        double total = 0;
        for (std::size_t start = 1; start < k; ++start) {
            std::uint32_t at;
            if (find(words, start, k + 1, at)) return total + levels[k - start].probability[at];
            if (find(words, start, k, at)) total += levels[k - 1 - start].backoff[at];
        }
        return total + levels[0].probability[words[k]];
    }

    bool find(const std::vector<std::uint32_t>& words, std::size_t start, std::size_t end, std::uint32_t& at) const {
        at = words[start];
        for (std::size_t j = start + 1; j < end; ++j) {
            const std::size_t level = j - start;
            const auto begin = levels[level].word.begin();
            const auto first = begin + first_[level - 1][at], last = begin + first_[level - 1][at + 1];
            const auto found = std::lower_bound(first, last, words[j]);
            if (found == last || *found != words[j]) return false;
            at = static_cast<std::uint32_t>(found - begin);
        }
        return true;
    }

    static float log_of(double p) { return static_cast<float>(p > 0 ? std::max(std::log(p), LOWEST) : LOWEST); }
};

// One round of expectation maximisation for the weights of a mixture; gives the mean log of the mixed probability.
inline double reweigh(const std::vector<const double*>& probabilities, std::size_t size, std::vector<double>& weights) {
    std::vector<double> expected(weights.size(), 0.0);
    double total = 0;
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < weights.size(); ++m) sum += weights[m] * probabilities[m][i];
        if (!(sum > 0)) continue;
        total += std::log(sum);
        for (std::size_t m = 0; m < weights.size(); ++m) expected[m] += weights[m] * probabilities[m][i] / sum;
    }
    double sum = 0;
    for (const double value : expected) sum += value;
    if (sum > 0) {
        for (std::size_t m = 0; m < weights.size(); ++m) weights[m] = expected[m] / sum;
    }
    return size ? total / static_cast<double>(size) : 0.0;
}

}  // namespace otherwords
