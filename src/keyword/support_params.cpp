#include <algorithm>
#include <map>
#include <set>

#include "keyword/coupling_params.h"
#include "keyword/load_params.h"
#include "keyword/node_axes.h"

namespace jounce::keyword {
namespace {

struct Support {
  StepValues values;
  const Card* card = nullptr;
  int line = 0;

  bool is_held() const {
    return std::all_of(values.begin(), values.end(), [](const auto& v) { return !v || v->value == 0; });
  }
};
using Supports = std::map<std::pair<int, int>, Support>;  ///< by degree of freedom, then node

class SupportBuilder {
 public:
  SupportBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void add() {
    take(input_.boundaries, 0);
    for (std::size_t i = 0; i < input_.steps.size(); ++i) {
      const Step& step = input_.steps[i];
      if (i > 0 && step.new_boundaries) check_release(step);
      const auto place = std::find(translation_.steps.begin(), translation_.steps.end(), i);
      if (place != translation_.steps.end())
        take(step.boundaries, static_cast<std::size_t>(place - translation_.steps.begin()));
      else
        hold(step.boundaries);
    }
    for (const auto& [key, support] : all_)
      if (!support.values[0])
        support.card->fail(
            support.line,
            fmt::format("degree of freedom {} of node {} is supported from a later step on; that is not "
                        "supported",
                        key.first, number_of(key.second)));
    const Supports oblique = take_oblique();
    add_along_axes();
    add_oblique(oblique);
  }

 private:
  template <class Visit>
  void each(const std::vector<NodeLoad>& loads, Visit&& visit) const {
    for (const NodeLoad& load : loads) {
      if (acts_on_coupling(input_, load)) continue;
      for (int dof = load.first_dof; dof <= std::min(load.last_dof, translation_.dimension); ++dof)
        for (const int node : load.nodes)
          if (translation_.point_of_node[node] >= 0) visit(load, dof, node);
    }
  }

  void take(const std::vector<NodeLoad>& loads, std::size_t step) {
    each(loads, [&](const NodeLoad& load, int dof, int node) {
      Support& support = all_[{dof, node}];
      support.values.resize(std::max<std::size_t>(1, translation_.steps.size()));
      support.values[step] = StepValue{load.value, load.amplitude, load.line};
      support.card = load.card;
      support.line = load.line;
    });
  }

  /// Supports of steps that the deck does not run through: what moves there is held.
  void hold(std::vector<NodeLoad> loads) {
    for (NodeLoad& load : loads) {
      load.value = 0;
      load.amplitude.clear();
    }
    take(loads, 0);
  }

  /// A deck has its supports for the whole run: refuses OP=NEW where a support is left out.
  void check_release(const Step& step) const {
    std::set<std::pair<int, int>> kept;
    each(step.boundaries, [&](const NodeLoad&, int dof, int node) { kept.insert({dof, node}); });
    for (const auto& [key, support] : all_)
      if (kept.count(key) == 0)
        step.card->fail(0,
                        fmt::format("OP=NEW releases degree of freedom {} of node {}; supports that end are "
                                    "not supported",
                                    key.first, number_of(key.second)));
  }

  /// Takes supports along axes of *TRANSFORM out of the others. Those that come to the same along the global
  /// axes are put among them.
  Supports take_oblique() {
    Supports oblique;
    std::erase_if(all_, [&](auto& entry) {
      if (input_.node_axes.count(entry.first.second) == 0) return false;
      oblique.insert(entry);
      return true;
    });
    std::map<int, int> held;  // directions of each node
    for (const auto& [key, support] : oblique)
      if (support.is_held()) ++held[key.second];
    std::erase_if(oblique, [&](auto& entry) {
      auto& [key, support] = entry;
      if (held[key.second] == translation_.dimension) {
        all_.insert(entry);
        return true;
      }
      const auto terms = global_terms(input_, key.second, key.first);
      if (std::any_of(terms.begin(), terms.end(),
                      [&](const EquationTerm& term) { return term.dof > translation_.dimension; }))
        support.card->fail(support.line, fmt::format("the axes of node {} leave the plane of the model",
                                                     number_of(key.second)));
      if (terms.size() > 1) return false;
      Support turned = support;
      for (auto& value : turned.values)
        if (value) value->value *= terms[0].factor;
      all_.insert({{terms[0].dof, key.second}, turned});
      return true;
    });
    return oblique;
  }

  /// Equal supports are one entry.
  void add_along_axes() {
    int number = 0;
    while (!all_.empty()) {
      const int dof = all_.begin()->first.first;
      const Support support = all_.begin()->second;
      std::vector<int> nodes;
      for (auto it = all_.begin(); it != all_.end() && it->first.first == dof;)
        if (it->second.values == support.values) {
          nodes.push_back(it->first.second);
          it = all_.erase(it);
        } else {
          ++it;
        }
      const std::string name = fmt::format("support_{}", ++number);
      params::Node& entry = deck_.add("boundary", support.card->where(support.line))
                                .set("on", deck_.node_group(nodes, name))
                                .set("components", std::vector<std::string>{axis_of(dof)});
      if (!support.is_held()) entry.set("motion", path(support));
    }
  }

  /// Along other directions: a . u = value.
  void add_oblique(const Supports& oblique) {
    for (const auto& [key, support] : oblique) {
      params::Node& entry = deck_.add("joint", support.card->where(support.line))
                                .set("name", fmt::format("support_{}_{}", number_of(key.second), key.first))
                                .set("type", "equation")
                                .set("terms", deck_.terms(global_terms(input_, key.second, key.first)));
      if (!support.is_held()) entry.set("value", path(support));
    }
  }

  params::Node path(const Support& support) const {
    return support_path(input_, translation_.load_times(), support.values, *support.card, support.line)
        .node();
  }
  int number_of(int node) const { return input_.node_numbers[node]; }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
  Supports all_;
};

}  // namespace

void add_supports(const Input& input, const Translation& translation, DeckTree& deck) {
  SupportBuilder(input, translation, deck).add();
}

}  // namespace jounce::keyword
