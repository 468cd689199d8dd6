#include <algorithm>
#include <map>

#include "keyword/coupling_text.h"
#include "keyword/load_text.h"

namespace jounce::keyword {
namespace {

class SupportWriter {
 public:
  SupportWriter(const Input& input, const Translation& translation, DeckText& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  /// Supports by node and degree of freedom: the last of a step counts. Equal ones are one entry.
  void supports() {
    struct Support {
      StepValues values;
      const Card* card = nullptr;
    };
    std::map<std::pair<int, int>, Support> all;  // by degree of freedom, then point
    const std::size_t n = std::max<std::size_t>(1, translation_.steps.size());
    const auto take = [&](const std::vector<NodeLoad>& loads, std::size_t step) {
      for (const NodeLoad& load : loads) {
        if (acts_on_coupling(input_, load)) continue;
        for (int dof = load.first_dof; dof <= std::min(load.last_dof, translation_.dimension); ++dof)
          for (const int node : load.nodes) {
            if (translation_.point_of_node[static_cast<std::size_t>(node)] < 0) continue;
            Support& support = all[{dof, node}];
            support.values.resize(n);
            support.values[step] = StepValue{load.value, load.amplitude, load.line};
            support.card = load.card;
          }
      }
    };
    // Supports of steps that the deck does not run through: what moves there is held.
    const auto hold = [&](std::vector<NodeLoad> loads) {
      for (NodeLoad& load : loads) {
        load.value = 0;
        load.amplitude.clear();
      }
      take(loads, 0);
    };
    take(input_.boundaries, 0);
    for (std::size_t i = 0; i < input_.steps.size(); ++i) {
      const auto place = std::find(translation_.steps.begin(), translation_.steps.end(), i);
      if (place != translation_.steps.end())
        take(input_.steps[i].boundaries, static_cast<std::size_t>(place - translation_.steps.begin()));
      else
        hold(input_.steps[i].boundaries);
    }
    int number = 0;
    while (!all.empty()) {
      const auto [dof, first_node] = all.begin()->first;
      const Support support = all.begin()->second;
      std::vector<int> nodes;
      for (auto it = all.begin(); it != all.end() && it->first.first == dof;)
        if (it->second.values == support.values) {
          nodes.push_back(it->first.second);
          it = all.erase(it);
        } else {
          ++it;
        }
      const std::string name = fmt::format("support_{}", ++number);
      deck_.write("\n[[boundary]]\non = \"{}\"\ncomponents = [\"{}\"]\n", deck_.node_group(nodes, name),
                  axis_of(dof));
      const bool held = std::all_of(support.values.begin(), support.values.end(),
                                    [](const auto& v) { return !v || v->value == 0; });
      if (!held)
        deck_.write("motion = {}\n",
                    load_path(input_, translation_.load_times(), support.values, *support.card).text());
    }
  }

 private:
  const Input& input_;
  const Translation& translation_;
  DeckText& deck_;
};

}  // namespace

void write_supports(const Input& input, const Translation& translation, DeckText& deck) {
  SupportWriter(input, translation, deck).supports();
}

}  // namespace jounce::keyword
