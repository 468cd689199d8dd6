#include <fmt/format.h>

#include "materials/deformation_plastic.h"
#include "materials/hyperfoam.h"
#include "materials/materials.h"

namespace jounce {
namespace {

using params::Params;

std::shared_ptr<const Material> make_hyperfoam(const MaterialUse& use) {
  const Params& material = use.material;
  const auto &mu = material.numbers("mu"), &alpha = material.numbers("alpha"), &nu = material.numbers("nu");
  if (mu.size() != alpha.size())
    material.fail("alpha", fmt::format("{} exponents for {} moduli mu", alpha.size(), mu.size()));
  if (mu.size() != nu.size())
    material.fail("nu", fmt::format("{} Poisson's ratios for {} moduli mu", nu.size(), mu.size()));
  std::vector<Hyperfoam::Term> terms;
  double shear = 0, bulk = 0;
  for (std::size_t i = 0; i < mu.size(); ++i) {
    if (alpha[i] == 0) material.fail("alpha", "an exponent is zero");
    const double beta = nu[i] / (1 - 2 * nu[i]);
    terms.push_back({mu[i], alpha[i], beta});
    shear += mu[i];
    bulk += 2 * mu[i] * (1.0 / 3 + beta);
  }
  if (!(shear > 0)) material.fail("mu", "the sum of mu is the shear modulus and has to be positive");
  if (!(bulk > 0))
    material.fail("nu", "the bulk modulus, the sum of 2 mu (1/3 + nu / (1 - 2 nu)), is not positive");
  return std::make_shared<Hyperfoam>(material.number("rho"), std::move(terms));
}

std::shared_ptr<const Material> make_deformation_plastic(const MaterialUse& use) {
  const Params& material = use.material;
  return std::make_shared<DeformationPlastic>(
      material.number("rho"),
      DeformationPlastic::Constants{material.number("E"), material.number("nu"),
                                    material.number("yield_stress"), material.number("exponent"),
                                    material.number("yield_offset")});
}

}  // namespace

MaterialPart hyperfoam_part() {
  using namespace params;
  return {
      {"material",
       "hyperfoam",
       "W = sum 2 mu_p / alpha_p^2 (l1^alpha_p + l2^alpha_p + l3^alpha_p - 3 + (J^(-alpha_p beta_p) - 1) / "
       "beta_p) in the stretches l, beta_p = nu_p / (1 - 2 nu_p): foams, for solids with Green-Lagrange "
       "strain.",
       {number("rho", "density").unit(dim::density).positive().required(),
        numbers("mu", "mu_1, mu_2, ...; their sum is the shear modulus").unit(dim::stress).required(),
        numbers("alpha", "alpha_1, alpha_2, ...").required(),
        numbers("nu", "nu_1, nu_2, ...; 0: no lateral motion").in({-1, 0.5, true, true}).required()}},
      make_hyperfoam};
}

MaterialPart deformation_plastic_part() {
  using namespace params;
  return {
      {"material",
       "deformation-plastic",
       "Ramberg and Osgood's law without memory, E e = s + yield_offset s (|s| / yield_stress)^(exponent - "
       "1) in one direction, for solids that are loaded once.",
       {number("rho", "density").unit(dim::density).positive().required(),
        number("E", "Young's modulus").unit(dim::stress).positive().required(),
        number("nu", "Poisson's ratio").in({-1, 0.5, true, true}).required(),
        number("yield_stress", "stress s_0").unit(dim::stress).positive().required(),
        number("exponent", "exponent n").in({1, 1e6, false, false}).required(),
        number("yield_offset", "factor a: strain beyond the elastic one at s_0, over s_0 / E")
            .non_negative()
            .required()}},
      make_deformation_plastic};
}

}  // namespace jounce
