#include "integrators/ggl/iterative_choice.h"

#include <algorithm>
#include <limits>

#include "elements/shell.h"
#include "la/diagonal_sink.h"
#include "model/node_unknowns.h"
#include "model/wide_rows.h"

namespace jounce {
namespace {

/// Unknowns from which conjugate gradients are faster than the factors of solids in space.
constexpr Index kFromUnknowns = 5000;
/// The same for all fields of a step, where a factorisation takes ten seconds and 2 GB.
constexpr Index kSplitFrom = 20000;
constexpr double kMostlyNodes = 0.95;  ///< share of displacements among the unknowns then
/// Numbers in response columns that are too many: 400 MB.
constexpr double kMostNumbers = 5e7;
/// Unknowns from which the compliance of a surface is faster than Newton's method on all of them, up to which
/// its factors have room, and unknowns of the surface up to which its dense matrices have (four of 160 MB).
constexpr Index kSurfaceFrom = 1500, kSurfaceTo = 150000;
constexpr std::size_t kWidestSurface = 4500;

/// Whether something other than zero is assembled.
class NonzeroSink final : public MatrixSink {
 public:
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    const std::span all(values, rows.size() * cols.size());
    is_zero = is_zero && std::ranges::all_of(all, [](double value) { return value == 0; });
  }
  bool is_zero = true;
};

bool is_undamped(const System& system) {
  NonzeroSink sink;
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 1, 0}, sink);
  return sink.is_zero;
}

/// Whether something is assembled in rows of one set of unknowns.
class RowsTouchedSink final : public MatrixSink {
 public:
  explicit RowsTouchedSink(const std::vector<std::uint8_t>& rows) : rows_(rows) {}
  void add(std::span<const Index> rows, std::span<const Index>, const double*) override {
    is_touched = is_touched || std::ranges::any_of(rows, [this](Index row) { return rows_[row] != 0; });
  }
  bool is_touched = false;

 private:
  const std::vector<std::uint8_t>& rows_;
};

/// All rotations in space are those of shells and rigid bodies, on which no other elements act. The tangents
/// of shells are symmetric but for moments that are not yet in balance.
bool turns_in_shells_and_bodies(const System& system) {
  if (system.manifold().is_flat()) return true;
  std::vector<std::uint8_t> turns(static_cast<std::size_t>(system.nv()), 0);
  for (const Manifold::Rotation& rotation : system.manifold().rotations())
    std::fill_n(turns.begin() + rotation.tangent, 3, std::uint8_t{1});
  const auto shells = shells_of(system.blocks());
  RowsTouchedSink sink(turns);
  for (const auto& block : system.blocks()) {
    if (block->is_body() || std::ranges::find(shells, block.get()) != shells.end()) continue;
    block->add_mass(system.initial_state(), 1, sink);
    block->add_tangent(system.initial_state(), 0, 1, sink);
  }
  return !sink.is_touched;
}

bool has_mass_everywhere(const System& system) {
  Vector diagonal = Vector::Zero(system.nv());
  DiagonalSink sink(diagonal);
  system.add_mass(system.initial_state(), 1, sink);
  return (diagonal.head(system.n_free()).array() > 0).all();
}

std::vector<ContactRow> all_rows(const System& system) {
  std::vector<ContactRow> rows;
  system.contacts().search(system.initial_state(), std::numeric_limits<double>::infinity(), rows);
  return rows;
}

/// Every contact moves with a free unknown.
bool has_movable_contacts(const System& system) {
  RowJacobian W;
  system.contacts().jacobian(all_rows(system), system.initial_state(), W);
  for (int row = 0; row < W.rows(); ++row) {
    bool moves = false;
    for (std::size_t k = 0; k < W.dofs(row).size(); ++k)
      moves |= W.dofs(row)[k] < system.n_free() && W.values(row)[k] != 0;
    if (!moves) return false;
  }
  return true;
}

/// No two contact points move with the same unknown, and each of them can move.
bool has_separate_contacts(const System& system) {
  RowJacobian W;
  system.contacts().jacobian(all_rows(system), system.initial_state(), W);
  std::vector<std::uint8_t> taken(static_cast<std::size_t>(system.n_free()), 0);
  for (int row = 0; row < W.rows(); ++row) {
    bool moves = false;
    for (std::size_t k = 0; k < W.dofs(row).size(); ++k) {
      const Index dof = W.dofs(row)[k];
      if (dof >= system.n_free() || W.values(row)[k] == 0) continue;
      if (taken[dof] != 0) return false;
      taken[dof] = 1;
      moves = true;
    }
    if (!moves) return false;
  }
  return true;
}

/// Blocks that every rank computes as a whole add to no matrix.
bool only_shareable_matrices(const System& system) {
  const State& state = system.initial_state();
  CountingSink sink;
  for (const auto& block : system.blocks()) {
    if (block->shareable() > 0) continue;
    block->add_mass(state, 1, sink);
    block->add_tangent(state, 1, 1, sink);
  }
  return sink.entries() == 0;
}

