#include "keyword/nonlinear_material_params.h"

#include <fmt/format.h>

#include <numeric>
#include <span>

namespace jounce::keyword {

using params::Node;

namespace {

Node hyperelastic_keys(const Card& card) {
  Node keys = Node::table(card.where());
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
    keys.set("type", "polynomial").set("C10", c[0]).set("D", std::vector{compressibility(c[1], 2 * c[0])});
  } else if (card.has("MOONEY-RIVLIN")) {
    need(3);
    keys.set("type", "polynomial").set("C10", c[0]).set("C01", c[1]);
    keys.set("D", std::vector{compressibility(c[2], 2 * (c[0] + c[1]))});
  } else if (card.has("YEOH")) {
    need(6);
    keys.set("type", "polynomial").set("C10", c[0]).set("C20", c[1]).set("C30", c[2]);
    keys.set("D", std::vector{c[3], c[4], c[5]});
  } else if (card.has("OGDEN")) {
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
    const std::span<const double> D = std::span<const double>(c).subspan(2 * terms, terms);
    keys.set("type", "ogden").set("mu", mu).set("alpha", alpha);
    keys.set("D", std::vector<double>(D.begin(), D.end()));
  } else {
    card.fail(0, "*HYPERELASTIC is supported with NEO HOOKE, MOONEY-RIVLIN, YEOH and OGDEN");
  }
  return keys;
}

/// mu_1, alpha_1, mu_2, alpha_2, ..., then nu_1, nu_2, ...
Node hyperfoam_keys(const Card& card) {
  const int n = card.has("N") ? to_integer(card.at("N")).value_or(0) : 1;
  if (n < 1 || n > 3) card.fail(0, "*HYPERFOAM: N is 1 to 3");
  const auto terms = static_cast<std::size_t>(n);
  const std::vector<double> c = card.numbers();
  if (c.size() != 3 * terms && c.size() != 3 * terms + 1)
    card.fail(0,
              fmt::format("*HYPERFOAM: {} constants are expected, without dependence on temperature; there "
                          "are {}",
                          3 * terms, c.size()));
  std::vector<double> mu, alpha, nu;
  for (std::size_t i = 0; i < terms; ++i) {
    mu.push_back(c[2 * i]);
    alpha.push_back(c[2 * i + 1]);
    nu.push_back(c[2 * terms + i]);
  }
  return Node::table(card.where()).set("type", "hyperfoam").set("mu", mu).set("alpha", alpha).set("nu", nu);
}

/// E, nu, yield stress, exponent, yield offset.
Node deformation_plastic_keys(const Card& card) {
  const std::vector<double> c = card.numbers();
  if (c.size() != 5 && c.size() != 6)
    card.fail(0, fmt::format("*DEFORMATION PLASTICITY: E, nu, yield stress, exponent and yield offset are "
                             "expected, without dependence on temperature; there are {} numbers",
                             c.size()));
  return Node::table(card.where())
      .set("type", "deformation-plastic")
      .set("E", c[0])
      .set("nu", c[1])
      .set("yield_stress", c[2])
      .set("exponent", c[3])
      .set("yield_offset", c[4]);
}

/// CalculiX has laws that are asked for by the name of the material.
Node user_material_keys(const Card& card) {
  const std::vector<double> c = card.numbers();
  if (c.size() != 2)
    card.fail(0, fmt::format("LIN_ISO_EL has 2 constants, E and nu; there are {}", c.size()));
  return Node::table(card.where()).set("type", "linear-elastic").set("E", c[0]).set("nu", c[1]);
}

}  // namespace

Node nonlinear_material_keys(const Card& law) {
  if (law.name == "HYPERELASTIC") return hyperelastic_keys(law);
  if (law.name == "HYPERFOAM") return hyperfoam_keys(law);
  if (law.name == "DEFORMATION PLASTICITY") return deformation_plastic_keys(law);
  return user_material_keys(law);
}

Node umat_keys(const std::string& name, const Material& material, const std::filesystem::path& library) {
  const Card& card = *option(material, "USER MATERIAL");
  if (card.value("TYPE", "MECHANICAL") != "MECHANICAL")
    card.fail(0, fmt::format("*USER MATERIAL with TYPE={} is not supported; MECHANICAL is", card.at("TYPE")));
  if (library.empty())
    card.fail(
        0,
        fmt::format(
            "*USER MATERIAL of the material '{}' calls a subroutine UMAT: name its library by --umat FILE of "
            "jounce run (of the laws that CalculiX brings LIN_ISO_EL, linear and isotropic, is supported)",
            name));
  const int count = card.integer({card.line, {card.at("CONSTANTS")}}, 0);
  std::vector<double> constants = card.numbers();
  if (static_cast<int>(constants.size()) == count + 1) constants.pop_back();  // CalculiX: a temperature
  if (count < 0 || static_cast<int>(constants.size()) != count)
    card.fail(0,
              fmt::format("*USER MATERIAL says CONSTANTS={}; there are {} numbers", count, constants.size()));
  Node keys = Node::table(card.where());
  keys.set("type", "umat")
      .set("file", std::filesystem::absolute(library).lexically_normal().string())
      .set("law_name", name);
  if (count > 0) keys.set("constants", constants);
  if (const Card* states = option(material, "DEPVAR")) {
    if (states->data.empty()) states->fail(0, "*DEPVAR: the number of state variables is missing");
    const int number = states->integer(states->data[0], 0);
    if (number < 0) states->fail(states->data[0].line, fmt::format("*DEPVAR: {} state variables", number));
    keys.set("state_variables", number);
  }
  return keys;
}

Node creep_keys(const Card& card) {
  const std::string type = card.value("LAW", "NORTON");
  if (type != "NORTON") card.fail(0, fmt::format("*CREEP with LAW={} is not supported; NORTON is", type));
  if (card.data.size() != 1)
    card.fail(0, "*CREEP: one line A, n, m is expected, without dependence on temperature");
  const DataLine& line = card.data[0];
  if (card.number(line, 2, 0.0) != 0)
    card.fail(line.line, "*CREEP: rates that depend on the time (m) are not supported");
  const double factor = card.number(line, 0), exponent = card.number(line, 1);
  if (!(factor > 0) || !(exponent >= 1)) card.fail(line.line, "*CREEP: A is greater than zero, n at least 1");
  return Node::table(card.where()).set("creep_factor", factor).set("creep_exponent", exponent);
}

}  // namespace jounce::keyword
