#include "io/field_components.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jounce::io {
namespace {

double magnitude(std::span<const double> x) {
  double sum = 0;
  for (const double c : x) sum += c * c;
  return std::sqrt(sum);
}

double mises(std::span<const double> s) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  return std::sqrt((xy * xy + yz * yz + zx * zx) / 2 + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

}  // namespace

std::vector<std::string> component_names(int components) {
  switch (components) {
    case 1:
      return {};
    case 3:
      return {"x", "y", "z", "magnitude"};
    case 6:
      return {"xx", "yy", "zz", "xy", "yz", "xz", "mises", "pressure"};
    case 9:
      return {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz", "magnitude"};
    default:
      break;
  }
  std::vector<std::string> names;
  for (int i = 1; i <= components; ++i) names.push_back(std::to_string(i));
  return names;
}

std::string usual_component(int components) {
  if (components == 1) return {};
  if (components == 6) return "mises";
  return components == 3 || components == 9 ? "magnitude" : "1";
}

std::vector<double> component_values(std::span<const double> values, int components,
                                     const std::string& name) {
  const std::vector<std::string> names = component_names(components);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() && !(components == 1 && name.empty()))
    throw std::invalid_argument("no component '" + name + "'");
  const auto count = static_cast<std::size_t>(components);
  const std::size_t column = components == 1 ? 0 : static_cast<std::size_t>(found - names.begin());
  std::vector<double> result(values.size() / count);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::span<const double> row = values.subspan(i * count, count);
    if (column < count)
      result[i] = row[column];
    else if (name == "mises")
      result[i] = mises(row);
    else if (name == "pressure")
      result[i] = -(row[0] + row[1] + row[2]) / 3;
    else
      result[i] = magnitude(row);
  }
  return result;
}

}  // namespace jounce::io
