// A small hash table of numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace otherwords {

// Open addressing from a 64-bit key to a 32-bit value; keys are never erased.
class Places {
  public:
    explicit Places(std::size_t expected = 64) { reset(expected); }
    void reset(std::size_t expected) {
        std::size_t size = 64;
        while (size < 2 * expected) size *= 2;
        slots_.assign(size, Slot{0, ABSENT});
        used_ = 0;
    }
    static constexpr std::uint32_t ABSENT = 0xffffffffu;
    // The value under the key; where there is none, `fresh` is entered and returned.
    std::uint32_t find_or_add(std::uint64_t key, std::uint32_t fresh) {
        if (2 * (used_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[place(key)];
        if (slot.value == ABSENT) { slot = Slot{key, fresh}; ++used_; }
        return slot.value;
    }
    std::uint32_t find(std::uint64_t key) const { return slots_[place(key)].value; }

  private:
    struct Slot { std::uint64_t key; std::uint32_t value; };
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::size_t place(std::uint64_t key) const {
        std::size_t mask = slots_.size() - 1, i = (key * 0x9e3779b97f4a7c15ULL) >> 20 & mask;
        while (slots_[i].value != ABSENT && slots_[i].key != key) i = (i + 1) & mask;
        return i;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size(), Slot{0, ABSENT});
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.value != ABSENT) slots_[place(slot.key)] = slot;
    }
};

}  // namespace otherwords
