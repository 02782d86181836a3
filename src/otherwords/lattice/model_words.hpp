// What the language model reads for the words of a lattice.
#pragma once
#include "otherwords/lattice/weave.hpp"

namespace otherwords {

inline Cut weave(const Batch& batch, WeaveLimits limits, const std::uint32_t* mapped, std::size_t mapped_size,
                 std::uint32_t first_mapped, std::uint32_t model_size, Graph& graph) {
    return Weaver::weave(batch, limits, [=](std::uint32_t word) -> std::uint32_t {
        if (word >= first_mapped) return word - first_mapped < mapped_size ? mapped[word - first_mapped] : 0;
        return word < model_size ? word : 0;
    }, graph);
}

}  // namespace otherwords
