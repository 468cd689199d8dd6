#include "keyword/coupling_params.h"

#include <algorithm>
#include <map>
#include <set>

#include "keyword/element_sides.h"

namespace jounce::keyword {
namespace {

/// What acts on a degree of freedom of a reference node over the steps.
struct Action {
  StepValues values;
  const NodeLoad* load = nullptr;
  std::vector<bool> acts = {};  ///< by step, of supports
};
/// By coupling, then degree of freedom (4 to 6: rotations).
using Actions = std::map<std::pair<int, int>, Action>;

class CouplingBuilder {
 public:
  CouplingBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void add() {
    check();
    for (std::size_t i = 0; i < input_.couplings.size(); ++i) marker(static_cast<int>(i));
    supports();
    forces();
  }

 private:
  /// Reference nodes are of one coupling and of nothing else.
  void check() {
    std::set<int> known;
    for (const Coupling& coupling : input_.couplings) {
      if (coupling.card->name == "COUPLING" && coupling.kind == nullptr)
        coupling.card->fail(0, "*COUPLING needs *KINEMATIC or *DISTRIBUTING after it");
      for (const int node : {coupling.reference, coupling.rotation}) {
        if (node < 0) continue;
        const int number = input_.node_numbers[node];
        if (input_.node_axes.count(node) > 0)
          coupling.card->fail(
              0, fmt::format("reference node {} has axes of its own (*TRANSFORM); that is not supported",
                             number));
        if (translation_.point_of_node[node] >= 0 &&
            !(coupling.holds_reference && node == coupling.reference))
          coupling.card->fail(
              0, fmt::format("reference node {} belongs to an element or an equation; that is not supported",
                             number));
        if (!known.insert(node).second)
          coupling.card->fail(
              0, fmt::format("node {} is reference node of two couplings; that is not supported", number));
      }
    }
    for (const Step& step : input_.steps)
      if (step.procedure->name == "MODAL DYNAMIC" || step.procedure->name == "STEADY STATE DYNAMICS")
        for (const Print& print : step.prints)
          if (print.card->name == "NODE PRINT" && !print.set.empty()) check_modal(print);
  }

  /// In modes nothing says what supports of reference nodes bear.
  void check_modal(const Print& print) const {
    for (const int node : input_.nodes_of(*print.card, 0, print.set))
      for (const std::string& quantity : print.quantities)
        if (quantity == "RF" && input_.coupling_of(node) >= 0)
          print.card->fail(0, fmt::format("RF of reference node {} in motions in modes is not supported",
                                          input_.node_numbers[node]));
  }

  void marker(int number) {
    const Coupling& coupling = input_.couplings[number];
    const std::string name = coupling_name(number);
    const Vector3& X = input_.nodes[coupling.reference];
    deck_.add("marker", coupling.card->where())
        .set("name", name)
        .set("on", group(coupling, name + "_nodes"))
        .set("coupling", coupling.is_rigid() ? "rigid" : "averaging")
        .set("at", as_list(X, translation_.dimension));
  }

  std::string group(const Coupling& coupling, const std::string& name) {
    if (coupling.holds_reference) {
      std::vector<int> nodes = coupling.nodes;
      if (!coupling.surface.empty()) nodes = nodes_of_surface(*coupling.card, input_, coupling.surface);
      if (std::ranges::find(nodes, coupling.reference) == nodes.end()) nodes.push_back(coupling.reference);
      return deck_.node_group(nodes, name);
    }
    if (coupling.surface.empty()) return deck_.node_group(coupling.nodes, name);
    const Surface& surface = find_surface(*coupling.card, input_, coupling.surface);
    return surface.is_of_nodes_only() ? deck_.node_group(surface.nodes, name)
                                      : deck_.face_group(surface.faces, name, coupling.card->where());
  }

  /// Adds the loads of a step. A degree of freedom that the model has not is left out with supports (in the
  /// plane 4 and 5 are held anyway) and refused with forces.
  /// @param keeps  supports that act at the end stay as they are, and there are no others
  void take(const std::vector<NodeLoad>& loads, std::size_t step, bool are_forces, Actions& actions,
            bool keeps = false) const {
    for (const NodeLoad& load : loads) {
      if (!acts_on_coupling(input_, load) || (are_forces && !translation_.has(*load.card))) continue;
      const int number = input_.coupling_of(load.nodes[0]);
      const bool rotates = input_.couplings[number].rotation == load.nodes[0];
      for (int given = load.first_dof; given <= load.last_dof; ++given) {
        if (rotates && given > 3)
          load.card->fail(load.line, "a rotational node has the degrees of freedom 1 to 3");
        if (!is_of_marker(input_, load.nodes[0], given)) continue;
        if (!are_forces && load.is_fixed && step > 0)
          load.card->fail(
              load.line,
              "FIXED of rotations of reference nodes, and of reference nodes of averaging couplings, is not "
              "supported: give their values");
        const int dof = rotates ? given + 3 : given;
        const bool exists = translation_.dimension == 3 || dof <= 2 || dof == 6;
        if (!exists && are_forces) load.card->fail(load.line, "the model has no such direction");
        if (!exists) continue;
        Action& action = actions[{number, dof}];
        if (keeps) {
          if (action.load != nullptr && action.acts.back()) continue;
          load.card->fail(load.line, begins_late(given, input_.node_numbers[load.nodes[0]]));
        }
        action.load = &load;
        action.values.resize(std::max<std::size_t>(1, translation_.steps.size()));
        auto& value = action.values[step];
        if (are_forces && value)
          load.card->fail(load.line, "two loads on one reference node in one step are not supported");
        value = StepValue{load.value, load.amplitude, load.line};
        if (are_forces) continue;
        action.acts.resize(action.values.size(), false);
        std::fill(action.acts.begin() + static_cast<std::ptrdiff_t>(step), action.acts.end(), true);
      }
    }
  }

