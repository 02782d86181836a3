// The derivations of a given string: the paths of a graph that say just these words.
//
// A cell is a node together with how many of the string's words have been said there. Only cells that some path reaches are made
// (an index of each node's arcs by first word finds the few that go on), then the best way and the number of ways
// from each to the end are added up backwards, and paths come best first by those exact potentials (the algorithm 1
// of Chevelu et al. 2010, §2.2, with cells in place of tails).
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include "otherwords/lattice/graph.hpp"

namespace otherwords {

// A graph's arcs by node and first word, and from which nodes a paraphrase can still end.
class ArcIndex {
  public:
    explicit ArcIndex(const Graph& graph) : graph(graph), by_word(graph.arcs.size()), alive(graph.nodes(), 0) {
        for (std::uint32_t a = 0; a < by_word.size(); ++a) by_word[a] = a;
        for (std::uint32_t node = graph.nodes(); node-- > 0;) {
            alive[node] = graph.final[node];
            for (std::uint32_t a = graph.first[node]; a < graph.first[node + 1]; ++a) alive[node] |= alive[graph.arcs[a].to];
            std::sort(by_word.begin() + graph.first[node], by_word.begin() + graph.first[node + 1], [&graph](std::uint32_t a, std::uint32_t b) {
                const Arc &x = graph.arcs[a], &y = graph.arcs[b];
                if (!x.length || !y.length) return x.length != y.length ? !x.length : a < b;
                const std::uint32_t u = graph.words[x.words], v = graph.words[y.words];
                return u != v ? u < v : a < b;
            });
        }
    }

    const Graph& graph;
    std::vector<std::uint32_t> by_word;  // arcs without words first
    std::vector<std::uint8_t> alive;
};

struct Derivation {
    double weight;  // language model aside
    std::vector<std::uint32_t> arcs;
};

class Spelling {
  public:
    Spelling(const ArcIndex& index, const std::vector<std::uint32_t>& target) : graph_(index.graph), index_(index), target_(target) {
        if (!graph_.nodes() || !index_.alive[0]) return;
        forward();
        backward();
    }

    // How many derivations there are; exact below 2^53.
    double ways() const { return cells_.empty() ? 0 : cells_[0].ways; }

    // The `count` best derivations, best first. The first is always the same one of those that tie.
    std::vector<Derivation> best(std::size_t count) const {
        if (count == 0 || ways() == 0) return {};
        if (count == 1) return {best_one()};
        std::vector<Derivation> found;
        std::vector<Step> steps;
        std::priority_queue<Partial> queue;
        std::uint32_t sequence = 0;
        queue.push(Partial{cells_[0].best, 0, sequence++, 0, NOWHERE, false});
        while (!queue.empty() && found.size() < count) {
            const Partial partial = queue.top();
            queue.pop();
            const Cell& cell = cells_[partial.cell];
            if (partial.whole) {
                found.push_back(Derivation{partial.weight, arcs_of(steps, partial.step)});
                continue;
            }
            if (ends(cell)) queue.push(Partial{partial.weight, partial.weight, sequence++, partial.cell, partial.step, true});
            for (std::uint32_t e = cell.edges; e < cell.edges_end; ++e) {
                const Cell& to = cells_[edges_[e].to];
                if (to.ways == 0) continue;
                const double weight = partial.weight + graph_.arcs[edges_[e].arc].weight;
                steps.push_back(Step{edges_[e].arc, partial.step});
                queue.push(Partial{weight + to.best, weight, sequence++, edges_[e].to, static_cast<std::uint32_t>(steps.size() - 1), false});
            }
        }
        return found;
    }

    // The longest prefix of the target, in words, with which some whole paraphrase begins.
    std::uint32_t furthest() const { return furthest_; }

    // The arcs of a path that says it, or says it up to within an arc.
    std::vector<std::uint32_t> furthest_arcs() const {
        std::vector<std::uint32_t> arcs;
        if (furthest_cell_ == NOWHERE) return arcs;
        for (std::uint32_t c = furthest_cell_; cells_[c].back != NOWHERE; c = edges_[cells_[c].back].from) arcs.push_back(edges_[cells_[c].back].arc);
        std::reverse(arcs.begin(), arcs.end());
        return arcs;
    }

  private:
    static constexpr std::uint32_t NOWHERE = 0xffffffffu;
    struct Cell {
        std::uint32_t node, at;
        std::uint32_t next;              // another cell of the same node
        std::uint32_t edges, edges_end;  // out of it
        std::uint32_t back;              // the first edge into it
        double best, ways;               // from here to the end
    };
    struct Edge { std::uint32_t arc, from, to; };
    struct Step { std::uint32_t arc, before; };
    struct Partial {
        double promise, weight;
        std::uint32_t sequence, cell, step;
        bool whole;
        bool operator<(const Partial& other) const {
            return promise < other.promise || (promise == other.promise && sequence > other.sequence);
        }
    };

