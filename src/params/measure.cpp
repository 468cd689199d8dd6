#include "params/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace jounce::params {

std::optional<Measure> measure_of(std::string_view text) {
  constexpr std::array<std::string_view, 27> kWords = {
      "deg",    "degree", "degrees", "rad",    "rpm", "percent", "newton",  "newtons", "Newton",
      "pascal", "Pascal", "meter",   "metre",  "sec", "second",  "seconds", "gram",    "grams",
      "kHz",    "MHz",    "Hz",      "kelvin", "K",   "C",       "tonne",   "psi",     "ksi"};
  const std::string copy(text);
  char* end = nullptr;
  Measure measure;
  measure.number = std::strtod(copy.c_str(), &end);
  std::string_view rest = std::string_view(copy).substr(static_cast<std::size_t>(end - copy.c_str()));
  if (rest.size() == copy.size() || !std::isfinite(measure.number)) return {};
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (rest.empty() || !(is_letter(rest.front()) || rest == "%")) return {};
  measure.unit = rest;
  for (const Unit& unit : known_units())
    if (unit.name == rest) measure.known = unit;
  if (measure.known || rest == "%") return measure;
  for (std::size_t i = 0; i < rest.size();) {
    std::size_t next = i;
    while (next < rest.size() && is_letter(rest[next])) ++next;
    if (next == i) {
      if (std::string_view(" */^()-123456789").find(rest[i]) == std::string_view::npos) return {};
      ++i;
      continue;
    }
    const std::string_view word = rest.substr(i, next - i);
    const bool is_known = std::any_of(known_units().begin(), known_units().end(),
                                      [&](const Unit& u) { return u.name == word; });
    if (!is_known && std::find(kWords.begin(), kWords.end(), word) == kWords.end()) return {};
    i = next;
  }
  return measure;
}

}  // namespace jounce::params
