#include <algorithm>
#include <map>
#include <set>

#include "keyword/coupling_params.h"
#include "keyword/load_params.h"
#include "keyword/node_axes.h"
#include "keyword/shell_params.h"

namespace jounce::keyword {
namespace {

struct Support {
  StepValues values;
  std::vector<bool> acts;  ///< by step
  bool is_fixed = false;   ///< where it stands when it begins
  const Card* card = nullptr;
  int line = 0;

  bool is_always() const {
    return std::all_of(acts.begin(), acts.end(), [](bool a) { return a; });
  }
  bool is_equal(const Support& other) const { return values == other.values && acts == other.acts; }

  /// The step that it begins in; 0 for the first one.
  std::size_t first_step() const {
    return static_cast<std::size_t>(std::find(acts.begin(), acts.end(), true) - acts.begin());
  }
  bool is_held() const {
    return std::all_of(values.begin(), values.end(), [](const auto& v) { return !v || v->value == 0; });
  }
};
/// Degree of freedom and node, and which support of it: one that ends may be followed by another.
struct SupportKey {
  int dof, node, number = 0;
  bool operator<(const SupportKey& other) const {
    if (dof != other.dof) return dof < other.dof;
    return node != other.node ? node < other.node : number < other.number;
  }
};
using Supports = std::map<SupportKey, Support>;

class SupportBuilder {
 public:
  SupportBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck), shell_nodes_(nodes_of_shells(input)) {}

  /// All of the file.
  const Supports& read() {
    take(input_.boundaries, 0);
    bool has_run = false;
    for (std::size_t i = 0; i < input_.steps.size(); ++i) {
      const Step& step = input_.steps[i];
      const auto place = std::find(translation_.steps.begin(), translation_.steps.end(), i);
      const auto number = static_cast<std::size_t>(place - translation_.steps.begin());
      const bool is_run = place != translation_.steps.end();
      if (i > 0 && step.new_boundaries) {
        if (is_run && number > 0)
          end_all(number);
        else
          check_release(step);
      }
      if (is_run)
        take(step.boundaries, number);
      else
        hold(step.boundaries, has_run);
      has_run = has_run || is_run;
    }
    return all_;
  }

  void add() {
    read();
    add_rotations(input_, take_rotations(), deck_);
    const Supports oblique = take_oblique();
    add_along_axes();
    add_oblique(oblique);
  }

 private:
  template <class Visit>
  void each(const std::vector<NodeLoad>& loads, Visit&& visit) const {
    for (const NodeLoad& load : loads) {
      acts_on_coupling(input_, load);
      for (int dof = load.first_dof; dof <= std::min(load.last_dof, translation_.dimension); ++dof)
        for (const int node : load.nodes)
          if (translation_.point_of_node[node] >= 0 && !is_of_marker(input_, node, dof))
            visit(load, dof, node);
      for (int dof = std::max(load.first_dof, 4); dof <= std::min(load.last_dof, 6); ++dof)
        for (const int node : load.nodes)
          if (shell_nodes_.contains(node) && !is_of_marker(input_, node, dof)) visit(load, dof, node);
    }
  }

  void take(const std::vector<NodeLoad>& loads, std::size_t step) {
    each(loads, [&](const NodeLoad& load, int dof, int node) { take(load, dof, node, step); });
  }
  void take(const NodeLoad& load, int dof, int node, std::size_t step) {
    Support& support = load.is_fixed && step > 0 ? next(dof, node, step) : last(dof, node, step);
    support.values[step] = StepValue{load.is_fixed ? 0 : load.value, load.amplitude, load.line};
    std::fill(support.acts.begin() + static_cast<std::ptrdiff_t>(step), support.acts.end(), true);
    support.card = load.card;
    support.line = load.line;
  }

