#include "keyword/damage_params.h"

#include <fmt/format.h>

#include <algorithm>

#include "keyword/hardening_params.h"
#include "keyword/material_params.h"

namespace jounce::keyword {

using params::Node;

namespace {

/// Lines of strain, triaxiality, rate and temperature.
Node ductile_keys(const Card& card) {
  std::vector<double> strain, triaxiality;
  for (const DataLine& line : card.data) {
    strain.push_back(card.number(line, 0));
    triaxiality.push_back(card.number(line, 1, 0.0));
    if (card.number(line, 2, 0.0) != card.number(card.data[0], 2, 0.0) ||
        card.number(line, 3, 0.0) != card.number(card.data[0], 3, 0.0))
      card.fail(0, "strains at failure that depend on rate or temperature are not supported with DUCTILE");
  }
  if (strain.empty()) card.fail(0, "a strain at failure is missing");
  Node keys = Node::table(card.where());
  keys.set("failure_strain", strain);
  if (strain.size() > 1) keys.set("failure_triaxiality", triaxiality);
  return keys;
}

/// d1 to d5, melting and transition temperature, reference rate. The card has d3 with the other sign; what it
/// shares with the yield stress has one value.
Node johnson_cook_failure_keys(const Card& card, const Material& material) {
  const Card *plastic = option(material, "PLASTIC"), *rate = option(material, "RATE DEPENDENT");
  if (hardening_of(*plastic) != "JOHNSON COOK")
    card.fail(0, "CRITERION=JOHNSON COOK needs *PLASTIC, HARDENING=JOHNSON COOK");
  if (card.data.size() != 1) card.fail(0, "one line of the constants d1 to d5 is expected");
  const DataLine& line = card.data[0];
  std::vector<double> d;
  for (std::size_t i = 0; i < 5; ++i) d.push_back(card.number(line, i, 0.0));
  d[2] = -d[2];
  Node keys = Node::table(card.where());
  keys.set("failure", d);
  const bool has_rate = rate != nullptr && rate->value("TYPE", "POWER LAW") == "JOHNSON COOK";
  if (d[3] != 0 && has_rate && rate->number(rate->data.at(0), 1) != card.number(line, 7))
    card.fail(0, "the reference rate must be that of *RATE DEPENDENT");
  if (d[3] != 0 && !has_rate) keys.set("reference_rate", card.number(line, 7));
  if (d[4] == 0) return keys;
  const DataLine& yield = plastic->data.at(0);
  if (yield.fields.size() <= 3)
    return keys.set("melting_temperature", card.number(line, 5))
        .set("transition_temperature", card.number(line, 6));
  if (plastic->number(yield, 4) != card.number(line, 5) || plastic->number(yield, 5) != card.number(line, 6))
    card.fail(0, "melting and transition temperature must be those of *PLASTIC");
  return keys;
}

Node evolution_keys(const Card& card) {
  const std::string type = card.value("TYPE", "DISPLACEMENT"), softening = card.value("SOFTENING", "LINEAR");
  if (type != "DISPLACEMENT" && type != "ENERGY")
    card.fail(0,
              fmt::format("damage that evolves by {} is not supported; DISPLACEMENT and ENERGY are", type));
  if (softening != "LINEAR" && softening != "EXPONENTIAL" && softening != "TABULAR")
    card.fail(0,
              fmt::format("{} softening is not supported; LINEAR, EXPONENTIAL and TABULAR are", softening));
  if (card.value("DEGRADATION", "MAXIMUM") != "MAXIMUM")
    card.fail(0, "several criteria of damage are not supported, nor is DEGRADATION");
  if (card.data.empty()) card.fail(0, "a line with the displacement or the energy at failure is missing");
  Node keys = Node::table(card.where());
  if (softening == "TABULAR") {
    if (type == "ENERGY") card.fail(0, "TABULAR softening is by DISPLACEMENT");
    std::vector<double> displacement, degradation;
    for (const DataLine& line : card.data) {
      degradation.push_back(card.number(line, 0));
      displacement.push_back(card.number(line, 1));
    }
    return keys.set("failure_displacement", displacement).set("degradation", degradation);
  }
  if (card.data.size() > 1) card.fail(0, "one line is expected, without dependence on the mode");
  const double value = card.number(card.data[0], 0);
  if (type == "ENERGY")
    keys.set("failure_energy", value);
  else
    keys.set("failure_displacement", std::vector<double>{value});
  if (softening == "EXPONENTIAL") {
    keys.set("softening", "exponential");
    if (type == "DISPLACEMENT") keys.set("softening_exponent", card.number(card.data[0], 1));
  }
  return keys;
}

}  // namespace

Node damage_keys(const Material& material, bool deletes) {
  const Card* initiation = option(material, "DAMAGE INITIATION");
  const Card* evolution = option(material, "DAMAGE EVOLUTION");
  const auto at =
      std::ranges::find_if(material.options, [](const Card* card) { return card->name == "PLASTIC"; });
  const Card* plastic = at == material.options.end() ? nullptr : *at;
  if (initiation == nullptr) {
    if (evolution != nullptr) evolution->fail(0, "*DAMAGE EVOLUTION needs *DAMAGE INITIATION");
    return Node::table({});
  }
  const std::string criterion = initiation->value("CRITERION", "");
  if (criterion != "DUCTILE" && criterion != "JOHNSON COOK")
    initiation->fail(0,
                     fmt::format("damage by the criterion {} is not supported; DUCTILE and JOHNSON COOK are",
                                 criterion.empty() ? "(none)" : criterion));
  if (plastic == nullptr) initiation->fail(0, "*DAMAGE INITIATION is supported with *PLASTIC");
  Node keys =
      criterion == "DUCTILE" ? ductile_keys(*initiation) : johnson_cook_failure_keys(*initiation, material);
  if (evolution != nullptr) keys.take(evolution_keys(*evolution)).set("deletion", deletes);
  return keys;
}

}  // namespace jounce::keyword
