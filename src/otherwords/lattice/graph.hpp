// A woven lattice, as search sees it: an acyclic graph whose arcs carry words and a weight.
#pragma once
#include <cstdint>
#include <vector>

namespace otherwords {

struct Arc {
    std::uint32_t to;       // a later node: nodes are numbered in topological order
    std::uint32_t words;    // index of its first word in Graph::words and Graph::model_words
    std::uint32_t length;   // number of words; 0 where something is left out
    std::uint32_t rewrite;  // which rewrite it belongs to
    std::uint32_t part;     // which part of that rewrite (rewrites with slots or gaps have several)
    float weight;           // everything but the language model, folded into one number
};

struct Graph {
    std::vector<std::uint32_t> first;        // arcs first[node]…first[node + 1] - 1 leave `node`
    std::vector<Arc> arcs;
    std::vector<std::uint32_t> words;        // what is printed: two answers are distinct when these differ
    std::vector<std::uint32_t> model_words;  // what the language model reads in their place
    std::vector<std::uint8_t> final;         // by node: may a paraphrase end here?

    std::uint32_t nodes() const { return static_cast<std::uint32_t>(final.size()); }
};

}  // namespace otherwords
