// Exact search through a woven lattice under an n-gram model.
//
// A state is a pair (node, language-model state). Four steps, each pruning the next:
//
//   1. bounds    backward over (node, last word): how good can what follows be at most? The n-gram
//                model is bounded by the largest probability a word has after any longer context.
//   2. beam      forward with a few states a node: a lower bound L of the best score.
//   3. survivors forward with every state whose score so far plus bound reaches L. For the best string
//                L is the beam's; for the k best it lies `reach` below the best, and is lowered until k are found.
//   4. strings   exact potentials of the survivors, then best strings first by determinisation on the
//                fly (Mohri & Riley 2002): every answer comes once, with the score of its best derivation.
//
// In 3 a state also goes when its own node's best state dominates it: they can go on in the same way, and after order - 1
// words the language model no longer tells them apart. This cut is local: it holds down what long sentences cost a word.
//
// Dropping a state in 3 is safe: only each string's best derivation has to survive, and each of its
// states has a score so far at least as good as that derivation's.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include "otherwords/lattice/graph.hpp"
#include "otherwords/search/bounds.hpp"
#include "otherwords/search/strings.hpp"
#include "otherwords/storage/places.hpp"

namespace otherwords {

constexpr double SLACK = 1e-4;  // bounds are sums of floats in another order than scores

struct Limits {
    double seconds = 0;              // 0: none
    std::uint64_t bytes = 0;         // 0: none
    std::uint32_t beam = 0;          // 0: exact
    std::uint32_t crowd = 64;        // states of a node from which looking for dominated ones pays (measured)
};

// `Model` is as `Bounds` says.
template <class Model>
class ExactSearch : private Bounds<Model> {
  public:
    ExactSearch(const Graph& graph, const Model& model, Limits limits)
        : Bounds<Model>(graph, model), limits_(limits), start_(std::chrono::steady_clock::now()) {}

    // The `count` best distinct strings, best first; fewer only where the lattice has no more (or a limit was met).
    std::vector<Answer> best(std::uint32_t count) {
        if (count == 0 || graph_.nodes() == 0) return {};
        prepare();
        root_bound_ = contexts_[0].bound;
        if (root_bound_ == IMPOSSIBLE) return {};
        if (limits_.beam) return beam(count, limits_.beam);
        keep_ways_ = count > 1;
        double threshold = lower_bound(count) - SLACK;
        double top = beam_best_;  // the best of all, as far as known
        for (double reach = 2 * FIRST_REACH;; reach *= 2) {
            const double depth = count == 1 ? 0 : threshold == IMPOSSIBLE ? IMPOSSIBLE : top - threshold;
            const double found = forward(threshold, 0, depth);
            if (stopped_) return beam(count, BEAM);
            if (count > 1 && found > top + SLACK) {  // the beam missed the best: look again, so much deeper
                top = found;
                continue;
            }
            // where all states survived, strings below the threshold are whole too, and may be the only ones left
            std::vector<Answer> answers = count > 1 ? strings(count, pruned_ ? threshold : IMPOSSIBLE) : best_path();
            if (answers.size() == count || !pruned_) return answers;
            // (nothing survives where rounding put the beam's own path below its score)
            threshold = reach > LAST_REACH ? IMPOSSIBLE : std::min(threshold, (found == IMPOSSIBLE ? threshold : found) - reach);
        }
    }

    // A score that at least `count` distinct strings have: the last of as many as a beam finds. Where
    // it finds fewer, its best; where it finds none, none.
    double lower_bound(std::uint32_t count) {
        const std::uint32_t width = count > 1 ? WIDE_BEAM : BEAM;
        for (double reach = FIRST_REACH; reach < LAST_REACH; reach *= 2) {
            const double best = beam_best_ = forward(IMPOSSIBLE, width, reach);
            if (best == IMPOSSIBLE) continue;
            if (count == 1) return best;
            std::vector<Answer> answers = strings(count, IMPOSSIBLE);
            return answers.size() == count ? answers.back().score : best - reach;
        }
        return IMPOSSIBLE;
    }

    // Reaches every state there is and keeps every way, for walks that need them all: `order` is topological, the start first.
    // False where a limit stopped it.
    bool expand_all(std::vector<Survivor>& survivors, std::vector<std::uint32_t>& order) {
        if (graph_.nodes() == 0) return true;
        prepare();
        keep_ways_ = true;
        forward(IMPOSSIBLE, 0, IMPOSSIBLE);
        if (!stopped_) collect(survivors, order);
        return !stopped_;
    }
    std::vector<Way> take_ways() { return std::move(ways_); }

    std::uint64_t expansions() const { return expansions_; }
    bool stopped() const { return stopped_; }
    double root_bound() const { return root_bound_; }

