// Weaves the rewrites of a sentence into a graph.
//
// Plain rewrites need no more nodes than places between tokens. With slots and gaps the graph is that of an acyclic
// pushdown automaton: a node is (place, end of the stretch being walked, return stack, open commitments).
// A slot is a call: the walk goes through the slot's tokens, with all their rewrites, and returns. A rewrite over
// several parts opens a commitment at whichever part is met first; no other rewrite may touch the parts that are
// still to come, so the walk must meet them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

#include "otherwords/lattice/graph.hpp"
#include "otherwords/rewrites/batch.hpp"

namespace otherwords {

struct WeaveLimits {
    std::uint32_t depth = 8;         // slots within slots
    std::uint32_t commitments = 6;   // parts still to come at once
    std::uint32_t nodes = 1000000;
    std::uint32_t arcs = 20000000;
};

// What a limit cut; a search over the graph is then not exact.
struct Cut { bool depth = false, commitments = false, nodes = false; };

class Weaver {
  public:
    // model_word(word) is what the language model reads for a word.
    template <class ModelWord>
    static Cut weave(const Batch& batch, WeaveLimits limits, ModelWord model_word, Graph& graph) {
        Weaver weaver(batch, limits, graph);
        if (batch.shapes.empty()) weaver.plain();
        else weaver.pushdown();
        graph.words = batch.words;
        graph.model_words.resize(batch.words.size());
        for (std::size_t i = 0; i < batch.words.size(); ++i)
            graph.model_words[i] = batch.words[i] & SLOT_MARK ? 0 : model_word(batch.words[i]);
        return weaver.cut_;
    }

  private:
    static constexpr std::uint32_t NOWHERE = 0xffffffffu;

    struct Frame {               // where to go on after a slot
        std::uint32_t rewrite, symbol, parent, limit;
        auto key() const { return std::tie(rewrite, symbol, parent, limit); }
        bool operator<(const Frame& other) const { return key() < other.key(); }
    };
    struct Open { std::uint32_t rewrite, taken; bool operator<(const Open& o) const { return std::tie(rewrite, taken) < std::tie(o.rewrite, o.taken); } };
    using Commitments = std::vector<Open>;  // sorted
    struct Node {
        std::uint32_t place, limit, stack, commitments;
        bool operator<(const Node& o) const { return std::tie(place, limit, stack, commitments) < std::tie(o.place, o.limit, o.stack, o.commitments); }
    };

    const Batch& batch_;
    WeaveLimits limits_;
    Graph& graph_;
    Cut cut_;
    std::map<Node, std::uint32_t> node_numbers_;
    std::vector<Node> nodes_;
    std::map<Frame, std::uint32_t> frame_numbers_;
    std::vector<Frame> frames_;
    std::map<Commitments, std::uint32_t> commitment_numbers_;
    std::vector<Commitments> commitments_;
    std::vector<std::vector<std::uint32_t>> starting_;  // by place: rewrites with a part that starts there
    std::vector<std::uint32_t> from_;                   // by arc, as found
    std::vector<Arc> arcs_;

    Weaver(const Batch& batch, WeaveLimits limits, Graph& graph) : batch_(batch), limits_(limits), graph_(graph) {}

    void plain() {
        const std::uint32_t tokens = batch_.tokens;
        graph_.first.assign(tokens + 2, 0);
        graph_.final.assign(tokens + 1, 0);
        graph_.final[tokens] = 1;
        for (const Rewrite& rewrite : batch_.rewrites) ++graph_.first[rewrite.start + 1];
        for (std::uint32_t i = 1; i < tokens + 2; ++i) graph_.first[i] += graph_.first[i - 1];
        graph_.arcs.resize(batch_.rewrites.size());
        std::vector<std::uint32_t> next(graph_.first.begin(), graph_.first.end() - 1);
        for (std::uint32_t r = 0; r < batch_.rewrites.size(); ++r) {
            const Rewrite& rewrite = batch_.rewrites[r];
            graph_.arcs[next[rewrite.start]++] = Arc{rewrite.end, rewrite.words, rewrite.length, r, 0, rewrite.weight};
        }
    }

