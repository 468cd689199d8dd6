#include "input_files/substructure_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "input_files/fortran_number.h"
#include "la/linear_solver.h"
#include "linear_dynamics/guyan.h"

namespace jounce {
namespace {

struct Retained {
  int node;  ///< number
  int dof;   ///< 1 to 3
  Index unknown;
};

/// What *RETAINED NODAL DOFS names, as it stands there.
class RetainedDofs {
 public:
  RetainedDofs(const keyword::Input& input, const keyword::Translation& translation, const Model& model)
      : input_(input), translation_(translation), model_(model) {}

  void add(const keyword::Card& card) {
    const std::size_t before = all_.size();
    for (const keyword::DataLine& line : card.data) {
      const int first = card.integer(line, 1), last = card.integer(line, 2, first);
      if (last > translation_.dimension)
        card.fail(line.line, "the model lies in a plane: retained degrees of freedom are 1 and 2");
      for (const int node : nodes_of(card, line))
        for (int dof = first; dof <= last; ++dof) add(card, line.line, node, dof);
    }
    if (card.value("SORTED", "YES") != "NO")
      std::stable_sort(all_.begin() + static_cast<std::ptrdiff_t>(before), all_.end(),
                       [](const Retained& a, const Retained& b) { return a.node < b.node; });
  }
  const std::vector<Retained>& all() const { return all_; }

 private:
  /// Sets in the order in which *NSET lists their nodes.
  std::vector<int> nodes_of(const keyword::Card& card, const keyword::DataLine& line) const {
    const std::string& name = card.text(line, 0);
    std::vector<int> sorted = input_.nodes_of(card, line.line, name);
    const auto listed = input_.listed_nodes.find(name);
    return listed != input_.listed_nodes.end() && listed->second.size() == sorted.size() ? listed->second
                                                                                         : sorted;
  }

  void add(const keyword::Card& card, int line, int node, int dof) {
    const int number = input_.node_numbers[node], point = translation_.point_of_node[node];
    const auto refuse = [&](const char* why) {
      card.fail(line,
                fmt::format("degree of freedom {} of node {} cannot be retained: {}", dof, number, why));
    };
    if (input_.expanded_nodes.contains(node))
      refuse("those of beams, shells and membranes are not supported");
    if (point < 0) refuse("the node belongs to no element");
    if (input_.node_axes.contains(node)) refuse("the node has axes of its own (*TRANSFORM)");
    const Index unknown = model_.system.dofs().places[point].position[dof - 1];
    if (unknown < 0 || unknown >= model_.system.n_free()) refuse("it is held (*BOUNDARY)");
    if (std::ranges::none_of(all_, [&](const Retained& other) { return other.unknown == unknown; }))
      all_.push_back({number, dof, unknown});
  }

  const keyword::Input& input_;
  const keyword::Translation& translation_;
  const Model& model_;
  std::vector<Retained> all_;
};

/// The lower triangle row by row, four numbers a line.
std::string user_element(const std::vector<Retained>& retained, const DenseMatrix& S) {
  constexpr std::size_t kNodesOfLine = 10;
  constexpr Index kNumbersOfLine = 4;
  std::string text =
      fmt::format("**\n** GENERATION OF SUBSTRUCTURE\n*USER ELEMENT,NODES={:11},LINEAR\n** ELEMENT NODES\n",
                  retained.size());
  for (std::size_t i = 0; i < retained.size(); ++i)
    text += fmt::format("{}{:10},{}", i % kNodesOfLine == 0 ? "**" : "", retained[i].node,
                        (i + 1) % kNodesOfLine == 0 || i + 1 == retained.size() ? "\n" : "");
  for (std::size_t i = 0; i < retained.size(); ++i)
    text += i == 0 ? fmt::format("{:10}\n", retained[i].dof)
                   : fmt::format("{:10},{:10}\n", i + 1, retained[i].dof);
  text += "*MATRIX,TYPE=STIFFNESS\n";
  for (Index row = 0; row < S.rows(); ++row)
    for (Index column = 0; column <= row; ++column)
      text += fmt::format("{:>20},{}", fortran(S(row, column), 13),
                          (column + 1) % kNumbersOfLine == 0 || column == row ? "\n" : "");
  return text;
}

}  // namespace

Substructure substructure(const keyword::Input& input, const keyword::Step& step,
                          const keyword::Translation& translation, const Model& model,
                          const std::function<Linearisation()>& linearise) {
  RetainedDofs retained(input, translation, model);
  for (const keyword::Card* card : step.retained) retained.add(*card);
  std::vector<Index> unknowns;
  for (const Retained& one : retained.all()) unknowns.push_back(one.unknown);
  Substructure result;
  result.size = static_cast<int>(unknowns.size());
  const std::string given = step.matrix_output->given("FILENAME");
  result.name = (given.empty() ? input.file.stem().string() : given) + ".mtx";
  try {
    result.text = user_element(retained.all(), guyan_stiffness(linearise(), unknowns));
  } catch (const SingularMatrix&) {
    step.procedure->fail(
        0,
        "*SUBSTRUCTURE GENERATE: parts of the model move freely with the retained degrees of "
        "freedom held");
  }
  return result;
}

}  // namespace jounce
