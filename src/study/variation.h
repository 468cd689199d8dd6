#pragma once

#include <string>
#include <vector>

namespace jounce::study {

/// A key of the deck with the values that it takes: "integrator.step=2e-3,1e-3".
struct Variation {
  std::string key;
  std::vector<std::string> values;
};

/// Splits at the commas that stand outside of brackets and quotes. Throws std::invalid_argument: no key, no
/// value, an empty or a repeated one.
Variation parse_variation(const std::string& text);

/// One combination of values.
struct Variant {
  std::string name;                 ///< of its folder: "step=2e-3,rho_inf=0.8"
  std::vector<std::string> values;  ///< one for each variation
};

/// All combinations; the last variation changes fastest. Throws std::invalid_argument: a key twice, more than
/// 10,000 combinations.
std::vector<Variant> grid_of(const std::vector<Variation>& variations);

/// The values as overrides of the deck: "key=value".
std::vector<std::string> overrides_of(const std::vector<Variation>& variations, const Variant& variant);

}  // namespace jounce::study
