#include "keyword/load_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "keyword/mesh_cards.h"

namespace jounce::keyword {
namespace {

/// The types of support that go by a name, as lists of degrees of freedom.
struct NamedSupport {
  std::string_view name;
  std::array<int, 6> dofs;
};
constexpr std::array<NamedSupport, 8> kSupports = {{{"XSYMM", {1, 5, 6}},
                                                    {"YSYMM", {2, 4, 6}},
                                                    {"ZSYMM", {3, 4, 5}},
                                                    {"XASYMM", {2, 3, 4}},
                                                    {"YASYMM", {1, 3, 5}},
                                                    {"ZASYMM", {1, 2, 6}},
                                                    {"PINNED", {1, 2, 3}},
                                                    {"ENCASTRE", {1, 2, 3, 4, 5, 6}}}};

/// The amplitude that a card names; with TIME DELAY a copy that begins later. Empty: none.
std::string amplitude_of(const Card& card, Input& input) {
  if (!card.has("AMPLITUDE")) {
    if (card.has("TIMEDELAY")) card.fail(0, fmt::format("*{} with TIME DELAY needs an AMPLITUDE", card.name));
    return {};
  }
  const std::string& name = card.at("AMPLITUDE");
  if (!card.has("TIMEDELAY")) return name;
  const auto given = input.amplitudes.find(name);
  if (given == input.amplitudes.end())
    card.fail(0, fmt::format("there is no amplitude named '{}' before this card", name));
  Amplitude later = given->second;
  const double delay = card.number({card.line, {card.at("TIMEDELAY")}}, 0);
  for (double& time : later.times) time += delay;
  const std::string own = fmt::format("{} delayed by {}", name, delay);
  input.amplitudes[own] = std::move(later);
  return own;
}

NodeLoad node_load(const Card& card, const DataLine& line, Input& input) {
  NodeLoad load{&card, line.line, {}, card.text(line, 0), 0, 0, 0.0, {}};
  load.nodes = input.nodes_of(card, line.line, load.name);
  load.name = plain_name(load.name);
  load.amplitude = amplitude_of(card, input);
  return load;
}

/// Real parts of loads are load case 1, imaginary ones 2; only harmonic loads have such.
void check_load_case(const Card& card, const Step& step) {
  const std::string* number = card.find("LOADCASE");
  if (number == nullptr) return;
  if (*number != "1" && *number != "2") card.fail(0, fmt::format("LOAD CASE is 1 or 2, not {}", *number));
  if (is_imaginary(card) && (step.procedure == nullptr || step.procedure->name != "STEADY STATE DYNAMICS"))
    card.fail(0, "imaginary loads (LOAD CASE=2) are those of *STEADY STATE DYNAMICS");
}

}  // namespace

bool is_imaginary(const Card& card) {
  const std::string* number = card.find("LOADCASE");
  return number != nullptr && *number == "2";
}

bool is_periodic(const Card& procedure) { return procedure.value("HARMONIC", "YES") == "NO"; }

void read_supports(const Card& card, Input& input, std::vector<NodeLoad>& supports) {
  for (const DataLine& line : card.data) {
    NodeLoad load = node_load(card, line, input);
    load.is_fixed = card.has("FIXED");
    const std::string& dof = card.text(line, 1);
    const auto named = std::find_if(kSupports.begin(), kSupports.end(),
                                    [&](const NamedSupport& s) { return s.name == dof; });
    if (named != kSupports.end()) {
      for (const int d : named->dofs)
        if (d > 0) {
          load.first_dof = load.last_dof = d;
          supports.push_back(load);
        }
      continue;
    }
    load.first_dof = card.integer(line, 1);
    load.last_dof = card.integer(line, 2, load.first_dof);
    load.value = card.number(line, 3, 0.0);
    if (load.first_dof < 1 || load.last_dof > 6 || load.last_dof < load.first_dof)
      card.fail(line.line, "degrees of freedom are 1 to 3 (displacements) and 4 to 6 (rotations)");
    supports.push_back(std::move(load));
  }
}

void read_forces(const Card& card, Input& input, Step& step) {
  check_load_case(card, step);
  if (card.has("OP") && card.at("OP") == "NEW") step.new_forces = true;
  for (const DataLine& line : card.data) {
    NodeLoad load = node_load(card, line, input);
    load.first_dof = load.last_dof = card.integer(line, 1);
    load.value = card.number(line, 2);
    if (load.first_dof < 1 || load.first_dof > 6) card.fail(line.line, "forces act along 1, 2 or 3");
    step.forces.push_back(std::move(load));
  }
}

void read_distributed_loads(const Card& card, Input& input, Step& step) {
  check_load_case(card, step);
  if (card.has("OP") && card.at("OP") == "NEW") step.new_distributed.insert(card.name);
  for (const DataLine& line : card.data) {
    DistributedLoad load{&card, line.line, plain_name(card.text(line, 0)), card.text(line, 1), {}, {}};
    for (std::size_t k = 2; k < line.fields.size(); ++k) load.values.push_back(card.number(line, k, 0.0));
    if (load.values.empty())
      card.fail(line.line, fmt::format("*{}: the value of the load is missing", card.name));
    load.amplitude = amplitude_of(card, input);
    step.distributed.push_back(std::move(load));
  }
}

void read_temperatures(const Card& card, Input& input, Step& step) {
  for (const DataLine& line : card.data) {
    NodeLoad load = node_load(card, line, input);
    load.value = card.number(line, 1);
    load.gradient = card.number(line, 2, 0.0);
    if (line.fields.size() > 3)
      card.fail(line.line, "a temperature is expected, and for shells its gradient along the normal");
    step.temperatures.push_back(std::move(load));
  }
}

}  // namespace jounce::keyword
