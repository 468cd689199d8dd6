#include "materials/material_part.h"

#include <fmt/format.h>

#include <utility>

#include "materials/logarithmic.h"
#include "materials/multiplicative.h"

namespace jounce {

using params::Params;

const std::vector<double>& table_temperatures(const Params& material, const char* key, const char* of,
                                              std::size_t count) {
  const auto& T = material.numbers(key);
  if (T.size() != count)
    material.fail(key, fmt::format("{} temperatures for {} entries of '{}'", T.size(), count, of));
  for (std::size_t i = 1; i < T.size(); ++i)
    if (!(T[i] > T[i - 1])) material.fail(key, "temperatures ascend");
  return T;
}

std::shared_ptr<const Material> on_logarithmic_strain(std::shared_ptr<const Material> law,
                                                      const Params& material, const Params& user,
                                                      const char* key) {
  if (law->needs_finite_strain())
    user.fail(key,
              fmt::format("'{}' of type '{}' is a law for large strains: use strain = \"green-lagrange\"",
                          material.name(), material.type()));
  if (law->has_axes_of_strain()) return std::make_shared<Multiplicative>(std::move(law));
  return std::make_shared<Logarithmic>(std::move(law));
}

ThermalExpansion make_expansion(const Params& material, const Matrix3& axes) {
  const double reference = material.number("reference_temperature");
  const bool along = material.given("expansion_along");
  const char* key = along ? "expansion_along" : "expansion";
  if (along && material.given("expansion"))
    material.fail(key, "give either 'expansion' or 'expansion_along'");
  if (!material.given(key)) {
    if (material.given("expansion_temperature"))
      material.fail("expansion_temperature",
                    "the coefficients 'expansion' for these temperatures are missing");
    return {{}, reference, axes};
  }
  const auto& alpha = material.numbers(key);
  const std::size_t size = along ? 3 : 1, count = alpha.size() / size;
  if (count == 0 || alpha.size() % size != 0)
    material.fail(key,
                  along ? "three coefficients for each temperature are expected" : "there is no coefficient");
  std::vector<double> T{reference};
  if (count > 1 && !material.given("expansion_temperature"))
    material.fail(key, "several coefficients need their temperatures 'expansion_temperature'");
  if (material.given("expansion_temperature"))
    T = table_temperatures(material, "expansion_temperature", key, count);
  std::vector<ThermalExpansion::Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double* a = alpha.data() + i * size;
    points.push_back({T[i], along ? Vector3(a[0], a[1], a[2]) : Vector3(Vector3::Constant(a[0]))});
  }
  return {std::move(points), reference, axes};
}

bool is_anisotropic(const MaterialPart& part, const Params& material) {
  return (part.is_anisotropic != nullptr && part.is_anisotropic(material)) ||
         material.given("expansion_along");
}

std::vector<params::Key> thermal_keys() {
  using namespace params;
  return {numbers("expansion",
                  "mean coefficients of thermal expansion from the reference temperature on, one for each of "
                  "expansion_temperature, in 1 / temperature; for solids"),
          numbers("expansion_along",
                  "instead: three coefficients for each temperature, along the axes of the element that uses "
                  "the material"),
          numbers("expansion_temperature",
                  "temperatures of these coefficients, ascending; linear between, constant outside. One "
                  "coefficient alone needs none"),
          number("reference_temperature",
                 "reference temperature of thermal expansion, and the temperature of solids without a "
                 "temperature load")
              .by_default(0.0)};
}

}  // namespace jounce
