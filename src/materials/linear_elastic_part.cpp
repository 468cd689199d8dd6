#include <fmt/format.h>

#include <span>

#include "la/decompositions.h"
#include "materials/linear_elastic.h"
#include "materials/materials.h"

namespace jounce {
namespace {

using params::Params;

std::shared_ptr<const Material> make_isotropic(const MaterialUse& use) {
  const Params& material = use.material;
  const double E = material.number("E");
  if (material.given("nu") && material.given("G"))
    material.fail("G", "give the shear modulus G or Poisson's ratio nu, not both");
  if (!material.given("nu") && !material.given("G"))
    use.user.fail(use.key, fmt::format("material '{}' has neither nu nor G, but solids need one of them",
                                       material.name()));
  const double nu = material.given("nu") ? material.number("nu") : E / (2 * material.number("G")) - 1;
  if (!(nu > -1 && nu < 0.5))
    material.fail(
        material.given("nu") ? "nu" : "G",
        material.given("nu")
            ? fmt::format("solids need a Poisson's ratio between -1 and 0.5, less than 0.5, not {:.6g}: the "
                          "bulk modulus E / (3 (1 - 2 nu)) is infinite at 0.5. For nearly incompressible "
                          "material use 0.49 to 0.4999 and a formulation of the element that does not lock",
                          nu)
            : fmt::format("E and G give Poisson's ratio {:.6g}, which has to lie between -1 and 0.5", nu));
  return std::make_shared<LinearElastic>(material.number("rho"), isotropic_stiffness(E, nu));
}

std::shared_ptr<const Material> make_anisotropic(const MaterialUse& use) {
  const Params& material = use.material;
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
  if (!is_positive_definite(D))
    material.fail(
        key, "these constants are not positive definite: some strain would store zero or negative energy");
  return std::make_shared<LinearElastic>(material.number("rho"), rotated_stiffness(D, use.axes));
}

std::shared_ptr<const Material> make_thermoelastic(const MaterialUse& use) {
  const Params& material = use.material;
  const auto &E = material.numbers("E"), &nu = material.numbers("nu");
  const auto& T = table_temperatures(material, "temperature", "E", E.size());
  if (nu.size() != E.size())
    material.fail("nu", fmt::format("{} ratios for {} entries of 'E'", nu.size(), E.size()));
  if (E.empty()) material.fail("E", "at least one modulus is required");
  std::vector<Thermoelastic::Point> points;
  for (std::size_t i = 0; i < E.size(); ++i) points.push_back({T[i], E[i], nu[i]});
  return std::make_shared<Thermoelastic>(material.number("rho"), std::move(points),
                                         material.number("reference_temperature"));
}

std::shared_ptr<const Material> make_thermoanisotropic(const MaterialUse& use) {
  const Params& material = use.material;
  const auto& D = material.numbers("D");
  const auto& T = material.numbers("temperature");
  const std::size_t size = T.empty() ? 0 : D.size() / T.size();
  if (T.empty() || size * T.size() != D.size() || (size != 9 && size != 21))
    material.fail("D",
                  fmt::format("9 or 21 constants for each of the {} temperatures are expected; there are {}",
                              T.size(), D.size()));
  table_temperatures(material, "temperature", "D", T.size());
  std::vector<ThermoAnisotropic::Point> points;
  for (std::size_t i = 0; i < T.size(); ++i) {
    const VoigtMatrix stiffness = stiffness_of(std::span(D).subspan(i * size, size));
    // Fluids are described so, too: singular, and zero at absolute zero.
    const Eigen::SelfAdjointEigenSolver<VoigtMatrix> values(stiffness, Eigen::EigenvaluesOnly);
    if (!(values.eigenvalues().minCoeff() >= -1e-9 * values.eigenvalues().maxCoeff()))
      material.fail(
          "D", fmt::format("the constants at the temperature {:.6g} give some strain negative energy", T[i]));
    points.push_back({T[i], rotated_stiffness(stiffness, use.axes)});
  }
  return std::make_shared<ThermoAnisotropic>(material.number("rho"), std::move(points),
                                             material.number("reference_temperature"));
}

bool always(const Params&) { return true; }

}  // namespace

MaterialPart linear_elastic_part() {
  using namespace params;
  return {{"material",
           "linear-elastic",
           "Linear elastic material.",
           {number("E", "Young's modulus").unit(dim::stress).positive().required(),
            number("rho", "density").unit(dim::density).positive().required(),
            number("nu", "Poisson's ratio").in({-1, 0.5, true, false}),
            number("G", "shear modulus; E / (2 (1 + nu)) unless given").unit(dim::stress).positive()}},
          make_isotropic};
}

MaterialPart orthotropic_part() {
  using namespace params;
  return {
      {"material",
       "orthotropic",
       "Orthotropic linear elastic material, in the axes of the element that uses it; for solids and shells. "
       "On Green-Lagrange strains a St. Venant-Kirchhoff material.",
       {number("rho", "density").unit(dim::density).positive().required(),
        numbers("E", "Young's moduli E1, E2, E3").unit(dim::stress).positive().of_size(3),
        numbers("nu", "nu12, nu13, nu23: minus the strain along j over that along i under a stress along i")
            .of_size(3),
        numbers("G", "shear moduli G12, G13, G23").unit(dim::stress).positive().of_size(3),
        numbers("D", "instead: D1111, D1122, D2222, D1133, D2233, D3333, D1212, D1313, D2323")
            .unit(dim::stress)
            .of_size(9)}},
      make_anisotropic,
      always};
}

MaterialPart anisotropic_part() {
  using namespace params;
  return {{"material",
           "anisotropic",
           "Anisotropic linear elastic material, in the axes of the element that uses it; for solids and "
           "shells.",
           {number("rho", "density").unit(dim::density).positive().required(),
            numbers("D",
                    "D1111, D1122, D2222, D1133, D2233, D3333, D1112, D2212, D3312, D1212, D1113, D2213, "
                    "D3313, D1213, D1313, D1123, D2223, D3323, D1223, D1323, D2323")
                .unit(dim::stress)
                .of_size(21)
                .required()}},
          make_anisotropic,
          always};
}

MaterialPart thermoanisotropic_part() {
  using namespace params;
  return {
      {"material",
       "thermoanisotropic",
       "Orthotropic or anisotropic linear elastic material whose constants change with the temperature that "
       "a "
       "load gives, in the axes of the element that uses it; for solids. Constants may be those of a fluid: "
       "some strains may store no energy.",
       {number("rho", "density").unit(dim::density).positive().required(),
        numbers(
            "D",
            "the 9 constants of 'orthotropic' or the 21 of 'anisotropic', for one temperature after another")
            .unit(dim::stress)
            .required(),
        numbers("temperature", "temperatures, ascending; linear between, constant outside").required()}},
      make_thermoanisotropic,
      always};
}

MaterialPart thermoelastic_part() {
  using namespace params;
  return {
      {"material",
       "thermoelastic",
       "Linear elastic material, isotropic, whose constants change with the temperature that a load gives; "
       "for solids.",
       {number("rho", "density").unit(dim::density).positive().required(),
        numbers("E", "Young's moduli at the temperatures").unit(dim::stress).positive().required(),
        numbers("nu", "Poisson's ratios at the temperatures").in({-1, 0.5, true, true}).required(),
        numbers("temperature", "temperatures, ascending; linear between, constant outside").required()}},
      make_thermoelastic};
}

}  // namespace jounce
