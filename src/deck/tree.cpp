#include "deck/tree.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <tuple>
#include <utility>

#include "params/input_error.h"
#include "params/measure.h"
#include "params/quote.h"

namespace jounce::deck {

namespace {

using params::InputError;
using params::Location;

// The parser recurses over brackets and over the dots of a key; a deck needs about five levels.
constexpr int deepest_brackets = 32;
constexpr int longest_path = 16;

Location location(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// Walks over the text outside of strings and comments and refuses deep nesting before the parser recurses.
class NestingGuard {
 public:
  NestingGuard(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void check() {
    while (i_ < text_.size()) {
      const char c = text_[i_];
      if (c == '#') {
        skip_line();
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        count(c);
        ++i_;
      }
    }
  }

 private:
  void skip_line() { i_ = std::min(text_.find('\n', i_), text_.size()); }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(i_, 3) == three;
    i_ += is_long ? 3 : 1;
    while (i_ < text_.size()) {
      if (quote == '"' && text_[i_] == '\\') {
        i_ += 2;
      } else if (is_long && text_.substr(i_, 3) == three) {
        i_ += 3;
        while (i_ < text_.size() && text_[i_] == quote)
          ++i_;  // up to two quotes may precede the closing ones
        return;
      } else if (!is_long && (text_[i_] == quote || text_[i_] == '\n')) {
        if (text_[i_] == quote) ++i_;
        return;
      } else {
        if (text_[i_] == '\n') next_line();
        ++i_;
      }
    }
  }

  void count(char c) {
    if (c == '\n') next_line();
    if (c == '[' || c == '{') ++brackets_;
    if (c == ']' || c == '}') brackets_ = std::max(0, brackets_ - 1);
    if (c == '.') {
      ++dots_;
    } else if (c == '\n' || c == ',' || c == '=' || c == '[' || c == '{') {
      dots_ = 0;
    }
    if (brackets_ > deepest_brackets || dots_ > longest_path) {
      throw InputError({file_, line_, static_cast<int>(i_ - line_begin_) + 1},
                       "tables or lists are nested too deeply");
    }
  }

  void next_line() {
    ++line_;
    line_begin_ = i_ + 1;
    dots_ = 0;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t i_ = 0, line_begin_ = 0;
  int line_ = 1, brackets_ = 0, dots_ = 0;
};

template <class T>
std::string streamed(const T& value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

Node convert(const toml::node& from, const std::string& file) {
  Node node;
  node.where = location(from.source(), file);
  if (const auto* boolean = from.as_boolean()) {
    node.type = Node::Type::boolean;
    node.boolean = boolean->get();
  } else if (const auto* integer = from.as_integer()) {
    node.type = Node::Type::integer;
    node.integer = integer->get();
    node.number = static_cast<double>(integer->get());
  } else if (const auto* number = from.as_floating_point()) {
    node.type = Node::Type::number;
    node.number = number->get();
  } else if (const auto* text = from.as_string()) {
    node.type = Node::Type::text;
    node.text = text->get();
  } else if (const auto* array = from.as_array()) {
    node.type = Node::Type::array;
    for (const toml::node& child : *array) node.children.push_back(convert(child, file));
  } else if (const auto* table = from.as_table()) {
    for (const auto& [key, child] : *table) {
      node.children.push_back(convert(child, file));
      node.children.back().key = key.str();
      node.children.back().key_where = location(key.source(), file);
    }
    std::stable_sort(node.children.begin(), node.children.end(), [](const Node& a, const Node& b) {
      return std::tie(a.key_where.line, a.key_where.column) < std::tie(b.key_where.line, b.key_where.column);
    });
  } else {
    node.type = Node::Type::date;
    from.visit([&](const auto& value) {
      if constexpr (toml::is_chronological<decltype(value)>) node.text = streamed(value.get());
    });
  }
  return node;
}

std::string_view line_of(std::string_view text, int line) {
  for (; line > 1; --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find_first_of("\r\n"));
}

/// The parser's description without its opening "Error while parsing x: ", as a sentence of ours; `rest`:
/// what stands in the line from the place of the error on.
std::string syntax_message(std::string_view description, std::string_view rest) {
  std::string text(description);
  if (text.rfind("Error while parsing ", 0) == 0) text = "in the " + text.substr(20);
  if (text.find("could not determine value type") != std::string::npos) {
    text += "; texts and expressions need quotes";
  }
  if (rest.empty() && text.find("unescaped control characters") != std::string::npos)
    text = "in the string: the line ends before its closing quote";
  if (const std::size_t at = text.find("saw '\\n'"); at != std::string::npos)
    text.replace(at, 8, "but the line ends");
  if (rest.starts_with("//") || rest.starts_with("/*")) text += "; comments begin with #";
  return "TOML syntax: " + text;
}

/// The value of the line, where it is a number with a unit and no quotes: "1 kg". Quotes would be no help.
std::string bare_measure(std::string_view text, int line) {
  text = line_of(text, line);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {};
  text = text.substr(equals + 1);
  text = text.substr(0, text.find('#'));
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
  return params::measure_of(text) ? std::string(text) : std::string();
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& file_name) {
  NestingGuard(text, file_name).check();
  try {
    return convert(toml::parse(text, std::string_view(file_name)), file_name);
  } catch (const toml::parse_error& error) {
    const Location where = location(error.source(), file_name);
    if (const std::string measure = bare_measure(text, where.line); !measure.empty())
      throw InputError(
          where,
          fmt::format(
              "numbers must not have units here: write {} for {}; [units] gives the units of the numbers",
              params::to_text(params::measure_of(measure)->number), measure));
    std::string_view rest = line_of(text, where.line);
    rest.remove_prefix(std::min(static_cast<std::size_t>(std::max(where.column, 1) - 1), rest.size()));
    throw InputError(where, syntax_message(error.description(), rest));
  }
}

Node parse_value(std::string_view text, const Location& where) {
  try {
    Node document = parse_toml(fmt::format("value = {}", text), where.file);
    if (document.children.size() == 1 && !document.children.front().is(Node::Type::date)) {
      return std::move(document.children.front().relocate(where));
    }
  } catch (const InputError&) {
    // no TOML: a bare word or an expression
  }
  return std::move(Node(std::string(text)).relocate(where));
}

}  // namespace jounce::deck
