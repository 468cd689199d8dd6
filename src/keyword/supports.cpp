#include "keyword/supports.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "keyword/coupling_params.h"
#include "keyword/shell_params.h"

namespace jounce::keyword {
namespace {

class SupportReader {
 public:
  SupportReader(const Input& input, const Translation& translation)
      : input_(input), translation_(translation), shell_nodes_(nodes_of_shells(input)) {}

  /// All of the file.
  Supports read() && {
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
    return std::move(all_);
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
  int number_of(int node) const { return input_.node_numbers[node]; }

  const Input& input_;
  const Translation& translation_;
  Supports all_;
  std::map<std::pair<int, int>, int> count_;  ///< of supports, by degree of freedom and node
  std::set<int> shell_nodes_;                 ///< that have rotations
};

}  // namespace

Supports collect_supports(const Input& input, const Translation& translation) {
  return SupportReader(input, translation).read();
}

}  // namespace jounce::keyword
