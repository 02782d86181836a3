// How good can what follows be at most? Bounds for every node of a lattice, by the last word said before it.
//
// The arcs of a node are a trie over their first words, so that what many arcs have in common is scored once, and sorted by
// the best that can follow, so that most of it is never looked at. A word's probability is bounded by the largest that it has
// after any context which ends in the words that are known.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "otherwords/lattice/graph.hpp"
#include "otherwords/search/strings.hpp"
#include "otherwords/storage/places.hpp"

namespace otherwords {

// `Model` gives: order(), begin(), after(word) (the state that a word alone leaves), end_word(),
// step(state, word, next), upper(state, word, next): the largest step from any context that ends in `state`'s, and
// lift(state), most(word, lift): the largest step with this word from any context of which none has a larger lift.
template <class Model>
class Bounds {
  public:
    Bounds(const Graph& graph, const Model& model) : graph_(graph), model_(model), depth_(model.order() - 1) {}

  protected:
    // A node's arcs, as a trie over the words whose probability depends on what came before the arc
    // (the first order - 1). `rest` bounds what follows this word: deeper words, the arc's own score, and on to the end.
    struct Branch {
        std::uint32_t word;
        std::uint32_t arcs, arcs_end;          // in by_words_: arcs that need no deeper word
        std::uint32_t children, children_end;  // in branches_
        double rest;
        double most;                           // first words of a node: bounds the word, after any context, and `rest`
    };
    struct Context {  // a node entered after a certain last word
        std::uint32_t state;      // of the language model, knowing that word alone
        std::uint32_t next;       // another context of the same node
        std::uint32_t ahead;      // where the node's branches have their bounds for this context, or NONE
        double bound;             // the best score from here to the end is at most this
    };
    struct ArcPlan {
        double inner;             // weight and those of its words that see only words of the arc
        std::uint32_t context;    // of its end; NONE for an arc without words
        std::uint32_t state;      // of the language model after it, where the arc alone decides; else NONE
    };
    struct Ahead {  // of a context, through one branch: its word is at most this probable, the whole at most this good
        double word, through;
        std::uint32_t state;  // of the language model after the word
        bool close;           // whether `through` looks at the words after the first in this context
    };

    const Graph& graph_;
    const Model& model_;
    std::uint32_t depth_;                     // words before one that its probability depends on
    std::vector<ArcPlan> plans_;
    std::vector<Context> contexts_;
    std::vector<std::uint32_t> context_of_;   // by node: its first context
    Places context_places_;
    std::vector<std::uint32_t> by_words_;     // arcs of each node, in the order of their branches
    std::vector<Branch> branches_;
    std::vector<std::uint32_t> roots_;        // by node: its root branch
    std::vector<Ahead> ahead_;                // by (context, child of root); NaN: not looked up yet

    void prepare() {
        find_contexts();
        build_branches();
        for (std::uint32_t node = graph_.nodes(); node-- > 0;) bound_node(node);
    }

    std::uint32_t enter_context(std::uint32_t node, std::uint32_t state) {
        std::uint32_t fresh = static_cast<std::uint32_t>(contexts_.size());
        std::uint32_t found = context_places_.find_or_add(std::uint64_t(node) << 32 | state, fresh);
        if (found == fresh) {
            contexts_.push_back(Context{state, context_of_[node], NONE, IMPOSSIBLE});
            context_of_[node] = fresh;
        }
        return found;
    }

    void find_contexts() {
        const std::uint32_t nodes = graph_.nodes();
        plans_.resize(graph_.arcs.size());
        context_of_.assign(nodes, NONE);
        context_places_.reset(graph_.arcs.size());
        enter_context(0, depth_ ? model_.begin() : model_.after(0));
        for (std::uint32_t node = 0; node < nodes; ++node) {
            if (context_of_[node] == NONE) continue;  // cannot be reached
            for (std::uint32_t a = graph_.first[node]; a < graph_.first[node + 1]; ++a) {
                const Arc& arc = graph_.arcs[a];
                if (arc.length == 0) {
                    plans_[a] = ArcPlan{arc.weight, NONE, NONE};
                    for (std::uint32_t c = context_of_[node]; c != NONE; c = contexts_[c].next) enter_context(arc.to, contexts_[c].state);
                } else {
                    plans_[a].context = enter_context(arc.to, model_.after(graph_.model_words[arc.words + arc.length - 1]));
                }
            }
        }
    }

