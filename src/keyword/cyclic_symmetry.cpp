#include "keyword/cyclic_symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "keyword/element_sides.h"
#include "keyword/node_axes.h"
#include "la/decompositions.h"

namespace jounce::keyword {
namespace {

constexpr double kFar = 1e-2;  ///< largest distance of a pair, of the smallest distance of two nodes

/// The value of a parameter as a data line.
DataLine parameter(const Card& card, std::string_view name) { return {card.line, {card.at(name)}}; }

Matrix3 rotation(const CyclicModel& model, double angle) {
  return Eigen::AngleAxisd(angle, model.direction).toRotationMatrix();
}

struct Nearest {
  int node = -1;
  double distance = std::numeric_limits<double>::infinity();
};
Nearest nearest_to(const Vector3& x, const std::vector<int>& nodes, const Input& input, int but = -1) {
  Nearest found;
  for (const int node : nodes)
    if (const double d = (input.nodes[node] - x).norm(); node != but && d < found.distance) found = {node, d};
  return found;
}

class SectorTies {
 public:
  SectorTies(const SurfacePair& pair, const CyclicModel& model, Input& input)
      : pair_(pair), card_(*pair.card), model_(model), input_(input) {}

  void add() {
    const std::vector<int> slaves = nodes_of_surface(card_, input_, pair_.slave);
    const std::vector<int> masters = nodes_of_surface(card_, input_, pair_.master);
    if (slaves.empty() || masters.empty()) card_.fail(pair_.line, "a side of the sector has no nodes");
    const double sector = 2 * std::numbers::pi / model_.sectors;
    const auto far = [&](double angle) {
      double sum = 0;
      for (const int slave : slaves) sum += nearest_to(at_master(slave, angle), masters, input_).distance;
      return sum;
    };
    const double angle = far(sector) <= far(-sector) ? sector : -sector;
    const double tolerance = tolerance_of(slaves);
    std::map<int, int> slave_of;
    for (const int slave : slaves) {
      const Nearest found = nearest_to(at_master(slave, angle), masters, input_);
      if (found.distance > tolerance) fail_apart(slave, found, tolerance);
      if (const auto [place, is_new] = slave_of.insert({found.node, slave}); !is_new)
        card_.fail(
            pair_.line,
            fmt::format("nodes {} and {} of '{}' have the same node {} of '{}' nearest in the next "
                        "sector; the meshes of both sides must be alike",
                        number(place->second), number(slave), pair_.slave, number(found.node), pair_.master));
      input_.cyclic_ties.push_back({slave, found.node, angle, rotation(model_, angle), free_directions(slave),
                                    params::Location{card_.where(pair_.line)}});
    }
  }

 private:
  int number(int node) const { return input_.node_numbers[node]; }
  /// Where the node would be on the other side of the sector.
  Vector3 at_master(int slave, double angle) const {
    return model_.point + rotation(model_, -angle) * (input_.nodes[slave] - model_.point);
  }
  double tolerance_of(const std::vector<int>& slaves) const {
    if (card_.has("POSITIONTOLERANCE")) return card_.number(parameter(card_, "POSITIONTOLERANCE"), 0);
    double least = std::numeric_limits<double>::infinity();
    for (const int slave : slaves)
      least = std::min(least, nearest_to(input_.nodes[slave], slaves, input_, slave).distance);
    return std::isfinite(least) ? kFar * least : kFar;
  }
  [[noreturn]] void fail_apart(int slave, const Nearest& found, double tolerance) const {
    card_.fail(
        pair_.line,
        fmt::format("node {} of '{}' has no partner in '{}': the nearest one in the next sector, {}, is "
                    "{:.3g} away, the tolerance is {:.3g}; the meshes of both sides must be alike",
                    number(slave), pair_.slave, pair_.master, number(found.node), found.distance, tolerance));
  }

