#include "params/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "params/input_error.h"
#include "params/nearest.h"

namespace jounce::params {

Params::Params(std::string kind, std::string type, std::string name, Location where)
    : kind_(std::move(kind)), type_(std::move(type)), name_(std::move(name)), where_(std::move(where)) {}

const Params::Entry* Params::find(std::string_view key) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
  return found == entries_.end() ? nullptr : &*found;
}

template <class T>
const T& Params::get(std::string_view key) const {
  const Entry* entry = find(key);
  if (entry == nullptr) {
    throw std::logic_error(fmt::format("the key '{}' of {} '{}' has no value", key, kind_, name_));
  }
  const bool is_value = !entry->is_table && !entry->is_list_of_tables;
  const T* value = is_value ? std::get_if<T>(&entry->value) : nullptr;
  if (value == nullptr) {
    throw std::logic_error(fmt::format("the key '{}' of {} '{}' is of another type", key, kind_, name_));
  }
  return *value;
}

bool Params::boolean(std::string_view key) const { return get<bool>(key); }
int Params::integer(std::string_view key) const { return get<int>(key); }
double Params::number(std::string_view key) const { return get<double>(key); }
const std::string& Params::text(std::string_view key) const { return get<std::string>(key); }
const std::vector<std::string>& Params::names(std::string_view key) const {
  return get<std::vector<std::string>>(key);
}
const std::vector<double>& Params::numbers(std::string_view key) const {
  return get<std::vector<double>>(key);
}
const std::vector<int>& Params::integers(std::string_view key) const { return get<std::vector<int>>(key); }
const TimeFunction& Params::function(std::string_view key) const { return get<TimeFunction>(key); }
const std::vector<TimeFunction>& Params::functions(std::string_view key) const {
  return get<std::vector<TimeFunction>>(key);
}

const Params& Params::table(std::string_view key) const {
  const Entry* entry = find(key);
  if (entry == nullptr || !entry->is_table) {
    throw std::logic_error(fmt::format("'{}' of {} '{}' is no table", key, kind_, name_));
  }
  return entry->tables.front();
}

const std::vector<Params>& Params::tables(std::string_view key) const {
  const Entry* entry = find(key);
  if (entry == nullptr || !entry->is_list_of_tables) {
    throw std::logic_error(fmt::format("'{}' of {} '{}' is no list of tables", key, kind_, name_));
  }
  return entry->tables;
}

bool Params::given(std::string_view key) const {
  const Entry* entry = find(key);
  return entry != nullptr && entry->given;
}

bool Params::has(std::string_view key) const { return find(key) != nullptr; }

Location Params::where(std::string_view key) const {
  const Entry* entry = key.empty() ? nullptr : find(key);
  return entry != nullptr && entry->given ? entry->where : where_;
}

Diagnostic Params::diagnostic(std::string_view key, std::string message, std::string_view wrong,
                              const std::vector<std::string>& candidates) const {
  return {where(key), std::move(message), wrong.empty() ? std::string() : nearest(wrong, candidates)};
}

void Params::fail(std::string_view key, std::string message, std::string_view wrong,
                  const std::vector<std::string>& candidates) const {
  throw InputError({diagnostic(key, std::move(message), wrong, candidates)});
}

void Params::set(std::string key, Value value, Location where, bool given) {
  entries_.push_back({std::move(key), given, std::move(where), std::move(value), {}, false, false});
}

void Params::set_table(std::string key, Params value, Location where, bool given) {
  Entry entry{std::move(key), given, std::move(where), {}, {}, true, false};
  entry.tables.push_back(std::move(value));
  entries_.push_back(std::move(entry));
}

void Params::set_tables(std::string key, std::vector<Params> values, Location where, bool given) {
  entries_.push_back({std::move(key), given, std::move(where), {}, std::move(values), false, true});
}

}  // namespace jounce::params
