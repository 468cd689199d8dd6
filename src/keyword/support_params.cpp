#include <algorithm>
#include <map>
#include <tuple>

#include "keyword/coupling_params.h"
#include "keyword/load_params.h"
#include "keyword/node_axes.h"
#include "keyword/node_groups.h"
#include "keyword/shell_params.h"
#include "keyword/supports.h"

namespace jounce::keyword {
namespace {

/// Supports of one degree of freedom that do the same: the first one of them.
struct SameSupport {
  int dof;
  const Support* support;
  bool operator<(const SameSupport& other) const {
    return std::tie(dof, support->is_fixed, support->acts, support->values) <
           std::tie(other.dof, other.support->is_fixed, other.support->acts, other.support->values);
  }
};

class SupportBuilder {
 public:
  SupportBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck), all_(collect_supports(input, translation)) {}

  void add() {
    add_rotations(input_, take_rotations(), deck_);
    const Supports oblique = take_oblique();
    add_along_axes();
    add_oblique(oblique);
  }

 private:
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
      held.is_fixed = held.is_fixed && support.is_fixed;
      held.begins_later = support.begins_later();
      if (!support.is_always()) held.steps = steps_of(support);
      return true;
    });
    std::vector<HeldRotations> list;
    for (auto& [node, held] : by_node) list.push_back(held);
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
    NodeGroups<SameSupport> groups;
    for (const auto& [key, support] : all_) groups.add({key.dof, &support}, key.node);
    int number = 0;
    for (const auto& group : groups) {
      const int dof = group.first.dof;
      const Support& support = *group.first.support;
      const std::vector<int>& nodes = group.second;
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
};

}  // namespace

bool supports_change(const Input& input, const Translation& translation) {
  const Supports supports = collect_supports(input, translation);
  return coupling_supports_end(input, translation) ||
         std::any_of(supports.begin(), supports.end(),
                     [](const auto& entry) { return !entry.second.is_always(); });
}

void add_supports(const Input& input, const Translation& translation, DeckTree& deck) {
  SupportBuilder(input, translation, deck).add();
}

}  // namespace jounce::keyword
