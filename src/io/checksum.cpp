#include "io/checksum.h"

#include <algorithm>
#include <cstring>

namespace jounce::io {
namespace {

std::uint64_t mixed(std::uint64_t sum, const char* word) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, word, 8);
  sum = (((sum << 23) | (sum >> 41)) ^ bits) * 0x100000001b3ULL;
  return sum ^ (sum >> 29);
}

}  // namespace

void Checksum::add(std::string_view bytes) {
  const std::size_t waiting = bytes_ % 8;
  bytes_ += bytes.size();
  if (waiting != 0) {
    const std::size_t taken = std::min(8 - waiting, bytes.size());
    std::memcpy(word_.data() + waiting, bytes.data(), taken);
    if (waiting + taken < 8) return;
    sum_ = mixed(sum_, word_.data());
    bytes.remove_prefix(taken);
  }
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) sum_ = mixed(sum_, bytes.data());
  std::copy(bytes.begin(), bytes.end(), word_.begin());
}

std::uint64_t Checksum::value() const {
  std::array<char, 8> last{};
  std::copy_n(word_.begin(), bytes_ % 8, last.begin());
  std::array<char, 8> length{};
  std::memcpy(length.data(), &bytes_, 8);
  return mixed(mixed(sum_, last.data()), length.data());
}

}  // namespace jounce::io
