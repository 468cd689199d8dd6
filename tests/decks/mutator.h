#pragma once

#include <random>
#include <span>
#include <string>
#include <vector>

namespace jounce::test {

/// A deck with something changed at random.
struct Mutant {
  std::string text;
  std::string unknown_key;  ///< a key that no deck knows, put in on purpose; empty: none
};

/// Changes decks at random: numbers, words, lines, characters, keys. The same seed makes the same mutants.
class Mutator {
 public:
  /// `decks`: texts from which lines and words are taken, too.
  Mutator(std::vector<std::string> decks, unsigned seed);

  Mutant next(const std::string& deck);
  /// Changes words, numbers and signs, of any language.
  std::string next_by_tokens(const std::string& text);
  /// One number that is far too large, negative or tiny.
  Mutant extreme_number(const std::string& deck);

 private:
  std::size_t below(std::size_t n);
  bool one_in(std::size_t n) { return below(n) == 0; }
  const std::string& any_line();
  std::string any_value();
  void change_number(std::string& text);
  /// Puts one of the words in the place of a number.
  void replace_number(std::string& text, std::span<const char* const> words);
  void change_line(std::vector<std::string>& lines);
  void change_character(std::string& text);
  void put_unknown_key(std::vector<std::string>& lines, Mutant& mutant);

  std::mt19937 random_;
  std::vector<std::string> lines_;   ///< of all decks
  std::vector<std::string> values_;  ///< right-hand sides of all decks
};

}  // namespace jounce::test
