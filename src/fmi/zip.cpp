#include "fmi/zip.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <limits>

#include "io/output_error.h"

namespace jounce::fmi {
namespace {

/// CRC-32 of ISO 3309: x^32 + x^26 + ... + 1, reflected.
std::uint32_t crc32(std::string_view text) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xEDB88320U ^ (value >> 1) : value >> 1;
      entries[i] = value;
    }
    return entries;
  }();
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char c : text) sum = table[(sum ^ static_cast<unsigned char>(c)) & 0xFF] ^ (sum >> 8);
  return ~sum;
}

/// Numbers of 2 and 4 bytes, the lowest first.
class Record {
 public:
  Record& two(std::uint32_t value) { return bytes(value, 2); }
  Record& four(std::uint32_t value) { return bytes(value, 4); }
  std::string text;

 private:
  Record& bytes(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
    return *this;
  }
};

constexpr std::uint32_t kVersion = 10, kUtf8 = 0x800, kFirstDay = 0x21;  // 1980-01-01: the same bytes always

/// What local and central header share.
void describe(Record& record, std::uint32_t checksum, std::uint32_t size, const std::string& name) {
  record.two(kVersion).two(kUtf8).two(0).two(0).two(kFirstDay);
  record.four(checksum).four(size).four(size).two(static_cast<std::uint32_t>(name.size())).two(0);
}

}  // namespace

Zip::Zip(const std::filesystem::path& file) : file_(file), out_(file, std::ios::binary) {
  if (!out_) io::fail_output(file_, "write", errno);
}

void Zip::put(const std::string& bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  offset_ += bytes.size();
}

void Zip::add(const std::string& name, std::string_view content) {
  if (offset_ + content.size() > std::numeric_limits<std::uint32_t>::max() - (1U << 20))
    throw io::OutputError(file_, fmt::format("cannot write {}: an FMU holds less than 4 GB", file_.string()));
  const Entry entry{name, crc32(content), static_cast<std::uint32_t>(content.size()),
                    static_cast<std::uint32_t>(offset_)};
  Record header;
  header.four(0x04034b50);
  describe(header, entry.checksum, entry.size, name);
  put(header.text + name);
  out_.write(content.data(), static_cast<std::streamsize>(content.size()));
  offset_ += content.size();
  entries_.push_back(entry);
}

void Zip::close() {
  const auto begin = static_cast<std::uint32_t>(offset_);
  for (const Entry& entry : entries_) {
    Record header;
    header.four(0x02014b50).two(kVersion);
    describe(header, entry.checksum, entry.size, entry.name);
    header.two(0).two(0).two(0).four(0).four(entry.offset);
    put(header.text + entry.name);
  }
  const auto count = static_cast<std::uint32_t>(entries_.size());
  Record end;
  end.four(0x06054b50).two(0).two(0).two(count).two(count);
  end.four(static_cast<std::uint32_t>(offset_) - begin).four(begin).two(0);
  put(end.text);
  if (!out_.flush()) io::fail_output(file_, "write", errno);
}

}  // namespace jounce::fmi
