#pragma once

#include <cstdint>

namespace jounce::batch {

/// A material law as the kernels of element batches take it: plain, as they are compiled for several
/// processors.

/// Laws with arithmetic of their own there, and `point`: the material answers for one point after another.
enum class LawKind : std::uint8_t { elastic, plastic, neo_hookean, multiplicative, point };

/// Where the answer at one point goes; null: not wanted.
struct PointAnswer {
  double* stress;  ///< six components
  double* trial;   ///< history at this strain
  double* energy;  ///< stored, for a unit of initial volume
  double* work;    ///< that plastic strains have taken
};

/// The return of a plastic law whose yield stress is no curve.
struct FlowAnswer {
  double increment = 0;  ///< growth of the plastic strain
  double work = 0;       ///< that plastic strains have taken
  double share = 1;      ///< of the stress that damage has left
  double kept = 1;       ///< of what is stored, the same at the end
};

struct Law {
  LawKind kind = LawKind::point;
  const double* D = nullptr;      ///< elastic: 6 x 6, strains with twice the shears
  double bulk = 0, shear = 0;     ///< plastic, multiplicative
  double mu = 0, lambda = 0;      ///< neo-Hookean
  int hardening = 0;              ///< points of the hardening curve
  const double* curve = nullptr;  ///< [point]: plastic strain, yield stress
  /// In place of a curve: the return from a trial stress (von Mises) and mean stress. It also fills the
  /// history at its end behind the plastic strain, unless `trial_history` is null.
  FlowAnswer (*flow)(const void* material, double trial, double pressure, const double* history, double dt,
                     double* trial_history) = nullptr;
  const void* flow_material = nullptr;
  int history_size = 0;
  /// The law at a point, from the Green-Lagrange (or small) strain and the history there, dt after it.
  void (*at_point)(const void* material, const double* strain, const double* history, double dt,
                   const PointAnswer& answer) = nullptr;
  bool depends_on_rate = false;
  int failure = -1;  ///< Material::failure_place
  const void* material = nullptr;
};

}  // namespace jounce::batch
