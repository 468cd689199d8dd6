#include "materials/failure_keys.h"

#include <fmt/format.h>

namespace jounce {

using params::Params;

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
      boolean(
          "deletion",
          "whether an element is deleted when its material has failed at one integration point: it has no "
          "stress any more, its mass stays at its nodes, and the energy that it had stored is dissipated "
          "(dissipated_failure). Else elements stay as they are")
          .by_default(false)};
}

bool has_failure_keys(const Params& material) {
  return material.given("failure_strain") || material.given("failure_triaxiality") ||
         material.given("deletion");
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

bool deletion_of(const Params& material, const std::optional<FailureStrain>& failure) {
  const bool deletion = material.boolean("deletion");
  if (deletion && !failure)
    material.fail("deletion",
                  "elements are deleted when their material fails: 'deletion' needs a strain at failure as "
                  "well ('failure_strain', or 'failure' of type \"johnson-cook\")");
  return deletion;
}

}  // namespace jounce
