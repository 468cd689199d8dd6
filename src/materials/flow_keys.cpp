#include "materials/flow_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace jounce {
namespace {

using params::Params;

constexpr std::array kKeys = {"C",
                              "reference_rate",
                              "cowper_symonds_rate",
                              "cowper_symonds_exponent",
                              "creep_factor",
                              "creep_exponent",
                              "specific_heat",
                              "heat_fraction"};

/// Throws params::InputError where a key is without the one that belongs to it.
void check_pair(const Params& material, const char* has, const char* needs) {
  if (material.given(has) && !material.given(needs))
    material.fail(has, fmt::format("'{}' needs '{}' as well", has, needs));
}

}  // namespace

std::vector<params::Key> flow_keys() {
  using namespace params;
  return {
      number("C",
             "factor of the yield stress for the rate of plastic strain: 1 + C ln(rate / reference_rate), "
             "at least 1 (Johnson and Cook)")
          .non_negative(),
      number("reference_rate", "rate of plastic strain up to which this factor is 1")
          .unit(dim::frequency)
          .positive(),
      number("cowper_symonds_rate",
             "instead: factor 1 + (rate / cowper_symonds_rate)^(1 / cowper_symonds_exponent)")
          .unit(dim::frequency)
          .positive(),
      number("cowper_symonds_exponent", "exponent of this factor").positive(),
      number(
          "creep_factor",
          "instead: stresses beyond the yield stress flow at the rate creep_factor * (excess)^creep_exponent "
          "(Norton); with a yield stress of 0 it is creep alone")
          .positive(),
      number("creep_exponent", "exponent of this creep").in({1, 1e3, false, false}),
      number("specific_heat",
             "heat for a unit of mass and temperature. With it plastic work heats the material, without "
             "conduction (adiabatic)")
          .positive(),
      number("heat_fraction", "share of the plastic work that becomes heat").between(0, 1).by_default(0.9)};
}

bool has_flow_keys(const Params& material) {
  return std::ranges::any_of(kKeys, [&](const char* key) { return material.given(key); });
}

std::unique_ptr<const Hardening> with_rate_factor(const Params& material,
                                                  std::unique_ptr<const Hardening> law, bool rate_is_used) {
  check_pair(material, "C", "reference_rate");
  check_pair(material, "cowper_symonds_rate", "cowper_symonds_exponent");
  check_pair(material, "cowper_symonds_exponent", "cowper_symonds_rate");
  check_pair(material, "creep_factor", "creep_exponent");
  check_pair(material, "creep_exponent", "creep_factor");
  if (!rate_is_used) check_pair(material, "reference_rate", "C");
  if (material.given("creep_factor")) {
    if (material.given("C") || material.given("cowper_symonds_rate"))
      material.fail("creep_factor", "give either creep or a factor of the yield stress for the rate");
    if (law->depends_on_rate())
      material.fail("creep_factor", "give either creep or yield stresses at several rates ('rate')");
    return std::make_unique<CreepOverstress>(std::move(law), material.number("creep_factor"),
                                             material.number("creep_exponent"));
  }
  const bool logarithmic = material.given("C"), power = material.given("cowper_symonds_rate");
  if (!logarithmic && !power) return law;
  const char* key = logarithmic ? "C" : "cowper_symonds_rate";
  if (logarithmic && power) material.fail(key, "give either 'C' or 'cowper_symonds_rate'");
  if (law->depends_on_rate())
    material.fail(key, "give either this factor or yield stresses at several rates ('rate')");
  if (logarithmic)
    return std::make_unique<RateFactor>(std::move(law), RateFactor::Kind::logarithmic,
                                        material.number("reference_rate"), material.number("C"));
  return std::make_unique<RateFactor>(std::move(law), RateFactor::Kind::power,
                                      material.number("cowper_symonds_rate"),
                                      material.number("cowper_symonds_exponent"));
}

double heating_of(const Params& material) {
  if (!material.given("specific_heat")) {
    check_pair(material, "heat_fraction", "specific_heat");
    return 0;
  }
  return material.number("heat_fraction") / (material.number("rho") * material.number("specific_heat"));
}

}  // namespace jounce