  /// Directions without a support, which span the space that is orthogonal to the supported ones.
  std::vector<Vector3> free_directions(int slave) const {
    Matrix3 held = Matrix3::Zero();
    const auto take = [&](const std::vector<NodeLoad>& loads) {
      for (const NodeLoad& load : loads)
        if (std::ranges::find(load.nodes, slave) != load.nodes.end())
          for (int dof = load.first_dof; dof <= std::min(3, load.last_dof); ++dof) {
            Vector3 direction = Vector3::Zero();
            for (const EquationTerm& term : global_terms(input_, slave, dof))
              direction[term.dof - 1] += term.factor;
            held += direction * direction.transpose();
          }
    };
    take(input_.boundaries);
    for (const Step& step : input_.steps) take(step.boundaries);
    if (held.isZero(0)) return {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(held);
    std::vector<Vector3> free;
    for (int i = 0; i < 3; ++i)
      if (axes.eigenvalues()[i] < 1e-9) free.emplace_back(axes.eigenvectors().col(i));
    return free;
  }

  const SurfacePair& pair_;
  const Card& card_;
  const CyclicModel& model_;
  Input& input_;
};

const CyclicModel& model_of(const SurfacePair& tie, const Input& input) {
  for (const CyclicModel& model : input.cyclic_models) {
    const std::string* name = model.card->find("TIE");
    if (name == nullptr || (tie.card->has("NAME") && *name == tie.card->at("NAME"))) return model;
  }
  tie.card->fail(0, "no *CYCLIC SYMMETRY MODEL names this *TIE");
}

/// Rows of a matrix that are independent, as others that span the same.
DenseMatrix row_space(const DenseMatrix& rows) {
  Eigen::JacobiSVD<DenseMatrix> svd(rows, Eigen::ComputeThinV);
  Index rank = 0;
  while (rank < svd.singularValues().size() && svd.singularValues()[rank] > 1e-9) ++rank;
  return svd.matrixV().leftCols(rank).transpose();
}

}  // namespace

void read_cyclic_model(const Card& card, Input& input) {
  const int sectors = card.integer(parameter(card, "N"), 0);
  if (sectors < 2)
    card.fail(0, fmt::format("N, the number of sectors, is {}; at least 2 are required", sectors));
  const std::vector<double> numbers = card.numbers();
  if (numbers.size() != 6) card.fail(0, "the axis is given by two points, six numbers");
  const Vector3 from(numbers[0], numbers[1], numbers[2]), to(numbers[3], numbers[4], numbers[5]);
  if ((to - from).norm() == 0) card.fail(card.data[0].line, "the two points of the axis are the same");
  input.cyclic_models.push_back({&card, sectors, from, (to - from).normalized()});
}

void read_nodal_diameters(const Card& card, const Input& input, Step& step) {
  if (input.cyclic_models.empty())
    card.fail(0, "*SELECT CYCLIC SYMMETRY MODES needs a *CYCLIC SYMMETRY MODEL");
  int most = input.cyclic_models.front().sectors / 2;
  for (const CyclicModel& model : input.cyclic_models) most = std::min(most, model.sectors / 2);
  const int first = card.has("NMIN") ? card.integer(parameter(card, "NMIN"), 0) : 0;
  const int last = card.has("NMAX") ? card.integer(parameter(card, "NMAX"), 0) : most;
  if (first < 0 || last < first)
    card.fail(0, fmt::format("nodal diameters from {} to {}: there are none", first, last));
  step.nodal_diameters = {first, last};
}

void tie_sectors(Input& input) {
  for (const Step& step : input.steps)
    if (step.nodal_diameters && step.procedure->name != "FREQUENCY")
      step.procedure->fail(0,
                           fmt::format("*SELECT CYCLIC SYMMETRY MODES is for steps with *FREQUENCY, not *{}",
                                       step.procedure->name));
  for (const SurfacePair& tie : input.cyclic_pairs) SectorTies(tie, model_of(tie, input), input).add();
  for (const CyclicTie& tie : input.cyclic_ties) {
    if (input.expanded_nodes.count(tie.slave) + input.expanded_nodes.count(tie.master) > 0)
      throw params::InputError(
          tie.where, fmt::format("node {}: beams and shells at the sides of a sector are not supported",
                                 input.node_numbers[tie.slave]));
    const DenseMatrix rows = cyclic_rows(tie, -1);
    for (Index i = 0; i < rows.rows(); ++i) {
      std::vector<EquationTerm> terms;
      for (Index k = 0; k < rows.cols(); ++k)
        if (std::abs(rows(i, k)) > 1e-14 || tie.slave == tie.master)  // equations need two terms
          terms.push_back({k < 3 ? tie.slave : tie.master, static_cast<int>(k % 3) + 1, rows(i, k)});
      input.equations.push_back({std::move(terms), tie.where, true, true});
    }
  }
}

DenseMatrix cyclic_rows(const CyclicTie& tie, int diameter) {
  const bool is_real = diameter < 0;
  const Index parts = is_real ? 1 : 2, n = 3 * parts;
  const double phase = is_real ? 0 : diameter * tie.angle, c = std::cos(phase), s = std::sin(phase);
  DenseMatrix turned(n, n);  // e^{i n angle} R
  turned.topLeftCorner(3, 3) = c * tie.turn;
  if (!is_real) {
    turned.topRightCorner(3, 3) = -s * tie.turn;
    turned.bottomLeftCorner(3, 3) = s * tie.turn;
    turned.bottomRightCorner(3, 3) = c * tie.turn;
  }
  const auto free = static_cast<Index>(tie.directions.size());
  DenseMatrix E = DenseMatrix::Zero(parts * free, n);
  for (Index part = 0; part < parts; ++part)
    for (Index i = 0; i < free; ++i)
      E.row(part * free + i).segment(3 * part, 3) = tie.directions[static_cast<std::size_t>(i)].transpose();
  if (tie.slave == tie.master) return row_space((DenseMatrix::Identity(n, n) - turned) * E.transpose()) * E;
  DenseMatrix rows(E.rows(), 2 * n);
  rows << E, -E * turned;
  return rows;
}

}  // namespace jounce::keyword
