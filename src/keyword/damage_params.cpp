#include "keyword/damage_params.h"

#include <fmt/format.h>

#include <algorithm>

#include "keyword/material_params.h"

namespace jounce::keyword {

using params::Node;

namespace {

std::string word(const Card& card, const char* parameter, const char* fallback) {
  const std::string* given = card.find(parameter);
  return given != nullptr ? *given : fallback;
}

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

/// d1 to d5, melting and transition temperature, reference rate. The card has d3 with the other sign.
Node johnson_cook_keys(const Card& card, const Card& plastic) {
  if (word(plastic, "HARDENING", "ISOTROPIC") != "JOHNSON COOK")
    card.fail(0, "CRITERION=JOHNSON COOK needs *PLASTIC, HARDENING=JOHNSON COOK");
  if (card.data.size() != 1) card.fail(0, "one line of the constants d1 to d5 is expected");
  const DataLine& line = card.data[0];
  std::vector<double> d;
  for (std::size_t i = 0; i < 5; ++i) d.push_back(card.number(line, i, 0.0));
  d[2] = -d[2];
  Node keys = Node::table(card.where());
  keys.set("failure", d);
  if (d[4] != 0 && (plastic.data.empty() || plastic.number(plastic.data[0], 4) != card.number(line, 5) ||
                    plastic.number(plastic.data[0], 5) != card.number(line, 6)))
    card.fail(0, "melting and transition temperature must be those of *PLASTIC");
  return keys;
}

Node evolution_keys(const Card& card) {
  const std::string type = word(card, "TYPE", "DISPLACEMENT"), softening = word(card, "SOFTENING", "LINEAR");
  if (type != "DISPLACEMENT" && type != "ENERGY")
    card.fail(0,
              fmt::format("damage that evolves by {} is not supported; DISPLACEMENT and ENERGY are", type));
  if (softening != "LINEAR" && softening != "EXPONENTIAL" && softening != "TABULAR")
    card.fail(0,
              fmt::format("{} softening is not supported; LINEAR, EXPONENTIAL and TABULAR are", softening));
  if (word(card, "DEGRADATION", "MAXIMUM") != "MAXIMUM")
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
  const std::string criterion = word(*initiation, "CRITERION", "");
  if (criterion != "DUCTILE" && criterion != "JOHNSON COOK")
    initiation->fail(0,
                     fmt::format("damage by the criterion {} is not supported; DUCTILE and JOHNSON COOK are",
                                 criterion.empty() ? "(none)" : criterion));
  if (plastic == nullptr) initiation->fail(0, "*DAMAGE INITIATION is supported with *PLASTIC");
  Node keys = criterion == "DUCTILE" ? ductile_keys(*initiation) : johnson_cook_keys(*initiation, *plastic);
  if (evolution != nullptr) keys.take(evolution_keys(*evolution)).set("deletion", deletes);
  return keys;
}

}  // namespace jounce::keyword
