#include "keyword/material_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "keyword/damage_params.h"
#include "keyword/hardening_params.h"
#include "keyword/nonlinear_material_params.h"
#include "materials/linear_elastic.h"
#include "materials/wave_speed.h"

namespace jounce::keyword {

using params::Node;

namespace {

/// The constants of a card for one temperature, which may stand behind them.
std::vector<double> constants(const Card& card, std::size_t count) {
  std::vector<double> values = card.numbers();
  if (values.size() != count && values.size() != count + 1)
    card.fail(0, fmt::format("{} constants are expected, without dependence on temperature; there are {}",
                             count, values.size()));
  values.resize(count);
  return values;
}

/// *DENSITY, the same at all temperatures.
double density_of(const Card& card) {
  for (const DataLine& line : card.data)
    if (card.number(line, 0) != card.number(card.data[0], 0))
      card.fail(line.line, "a temperature-dependent density is not supported");
  if (card.data.empty()) card.fail(0, "the density is missing");
  return card.number(card.data[0], 0);
}

std::vector<double> list(std::span<const double> values) { return {values.begin(), values.end()}; }

/// Constants of *ELASTIC, TYPE=ENGINEERING CONSTANTS as those of TYPE=ORTHO.
std::vector<double> orthotropic_constants(std::span<const double> c) {
  const VoigtMatrix D = orthotropic_stiffness(c.subspan(0, 3), c.subspan(3, 3), c.subspan(6, 3));
  return {D(0, 0), D(0, 1), D(1, 1), D(0, 2), D(1, 2), D(2, 2), D(3, 3), D(4, 4), D(5, 5)};
}

/// Elasticity of several temperatures: a line for each.
Node thermoelastic_keys(const Card& card) {
  std::vector<double> E, nu, temperature;
  for (const DataLine& line : card.data) {
    E.push_back(card.number(line, 0));
    nu.push_back(card.number(line, 1));
    temperature.push_back(card.number(line, 2));
    if (temperature.size() > 1 && !(temperature.back() > temperature[temperature.size() - 2]))
      card.fail(line.line, "the temperatures have to ascend");
  }
  return Node::table(card.where())
      .set("type", "thermoelastic")
      .set("E", E)
      .set("nu", nu)
      .set("temperature", temperature);
}

/// How many constants *ELASTIC has for a temperature.
std::size_t count_of(const Card& card) {
  const std::string type = card.value("TYPE", "ISO");
  return type.starts_with("ISO") ? 2 : type.starts_with("ANISO") ? 21 : 9;
}

/// Whether anisotropic elasticity has constants of several temperatures.
bool changes_with_temperature(const Card& card) { return card.numbers().size() > count_of(card) + 1; }

/// The same of an anisotropic material: constants, then the temperature, over several lines.
Node thermoanisotropic_keys(const Card& card) {
  const std::size_t count = count_of(card), size = count + 1;
  const std::vector<double> all = card.numbers();
  if (all.size() % size != 0)
    card.fail(0,
              fmt::format("{} constants and a temperature are expected again and again; there are {} numbers",
                          count, all.size()));
  const bool engineering = card.value("TYPE", "ISO").starts_with("ENGINEERING");
  std::vector<double> D, temperature;
  for (std::size_t i = 0; i < all.size(); i += size) {
    const auto c = std::span(all).subspan(i, count);
    const std::vector<double> stiffness = engineering ? orthotropic_constants(c) : list(c);
    D.insert(D.end(), stiffness.begin(), stiffness.end());
    temperature.push_back(all[i + count]);
    if (i > 0 && !(temperature.back() > temperature[temperature.size() - 2]))
      card.fail(0, "the temperatures have to ascend");
  }
  return Node::table(card.where())
      .set("type", "thermoanisotropic")
      .set("D", D)
      .set("temperature", temperature);
}

Node expansion_keys(const Card& card) {
  const std::string* given = card.find("TYPE");
  const bool along = given != nullptr && given->starts_with("ORTHO");
  if (given != nullptr && !along && !given->starts_with("ISO"))
    card.fail(0, fmt::format("*EXPANSION of type {} is not supported; ISO and ORTHO are", *given));
  const std::size_t size = along ? 3 : 1;
  if (card.data.empty()) card.fail(0, "the coefficients of expansion are missing");
  std::vector<double> alpha, temperature;
  for (const DataLine& line : card.data) {
    for (std::size_t k = 0; k < size; ++k) alpha.push_back(card.number(line, k));
    if (card.data.size() == 1) continue;
    temperature.push_back(card.number(line, size));
    if (temperature.size() > 1 && !(temperature.back() > temperature[temperature.size() - 2]))
      card.fail(line.line, "the temperatures have to ascend");
  }
  Node keys = Node::table(card.where());
  keys.set(along ? "expansion_along" : "expansion", alpha);
  if (!temperature.empty()) keys.set("expansion_temperature", temperature);
  return keys.set("reference_temperature",
                  card.has("ZERO") ? card.number({card.line, {card.at("ZERO")}}, 0) : 0.0);
}

/// @param hardening  what *PLASTIC gives; null without it
Node elastic_keys(const Card& card, const Node* hardening) {
  const std::string type = card.value("TYPE", "ISO");
  Node keys = Node::table(card.where());
  const char* elastic_type = "orthotropic";
  if (type.starts_with("ISO")) {
    if (card.data.size() > 1) {
      if (hardening != nullptr)
        card.fail(0, "plasticity of a material whose *ELASTIC changes with temperature is not supported");
      return thermoelastic_keys(card);
    }
    const auto c = constants(card, 2);
    keys.set("E", c[0]).set("nu", c[1]);
    elastic_type = "linear-elastic";
  } else if (changes_with_temperature(card)) {
    if (hardening != nullptr)
      card.fail(0, "plasticity of a material whose *ELASTIC changes with temperature is not supported");
    return thermoanisotropic_keys(card);
  } else if (type.starts_with("ORTHO")) {
    keys.set("D", constants(card, 9));
  } else if (type.starts_with("ENGINEERING")) {
    const auto c = constants(card, 9);
    const std::span<const double> all(c);
    if (hardening != nullptr)
      keys.set("D", orthotropic_constants(all));
    else
      keys.set("E", list(all.subspan(0, 3)))
          .set("nu", list(all.subspan(3, 3)))
          .set("G", list(all.subspan(6, 3)));
  } else if (type.starts_with("ANISO")) {
    keys.set("D", constants(card, 21));
    elastic_type = "anisotropic";
  } else {
    card.fail(
        0,
        fmt::format("*ELASTIC of type {} is not supported; ISOTROPIC, ORTHOTROPIC, ENGINEERING CONSTANTS and "
                    "ANISOTROPIC are",
                    type));
  }
  return hardening != nullptr ? keys.take(*hardening) : keys.set("type", elastic_type);
}

}  // namespace

const Card* option(const Material& material, std::string_view name) {
  const Card* found = nullptr;
  for (const Card* card : material.options)
    if (card->name == name) {
      if (found != nullptr) card->fail(0, fmt::format("the material has *{} twice", name));
      found = card;
    }
  return found;
}

Damping damping_of(const Material& material) {
  const Card* card = option(material, "DAMPING");
  Damping damping;
  if (card == nullptr) return damping;
  const auto value = [&](std::string_view key) {
    if (!card->has(key)) return 0.0;
    const DataLine line{card->line, {*card->find(key)}};
    return card->number(line, 0);
  };
  return {value("ALPHA"), value("BETA")};
}

std::optional<double> wave_speed_of(const Material& material) {
  const Card *card = option(material, "ELASTIC"), *density = option(material, "DENSITY");
  if (card == nullptr || density == nullptr) return {};
  const std::string type = card->value("TYPE", "ISO");
  VoigtMatrix D;
  if (type.starts_with("ISO")) {
    const auto c = constants(*card, 2);
    D = isotropic_stiffness(c[0], c[1]);
  } else if (type.starts_with("ENGINEERING")) {
    D = stiffness_of(orthotropic_constants(constants(*card, 9)));
  } else {
    D = stiffness_of(constants(*card, type.starts_with("ORTHO") ? 9 : 21));
  }
  return largest_wave_speed(D, density_of(*density));
}

static bool has_several_temperatures(const Card& elasticity) {
  return elasticity.value("TYPE", "ISO").starts_with("ISO") ? elasticity.data.size() > 1
                                                            : changes_with_temperature(elasticity);
}

bool feels_temperature(const Material& material) {
  const Card* elasticity = option(material, "ELASTIC");
  return option(material, "EXPANSION") != nullptr ||
         (elasticity != nullptr && has_several_temperatures(*elasticity)) || yields_by_temperature(material);
}

namespace {

/// The keys of *ELASTIC with what flows.
Node elastoplastic_keys(const Material& material, const MaterialNeeds& needs) {
  const Card& elastic = *option(material, "ELASTIC");
  const Card* creep = needs.creep ? option(material, "CREEP") : nullptr;
  const bool is_plastic =
      std::ranges::any_of(material.options, [](const Card* card) { return card->name == "PLASTIC"; });
  std::optional<Node> hardening;
  if (is_plastic) hardening = hardening_keys(material, needs.adiabatic);
  if (creep != nullptr) {
    if (!hardening)
      hardening = Node::table(creep->where()).set("type", "plastic").set("yield_stress", std::vector{0.0});
    hardening->take(creep_keys(*creep));
  }
  return elastic_keys(elastic, hardening ? &*hardening : nullptr);
}

/// The card that says what the material is; there is one.
const Card& law_of(const std::string& name, const Material& material) {
  const Card* found = nullptr;
  for (const char* law : {"ELASTIC", "HYPERELASTIC", "HYPERFOAM", "DEFORMATION PLASTICITY", "USER MATERIAL"})
    if (const Card* card = option(material, law)) {
      if (found != nullptr)
        card->fail(0, fmt::format("material '{}' has *{} and *{}; one of them is expected", name, found->name,
                                  card->name));
      found = card;
    }
  if (found == nullptr)
    throw params::InputError(material.card->where(),
                             fmt::format("material '{}' needs *ELASTIC, *HYPERELASTIC, *HYPERFOAM, "
                                         "*DEFORMATION PLASTICITY or *USER MATERIAL",
                                         name));
  return *found;
}

}  // namespace

bool is_of_library(const std::string& name, const Material& material) {
  return option(material, "USER MATERIAL") != nullptr && !name.starts_with("LIN_ISO_EL");
}

Node material_keys(const std::string& name, const Material& material, const MaterialNeeds& needs) {
  const params::Location where = material.card->where();
  const Card& law = law_of(name, material);
  const Card* density = option(material, "DENSITY");
  if (density == nullptr && needs.density)
    throw params::InputError(
        where, fmt::format("material '{}' has no *DENSITY, but the analysis needs masses", name));
  Node keys = Node::table(where);
  keys.set("name", name);
  if (law.name == "ELASTIC")
    keys.take(elastoplastic_keys(material, needs));
  else
    keys.take(is_of_library(name, material) ? umat_keys(name, material, needs.umat)
                                            : nonlinear_material_keys(law));
  if (density == nullptr)
    keys.set("rho", 1.0);  // none is needed
  else
    keys.take(Node::table(density->where()).set("rho", density_of(*density)));
  keys.take(damage_keys(material, needs.density));
  if (const Card* expansion = option(material, "EXPANSION")) keys.take(expansion_keys(*expansion));
  return keys;
}

}  // namespace jounce::keyword
