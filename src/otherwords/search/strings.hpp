// The best distinct strings of a set of surviving states, best first.
//
// Every state's exact potential (the best score from it to the end) is computed first. Then prefixes of strings are
// extended word by word, best first; a prefix holds every way in which states can spell it ("threads"), so each string is
// met once, with its best derivation (determinisation on the fly, Mohri & Riley 2002). As potentials are exact,
// a prefix's promise is the score of the best string that begins with it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include "otherwords/lattice/graph.hpp"

namespace otherwords {

constexpr double IMPOSSIBLE = -std::numeric_limits<double>::infinity();
constexpr std::uint32_t NONE = 0xffffffffu;

struct Way {             // from one surviving state to another along an arc
    std::uint32_t to, arc;
    std::uint32_t next;  // another way out of the same state
    double score;        // of the arc, language model included
};

struct Survivor {
    std::uint32_t ways;  // first way out, or NONE
    double end;          // score of ending here; IMPOSSIBLE where no paraphrase may
    double onward;       // exact potential
};

struct Answer {
    double score;
    std::vector<std::uint32_t> arcs;  // of the best derivation, in target order
};

class Strings {
  public:
    // `order`: the survivors in topological order, the start first. Fills in `onward`.
    Strings(const Graph& graph, std::vector<Survivor>& survivors, const std::vector<Way>& ways, const std::vector<std::uint32_t>& order)
        : graph_(graph), survivors_(survivors), ways_(ways) {
        for (auto s = order.rbegin(); s != order.rend(); ++s) {
            Survivor& survivor = survivors_[*s];
            survivor.onward = survivor.end;
            for (std::uint32_t w = survivor.ways; w != NONE; w = ways_[w].next)
                survivor.onward = std::max(survivor.onward, ways_[w].score + survivors_[ways_[w].to].onward);
        }
        if (!order.empty()) start_ = order.front();
    }

    // At most `count` answers, none with a score below `threshold`.
    std::vector<Answer> best(std::uint32_t count, double threshold) {
        std::vector<Answer> answers;
        if (start_ == NONE || survivors_[start_].onward == IMPOSSIBLE || survivors_[start_].onward < threshold) return answers;
        threshold_ = std::max(threshold, std::numeric_limits<double>::lowest());  // never into dead ends
        witness(survivors_[start_].onward, count);
        threads_.push_back(Thread{NONE, 0, NONE, 0});
        Prefix prefix{survivors_[start_].onward, 0, 1, sequence_++, NONE};
        close(0);
        prefix.end = static_cast<std::uint32_t>(threads_.size());
        for (;;) {
            if (prefix.whole != NONE) {
                answers.push_back(Answer{prefix.promise, arcs_of(prefix.whole)});
                if (answers.size() == count) return answers;
            } else {
                extend(prefix, count);
            }
            if (queue_.empty()) return answers;
            prefix = queue_.top();
            queue_.pop();
            ++pops_;
        }
    }

    std::uint64_t pops() const { return pops_; }

  private:
    struct Thread {            // how one derivation spells a prefix
        std::uint32_t way;     // the way it is on; NONE at the start
        std::uint32_t offset;  // words of the way's arc that the prefix holds; all of them: it has arrived
        std::uint32_t back;    // the thread that stood where this way begins
        double score;          // at the way's begin; once arrived, at its end
    };
    struct Prefix {
        double promise;
        std::uint32_t begin, end;  // its threads
        std::uint32_t sequence;    // ties: the older first
        std::uint32_t whole;       // a finished string's thread, or NONE
        bool operator<(const Prefix& other) const {
            return promise < other.promise || (promise == other.promise && sequence > other.sequence);
        }
    };
    struct Step { std::uint32_t word; Thread thread; };

    const Graph& graph_;
    std::vector<Survivor>& survivors_;
    const std::vector<Way>& ways_;
    std::uint32_t start_ = NONE, sequence_ = 0;
    std::vector<Thread> threads_;
    std::vector<Step> steps_;
    std::priority_queue<Prefix> queue_;
    std::priority_queue<double, std::vector<double>, std::greater<double>> witnesses_;
    double threshold_ = IMPOSSIBLE, best_child_ = IMPOSSIBLE;
    std::uint64_t pops_ = 0;

    std::uint32_t length(std::uint32_t way) const { return graph_.arcs[ways_[way].arc].length; }
    bool arrived(const Thread& thread) const { return thread.way == NONE || thread.offset == length(thread.way); }
    std::uint32_t state(const Thread& thread) const { return thread.way == NONE ? start_ : ways_[thread.way].to; }

