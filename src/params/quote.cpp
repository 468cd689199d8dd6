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

}  // namespace jounce::params
