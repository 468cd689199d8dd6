#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "deck/deck.h"
#include "deck/diagnostics.h"
#include "deck/overrides.h"
#include "deck/parameters.h"
#include "deck/tree.h"
#include "deck/values.h"
#include "params/expression.h"
#include "params/file_kind.h"
#include "params/file_reference.h"
#include "params/nearest.h"

namespace jounce::deck {

using params::Component;
using params::InputError;
using params::Key;
using params::Kind;
using params::Location;
using params::Params;
using params::Schema;

namespace {

constexpr std::uintmax_t largest_file = 64u << 20u;

std::string a_or_an(const std::string& word) {
  return (std::string_view("aeiou").find(word.front()) != std::string_view::npos ? "an " : "a ") + word;
}

std::string place(const Location& where) {
  return where.line > 0 ? fmt::format("in line {}", where.line) : "by " + where.file;
}

/// Keys of [units].
std::vector<Key> unit_keys() {
  const params::Units si;
  return {params::choice("length", "unit of length", params::unit_names(params::dim::length))
              .by_default(si.length),
          params::choice("mass", "unit of mass", params::unit_names(params::dim::mass)).by_default(si.mass),
          params::choice("time", "unit of time", params::unit_names(params::dim::time)).by_default(si.time)};
}

std::vector<std::string> split_kinds(const std::string& kinds) {
  std::vector<std::string> all;
  std::istringstream stream(kinds);
  for (std::string kind; std::getline(stream, kind, '|');) all.push_back(kind);
  return all;
}

}  // namespace

/// Reads a whole document against a schema.
class DeckReader {
 public:
  DeckReader(const Schema& schema, std::string_view file_name,
             std::shared_ptr<const keyword::Input> input = {})
      : schema_(schema), file_name_(file_name) {
    deck_.path_ = file_name_;
    deck_.input_ = std::move(input);
    const auto add_files = [&](const std::string& kind, const std::vector<Key>& keys) {
      for (const Key& key : keys)
        if (key.refers_to == params::kFileReference) deck_.files_.emplace(kind, key.name);
    };
    for (const Kind& kind : schema.kinds) {
      deck_.kinds_.emplace_back(kind.name, kind.is_list);
      add_files(kind.name, kind.keys);
    }
    for (const Component& component : schema.components) add_files(component.kind, component.keys);
  }

  Deck read(Node document, const std::vector<std::string>& overrides) {
    for (const std::string& assignment : overrides)
      apply_override(assignment, document, schema_, diagnostics_);
    check_top_level(document);
    parameters_ = read_parameters(document.find("parameters"), diagnostics_);
    deck_.parameters_ = parameters_.values;
    find_unused(document);
    const ValueReader early(context());
    read_head(early, document);
    dimension_ = model_dimension(document);
    const ValueReader values(context());
    for (const Kind& kind : schema_.kinds) read_kind(values, kind, document.find(kind.name));
    for (const Reference& reference : references_) check(reference);
    judge_vectors(document);
    diagnostics_.raise();
    deck_.check_steps(diagnostics_);
    diagnostics_.raise();
    return deck_.step_names().empty() ? std::move(deck_) : deck_.at_step(0);
  }

 private:
  Context context() {
    return {parameters_, deck_.units_, dimension_, deck_.folder(), diagnostics_, references_, vectors_};
  }

  /// Lists of other lengths than model.dimension asks for. Where it is not given and all lists are of space,
  /// that is the mistake, and the only one.
  void judge_vectors(const Node& document) {
    const Node* model = document.find("model");
    std::vector<const SizedList*> places;
    for (const SizedList& list : vectors_)
      if (list.is_place) places.push_back(&list);
    const bool is_space = (model == nullptr || model->find("dimension") == nullptr) && !places.empty() &&
                          std::all_of(places.begin(), places.end(),
                                      [](const SizedList* list) { return !list->fits && list->count == 3; });
    if (is_space)
      diagnostics_.add(
          places.front()->where,
          fmt::format("'{}' has 3 numbers{}, but the model has {} dimensions unless [model] says "
                      "dimension = 3",
                      places.front()->key, places.size() > 1 ? ", as all vectors of the deck" : "",
                      dimension_));
    for (const SizedList& list : vectors_)
      if (!list.fits && !(is_space && list.count == 3)) diagnostics_.add(list.where, list.message);
  }

  static void add_names(const Node& node, std::set<std::string, std::less<>>& names) {
    if (node.is(Node::Type::text))
      for (std::string& name : params::names_in(node.text)) names.insert(std::move(name));
    for (const Node& child : node.children) add_names(child, names);
  }

  void find_unused(const Node& document) {
    const Node* table = document.find("parameters");
    if (table == nullptr) return;
    std::set<std::string, std::less<>> names;
    add_names(document, names);
    for (const Node& parameter : table->children)
      if (!names.contains(parameter.key))
        deck_.unused_parameters_.emplace_back(parameter.key, parameter.key_where);
  }