  private:
    using Base = Bounds<Model>;
    using typename Base::Ahead;
    using typename Base::Branch;
    using Base::branches_, Base::by_words_, Base::contexts_, Base::depth_, Base::graph_, Base::model_, Base::plans_, Base::roots_;
    using Base::look_ahead, Base::look_through, Base::prepare, Base::target_context;

    static constexpr std::uint32_t BEAM = 8, WIDE_BEAM = 16;
    static constexpr double FIRST_REACH = 8, LAST_REACH = 1e4;  // below the best, in nats

    struct Entered { std::uint32_t from, model; double score; };
    struct Tail { std::uint32_t arc, model; double score; };
    struct State {
        std::uint32_t node, model, context;
        std::uint32_t back, arc;  // best way in
        double score;
        std::uint32_t ways;       // first way out that was kept
        bool expanded;            // whether something followed
    };

    Limits limits_;
    std::chrono::steady_clock::time_point start_;

    std::vector<State> states_;
    std::vector<Way> ways_;
    std::vector<double> floors_;              // of the node at hand, by child of its root; NaN: not looked up yet
    double floor_reach_ = 0;
    std::uint32_t floor_state_ = 0;           // the node's best state
    std::vector<Entered> entered_;
    std::vector<Tail> tails_;
    Places state_places_;
    std::vector<std::uint32_t> head_, link_;  // states of each node
    std::uint32_t best_final_ = NONE;
    double best_final_score_ = IMPOSSIBLE, beam_best_ = IMPOSSIBLE, root_bound_ = IMPOSSIBLE;
    bool pruned_ = false, stopped_ = false, keep_ways_ = false;
    std::uint64_t expansions_ = 0;

    // ---- steps 2 and 3: forward ----------------------------------------------------------------

    // Keeps every state that can still reach `threshold` and is not dominated by more than `reach`; with a width, only the
    // best so many of each node, and of their branches only those within `reach` of the node's best. Returns the best
    // score of a whole path found.
    double forward(double threshold, std::uint32_t width, double reach) {
        const std::uint32_t nodes = graph_.nodes();
        states_.clear();
        ways_.clear();
        pruned_ = false;
        head_.assign(nodes, NONE);
        link_.clear();
        state_places_.reset(1024);
        best_final_ = NONE;
        best_final_score_ = IMPOSSIBLE;
        add_state(0, depth_ ? model_.begin() : model_.after(0), 0, NONE, NONE, 0);
        std::vector<std::uint32_t> here;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            here.clear();
            for (std::uint32_t s = head_[node]; s != NONE; s = link_[s])
                if (!below(promise(s), threshold)) here.push_back(s);
            if (here.empty()) continue;
            double floor = threshold;
            if (width) floor = std::max(floor, narrow(here, width) - reach);
            start_floors(node, here, width ? IMPOSSIBLE : reach);
            std::sort(here.begin(), here.end(), [this](std::uint32_t a, std::uint32_t b) {
                const State &x = states_[a], &y = states_[b];
                return x.context != y.context ? x.context < y.context : x.score != y.score ? x.score > y.score : a < b;
            });
            for (std::size_t i = 0; i < here.size();) {
                const std::size_t from = i;
                while (i < here.size() && states_[here[i]].context == states_[here[from]].context) ++i;
                expand(node, here.data() + from, here.data() + i, floor);
            }
            if (!width && over_limit()) { stopped_ = true; return best_final_score_; }
        }
        return best_final_score_;
    }

    // What each branch of a node must be entered with at least: the node's best state enters it with more, even if whatever
    // comes next favours the other. Where several strings are wanted it must be behind by `reach` as well: then
    // every string by this way is that much worse than the best.
    void start_floors(std::uint32_t node, const std::vector<std::uint32_t>& here, double reach) {
        const Branch& root = branches_[roots_[node]];
        const bool pays = here.size() >= limits_.crowd && reach > IMPOSSIBLE && depth_ <= 2;
        floors_.assign(root.children_end - root.children, pays ? std::numeric_limits<double>::quiet_NaN() : IMPOSSIBLE);
        floor_reach_ = reach;
        floor_state_ = here[0];
        for (std::uint32_t s : here)
            if (states_[s].score > states_[floor_state_].score) floor_state_ = s;
    }

    double branch_floor(std::uint32_t branch, std::uint32_t first_child) {
        double& known = floors_[branch - first_child];
        if (std::isnan(known)) {
            std::uint32_t next;
            const State& best = states_[floor_state_];
            const double entered = best.score + model_.step(best.model, branches_[branch].word, next);
            known = entered - later_gain(branches_[branch], next) - floor_reach_ - SLACK;
        }
        return known;
    }