    double promise(const Thread& thread) const {
        if (arrived(thread)) return thread.score + survivors_[state(thread)].onward;
        return thread.score + ways_[thread.way].score + survivors_[ways_[thread.way].to].onward;
    }

    // Adds the threads that go on over arcs without words from the arrived threads from `begin` on.
    void close(std::size_t begin) {
        for (std::size_t t = begin; t < threads_.size(); ++t) {
            if (!arrived(threads_[t]) || threads_[t].score == IMPOSSIBLE) continue;
            for (std::uint32_t w = survivors_[state(threads_[t])].ways; w != NONE; w = ways_[w].next)
                if (length(w) == 0) arrive(begin, Thread{w, 0, static_cast<std::uint32_t>(t), threads_[t].score + ways_[w].score});
        }
    }

    // Enters an arrived thread unless one as good stands in the same state already.
    void arrive(std::size_t begin, Thread thread) {
        for (std::size_t t = begin; t < threads_.size(); ++t) {
            if (!arrived(threads_[t]) || state(threads_[t]) != state(thread) || threads_[t].score == IMPOSSIBLE) continue;
            if (threads_[t].score >= thread.score) return;
            threads_[t].score = IMPOSSIBLE;  // its place may be referred to: it stays, but leads nowhere
            break;
        }
        threads_.push_back(thread);
    }

    // Prefixes that differ begin different strings, and each one's promise is reached: so the
    // promise of the `count`-th best seen so far is one that no answer stays below.
    void witness(double promise, std::uint32_t count) {
        witnesses_.push(promise);
        if (witnesses_.size() < count) return;
        if (witnesses_.size() > count) witnesses_.pop();
        threshold_ = std::max(threshold_, witnesses_.top());
    }

    void extend(const Prefix& prefix, std::uint32_t count) {
        const double threshold = threshold_;
        steps_.clear();
        double end = IMPOSSIBLE;
        std::uint32_t ending = NONE;
        for (std::uint32_t t = prefix.begin; t < prefix.end; ++t) {
            const Thread thread = threads_[t];
            if (thread.score == IMPOSSIBLE) continue;
            if (!arrived(thread)) {
                step(thread.way, thread.offset, thread.back, thread.score);
                continue;
            }
            const Survivor& survivor = survivors_[state(thread)];
            if (thread.score + survivor.end > end) {
                end = thread.score + survivor.end;
                ending = t;
            }
            for (std::uint32_t w = survivor.ways; w != NONE; w = ways_[w].next)
                if (length(w) && thread.score + ways_[w].score + survivors_[ways_[w].to].onward >= threshold) step(w, 0, t, thread.score);
        }
        if (ending != NONE && end >= threshold) queue_.push(Prefix{end, 0, 0, sequence_++, ending});
        best_child_ = end >= threshold ? end : IMPOSSIBLE;
        std::stable_sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.word < b.word; });
        for (std::size_t i = 0; i < steps_.size();) {
            const std::size_t begin = threads_.size();
            const std::uint32_t word = steps_[i].word;
            for (; i < steps_.size() && steps_[i].word == word; ++i) {
                if (arrived(steps_[i].thread)) arrive(begin, steps_[i].thread);
                else threads_.push_back(steps_[i].thread);
            }
            close(begin);
            double best = IMPOSSIBLE;
            for (std::size_t t = begin; t < threads_.size(); ++t) best = std::max(best, promise(threads_[t]));
            if (best_child_ > IMPOSSIBLE) witness(std::min(best, best_child_), count);
            best_child_ = std::max(best, best_child_);
            queue_.push(Prefix{best, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(threads_.size()), sequence_++, NONE});
        }
    }

    void step(std::uint32_t way, std::uint32_t offset, std::uint32_t back, double score) {
        const Arc& arc = graph_.arcs[ways_[way].arc];
        Thread thread{way, offset + 1, back, score};
        if (thread.offset == arc.length) thread.score += ways_[way].score;
        steps_.push_back(Step{graph_.words[arc.words + offset], thread});
    }

    std::vector<std::uint32_t> arcs_of(std::uint32_t thread) const {
        std::vector<std::uint32_t> arcs;
        for (; threads_[thread].way != NONE; thread = threads_[thread].back) arcs.push_back(ways_[threads_[thread].way].arc);
        std::reverse(arcs.begin(), arcs.end());
        return arcs;
    }
};

}  // namespace otherwords