    void pushdown() {
        starting_.resize(batch_.tokens + 1);
        for (std::uint32_t r = 0; r < batch_.rewrites.size(); ++r) {
            const Rewrite& rewrite = batch_.rewrites[r];
            if (rewrite.shape == PLAIN) { starting_[rewrite.start].push_back(r); continue; }
            const Shape& shape = batch_.shapes[rewrite.shape];
            for (std::uint32_t p = shape.parts; p < shape.parts_end; ++p) starting_[batch_.parts[p].start].push_back(r);
        }
        commitments_.push_back({});
        commitment_numbers_[{}] = 0;
        number(Node{0, batch_.tokens, NOWHERE, 0});
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) expand(n);
        sort_nodes();
    }

    std::uint32_t number(const Node& node) {
        auto found = node_numbers_.find(node);
        if (found != node_numbers_.end()) return found->second;
        if (nodes_.size() >= limits_.nodes || arcs_.size() >= limits_.arcs) { cut_.nodes = true; return NOWHERE; }
        nodes_.push_back(node);
        return node_numbers_[node] = static_cast<std::uint32_t>(nodes_.size() - 1);
    }

    std::uint32_t number(const Frame& frame) {
        auto [place, fresh] = frame_numbers_.emplace(frame, static_cast<std::uint32_t>(frames_.size()));
        if (fresh) frames_.push_back(frame);
        return place->second;
    }

    std::uint32_t number(const Commitments& open) {
        auto [place, fresh] = commitment_numbers_.emplace(open, static_cast<std::uint32_t>(commitments_.size()));
        if (fresh) commitments_.push_back(open);
        return place->second;
    }

    void add_arc(std::uint32_t from, const Node& to, std::uint32_t words, std::uint32_t length, std::uint32_t rewrite, std::uint32_t part, float weight) {
        const std::uint32_t target = number(to);
        if (target == NOWHERE) return;
        from_.push_back(from);
        arcs_.push_back(Arc{target, words, length, rewrite, part, weight});
    }

    void expand(std::uint32_t n) {
        const Node node = nodes_[n];
        if (node.place == node.limit) {
            if (node.stack != NOWHERE) {
                const Frame frame = frames_[node.stack];
                go_on(n, node, frame.rewrite, frame.symbol, frame.parent, frame.limit, 0);
            }
            return;
        }
        for (std::uint32_t r : starting_[node.place]) {
            const Rewrite& rewrite = batch_.rewrites[r];
            if (rewrite.shape == PLAIN) {
                if (rewrite.end <= node.limit && !touches(node.commitments, rewrite.start, rewrite.end))
                    add_arc(n, Node{rewrite.end, node.limit, node.stack, node.commitments}, rewrite.words, rewrite.length, r, 0, rewrite.weight);
                continue;
            }
            const Shape& shape = batch_.shapes[rewrite.shape];
            if (shape.parts_end - shape.parts > 1) take_part(n, node, r);
            else if (rewrite.end <= node.limit && !support_touches(node.commitments, rewrite, shape) && !around(node.stack, r)) {
                if (stack_depth(node.stack) >= limits_.depth) cut_.depth = true;
                else go_on(n, node, r, 0, node.stack, node.limit, rewrite.weight);
            }
        }
    }

