#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "params/location.h"
#include "params/value.h"

namespace jounce::params {

/// Validated values of one table of the deck, defaults included. Asking for a key that the component did not
/// declare, that has no value, or that is of another type is a bug: std::logic_error.
class Params {
 public:
  Params() = default;
  Params(std::string kind, std::string type, std::string name, Location where);

  const std::string& kind() const { return kind_; }  ///< "joint"
  const std::string& type() const { return type_; }  ///< "revolute"
  const std::string& name() const { return name_; }  ///< "hinge"

  bool boolean(std::string_view key) const;
  int integer(std::string_view key) const;
  double number(std::string_view key) const;
  const std::string& text(std::string_view key) const;  ///< text, choice or name
  const std::vector<std::string>& names(std::string_view key) const;
  const std::vector<double>& numbers(std::string_view key) const;
  const std::vector<int>& integers(std::string_view key) const;
  const TimeFunction& function(std::string_view key) const;
  const std::vector<TimeFunction>& functions(std::string_view key) const;
  const Params& table(std::string_view key) const;
  const std::vector<Params>& tables(std::string_view key) const;

  bool given(std::string_view key) const;  ///< written in the deck, not a default
  bool has(std::string_view key) const;    ///< given or defaulted

  /// Place of the key's value, of the table when the key is not in the deck or empty.
  Location where(std::string_view key = {}) const;

  /// Throws InputError at the place of the key; `wrong` is looked up among the candidates for the hint.
  [[noreturn]] void fail(std::string_view key, std::string message, std::string_view wrong = {},
                         const std::vector<std::string>& candidates = {}) const;

  /// The same as a value, for callers that collect.
  Diagnostic diagnostic(std::string_view key, std::string message, std::string_view wrong = {},
                        const std::vector<std::string>& candidates = {}) const;

  /// One key and its value.
  struct Entry {
    std::string key;
    bool given = false;
    Location where;
    Value value;
    std::vector<Params> tables;  ///< of a table (one) or a list of tables; then `value` means nothing
    bool is_table = false;
    bool is_list_of_tables = false;
  };
  const std::vector<Entry>& entries() const { return entries_; }  ///< in the order of declaration

  void set(std::string key, Value value, Location where, bool given);
  void set_table(std::string key, Params value, Location where, bool given);
  void set_tables(std::string key, std::vector<Params> values, Location where, bool given);

 private:
  const Entry* find(std::string_view key) const;
  template <class T>
  const T& get(std::string_view key) const;

  std::string kind_;
  std::string type_;
  std::string name_;
  Location where_;
  std::vector<Entry> entries_;
};

}  // namespace jounce::params