bool only_shareable_masses(const System& system) {
  CountingSink sink;
  for (const auto& block : system.blocks())
    if (block->shareable() == 0) block->add_mass(system.initial_state(), 1, sink);
  return sink.entries() == 0;
}

/// Every contact moves with the unknowns of one node, which ranks always have together.
bool has_contacts_of_single_nodes(const System& system) {
  std::vector<int> node(static_cast<std::size_t>(system.nv()), -1);
  for (std::size_t i = 0; i < system.dofs().places.size(); ++i)
    for (const Index dof : system.dofs().places[i].position)
      if (dof >= 0) node[dof] = static_cast<int>(i);
  RowJacobian W;
  system.contacts().jacobian(all_rows(system), system.initial_state(), W);
  for (int row = 0; row < W.rows(); ++row) {
    int first = -1;
    for (std::size_t k = 0; k < W.dofs(row).size(); ++k) {
      const Index dof = W.dofs(row)[k];
      if (dof >= system.n_free() || W.values(row)[k] == 0) continue;
      const int here = node[dof];
      if (here < 0 || (first >= 0 && here != first)) return false;
      first = here;
    }
  }
  return true;
}

}  // namespace

std::vector<Index> contact_dofs(const System& system, const State& state) {
  std::vector<ContactRow> rows;
  RowJacobian W, D;
  system.contacts().search(state, std::numeric_limits<double>::infinity(), rows);
  system.contacts().jacobian(rows, state, W);
  system.contacts().tangents(rows, state, D);
  std::vector<Index> dofs;
  for (const RowJacobian* of : {&W, &D})
    for (int row = 0; row < of->rows(); ++row)
      for (std::size_t k = 0; k < of->dofs(row).size(); ++k)
        if (of->dofs(row)[k] < system.n_free() && of->values(row)[k] != 0) dofs.push_back(of->dofs(row)[k]);
  return dofs;
}

bool can_share(const System& system) {
  return only_shareable_matrices(system) && has_contacts_of_single_nodes(system);
}

bool has_shareable_mass(const System& system) {
  return system.joints().rows() == 0 && only_shareable_masses(system) && has_mass_everywhere(system);
}

bool can_iterate(const System& system) {
  // Ranks may see different things, and some of these calls are collective.
  const bool is_flat = system.n_free() > 0 && system.joints().rows() == 0;
  const bool is_separate = has_separate_contacts(system), undamped = is_undamped(system);
  const bool has_mass = has_mass_everywhere(system);
  return !system.numbering().any(!(is_flat && is_separate && undamped && has_mass));
}

bool should_iterate(const System& system) {
  const double n = system.all_unknowns();
  const double rows = system.numbering().sum(static_cast<double>(all_rows(system).size()));
  if (3 * n * rows > kMostNumbers) return true;
  return n >= kFromUnknowns && has_wide_rows(system);
}

bool should_keep_columns(const System& system) {
  const auto n = static_cast<double>(system.n_free());
  constexpr double kColumns = 9;  // three rows of a contact, three vectors each
  return system.n_free() < kFromUnknowns &&
         kColumns * n * static_cast<double>(all_rows(system).size()) <= kMostNumbers;
}

bool can_condense_surface(const System& system) {
  return system.n_free() > 0 && system.joints().rows() == 0 && system.contacts().joint_frictions().empty() &&
         has_movable_contacts(system) && is_undamped(system) && has_mass_everywhere(system);
}

bool has_undamped_elements(const System& system) {
  NonzeroSink sink;
  for (const auto& block : system.blocks())
    if (!block->is_body()) block->add_tangent(system.initial_state(), 1, 0, sink);
  return sink.is_zero;
}

bool has_linear_blocks(const System& system) {
  return std::ranges::all_of(system.blocks(), [](const auto& block) { return block->is_linear(); });
}

bool can_solve_motion(const System& system) {
  return system.n_free() > 0 && turns_in_shells_and_bodies(system) && system.has_constant_mass() &&
         system.joints().rows() == 0 && system.contacts().joint_frictions().empty() &&
         (has_undamped_elements(system) || !has_linear_blocks(system)) && has_mass_everywhere(system);
}

bool should_solve_motion(const System& system) {
  return (system.has_solids() || !shells_of(system.blocks()).empty()) &&
         (system.n_free() <= kSurfaceTo || !has_wide_rows(system));
}

bool should_condense_surface(const System& system) {
  if (system.n_free() < kSurfaceFrom || system.n_free() > kSurfaceTo) return false;
  std::vector<Index> dofs = contact_dofs(system, system.initial_state());
  std::sort(dofs.begin(), dofs.end());
  const auto end = std::unique(dofs.begin(), dofs.end());
  return end != dofs.begin() && static_cast<std::size_t>(end - dofs.begin()) <= kWidestSurface;
}

bool should_split(const System& system) {
  if (system.n_free() < kSplitFrom) return false;
  Index displacements = 0;
  for (const auto& numbers : node_unknowns(system).numbers)
    displacements += static_cast<Index>(std::ranges::count_if(numbers, [](Index i) { return i >= 0; }));
  return displacements > kMostlyNodes * system.n_free() && has_wide_rows(system);
}

}  // namespace jounce
