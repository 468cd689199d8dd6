#include "materials/failure_keys.h"

#include <fmt/format.h>

namespace jounce {

using params::Params;

namespace {

constexpr params::Dimension kEnergyOfArea{1, 0, -2};

}  // namespace

std::vector<params::Key> failure_keys() {
  using namespace params;
  return {
      numbers("failure_strain",
              "plastic strain at failure: one number, or one for each of failure_triaxiality. The quantity "
              "'damage' is the sum of the increments of plastic strain, each over the strain at failure of "
              "its state; the material fails at 1")
          .positive(),
      numbers("failure_triaxiality",
              "ratios of the mean stress to von Mises' of these strains, ascending; the strain at failure is "
              "linear between them, constant outside"),
      number(
          "failure_energy",
          "energy that a unit of area of a crack takes from where failure begins until the material has no "
          "stiffness any more, whatever the size of the elements: stress and stiffness fall by the quantity "
          "'degradation'")
          .unit(kEnergyOfArea)
          .positive(),
      numbers("failure_displacement",
              "instead: the plastic strain since then, times the length of the element, at which there is no "
              "stiffness any more; or one for each of 'degradation'")
          .unit(dim::length)
          .non_negative(),
      numbers("degradation",
              "shares of the stiffness that are lost at these displacements, ascending; linear between them")
          .in({0, 1}),
      choice(
          "softening",
          "how the stiffness falls: in proportion to the displacement, or to the work W without damage; or "
          "as "
          "1 - exp(-W / failure_energy), of the displacement u (1 - exp(-a u / failure_displacement)) / (1 - "
          "exp(-a)) with a = softening_exponent",
          {"linear", "exponential"})
          .by_default("linear"),
      number("softening_exponent", "a of the exponential softening by displacement").positive(),
      number("most_degradation",
             "degradation that a material keeps to, or at which its element is deleted ('deletion')")
          .in({0, 1, true, false})
          .by_default(0.99),
      boolean(
          "deletion",
          "whether an element is deleted when its material has failed at one integration point: it has no "
          "stress any more, its mass stays at its nodes, and the energy that it had stored is dissipated "
          "(dissipated_failure). Else elements stay as they are")
          .by_default(false)};
}

bool has_failure_keys(const Params& material) {
  for (const char* key : {"failure_strain", "failure_triaxiality", "failure_energy", "failure_displacement",
                          "degradation", "softening", "softening_exponent", "most_degradation", "deletion"})
    if (material.given(key)) return true;
  return false;
}

std::optional<FailureStrain> tabulated_failure(const Params& material) {
  const bool several = material.given("failure_triaxiality");
  if (!material.given("failure_strain")) {
    if (several) material.fail("failure_triaxiality", "'failure_triaxiality' needs 'failure_strain' as well");
    return {};
  }
  const auto& strain = material.numbers("failure_strain");
  const std::vector<double> triaxiality =
      several ? material.numbers("failure_triaxiality") : std::vector<double>{0};
  if (strain.size() != triaxiality.size())
    material.fail("failure_strain",
                  several ? fmt::format("{} strains for {} triaxialities", strain.size(), triaxiality.size())
                          : "several strains need 'failure_triaxiality' as well, one for each");
  FailureStrain failure;
  for (std::size_t i = 0; i < strain.size(); ++i) {
    if (i > 0 && !(triaxiality[i] > triaxiality[i - 1]))
      material.fail("failure_triaxiality", "triaxialities must ascend");
    failure.table.push_back({triaxiality[i], strain[i]});
  }
  return failure;
}

std::optional<DamageEvolution> evolution_of(const Params& material,
                                            const std::optional<FailureStrain>& failure) {
  const bool by_energy = material.given("failure_energy"), several = material.given("degradation");
  const bool by_displacement = material.given("failure_displacement");
  for (const char* key : {"degradation", "softening_exponent"})
    if (material.given(key) && !by_displacement)
      material.fail(key, fmt::format("'{}' needs 'failure_displacement' as well", key));
  for (const char* key : {"softening", "most_degradation"})
    if (material.given(key) && !by_energy && !by_displacement)
      material.fail(key, fmt::format("'{}' needs 'failure_energy' or 'failure_displacement' as well", key));
  if (!by_energy && !by_displacement) return {};
  const char* const by = by_energy ? "failure_energy" : "failure_displacement";
  if (by_energy && by_displacement)
    material.fail(by, "give either 'failure_energy' or 'failure_displacement'");
  if (!failure)
    material.fail(by, fmt::format("'{}' needs a strain at which failure begins ('failure_strain', or "
                                  "'failure' of type \"johnson-cook\")",
                                  by));
  DamageEvolution evolution;
  evolution.most = material.number("most_degradation");
  if (evolution.most == 1 && !material.boolean("deletion"))
    material.fail("most_degradation", "an element without any stiffness has to be deleted: 'deletion'");
  const bool is_exponential = material.text("softening") == "exponential";
  if (by_energy) {
    evolution.energy = material.number("failure_energy");
    evolution.is_exponential = is_exponential;
    return evolution;
  }
  const auto& displacement = material.numbers("failure_displacement");
  const std::vector<double> degradation = several ? material.numbers("degradation") : std::vector<double>{1};
  if (displacement.size() != degradation.size())
    material.fail(
        "failure_displacement",
        several ? fmt::format("{} displacements for {} degradations", displacement.size(), degradation.size())
                : "several displacements need 'degradation' as well, one for each");
  if (several && is_exponential) material.fail("degradation", "a table has no exponential softening");
  if (is_exponential != material.given("softening_exponent"))
    material.fail(is_exponential ? "softening" : "softening_exponent",
                  "softening = \"exponential\" by displacement and 'softening_exponent' belong together");
  if (is_exponential) evolution.exponent = material.number("softening_exponent");
  evolution.displacement = displacement[0];
  if (!several && !(displacement[0] > 0))
    material.fail("failure_displacement", "the displacement must be greater than 0");
  for (std::size_t i = 0; several && i < displacement.size(); ++i) {
    if (i > 0 && !(displacement[i] > displacement[i - 1] && degradation[i] >= degradation[i - 1]))
      material.fail("failure_displacement", "displacements and degradations must ascend");
    evolution.table.push_back({displacement[i], degradation[i]});
  }
  return evolution;
}

bool deletion_of(const Params& material, const std::optional<FailureStrain>& failure) {
  const bool deletion = material.boolean("deletion");
  if (deletion && !failure)
    material.fail("deletion",
                  "elements are deleted when their material fails: 'deletion' needs a strain at failure as "
                  "well ('failure_strain', or 'failure' of type \"johnson-cook\")");
  return deletion;
}

}  // namespace jounce