    // Says the symbols of a rewrite from `symbol` on up to its next slot, and calls that; or returns at its end.
    void go_on(std::uint32_t n, const Node& node, std::uint32_t r, std::uint32_t symbol, std::uint32_t parent, std::uint32_t limit, float weight) {
        const Rewrite& rewrite = batch_.rewrites[r];
        const Shape& shape = batch_.shapes[rewrite.shape];
        const Part& part = batch_.parts[shape.parts];
        std::uint32_t end = symbol;
        while (end < part.length && !(batch_.words[part.symbols + end] & SLOT_MARK)) ++end;
        const std::uint32_t chunk = symbol ? chunk_number(part, symbol) : 0;
        if (end == part.length) {
            add_arc(n, Node{rewrite.end, limit, parent, node.commitments}, part.symbols + symbol, end - symbol, r, chunk, weight);
        } else {
            const Stretch slot = batch_.slots[shape.slots + (batch_.words[part.symbols + end] & ~SLOT_MARK)];
            const std::uint32_t stack = number(Frame{r, end + 1, parent, limit});
            add_arc(n, Node{slot.start, slot.end, stack, node.commitments}, part.symbols + symbol, end - symbol, r, chunk, weight);
        }
    }

    std::uint32_t chunk_number(const Part& part, std::uint32_t symbol) const {
        std::uint32_t chunk = 0;
        for (std::uint32_t i = 0; i < symbol; ++i) chunk += (batch_.words[part.symbols + i] & SLOT_MARK) != 0;
        return chunk;
    }

    // Opens a commitment by the part that starts here, or meets one that is open.
    void take_part(std::uint32_t n, const Node& node, std::uint32_t r) {
        const Rewrite& rewrite = batch_.rewrites[r];
        const Shape& shape = batch_.shapes[rewrite.shape];
        std::uint32_t p = shape.parts;
        while (batch_.parts[p].start != node.place) ++p;
        const Part& part = batch_.parts[p];
        if (part.end > node.limit) return;
        const std::uint32_t bit = 1u << (p - shape.parts), all = (1u << (shape.parts_end - shape.parts)) - 1;
        Commitments open = commitments_[node.commitments];
        auto mine = std::find_if(open.begin(), open.end(), [r](const Open& o) { return o.rewrite == r; });
        const bool opens = mine == open.end();
        if (opens) {
            if (touches(node.commitments, part.start, part.end)) return;
            for (std::uint32_t q = shape.parts; q < shape.parts_end; ++q)
                if (q != p && (touches(node.commitments, batch_.parts[q].start, batch_.parts[q].end) || !still_to_come(node, part.end, batch_.parts[q]))) return;
            if (open.size() >= limits_.commitments) { cut_.commitments = true; return; }
            open.push_back(Open{r, bit});
            std::sort(open.begin(), open.end());
        } else {
            mine->taken |= bit;
            if (mine->taken == all) open.erase(mine);
        }
        add_arc(n, Node{part.end, node.limit, node.stack, number(open)}, part.symbols, part.length, r, p - shape.parts, opens ? rewrite.weight : 0);
    }

    // Whether the walk still comes by all of `part` in one stretch, once it stands at `place`.
    bool still_to_come(const Node& node, std::uint32_t place, const Part& part) const {
        std::uint32_t limit = node.limit;
        for (std::uint32_t stack = node.stack;; stack = frames_[stack].parent) {
            if (place <= part.start && part.end <= limit) return true;
            if (stack == NOWHERE) return false;
            const Frame& frame = frames_[stack];
            const Rewrite& rewrite = batch_.rewrites[frame.rewrite];
            const Shape& shape = batch_.shapes[rewrite.shape];
            const Part& body = batch_.parts[shape.parts];
            for (std::uint32_t i = frame.symbol; i < body.length; ++i) {
                const std::uint32_t symbol = batch_.words[body.symbols + i];
                if (!(symbol & SLOT_MARK)) continue;
                const Stretch slot = batch_.slots[shape.slots + (symbol & ~SLOT_MARK)];
                if (slot.start <= part.start && part.end <= slot.end) return true;
            }
            place = rewrite.end;
            limit = frame.limit;
        }
    }

