#include "verify/figure_reader.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "params/input_error.h"

namespace jounce::verify {
namespace {

/// Reads one flat JSON object of texts, numbers, true, false and null, as json_object() writes it. Values
/// that are no texts stay as they are written.
class FlatObject {
 public:
  explicit FlatObject(const std::string& line) : line_(line) {
    expect('{');
    if (next() == '}') return;
    for (;;) {
      const std::string key = text();
      expect(':');
      values_[key] = next() == '"' ? text() : word();
      if (next() == '}') return;
      expect(',');
    }
  }

  const std::string& operator[](const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) throw std::runtime_error(fmt::format("'{}' is missing", key));
    return found->second;
  }
  bool has(const std::string& key) const { return values_.count(key) > 0; }

  double number(const std::string& key) const {
    const std::string& value = (*this)[key];
    if (value == "null") return not_given;
    char* end = nullptr;
    const double result = std::strtod(value.c_str(), &end);
    if (value.empty() || *end != '\0') throw std::runtime_error(fmt::format("'{}' is no number", key));
    return result;
  }

 private:
  char next() {
    while (place_ < line_.size() && (line_[place_] == ' ' || line_[place_] == '\t')) ++place_;
    return place_ < line_.size() ? line_[place_] : '\0';
  }

  void expect(char c) {
    if (next() != c) throw std::runtime_error(fmt::format("expected '{}' in column {}", c, place_ + 1));
    ++place_;
  }

  std::string text() {
    expect('"');
    std::string result;
    for (; place_ < line_.size() && line_[place_] != '"'; ++place_) {
      if (line_.compare(place_, 2, "\\u") == 0) {  // only control characters are written so
        result += static_cast<char>(std::strtol(line_.substr(place_ + 2, 4).c_str(), nullptr, 16));
        place_ += 5;
        continue;
      }
      if (line_[place_] == '\\' && ++place_ == line_.size()) break;
      result += line_[place_];
    }
    expect('"');
    return result;
  }

  std::string word() {
    const std::size_t start = place_;
    place_ = std::min(line_.find_first_of(",} ", place_), line_.size());
    return line_.substr(start, place_ - start);
  }

  const std::string& line_;
  std::size_t place_ = 0;
  std::map<std::string, std::string> values_;
};

}  // namespace

RecordedFigures read_figures(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw params::InputError({file.string()}, "cannot read this file");
  RecordedFigures figures;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    try {
      const FlatObject object(line);
      figures[{object["case"], object["quantity"]}] = {object.number("computed"), object.number("reference"),
                                                       object.number("tolerance"), object["pass"] == "true",
                                                       object.has("message") ? object["message"] : ""};
    } catch (const std::runtime_error& error) {
      throw params::InputError({file.string(), number, 1},
                               fmt::format("this is not a line of `jounce verify --json`: {}", error.what()));
    }
  }
  return figures;
}

}  // namespace jounce::verify