    // The most that another history could gain over the state `model`, which a branch's word has led to, by the word after it.
    double later_gain(const Branch& b, std::uint32_t model) {
        if (depth_ < 2) return 0;
        double gain = IMPOSSIBLE;
        std::uint32_t next;
        const std::uint32_t known = model_.after(b.word);
        for (std::uint32_t c = b.children; c < b.children_end; ++c)
            if (branches_[c].rest > IMPOSSIBLE)
                gain = std::max(gain, model_.upper(known, branches_[c].word, next) - model_.step(model, branches_[c].word, next));
        for (std::uint32_t i = b.arcs; i < b.arcs_end; ++i) {
            const std::uint32_t to = graph_.arcs[by_words_[i]].to, context = plans_[by_words_[i]].context;
            if (contexts_[context].bound == IMPOSSIBLE) continue;
            const Branch& root = branches_[roots_[to]];
            if (root.arcs != root.arcs_end) return -IMPOSSIBLE;  // left out words: the next one is further on
            if (graph_.final[to])
                gain = std::max(gain, model_.upper(known, model_.end_word(), next) - model_.step(model, model_.end_word(), next));
            for (std::uint32_t c = root.children; c < root.children_end; ++c)
                if (branches_[c].rest > IMPOSSIBLE)
                    gain = std::max(gain, look_ahead(context, c, root.children).word - model_.step(model, branches_[c].word, next));
        }
        return gain;
    }

    // Whether a bound stays below the floor; remembers that something which could still be reached was dropped.
    bool below(double bound, double floor) {
        if (bound >= floor && bound > IMPOSSIBLE) return false;
        if (bound > IMPOSSIBLE) pruned_ = true;
        return true;
    }

    double promise(std::uint32_t s) const { return states_[s].score + contexts_[states_[s].context].bound; }

    double narrow(std::vector<std::uint32_t>& here, std::uint32_t width) {
        if (here.empty()) return IMPOSSIBLE;
        auto better = [this](std::uint32_t a, std::uint32_t b) {
            const double x = promise(a), y = promise(b);
            return x > y || (x == y && a < b);
        };
        if (here.size() > width) {
            std::nth_element(here.begin(), here.begin() + width, here.end(), better);
            here.resize(width);
            pruned_ = true;
        }
        return promise(*std::min_element(here.begin(), here.end(), better));
    }

    bool over_limit() const {
        if (limits_.bytes && states_.size() * sizeof(State) + ways_.size() * sizeof(Way) > limits_.bytes) return true;
        if (limits_.seconds <= 0) return false;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() > limits_.seconds;
    }

    // Goes on from the states of one context, best first. They share the last word, so what follows the
    // first word of an arc is scored once for all of them (once for each state that this word leads to).
    void expand(std::uint32_t node, const std::uint32_t* begin, const std::uint32_t* end, double floor) {
        const std::uint32_t context = states_[*begin].context;
        const double best = states_[*begin].score;
        const Branch& root = branches_[roots_[node]];
        if (graph_.final[node])
            for (const std::uint32_t* s = begin; s < end; ++s) finish(*s);
        for (std::uint32_t i = root.arcs; i < root.arcs_end; ++i) {
            const std::uint32_t a = by_words_[i], to = target_context(a, context);
            for (const std::uint32_t* s = begin; s < end; ++s) {
                const double score = states_[*s].score + plans_[a].inner;
                if (!below(score + contexts_[to].bound, floor)) relax(*s, a, score, states_[*s].model, to);
            }
        }
        for (std::uint32_t b = root.children; b < root.children_end; ++b) {
            if (below(best + branches_[b].most, floor)) break;
            const double least = branch_floor(b, root.children);
            if (below(best + (branches_[b].most - branches_[b].rest), least)) continue;
            if (below(best + look_ahead(context, b, root.children).word, least)) continue;
            const Ahead& ahead = look_through(context, b, root.children, floor - best);
            if (!below(best + ahead.through, floor)) follow(b, ahead, begin, end, floor, least);
        }
    }

    void finish(std::uint32_t s) {
        std::uint32_t next;
        const double whole = states_[s].score + model_.step(states_[s].model, model_.end_word(), next);
        if (whole > best_final_score_) { best_final_score_ = whole; best_final_ = s; }
    }

