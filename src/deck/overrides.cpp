#include "deck/overrides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "params/nearest.h"

namespace jounce::deck {

namespace {

using params::Location;

constexpr std::string_view option = "--set ";

/// One name of a path, with the place where it ends in the text.
struct Segment {
  std::string name;
  std::size_t begin = 0, end = 0;
};

struct Assignment {
  std::string path;
  std::vector<Segment> segments;
  std::string value;
};

/// Splits a.b."c.d"=value; empty when it is no such text.
std::optional<Assignment> split(const std::string& text) {
  Assignment result;
  Segment segment;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        segment.name += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '.' || c == '=') {
      if (segment.name.empty()) return std::nullopt;
      segment.end = i;
      result.segments.push_back(segment);
      segment = {{}, i + 1, i + 1};
      if (c == '=') {
        result.path = text.substr(0, i);
        result.value = text.substr(i + 1);
        return result;
      }
    } else {
      segment.name += c;
    }
  }
  return std::nullopt;
}

std::vector<std::string> keys_of(const Node& table) {
  std::vector<std::string> keys;
  for (const Node& child : table.children) keys.push_back(child.key);
  return keys;
}

std::vector<std::string> entry_names(const Node& list) {
  std::vector<std::string> names;
  for (const Node& entry : list.children) {
    const Node* name = entry.find("name");
    if (name != nullptr && name->is(Node::Type::text)) names.push_back(name->text);
  }
  return names;
}

std::vector<std::string> top_level_names(const params::Schema& schema) {
  std::vector<std::string> names = {"title", "units", "parameters"};
  for (const params::Kind& kind : schema.kinds) names.push_back(kind.name);
  return names;
}

Node* entry_named(Node& list, const std::string& name) {
  for (Node& entry : list.children) {
    const Node* own = entry.is(Node::Type::table) ? entry.find("name") : nullptr;
    if (own != nullptr && own->is(Node::Type::text) && own->text == name) return &entry;
  }
  return nullptr;
}

/// Follows a path through the document and makes the tables that are missing.
class Walk {
 public:
  Walk(const Assignment& assignment, const params::Schema& schema, Diagnostics& diagnostics)
      : assignment_(assignment),
        where_{fmt::format("{}{}", option, assignment.path)},
        schema_(schema),
        diagnostics_(diagnostics) {}

  void run(Node& document) {
    Node* at = &document;
    for (std::size_t i = 0; i < assignment_.segments.size(); ++i) {
      const Segment& segment = assignment_.segments[i];
      const bool is_last = i + 1 == assignment_.segments.size();
      if (at->is_list_of_tables()) {
        Node* entry = entry_named(*at, segment.name);
        if (entry == nullptr)
          return refuse(segment, fmt::format("there is no {} named '{}'", at->key, segment.name),
                        entry_names(*at));
        if (is_last) return refuse(segment, "the path leads to a table, not to a key", {});
        at = entry;
      } else if (at->is(Node::Type::table)) {
        if (!allowed(*at, segment, i)) return;
        at = member(*at, segment.name, is_last);
      } else {
        return refuse(segment, fmt::format("'{}' is {}, not a table", at->key, describe(*at)), {});
      }
    }
    if (assignment_.segments.size() == 1 && assignment_.segments.front().name != "title") {
      return refuse(assignment_.segments.front(), "the path leads to a table, not to a key", {});
    }
    Node value = parse_value(assignment_.value, where_);
    value.key = at->key;
    *at = std::move(value);
  }

 private:
  /// The first names have to exist: tables in the schema, parameters in the deck.
  bool allowed(const Node& table, const Segment& segment, std::size_t depth) {
    if (depth == 0) {
      const params::Kind* kind = schema_.find(segment.name);
      const std::vector<std::string> names = top_level_names(schema_);
      if (std::find(names.begin(), names.end(), segment.name) == names.end()) {
        const bool has_near = !params::nearest(segment.name, names).empty();
        refuse(segment,
               fmt::format("there is no table '{}'{}", segment.name,
                           has_near ? "" : fmt::format("; there are {}", fmt::join(names, ", "))),
               names);
        return false;
      }
      if (kind != nullptr && kind->is_list && table.find(segment.name) == nullptr) {
        refuse(segment, fmt::format("the deck has no [[{}]]", segment.name), {});
        return false;
      }
    } else if (depth == 1 && assignment_.segments.front().name == "parameters" &&
               table.find(segment.name) == nullptr) {
      refuse(segment, fmt::format("the deck has no parameter '{}'", segment.name), keys_of(table));
      return false;
    }
    return true;
  }

  Node* member(Node& table, const std::string& name, bool is_last) {
    Node* child = table.find(name);
    if (child == nullptr) {
      child = &table.children.emplace_back();
      child->key = name;
      child->where = child->key_where = where_;
    } else if (is_last) {
      child->key_where = where_;
    }
    return child;
  }

  void refuse(const Segment& segment, const std::string& message,
              const std::vector<std::string>& candidates) {
    std::string hint = params::nearest(segment.name, candidates);
    if (!hint.empty()) {
      hint = assignment_.path.substr(0, segment.begin) + hint + assignment_.path.substr(segment.end);
    }
    diagnostics_.add(where_, message, hint);
  }

  const Assignment& assignment_;
  Location where_;
  const params::Schema& schema_;
  Diagnostics& diagnostics_;
};

}  // namespace

void apply_override(const std::string& assignment, Node& document, const params::Schema& schema,
                    Diagnostics& diagnostics) {
  const std::optional<Assignment> parts = split(assignment);
  if (!parts) {
    diagnostics.add({fmt::format("{}{}", option, assignment)}, "expected path.to.key=value");
    return;
  }
  Walk(*parts, schema, diagnostics).run(document);
}

std::string override_path(const std::string& kind, const std::string& name, const std::string& key) {
  const bool is_plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::string_view(".='\"").find(c) == std::string_view::npos;
  });
  const char quote = name.find('"') == std::string::npos ? '"' : '\'';
  return is_plain ? fmt::format("{}.{}.{}", kind, name, key)
                  : fmt::format("{0}.{1}{2}{1}.{3}", kind, quote, name, key);
}

bool is_override(const Location& where) { return where.line == 0 && where.file.rfind(option, 0) == 0; }

std::string override_folder(const Location& where) {
  const std::size_t dot = where.file.rfind('.');
  return dot == std::string::npos ? "" : where.file.substr(option.size(), dot + 1 - option.size());
}

}  // namespace jounce::deck
