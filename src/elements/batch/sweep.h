#pragma once

#include <cstdint>

#include "materials/batch_law.h"

namespace jounce::batch {

/// What the kernels of solid elements in batches work on; plain, as they are compiled for several processors.

/// `damping`: forces of stresses D dE/dt of finite strains, D that of the law.
enum class Kinematics : std::uint8_t { small, finite, damping };

/// Elements in batches of as many as the kernel has lanes; the last batch is filled with its last element.
struct Cells {
  int elements = 0, batches = 0, points = 0;
  const std::int32_t* nodes = nullptr;  ///< [batch][node of the element][lane]
  const std::int32_t* place = nullptr;  ///< [batch][lane]: of the element in the history
  const double* X = nullptr;            ///< [node][4] reference places
  const double* dN = nullptr;           ///< [point][node of the element][3]; rings: N in the third place
  const double* weight = nullptr;       ///< [point], times the thickness, of rings 2 pi
  const double* full_dN = nullptr;      ///< of the full rule of quadrilaterals of first order
  double full_weight = 0;               ///< of each of its points
  double across = 0;                    ///< 1 in plane strain and stress, else 0

  double hourglass = 0;  ///< 0.005 mu of elements with hourglass stiffness
};

/// One pass over the elements.
struct Pass {
  const double* u = nullptr;              ///< [node][4] displacements
  const double* v = nullptr;              ///< [node][4] velocities, for damping
  const double* history = nullptr;        ///< at the last accepted step
  double dt = 0;                          ///< since then
  double* force = nullptr;                ///< [node][4], added to; null: not wanted
  double* trial = nullptr;                ///< history at u; null: not wanted
  const double* volume_change = nullptr;  ///< [element] theta - 1 of NodalVolumes; null: of the element
  double* pressure = nullptr;             ///< [element] V tr(tau)/3, where the volume changes are given
  double* stress = nullptr;  ///< [batch][point][6][lane] Cauchy (small strain: the) stress; null: not wanted
  bool wants_energies = false;
  double strain = 0, plastic = 0;  ///< energies
  int inverted = -1;               ///< an element with det F <= 0 at a point, of finite strain
};

/// How fast the elements are stretched.
struct Rates {
  const double *u = nullptr, *v = nullptr;  ///< [node][4]
  double* rate = nullptr;  ///< [element] the greatest norm of sym grad v at its points; infinite: not finite
};

/// Stresses of a pass that go to the nodes.
struct Projection {
  int nodes = 0;  ///< of an element
  const double* weight =
      nullptr;  ///< [node of the element][point]: its stress is the sum of weight times stress
  const double* stress = nullptr;   ///< Pass::stress
  const double* history = nullptr;  ///< Pass::history
  double* sum = nullptr;            ///< [node][6], added to by all elements that are not deleted
};

using Kernel = void (*)(const Cells& cells, const Law& law, Pass& pass);
using RateKernel = void (*)(const Cells& cells, const Rates& rates);
using ProjectionKernel = void (*)(const Cells& cells, const Law& law, const Projection& projection);

struct KernelSet {
  int lanes = 0;
  /// The kernel for elements of so many nodes; null when there is none. The mean volume change of the element
  /// is that of so many directions; 0: each point has its own.
  Kernel (*find)(int nodes, int dimension, Kinematics kinematics, LawKind law, int mean_directions) = nullptr;
  RateKernel (*find_rates)(int nodes, int dimension) = nullptr;
  ProjectionKernel project = nullptr;
};

KernelSet generic_kernels();
KernelSet v3_kernels();  ///< for x86-64-v3; without lanes where it was not compiled

}  // namespace jounce::batch
