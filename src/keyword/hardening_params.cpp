#include "keyword/hardening_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "keyword/material_params.h"
#include "materials/plastic.h"

namespace jounce::keyword {

using params::Node;

namespace {

/// A point of a *PLASTIC or *CYCLIC HARDENING.
struct CurvePoint {
  double stress, strain, temperature;
};

std::vector<const Card*> plastic_cards(const Material& material) {
  std::vector<const Card*> cards;
  for (const Card* card : material.options)
    if (card->name == "PLASTIC") cards.push_back(card);
  return cards;
}

std::vector<CurvePoint> points_of(const Card& card) {
  std::vector<CurvePoint> points;
  for (const DataLine& line : card.data)
    points.push_back({card.number(line, 0), card.number(line, 1, 0.0), card.number(line, 2, 0.0)});
  if (points.empty()) card.fail(0, "a yield stress is missing");
  return points;
}

bool has_several_temperatures(const std::vector<CurvePoint>& points) {
  return std::ranges::any_of(
      points, [&](const CurvePoint& point) { return point.temperature != points[0].temperature; });
}

/// A card whose curve has one temperature.
std::vector<Plastic::Point> curve_of(const Card& card) {
  const std::vector<CurvePoint> points = points_of(card);
  if (has_several_temperatures(points))
    card.fail(0, "this hardening is not supported with yield stresses at several temperatures");
  std::vector<Plastic::Point> curve;
  for (const CurvePoint& point : points) curve.push_back({point.strain, point.stress});
  return curve;
}

/// KINEMATIC: the card is the growth of the back stress beyond its first yield stress. COMBINED: the same,
/// with the yield stresses of *CYCLIC HARDENING.
Node back_stress_keys(const Card& plastic, const Card* cyclic) {
  const std::vector<Plastic::Point> curve = curve_of(plastic);
  const std::vector<Plastic::Point> yield =
      cyclic != nullptr ? curve_of(*cyclic) : std::vector<Plastic::Point>{{0, curve.front().stress}};
  std::set<double> strains;
  for (const auto& points : {curve, yield})
    for (const Plastic::Point& point : points) strains.insert(point.plastic_strain);
  const std::vector<double> strain(strains.begin(), strains.end());
  std::vector<double> stress, back;
  for (const double p : strain) {
    stress.push_back(Plastic::value(yield, p));
    back.push_back(Plastic::value(curve, p) - curve.front().stress);
  }
  Node keys = Node::table(plastic.where());
  return keys.set("yield_stress", stress).set("plastic_strain", strain).set("back_stress", back);
}

/// Curves of one or more rates and temperatures, as they are, so that what is wrong with them is found.
Node curve_keys(const std::vector<const Card*>& plastic) {
  std::vector<double> stress, strain, temperature, rate;
  bool several = false;
  for (const Card* card : plastic) {
    const std::string* given = card->find("RATE");
    const double at = given != nullptr ? card->number({card->line, {*given}}, 0) : 0;
    const std::vector<CurvePoint> points = points_of(*card);
    several = several || has_several_temperatures(points) ||
              points[0].temperature != (temperature.empty() ? points[0].temperature : temperature[0]);
    for (const CurvePoint& point : points) {
      stress.push_back(point.stress);
      strain.push_back(point.strain);
      temperature.push_back(point.temperature);
      rate.push_back(at);
    }
  }
  Node keys = Node::table(plastic[0]->where());
  keys.set("yield_stress", stress).set("plastic_strain", strain);
  if (several) keys.set("temperature", temperature);
  if (plastic.size() > 1) keys.set("rate", rate);
  return keys;
}

/// A, B, n, and where they are given m, melting and transition temperature.
Node johnson_cook_keys(const Card& card, const Material& material) {
  if (card.data.empty())
    card.fail(0, "the constants A, B, n, m, melting and transition temperature are missing");
  const DataLine& line = card.data[0];
  Node keys = Node::table(card.where());
  keys.set("type", "johnson-cook");
  keys.set("A", card.number(line, 0)).set("B", card.number(line, 1)).set("n", card.number(line, 2));
  if (line.fields.size() > 3) {
    keys.set("m", card.number(line, 3)).set("melting_temperature", card.number(line, 4));
    keys.set("transition_temperature", card.number(line, 5));
  }
  // Nodes without initial temperature have zero.
  if (option(material, "EXPANSION") == nullptr) keys.set("reference_temperature", 0.0);
  return keys;
}

/// *RATE DEPENDENT: TYPE=POWER LAW (D, n: rate = D (R - 1)^n) or JOHNSON COOK (C, reference rate).
Node rate_keys(const Card& card) {
  const std::string type = card.value("TYPE", "POWER LAW");
  if (type != "POWER LAW" && type != "JOHNSON COOK")
    card.fail(
        0, fmt::format("*RATE DEPENDENT of type {} is not supported; POWER LAW and JOHNSON COOK are", type));
  if (card.data.size() != 1)
    card.fail(0, "one line of two constants is expected, without dependence on temperature");
  const double first = card.number(card.data[0], 0), second = card.number(card.data[0], 1);
  Node keys = Node::table(card.where());
  if (type == "POWER LAW")
    return keys.set("cowper_symonds_rate", first).set("cowper_symonds_exponent", second);
  return keys.set("C", first).set("reference_rate", second);
}

Node heat_keys(const Card& fraction, const Card* specific_heat) {
  if (specific_heat == nullptr)
    fraction.fail(0, "in adiabatic steps *INELASTIC HEAT FRACTION needs *SPECIFIC HEAT");
  if (specific_heat->data.size() != 1)
    specific_heat->fail(0, "one specific heat is expected, without dependence on temperature");
  Node keys = Node::table(fraction.where());
  keys.set("specific_heat", specific_heat->number(specific_heat->data[0], 0));
  return keys.set("heat_fraction", fraction.data.empty() ? 0.9 : fraction.number(fraction.data[0], 0, 0.9));
}

}  // namespace

std::string hardening_of(const Card& plastic) { return plastic.value("HARDENING", "ISOTROPIC"); }

Node hardening_keys(const Material& material, bool adiabatic) {
  const std::vector<const Card*> plastic = plastic_cards(material);
  const Card* cyclic = option(material, "CYCLIC HARDENING");
  const std::string hardening = hardening_of(*plastic[0]);
  for (const Card* card : plastic)
    if (card != plastic[0] &&
        (!card->has("RATE") || hardening != "ISOTROPIC" || hardening_of(*card) != hardening))
      card->fail(0,
                 "the material has *PLASTIC twice; several are the curves of isotropic hardening at rates "
                 "(RATE)");
  if ((cyclic != nullptr) != (hardening == "COMBINED"))
    plastic[0]->fail(0, "HARDENING=COMBINED and *CYCLIC HARDENING belong together");
  Node keys = Node::table(plastic[0]->where());
  if (hardening == "JOHNSON COOK")
    keys.take(johnson_cook_keys(*plastic[0], material));
  else if (hardening == "KINEMATIC" || hardening == "COMBINED")
    keys.set("type", "plastic").take(back_stress_keys(*plastic[0], cyclic));
  else if (hardening == "ISOTROPIC")
    keys.set("type", "plastic").take(curve_keys(plastic));
  else
    plastic[0]->fail(
        0, fmt::format("{} hardening is not supported; ISOTROPIC, KINEMATIC, COMBINED and JOHNSON COOK are",
                       hardening));
  if (const Card* rate = option(material, "RATE DEPENDENT")) keys.take(rate_keys(*rate));
  const Card* fraction = option(material, "INELASTIC HEAT FRACTION");
  if (adiabatic && fraction != nullptr) keys.take(heat_keys(*fraction, option(material, "SPECIFIC HEAT")));
  return keys;
}

bool yields_by_temperature(const Material& material) {
  return std::ranges::any_of(plastic_cards(material), [](const Card* card) {
    return hardening_of(*card) == "JOHNSON COOK" ||
           (!card->data.empty() && has_several_temperatures(points_of(*card)));
  });
}

}  // namespace jounce::keyword
