#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "deck/deck.h"
#include "params/quote.h"

namespace jounce::deck {

using params::Params;
using params::quote;
using params::TimeFunction;

namespace {

/// A name as a TOML key: bare where possible.
std::string key_text(const std::string& name) {
  const auto is_bare = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_bare) ? name : quote(name);
}

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(int value) { return fmt::format("{}", value); }
std::string value_text(double value) { return params::to_text(value); }
std::string value_text(const std::string& value) { return quote(value); }
std::string value_text(const TimeFunction& value) { return value.to_toml(); }

template <class T>
std::string value_text(const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : ", ") + value_text(value);
  return "[" + text + "]";
}

/// A path relative to one folder as it is from another; absolute ones stay.
std::string moved_path(const std::string& path, const std::filesystem::path& from,
                       const std::filesystem::path& to) {
  namespace fs = std::filesystem;
  if (to.empty() || fs::path(path).is_absolute()) return path;
  const fs::path whole = fs::absolute(from / path).lexically_normal();
  const fs::path moved = whole.lexically_relative(fs::absolute(to).lexically_normal());
  return (moved.empty() ? whole : moved).string();
}

/// Writes tables with all values, or only those that are given.
class TableWriter {
 public:
  /// The text of a path, by the kind of its table and its key; nothing for what is no path.
  using PathText = std::function<std::optional<std::string>(const std::string& kind, const Params::Entry&)>;

  TableWriter(bool with_defaults, PathText path_text)
      : with_defaults_(with_defaults), path_text_(std::move(path_text)) {}

  std::string table_text(const Params& table, bool is_list) const {
    std::string text = is_list ? fmt::format("\n[[{}]]\n", key_text(table.kind()))
                               : fmt::format("\n[{}]\n", key_text(table.kind()));
    if (!table.name().empty()) text += fmt::format("name = {}\n", quote(table.name()));
    if (!table.type().empty()) text += fmt::format("type = {}\n", quote(table.type()));
    for (const Params::Entry& entry : table.entries())
      if (is_written(entry))
        text += fmt::format("{} = {}\n", key_text(entry.key),
                            entry.is_list_of_tables
                                ? lines_of(entry.tables)
                                : path_text_(table.kind(), entry).value_or(entry_text(entry)));
    return text;
  }

 private:
  bool is_written(const Params::Entry& entry) const { return with_defaults_ || entry.given; }

  /// A table a line.
  std::string lines_of(const std::vector<Params>& tables) const {
    std::string text;
    for (const Params& table : tables) text += "  " + inline_table(table) + ",\n";
    return text.empty() ? "[]" : "[\n" + text + "]";
  }

  std::string entry_text(const Params::Entry& entry) const {
    if (entry.is_table) return inline_table(entry.tables.front());
    if (entry.is_list_of_tables) {
      std::string text;
      for (const Params& table : entry.tables) text += (text.empty() ? "" : ", ") + inline_table(table);
      return "[" + text + "]";
    }
    return std::visit([](const auto& value) { return value_text(value); }, entry.value);
  }

  std::string inline_table(const Params& table) const {
    std::string text;
    for (const Params::Entry& entry : table.entries())
      if (is_written(entry))
        text += fmt::format("{}{} = {}", text.empty() ? " " : ", ", key_text(entry.key), entry_text(entry));
    return text.empty() ? "{}" : "{" + text + " }";
  }

  bool with_defaults_;
  PathText path_text_;
};

}  // namespace

std::string Deck::resolved_toml(const std::filesystem::path& at) const { return to_toml(true, at); }
std::string Deck::given_toml(const std::filesystem::path& at) const { return to_toml(false, at); }

std::string Deck::to_toml(bool with_defaults, const std::filesystem::path& at) const {
  const Tables& tables = whole_ ? *whole_ : tables_;
  const auto has = [&](const std::string& kind) {
    return tables.contains(kind) && (with_defaults || !absent_.contains(kind));
  };
  std::string text = fmt::format("title = {}\n", quote(title_));
  if (with_defaults || !absent_.contains("units"))
    text += fmt::format("\n[units]\nlength = {}\nmass = {}\ntime = {}\n", quote(units_.length),
                        quote(units_.mass), quote(units_.time));
  if (!parameters_.empty()) text += "\n[parameters]\n";
  for (const auto& [name, value] : parameters_)
    text += fmt::format("{} = {}\n", key_text(name), value_text(value));
  const TableWriter writer(with_defaults, [&](const std::string& kind, const Params::Entry& entry) {
    const auto* const path = std::get_if<std::string>(&entry.value);
    return path != nullptr && names_file(kind, entry.key)
               ? std::optional(quote(moved_path(*path, folder(), at)))
               : std::nullopt;
  });
  for (const auto& [kind, is_list] : kinds_)
    if (has(kind))
      for (const Params& table : tables.at(kind)) text += writer.table_text(table, is_list);
  return text;
}

}  // namespace jounce::deck
