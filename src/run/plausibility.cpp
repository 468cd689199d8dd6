#include "run/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "la/decompositions.h"

namespace jounce {
namespace {

namespace dim = params::dim;

// In kg, m, s. Gases under pressure to osmium; gels to diamond.
constexpr double kLightest = 1e-2, kHeaviest = 2.5e4, kSlowest = 0.5, kFastest = 2.5e4, kDense = 500;
// Stone, concrete and metals: lead has 1200 m/s.
constexpr double kMetal = 2000, kSlowestMetal = 300;
constexpr double kGravity = 9.81;

/// Young's moduli of a material: one, or those along its axes. Empty where it has none.
std::vector<double> moduli(const params::Params& material) {
  for (const params::Params::Entry& entry : material.entries()) {
    if (entry.key != "E" || !entry.given) continue;
    if (const auto* const one = std::get_if<double>(&entry.value)) return {*one};
    if (const auto* const some = std::get_if<std::vector<double>>(&entry.value)) return *some;
  }
  return {};
}

/// Principal moments of inertia obey I_3 <= I_1 + I_2, with equality for flat bodies.
void judge_inertia(const params::Params& body, std::vector<std::string>& found) {
  constexpr double kDigits = 1e-3;  // of numbers written with a few
  if (body.type() != "rigid-3d") return;
  const std::vector<double>& given = body.numbers("inertia");
  Eigen::Matrix3d J = Eigen::Map<const Eigen::Vector3d>(given.data()).asDiagonal();
  if (given.size() == 6) {
    J(0, 1) = J(1, 0) = given[3];
    J(1, 2) = J(2, 1) = given[4];
    J(0, 2) = J(2, 0) = given[5];
  }
  const Eigen::Vector3d I =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
  if (I[2] > (1 + kDigits) * (I[0] + I[1]))
    found.push_back(
        fmt::format("body '{}' has principal moments of inertia {:.4g}, {:.4g} and {:.4g}; in a real body "
                    "none exceeds the sum of the other two",
                    body.name(), I[0], I[1], I[2]));
}

void judge_material(const params::Params& material, const params::Units& units,
                    std::vector<std::string>& found) {
  if (!material.given("rho")) return;
  const double rho = material.number("rho") * units.si(dim::density);
  if (rho > 0 && (rho < kLightest || rho > kHeaviest))
    found.push_back(fmt::format("material '{}' has a density of {:.4g} kg/m^3, {}", material.name(), rho,
                                rho < kLightest ? "less than a gas" : "more than any metal"));
  const std::vector<double> E = moduli(material);
  if (E.empty() || !(rho > 0)) return;
  const double speed = std::sqrt(*std::max_element(E.begin(), E.end()) * units.si(dim::stress) / rho);
  if (speed > kFastest)
    found.push_back(
        fmt::format("waves in material '{}' travel at {:.4g} m/s (sqrt(E/rho)), faster than in diamond",
                    material.name(), speed));
  if (speed < (rho > kMetal ? kSlowestMetal : kSlowest) && rho > kDense)
    found.push_back(
        fmt::format("waves in material '{}' travel at {:.4g} m/s (sqrt(E/rho)), slower than in any solid{}",
                    material.name(), speed, rho > kMetal ? " of that density" : ""));
}

}  // namespace

std::vector<std::string> implausible(const deck::Deck& deck) {
  std::vector<std::string> found;
  for (const params::Params* material : deck.entries("material"))
    judge_material(*material, deck.units(), found);
  for (const params::Params* body : deck.entries("body")) judge_inertia(*body, found);
  const params::Params& model = deck.table("model");
  if (model.given("gravity")) {
    double square = 0;
    for (const double g : model.numbers("gravity")) square += g * g;
    const double gravity = std::sqrt(square) * deck.units().si(dim::acceleration);
    for (const double factor : {1e3, 1e-3})
      if (std::abs(gravity / (factor * kGravity) - 1) < 0.02)
        found.push_back(
            fmt::format("gravity is {:.4g} m/s^2, that of the earth times {:g}", gravity, factor));
  }
  return found;
}

}  // namespace jounce