  void check_top_level(const Node& document) {
    std::vector<std::string> known = {"title", "units", "parameters"};
    for (const Kind& kind : schema_.kinds) known.push_back(kind.name);
    for (const Node& member : document.children) {
      if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
      const bool is_table =
          member.is(Node::Type::table) || (member.is_list_of_tables() && !member.children.empty());
      diagnostics_.add(member.key_where,
                       fmt::format("unknown {} '{}'", is_table ? "table" : "key", member.key),
                       diagnostics_.full() ? "" : params::nearest(member.key, known));
    }
  }

  void read_head(const ValueReader& values, const Node& document) {
    if (const Node* title = document.find("title")) {
      if (!title->is(Node::Type::text)) {
        diagnostics_.add(title->where, fmt::format("'title' must be a text, not {}", describe(*title)));
      }
      deck_.title_ = title->text;
    }
    const Node* units = document.find("units");
    if (units == nullptr) {
      deck_.absent_.insert("units");
      return;
    }
    if (!units->is(Node::Type::table)) {
      diagnostics_.add(units->where, fmt::format("[units] must be a table, not {}", describe(*units)));
      return;
    }
    const std::vector<Key> keys = unit_keys();
    Params table("units", "", "", units->where);
    values.read_table(*units, {&keys[0], &keys[1], &keys[2]}, {}, "[units]", table);
    if (table.has("length")) deck_.units_.length = table.text("length");
    if (table.has("mass")) deck_.units_.mass = table.text("mass");
    if (table.has("time")) deck_.units_.time = table.text("time");
  }

  /// model.dimension, or 0 when the deck does not say it or says it wrongly (which read_kind reports).
  int model_dimension(const Node& document) {
    const Kind* kind = schema_.find("model");
    if (kind == nullptr) return 0;
    Diagnostics ignored;
    std::vector<Reference> none;
    std::vector<SizedList> no_vectors;
    const ValueReader values({parameters_, deck_.units_, 0, {}, ignored, none, no_vectors});
    for (const Key& key : kind->keys) {
      if (key.name != "dimension" || key.type != params::Type::integer) continue;
      Params model("model", "", "", {});
      const Node empty;
      const Node* table = document.find("model");
      values.read_table(table != nullptr && table->is(Node::Type::table) ? *table : empty, {&key}, {}, "",
                        model);
      return model.has("dimension") ? model.integer("dimension") : 0;
    }
    return 0;
  }

  void read_kind(const ValueReader& values, const Kind& kind, const Node* node) {
    if (node == nullptr || (kind.is_list && node->is(Node::Type::array) && node->children.empty())) {
      read_absent(values, kind);
    } else if (kind.is_list) {
      if (!node->is_list_of_tables()) {
        diagnostics_.add(node->where, fmt::format("'{0}' must be a list of tables, not {1}: write [[{0}]]",
                                                  kind.name, describe(*node)));
        return;
      }
      std::map<std::string, Location> names;
      auto& entries = deck_.tables_[kind.name];
      for (const Node& entry : node->children) read_entry(values, kind, entry, names, entries);
    } else if (!node->is(Node::Type::table)) {
      diagnostics_.add(node->where, fmt::format("'{0}' must be a table, not {1}: write [{0}]", kind.name,
                                                describe(*node)));
    } else {
      read_typed(values, kind, *node, "", {}, fmt::format("[{}]", kind.name), deck_.tables_[kind.name]);
    }
  }

  /// A table that the deck does not have consists of its defaults; one with required keys stays absent.
  void read_absent(const ValueReader& values, const Kind& kind) {
    if (kind.is_required) {
      const std::string table =
          kind.is_list ? fmt::format("[[{}]]", kind.name) : fmt::format("[{}]", kind.name);
      diagnostics_.add({file_name_, 1, 1},
                       fmt::format("the deck does not have the required table {}", table));
      return;
    }
    if (kind.is_list || (kind.has_types && kind.default_type.empty())) return;
    Params table(kind.name, kind.default_type, "", {file_name_});
    for (const Key* key : keys_of(kind, schema_.find(kind.name, kind.default_type))) {
      if (!values.set_default(*key, table)) return;
    }
    deck_.tables_[kind.name].push_back(std::move(table));
    deck_.absent_.insert(kind.name);
  }

  void read_entry(const ValueReader& values, const Kind& kind, const Node& entry,
                  std::map<std::string, Location>& names, std::vector<Params>& entries) {
    const Node* name = entry.find("name");
    std::string title = kind.name;
    std::string text;
    if (name == nullptr) {
      if (kind.name_required) {
        diagnostics_.add(entry.where,
                         fmt::format("this [[{}]] lacks the required key 'name': a text", kind.name));
      }
    } else if (!name->is(Node::Type::text) || name->text.empty()) {
      diagnostics_.add(name->where,
                       fmt::format("'name' must be a text that is not empty, not {}", describe(*name)));
    } else {
      text = name->text;
      title = fmt::format("{} '{}'", kind.name, text);
      const auto [first, is_new] = names.emplace(text, name->where);
      if (!is_new) {
        diagnostics_.add(name->where, fmt::format("there is already {} named '{}', {}", a_or_an(kind.name),
                                                  text, place(first->second)));
      }
    }
    if (!text.empty()) names_[kind.name].insert(text);
    read_typed(values, kind, entry, text, {"name"}, title, entries);
  }

