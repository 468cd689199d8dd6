#include "run/unused.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>
#include <variant>

namespace jounce {
namespace {

using Names = std::set<std::string, std::less<>>;

/// The name and what stands before a dot in it: "rod" of "rod.start".
void add_name(const std::string& text, Names& names) {
  names.insert(text);
  for (std::size_t dot = text.find('.'); dot != std::string::npos; dot = text.find('.', dot + 1))
    names.insert(text.substr(0, dot));
}

void add_names(const params::Params& table, Names& names) {
  for (const params::Params::Entry& entry : table.entries()) {
    for (const params::Params& sub_table : entry.tables) add_names(sub_table, names);
    if (entry.is_table || entry.is_list_of_tables) continue;
    if (const auto* const one = std::get_if<std::string>(&entry.value)) add_name(*one, names);
    if (const auto* const some = std::get_if<std::vector<std::string>>(&entry.value))
      for (const std::string& name : *some) add_name(name, names);
  }
}

}  // namespace

std::vector<params::Diagnostic> unused_entries(const deck::Deck& deck) {
  // What is only drawn or written is not in use.
  constexpr std::array kUsers = {"section", "body",    "marker", "element",  "joint",   "shape",   "contact",
                                 "inflow",  "outflow", "load",   "boundary", "initial", "material"};
  constexpr std::array kUsed = {"material", "section", "mesh", "shape"};
  Names names;
  for (const char* const kind : kUsers)
    for (const params::Params* entry : deck.entries_of_all_steps(kind)) add_names(*entry, names);
  std::vector<params::Diagnostic> unused;
  for (const auto& [name, where] : deck.unused_parameters())
    unused.push_back({where, fmt::format("the parameter '{}' is not used", name), ""});
  for (const char* const kind : kUsed)
    for (const params::Params* entry : deck.entries_of_all_steps(kind))
      if (!names.contains(entry->name()))
        unused.push_back(
            {entry->where(),
             std::string_view(kind) == "shape"
                 ? fmt::format("no contact looks at the shape '{}': it is only drawn", entry->name())
                 : fmt::format("nothing uses the {} '{}'", kind, entry->name()),
             ""});
  return unused;
}

}  // namespace jounce
