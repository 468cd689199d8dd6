#include "run/plausibility.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce {
namespace {

namespace dim = params::dim;

// In kg, m, s. Gases under pressure to osmium; gels to diamond.
constexpr double kLightest = 1e-2, kHeaviest = 2.5e4, kSlowest = 0.5, kFastest = 2.5e4, kDense = 500;
constexpr double kGravity = 9.81;

void judge_material(const params::Params& material, const params::Units& units,
                    std::vector<std::string>& found) {
  if (!material.given("rho")) return;
  const double rho = material.number("rho") * units.si(dim::density);
  if (rho > 0 && (rho < kLightest || rho > kHeaviest))
    found.push_back(fmt::format("material '{}' has a density of {:.4g} kg/m^3, {}", material.name(), rho,
                                rho < kLightest ? "less than a gas" : "more than any metal"));
  if (!material.given("E") || !(rho > 0)) return;
  const double speed = std::sqrt(material.number("E") * units.si(dim::stress) / rho);
  if (speed > kFastest)
    found.push_back(
        fmt::format("waves in material '{}' travel at {:.4g} m/s (sqrt(E/rho)), faster than in diamond",
                    material.name(), speed));
  if (speed < kSlowest && rho > kDense)
    found.push_back(
        fmt::format("waves in material '{}' travel at {:.4g} m/s (sqrt(E/rho)), slower than in any solid",
                    material.name(), speed));
}

}  // namespace

std::vector<std::string> implausible(const deck::Deck& deck) {
  std::vector<std::string> found;
  for (const params::Params* material : deck.entries("material"))
    judge_material(*material, deck.units(), found);
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
