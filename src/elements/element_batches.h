#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "elements/batch/sweep.h"
#include "elements/nodal_volumes.h"
#include "elements/solid.h"

namespace jounce {

/// Elements in space, several at a time in the registers of the processor: forces, energies, history and
/// inverted elements in one pass. The strains, laws and integration points are those of SolidBlock; what
/// differs is the order of additions. Kernels are chosen for the processor at run time.
class ElementBatches {
 public:
  /// The points of the stiffness rule.
  struct Rule {
    std::vector<double> gradients;  ///< [point][node][3] of the shape functions on the reference cell
    std::vector<double> weights;
    bool mean_volume = false;
    std::shared_ptr<const NodalVolumes>
        nodal;             ///< which say the mean volume changes; null: the element's own
    double hourglass = 0;  ///< 0.005 mu; 0: none
  };
  /// Null where there is no kernel: in the plane, with damping of the stresses. They know no temperatures.
  static std::unique_ptr<ElementBatches> make(const SolidCells& cells, const SolidProperties& properties,
                                              Rule rule);

  struct Wanted {
    double* force = nullptr;    ///< over all degrees of freedom, added to
    double* history = nullptr;  ///< of the whole block at the state
    bool energies = false;
  };
  struct Answer {
    double strain = 0, plastic = 0;
    std::size_t inverted = 0;  ///< first element that is; the number of elements when there is none
  };
  /// The last pass is remembered: for the same displacements the answer is only looked up, also after the
  /// history that it wrote has been accepted.
  /// @param history  place of the block's array in State::history; -1 without one
  Answer sweep(const SolidCells& cells, const State& state, int history, const Wanted& wanted) const;

  /// SolidElements::stretch_rates.
  void stretch_rates(const SolidCells& cells, const State& state, std::span<double> rates) const;

  /// Drops the remembered pass.
  void forget() const { last_.is_known = false; }

 private:
  struct Last {
    bool is_known = false, has_energies = false, has_force = false;
    const double *before = nullptr, *next = nullptr;  ///< histories from which and to which it went
    double dt = 0;
    Answer answer;
  };

  ElementBatches() = default;
  bool moves(const SolidCells& cells, const Vector& q) const;
  /// Gives the pass the volume changes that the nodes say.
  void find_nodal_changes(batch::Pass& pass) const;
  bool knows(const double* before, double dt, const Wanted& wanted) const;

  Rule rule_;
  batch::Law law_;
  batch::Cells data_;
  batch::Kernel kernel_ = nullptr;
  batch::RateKernel rates_ = nullptr;
  std::vector<std::int32_t> nodes_, place_;
  std::vector<double> X_;
  mutable std::vector<double> u_, f_;  ///< of the last pass
  mutable std::vector<double> v_;
  mutable std::vector<double> change_, pressure_;  ///< of NodalVolumes
  mutable std::vector<std::uint8_t> deleted_;
  mutable Last last_;
};

}  // namespace jounce
