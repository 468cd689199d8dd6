#pragma once

#include <string>
#include <string_view>

namespace jounce::io {

/// Words of a text one after the other, with their places for messages. Every failure is a
/// params::InputError with line and column.
class ProblemWords {
 public:
  ProblemWords(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  bool at_end();
  std::string_view word(std::string_view what);
  double number(std::string_view what);
  long integer(std::string_view what, long least, long most);
  void expect(std::string_view wanted);
  /// Rest of the line that the next word is on.
  std::string_view line();
  /// Whether more than `count` words follow.
  bool has_more_than(long count) const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void skip_blanks();

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1, mark_line_ = 1, mark_column_ = 1;
};

}  // namespace jounce::io
