#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/contact_pairs.h"
#include "model/dof_map.h"
#include "model/element.h"
#include "model/element_share.h"
#include "model/joint_rows.h"
#include "model/relative_coordinate.h"
#include "parallel/numbering.h"
#include "params/named_list.h"

namespace jounce {

/// Weights of the matrix sum w_M M + w_C C + w_K K.
struct TangentWeights {
  double mass = 0, damping = 0, stiffness = 0;
};

/// The mechanical system: elements, joints and contact pairs, and loops over the elements. It knows no step
/// size and no scheme. With measures, (B 1): M dv - G^T di_B - W di_U = f dt, g = 0, 0 <= g_N perp di_N >= 0.
///
/// Vectors over degrees of freedom always have all nv entries; matrices passed a sink with limit n_free.
///
/// Where a model is in parts (numbering), it is that of the elements of one rank and their nodes: its
/// matrices and own_... functions give the addends of this rank, all other functions what is true of the
/// whole model, so that all ranks have to call them. A contact is on every rank that has its nodes; the first
/// free one's owner counts it.
class System {
 public:
  // Assembly of the model
  // --------------------------------------------------------------------------------------------
  void set_dofs(DofMap dofs);
  void set_gravity(const Vector3& gravity) { gravity_ = gravity; }
  void add(std::unique_ptr<ElementBlock> block) {
    block_places_.add(block->name());
    blocks_.push_back(std::move(block));
  }
  void add(std::unique_ptr<Constraint> constraint) { joints_.add(std::move(constraint)); }
  void add(std::unique_ptr<ContactPair> pair) { contacts_.add(std::move(pair)); }
  void add(std::unique_ptr<JointFriction> friction) { contacts_.add(std::move(friction)); }
  void prescribe(PrescribedMotion motion) { prescribed_.push_back(std::move(motion)); }
  /// Supports without motion hold from here on where they stand in `state`; those from present places come to
  /// their motion in proportion to time until `end`: x + (x_state - x(t_state)) (end - t) / (end - t_state).
  void hold(const State& state, double end);
  /// Counts the turns of an angle: its value at every accepted step is kept in State::angles.
  /// @param owner  the part that it belongs to, as "joint hinge"
  void follow(std::shared_ptr<RelativeCoordinate> angle, const std::string& owner);
  /// Angles of a state of another system: those that it follows too go on from what they have counted there.
  void follow_from(const System& other, const State& counted, State& state) const;
  void set_massless(std::vector<Index> dofs) { dofs_.massless = std::move(dofs); }
  /// Before set_dofs: makes this the part of one rank in a larger model.
  void distribute(std::unique_ptr<parallel::Numbering> numbering) { numbering_ = std::move(numbering); }
  /// Call once after the last addition and before the first use; `initial` is the reference configuration.
  void finish(State initial);

  // Structure
  // --------------------------------------------------------------------------------------------------------
  const DofMap& dofs() const { return dofs_; }
  const Manifold& manifold() const { return dofs_.manifold; }
  Index nv() const { return dofs_.nv(); }
  Index n_free() const { return dofs_.n_free; }
  const State& initial_state() const { return initial_; }
  const Vector3& gravity() const { return gravity_; }
  const std::vector<std::unique_ptr<ElementBlock>>& blocks() const { return blocks_; }
  /// Place of the first of a name; -1 where there is none.
  int find_block(const std::string& name) const { return block_places_.find(name); }
  const JointRows& joints() const { return joints_; }
  const ContactPairs& contacts() const { return contacts_; }
  bool has_constant_mass() const { return has_constant_mass_; }
  /// Constant M, C, K, G and contact directions: no matrix need be factorised twice.
  bool is_linear() const { return is_linear_; }
  bool has_solids() const;  ///< among its elements

  /// Of the entries of vectors over degrees of freedom; whole where one rank has all of them.
  parallel::Numbering& numbering() const { return *numbering_; }
  bool is_whole() const { return numbering_->is_whole(); }
  /// Of the whole model.
  double all_unknowns() const { return all_unknowns_; }
  double all_prescribed() const { return all_prescribed_; }
  /// Largest magnitude of a motion's entries, of the whole model; 0 without entries.
  double largest(const Vector& motion) const {
    return numbering_->max(motion.size() > 0 ? motion.lpNorm<Eigen::Infinity>() : 0.0);
  }
  /// a . b over the degrees of freedom from `first` on.
  double dot(const Vector& a, const Vector& b, Index first = 0) const;
  /// The sums of all ranks' addends. @param forces  over all degrees of freedom
  template <class Dense>
  void total(Dense& forces) const {
    assert(is_whole() || static_cast<Index>(forces.size()) == nv());
    numbering_->total({forces.data(), static_cast<std::size_t>(forces.size())});
  }
  /// The rank that counts what depends on these degrees of freedom is this one.
  bool is_home_of(std::span<const Index> dofs) const;
  bool is_home_of(const ContactRow& row) const;

