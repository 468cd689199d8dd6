#include <fmt/format.h>

#include "materials/anisotropic_plastic.h"
#include "materials/failure_keys.h"
#include "materials/flow_keys.h"
#include "materials/linear_elastic.h"
#include "materials/materials.h"
#include "materials/visco_plastic.h"

namespace jounce {
namespace {

using params::Params;

/// The points of the keys, all of one curve after those of another: a curve begins with plastic strain 0.
std::vector<std::vector<Plastic::Point>> hardening_curves(const Params& material) {
  const auto& stress = material.numbers("yield_stress");
  const auto& strain = material.numbers("plastic_strain");
  if (stress.size() != strain.size() || stress.empty())
    material.fail("plastic_strain",
                  fmt::format("{} plastic strains for {} yield stresses", strain.size(), stress.size()));
  const bool several = material.given("rate") || material.given("temperature");
  std::vector<std::vector<Plastic::Point>> curves;
  for (std::size_t i = 0; i < stress.size(); ++i) {
    if (i == 0 || (several && strain[i] == 0)) curves.emplace_back();
    std::vector<Plastic::Point>& curve = curves.back();
    if (curve.empty() ? strain[i] != 0 : !(strain[i] > strain[i - 1]))
      material.fail("plastic_strain", "plastic strains must begin with 0 and ascend");
    if (!curve.empty() && stress[i] < stress[i - 1])
      material.fail("yield_stress", "yield stresses must not descend: softening is not supported");
    curve.push_back({strain[i], stress[i]});
  }
  return curves;
}

std::vector<Plastic::Point> back_stress_of(const Params& material) {
  std::vector<Plastic::Point> back_stress;
  if (!material.given("back_stress")) return back_stress;
  const auto& b = material.numbers("back_stress");
  const auto& strain = material.numbers("plastic_strain");
  if (b.size() != strain.size())
    material.fail("back_stress",
                  fmt::format("{} back stresses for {} plastic strains", b.size(), strain.size()));
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (i == 0 ? b[0] != 0 : b[i] < b[i - 1])
      material.fail("back_stress", "back stresses must begin with 0 and not descend");
    back_stress.push_back({strain[i], b[i]});
  }
  return back_stress;
}

/// The value of a key for the points of each curve, which have the same; zero where it is not given.
std::vector<double> values_of_curves(const Params& material, const char* key,
                                     const std::vector<std::vector<Plastic::Point>>& curves) {
  if (!material.given(key)) return std::vector<double>(curves.size(), 0.0);
  const auto& all = material.numbers(key);
  const std::size_t points = material.numbers("yield_stress").size();
  if (all.size() != points)
    material.fail(key, fmt::format("one value for each of the {} yield stresses is expected; there are {}",
                                   points, all.size()));
  std::vector<double> values;
  std::size_t next = 0;
  for (const auto& curve : curves) {
    values.push_back(all[next]);
    for (std::size_t i = 0; i < curve.size(); ++i)
      if (all[next + i] != values.back())
        material.fail(key,
                      fmt::format("the points of a curve, from plastic strain 0 on, share one '{}'", key));
    next += curve.size();
  }
  return values;
}

std::unique_ptr<const Hardening> tabulated(const Params& material,
                                           std::vector<std::vector<Plastic::Point>> curves) {
  const std::vector<double> rate = values_of_curves(material, "rate", curves);
  const std::vector<double> temperature = values_of_curves(material, "temperature", curves);
  std::vector<TabulatedHardening::AtRate> rates;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const bool first = rates.empty() || rate[i] != rates.back().rate;
    if (first && !rates.empty() && rate[i] < rates.back().rate)
      material.fail("rate", "rates ascend from curve to curve");
    if (first) rates.push_back({rate[i], {}});
    std::vector<TabulatedHardening::Curve>& at_rate = rates.back().curves;
    if (!at_rate.empty() && !(temperature[i] > at_rate.back().temperature))
      material.fail("temperature", "temperatures ascend from curve to curve of one rate");
    at_rate.push_back({temperature[i], std::move(curves[i])});
  }
  return std::make_unique<TabulatedHardening>(std::move(rates));
}

