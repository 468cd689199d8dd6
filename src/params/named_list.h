#pragma once

#include <cassert>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jounce::params {

/// Places of names in a list that only grows: found without a search. Of several equal names the first
/// counts.
class NamePlaces {
 public:
  void add(const std::string& name) { places_.emplace(name, count_++); }
  /// -1 where there is none.
  int find(const std::string& name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? -1 : place->second;
  }

 private:
  std::unordered_map<std::string, int> places_;
  int count_ = 0;
};

/// A list that only grows, of entries with names that stay: members `name`, or first members of pairs. An
/// entry is found by its name without a search (NamePlaces).
template <class Entry>
class NamedList {
 public:
  NamedList() = default;
  NamedList(std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) push_back(entry);
  }

  void push_back(Entry entry) {
    places_.add(name_of(entry));
    entries_.push_back(std::move(entry));
  }
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    push_back(Entry(std::forward<Arguments>(arguments)...));
  }
  void reserve(std::size_t count) { entries_.reserve(count); }

  /// nullptr where none has this name.
  const Entry* find(const std::string& name) const {
    const int place = places_.find(name);
    if (place < 0) return nullptr;
    const Entry& entry = entries_[static_cast<std::size_t>(place)];
    assert(name_of(entry) == name);  // names stay
    return &entry;
  }
  Entry* find(const std::string& name) { return const_cast<Entry*>(std::as_const(*this).find(name)); }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  const Entry& operator[](std::size_t place) const { return entries_[place]; }
  Entry& operator[](std::size_t place) { return entries_[place]; }
  const Entry& back() const { return entries_.back(); }
  Entry& back() { return entries_.back(); }

 private:
  static const std::string& name_of(const Entry& entry) {
    if constexpr (requires { entry.name; })
      return entry.name;
    else
      return entry.first;
  }

  std::vector<Entry> entries_;
  NamePlaces places_;
};

}  // namespace jounce::params
