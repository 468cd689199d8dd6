#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::deck {

/// A JSON value under construction that keeps the order of its members: all that a JSON Schema needs.
class Json {
 public:
  Json(bool value);
  Json(int value);
  Json(double value);
  Json(const char* text);
  Json(const std::string& text);

  static Json object();
  static Json array();

  /// Adds a member to an object, or an item to an array.
  Json& add(std::string_view name, Json value);
  Json& add(Json value);

  /// The text, indented by two blanks per level.
  std::string dump(int level = 0) const;

 private:
  enum class Type { atom, object, array };
  explicit Json(Type type) : type_(type) {}

  Type type_ = Type::atom;
  std::string atom_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace jounce::deck
