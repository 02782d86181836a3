// Constraints: small automata over the arcs of a graph, joined to it so that only paths they accept are left.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "otherwords/lattice/graph.hpp"
#include "otherwords/lattice/weave.hpp"
#include "otherwords/rewrites/batch.hpp"

namespace otherwords {

// start; step → the next state, or REJECTED; accepts. A state is any number.
class Constraint {
  public:
    static constexpr std::uint32_t REJECTED = 0xffffffffu;
    virtual ~Constraint() = default;
    virtual void prepare(const Graph&) {}  // a look at the whole graph before the first step
    virtual std::uint32_t start() { return 0; }
    virtual std::uint32_t step(std::uint32_t state, const Graph& graph, std::uint32_t from, const Arc& arc) = 0;
    virtual bool accepts(std::uint32_t) const { return true; }
};

// Which terms a path must say (each at least once) or must not say.
class Terms : public Constraint {
  public:
    Terms(std::vector<std::vector<std::uint32_t>> terms, bool required) : terms_(std::move(terms)), required_(required) {}

    std::uint32_t start() override { return state_number(std::vector<std::uint32_t>(terms_.size(), 0)); }

    std::uint32_t step(std::uint32_t state, const Graph& graph, std::uint32_t, const Arc& arc) override {
        std::vector<std::uint32_t> matched = states_[state];
        for (std::uint32_t i = 0; i < arc.length; ++i)
            for (std::size_t t = 0; t < terms_.size(); ++t) {
                if (matched[t] == terms_[t].size()) continue;  // said
                matched[t] = longer(terms_[t], matched[t], graph.words[arc.words + i]);
                if (!required_ && matched[t] == terms_[t].size()) return REJECTED;
            }
        return state_number(matched);
    }

    bool accepts(std::uint32_t state) const override {
        if (!required_) return true;
        for (std::size_t t = 0; t < terms_.size(); ++t)
            if (states_[state][t] != terms_[t].size()) return false;
        return true;
    }

  private:
    std::vector<std::vector<std::uint32_t>> terms_;
    bool required_;
    std::vector<std::vector<std::uint32_t>> states_;  // how much of each term has just been said
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;

    std::uint32_t state_number(const std::vector<std::uint32_t>& matched) {
        auto [place, fresh] = numbers_.emplace(matched, static_cast<std::uint32_t>(states_.size()));
        if (fresh) states_.push_back(matched);
        return place->second;
    }

    // The longest beginning of the term that ends with `word` after its first `matched` words were said. Terms are short.
    static std::uint32_t longer(const std::vector<std::uint32_t>& term, std::uint32_t matched, std::uint32_t word) {
        for (std::uint32_t length = matched + 1; length > 0; --length) {
            if (term[length - 1] != word) continue;
            bool same = true;  // do the first length - 1 words of the term end what was matched?
            for (std::uint32_t i = 0; i + 1 < length && same; ++i) same = term[i] == term[matched - (length - 1) + i];
            if (same) return length;
        }
        return 0;
    }
};

// How many rewrites that change something there must and may be. Counting stops where more makes no difference.
class Changes : public Constraint {
  public:
    Changes(const Batch& batch, std::uint32_t fewest, std::uint32_t most) : batch_(batch), fewest_(fewest), most_(most) {}

    std::uint32_t step(std::uint32_t state, const Graph&, std::uint32_t, const Arc& arc) override {
        if (arc.part != 0 || !batch_.rewrites[arc.rewrite].changes) return state;
        if (state >= most_) return REJECTED;
        return most_ == REJECTED && state >= fewest_ ? state : state + 1;
    }
    bool accepts(std::uint32_t state) const override { return state >= fewest_; }

  private:
    const Batch& batch_;
    std::uint32_t fewest_, most_;
};

// A limit on the summed length of the words. Where even the longest way to the end fits, the length no longer matters;
// where even the shortest does not, the path is given up: so few states are needed.
class Length : public Constraint {
  public:
    // lengths: by word, what it adds (in characters or bytes with the space before it, or 1)
    Length(std::unordered_map<std::uint32_t, std::uint32_t> lengths, std::uint32_t limit) : lengths_(std::move(lengths)), limit_(limit) {}

    void prepare(const Graph& graph) override {
        shortest_.assign(graph.nodes(), UNREACHABLE);
        longest_.assign(graph.nodes(), 0);
        for (std::uint32_t n = graph.nodes(); n-- > 0;) {
            if (graph.final[n]) shortest_[n] = 0;
            for (std::uint32_t a = graph.first[n]; a < graph.first[n + 1]; ++a) {
                const std::uint64_t added = length(graph, graph.arcs[a]);
                shortest_[n] = std::min(shortest_[n], shortest_[graph.arcs[a].to] + added);
                longest_[n] = std::max(longest_[n], longest_[graph.arcs[a].to] + added);
            }
        }
    }

    std::uint32_t step(std::uint32_t state, const Graph& graph, std::uint32_t, const Arc& arc) override {
        if (state == FREE) return FREE;
        const std::uint64_t reached = state + length(graph, arc);
        if (reached + shortest_[arc.to] > limit_) return REJECTED;
        return reached + longest_[arc.to] <= limit_ ? FREE : static_cast<std::uint32_t>(reached);
    }

  private:
    static constexpr std::uint32_t FREE = 0xfffffffeu;
    static constexpr std::uint64_t UNREACHABLE = 1ull << 40;
    std::unordered_map<std::uint32_t, std::uint32_t> lengths_;
    std::uint64_t limit_;
    std::vector<std::uint64_t> shortest_, longest_;

