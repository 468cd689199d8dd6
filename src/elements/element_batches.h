#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "elements/batch/sweep.h"
#include "elements/nodal_volumes.h"
#include "elements/solid.h"

namespace jounce {

/// Solid elements, several at a time in the registers of the processor: forces, energies, history and
/// inverted elements in one pass, forces of damping in another. The strains, laws and integration points are
/// those of SolidBlock; what differs is the order of additions. Kernels are chosen for the processor at run
/// time.
class ElementBatches {
 public:
  struct Rule {
    /// [point][node][3] of the shape functions on the reference cell; in the plane the third is N for rings,
    /// else 0. Behind the points of the stiffness rule stand those of the full rule where that has one point.
    std::vector<double> gradients;
    std::vector<double> weights;  ///< of all these, times thickness or 2 pi
    int points = 0;               ///< of the stiffness rule
    double across = 0;            ///< 1 in plane strain and stress, else 0
    int mean_directions = 0;  ///< that share the mean volume change of the element; 0: each point has its own
    std::shared_ptr<const NodalVolumes>
        nodal;             ///< which say the mean volume changes; null: the element's own
    double hourglass = 0;  ///< 0.005 mu; 0: none
    VoigtMatrix damping = VoigtMatrix::Zero();  ///< beta D_0
    std::vector<double> extrapolation;  ///< [node][point]: values at the nodes from those at the points
  };
  /// Null where there is no kernel. They know no temperatures.
  static std::unique_ptr<ElementBatches> make(const SolidCells& cells, const SolidProperties& properties,
                                              Rule rule);

  struct Wanted {
    double* force = nullptr;    ///< over all degrees of freedom, added to
    double* history = nullptr;  ///< of the whole block at the state
    bool energies = false;
    bool stresses = false;  ///< are kept for add_nodal_stresses
  };
  struct Answer {
    double strain = 0, plastic = 0;
    std::size_t inverted = 0;  ///< first element that is; the number of elements when there is none
  };
  /// The last pass is remembered: for the same displacements the answer is only looked up, also after the
  /// history that it wrote has been accepted.
  /// @param history  place of the block's array in State::history; -1 without one
  Answer sweep(const SolidCells& cells, const State& state, int history, const Wanted& wanted) const;

  /// f += forces of the stresses beta D_0 dE/dt.
  void add_damping(const SolidCells& cells, const State& state, int history, Vector& f) const;
  /// ElementBlock::damping_product of these stresses.
  double damping_product(const SolidCells& cells, const State& state, int history, const Vector& w) const;

  /// SolidElements::stretch_rates.
  void stretch_rates(const SolidCells& cells, const State& state, std::span<double> rates) const;

  /// Adds Cauchy's stresses (small strain: the stresses) at the nodes of all elements that are not deleted,
  /// six numbers a node of the block. Those that the last pass has kept, where it was at this state; else a
  /// pass of their own.
  void add_nodal_stresses(const SolidCells& cells, const State& state, int history,
                          std::span<double> sums) const;

  /// Drops the remembered pass.
  void forget() const { last_.is_known = false; }

 private:
  struct Last {
    bool is_known = false, has_energies = false, has_force = false, has_stresses = false;
    const double *before = nullptr, *next = nullptr;  ///< histories from which and to which it went
    double dt = 0;
    Answer answer;
  };

  ElementBatches() = default;
  bool find_kernels(const batch::KernelSet& set, const CellTopology& shape,
                    const SolidProperties& properties);
  void lay_out(const SolidCells& cells, std::size_t lanes);
  bool moves(const SolidCells& cells, const Vector& q) const;
  void take_velocities(const SolidCells& cells, const Vector& v) const;
  /// Forces of damping in damping_force_.
  void find_damping(const SolidCells& cells, const State& state, int history) const;
  /// Gives the pass the volume changes that the nodes say.
  void find_nodal_changes(batch::Pass& pass) const;
  bool knows(const double* before, double dt, const Wanted& wanted) const;
  /// A pass over all elements; with stresses, some elements after others, so that stresses at integration
  /// points never leave the processor's cache, and sums at the nodes are what is left of them.
  void run(batch::Pass& pass, bool stresses) const;

  Rule rule_;
  std::size_t dimension_ = 3;
  bool is_finite_ = false;
  double beta_ = 0;
  batch::Law law_, damping_law_;
  batch::Cells data_, damping_data_;
  batch::Kernel kernel_ = nullptr, damping_kernel_ = nullptr;
  batch::RateKernel rates_ = nullptr;
  batch::ProjectionKernel project_ = nullptr;
  std::vector<std::int32_t> nodes_, place_;
  std::vector<double> X_;              ///< [node][4], as all of these
  mutable std::vector<double> u_, f_;  ///< of the last pass
  mutable std::vector<double> v_, damping_u_, damping_force_;
  mutable std::vector<double> change_, pressure_;  ///< of NodalVolumes
  mutable std::vector<double> stress_;             ///< at points, of the elements of `run` under way
  mutable std::vector<double> nodal_stress_;       ///< [node][6] sums of the last pass with stresses
  mutable std::vector<std::uint8_t> deleted_;
  mutable Last last_;
};

}  // namespace jounce