  LoadPath path(const Action& action) const {
    return load_path(input_, translation_.load_times(), action.values, *action.load->card);
  }

  /// A joint cannot begin with the place that a step before has left.
  void check_steps(const Action& action, int number, int dof) const {
    const auto end = std::ranges::find(action.acts, false);
    if (std::find(end, action.acts.end(), true) == action.acts.end()) return;
    const NodeLoad& load = *action.load;
    load.card->fail(
        load.line,
        fmt::format(
            "the support of degree of freedom {} of reference node {} begins{} in a later step; that is "
            "supported for displacements of rigid couplings alone. Hold it from the first step on",
            dof, input_.node_numbers[input_.couplings[number].reference],
            action.acts.front() ? " again" : ""));
  }

  void supports() {
    Actions actions;
    take(input_.boundaries, 0, false, actions);
    bool has_run = false;
    for (std::size_t i = 0; i < input_.steps.size(); ++i) {
      const auto place = std::find(translation_.steps.begin(), translation_.steps.end(), i);
      if (place != translation_.steps.end()) {
        const auto step = static_cast<std::size_t>(place - translation_.steps.begin());
        if (step > 0 && input_.steps[i].new_boundaries)
          for (auto& [key, action] : actions)
            std::fill(action.acts.begin() + static_cast<std::ptrdiff_t>(step), action.acts.end(), false);
        take(input_.steps[i].boundaries, step, false, actions);
        has_run = true;
        continue;
      }
      std::vector<NodeLoad> held =
          input_.steps[i].boundaries;  // of a step that the deck does not run through
      for (NodeLoad& load : held) {
        load.value = 0;
        load.amplitude.clear();
      }
      held_.push_back(std::move(held));
      take(held_.back(), 0, false, actions, has_run);
    }
    for (const auto& [key, action] : actions) {
      const auto [number, dof] = key;
      const std::string name = coupling_name(number);
      const NodeLoad& load = *action.load;
      if (translation_.dimension == 2 && dof > 2 && dof < 6) {  // held by the plane itself
        if (std::ranges::any_of(action.values, [](const auto& value) { return value && value->value != 0; }))
          load.card->fail(load.line, "the model has no such direction");
        continue;
      }
      check_steps(action, number, dof);
      params::Node& joint = deck_.add("joint", load.card->where(load.line))
                                .set("name", fmt::format("{}_support_{}", name, dof))
                                .set("type", "motion")
                                .set("between", std::vector<std::string>{"ground", name})
                                .set("coordinate", dof > 3 ? "angle" : "displacement")
                                .set("motion", support_path(input_, translation_.load_times(), action.values,
                                                            *load.card, load.line)
                                                   .node());
      if (dof <= 3 || translation_.dimension == 3)
        joint.set("axis", as_list(Vector3::Unit((dof - 1) % 3), translation_.dimension));
      if (std::ranges::find(action.acts, false) != action.acts.end())
        joint.set("steps", translation_.step_names([&acts = action.acts](std::size_t k) { return acts[k]; }));
    }
  }

  void forces() {
    Actions actions;
    for (std::size_t k = 0; k < translation_.steps.size(); ++k) {
      const Step& step = input_.steps[translation_.steps[k]];
      take(step.forces, k, true, actions);
      if (k > 0 && step.new_forces)
        for (auto& [key, action] : actions) end_load(action.values, k);
    }
    for (const auto& [key, action] : actions) {
      const auto [number, dof] = key;
      const params::Node value = path(action).node();
      params::Node& entry = deck_.add("load", action.load->card->where(action.load->line))
                                .set("name", fmt::format("{}_load_{}", coupling_name(number), dof))
                                .set("on", coupling_name(number));
      if (dof > 3 && translation_.dimension == 2) {
        entry.set("type", "moment").set("moment", value);
        continue;
      }
      std::vector<params::Node> along(static_cast<std::size_t>(translation_.dimension), 0.0);
      along[(dof - 1) % 3] = value;
      const std::string kind = dof > 3 ? "torque" : "force";
      entry.set("type", kind).set(kind, along);
    }
  }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
  std::vector<std::vector<NodeLoad>> held_;  ///< actions point into them
};

}  // namespace

std::string begins_late(int dof, int node) {
  return fmt::format(
      "the support of degree of freedom {} of node {} begins in a step after others that do not hold it; "
      "that is supported in steps with *STATIC or *DYNAMIC. Hold it from the first step on",
      dof, node);
}

void add_couplings(const Input& input, const Translation& translation, DeckTree& deck) {
  CouplingBuilder(input, translation, deck).add();
}

std::vector<std::string> coupling_notes(const Input& input) {
  std::vector<std::string> notes;
  const bool is_linear = std::none_of(input.steps.begin(), input.steps.end(),
                                      [](const Step& step) { return step.finite_strain; });
  for (const Coupling& coupling : input.couplings)
    if (is_linear)
      notes.push_back(fmt::format("{}: *{} follows finite rotations, also in linear steps",
                                  params::to_string(coupling.card->where()), coupling.card->name));
  return notes;
}

}  // namespace jounce::keyword