  /// Elements that ranks can share out among each other.
  bool has_shareable_elements() const;
  /// Makes this the system of one of several ranks that share its elements. From then on the functions of the
  /// smooth part are collective; own_... and those that fill matrices give this rank's part (ElementShare).
  /// Where an element of one rank fails, they throw on all of them.
  void share(std::unique_ptr<ElementShare> share);
  ElementShare* share() const { return share_.get(); }  ///< null on one rank, or when nothing is shared
  /// Where elements are shared, those of this rank, of the blocks that can be shared.
  const std::vector<std::unique_ptr<ElementBlock>>& own_parts() const { return own_parts_; }
  /// True when M and K are those of the nodes of blocks that keep them, damping left out.
  bool has_nodal_matrices() const;
  /// These M and K; where elements are shared, those of this rank.
  std::vector<NodalMatrices> nodal_matrices() const;
  /// Makes what was added up from this rank's part of a matrix (its diagonal, say) that of the whole one.
  /// Collective.
  template <class Dense>
  void complete_assembled(Dense& sums) const {
    if (!is_whole()) return total(sums);
    if (has_partial_matrices()) share_->ranks().sum({sums.data(), static_cast<std::size_t>(sums.size())});
  }
  /// Functions that fill matrices fill this rank's part.
  bool has_partial_matrices() const { return share_ != nullptr && !share_->fills_whole_matrices(); }

  // Smooth part
  // ------------------------------------------------------------------------------------------------------
  void force(const State& state, Vector& f) const;                      ///< f = f(q, v, t)
  void own_force(const State& state, Vector& f) const;                  ///< the part of this rank in f
  void add_mass(const State& state, double w, MatrixSink& sink) const;  ///< w M
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const;  ///< f += w M a
  void add_own_mass_product(const State& state, const Vector& a, double w, Vector& f) const;
  /// w_M M + w_C C + w_K K with C = -df/dv, K = d(M a - f)/dq (B 45, without the constraint forces)
  void add_tangent(const State& state, const Vector& a, const TangentWeights& weights,
                   MatrixSink& sink) const;
  void add_mass_gradient(const State& state, const Vector& x, double w,
                         MatrixSink& sink) const;  ///< w d(M x)/dq
  Energies energies(const State& state) const;
  Powers powers(const State& state) const;
  /// ElementBlock::damping_product of the blocks that have it.
  bool has_damping_products() const;
  double damping_product(const State& state, const Vector& w) const;
  Momentum momentum(const State& state) const;  ///< DofMap::momentum of M v
  /// Sets the prescribed entries of q and v at state.t, and of `a` when given.
  void apply_prescribed(State& state, Vector* a = nullptr) const;

  /// The force at a configuration with which a step may end: the same as `force`, and where elements are not
  /// shared it leaves the history there in the state (HistoryArray::next).
  void final_force(State& state, Vector& f) const;
  /// See ElementBlock::forget_answers.
  void forget_answers() const;
  /// See ElementBlock::keep_results. Where elements are shared, results are those of whole blocks, whose
  /// steps are those of the parts.
  void keep_results(bool keeps) const;
  /// Brings history to this state and follows angles; called when a step is accepted.
  void accept(State& state) const;

 private:
  template <class Visit>
  void each_whole_block(const Visit& visit) const;
  template <class Visit>
  void each_own_part(const Visit& visit) const;
  /// Calls add(block) for the blocks, and adds gravity.
  template <class Add>
  void sum_forces(const State& state, Vector& f, const Add& add) const;
  template <class Visit>
  void each_matrix(MatrixSink& sink, const Visit& visit) const;
  /// An array for history that no state uses.
  std::shared_ptr<std::vector<double>> spare_history(std::size_t place, std::size_t size) const;

  DofMap dofs_;
  std::unique_ptr<parallel::Numbering> numbering_ = std::make_unique<parallel::Numbering>();
  double all_unknowns_ = 0, all_prescribed_ = 0;
  Vector3 gravity_ = Vector3::Zero();
  std::vector<std::unique_ptr<ElementBlock>> blocks_;
  params::NamePlaces block_places_;
  std::unique_ptr<ElementShare> share_;
  std::vector<std::unique_ptr<ElementBlock>> own_parts_;  ///< of the blocks that are shared
  JointRows joints_;
  ContactPairs contacts_;
  std::vector<PrescribedMotion> prescribed_;
  std::vector<std::shared_ptr<const RelativeCoordinate>> angles_;
  std::vector<std::string> angle_owners_;
  bool has_constant_mass_ = true, is_linear_ = false;
  State initial_;
  mutable std::vector<std::vector<std::shared_ptr<std::vector<double>>>> spare_histories_;  ///< by place
  Vector gravity_field_;           ///< acceleration of gravity along each degree of freedom, where M changes
  Vector constant_gravity_force_;  ///< of the blocks with constant mass
};

}  // namespace jounce
