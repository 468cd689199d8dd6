#include <fmt/format.h>

#include "materials/anisotropic_plastic.h"
#include "materials/linear_elastic.h"
#include "materials/materials.h"
#include "materials/plastic.h"

namespace jounce {
namespace {

using params::Params;

std::shared_ptr<const Material> make_plastic(const MaterialUse& use) {
  const Params& material = use.material;
  const auto& stress = material.numbers("yield_stress");
  const auto& strain = material.numbers("plastic_strain");
  if (stress.size() != strain.size() || stress.empty())
    material.fail("plastic_strain",
                  fmt::format("{} plastic strains for {} yield stresses", strain.size(), stress.size()));
  std::vector<Plastic::Point> hardening;
  for (std::size_t i = 0; i < stress.size(); ++i) {
    if (i == 0 ? strain[0] != 0 : !(strain[i] > strain[i - 1]))
      material.fail("plastic_strain", "plastic strains must begin with 0 and ascend");
    if (i > 0 && stress[i] < stress[i - 1])
      material.fail("yield_stress", "yield stresses must not descend: softening is not supported");
    hardening.push_back({strain[i], stress[i]});
  }
  std::vector<Plastic::Point> back_stress;
  if (material.given("back_stress")) {
    const auto& b = material.numbers("back_stress");
    if (b.size() != strain.size())
      material.fail("back_stress",
                    fmt::format("{} back stresses for {} plastic strains", b.size(), strain.size()));
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (i == 0 ? b[0] != 0 : b[i] < b[i - 1])
        material.fail("back_stress", "back stresses must begin with 0 and not descend");
      back_stress.push_back({strain[i], b[i]});
    }
  }
  const bool anisotropic = material.given("D");
  if (anisotropic && material.given("back_stress"))
    material.fail("back_stress", "kinematic hardening requires isotropic elasticity (E and nu)");
  if (anisotropic == material.given("E") || anisotropic == material.given("nu"))
    material.fail(anisotropic ? "D" : "", "a plastic material has E and nu, or D");
  if (stress[0] == 0 && (!anisotropic || stress.size() < 2 || stress[1] == 0))
    material.fail("yield_stress",
                  "the first yield stress has to be positive (with D it may be 0 if the second is positive)");
  if (anisotropic) {
    const auto& constants = material.numbers("D");
    if (constants.size() != 9 && constants.size() != 21)
      material.fail("D", fmt::format("9 or 21 constants are expected; there are {}", constants.size()));
    const VoigtMatrix D = stiffness_of(constants);
    if (!is_positive_definite(D))
      material.fail(
          "D", "these constants are not positive definite: some strain would store zero or negative energy");
    return std::make_shared<AnisotropicPlastic>(material.number("rho"), rotated_stiffness(D, use.axes),
                                                std::move(hardening));
  }
  return std::make_shared<Plastic>(material.number("rho"), material.number("E"), material.number("nu"),
                                   std::move(hardening), std::move(back_stress));
}

}  // namespace

MaterialPart plastic_part() {
  using namespace params;
  return {
      {"material",
       "plastic",
       "Von Mises plasticity with isotropic and kinematic hardening, for solids; elasticity is isotropic (E, "
       "nu) or anisotropic (D, in the axes of the element that uses it).",
       {number("rho", "density").unit(dim::density).positive().required(),
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
            .non_negative()}},
      make_plastic,
      [](const Params& material) { return material.given("D"); },
      {&plastic_strain_quantity()}};
}

}  // namespace jounce