  /// The support that acts there, or did up to this step, or a new one.
  Support& last(int dof, int node, std::size_t step) {
    if (const int number = count_[{dof, node}]; number > 0) {
      Support& support = all_.at({dof, node, number - 1});
      if (support.acts[step] || (step > 0 && support.acts[step - 1])) return support;
    }
    return add(dof, node);
  }
  /// A new one that is fixed, which ends the one that acts there.
  Support& next(int dof, int node, std::size_t step) {
    if (const int number = count_[{dof, node}]; number > 0) end(all_.at({dof, node, number - 1}), step);
    Support& support = add(dof, node);
    support.is_fixed = true;
    return support;
  }
  Support& add(int dof, int node) {
    Support& support = all_[{dof, node, count_[{dof, node}]++}];
    const std::size_t count = std::max<std::size_t>(1, translation_.steps.size());
    support.values.resize(count);
    support.acts.resize(count, false);
    return support;
  }
  static void end(Support& support, std::size_t step) {
    std::fill(support.acts.begin() + static_cast<std::ptrdiff_t>(step), support.acts.end(), false);
  }
  void end_all(std::size_t step) {
    for (auto& [key, support] : all_) end(support, step);
  }

  /// Supports of steps that the deck does not run through: what moves there is held. Those of the last step
  /// that it has run through hold already, at the place to which they have moved; others would hold in these,
  /// too.
  void hold(const std::vector<NodeLoad>& loads, bool has_run) {
    each(loads, [&](const NodeLoad& load, int dof, int node) {
      if (has_run) {
        const int number = count_[{dof, node}];
        if (number > 0 && all_.at({dof, node, number - 1}).acts.back()) return;
        load.card->fail(load.line, begins_late(dof, number_of(node)));
      }
      NodeLoad held = load;
      held.value = 0;
      held.amplitude.clear();
      take(held, dof, node, 0);
    });
  }

  /// Analyses about a state have the supports of that: refuses OP=NEW where one is left out.
  void check_release(const Step& step) const {
    std::set<std::pair<int, int>> kept;
    each(step.boundaries, [&](const NodeLoad&, int dof, int node) { kept.insert({dof, node}); });
    for (const auto& [key, support] : all_)
      if (kept.count({key.dof, key.node}) == 0)
        step.card->fail(
            0, fmt::format("OP=NEW releases degree of freedom {} of node {}; supports that end are supported "
                           "in steps with *STATIC or *DYNAMIC after the first",
                           key.dof, number_of(key.node)));
  }