    const Graph& graph_;
    const ArcIndex& index_;
    const std::vector<std::uint32_t>& target_;
    std::vector<Cell> cells_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> order_;  // cells by node
    std::vector<std::uint32_t> head_;   // by node
    std::uint32_t furthest_ = 0, furthest_cell_ = NOWHERE;

    bool ends(const Cell& cell) const { return graph_.final[cell.node] && cell.at == target_.size(); }

    void forward() {
        head_.assign(graph_.nodes(), NOWHERE);
        enter(0, 0, NOWHERE);
        for (std::uint32_t node = 0; node < graph_.nodes(); ++node)
            for (std::uint32_t c = head_[node]; c != NOWHERE; c = cells_[c].next) {
                order_.push_back(c);
                expand(c);
            }
    }

    std::uint32_t enter(std::uint32_t node, std::uint32_t at, std::uint32_t back) {
        for (std::uint32_t c = head_[node]; c != NOWHERE; c = cells_[c].next)
            if (cells_[c].at == at) return c;
        cells_.push_back(Cell{node, at, head_[node], 0, 0, back, -std::numeric_limits<double>::infinity(), 0});
        return head_[node] = static_cast<std::uint32_t>(cells_.size() - 1);
    }

    void expand(std::uint32_t c) {
        const std::uint32_t node = cells_[c].node, at = cells_[c].at;
        cells_[c].edges = static_cast<std::uint32_t>(edges_.size());
        said(c, at);
        auto arc = index_.by_word.begin() + graph_.first[node];
        const auto end = index_.by_word.begin() + graph_.first[node + 1];
        for (; arc != end && graph_.arcs[*arc].length == 0; ++arc) follow(c, *arc, at);
        if (at < target_.size()) {
            arc = std::lower_bound(arc, end, target_[at], [this](std::uint32_t a, std::uint32_t word) { return graph_.words[graph_.arcs[a].words] < word; });
            for (; arc != end && graph_.words[graph_.arcs[*arc].words] == target_[at]; ++arc) follow(c, *arc, at);
        }
        cells_[c].edges_end = static_cast<std::uint32_t>(edges_.size());
    }

    void follow(std::uint32_t c, std::uint32_t a, std::uint32_t at) {
        const Arc& arc = graph_.arcs[a];
        if (!index_.alive[arc.to]) return;
        std::uint32_t i = 0;
        while (i < arc.length && at + i < target_.size() && graph_.words[arc.words + i] == target_[at + i]) ++i;
        if (i < arc.length) {
            said(c, at + i);
            return;
        }
        const std::uint32_t back = static_cast<std::uint32_t>(edges_.size());
        const std::uint32_t to = enter(arc.to, at + arc.length, back);
        edges_.push_back(Edge{a, c, to});
    }

    void said(std::uint32_t c, std::uint32_t words) {
        if (furthest_cell_ != NOWHERE && words < furthest_) return;
        furthest_ = words;
        furthest_cell_ = c;
    }

    void backward() {
        for (auto c = order_.rbegin(); c != order_.rend(); ++c) {
            Cell& cell = cells_[*c];
            if (ends(cell)) { cell.best = 0; cell.ways = 1; }
            for (std::uint32_t e = cell.edges; e < cell.edges_end; ++e) {
                const Cell& to = cells_[edges_[e].to];
                cell.ways += to.ways;
                cell.best = std::max(cell.best, graph_.arcs[edges_[e].arc].weight + to.best);
            }
        }
    }

    Derivation best_one() const {
        Derivation found{cells_[0].best, {}};
        for (std::uint32_t c = 0;;) {
            const Cell& cell = cells_[c];
            if (ends(cell) && cell.best == 0) return found;
            for (std::uint32_t e = cell.edges; e < cell.edges_end; ++e) {
                const Cell& to = cells_[edges_[e].to];
                if (to.ways == 0 || graph_.arcs[edges_[e].arc].weight + to.best != cell.best) continue;
                found.arcs.push_back(edges_[e].arc);
                c = edges_[e].to;
                break;
            }
        }
    }

    static std::vector<std::uint32_t> arcs_of(const std::vector<Step>& steps, std::uint32_t step) {
        std::vector<std::uint32_t> arcs;
        for (; step != NOWHERE; step = steps[step].before) arcs.push_back(steps[step].arc);
        std::reverse(arcs.begin(), arcs.end());
        return arcs;
    }
};

}  // namespace otherwords
