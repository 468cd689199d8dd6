#include "statics/static_iterative.h"

#include "la/diagonal_sink.h"

namespace jounce {
namespace {

/// Unknowns from which multigrid is faster than the factors of solids in space.
constexpr Index kFromUnknowns = 50000;
/// Entries that elements add to a row: 192 by hexahedra, 32 by quadrilaterals, whose factors are sparse.
constexpr double kWideRow = 90;

/// Counts what is assembled, and looks at the diagonal.
class CountingSink final : public MatrixSink {
 public:
  explicit CountingSink(Index n) : diagonal(Vector::Zero(n)) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    entries += static_cast<double>(rows.size() * cols.size());
    DiagonalSink(diagonal).add(rows, cols, values);
  }
  Vector diagonal;
  double entries = 0;
};

}  // namespace

std::string why_not_iterative(const System& system, const StaticOptions& options) {
  if (options.arc_length)
    return "arc_length goes beyond limit points, where the stiffness is not positive definite";
  if (options.friction && system.has_friction())
    return "contacts with friction make the stiffness unsymmetric";
  if (system.n_free() == 0) return "nothing can move";
  std::vector<std::uint8_t> found(static_cast<std::size_t>(system.n_free()), 0);
  for (const auto& numbers : node_unknowns(system).numbers)
    for (const Index number : numbers)
      if (number >= 0) found[static_cast<std::size_t>(number)] = 1;
  for (Index i = 0; i < system.n_free(); ++i)
    if (found[static_cast<std::size_t>(i)] == 0)
      return "multigrid knows displacements of nodes only, and the model has unknowns of other kinds "
             "(rotations "
             "of beams or bodies, amplitudes)";
  return {};
}

bool should_iterate_statics(const System& system) {
  if (system.n_free() < kFromUnknowns) return false;
  CountingSink sink(system.nv());
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, sink);
  // A body that only contacts hold is joined to all of them at once: aggregates do not suit that.
  return sink.entries > kWideRow * static_cast<double>(system.n_free()) &&
         (sink.diagonal.head(system.n_free()).array() > 0).all();
}

NodeUnknowns node_unknowns(const System& system) {
  NodeUnknowns nodes;
  const auto& places = system.places();
  const State& state = system.initial_state();
  nodes.dimension = 2;
  nodes.numbers.assign(places.size(), {-1, -1, -1});
  nodes.positions.setZero(3, static_cast<Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const Index dof = places[i].position[c];
      if (dof < 0) continue;
      if (c == 2) nodes.dimension = 3;
      nodes.positions(static_cast<Index>(c), static_cast<Index>(i)) = state.q[dof];
      if (dof < system.n_free()) nodes.numbers[i][c] = dof;
    }
  return nodes;
}

}  // namespace jounce