  /// Takes the supports of rotations out of the others.
  std::vector<HeldRotations> take_rotations() {
    std::map<int, HeldRotations> by_node;
    std::map<int, std::vector<bool>> acts;
    std::erase_if(all_, [&](const auto& entry) {
      const auto& [key, support] = entry;
      if (key.dof <= 3) return false;
      if (!support.is_held())
        support.card->fail(support.line, fmt::format("rotations of shells can be held, but not prescribed "
                                                     "(node {})",
                                                     number_of(key.node)));
      const auto known = acts.try_emplace(key.node, support.acts).first;
      if (known->second != support.acts)
        support.card->fail(
            support.line,
            fmt::format("the rotations of node {} are not held in the same steps", number_of(key.node)));
      HeldRotations& held = by_node[key.node];
      held.node = key.node;
      held.dofs |= 1 << (key.dof - 4);
      held.where = support.card->where(support.line);
      if (!support.is_always()) held.steps = steps_of(support);
      return true;
    });
    std::vector<HeldRotations> list;
    for (auto& [node, held] : by_node) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto along = all_.find({axis + 1, node, 0});
        if ((held.dofs >> axis & 1) == 0 && along != all_.end() && input_.node_axes.count(node) == 0)
          held.has_plane = along->second.is_held() && along->second.acts == acts.at(node);
      }
      list.push_back(held);
    }
    return list;
  }

  /// Takes supports along axes of *TRANSFORM out of the others. Those that come to the same along the global
  /// axes are put among them.
  Supports take_oblique() {
    Supports oblique;
    std::erase_if(all_, [&](auto& entry) {
      if (input_.node_axes.count(entry.first.node) == 0) return false;
      oblique.insert(entry);
      return true;
    });
    std::map<int, int> held;  // directions of each node
    for (const auto& [key, support] : oblique)
      if (support.is_held() && support.is_always()) ++held[key.node];
    std::erase_if(oblique, [&](auto& entry) {
      auto& [key, support] = entry;
      if (held[key.node] == translation_.dimension) {
        all_.insert(entry);
        return true;
      }
      const auto terms = global_terms(input_, key.node, key.dof);
      if (std::any_of(terms.begin(), terms.end(),
                      [&](const EquationTerm& term) { return term.dof > translation_.dimension; }))
        support.card->fail(support.line, fmt::format("the axes of node {} leave the plane of the model",
                                                     number_of(key.node)));
      if (terms.size() > 1) return false;
      Support turned = support;
      for (auto& value : turned.values)
        if (value) value->value *= terms[0].factor;
      all_.insert({{terms[0].dof, key.node, key.number}, turned});
      return true;
    });
    return oblique;
  }

  /// Equal supports are one entry.
  void add_along_axes() {
    int number = 0;
    while (!all_.empty()) {
      const int dof = all_.begin()->first.dof;
      const Support support = all_.begin()->second;
      std::vector<int> nodes;
      for (auto it = all_.begin(); it != all_.end() && it->first.dof == dof;)
        if (it->second.is_equal(support)) {
          nodes.push_back(it->first.node);
          it = all_.erase(it);
        } else {
          ++it;
        }
      const std::string name = fmt::format("support_{}", ++number);
      const bool comes_to_zero = support.is_held() && !support.is_fixed && !support.acts[0];
      const auto add_entry = [&](bool from_present, const std::vector<std::string>& steps) {
        params::Node& entry = deck_.add("boundary", support.card->where(support.line))
                                  .set("on", deck_.node_group(nodes, name))
                                  .set("components", std::vector<std::string>{axis_of(dof)});
        if (comes_to_zero || !support.is_held()) entry.set("motion", path(support));
        if (from_present) entry.set("from_present", true);
        if (!support.is_always()) entry.set("steps", steps);
      };
      std::vector<std::string> steps = steps_of(support);
      if (is_ramped_later(support)) {
        add_entry(true, {steps.front()});
        steps.erase(steps.begin());
      }
      if (!steps.empty() || support.is_always()) add_entry(false, steps);
    }
  }

  /// Begins in a later step and goes there to its value in proportion to time.
  bool is_ramped_later(const Support& support) const {
    const std::size_t first = support.first_step();
    if (first == 0 || first >= translation_.times.size() || support.is_fixed) return false;
    const StepTime& time = translation_.times[first];
    const auto& value = support.values[first];
    return time.ramped && !time.moves && value && value->amplitude.empty();
  }

  /// Along other directions: a . u = value.
  void add_oblique(const Supports& oblique) {
    for (const auto& [key, support] : oblique) {
      params::Node& entry = deck_.add("joint", support.card->where(support.line))
                                .set("name", name_of(key))
                                .set("type", "equation")
                                .set("terms", deck_.terms(global_terms(input_, key.node, key.dof)));
      if (!support.is_held()) entry.set("value", path(support));
      if (support.is_fixed)
        support.card->fail(
            support.line,
            fmt::format("FIXED along axes of *TRANSFORM (node {}) is not supported", number_of(key.node)));
      if (!support.is_always()) entry.set("steps", steps_of(support));
    }
  }

  params::Node path(const Support& support) const {
    return support_path(input_, translation_.load_times(), support.values, *support.card, support.line)
        .node();
  }
  std::vector<std::string> steps_of(const Support& support) const {
    return translation_.step_names([&](std::size_t k) { return support.acts[k]; });
  }
  std::string name_of(const SupportKey& key) const {
    return fmt::format("support_{}_{}{}", number_of(key.node), key.dof,
                       key.number > 0 ? fmt::format("_{}", key.number + 1) : "");
  }
  int number_of(int node) const { return input_.node_numbers[node]; }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
  Supports all_;
  std::map<std::pair<int, int>, int> count_;  ///< of supports, by degree of freedom and node
  std::set<int> shell_nodes_;                 ///< that have rotations
};

}  // namespace

bool supports_change(const Input& input, const Translation& translation) {
  DeckTree none(input, translation.dimension);
  const Supports supports = SupportBuilder(input, translation, none).read();
  return coupling_supports_end(input, translation) ||
         std::any_of(supports.begin(), supports.end(),
                     [](const auto& entry) { return !entry.second.is_always(); });
}

void add_supports(const Input& input, const Translation& translation, DeckTree& deck) {
  SupportBuilder(input, translation, deck).add();
}

}  // namespace jounce::keyword
