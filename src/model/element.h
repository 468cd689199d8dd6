#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "la/sink.h"
#include "model/energies.h"
#include "model/quantity.h"
#include "model/state.h"

namespace jounce {

struct NodalMatrices;  // la/nodal_sum.h

/// A block of equal elements: one virtual call a block, fixed-size arithmetic and no allocation inside.
/// Everything smooth is an element: bars, bodies, springs, loads.
///
/// Equation of motion: M(q) a = f(q, v, t) + constraint and contact forces.
/// An element adds only to what it contributes; the defaults are the exact contribution of an element without
/// mass (or force, or stored energy), namely nothing.
class ElementBlock {
 public:
  explicit ElementBlock(std::string name) : name_(std::move(name)) {}
  virtual ~ElementBlock() = default;
  ElementBlock(const ElementBlock&) = delete;
  ElementBlock& operator=(const ElementBlock&) = delete;

  const std::string& name() const { return name_; }

  /// True when M does not depend on q.
  virtual bool has_constant_mass() const { return true; }
  /// True when f is affine in q and v with constant coefficients (it may depend on time).
  virtual bool is_linear() const = 0;

  virtual void add_mass(const State&, double /*w*/, MatrixSink&) const {}  ///< w M
  virtual void add_mass_product(const State&, const Vector& /*a*/, double /*w*/, Vector& /*f*/) const {
  }  ///< f += w M a
  virtual void add_mass_gradient(const State&, const Vector& /*a*/, double /*w*/, MatrixSink&) const {
  }                                                             ///< w d(M a)/dq
  virtual void add_force(const State&, Vector& /*f*/) const {}  ///< f += f(q, v, t)
  /// w_c C + w_k K with C = -df/dv, K = -df/dq
  virtual void add_tangent(const State&, double /*w_c*/, double /*w_k*/, MatrixSink&) const {}
  virtual void add_energies(const State&, const Vector3& /*gravity*/, Energies&) const {}
  virtual void add_powers(const State&, Powers&) const {}
  /// True where the power of the dampers comes from damping_product and is no part of add_powers.
  virtual bool has_damping_product() const { return false; }
  /// v^T C w with the C of dampers and the velocities v of the state.
  virtual double damping_product(const State&, const Vector& /*w*/) const { return 0; }
  /// The elements as cells, which the partition cuts and on whose nodes fields show quantities; none of
  /// loads, bodies and what acts between markers.
  virtual Connectivity connectivity() const { return {}; }
  /// What histories and fields may ask for. The functions refer to this block.
  virtual std::vector<ElementQuantity> quantities() const { return {}; }
  /// True for an element that has failed and is no more. Its mass stays at its nodes.
  virtual bool is_deleted(const State&, std::size_t /*element*/) const { return false; }
  /// True for bodies: point masses, rigid and flexible ones.
  virtual bool is_body() const { return false; }
  /// f += C v with the velocities given, of concentrated dampers: modal analyses add them to those of modes.
  virtual void add_damper_force(const State&, const Vector& /*v*/, Vector& /*f*/) const {}
  /// True for parts of a continuum: their nodes are light beside the stiffness between them.
  virtual bool is_solid() const { return false; }
  /// Number of elements that ranks can share out among each other; 0: every rank computes the block.
  virtual int shareable() const { return 0; }
  /// A block of some of these elements that adds the same as they; null without elements.
  virtual std::unique_ptr<ElementBlock> part(std::span<const int> /*elements*/) const { return nullptr; }
  /// True when K and M are constant and the block can keep them for products.
  virtual bool has_nodal_matrices() const { return false; }
  /// Appends these K and M, which are made when they are first asked for, and stay until drop_matrices.
  virtual void append_nodal_matrices(std::vector<NodalMatrices>&) const {}
  /// Drops what the block can make again when it is needed: matrices for products.
  virtual void drop_matrices() const {}
  /// Drops the answers that it remembers, so that the next ones come from the state alone, bit by bit.
  virtual void forget_answers() const {}
  /// Whether the next answers are those of a state whose results are shown (quantities): the block may keep
  /// from its passes what they need. What it has kept may never be that of another state.
  virtual void keep_results(bool /*keeps*/) const {}
  /// Place of the block's array in State::history; -1 without history. A part has that of the whole block.
  virtual int history() const { return -1; }
  /// Writes the history of the block's elements at this configuration, for a block that has one.
  /// @param history  of the whole block
  virtual void update_history(const State&, std::span<double> /*history*/) const {}
  /// add_force and update_history in one pass, for the configuration with which a step ends.
  /// @param history  empty for a block without one
  virtual void add_final_force(const State& state, std::span<double> history, Vector& f) const {
    add_force(state, f);
    if (!history.empty()) update_history(state, history);
  }

 private:
  std::string name_;
};

}  // namespace jounce
