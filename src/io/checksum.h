#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jounce::io {

/// 64-bit checksum of a stream of bytes (FNV-1a over words of eight bytes, rotated so that no two words can
/// be exchanged unnoticed). The parts in which the bytes come make no difference.
class Checksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
  std::uint64_t bytes_ = 0;
  std::array<char, 8> word_{};  ///< its first bytes_ % 8 bytes wait for the others
};

/// What is known of a file at some moment, so that a later look tells whether that much of it is unchanged.
struct FileMark {
  std::uint64_t bytes = 0, lines = 0, checksum = 0;
};

}  // namespace jounce::io
