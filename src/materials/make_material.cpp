#include "materials/make_material.h"

#include <fmt/format.h>

#include <algorithm>

#include "materials/anisotropic_plastic.h"
#include "materials/hyperelastic.h"
#include "materials/linear_elastic.h"
#include "materials/plastic.h"
#include "materials/thermal.h"

namespace jounce {
namespace {

using params::Params;

std::shared_ptr<const Material> make_isotropic(const Params& material, const Params& user, const char* key) {
  const double E = material.number("E");
  if (material.given("nu") && material.given("G"))
    material.fail("G", "give the shear modulus G or Poisson's ratio nu, not both");
  if (!material.given("nu") && !material.given("G"))
    user.fail(
        key, fmt::format("material '{}' has neither nu nor G, but solids need one of them", material.name()));
  const double nu = material.given("nu") ? material.number("nu") : E / (2 * material.number("G")) - 1;
  if (!(nu > -1 && nu < 0.5))
    material.fail(
        material.given("nu") ? "nu" : "G",
        material.given("nu")
            ? fmt::format(
                  "solids need a Poisson's ratio between -1 and 0.5, less than 0.5, not {:.6g}: the bulk "
                  "modulus E / (3 (1 - 2 nu)) is infinite at 0.5. Nearly incompressible material takes "
                  "0.49 to 0.4999 with the formulation of the element that does not lock",
                  nu)
            : fmt::format("E and G give Poisson's ratio {:.6g}, which has to lie between -1 and 0.5", nu));
  return std::make_shared<LinearElastic>(material.number("rho"), isotropic_stiffness(E, nu));
}

void check_stiffness(const Params& material, const char* key, const VoigtMatrix& D) {
  if (!is_positive_definite(D))
    material.fail(key, "these constants are no stiffness: some strain would store no or negative energy");
}

std::shared_ptr<const Material> make_anisotropic(const Params& material, const Matrix3& axes) {
  const bool orthotropic = material.type() == "orthotropic";
  const bool engineering = orthotropic && material.given("E");
  const char* key = engineering ? "E" : "D";
  VoigtMatrix D;
  if (engineering) {
    if (!material.given("nu") || !material.given("G") || material.given("D"))
      material.fail("E", "an orthotropic material has E, nu and G, or D");
    D = orthotropic_stiffness(material.numbers("E"), material.numbers("nu"), material.numbers("G"));
  } else {
    if (!material.given("D") || material.given("nu") || material.given("G"))
      material.fail(material.given("D") ? "D" : "", "an orthotropic material has E, nu and G, or D");
    D = stiffness_of(material.numbers("D"));
  }
  check_stiffness(material, key, D);
  return std::make_shared<LinearElastic>(material.number("rho"), rotated_stiffness(D, axes));
}

std::shared_ptr<const Material> make_neo_hookean(const Params& material) {
  const double E = material.number("E"), nu = material.number("nu");
  return std::make_shared<NeoHookean>(material.number("rho"), E / (2 * (1 + nu)),
                                      E * nu / ((1 + nu) * (1 - 2 * nu)));
}

/// D1, D2, ... of the volumetric energy.
const std::vector<double>& volumetric_constants(const Params& material) {
  const auto& D = material.numbers("D");
  if (D.empty() || D[0] == 0)
    material.fail("D", "D1 = 2 / (bulk modulus) has to be positive: incompressible material is not offered");
  return D;
}

std::shared_ptr<const Material> make_polynomial(const Params& material) {
  PolynomialMaterial::Coefficients C{};
  for (std::size_t i = 0; i <= 3; ++i)
    for (std::size_t j = 0; i + j <= 3; ++j)
      if (i + j > 0) C[i][j] = material.number(fmt::format("C{}{}", i, j));
  if (!(C[1][0] + C[0][1] > 0))
    material.fail("", "C10 + C01 is half the shear modulus and has to be positive");
  return std::make_shared<PolynomialMaterial>(material.number("rho"), C, volumetric_constants(material));
}

std::shared_ptr<const Material> make_ogden(const Params& material) {
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

std::shared_ptr<const Material> make_plastic(const Params& material, const Matrix3& axes) {
  const auto& stress = material.numbers("yield_stress");
  const auto& strain = material.numbers("plastic_strain");
  if (stress.size() != strain.size() || stress.empty())
    material.fail("plastic_strain",
                  fmt::format("{} plastic strains for {} yield stresses", strain.size(), stress.size()));
  std::vector<Plastic::Point> hardening;
  for (std::size_t i = 0; i < stress.size(); ++i) {
    if (i == 0 ? strain[0] != 0 : !(strain[i] > strain[i - 1]))
      material.fail("plastic_strain", "plastic strains begin with 0 and ascend");
    if (i > 0 && stress[i] < stress[i - 1])
      material.fail("yield_stress", "yield stresses do not descend: softening is not offered");
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
        material.fail("back_stress", "back stresses begin with 0 and do not descend");
      back_stress.push_back({strain[i], b[i]});
    }
  }
  const bool anisotropic = material.given("D");
  if (anisotropic && material.given("back_stress"))
    material.fail("back_stress", "kinematic hardening is offered for isotropic elasticity (E and nu) only");
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
    check_stiffness(material, "D", D);
    return std::make_shared<AnisotropicPlastic>(material.number("rho"), rotated_stiffness(D, axes),
                                                std::move(hardening));
  }
  return std::make_shared<Plastic>(material.number("rho"), material.number("E"), material.number("nu"),
                                   std::move(hardening), std::move(back_stress));
}

/// Temperatures of a table that has as many entries of `size` numbers under another key.
const std::vector<double>& table_temperatures(const Params& material, const char* key, const char* of,
                                              std::size_t count) {
  const auto& T = material.numbers(key);
  if (T.size() != count)
    material.fail(key, fmt::format("{} temperatures for {} entries of '{}'", T.size(), count, of));
  for (std::size_t i = 1; i < T.size(); ++i)
    if (!(T[i] > T[i - 1])) material.fail(key, "temperatures ascend");
  return T;
}

std::shared_ptr<const Material> make_thermoelastic(const Params& material) {
  const auto &E = material.numbers("E"), &nu = material.numbers("nu");
  const auto& T = table_temperatures(material, "temperature", "E", E.size());
  if (nu.size() != E.size())
    material.fail("nu", fmt::format("{} ratios for {} entries of 'E'", nu.size(), E.size()));
  if (E.empty()) material.fail("E", "a modulus for one temperature or more is needed");
  std::vector<Thermoelastic::Point> points;
  for (std::size_t i = 0; i < E.size(); ++i) points.push_back({T[i], E[i], nu[i]});
  return std::make_shared<Thermoelastic>(material.number("rho"), std::move(points),
                                         material.number("reference_temperature"));
}

}  // namespace

