#include "deck/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "deck/tree.h"
#include "params/node_text.h"

namespace jounce::deck {
namespace {

/// Values of a deck by their path, in its order.
struct Values {
  std::map<std::string, std::string, std::less<>> text;
  std::vector<std::string> order;
};

/// Entries of lists go by their name, those without by their number.
std::string entry_name(const Node& entry, std::size_t index) {
  const Node* name = entry.find("name");
  return name != nullptr && name->is(Node::Type::text) ? name->text : fmt::format("{}", index + 1);
}

/// An entry of a list stands with its type under its own path, before its values.
void collect(const Node& node, const std::string& path, Values& values) {
  const auto put = [&](const std::string& at, std::string text) {
    values.order.push_back(at);
    values.text.emplace(at, std::move(text));
  };
  if (node.is(Node::Type::table)) {
    for (const Node& child : node.children)
      if (child.key != "name") collect(child, path.empty() ? child.key : path + "." + child.key, values);
  } else if (node.is_list_of_tables()) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const std::string entry = path + "." + entry_name(node.children[i], i);
      const Node* type = node.children[i].find("type");
      put(entry, type != nullptr ? params::to_toml(*type) : "an entry");
      collect(node.children[i], entry, values);
    }
  } else {
    put(path, params::to_toml(node));
  }
}

/// Keys of [analysis] and [integrator] that make another scheme or another problem.
constexpr std::array kSchemeKeys = {"type",    "start",       "law",    "recovery_speed", "error_reduction",
                                    "rho_inf", "theta",       "preset", "alpha_m",        "alpha_f",
                                    "joints",  "corrections", "ramp",   "arc_length"};

bool is_model(std::string_view path) {
  const std::string_view kind = path.substr(0, path.find('.'));
  if (kind == "title" || kind == "output" || kind == "history") return false;
  if (path == "model.inconsistent_start" || path.ends_with(".outline")) return false;
  if (kind != "integrator" && kind != "analysis" && kind != "step") return true;
  const std::string_view key = path.substr(kind == "step" ? path.rfind('.') + 1 : path.find('.') + 1);
  if (kind == "step" && std::count(path.begin(), path.end(), '.') < 2) return true;  // another step
  return std::find(kSchemeKeys.begin(), kSchemeKeys.end(), key) != kSchemeKeys.end();
}

/// Words in the texts of the model: among them are the parameters of its functions of time.
void add_words(const Values& values, std::set<std::string, std::less<>>& words) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (const auto& [path, text] : values.text) {
    if (path.starts_with("parameters.") || !is_model(path) || text.find('"') == std::string::npos) continue;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i;
      while (end < text.size() && in_word(text[end])) ++end;
      if (end > i) words.insert(text.substr(i, end - i));
      i = std::max(end, i + 1);
    }
  }
}

/// The table of the deck that a path leads to and the key of its value.
struct Place {
  const params::Params* table = nullptr;
  std::string key;
};

Place place_of(const Deck& deck, const std::string& path) {
  const std::string kind = path.substr(0, path.find('.'));
  if (kind == path || kind == "units" || kind == "parameters") return {};
  const std::string rest = path.substr(kind.size() + 1);
  const auto entries = deck.entries(kind);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string name = entries[i]->name().empty() ? fmt::format("{}", i + 1) : entries[i]->name();
    if (rest == name) return {entries[i], ""};
    if (!rest.starts_with(name + ".")) continue;
    const std::string key = rest.substr(name.size() + 1);
    return {entries[i], key.substr(0, key.find('.'))};
  }
  if (entries.size() == 1) return {entries.front(), rest.substr(0, rest.find('.'))};
  return {};
}

/// Whether the value of a path of the deck is the path of a file.
bool names_file(const Deck& deck, const std::string& path) {
  return deck.names_file(path.substr(0, path.find('.')), path.substr(path.rfind('.') + 1));
}

/// Of a path as TOML quotes it, without its folders.
std::string file_name(const std::string& quoted) {
  return quoted.substr(quoted.find_last_of("/\"", quoted.size() - 2) + 1);
}

/// True for a path below an entry that the other deck does not have: the entry itself is told.
bool is_of_unknown_entry(const std::string& path, const Values& mine, const Values& other) {
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
    const std::string entry = path.substr(0, dot);
    if (mine.text.contains(entry) && !other.text.contains(entry)) return true;
  }
  return false;
}

}  // namespace

std::vector<Change> model_changes(const std::string& before, const Deck& after) {
  Values was, is;
  collect(parse_toml(before, "checkpoint"), "", was);
  collect(parse_toml(after.resolved_toml(), after.path().string()), "", is);
  std::set<std::string, std::less<>> words;
  add_words(was, words);
  add_words(is, words);

  std::vector<Change> changes;
  const auto compare = [&](const std::string& path) {
    if (!is_model(path)) return;
    if (path.starts_with("parameters.") && !words.contains(path.substr(path.find('.') + 1))) return;
    const auto old_text = was.text.find(path), new_text = is.text.find(path);
    const bool had = old_text != was.text.end(), has = new_text != is.text.end();
    if (had && has && old_text->second == new_text->second) return;
    if (had && has && names_file(after, path) && file_name(old_text->second) == file_name(new_text->second))
      return;  // seen from another folder
    if (had ? is_of_unknown_entry(path, was, is) : is_of_unknown_entry(path, is, was)) return;
    const Place place = place_of(after, path);
    // The default of a key that the program which wrote the checkpoint did not know.
    if (!had && place.table != nullptr && place.table->has(place.key) && !place.table->given(place.key))
      return;
    changes.push_back({path, had ? old_text->second : "nothing", has ? new_text->second : "nothing",
                       place.table != nullptr ? place.table->where(place.key)
                                              : params::Location{after.path().string(), 0, 0}});
  };
  for (const std::string& path : is.order) compare(path);
  for (const std::string& path : was.order)
    if (!is.text.contains(path)) compare(path);
  return changes;
}

}  // namespace jounce::deck
