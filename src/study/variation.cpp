#include "study/variation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace jounce::study {
namespace {

constexpr std::size_t kMostVariants = 10000;
constexpr std::size_t kLongestName = 120;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '[' || c == '{' || c == '(')
      ++depth;
    else if (c == ']' || c == '}' || c == ')')
      --depth;
    if (c == ',' && quote == 0 && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

/// Last name of a path of keys.
std::string short_key(const std::string& key) { return key.substr(key.rfind('.') + 1); }

/// What every file system takes, and no shell minds.
std::string folder_name(const std::string& text) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,";
  std::string name;
  for (const char c : text)
    if (c != '"' && c != '\'' && c != ' ') name += plain.find(c) == std::string::npos ? '_' : c;
  return name;
}

}  // namespace

Variation parse_variation(const std::string& text) {
  const std::size_t equals = text.find('=');
  Variation variation;
  if (equals != std::string::npos) variation.key = trimmed(text.substr(0, equals));
  if (variation.key.empty())
    throw std::invalid_argument(
        fmt::format("--vary {}: a key and its values are expected, as in integrator.step=2e-3,1e-3", text));
  variation.values = split(text.substr(equals + 1));
  std::set<std::string> seen;
  for (std::size_t i = 0; i < variation.values.size(); ++i) {
    const std::string& value = variation.values[i];
    if (value.empty())
      throw std::invalid_argument(variation.values.size() == 1
                                      ? fmt::format("--vary {}: there is no value", variation.key)
                                      : fmt::format("--vary {}: value {} of {} is empty", variation.key,
                                                    i + 1, variation.values.size()));
    if (!seen.insert(value).second)
      throw std::invalid_argument(fmt::format("--vary {}: the value {} occurs twice", variation.key, value));
  }
  return variation;
}

std::vector<Variant> grid_of(const std::vector<Variation>& variations) {
  std::set<std::string> keys, short_keys;
  std::size_t count = 1;
  for (const Variation& variation : variations) {
    if (!keys.insert(variation.key).second)
      throw std::invalid_argument(fmt::format("--vary {} is given twice", variation.key));
    short_keys.insert(short_key(variation.key));
    count *= variation.values.size();
    if (count > kMostVariants)
      throw std::invalid_argument(fmt::format("more than {} combinations of values", kMostVariants));
  }
  const bool is_short = short_keys.size() == variations.size();
  std::vector<Variant> grid(count);
  std::set<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = i;
    grid[i].values.resize(variations.size());
    for (std::size_t k = variations.size(); k-- > 0; rest /= variations[k].values.size())
      grid[i].values[k] = variations[k].values[rest % variations[k].values.size()];
    std::string& name = grid[i].name;
    for (std::size_t k = 0; k < variations.size(); ++k)
      name += fmt::format("{}{}={}", k > 0 ? "," : "",
                          is_short ? short_key(variations[k].key) : variations[k].key, grid[i].values[k]);
    name = folder_name(name);
    if (name.size() > kLongestName || !names.insert(name).second) name = fmt::format("variant_{}", i + 1);
  }
  return grid;
}

std::vector<std::string> overrides_of(const std::vector<Variation>& variations, const Variant& variant) {
  std::vector<std::string> overrides;
  for (std::size_t k = 0; k < variations.size(); ++k)
    overrides.push_back(variations[k].key + "=" + variant.values[k]);
  return overrides;
}

}  // namespace jounce::study