    // Whether tokens start…end - 1 belong to a part that an open commitment still has to meet.
    bool touches(std::uint32_t commitments, std::uint32_t start, std::uint32_t end) const {
        for (const Open& open : commitments_[commitments]) {
            const Shape& shape = batch_.shapes[batch_.rewrites[open.rewrite].shape];
            for (std::uint32_t p = shape.parts; p < shape.parts_end; ++p)
                if (!(open.taken >> (p - shape.parts) & 1) && batch_.parts[p].start < end && start < batch_.parts[p].end) return true;
        }
        return false;
    }

    // The same for a rewrite with slots: what lies within a slot is not its own.
    bool support_touches(std::uint32_t commitments, const Rewrite& rewrite, const Shape& shape) const {
        for (const Open& open : commitments_[commitments]) {
            const Shape& other = batch_.shapes[batch_.rewrites[open.rewrite].shape];
            for (std::uint32_t p = other.parts; p < other.parts_end; ++p) {
                const Part& part = batch_.parts[p];
                if (open.taken >> (p - other.parts) & 1 || part.end <= rewrite.start || rewrite.end <= part.start) continue;
                bool inside = false;
                for (std::uint32_t s = shape.slots; s < shape.slots_end; ++s)
                    inside = inside || (batch_.slots[s].start <= part.start && part.end <= batch_.slots[s].end);
                if (!inside) return true;
            }
        }
        return false;
    }

    // Whether the walk is within a slot of this very rewrite. One without tokens of its own would nest in itself for ever.
    bool around(std::uint32_t stack, std::uint32_t r) const {
        for (; stack != NOWHERE; stack = frames_[stack].parent)
            if (frames_[stack].rewrite == r) return true;
        return false;
    }

    std::uint32_t stack_depth(std::uint32_t stack) const {
        std::uint32_t depth = 0;
        for (; stack != NOWHERE; stack = frames_[stack].parent) ++depth;
        return depth;
    }

    // Numbers the nodes anew in topological order (they are found breadth first) and lays out the arcs by node.
    void sort_nodes() {
        const std::uint32_t nodes = static_cast<std::uint32_t>(nodes_.size());
        std::vector<std::uint8_t> final(nodes, 0);
        for (std::uint32_t n = 0; n < nodes; ++n)
            final[n] = nodes_[n].place == batch_.tokens && nodes_[n].stack == NOWHERE && commitments_[nodes_[n].commitments].empty();
        layout(graph_, nodes, from_, arcs_, final);
    }

  public:
    // Fills a graph from arcs in any order; node 0 is the start and every node is reachable from it.
    static void layout(Graph& graph, std::uint32_t nodes, const std::vector<std::uint32_t>& from, const std::vector<Arc>& arcs, const std::vector<std::uint8_t>& final) {
        std::vector<std::uint32_t> first(nodes + 1, 0), by_node(arcs.size()), entering(nodes, 0), order, rank(nodes, 0);
        for (std::size_t a = 0; a < arcs.size(); ++a) { ++first[from[a] + 1]; ++entering[arcs[a].to]; }
        for (std::uint32_t n = 0; n < nodes; ++n) first[n + 1] += first[n];
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (std::uint32_t a = 0; a < arcs.size(); ++a) by_node[next[from[a]]++] = a;
        order.reserve(nodes);
        order.push_back(0);
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::uint32_t k = first[order[i]]; k < first[order[i] + 1]; ++k)
                if (--entering[arcs[by_node[k]].to] == 0) order.push_back(arcs[by_node[k]].to);
        for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
        graph.first.assign(nodes + 1, 0);
        graph.final.assign(nodes, 0);
        graph.arcs.clear();
        graph.arcs.reserve(arcs.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            graph.first[i] = static_cast<std::uint32_t>(graph.arcs.size());
            graph.final[i] = final[order[i]];
            for (std::uint32_t k = first[order[i]]; k < first[order[i] + 1]; ++k) {
                graph.arcs.push_back(arcs[by_node[k]]);
                graph.arcs.back().to = rank[graph.arcs.back().to];
            }
        }
        graph.first[nodes] = static_cast<std::uint32_t>(graph.arcs.size());
    }
};

}  // namespace otherwords
