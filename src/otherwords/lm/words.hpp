// Words met one after another, numbered in the order of meeting.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "otherwords/storage/hashing.hpp"

namespace otherwords {

class WordTable {
 public:
    WordTable() : slots_(1024) {}

    std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size() - 1); }
    const char* data(std::uint32_t id) const { return text_.data() + offsets_[id]; }
    std::size_t length(std::uint32_t id) const { return offsets_[id + 1] - offsets_[id]; }

    std::int64_t find(const char* word, std::size_t length) const {
        return place_of(hash_bytes(word, length), word, length).id - std::int64_t{1};
    }

    std::uint32_t insert(const char* word, std::size_t length) {
        const std::uint64_t hash = hash_bytes(word, length);
        Slot* slot = const_cast<Slot*>(&place_of(hash, word, length));
        if (slot->id != 0) return slot->id - 1;
        text_.append(word, length);
        offsets_.push_back(text_.size());
        *slot = {static_cast<std::uint32_t>(hash), size()};
        if (size() * std::uint64_t{2} > slots_.size()) grow();
        return size() - 1;
    }

 private:
    struct Slot {
        std::uint32_t tag = 0, id = 0;  // id + 1; 0 is empty
    };

    const Slot& place_of(std::uint64_t hash, const char* word, std::size_t length) const {
        std::size_t place = slot_of(hash, slots_.size());
        while (true) {
            const Slot& slot = slots_[place];
            if (slot.id == 0) return slot;
            if (slot.tag == static_cast<std::uint32_t>(hash) && this->length(slot.id - 1) == length &&
                std::memcmp(data(slot.id - 1), word, length) == 0) {
                return slot;
            }
            if (++place == slots_.size()) place = 0;
        }
    }

    void grow() {
        std::vector<Slot>(slots_.size() * 2).swap(slots_);
        for (std::uint32_t id = 0; id < size(); ++id) {
            const std::uint64_t hash = hash_bytes(data(id), length(id));
            std::size_t place = slot_of(hash, slots_.size());
            while (slots_[place].id != 0) {
                if (++place == slots_.size()) place = 0;
            }
            slots_[place] = {static_cast<std::uint32_t>(hash), id + 1};
        }
    }

    std::string text_;
    std::vector<std::uint64_t> offsets_{0};
    std::vector<Slot> slots_;
};

}  // namespace otherwords
