#include <fmt/format.h>

#include "materials/hyperelastic.h"
#include "materials/materials.h"

namespace jounce {
namespace {

using params::Params;

std::shared_ptr<const Material> make_neo_hookean(const MaterialUse& use) {
  const Params& material = use.material;
  const double E = material.number("E"), nu = material.number("nu");
  return std::make_shared<NeoHookean>(material.number("rho"), E / (2 * (1 + nu)),
                                      E * nu / ((1 + nu) * (1 - 2 * nu)));
}

/// D1, D2, ... of the volumetric energy.
const std::vector<double>& volumetric_constants(const Params& material) {
  const auto& D = material.numbers("D");
  if (D.empty() || D[0] == 0)
    material.fail("D",
                  "D1 = 2 / (bulk modulus) has to be positive: incompressible material is not supported");
  return D;
}

std::shared_ptr<const Material> make_polynomial(const MaterialUse& use) {
  const Params& material = use.material;
  PolynomialMaterial::Coefficients C{};
  for (std::size_t i = 0; i <= 3; ++i)
    for (std::size_t j = 0; i + j <= 3; ++j)
      if (i + j > 0) C[i][j] = material.number(fmt::format("C{}{}", i, j));
  if (!(C[1][0] + C[0][1] > 0))
    material.fail("", "C10 + C01 is half the shear modulus and has to be positive");
  return std::make_shared<PolynomialMaterial>(material.number("rho"), C, volumetric_constants(material));
}

std::shared_ptr<const Material> make_ogden(const MaterialUse& use) {
  const Params& material = use.material;
  const auto& mu = material.numbers("mu");
  const auto& alpha = material.numbers("alpha");
  if (mu.size() != alpha.size())
    material.fail("alpha", fmt::format("{} exponents for {} moduli mu", alpha.size(), mu.size()));
  std::vector<OgdenMaterial::Term> terms;
  double shear = 0;
  for (std::size_t i = 0; i < mu.size(); ++i) {
    if (alpha[i] == 0) material.fail("alpha", "an exponent is zero");
    terms.push_back({mu[i], alpha[i]});
    shear += mu[i];
  }
  if (!(shear > 0)) material.fail("mu", "the sum of mu is the shear modulus and has to be positive");
  return std::make_shared<OgdenMaterial>(material.number("rho"), std::move(terms),
                                         volumetric_constants(material));
}

params::Key density() {
  return params::number("rho", "density").unit(params::dim::density).positive().required();
}

params::Key volumetric_key() {
  using namespace params;
  return numbers("D",
                 "D1, D2, ... of the volumetric energy (J - 1)^(2k) / Dk, in 1 / stress; bulk modulus 2 / "
                 "D1; 0 omits a term")
      .non_negative()
      .required();
}

}  // namespace

MaterialPart neo_hookean_part() {
  using namespace params;
  return {{"material",
           "neo-hookean",
           "W = mu/2 (tr C - 3) - mu ln J + lambda/2 (ln J)^2, for solids with Green-Lagrange strain.",
           {density(), number("E", "Young's modulus").unit(dim::stress).positive().required(),
            number("nu", "Poisson's ratio").in({-1, 0.5, true, true}).required()}},
          make_neo_hookean};
}

MaterialPart ogden_part() {
  using namespace params;
  return {{"material",
           "ogden",
           "W = sum 2 mu_p / alpha_p^2 (l1^alpha_p + l2^alpha_p + l3^alpha_p - 3) + sum (J - 1)^(2k) / Dk in "
           "the isochoric stretches l, for solids with Green-Lagrange strain.",
           {density(),
            numbers("mu", "mu_1, mu_2, ...; their sum is the shear modulus").unit(dim::stress).required(),
            numbers("alpha", "alpha_1, alpha_2, ...").required(), volumetric_key()}},
          make_ogden};
}

MaterialPart polynomial_part() {
  using namespace params;
  Component polynomial = {"material",
                          "polynomial",
                          "W = sum Cij (I1 - 3)^i (I2 - 3)^j + sum (J - 1)^(2k) / Dk in the isochoric "
                          "invariants, for solids with Green-Lagrange strain: C10 neo-Hookean, C10 and C01 "
                          "Mooney-Rivlin, C10, C20 and C30 Yeoh.",
                          {density(), volumetric_key()}};
  for (int order = 1; order <= 3; ++order)
    for (int j = 0; j <= order; ++j)
      polynomial.keys.push_back(number(fmt::format("C{}{}", order - j, j), fmt::format("C{}{}", order - j, j))
                                    .unit(dim::stress)
                                    .by_default(0.0));
  return {std::move(polynomial), make_polynomial};
}

}  // namespace jounce
