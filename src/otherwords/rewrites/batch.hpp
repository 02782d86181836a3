// The rewrites proposed for one sentence, in columns that kernels share.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace otherwords {

constexpr std::uint32_t PLAIN = 0xffffffffu;      // Rewrite::shape of what is contiguous and has no slots
constexpr std::uint32_t SLOT_MARK = 0x80000000u;  // a symbol with this bit is a slot's number, not a word

struct Stretch { std::uint32_t start, end; };

// One contiguous stretch of source tokens that a rewrite covers, and what is said in its place.
struct Part {
    std::uint32_t start, end;
    std::uint32_t symbols, length;  // in Batch::words
};

// A rewrite over several parts, or with slots; a plain one has neither.
struct Shape {
    std::uint32_t parts, parts_end;  // in Batch::parts, in the order of the source
    std::uint32_t slots, slots_end;  // in Batch::slots
};

struct Rewrite {
    std::uint32_t start, end;     // all of it, gaps included
    std::uint32_t words, length;  // of a plain one, in Batch::words
    std::uint32_t shape;
    std::uint32_t origin;         // who proposed it: the number of a source
    std::uint32_t entry;          // what it is there (a table's entry)
    float score;                  // as the source gives it: log φ
    float weight;                 // after weighing: everything but the language model
    bool changes;                 // false where it says just what stood there
};

struct Batch {
    std::uint32_t tokens = 0;
    std::vector<std::uint32_t> source;  // the tokens' words
    std::vector<Rewrite> rewrites;
    std::vector<std::uint32_t> words;
    std::vector<Part> parts;
    std::vector<Stretch> slots;
    std::vector<Shape> shapes;

    // Whether it says just the words that stood there (a variant of such a rewrite counts as no change either, but does not).
    bool keeps(const Rewrite& rewrite) const {
        return rewrite.shape == PLAIN && rewrite.length == rewrite.end - rewrite.start &&
               std::equal(source.begin() + rewrite.start, source.begin() + rewrite.end, words.begin() + rewrite.words);
    }
};

}  // namespace otherwords
