// Random strings of a lattice, each with probability proportional to exp(true score / T).
//
// Every state (node, language-model state) is expanded, and the sums of exp(score / T) over all ways from it to the end
// are added up backwards; so a derivation can be drawn with probability proportional to exp(score / T). A string
// has several derivations, and would come as often as all of them together. So a draw counts only if it
// is the string's best derivation (of those that tie, always the same one): one derivation a string is left, with the
// string's true score.
//
// Arcs whose words a better chain of arcs between the same two nodes says as well are in no best derivation. They are left out
// beforehand, so that fewer draws are in vain.
//
// (Determinising the lattice instead would leave no draw in vain, but was tried and takes millions of states for a sentence of
// the benchmark: how far a prefix's derivations lie apart is another number for nearly every prefix.)
//
// The generator is splitmix64 (Steele, Lea & Flood 2014), started anew for each draw from the seed and the draw's number.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "otherwords/lattice/spelling.hpp"
#include "otherwords/search/exact.hpp"
#include "otherwords/search/model.hpp"

namespace otherwords {

class SplitMix {
  public:
    SplitMix(std::uint64_t seed, std::uint64_t number) : state_(mixed(seed + GAMMA) ^ mixed(mixed(number + GAMMA))) {}
    std::uint64_t next() { return mixed(state_ += GAMMA); }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // from 0 to below 1

  private:
    static constexpr std::uint64_t GAMMA = 0x9e3779b97f4a7c15ULL;
    std::uint64_t state_;
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
};

// The same graph without the arcs that no best derivation holds. `kept` says which arc of the whole each arc was.
inline void without_dominated(const ArcIndex& index, Graph& slim, std::vector<std::uint32_t>& kept) {
    const Graph& graph = index.graph;
    struct Reached { std::uint32_t node, at; double weight; };
    std::vector<Reached> reached;
    slim.words = graph.words;
    slim.model_words = graph.model_words;
    slim.final = graph.final;
    slim.first.assign(graph.nodes() + 1, 0);
    for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
        slim.first[node] = static_cast<std::uint32_t>(slim.arcs.size());
        for (std::uint32_t a = graph.first[node]; a < graph.first[node + 1]; ++a) {
            const Arc& arc = graph.arcs[a];
            if (!index.alive[arc.to]) continue;
            bool dominated = false;
            reached.assign(1, Reached{node, 0, 0});
            for (std::size_t r = 0; r < reached.size() && !dominated && reached.size() < 1000; ++r) {
                const Reached here = reached[r];
                auto other = index.by_word.begin() + graph.first[here.node];
                const auto end = index.by_word.begin() + graph.first[here.node + 1];
                if (here.at < arc.length && (other == end || graph.arcs[*other].length)) {
                    const std::uint32_t wanted = graph.words[arc.words + here.at];
                    other = std::lower_bound(other, end, wanted, [&graph](std::uint32_t b, std::uint32_t word) { return graph.words[graph.arcs[b].words] < word; });
                }
                for (; other != end && !dominated; ++other) {
                    const Arc& b = graph.arcs[*other];
                    if (b.length && (here.at == arc.length || graph.words[b.words] > graph.words[arc.words + here.at])) break;
                    if (*other == a || b.to > arc.to || here.at + b.length > arc.length) continue;
                    if (!std::equal(graph.words.begin() + b.words, graph.words.begin() + b.words + b.length, graph.words.begin() + arc.words + here.at)) continue;
                    const double weight = here.weight + b.weight;
                    if (b.to < arc.to) reached.push_back(Reached{b.to, here.at + b.length, weight});
                    else dominated = here.at + b.length == arc.length && weight > arc.weight;
                }
            }
            if (dominated) continue;
            slim.arcs.push_back(arc);
            kept.push_back(a);
        }
    }
    slim.first[graph.nodes()] = static_cast<std::uint32_t>(slim.arcs.size());
}