ThermalExpansion make_expansion(const Params& material, const Matrix3& axes) {
  const double reference = material.number("reference_temperature");
  const bool along = material.given("expansion_along");
  const char* key = along ? "expansion_along" : "expansion";
  if (along && material.given("expansion"))
    material.fail(key, "give either 'expansion' or 'expansion_along'");
  if (!material.given(key)) {
    if (material.given("expansion_temperature"))
      material.fail("expansion_temperature", "there are no coefficients 'expansion' for these temperatures");
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

bool is_anisotropic(const Params& material) {
  return material.type() == "orthotropic" || material.type() == "anisotropic" ||
         (material.type() == "plastic" && material.given("D")) || material.given("expansion_along");
}

std::shared_ptr<const Material> make_material(const Params& material, const Params& user, const char* key,
                                              const Matrix3& axes) {
  if (material.type() == "linear-elastic") return make_isotropic(material, user, key);
  if (material.type() == "neo-hookean") return make_neo_hookean(material);
  if (material.type() == "ogden") return make_ogden(material);
  if (material.type() == "plastic") return make_plastic(material, axes);
  if (material.type() == "thermoelastic") return make_thermoelastic(material);
  if (material.type() == "polynomial") return make_polynomial(material);
  return make_anisotropic(material, axes);
}

std::vector<params::Key> thermal_keys() {
  using namespace params;
  return {
      numbers("expansion",
              "mean coefficients of thermal expansion from the reference temperature on, one for each of "
              "expansion_temperature, in 1 / temperature; for solids"),
      numbers("expansion_along",
              "instead: three coefficients for each temperature, along the axes of the element that uses "
              "the material"),
      numbers("expansion_temperature",
              "temperatures of these coefficients, ascending; linear between, constant outside. One "
              "coefficient alone needs none"),
      number("reference_temperature",
             "temperature from which the growth counts, and of solids for which no load gives another one")
          .by_default(0.0)};
}

std::vector<params::Component> material_components() {
  using namespace params;
  const Key rho = number("rho", "density").unit(dim::density).positive().required();
  const Key E = number("E", "Young's modulus").unit(dim::stress).positive().required();
  const Key nu = number("nu", "Poisson's ratio").in({-1, 0.5, true, true}).required();
  const Key D = numbers("D",
                        "D1, D2, ... of the volumetric energy (J - 1)^(2k) / Dk, in 1 / stress; bulk modulus "
                        "2 / D1; 0 leaves a term out")
                    .non_negative()
                    .required();
  std::vector<Component> all = {
      {"material",
       "orthotropic",
       "Linear elastic material with three planes of symmetry, in the axes of the element that uses it; for "
       "solids. On Green-Lagrange strains a St. Venant-Kirchhoff material.",
       {rho, numbers("E", "Young's moduli E1, E2, E3").unit(dim::stress).positive().of_size(3),
        numbers("nu", "nu12, nu13, nu23: minus the strain along j over that along i under a stress along i")
            .of_size(3),
        numbers("G", "shear moduli G12, G13, G23").unit(dim::stress).positive().of_size(3),
        numbers("D", "instead: D1111, D1122, D2222, D1133, D2233, D3333, D1212, D1313, D2323")
            .unit(dim::stress)
            .of_size(9)}},
      {"material",
       "anisotropic",
       "Linear elastic material without symmetry, in the axes of the element that uses it; for solids.",
       {rho, numbers("D",
                     "D1111, D1122, D2222, D1133, D2233, D3333, D1112, D2212, D3312, D1212, D1113, D2213, "
                     "D3313, D1213, D1313, D1123, D2223, D3323, D1223, D1323, D2323")
                 .unit(dim::stress)
                 .of_size(21)
                 .required()}},
      {"material",
       "thermoelastic",
       "Linear elastic material, isotropic, whose constants change with the temperature that a load gives; "
       "for "
       "solids.",
       {rho, numbers("E", "Young's moduli at the temperatures").unit(dim::stress).positive().required(),
        numbers("nu", "Poisson's ratios at the temperatures").in({-1, 0.5, true, true}).required(),
        numbers("temperature", "temperatures, ascending; linear between, constant outside").required()}},
      {"material",
       "neo-hookean",
       "W = mu/2 (tr C - 3) - mu ln J + lambda/2 (ln J)^2, for solids with Green-Lagrange strain.",
       {rho, E, nu}},
      {"material",
       "ogden",
       "W = sum 2 mu_p / alpha_p^2 (l1^alpha_p + l2^alpha_p + l3^alpha_p - 3) + sum (J - 1)^(2k) / Dk in "
       "the isochoric stretches l, for solids with Green-Lagrange strain.",
       {rho, numbers("mu", "mu_1, mu_2, ...; their sum is the shear modulus").unit(dim::stress).required(),
        numbers("alpha", "alpha_1, alpha_2, ...").required(), D}},
      {"material",
       "plastic",
       "Von Mises plasticity with isotropic and kinematic hardening, for solids; elasticity isotropic (E, "
       "nu) or any (D, "
       "in "
       "the axes of the element that uses it).",
       {rho, number("E", "Young's modulus").unit(dim::stress).positive(),
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
            .non_negative()}}};
  Component polynomial = {"material",
                          "polynomial",
                          "W = sum Cij (I1 - 3)^i (I2 - 3)^j + sum (J - 1)^(2k) / Dk in the isochoric "
                          "invariants, for solids with Green-Lagrange strain: C10 neo-Hookean, C10 and C01 "
                          "Mooney-Rivlin, C10, C20 and C30 Yeoh.",
                          {rho, D}};
  for (int order = 1; order <= 3; ++order)
    for (int j = 0; j <= order; ++j)
      polynomial.keys.push_back(number(fmt::format("C{}{}", order - j, j), fmt::format("C{}{}", order - j, j))
                                    .unit(dim::stress)
                                    .by_default(0.0));
  all.push_back(std::move(polynomial));
  for (Component& component : all)
    for (const Key& key : thermal_keys()) component.keys.push_back(key);
  return all;
}

}  // namespace jounce
