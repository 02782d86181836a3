// Counting n-grams by sorting: each place of the text gives one record (the word there and those after it, up to
// `order` words or the sentence's end), packed into one whole number. Records are sorted in chunks, equal ones are
// merged with their count, the sorted runs are merged, and the result falls into levels by itself, since all n-grams
// that begin alike stand together.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ios>
#include <memory>
#include <queue>
#include <stdexcept>
#include <string>
#include <vector>

#include "otherwords/lm/words.hpp"

namespace otherwords {

using Wide = unsigned __int128;

// Sorts by the lowest `bits` bits, 11 at a time, and leaves out digits in which all keys agree.
template <class Key>
void radix_sort(std::vector<Key>& keys, std::vector<Key>& scratch, unsigned bits) {
    constexpr unsigned DIGIT = 11, BUCKETS = 1u << DIGIT;
    const unsigned passes = (bits + DIGIT - 1) / DIGIT;
    std::vector<std::vector<std::size_t>> counts(passes, std::vector<std::size_t>(BUCKETS));
    for (Key key : keys) {
        for (unsigned pass = 0; pass < passes; ++pass, key >>= DIGIT) {
            ++counts[pass][static_cast<std::uint32_t>(key) & (BUCKETS - 1)];
        }
    }
    scratch.resize(keys.size());
    for (unsigned pass = 0; pass < passes; ++pass) {
        auto& places = counts[pass];
        if (*std::max_element(places.begin(), places.end()) == keys.size()) continue;
        std::size_t sum = 0;
        for (auto& place : places) {
            const std::size_t count = place;
            place = sum;
            sum += count;
        }
        for (const Key key : keys) {
            scratch[places[static_cast<std::uint32_t>(key >> (pass * DIGIT)) & (BUCKETS - 1)]++] = key;
        }
        keys.swap(scratch);
    }
}

struct CountLevel {
    std::vector<std::uint32_t> context, word, count;
};

class Counter {
 public:
    static constexpr std::uint32_t BEGIN_WORD = 1, END_WORD = 2;

    Counter(unsigned order, std::size_t memory, std::string folder) : order_(order), folder_(std::move(folder)) {
        chunk_ = std::max<std::size_t>(memory / 2 / 40, 1024);  // a token, and its key twice
        runs_limit_ = memory / 2;
        for (const char* special : {"<unk>", "<s>", "</s>"}) words_.insert(special, std::strlen(special));
    }

    const WordTable& words() const { return words_; }
    std::uint64_t tokens() const { return tokens_; }
    std::uint64_t sentences() const { return sentences_; }
    std::size_t spilled() const { return spilled_; }

    // One sentence, its words parted by white space. Returns -1, or the number of the special word that stands in it.
    int add(const char* line, std::size_t length) {
        const std::size_t start = buffer_.size();
        buffer_.push_back(BEGIN_WORD);
        const char* const stop = line + length;
        for (const char* at = line; at != stop;) {
            if (is_space(*at)) {
                ++at;
                continue;
            }
            const char* word = at;
            while (at != stop && !is_space(*at)) ++at;
            const std::uint32_t id = words_.insert(word, at - word);
            if (id <= END_WORD) {
                buffer_.resize(start);
                return static_cast<int>(id);
            }
            buffer_.push_back(id);
        }
        buffer_.push_back(END_WORD);
        tokens_ += buffer_.size() - start - 2;
        ++sentences_;
        if (tokens_ + 2 * sentences_ >= 0xffffffffULL) throw std::overflow_error("more than 4 billion tokens");
        if (buffer_.size() >= chunk_) flush();
        return -1;
    }

    // The n-grams of each length, sorted, each with how often it occurs. Ends the counting.
    void finish(std::vector<CountLevel>& levels) {
        flush();
        std::vector<std::uint32_t>().swap(buffer_);
        std::vector<std::uint64_t>().swap(narrow_);
        std::vector<std::uint64_t>().swap(narrow_scratch_);
        std::vector<Wide>().swap(wide_);
        std::vector<Wide>().swap(wide_scratch_);
        levels.assign(order_, {});
        push(levels[0], 0, 0);  // <unk> is met nowhere
        if (bits() * order_ <= 64) {
            merge<std::uint64_t>(levels);
        } else {
            merge<Wide>(levels);
        }
        runs_.clear();
    }

 private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, Closer>;

    struct Run {  // sorted records: key of 8 or 16 bytes, count of 4
        std::vector<char> data;
        File file;
        std::uint64_t records = 0;
        unsigned bits = 0;
        bool wide = false;
        std::size_t width() const { return (wide ? 16 : 8) + 4; }
    };

    static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    static void push(CountLevel& level, std::uint32_t context, std::uint32_t word) {
        level.context.push_back(context);
        level.word.push_back(word);
        level.count.push_back(0);
    }

    unsigned bits() const {
        unsigned found = 2;
        while (words_.size() > (std::uint64_t{1} << found)) ++found;
        if (found * order_ > 128) throw std::overflow_error("too many distinct words for this order");
        return found;
    }

    void flush() {
        if (buffer_.empty()) return;
        if (bits() * order_ <= 64) {
            make_run(narrow_, narrow_scratch_);
        } else {
            make_run(wide_, wide_scratch_);
        }
        buffer_.clear();
        std::size_t held = 0;
        for (const Run& run : runs_) held += run.data.size();
        if (held > runs_limit_) {
            for (Run& run : runs_) spill(run);
        }
    }

