#pragma once

#include <array>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "params/params.h"

namespace jounce::params {

/// The texts that a key of a deck may have, and the value of an enum class that each stands for.
template <class Value, std::size_t N>
using Choices = std::array<std::pair<std::string_view, Value>, N>;

template <class Value, std::size_t N>
std::vector<std::string> texts(const Choices<Value, N>& choices) {
  std::vector<std::string> all;
  for (const auto& [text, value] : choices) all.emplace_back(text);
  return all;
}

/// The value of `key`, which was declared with these choices.
template <class Value, std::size_t N>
Value chosen(const Params& params, std::string_view key, const Choices<Value, N>& choices) {
  const std::string& given = params.text(key);
  for (const auto& [text, value] : choices)
    if (text == given) return value;
  assert(false && "the reader refuses other texts");
  return choices.front().second;
}

}  // namespace jounce::params
