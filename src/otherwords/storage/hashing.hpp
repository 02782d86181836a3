// The one hash that files and kernels share: 64 bits, the same on every platform and in every run.
#pragma once
#include <cstdint>
#include <cstddef>

namespace otherwords {

inline std::uint64_t mixed(std::uint64_t x) {  // splitmix64's finaliser
    x ^= x >> 30; x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27; x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

inline std::uint64_t hash_bytes(const char* data, std::size_t length) {  // FNV-1a, mixed
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < length; ++i) h = (h ^ static_cast<unsigned char>(data[i])) * 0x100000001b3ULL;
    return mixed(h);
}

// A sequence of word ids is hashed word by word, so that all spans from one place are hashed in one sweep.
constexpr std::uint64_t EMPTY_SEQUENCE = 0x9e3779b97f4a7c15ULL;
inline std::uint64_t extended(std::uint64_t h, std::uint32_t word) {
    return mixed((h + word) * 0xd6e8feb86659fd93ULL + 0x2545f4914f6cdd1dULL);
}

// Maps a hash to 0…size-1 without a division (Lemire's multiply-shift).
inline std::uint64_t slot_of(std::uint64_t hash, std::uint64_t size) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(hash) * size) >> 64);
}

}  // namespace otherwords