    void build_branches() {
        const std::uint32_t nodes = graph_.nodes();
        by_words_.resize(graph_.arcs.size());
        roots_.assign(nodes, NONE);
        branches_.reserve(2 * graph_.arcs.size() + nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            if (context_of_[node] == NONE) continue;
            const std::uint32_t begin = graph_.first[node], end = graph_.first[node + 1];
            for (std::uint32_t a = begin; a < end; ++a) by_words_[a] = a;
            std::sort(by_words_.begin() + begin, by_words_.begin() + end,
                      [this](std::uint32_t a, std::uint32_t b) { return earlier(a, b); });
            roots_[node] = static_cast<std::uint32_t>(branches_.size());
            branches_.push_back(Branch{0, begin, end, 0, 0, 0, 0});
            split(roots_[node], 0);
        }
    }

    bool earlier(std::uint32_t a, std::uint32_t b) const {
        const Arc &x = graph_.arcs[a], &y = graph_.arcs[b];
        const std::uint32_t *u = &graph_.model_words[x.words], *v = &graph_.model_words[y.words];
        for (std::uint32_t i = 0; i < depth_; ++i) {
            if (i == x.length || i == y.length) { if (x.length != y.length) return x.length < y.length; break; }
            if (u[i] != v[i]) return u[i] < v[i];
        }
        return a < b;
    }

    // Splits the arcs of a branch into those that end here and children by their next word.
    void split(std::uint32_t branch, std::uint32_t level) {
        const std::uint32_t begin = branches_[branch].arcs, end = branches_[branch].arcs_end;
        std::uint32_t here = begin;
        while (here < end && (level == depth_ || graph_.arcs[by_words_[here]].length == level)) ++here;
        const std::uint32_t children = static_cast<std::uint32_t>(branches_.size());
        for (std::uint32_t a = here; a < end;) {
            const std::uint32_t word = graph_.model_words[graph_.arcs[by_words_[a]].words + level], from = a;
            while (a < end && graph_.model_words[graph_.arcs[by_words_[a]].words + level] == word) ++a;
            branches_.push_back(Branch{word, from, a, 0, 0, IMPOSSIBLE, IMPOSSIBLE});
        }
        const std::uint32_t children_end = static_cast<std::uint32_t>(branches_.size());
        Branch& b = branches_[branch];
        b.arcs_end = here;
        b.children = children;
        b.children_end = children_end;
        for (std::uint32_t c = children; c < children_end; ++c) split(c, level + 1);
    }

    void bound_node(std::uint32_t node) {
        if (context_of_[node] == NONE) return;
        const Branch& root = branches_[roots_[node]];
        double lift = 0;
        for (std::uint32_t c = context_of_[node]; c != NONE; c = contexts_[c].next) lift = std::max(lift, model_.lift(contexts_[c].state));
        for (std::uint32_t c = root.children; c < root.children_end; ++c) {
            bound_branch(c, model_.after(branches_[c].word), 1);
            branches_[c].most = branches_[c].rest + model_.most(branches_[c].word, lift);
        }
        if (depth_ == 0)
            for (std::uint32_t i = root.arcs; i < root.arcs_end; ++i) plan_tail(by_words_[i], 0, 0);
        std::sort(branches_.begin() + root.children, branches_.begin() + root.children_end,
                  [](const Branch& a, const Branch& b) { return a.most > b.most || (a.most == b.most && a.word < b.word); });
        const std::uint32_t width = root.children_end - root.children;
        for (std::uint32_t c = context_of_[node]; c != NONE; c = contexts_[c].next) {
            contexts_[c].ahead = static_cast<std::uint32_t>(ahead_.size());
            ahead_.resize(ahead_.size() + width, Ahead{std::numeric_limits<double>::quiet_NaN(), 0, 0, false});
            contexts_[c].bound = bound_context(node, c);
        }
    }

