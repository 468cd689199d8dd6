#include "params/quote.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce::params {

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      quoted += fmt::format("\\u{:04X}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string to_text(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80                       ? 1
                             : byte(0) >= 0xC2 && byte(0) < 0xE0  ? 2
                             : byte(0) >= 0xE0 && byte(0) < 0xF0  ? 3
                             : byte(0) >= 0xF0 && byte(0) <= 0xF4 ? 4
                                                                  : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (length == 3 && ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) >= 0xA0))) return 0;
  if (length == 4 && ((byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) >= 0x90))) return 0;
  return length;
}

std::string markup_text(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text.substr(i));
    const char c = text[i];
    const bool is_control =
        length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) && c != '\n' && c != '\t';
    if (length == 0 || is_control) {
      if (c != '\r') out += kReplacement;
      ++i;
      continue;
    }
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += text.substr(i, length);
    i += length;
  }
  return out;
}

}  // namespace jounce::params
