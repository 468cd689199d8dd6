#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::deck {

/// A JSON value as tests look at it.
struct JsonValue {
  enum class Type { null, boolean, number, text, array, object } type = Type::null;
  bool boolean = false;
  double number = 0.0;
  std::string text;
  std::vector<JsonValue> items;
  std::map<std::string, JsonValue> members;

  bool has(const std::string& key) const { return members.count(key) > 0; }

  /// The member at a path of keys; throws std::out_of_range when there is none.
  template <class... Keys>
  const JsonValue& at(const std::string& key, const Keys&... further) const {
    if constexpr (sizeof...(further) == 0) {
      return members.at(key);
    } else {
      return members.at(key).at(further...);
    }
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const JsonValue& item : items) all.push_back(item.text);
    return all;
  }
};

/// A strict reader of JSON; throws std::runtime_error.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  JsonValue read() {
    JsonValue value = read_value();
    skip_blanks();
    if (i_ != text_.size()) fail();
    return value;
  }

 private:
  [[noreturn]] void fail() const { throw std::runtime_error("no JSON at character " + std::to_string(i_)); }

  void skip_blanks() { i_ = std::min(text_.find_first_not_of(" \n\t\r", i_), text_.size()); }

  char peek() {
    skip_blanks();
    return i_ < text_.size() ? text_[i_] : '\0';
  }

  void expect(char c) {
    if (peek() != c) fail();
    ++i_;
  }

  JsonValue word(std::string_view expected, JsonValue value) {
    if (text_.substr(i_, expected.size()) != expected) fail();
    i_ += expected.size();
    return value;
  }

  JsonValue read_value() {
    using Type = JsonValue::Type;
    switch (peek()) {
      case '{':
        return read_object();
      case '[':
        return read_array();
      case '"':
        return {Type::text, false, 0.0, read_text(), {}, {}};
      case 't':
        return word("true", {Type::boolean, true, 0.0, {}, {}, {}});
      case 'f':
        return word("false", {Type::boolean, false, 0.0, {}, {}, {}});
      case 'n':
        return word("null", {});
      default:
        break;
    }
    const std::size_t end = std::min(text_.find_first_not_of("+-.eE0123456789", i_), text_.size());
    if (end == i_) fail();
    const std::string number(text_.substr(i_, end - i_));
    i_ = end;
    return {Type::number, false, std::stod(number), {}, {}, {}};
  }

  JsonValue read_object() {
    JsonValue object;
    object.type = JsonValue::Type::object;
    expect('{');
    while (peek() != '}') {
      if (!object.members.empty()) expect(',');
      if (peek() != '"') fail();
      const std::string key = read_text();
      expect(':');
      if (!object.members.emplace(key, read_value()).second) throw std::runtime_error("duplicate key " + key);
    }
    expect('}');
    return object;
  }

  JsonValue read_array() {
    JsonValue array;
    array.type = JsonValue::Type::array;
    expect('[');
    while (peek() != ']') {
      if (!array.items.empty()) expect(',');
      array.items.push_back(read_value());
    }
    expect(']');
    return array;
  }

  std::string read_text() {
    expect('"');
    std::string text;
    while (i_ < text_.size() && text_[i_] != '"') {
      if (static_cast<unsigned char>(text_[i_]) < 0x20) fail();
      if (text_[i_] == '\\') {
        ++i_;
        if (std::string_view("\"\\/bfnrtu").find(text_[i_]) == std::string_view::npos) fail();
        text += '\\';
      }
      text += text_[i_++];
    }
    expect('"');
    return text;
  }

  std::string_view text_;
  std::size_t i_ = 0;
};

}  // namespace jounce::deck