class Sampler {
  public:
    // What of graph and model is needed later is kept.
    Sampler(const Graph& graph, const WeightedModel& model, Limits limits, double temperature, std::uint64_t seed)
        : temperature_(std::max(temperature, COLDEST)), seed_(seed) {
        {
            const ArcIndex index(graph);
            without_dominated(index, slim_, kept_);
        }
        index_ = std::make_unique<ArcIndex>(slim_);
        ExactSearch<WeightedModel> search(slim_, model, limits);
        whole_ = search.expand_all(states_, order_);
        if (!whole_) return;
        ways_ = search.take_ways();
        sums_.assign(states_.size(), IMPOSSIBLE);
        for (auto s = order_.rbegin(); s != order_.rend(); ++s) add_up(*s);
    }

    bool whole() const { return whole_; }
    bool empty() const { return order_.empty() || sums_[order_.front()] == IMPOSSIBLE; }
    double best() const { return empty() ? IMPOSSIBLE : states_[order_.front()].onward; }
    std::uint64_t tried() const { return tried_; }

    // Up to `count` strings in at most `attempts` attempts; the next call goes on where this one ended.
    std::vector<Answer> draw(std::uint32_t count, std::uint64_t attempts) {
        std::vector<Answer> answers;
        if (empty()) return answers;
        for (; attempts > 0 && answers.size() < count; --attempts) {
            Answer answer{0, {}};
            SplitMix random(seed_, tried_++);
            walk(random, answer);
            if (!is_best(answer.arcs)) continue;
            for (std::uint32_t& a : answer.arcs) a = kept_[a];
            answers.push_back(std::move(answer));
        }
        return answers;
    }

  private:
    static constexpr double COLDEST = 1e-6;  // colder makes no difference that doubles can hold

    Graph slim_;
    std::vector<std::uint32_t> kept_;
    std::unique_ptr<ArcIndex> index_;
    double temperature_;
    std::uint64_t seed_, tried_ = 0;
    std::vector<Survivor> states_;
    std::vector<Way> ways_;
    std::vector<std::uint32_t> order_;
    std::vector<double> sums_;  // by state: ln Σ exp(score / T) over all ways to the end
    std::vector<std::uint32_t> words_;
    bool whole_ = false;

    void add_up(std::uint32_t s) {
        Survivor& state = states_[s];
        double largest = state.end / temperature_;
        state.onward = state.end;
        for (std::uint32_t w = state.ways; w != NONE; w = ways_[w].next) {
            largest = std::max(largest, ways_[w].score / temperature_ + sums_[ways_[w].to]);
            state.onward = std::max(state.onward, ways_[w].score + states_[ways_[w].to].onward);
        }
        if (largest == IMPOSSIBLE) return;
        double sum = std::exp(state.end / temperature_ - largest);
        for (std::uint32_t w = state.ways; w != NONE; w = ways_[w].next)
            sum += std::exp(ways_[w].score / temperature_ + sums_[ways_[w].to] - largest);
        sums_[s] = largest + std::log(sum);
    }

    void walk(SplitMix& random, Answer& answer) const {
        for (std::uint32_t s = order_.front();;) {
            const Survivor& state = states_[s];
            double left = random.uniform() - std::exp(state.end / temperature_ - sums_[s]);
            std::uint32_t chosen = NONE;
            if (left >= 0 || state.end == IMPOSSIBLE) {
                for (std::uint32_t w = state.ways; w != NONE; w = ways_[w].next) {
                    const double share = std::exp(ways_[w].score / temperature_ + sums_[ways_[w].to] - sums_[s]);
                    if (share > 0) chosen = w;  // what rounding leaves over falls to the last
                    left -= share;
                    if (left < 0) break;
                }
            }
            if (chosen == NONE) {
                answer.score += state.end;
                return;
            }
            answer.score += ways_[chosen].score;
            answer.arcs.push_back(ways_[chosen].arc);
            s = ways_[chosen].to;
        }
    }

    bool is_best(const std::vector<std::uint32_t>& arcs) {
        words_.clear();
        for (std::uint32_t a : arcs) {
            const Arc& arc = slim_.arcs[a];
            words_.insert(words_.end(), slim_.words.begin() + arc.words, slim_.words.begin() + arc.words + arc.length);
        }
        const Spelling spelling(*index_, words_);
        return spelling.ways() == 1 || spelling.best(1).front().arcs == arcs;
    }
};

}  // namespace otherwords
