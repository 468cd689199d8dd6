#include "keyword/material_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <set>
#include <span>

#include "materials/linear_elastic.h"
#include "materials/plastic.h"
#include "materials/wave_speed.h"

namespace jounce::keyword {
namespace {

const Card* option(const Material& material, std::string_view name) {
  const Card* found = nullptr;
  for (const Card* card : material.options)
    if (card->name == name) {
      if (found != nullptr) card->fail(0, fmt::format("the material has *{} twice", name));
      found = card;
    }
  return found;
}

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
      card.fail(line.line, "a density that changes with temperature is not supported");
  if (card.data.empty()) card.fail(0, "the density is missing");
  return card.number(card.data[0], 0);
}

std::string list(std::span<const double> values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

/// A curve of hardening: a line for each point.
std::vector<Plastic::Point> curve_of(const Card& card) {
  std::vector<Plastic::Point> curve;
  for (const DataLine& line : card.data) curve.push_back({card.number(line, 1, 0.0), card.number(line, 0)});
  if (curve.empty()) card.fail(0, "a yield stress is missing");
  return curve;
}

/// Keys of the hardening curves. KINEMATIC: the card is the growth of the back stress beyond its first yield
/// stress. COMBINED: the same, with the yield stresses of *CYCLIC HARDENING.
std::string hardening_text(const Card& plastic, const Card* cyclic) {
  const std::string* given = plastic.find("HARDENING");
  const std::string hardening = given != nullptr ? *given : "ISOTROPIC";
  if (hardening != "ISOTROPIC" && hardening != "KINEMATIC" && hardening != "COMBINED")
    plastic.fail(
        0, fmt::format("{} hardening is not supported; ISOTROPIC, KINEMATIC and COMBINED are", hardening));
  if ((cyclic != nullptr) != (hardening == "COMBINED"))
    plastic.fail(0, "HARDENING=COMBINED and *CYCLIC HARDENING belong together");
  const std::vector<Plastic::Point> curve = curve_of(plastic);
  std::vector<Plastic::Point> yield = curve;
  if (hardening == "KINEMATIC") yield = {{0, curve.front().stress}};
  if (cyclic != nullptr) yield = curve_of(*cyclic);
  std::set<double> strains;
  for (const auto& points : {curve, yield})
    for (const Plastic::Point& point : points) strains.insert(point.plastic_strain);
  std::vector<double> strain(strains.begin(), strains.end()), stress, back;
  for (const double p : strain) {
    stress.push_back(Plastic::value(yield, p));
    back.push_back(Plastic::value(curve, p) - curve.front().stress);
  }
  if (hardening == "ISOTROPIC") {  // as it is, so that what is wrong with it is found
    stress.clear();
    strain.clear();
    for (const Plastic::Point& point : curve) {
      stress.push_back(point.stress);
      strain.push_back(point.plastic_strain);
    }
  }
  std::string text = fmt::format("yield_stress = {}\nplastic_strain = {}\n", list(stress), list(strain));
  return hardening == "ISOTROPIC" ? text : text + fmt::format("back_stress = {}\n", list(back));
}

/// Constants of *ELASTIC, TYPE=ENGINEERING CONSTANTS as those of TYPE=ORTHO.
std::vector<double> orthotropic_constants(std::span<const double> c) {
  const VoigtMatrix D = orthotropic_stiffness(c.subspan(0, 3), c.subspan(3, 3), c.subspan(6, 3));
  return {D(0, 0), D(0, 1), D(1, 1), D(0, 2), D(1, 2), D(2, 2), D(3, 3), D(4, 4), D(5, 5)};
}

/// Elasticity of several temperatures: a line for each.
std::string thermoelastic(const Card& card) {
  std::vector<double> E, nu, temperature;
  for (const DataLine& line : card.data) {
    E.push_back(card.number(line, 0));
    nu.push_back(card.number(line, 1));
    temperature.push_back(card.number(line, 2));
    if (temperature.size() > 1 && !(temperature.back() > temperature[temperature.size() - 2]))
      card.fail(line.line, "the temperatures have to ascend");
  }
  return fmt::format("type = \"thermoelastic\"\nE = {}\nnu = {}\ntemperature = {}\n", list(E), list(nu),
                     list(temperature));
}

/// Keys of *EXPANSION.
std::string expansion_text(const Card& card) {
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
  std::string text = fmt::format("{} = {}\n", along ? "expansion_along" : "expansion", list(alpha));
  if (!temperature.empty()) text += fmt::format("expansion_temperature = {}\n", list(temperature));
  const double zero = card.has("ZERO") ? card.number({card.line, {card.at("ZERO")}}, 0) : 0;
  return text + fmt::format("reference_temperature = {}\n", zero);
}

std::string elastic(const Card& card, const Card* plastic, const Card* cyclic) {
  const std::string* given = card.find("TYPE");
  const std::string type = given != nullptr ? *given : "ISO";
  const auto text = [&](const char* elastic_type, const std::string& constants) {
    return fmt::format("type = \"{}\"\n{}{}", plastic != nullptr ? "plastic" : elastic_type, constants,
                       plastic != nullptr ? hardening_text(*plastic, cyclic) : "");
  };
  if (type.starts_with("ISO")) {
    if (card.data.size() > 1) {
      if (plastic != nullptr)
        plastic->fail(0, "plasticity of a material whose *ELASTIC changes with temperature is not supported");
      return thermoelastic(card);
    }
    const auto c = constants(card, 2);
    return text("linear-elastic", fmt::format("E = {}\nnu = {}\n", c[0], c[1]));
  }
  if (type.starts_with("ORTHO"))
    return text("orthotropic", fmt::format("D = {}\n", list(constants(card, 9))));
  if (type.starts_with("ENGINEERING")) {
    const auto c = constants(card, 9);
    const std::span<const double> all(c);
    if (plastic != nullptr) return text("", fmt::format("D = {}\n", list(orthotropic_constants(all))));
    return text("orthotropic", fmt::format("E = {}\nnu = {}\nG = {}\n", list(all.subspan(0, 3)),
                                           list(all.subspan(3, 3)), list(all.subspan(6, 3))));
  }
  if (type.starts_with("ANISO"))
    return text("anisotropic", fmt::format("D = {}\n", list(constants(card, 21))));
  card.fail(0, fmt::format(
                   "*ELASTIC of type {} is not supported; ISOTROPIC, ORTHOTROPIC, ENGINEERING CONSTANTS and "
                   "ANISOTROPIC are",
                   type));
}

std::string hyperelastic(const Card& card) {
  std::vector<double> c = card.numbers();
  // Without compressibility (D = 0) CalculiX takes Poisson's ratio 0.475 at small strain: bulk modulus K, D1
  // = 2/K.
  const auto compressibility = [](double D1, double shear_modulus) {
    constexpr double nu = 0.475;
    return D1 != 0 ? D1 : 3 * (1 - 2 * nu) / (shear_modulus * (1 + nu));
  };
  const auto need = [&](std::size_t count) {
    if (c.size() == count - 1) c.push_back(0.0);
    if (c.size() != count && c.size() != count + 1)
      card.fail(0, fmt::format("{} constants are expected; there are {}", count, c.size()));
  };
  if (card.has("NEOHOOKE")) {
    need(2);
    return fmt::format("type = \"polynomial\"\nC10 = {}\nD = [{}]\n", c[0], compressibility(c[1], 2 * c[0]));
  }
  if (card.has("MOONEY-RIVLIN")) {
    need(3);
    return fmt::format("type = \"polynomial\"\nC10 = {}\nC01 = {}\nD = [{}]\n", c[0], c[1],
                       compressibility(c[2], 2 * (c[0] + c[1])));
  }
  if (card.has("YEOH")) {
    need(6);
    return fmt::format("type = \"polynomial\"\nC10 = {}\nC20 = {}\nC30 = {}\nD = [{}, {}, {}]\n", c[0], c[1],
                       c[2], c[3], c[4], c[5]);
  }
  if (card.has("OGDEN")) {
    const int n = card.has("N") ? to_integer(card.at("N")).value_or(0) : 1;
    if (n < 1 || n > 4) card.fail(0, "N is 1 to 4 with OGDEN");
    const auto terms = static_cast<std::size_t>(n);
    need(3 * terms);
    std::vector<double> mu, alpha;
    for (std::size_t i = 0; i < terms; ++i) {
      mu.push_back(c[2 * i]);
      alpha.push_back(c[2 * i + 1]);
    }
    c[2 * terms] = compressibility(c[2 * terms], std::accumulate(mu.begin(), mu.end(), 0.0));
    const std::span<const double> all(c);
    return fmt::format("type = \"ogden\"\nmu = {}\nalpha = {}\nD = {}\n", list(mu), list(alpha),
                       list(all.subspan(2 * terms, terms)));
  }
  card.fail(0, "*HYPERELASTIC is supported with NEO HOOKE, MOONEY-RIVLIN, YEOH and OGDEN");
}

}  // namespace

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
  const std::string* given = card->find("TYPE");
  const std::string type = given != nullptr ? *given : "ISO";
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

bool feels_temperature(const Material& material) {
  const Card* elasticity = option(material, "ELASTIC");
  return option(material, "EXPANSION") != nullptr || (elasticity != nullptr && elasticity->data.size() > 1);
}

std::string material_text(const Input& input, const std::string& name, const Material& material,
                          bool needs_density) {
  const Card* elastic_card = option(material, "ELASTIC");
  const Card* hyperelastic_card = option(material, "HYPERELASTIC");
  const Card* density = option(material, "DENSITY");
  const params::Location where = {*input.cards.front().file, material.line, 0};
  if ((elastic_card == nullptr) == (hyperelastic_card == nullptr))
    throw params::InputError(where,
                             fmt::format("material '{}' needs either *ELASTIC or *HYPERELASTIC", name));
  if (density == nullptr && needs_density)
    throw params::InputError(
        where, fmt::format("material '{}' has no *DENSITY, but the analysis needs masses", name));
  std::string text = fmt::format("\n[[material]]\nname = \"{}\"\n", name);
  text += elastic_card != nullptr
              ? elastic(*elastic_card, option(material, "PLASTIC"), option(material, "CYCLIC HARDENING"))
              : hyperelastic(*hyperelastic_card);
  text += density != nullptr ? fmt::format("rho = {}\n", density_of(*density))
                             : "rho = 1.0  # no *DENSITY, and none is needed\n";
  if (const Card* expansion = option(material, "EXPANSION"); expansion != nullptr)
    text += expansion_text(*expansion);
  return text;
}

}  // namespace jounce::keyword
