#include "materials/failure_keys.h"
#include "materials/flow_keys.h"
#include "materials/materials.h"
#include "materials/visco_plastic.h"

namespace jounce {
namespace {

using params::Params;

/// The melting range, and m; both without effect where they are not given.
JohnsonCook::Constants johnson_cook_constants(const Params& material) {
  JohnsonCook::Constants c{material.number("A"), material.number("B"), material.number("n")};
  const bool range = material.given("melting_temperature");
  if (range != material.given("transition_temperature"))
    material.fail(range ? "melting_temperature" : "transition_temperature",
                  "'melting_temperature' and 'transition_temperature' belong together");
  if (material.given("m") && !range)
    material.fail("m", "'m' needs 'melting_temperature' and 'transition_temperature' as well");
  if (!range) return c;
  c.range = {material.number("transition_temperature"), material.number("melting_temperature")};
  if (!(c.range.melting > c.range.transition))
    material.fail("melting_temperature", "the melting temperature lies above 'transition_temperature'");
  if (material.given("m")) c.m = material.number("m");
  if (!material.given("m") && !material.given("failure"))
    material.fail("melting_temperature", "'melting_temperature' needs 'm' as well");
  return c;
}

std::optional<FailureStrain> failure_of(const Params& material, const MeltingRange& range) {
  if (!material.given("failure")) return tabulated_failure(material);
  if (material.given("failure_strain") || material.given("failure_triaxiality"))
    material.fail("failure", "give either 'failure' or 'failure_strain'");
  const auto& d = material.numbers("failure");
  if (d[3] != 0 && !material.given("reference_rate"))
    material.fail("failure", "d4, the influence of the rate, needs 'reference_rate'");
  if (d[4] != 0 && !material.given("melting_temperature"))
    material.fail("failure",
                  "d5, the influence of the temperature, needs 'melting_temperature' and "
                  "'transition_temperature'");
  return FailureStrain{{d[0], d[1], d[2], d[3], d[4]},
                       material.given("reference_rate") ? material.number("reference_rate") : 1,
                       range,
                       {}};
}

std::shared_ptr<const Material> make_johnson_cook(const MaterialUse& use) {
  const Params& material = use.material;
  const JohnsonCook::Constants constants = johnson_cook_constants(material);
  ViscoPlastic::Options options;
  options.heating = heating_of(material);
  options.temperature = material.given("reference_temperature") || !material.given("transition_temperature")
                            ? material.number("reference_temperature")
                            : constants.range.transition;
  options.failure = failure_of(material, constants.range);
  options.evolution = evolution_of(material, options.failure);
  options.deletion = deletion_of(material, options.failure);
  return std::make_shared<ViscoPlastic>(
      material.number("rho"), material.number("E"), material.number("nu"),
      with_rate_factor(material, std::make_unique<JohnsonCook>(constants), material.given("failure")),
      options);
}

}  // namespace

MaterialPart johnson_cook_part() {
  using namespace params;
  std::vector<Key> keys = {
      number("rho", "density").unit(dim::density).positive().required(),
      number("E", "Young's modulus").unit(dim::stress).positive().required(),
      number("nu", "Poisson's ratio").in({-1, 0.5, true, true}).required(),
      number("A", "yield stress without plastic strain").unit(dim::stress).positive().required(),
      number("B", "factor of the hardening B p^n, p being the plastic strain")
          .unit(dim::stress)
          .non_negative()
          .required(),
      number("n", "exponent of the hardening").positive().required(),
      number("m",
             "exponent of the softening by heat: factor 1 - T*^m, T* = (T - transition_temperature) / "
             "(melting_temperature - transition_temperature); none unless given")
          .positive(),
      number("transition_temperature",
             "temperature up to which heat does not soften; it is that of solids without a temperature load, "
             "unless reference_temperature is given"),
      number("melting_temperature", "temperature at which the yield stress is zero"),
      numbers(
          "failure",
          "d1, d2, d3, d4, d5 of the plastic strain at failure (d1 + d2 exp(d3 eta)) (1 + d4 ln(rate / "
          "reference_rate)) (1 + d5 T*), eta being the mean stress over von Mises'; the quantity 'damage' "
          "shows the measure of failure, sum of the increments of plastic strain over it, which is 1 where "
          "the "
          "material fails")
          .of_size(5)};
  for (const std::vector<Key>& shared : {failure_keys(), flow_keys()})
    keys.insert(keys.end(), shared.begin(), shared.end());
  return {{"material", "johnson-cook",
           "Von Mises plasticity with the yield stress of Johnson and Cook, (A + B p^n) times factors for "
           "rate and temperature, for solids; elasticity is isotropic.",
           std::move(keys)},
          make_johnson_cook,
          nullptr,
          {&plastic_strain_quantity(), &temperature_rise_quantity(), &damage_quantity(),
           &degradation_quantity()}};
}

}  // namespace jounce