/// The law where the yield stress depends on rate or temperature, plastic work heats, or the material fails.
std::shared_ptr<const Material> make_visco_plastic(const Params& material,
                                                   std::vector<std::vector<Plastic::Point>> curves) {
  for (const char* key : {"D", "back_stress"})
    if (material.given(key))
      material.fail(key,
                    fmt::format("'{}' is not supported together with 'rate', 'temperature', a factor for "
                                "the rate, 'specific_heat' or 'failure_strain'",
                                key));
  ViscoPlastic::Options options;
  options.heating = heating_of(material);
  options.temperature = material.number("reference_temperature");
  options.failure = tabulated_failure(material);
  options.evolution = evolution_of(material, options.failure);
  options.deletion = deletion_of(material, options.failure);
  return std::make_shared<ViscoPlastic>(material.number("rho"), material.number("E"), material.number("nu"),
                                        with_rate_factor(material, tabulated(material, std::move(curves))),
                                        options);
}

std::shared_ptr<const Material> make_plastic(const MaterialUse& use) {
  const Params& material = use.material;
  std::vector<std::vector<Plastic::Point>> curves = hardening_curves(material);
  const bool anisotropic = material.given("D");
  if (anisotropic && material.given("back_stress"))
    material.fail("back_stress", "kinematic hardening requires isotropic elasticity (E and nu)");
  if (anisotropic == material.given("E") || anisotropic == material.given("nu"))
    material.fail(anisotropic ? "D" : "", "a plastic material has E and nu, or D");
  for (const auto& curve : curves)
    if (curve[0].stress == 0 && !material.given("creep_factor") &&
        (!anisotropic || curve.size() < 2 || curve[1].stress == 0))
      material.fail("yield_stress",
                    "the first yield stress has to be positive (with creep it may be 0, with D, too, if the "
                    "second is positive)");
  if (material.given("rate") || material.given("temperature") || has_flow_keys(material) ||
      has_failure_keys(material))
    return make_visco_plastic(material, std::move(curves));
  if (anisotropic) {
    const auto& constants = material.numbers("D");
    if (constants.size() != 9 && constants.size() != 21)
      material.fail("D", fmt::format("9 or 21 constants are expected; there are {}", constants.size()));
    const VoigtMatrix D = stiffness_of(constants);
    if (!is_positive_definite(D))
      material.fail(
          "D", "these constants are not positive definite: some strain would store zero or negative energy");
    return std::make_shared<AnisotropicPlastic>(material.number("rho"), rotated_stiffness(D, use.axes),
                                                std::move(curves.front()));
  }
  return std::make_shared<Plastic>(material.number("rho"), material.number("E"), material.number("nu"),
                                   std::move(curves.front()), back_stress_of(material));
}

}  // namespace

MaterialPart plastic_part() {
  using namespace params;
  std::vector<Key> keys = {
      number("rho", "density").unit(dim::density).positive().required(),
      number("E", "Young's modulus").unit(dim::stress).positive(),
      number("nu", "Poisson's ratio").in({-1, 0.5, true, true}),
      numbers("D", "instead: the 9 constants of an orthotropic or the 21 of an anisotropic material")
          .unit(dim::stress),
      numbers("yield_stress",
              "yield stresses of the points of the hardening curve; with D the first may be 0")
          .unit(dim::stress)
          .non_negative()
          .required(),
      numbers("plastic_strain", "plastic strains of these points, beginning with 0; constant beyond them")
          .non_negative()
          .by_default({0.0}),
      numbers("back_stress",
              "kinematic hardening: growth of the back stress at these plastic strains, in a test in one "
              "direction; begins with 0, constant beyond them")
          .unit(dim::stress)
          .non_negative(),
      numbers("temperature",
              "temperatures of these points. Curves follow one another, each from plastic strain 0 on at one "
              "temperature and rate, ascending in rate and, at one rate, in temperature; the yield stress is "
              "linear between them, constant outside"),
      numbers("rate", "rates of plastic strain of these points").unit(dim::frequency).non_negative()};
  for (const std::vector<Key>& shared : {failure_keys(), flow_keys()})
    keys.insert(keys.end(), shared.begin(), shared.end());
  return {{"material", "plastic",
           "Von Mises plasticity with isotropic and kinematic hardening, for solids; elasticity is isotropic "
           "(E, nu) or anisotropic (D, in the axes of the element that uses it). The yield stress may depend "
           "on rate and temperature.",
           std::move(keys)},
          make_plastic,
          [](const Params& material) { return material.given("D"); },
          {&plastic_strain_quantity(), &temperature_rise_quantity(), &damage_quantity(),
           &degradation_quantity()}};
}

}  // namespace jounce
