#include "keyword/cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "params/file_kind.h"
#include "params/quote.h"

namespace jounce::keyword {
namespace {

namespace fs = std::filesystem;
constexpr int kDeepest = 20;  ///< files that include files
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string capitals(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return result;
}

/// In capitals, with single blanks.
std::string words(std::string_view text) {
  std::string result;
  for (const char c : trimmed(text))
    if (c != ' ' && c != '\t')
      result += c;
    else if (result.back() != ' ')
      result += ' ';
  return capitals(result);
}

std::string without_blanks(std::string_view text) {
  std::string result = capitals(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  return result;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto comma = text.find(',');
    fields.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    text.remove_prefix(comma + 1);
  }
}

std::string_view without_quotes(std::string_view name) {
  const bool has_quotes = name.size() > 1 && name.front() == '"' && name.back() == '"';
  return has_quotes ? name.substr(1, name.size() - 2) : name;
}

/// A line that is no UTF-8 is taken for Latin-1, whose bytes are the numbers of its characters.
void make_utf8(std::string& line) {
  std::string_view rest = line;
  for (std::size_t length = 1; !rest.empty() && length > 0; rest.remove_prefix(length))
    length = params::character_length(rest);
  if (rest.empty()) return;
  std::string result;
  for (const char c : line) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x80) result += static_cast<char>(0xC0U | (code >> 6U));
    result += code < 0x80 ? c : static_cast<char>(0x80U | (code & 0x3FU));
  }
  line = std::move(result);
}

class Reader {
 public:
  std::vector<Card> cards;

  void read(const fs::path& path, const params::Location& from, int depth) {
    std::error_code status;
    if (depth == 0 && fs::exists(path, status))
      if (const std::string why = params::why_no_deck(path); !why.empty())
        throw params::InputError(from, why);
    const bool is_file = fs::is_regular_file(path, status);  // opening a pipe would wait
    std::ifstream stream;
    if (is_file) stream.open(path);
    if (!is_file || !stream)
      throw params::InputError(from, fmt::format("the file '{}' cannot be read", path.string()));
    if (depth > kDeepest) throw params::InputError(from, "files include each other endlessly");
    const auto file = std::make_shared<const std::string>(path.string());
    std::string line, header;
    int number = 0, header_line = 0;
    while (std::getline(stream, line)) {
      ++number;
      if (number == 1 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
      make_utf8(line);
      const std::string_view text = trimmed(line);
      if (text.empty() || text.starts_with("**") || text.starts_with(">**")) continue;  // quoted ones, too
      if (!header.empty() || text.front() == '*') {
        if (header.empty()) header_line = number;
        header += text;
        if (text.back() == ',') continue;  // goes on in the next line
        start(header, file, header_line, path, depth);
        header.clear();
      } else {
        add_data(text, *file, number);
      }
    }
    if (!header.empty()) start(header, file, header_line, path, depth);
  }

 private:
  void start(const std::string& header, const std::shared_ptr<const std::string>& file, int line,
             const fs::path& path, int depth) {
    const auto fields = split(std::string_view(header).substr(1));
    Card card;
    card.name = words(fields[0]);
    card.file = file;
    card.line = line;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      if (fields[i].empty()) continue;
      const auto equals = fields[i].find('=');
      const std::string_view value =
          equals == std::string_view::npos ? "" : trimmed(fields[i].substr(equals + 1));
      card.parameters.push_back(
          {without_blanks(fields[i].substr(0, equals)), capitals(value), std::string(without_quotes(value))});
      if (card.name == "INCLUDE" && card.parameters.back().name == "INPUT")
        read(path.parent_path() / card.parameters.back().given, card.where(), depth + 1);
    }
    if (card.name == "INCLUDE") {
      card.at("INPUT");
      if (!cards.empty()) ended_by_include_ = true;
      return;
    }
    ended_by_include_ = false;
    cards.push_back(std::move(card));
  }