    template <class Key>
    void make_run(std::vector<Key>& keys, std::vector<Key>& scratch) {
        Run run;
        run.bits = bits();
        run.wide = sizeof(Key) == 16;
        keys.resize(buffer_.size());
        Key key = 0;
        const unsigned shift = run.bits * (order_ - 1);
        for (std::size_t i = buffer_.size(); i-- != 0;) {
            if (buffer_[i] == END_WORD) key = 0;  // words beyond the end are 0, which is no word of a text
            key = Key{buffer_[i]} << shift | key >> run.bits;
            keys[i] = key;
        }
        radix_sort(keys, scratch, run.bits * order_);
        for (std::size_t i = 0; i < keys.size(); ++run.records) {
            std::size_t end = i + 1;
            while (end < keys.size() && keys[end] == keys[i]) ++end;
            const std::uint32_t count = static_cast<std::uint32_t>(end - i);
            const std::size_t at = run.data.size();
            run.data.resize(at + run.width());
            std::memcpy(&run.data[at], &keys[i], sizeof(Key));
            std::memcpy(&run.data[at + sizeof(Key)], &count, sizeof count);
            i = end;
        }
        run.data.shrink_to_fit();
        runs_.push_back(std::move(run));
    }

    void spill(Run& run) {
        if (run.file) return;
        const std::string path = folder_ + "/run" + std::to_string(spilled_++);
        run.file.reset(std::fopen(path.c_str(), "w+b"));
        if (!run.file || std::fwrite(run.data.data(), 1, run.data.size(), run.file.get()) != run.data.size() ||
            std::fflush(run.file.get()) != 0) {
            throw std::ios_base::failure("cannot write " + path);
        }
        std::remove(path.c_str());  // the open file stays until it is closed
        std::vector<char>().swap(run.data);
    }

    template <class Key>
    class Reader {
     public:
        Reader(Run& run, unsigned bits, unsigned order) : run_(run), bits_(bits), order_(order), left_(run.records) {
            if (run_.file) {
                std::rewind(run_.file.get());
                block_.resize(run_.width() * 65536);
                at_ = end_ = block_.data();
            } else {
                at_ = run_.data.data();
                end_ = at_ + run_.data.size();
            }
        }

        Key key;
        std::uint32_t count;

        bool advance() {
            if (left_ == 0) return false;
            --left_;
            if (at_ == end_) {
                const std::size_t got = std::fread(block_.data(), 1, block_.size(), run_.file.get());
                if (got == 0 || got % run_.width() != 0) throw std::ios_base::failure("cannot read a temporary file");
                at_ = block_.data();
                end_ = at_ + got;
            }
            if (run_.wide) {
                Wide packed;
                std::memcpy(&packed, at_, 16);
                key = repacked(packed);
            } else {
                std::uint64_t packed;
                std::memcpy(&packed, at_, 8);
                key = repacked(packed);
            }
            std::memcpy(&count, at_ + run_.width() - 4, 4);
            at_ += run_.width();
            return true;
        }

     private:
        // A run made when fewer words were known has narrower fields.
        template <class Packed>
        Key repacked(Packed packed) const {
            if (run_.bits == bits_) return static_cast<Key>(packed);
            Key made = 0;
            const Packed mask = (Packed{1} << run_.bits) - 1;
            for (unsigned k = 0; k < order_; ++k, packed >>= run_.bits) {
                made |= static_cast<Key>(packed & mask) << (k * bits_);
            }
            return made;
        }

        Run& run_;
        unsigned bits_, order_;
        std::uint64_t left_;
        std::vector<char> block_;
        const char* at_;
        const char* end_;
    };

    template <class Key>
    void merge(std::vector<CountLevel>& levels) {
        const unsigned width = bits();
        std::vector<std::unique_ptr<Reader<Key>>> readers;
        for (Run& run : runs_) {
            auto reader = std::make_unique<Reader<Key>>(run, width, order_);
            if (reader->advance()) readers.push_back(std::move(reader));
        }
        const auto later = [](const Reader<Key>* a, const Reader<Key>* b) { return a->key > b->key; };
        std::priority_queue<Reader<Key>*, std::vector<Reader<Key>*>, decltype(later)> queue(later);
        for (auto& reader : readers) queue.push(reader.get());
        const Key mask = (Key{1} << width) - 1;
        std::vector<std::uint32_t> last(order_, 0), now(order_);
        while (!queue.empty()) {
            Reader<Key>* first = queue.top();
            queue.pop();
            for (unsigned k = 0; k < order_; ++k) {
                now[k] = static_cast<std::uint32_t>(first->key >> ((order_ - 1 - k) * width) & mask);
            }
            unsigned same = 0;
            while (same < order_ && now[same] == last[same]) ++same;
            for (unsigned k = 0; k < order_ && (k == 0 || now[k] != 0); ++k) {
                if (k >= same) push(levels[k], k == 0 ? 0 : static_cast<std::uint32_t>(levels[k - 1].word.size() - 1), now[k]);
                levels[k].count.back() += first->count;
            }
            last.swap(now);
            if (first->advance()) queue.push(first);
        }
    }

    unsigned order_;
    std::string folder_;
    std::size_t chunk_, runs_limit_, spilled_ = 0;
    std::uint64_t tokens_ = 0, sentences_ = 0;
    WordTable words_;
    std::vector<std::uint32_t> buffer_;
    std::vector<std::uint64_t> narrow_, narrow_scratch_;
    std::vector<Wide> wide_, wide_scratch_;
    std::vector<Run> runs_;
};

}  // namespace otherwords