  /// Reads a table whose keys may depend on its type.
  void read_typed(const ValueReader& values, const Kind& kind, const Node& node, const std::string& name,
                  std::vector<std::string> others, const std::string& title, std::vector<Params>& entries) {
    const Component* component = nullptr;
    if (kind.has_types) {
      component = component_of(kind, node, title);
      if (component == nullptr || !fits_model(*component, node, title)) return;
      others.emplace_back("type");
    }
    Params table(kind.name, component != nullptr ? component->type : "", name, node.where);
    values.read_table(node, keys_of(kind, component), others, title, table);
    entries.push_back(std::move(table));
  }

  const Component* component_of(const Kind& kind, const Node& node, const std::string& title) {
    const std::vector<std::string> types = schema_.types_of(kind.name);
    const std::string expected = fmt::format("one of '{}'", fmt::join(types, "', '"));
    const Node* type = node.find("type");
    if (type == nullptr) {
      if (!kind.default_type.empty()) return schema_.find(kind.name, kind.default_type);
      diagnostics_.add(node.where, fmt::format("{} lacks the required key 'type': {}", title, expected));
      return nullptr;
    }
    const Component* component = type->is(Node::Type::text) ? schema_.find(kind.name, type->text) : nullptr;
    if (component == nullptr) {
      diagnostics_.add(type->where,
                       fmt::format("'type' of {} must be {}, not {}", title, expected, describe(*type)),
                       type->is(Node::Type::text) ? params::nearest(type->text, types) : "");
    }
    return component;
  }

  /// Whether a type goes with model.dimension. Its keys would tell the same mistake again.
  bool fits_model(const Component& component, const Node& node, const std::string& title) {
    if (component.dimension == 0 || dimension_ == 0 || dimension_ == component.dimension) return true;
    const Component* const other = schema_.find(component.kind, component.elsewhere);
    const bool serves = other != nullptr && other->dimension == dimension_;
    const Node* type = node.find("type");
    diagnostics_.add(
        type != nullptr ? type->where : node.where,
        fmt::format("{} has the type '{}', which needs model.dimension = {}{}", title, component.type,
                    component.dimension, serves ? fmt::format("; here use '{}'", other->type) : ""));
    return false;
  }

  static std::vector<const Key*> keys_of(const Kind& kind, const Component* component) {
    std::vector<const Key*> keys;
    for (const Key& key : kind.keys) keys.push_back(&key);
    if (component != nullptr) {
      for (const Key& key : component->keys) keys.push_back(&key);
    }
    return keys;
  }

  void check(const Reference& reference) {
    std::vector<std::string> candidates;
    std::string found_in;
    const std::vector<std::string> kinds = split_kinds(reference.kinds);
    for (const std::string& kind : kinds) {
      const auto& names = names_[kind];
      if (names.count(reference.name) == 0) continue;
      if (!found_in.empty()) {
        diagnostics_.add(reference.where,
                         fmt::format("{}: '{}' is the name of {} and of {}; rename one of them",
                                     reference.key, reference.name, a_or_an(found_in), a_or_an(kind)));
        return;
      }
      found_in = kind;
    }
    if (!found_in.empty()) return;
    if (!diagnostics_.full()) {
      for (const std::string& kind : kinds) {
        candidates.insert(candidates.end(), names_[kind].begin(), names_[kind].end());
      }
    }
    diagnostics_.add(
        reference.where,
        fmt::format("{}: there is no {} named '{}'", reference.key, fmt::join(kinds, " or "), reference.name),
        params::nearest(reference.name, candidates));
  }

  const Schema& schema_;
  std::string file_name_;
  Deck deck_;
  Diagnostics diagnostics_;
  Parameters parameters_;
  std::vector<Reference> references_;
  std::vector<SizedList> vectors_;
  std::map<std::string, std::set<std::string>, std::less<>> names_;  // of the entries of each list
  int dimension_ = 0;
};

Deck read_deck_text(std::string_view text, std::string_view file_name, const Schema& schema,
                    const std::vector<std::string>& overrides) {
  return read_deck_tree(parse_toml(text, std::string(file_name)), file_name, schema, overrides);
}

Deck read_deck_tree(Node document, std::string_view file_name, const Schema& schema,
                    const std::vector<std::string>& overrides, std::shared_ptr<const keyword::Input> input) {
  return DeckReader(schema, file_name, std::move(input)).read(std::move(document), overrides);
}

Deck read_deck(const std::filesystem::path& path, const Schema& schema,
               const std::vector<std::string>& overrides) {
  const Location where{path.string()};
  std::error_code status;
  if (const std::string why = params::why_no_deck(path); !why.empty()) throw InputError(where, why);
  if (std::filesystem::is_regular_file(path, status) &&
      std::filesystem::file_size(path, status) > largest_file) {
    throw InputError(where, "a deck must not be larger than 64 MB");
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || stream.bad())
    throw InputError(where, fmt::format("the file cannot be read: {}", std::strerror(errno)));
  return read_deck_text(text.str(), path.string(), schema, overrides);
}

}  // namespace jounce::deck
