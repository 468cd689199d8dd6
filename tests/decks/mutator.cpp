#include "mutator.h"

#include <cctype>
#include <iterator>
#include <sstream>

namespace jounce::test {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool is_table(const std::string& line) { return !line.empty() && line[0] == '['; }

bool is_assignment(const std::string& line) {
  return !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0 &&
         line.find(" = ") != std::string::npos;
}

}  // namespace

Mutator::Mutator(std::vector<std::string> decks, unsigned seed) : random_(seed) {
  for (const std::string& deck : decks)
    for (std::string& line : split(deck)) {
      if (is_assignment(line)) values_.push_back(line.substr(line.find(" = ") + 3));
      lines_.push_back(std::move(line));
    }
}

std::size_t Mutator::below(std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
}

const std::string& Mutator::any_line() { return lines_[below(lines_.size())]; }

std::string Mutator::any_value() {
  static const char* const odd[] = {"0",
                                    "-1",
                                    "1e300",
                                    "-1e-300",
                                    "nan",
                                    "inf",
                                    "-inf",
                                    "9223372036854775807",
                                    "2147483648",
                                    R"("")",
                                    R"("x")",
                                    "true",
                                    "[]",
                                    "[0, 0, 0]",
                                    "[[1]]",
                                    "{}",
                                    R"("1/0")",
                                    R"toml("sqrt(-1)")toml",
                                    R"("t^t^t")",
                                    R"("((((")",
                                    "1979-05-27",
                                    "0x7f",
                                    "\"a\\u0000b\"",
                                    R"(["ground"])",
                                    R"("ground")",
                                    "[nan, 1]",
                                    "[1e308, 1e308, 1e308]"};
  if (one_in(2)) return odd[below(std::size(odd))];
  return values_[below(values_.size())];
}

void Mutator::replace_number(std::string& text, std::span<const char* const> words) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 1; i < text.size(); ++i)
    if (std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
        std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 && text[i - 1] != '.' &&
        text[i - 1] != '_')
      starts.push_back(i);
  if (starts.empty()) return;
  const std::size_t start = starts[below(starts.size())];
  std::size_t end = start;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.'))
    ++end;
  text.replace(start, end - start, words[below(words.size())]);
}

void Mutator::change_number(std::string& text) {
  static const char* const numbers[] = {"0",     "1",   "-1",  "2",    "3",   "7",   "1e-12", "1e12",
                                        "1e308", "nan", "inf", "-0.0", "0.5", "100", "1.5",   "4294967296"};
  replace_number(text, numbers);
}

Mutant Mutator::extreme_number(const std::string& deck) {
  static const char* const numbers[] = {
      "1e300",      "-1e300",     "1e155",   "-1e155", "1e20", "1e-300", "-1e-20",      "-1",
      "1000000000", "2147483647", "1000000", "0",      "1e9",  "1e-155", "-2147483648", "9007199254740993"};
  Mutant mutant;
  mutant.text = deck;
  replace_number(mutant.text, numbers);
  return mutant;
}

void Mutator::change_line(std::vector<std::string>& lines) {
  const std::size_t at = below(lines.size());
  switch (below(6)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[below(lines.size())]);
      break;
    case 2:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), any_line());
      break;
    case 3:
      lines[at] = any_line();
      break;
    case 4:
      std::swap(lines[at], lines[below(lines.size())]);
      break;
    default:
      if (is_assignment(lines[at])) lines[at] = lines[at].substr(0, lines[at].find(" = ") + 3) + any_value();
  }
  if (lines.empty()) lines.emplace_back();
}

void Mutator::change_character(std::string& text) {
  if (text.empty()) return;
  const std::size_t at = below(text.size());
  switch (below(4)) {
    case 0:
      text.erase(at, 1 + below(3));
      break;
    case 1:
      text.insert(at, 1, static_cast<char>(below(256)));
      break;
    case 2:
      text[at] = static_cast<char>(32 + below(95));
      break;
    default:
      text.resize(at);
  }
}

void Mutator::put_unknown_key(std::vector<std::string>& lines, Mutant& mutant) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_table(lines[i]) && lines[i].find("parameters") == std::string::npos) places.push_back(i);
  if (places.empty()) return;
  mutant.unknown_key = "zq" + std::to_string(below(1000)) + "w";
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(places[below(places.size())] + 1),
               mutant.unknown_key + " = 1");
}

std::string Mutator::next_by_tokens(const std::string& text) {
  const auto tokens_of = [](const std::string& from) {
    std::vector<std::string> tokens;
    for (const char c : from) {
      const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
      const bool goes_on = is_word && !tokens.empty() &&
                           (std::isalnum(static_cast<unsigned char>(tokens.back().back())) != 0 ||
                            tokens.back().back() == '_' || tokens.back().back() == '.');
      if (goes_on)
        tokens.back() += c;
      else
        tokens.emplace_back(1, c);
    }
    return tokens;
  };
  std::vector<std::string> tokens = tokens_of(text);
  for (std::size_t i = 0, n = 1 + below(3); i < n && !tokens.empty(); ++i) {
    const std::size_t at = below(tokens.size());
    const std::vector<std::string> others = tokens_of(any_line());
    switch (below(4)) {
      case 0:
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        std::swap(tokens[at], tokens[below(tokens.size())]);
        break;
      case 2:
        if (!others.empty()) tokens[at] = others[below(others.size())];
        break;
      default:
        if (!others.empty())
          tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), others[below(others.size())]);
    }
  }
  std::string changed;
  for (const std::string& token : tokens) changed += token;
  return changed;
}

Mutant Mutator::next(const std::string& deck) {
  Mutant mutant;
  std::vector<std::string> lines = split(deck);
  if (one_in(10)) {
    put_unknown_key(lines, mutant);
    mutant.text = join(lines);
    return mutant;
  }
  for (std::size_t i = 0, n = 1 + below(3); i < n; ++i) {
    if (one_in(4)) {
      std::string text = join(lines);
      change_character(text);
      lines = split(text);
      if (lines.empty()) lines.emplace_back();
    } else if (one_in(2)) {
      std::string& line = lines[below(lines.size())];
      change_number(line);
    } else {
      change_line(lines);
    }
  }
  mutant.text = join(lines);
  return mutant;
}

}  // namespace jounce::test
