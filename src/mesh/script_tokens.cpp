#include "mesh/script_tokens.h"

#include <array>

namespace jounce {
namespace {

bool is_digit_of_script(char c) { return c >= '0' && c <= '9'; }
bool is_letter_of_script(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank_of_script(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

}  // namespace

void ScriptScanner::note_lines(std::size_t from, std::size_t to, bool may_begin_line) {
  if (text_.substr(from, to - from).find_first_of("\r\n") == std::string_view::npos) return;
  std::size_t before = from;
  while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
  const bool begins = before == 0 || text_[before - 1] == '\n' || text_[before - 1] == '\r';
  if (!begins || !may_begin_line) hanging_.push_back(from);
}

bool ScriptScanner::skip_comment() {
  const std::size_t begin = at_;
  if (text_.substr(at_, 2) == "//") {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    comments_.emplace_back(begin, at_);
    return true;
  }
  if (text_.substr(at_, 2) != "/*") return false;
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    open_ = at_;
    at_ = text_.size();
    return true;
  }
  note_lines(at_, end, true);
  at_ = end + 2;
  comments_.emplace_back(begin, at_);
  return true;
}

/// digits, digits.digits, .digits, each with an exponent
std::size_t ScriptScanner::number_length() const {
  std::size_t i = at_;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < text_.size() && is_digit_of_script(text_[i])) ++i;
    return i - from;
  };
  std::size_t n = digits();
  if (i < text_.size() && text_[i] == '.') {
    ++i;
    n += digits();
  }
  if (n == 0) return 0;
  const std::size_t without = i;
  if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
    ++i;
    if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
    if (digits() == 0) i = without;
  }
  return i - at_;
}

ScriptToken ScriptScanner::token(ScriptToken::Kind kind, std::size_t length) {
  const ScriptToken found{kind, text_.substr(at_, length), at_, at_ + length};
  at_ += length;
  return found;
}

std::optional<ScriptToken> ScriptScanner::next() {
  using Kind = ScriptToken::Kind;
  while (at_ < text_.size() && (is_blank_of_script(text_[at_]) || skip_comment()))
    if (at_ < text_.size() && is_blank_of_script(text_[at_])) ++at_;
  if (at_ >= text_.size()) return std::nullopt;
  const char c = text_[at_];
  if (c == '"' || c == '\'') {
    const std::size_t end = text_.find(c, at_ + 1);
    if (end == std::string_view::npos) {
      open_ = at_;
      at_ = text_.size();
      return std::nullopt;
    }
    note_lines(at_, end, false);
    const ScriptToken found{Kind::string, text_.substr(at_ + 1, end - at_ - 1), at_, end + 1};
    at_ = end + 1;
    return found;
  }
  if (is_letter_of_script(c)) {
    std::size_t length = 1;
    while (at_ + length < text_.size() &&
           (is_letter_of_script(text_[at_ + length]) || is_digit_of_script(text_[at_ + length])))
      ++length;
    return token(Kind::word, length);
  }
  if (const std::size_t length = number_length(); length > 0) return token(Kind::number, length);
  static constexpr std::array<std::string_view, 16> kLong = {"...", "+=", "-=", "*=", "/=", "::", "||", "&&",
                                                             "++",  "--", "==", "!=", "<=", ">=", ">>", "<<"};
  for (const std::string_view sign : kLong)
    if (text_.substr(at_, sign.size()) == sign) return token(Kind::sign, sign.size());
  return token(Kind::sign, 1);
}

}  // namespace jounce
