#include "io/file_seal.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "io/csv.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

constexpr std::string_view seal_mark = "JOUNCECP";
constexpr std::size_t seal_size = 16;

/// 64-bit checksum: FNV-1a over words of eight bytes, the sum rotated before each, so that no two words can
/// be exchanged unnoticed.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325ULL;
  const auto mix = [&sum](std::uint64_t word) {
    sum = (((sum << 23) | (sum >> 41)) ^ word) * 0x100000001b3ULL;
    sum ^= sum >> 29;
  };
  mix(bytes.size());
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    mix(word);
  }
  std::uint64_t last = 0;
  for (const char byte : bytes) last = (last << 8) | static_cast<unsigned char>(byte);
  mix(last);
  return sum;
}

std::string seal_of(std::string_view content) {
  const std::uint64_t sum = checksum(content);
  std::string bytes(seal_mark);
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((sum >> shift) & 0xff);
  return bytes;
}

}  // namespace

void seal_file(const std::filesystem::path& path) {
  const std::string seal = seal_of(read_text(path));
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) fail_output(path, "write", errno);
  const bool written = std::fwrite(seal.data(), 1, seal.size(), file) == seal.size();
  const int error = errno;
  if (std::fclose(file) != 0) fail_output(path, "write", errno);
  if (!written) fail_output(path, "write", error);
}

Seal check_seal(std::string_view bytes) {
  const std::string_view content = bytes.substr(0, bytes.size() - std::min(bytes.size(), seal_size));
  const std::string_view end = bytes.substr(content.size());
  if (!end.starts_with(seal_mark)) return Seal::missing;
  return end == seal_of(content) ? Seal::good : Seal::wrong;
}

}  // namespace jounce::io