    // `state`: the model's after the branch's words alone, of which there are `level`.
    void bound_branch(std::uint32_t branch, std::uint32_t state, std::uint32_t level) {
        double rest = IMPOSSIBLE;
        for (std::uint32_t i = branches_[branch].arcs; i < branches_[branch].arcs_end; ++i)
            rest = std::max(rest, plan_tail(by_words_[i], state, level));
        const std::uint32_t end = branches_[branch].children_end;
        for (std::uint32_t c = branches_[branch].children; c < end; ++c) {
            std::uint32_t next;
            const double bound = model_.upper(state, branches_[c].word, next);
            bound_branch(c, next, level + 1);
            rest = std::max(rest, bound + branches_[c].rest);
        }
        branches_[branch].rest = rest;
    }

    // Scores the words of an arc beyond the first `level`, which see `level` = order - 1 words of the arc (or there are none).
    double plan_tail(std::uint32_t a, std::uint32_t state, std::uint32_t level) {
        const Arc& arc = graph_.arcs[a];
        ArcPlan& plan = plans_[a];
        plan.inner = arc.weight;
        for (std::uint32_t i = level; i < arc.length; ++i) plan.inner += model_.step(state, graph_.model_words[arc.words + i], state);
        plan.state = arc.length >= depth_ && arc.length ? state : NONE;
        return arc.length ? plan.inner + contexts_[plan.context].bound : IMPOSSIBLE;
    }

    double bound_context(std::uint32_t node, std::uint32_t c) {
        const Branch& root = branches_[roots_[node]];
        double best = IMPOSSIBLE;
        std::uint32_t next;
        if (graph_.final[node]) best = model_.upper(contexts_[c].state, model_.end_word(), next);
        for (std::uint32_t i = root.arcs; i < root.arcs_end; ++i) {
            const std::uint32_t a = by_words_[i];
            best = std::max(best, plans_[a].inner + contexts_[target_context(a, c)].bound);
        }
        for (std::uint32_t b = root.children; b < root.children_end && branches_[b].most > best; ++b)
            best = std::max(best, look_through(c, b, root.children, best).through);
        return best;
    }

    std::uint32_t target_context(std::uint32_t a, std::uint32_t from) const {
        if (plans_[a].context != NONE) return plans_[a].context;
        return context_places_.find(std::uint64_t(graph_.arcs[a].to) << 32 | contexts_[from].state);
    }

    // What can follow in context c through one child of the node's root; looked up once.
    Ahead& look_ahead(std::uint32_t c, std::uint32_t branch, std::uint32_t first_child) {
        Ahead& known = ahead_[contexts_[c].ahead + branch - first_child];
        if (std::isnan(known.word)) {
            const Branch& b = branches_[branch];
            known.word = model_.upper(contexts_[c].state, b.word, known.state);
            known.through = known.word + b.rest;
            known.close = b.children == b.children_end;
        }
        return known;
    }

    // The same, and looked at closely where `through` would else seem to matter, being above `floor`.
    const Ahead& look_through(std::uint32_t c, std::uint32_t branch, std::uint32_t first_child, double floor) {
        Ahead& known = look_ahead(c, branch, first_child);
        if (!known.close && known.through > floor) {
            known.through = known.word + bound_after(known.state, branches_[branch]);
            known.close = true;
        }
        return known;
    }

    double bound_after(std::uint32_t state, const Branch& b) {
        if (b.children == b.children_end) return b.rest;
        double best = IMPOSSIBLE;
        for (std::uint32_t i = b.arcs; i < b.arcs_end; ++i)
            best = std::max(best, plans_[by_words_[i]].inner + contexts_[plans_[by_words_[i]].context].bound);
        for (std::uint32_t d = b.children; d < b.children_end; ++d) {
            std::uint32_t next;
            const double word = model_.upper(state, branches_[d].word, next);
            best = std::max(best, word + bound_after(next, branches_[d]));
        }
        return best;
    }
};

}  // namespace otherwords
