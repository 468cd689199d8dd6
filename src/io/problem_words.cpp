#include "io/problem_words.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "params/input_error.h"

namespace jounce::io {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

void ProblemWords::skip_blanks() {
  for (; at_ < text_.size() && is_blank(text_[at_]); ++at_)
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
}

bool ProblemWords::at_end() {
  skip_blanks();
  return at_ == text_.size();
}

std::string_view ProblemWords::word(std::string_view what) {
  skip_blanks();
  mark_line_ = line_;
  mark_column_ = static_cast<int>(at_ - line_start_) + 1;
  if (at_ == text_.size()) fail(fmt::format("the file ends where {} is expected", what));
  const auto begin = at_;
  while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

double ProblemWords::number(std::string_view what) {
  const std::string_view w = word(what);
  double value = 0;
  const char* first = w.data() + (w.front() == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(first, w.data() + w.size(), value);
  if (error != std::errc() || end != w.data() + w.size() || !std::isfinite(value))
    fail(fmt::format("{} must be a finite number, not '{}'", what, w));
  return value;
}

long ProblemWords::integer(std::string_view what, long least, long most) {
  const std::string_view w = word(what);
  long value = 0;
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
  if (error == std::errc() && end == w.data() + w.size() && value >= least && value <= most) return value;
  const std::string wanted =
      least == most ? fmt::format("{}", least) : fmt::format("a whole number from {} to {}", least, most);
  fail(fmt::format("{} must be {}, not '{}'", what, wanted, w));
}

void ProblemWords::expect(std::string_view wanted) {
  const std::string_view w = word(fmt::format("'{}'", wanted));
  if (w != wanted) fail(fmt::format("expected '{}', found '{}'", wanted, w));
}

std::string_view ProblemWords::line() {
  skip_blanks();
  const auto begin = at_;
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  return text_.substr(begin, at_ - begin);
}

bool ProblemWords::has_more_than(long count) const {
  bool is_inside = false;
  for (std::size_t i = at_; i < text_.size() && count >= 0; ++i) {
    const bool is_word = !is_blank(text_[i]);
    if (is_word && !is_inside) --count;
    is_inside = is_word;
  }
  return count < 0;
}

void ProblemWords::fail(const std::string& message) const {
  throw params::InputError({name_, mark_line_, mark_column_}, message);
}

}  // namespace jounce::io