    // Reads the branch's word after each state, then relaxes the arcs beneath it. `least`: what the branch must be entered with.
    void follow(std::uint32_t branch, const Ahead& ahead, const std::uint32_t* begin, const std::uint32_t* end, double floor, double least) {
        const Branch& b = branches_[branch];
        const bool only_best = !keep_ways_ && depth_ <= 2;  // then all lead to one state of the model
        double best = IMPOSSIBLE;
        entered_.clear();
        for (const std::uint32_t* s = begin; s < end; ++s) {
            const double score = states_[*s].score;
            if (below(score + ahead.through, floor) || below(score + ahead.word, least) || (only_best && score + ahead.word <= best)) break;
            std::uint32_t next;
            const double reached = score + model_.step(states_[*s].model, b.word, next);
            if (below(reached + b.rest, floor) || below(reached, least) || (only_best && reached <= best)) continue;
            if (only_best) entered_.clear();
            best = std::max(best, reached);
            entered_.push_back(Entered{*s, next, reached});
            expansions_ += !states_[*s].expanded;
            states_[*s].expanded = true;
        }
        if (entered_.size() > 1)
            std::sort(entered_.begin(), entered_.end(), [](const Entered& x, const Entered& y) {
                return x.model != y.model ? x.model < y.model : x.score != y.score ? x.score > y.score : x.from < y.from;
            });
        for (std::size_t i = 0; i < entered_.size();) {
            const std::size_t from = i;
            while (i < entered_.size() && entered_[i].model == entered_[from].model) ++i;
            tails_.clear();
            collect_tails(b, entered_[from].model, 0, entered_[from].score, floor);
            for (const Tail& tail : tails_) {
                const double bound = contexts_[plans_[tail.arc].context].bound;
                for (std::size_t e = from; e < i; ++e) {
                    const double score = entered_[e].score + tail.score;
                    if (below(score + bound, floor)) break;
                    relax(entered_[e].from, tail.arc, score, tail.model, plans_[tail.arc].context);
                }
            }
        }
    }

    // The arcs beneath a branch whose word has just been read, each with what its other words add.
    void collect_tails(const Branch& b, std::uint32_t model, double added, double lead, double floor) {
        for (std::uint32_t i = b.arcs; i < b.arcs_end; ++i) tails_.push_back(Tail{by_words_[i], model, added + plans_[by_words_[i]].inner});
        for (std::uint32_t c = b.children; c < b.children_end; ++c) {
            std::uint32_t next;
            const double with = added + model_.step(model, branches_[c].word, next);
            if (!below(lead + with + branches_[c].rest, floor)) collect_tails(branches_[c], next, with, lead, floor);
        }
    }

    void relax(std::uint32_t s, std::uint32_t a, double score, std::uint32_t model, std::uint32_t context) {
        if (plans_[a].state != NONE) model = plans_[a].state;
        const std::uint32_t to = add_state(graph_.arcs[a].to, model, context, s, a, score);
        if (!keep_ways_) return;
        ways_.push_back(Way{to, a, states_[s].ways, score - states_[s].score});
        states_[s].ways = static_cast<std::uint32_t>(ways_.size() - 1);
    }

    std::uint32_t add_state(std::uint32_t node, std::uint32_t model, std::uint32_t context, std::uint32_t back, std::uint32_t arc, double score) {
        const std::uint32_t fresh = static_cast<std::uint32_t>(states_.size());
        const std::uint32_t found = state_places_.find_or_add(std::uint64_t(node) << 32 | model, fresh);
        if (found == fresh) {
            states_.push_back(State{node, model, context, back, arc, score, NONE, false});
            link_.push_back(head_[node]);
            head_[node] = fresh;
        } else if (score > states_[found].score) {
            State& state = states_[found];
            state.score = score; state.back = back; state.arc = arc;
        }
        return found;
    }

    std::vector<Answer> best_path() const {
        if (best_final_ == NONE) return {};
        std::vector<std::uint32_t> arcs;
        for (std::uint32_t s = best_final_; states_[s].back != NONE; s = states_[s].back) arcs.push_back(states_[s].arc);
        std::reverse(arcs.begin(), arcs.end());
        return {Answer{best_final_score_, arcs}};
    }

    // ---- step 4: strings -----------------------------------------------------------------------

    std::vector<Answer> strings(std::uint32_t count, double threshold) {
        std::vector<Survivor> survivors;
        std::vector<std::uint32_t> order;
        collect(survivors, order);
        return Strings(graph_, survivors, ways_, order).best(count, threshold);
    }

    // The states and what each is worth at its end, by node.
    void collect(std::vector<Survivor>& survivors, std::vector<std::uint32_t>& order) const {
        survivors.resize(states_.size());
        order.reserve(states_.size());
        for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
            for (std::uint32_t s = head_[node]; s != NONE; s = link_[s]) {
                std::uint32_t next;
                const double end = graph_.final[node] ? model_.step(states_[s].model, model_.end_word(), next) : IMPOSSIBLE;
                survivors[s] = Survivor{states_[s].ways, end, IMPOSSIBLE};
                order.push_back(s);
            }
        }
    }

    std::vector<Answer> beam(std::uint32_t count, std::uint32_t width) {
        keep_ways_ = count > 1;
        forward(IMPOSSIBLE, width, -IMPOSSIBLE);
        return count > 1 ? strings(count, IMPOSSIBLE) : best_path();
    }
};

}  // namespace otherwords
