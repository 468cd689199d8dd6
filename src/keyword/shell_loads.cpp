#include "keyword/shell_loads.h"

#include <fmt/format.h>

#include <algorithm>

#include "mesh/cell_shape.h"

namespace jounce::keyword {
namespace {

class LoadRewriter {
 public:
  LoadRewriter(Input& input, const std::function<double(int)>& thickness)
      : input_(input), thickness_(thickness) {}

  void rewrite(Step& step) {
    const std::vector<DistributedLoad> given = std::move(step.distributed);
    step.distributed.clear();
    for (const DistributedLoad& load : given) {
      if (load.card->name != "DLOAD" || load.label == "GRAV" || load.label == "CENTRIF") {
        step.distributed.push_back(load);
        continue;
      }
      const std::vector<int> elements = input_.elements_of(*load.card, load.line, load.name);
      const auto is_shell = [&](int element) { return input_.elements[element].type->is_shell(); };
      if (load.label.starts_with("EDNOR"))
        edge_load(load, elements, step);
      else if (std::any_of(elements.begin(), elements.end(), is_shell))
        pressure(load, std::all_of(elements.begin(), elements.end(), is_shell), step);
      else
        step.distributed.push_back(load);
    }
  }

 private:
  static void pressure(DistributedLoad load, bool are_all_shells, Step& step) {
    if (load.label != "P" && load.label != "P1")
      load.card->fail(load.line,
                      fmt::format("the load {} is not supported on shells; P, EDNOR1 to EDNOR4, GRAV "
                                  "and CENTRIF are",
                                  load.label));
    if (load.label == "P" && !are_all_shells)
      load.card->fail(load.line,
                      fmt::format("P is a load on shells; some elements of '{}' are none", load.name));
    load.label = "P1";
    step.distributed.push_back(std::move(load));
  }

  /// One load for each thickness.
  void edge_load(const DistributedLoad& load, const std::vector<int>& elements, Step& step) {
    const auto edge = to_integer(std::string_view(load.label).substr(5));
    std::map<double, std::vector<int>> by_thickness;
    for (const int number : elements) {
      const Element& element = input_.elements[number];
      if (input_.options.shells && element.type->is_shell() && !element.type->is_membrane())
        load.card->fail(load.line,
                        fmt::format("the load {} on an edge is not supported with --shells", load.label));
      const int edges = element.type->is_shell() ? topology(*find_shape(2, element.type->nodes)).corners : 0;
      if (!edge || *edge < 1 || *edge > edges)
        load.card->fail(load.line, fmt::format("element {} of type {} has no edge for the load {}",
                                               element.number, element.type->name, load.label));
      by_thickness[thickness_(number)].push_back(number);
    }
    for (const auto& [thickness, group] : by_thickness) {
      DistributedLoad own = load;
      own.label = fmt::format("P{}", *edge + 2);
      own.values[0] /= thickness;
      if (by_thickness.size() > 1) {
        own.name = fmt::format("{}_{}_{}", load.name, load.label, thickness);
        std::replace(own.name.begin(), own.name.end(), '.',
                     '_');  // what is before a dot is no part of a name
        input_.element_sets[own.name] = group;
      }
      step.distributed.push_back(std::move(own));
    }
  }

  Input& input_;
  const std::function<double(int)>& thickness_;
};

}  // namespace

void rewrite_shell_loads(Input& input, const std::function<double(int)>& thickness) {
  LoadRewriter rewriter(input, thickness);
  for (Step& step : input.steps) rewriter.rewrite(step);
}

}  // namespace jounce::keyword
