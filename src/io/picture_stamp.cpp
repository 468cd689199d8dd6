#include "io/picture_stamp.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>

#include "io/csv.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kPngHeader = 8 + 25;  ///< signature and chunk IHDR, which has to come first
constexpr std::size_t kGifHeader = 13;      ///< signature and screen descriptor; then the colours
constexpr std::size_t kGifBlock = 255;
constexpr std::size_t kPdfEnd = 500;  ///< readers look for the end of a PDF within its last 1024 bytes

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

/// Cyclic redundancy check of PNG (ISO 15948, annex D).
std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t sum = 0xffffffff;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  }
  return ~sum;
}

std::string png_chunk(std::string_view text) {
  const std::string typed = "tEXtSoftware" + std::string(1, '\0') + std::string(text);
  return big_endian(static_cast<std::uint32_t>(typed.size() - 4)) + typed + big_endian(crc32(typed));
}

std::string gif_comment(std::string_view text) {
  std::string block = "\x21\xfe";
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kGifBlock))) {
    const std::string_view part = text.substr(0, kGifBlock);
    block += static_cast<char>(part.size());
    block += part;
  }
  return block + '\0';
}

/// Bytes of the colours that follow the header.
std::size_t gif_colours(std::string_view bytes) {
  const auto flags = static_cast<unsigned char>(bytes[10]);
  return (flags & 0x80) != 0 ? std::size_t{3} << ((flags & 7) + 1) : 0;
}

std::string printable(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (c == '\n' || (c >= ' ' && c <= '~')) kept += c;
  return kept;
}

/// A comment of XML holds no two hyphens in a row.
std::string xml_comment(std::string text) {
  for (std::size_t at; (at = text.find("--")) != std::string::npos;) text.replace(at, 2, "- ");
  return "<!-- " + text + " -->\n";
}

std::string jpeg_comment(std::string_view text) {
  text = text.substr(0, 0xfff0);
  const auto length = static_cast<std::uint32_t>(text.size() + 2);
  return std::string("\xff\xfe") + static_cast<char>(length >> 8) + static_cast<char>(length & 0xff) +
         std::string(text);
}

/// Every line as a comment of PostScript and PDF.
std::string script_comment(std::string_view text) {
  std::string lines = "% ";
  for (const char c : text) lines += c == '\n' ? std::string("\n% ") : std::string(1, c);
  return lines + '\n';
}

}  // namespace

void stamp_picture(const std::filesystem::path& picture, std::string_view text) {
  std::string bytes = read_text(picture);
  const std::string kept = printable(text);
  if (bytes.starts_with(kPng) && bytes.size() > kPngHeader)
    bytes.insert(kPngHeader, png_chunk(kept));
  else if (bytes.starts_with("GIF89a") && bytes.size() > kGifHeader)
    bytes.insert(std::min(bytes.size(), kGifHeader + gif_colours(bytes)), gif_comment(kept));
  else if (bytes.starts_with("<?xml") && bytes.find("?>") != std::string::npos)
    bytes.insert(bytes.find("?>") + 2, "\n" + xml_comment(kept));
  else if (bytes.starts_with("\xff\xd8"))
    bytes.insert(2, jpeg_comment(kept));
  else if (bytes.starts_with("%!PS") && bytes.find('\n') != std::string::npos)
    bytes.insert(bytes.find('\n') + 1, script_comment(kept));
  else if (bytes.starts_with("%PDF"))
    bytes += script_comment(kept.substr(0, std::min(kept.find('\n'), kPdfEnd)));
  else
    return;
  std::ofstream file(picture, std::ios::binary | std::ios::trunc);
  if (!file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush())
    fail_output(picture, "write", errno);
}

}  // namespace jounce::io