    std::uint64_t length(const Graph& graph, const Arc& arc) const {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < arc.length; ++i) {
            auto found = lengths_.find(graph.words[arc.words + i]);
            sum += found == lengths_.end() ? 1 : found->second;
        }
        return sum;
    }
};

// Forms that depend on the sound that follows ("a" and "an", "le" and "l'"): a word may demand that the next one
// begins in a certain way. What stands so in the source and is kept is never touched (it is excused).
class Agreement : public Constraint {
  public:
    // begins: how the word begins, 0 where nobody knows; demands: what it demands, 0 for nothing. Which demand clashes
    // with which beginning is `clashes`, at demands * 256 + begins.
    struct Sound { std::uint8_t begins, demands; };

    Agreement(const Batch& batch, std::unordered_map<std::uint32_t, Sound> sounds, std::vector<std::uint32_t> clashes,
              std::vector<std::uint8_t> odd_in_source)
        : batch_(batch), sounds_(std::move(sounds)), clashes_(65536, 0), odd_(std::move(odd_in_source)) {
        for (std::uint32_t pair : clashes)
            if (pair >> 8 && pair & 255) clashes_[pair & 0xffff] = 1;
    }

    // The state is the demand that is open, and, where the last word was kept, the place after it (for the excuse).
    std::uint32_t step(std::uint32_t state, const Graph& graph, std::uint32_t, const Arc& arc) override {
        if (arc.length == 0) return state;
        const Rewrite& rewrite = batch_.rewrites[arc.rewrite];
        const bool kept = batch_.keeps(rewrite);
        std::uint32_t demand = state & 255, place = state >> 8;
        const bool excused = kept && place == rewrite.start + 1 && rewrite.start > 0 && odd_[rewrite.start - 1];
        for (std::uint32_t i = 0; i < arc.length; ++i) {
            const Sound sound = sound_of(graph.words[arc.words + i]);
            if (clashes_[demand << 8 | sound.begins] && !(kept && (i > 0 || excused))) return REJECTED;
            demand = sound.demands;
        }
        if (!demand) return 0;
        return demand | (kept && odd_[rewrite.end - 1] ? (rewrite.end + 1) << 8 : 0);
    }

  private:
    const Batch& batch_;
    std::unordered_map<std::uint32_t, Sound> sounds_;
    std::vector<std::uint8_t> clashes_;
    std::vector<std::uint8_t> odd_;  // by token: does it clash with the next one as the source stands?

    Sound sound_of(std::uint32_t word) const {
        auto found = sounds_.find(word);
        return found == sounds_.end() ? Sound{0, 0} : found->second;
    }
};

// The same unit said alike wherever it is replaced: rewrites of one `key` must all make the same `choice`.
class Alike : public Constraint {
  public:
    // by rewrite: its key (0: none of this constraint's business), and its choice
    Alike(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> choices) : keys_(std::move(keys)), choices_(std::move(choices)) {}

    std::uint32_t start() override { return state_number({}); }

    std::uint32_t step(std::uint32_t state, const Graph&, std::uint32_t, const Arc& arc) override {
        const std::uint32_t key = keys_[arc.rewrite];
        if (key == 0 || arc.part != 0) return state;
        std::map<std::uint32_t, std::uint32_t> chosen = states_[state];
        auto [place, fresh] = chosen.emplace(key, choices_[arc.rewrite]);
        if (!fresh) return place->second == choices_[arc.rewrite] ? state : REJECTED;
        return state_number(chosen);
    }

  private:
    std::vector<std::uint32_t> keys_, choices_;
    std::vector<std::map<std::uint32_t, std::uint32_t>> states_;
    std::map<std::map<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;

    std::uint32_t state_number(const std::map<std::uint32_t, std::uint32_t>& chosen) {
        auto [place, fresh] = numbers_.emplace(chosen, static_cast<std::uint32_t>(states_.size()));
        if (fresh) states_.push_back(chosen);
        return place->second;
    }
};

// The graph of the paths that the constraint accepts; false where a limit cut it.
inline bool constrain(Graph& graph, Constraint& constraint, WeaveLimits limits) {
    constraint.prepare(graph);
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes;
    std::vector<std::uint32_t> from;
    std::vector<Arc> arcs;
    bool whole = true;
    auto number = [&](std::uint32_t node, std::uint32_t state) {
        auto [place, fresh] = numbers.emplace(std::uint64_t(node) << 32 | state, static_cast<std::uint32_t>(nodes.size()));
        if (fresh) nodes.emplace_back(node, state);
        return place->second;
    };
    number(0, constraint.start());
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        const auto [node, state] = nodes[n];
        if (nodes.size() > limits.nodes || arcs.size() > limits.arcs) { whole = false; break; }
        for (std::uint32_t a = graph.first[node]; a < graph.first[node + 1]; ++a) {
            const std::uint32_t next = constraint.step(state, graph, node, graph.arcs[a]);
            if (next == Constraint::REJECTED) continue;
            from.push_back(n);
            arcs.push_back(graph.arcs[a]);
            arcs.back().to = number(graph.arcs[a].to, next);
        }
    }
    std::vector<std::uint8_t> final(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) final[n] = graph.final[nodes[n].first] && constraint.accepts(nodes[n].second);
    Weaver::layout(graph, static_cast<std::uint32_t>(nodes.size()), from, arcs, final);
    return whole;
}

}  // namespace otherwords
