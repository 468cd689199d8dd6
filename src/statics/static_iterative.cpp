#include "statics/static_iterative.h"

#include "la/diagonal_sink.h"
#include "model/node_unknowns.h"
#include "model/wide_rows.h"

namespace jounce {
namespace {

/// Unknowns from which multigrid is faster than the factors of solids in space.
constexpr Index kFromUnknowns = 50000;

}  // namespace

std::string why_not_iterative(const System& system, const StaticOptions& options) {
  if (options.arc_length)
    return "arc_length goes beyond limit points, where the stiffness is not positive definite";
  if (options.friction && system.contacts().has_friction())
    return "contacts with friction make the stiffness unsymmetric";
  if (system.n_free() == 0) return "nothing can move";
  std::vector<std::uint8_t> found(static_cast<std::size_t>(system.n_free()), 0);
  for (const auto& numbers : node_unknowns(system).numbers)
    for (const Index number : numbers)
      if (number >= 0) found[number] = 1;
  for (Index i = 0; i < system.n_free(); ++i)
    if (found[i] == 0)
      return "multigrid supports displacements of nodes only, and the model has other unknowns (rotations of "
             "beams or bodies, amplitudes)";
  return {};
}

bool should_iterate_statics(const System& system) {
  if (system.n_free() < kFromUnknowns) return false;
  if (!has_wide_rows(system)) return false;
  const Vector no_acceleration = Vector::Zero(system.nv());
  Vector diagonal = no_acceleration;
  DiagonalSink sink(diagonal);
  system.add_tangent(system.initial_state(), no_acceleration, {0, 0, 1}, sink);
  // A body that only contacts hold is joined to all of them at once: aggregates do not suit that.
  return (diagonal.head(system.n_free()).array() > 0).all();
}

}  // namespace jounce
