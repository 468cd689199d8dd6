#include "deck/json_writer.h"

#include <fmt/format.h>

#include "params/quote.h"

namespace jounce::deck {

Json::Json(bool value) : atom_(value ? "true" : "false") {}
Json::Json(int value) : atom_(fmt::format("{}", value)) {}
Json::Json(double value) : atom_(params::to_text(value)) {}
Json::Json(const char* text) : atom_(params::quote(text)) {}
Json::Json(const std::string& text) : atom_(params::quote(text)) {}

Json Json::object() { return Json(Type::object); }
Json Json::array() { return Json(Type::array); }

Json& Json::add(std::string_view name, Json value) {
  members_.emplace_back(std::string(name), std::move(value));
  return *this;
}

Json& Json::add(Json value) { return add("", std::move(value)); }

std::string Json::dump(int level) const {
  if (type_ == Type::atom) return atom_;
  const bool is_object = type_ == Type::object;
  if (members_.empty()) return is_object ? "{}" : "[]";
  std::string text = is_object ? "{" : "[";
  const std::string indent(2 * (static_cast<std::size_t>(level) + 1), ' ');
  for (const auto& [name, value] : members_) {
    if (text.size() > 1) text += ',';
    text += '\n' + indent + (is_object ? params::quote(name) + ": " : "") + value.dump(level + 1);
  }
  return text + '\n' + std::string(2 * static_cast<std::size_t>(level), ' ') + (is_object ? '}' : ']');
}

}  // namespace jounce::deck