  void add_data(std::string_view text, const std::string& file, int line) {
    if (cards.empty() || ended_by_include_)
      throw params::InputError({file, line, 0},
                               "data without a keyword (a line that begins with '*') before them");
    DataLine data;
    data.line = line;
    for (const std::string_view field : split(text)) data.fields.push_back(capitals(field));
    if (data.fields.size() > 1 && data.fields.back().empty()) data.fields.pop_back();
    cards.back().data.push_back(std::move(data));
  }

  bool ended_by_include_ = false;
};

/// Fortran writes 1.D-3.
double to_number(const std::string& text, bool& good) {
  std::string number = text;
  std::replace(number.begin(), number.end(), 'D', 'E');
  const char* first = number.data() + (number.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, error] = std::from_chars(first, number.data() + number.size(), value);
  good = error == std::errc() && end == number.data() + number.size() && std::isfinite(value);
  return value;
}

}  // namespace

std::optional<int> to_integer(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string* Card::find(std::string_view parameter) const {
  for (const Parameter& p : parameters)
    if (p.name == parameter) return &p.value;
  return nullptr;
}

std::string Card::value(std::string_view parameter, const char* or_else) const {
  const std::string* given = find(parameter);
  return given != nullptr ? *given : or_else;
}

const std::string& Card::at(std::string_view parameter) const {
  const std::string* value = find(parameter);
  if (value == nullptr || value->empty())
    fail(0, fmt::format("*{} needs the parameter {}=", name, parameter));
  return *value;
}

std::string Card::given(std::string_view parameter) const {
  const auto place = std::ranges::find(parameters, parameter, &Parameter::name);
  return place != parameters.end() ? place->given : std::string();
}

fs::path Card::file_at(std::string_view parameter) const {
  at(parameter);
  return fs::path(*file).parent_path() / given(parameter);
}

void Card::fail(int data_line, const std::string& message) const {
  throw params::InputError(where(data_line), message);
}

double Card::number(const DataLine& data_line, std::size_t k, std::optional<double> or_else) const {
  if (k >= data_line.fields.size() || data_line.fields[k].empty()) {
    if (or_else) return *or_else;
    fail(data_line.line,
         fmt::format("*{}: field {} of this line is missing; a number is expected", name, k + 1));
  }
  bool good = false;
  const double value = to_number(data_line.fields[k], good);
  if (!good)
    fail(data_line.line,
         fmt::format("*{}: field {} is '{}'; a number is expected", name, k + 1, data_line.fields[k]));
  return value;
}

int Card::integer(const DataLine& data_line, std::size_t k, std::optional<int> or_else) const {
  if (k >= data_line.fields.size() || data_line.fields[k].empty()) {
    if (or_else) return *or_else;
    fail(data_line.line,
         fmt::format("*{}: field {} of this line is missing; a whole number is expected", name, k + 1));
  }
  const auto value = to_integer(data_line.fields[k]);
  if (!value)
    fail(data_line.line,
         fmt::format("*{}: field {} is '{}'; a whole number is expected", name, k + 1, data_line.fields[k]));
  return *value;
}

const std::string& Card::text(const DataLine& data_line, std::size_t k) const {
  if (k >= data_line.fields.size() || data_line.fields[k].empty())
    fail(data_line.line, fmt::format("*{}: field {} of this line is missing", name, k + 1));
  return data_line.fields[k];
}

std::vector<double> Card::numbers() const {
  std::vector<double> values;
  for (const DataLine& row : data)
    for (std::size_t k = 0; k < row.fields.size(); ++k)
      if (!row.fields[k].empty()) values.push_back(number(row, k));
  return values;
}

std::vector<Card> read_cards(const fs::path& file) {
  Reader reader;
  reader.read(file, {file.string(), 0, 0}, 0);
  return std::move(reader.cards);
}

}  // namespace jounce::keyword
