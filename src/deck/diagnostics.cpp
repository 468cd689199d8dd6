#include "deck/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "params/input_error.h"

namespace jounce::deck {

namespace {

constexpr std::size_t most_diagnostics = 500;
constexpr std::size_t longest_message = 2000;

/// Overrides have no line and come last.
auto rank(const params::Diagnostic& diagnostic) {
  const int line = diagnostic.where.line > 0 ? diagnostic.where.line : std::numeric_limits<int>::max();
  return std::tuple(line, diagnostic.where.column);
}

/// Names of the deck may contain control characters or be very long; a message is one line without them.
std::string one_line(const std::string& text) {
  std::string line;
  if (text.size() > longest_message) {
    std::size_t end = longest_message;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;  // within a character
    return one_line(text.substr(0, end)) + "...";
  }
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    line += code < 0x20 || code == 0x7f ? fmt::format("\\u{:04X}", code) : std::string(1, c);
  }
  return line;
}

}  // namespace

void Diagnostics::add(params::Location where, const std::string& message, const std::string& hint) {
  if (full()) {
    ++uncounted_;
    return;
  }
  found_.push_back({std::move(where), one_line(message), one_line(hint)});
}

void Diagnostics::add(std::vector<params::Diagnostic> diagnostics) {
  for (params::Diagnostic& d : diagnostics) add(std::move(d.where), d.message, d.hint);
}

bool Diagnostics::full() const { return found_.size() >= most_diagnostics; }

void Diagnostics::raise() {
  if (found_.empty()) return;
  std::stable_sort(found_.begin(), found_.end(),
                   [](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (uncounted_ > 0) {
    params::Diagnostic rest;
    rest.where.file = found_.back().where.file;
    rest.message = fmt::format("and {} more mistakes", uncounted_);
    found_.push_back(std::move(rest));
  }
  throw params::InputError(std::move(found_));
}

}  // namespace jounce::deck
