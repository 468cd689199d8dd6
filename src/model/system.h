#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "math/manifold.h"
#include "model/constraint.h"
#include "model/contact.h"
#include "model/element.h"
#include "model/element_share.h"
#include "model/joint_friction.h"
#include "model/relative_coordinate.h"
#include "model/row_jacobian.h"

namespace jounce {

/// What kind of quantity a degree of freedom is; residuals of one kind share a scale.
enum class DofKind : std::uint8_t { translation, rotation, amplitude };

/// A degree of freedom whose motion is given; its equation is dropped and its reaction recovered.
struct PrescribedMotion {
  Index dof = 0;
  std::function<void(double t, double& q, double& v, double& a)> motion;
};

/// Momentum of a state, the angular one about the origin of the fixed axes.
struct Momentum {
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
};

/// Degrees of freedom of a node that a rigid motion of everything moves: its position along x, y, z and its
/// angle in the plane, and those of its orientation in space; -1 for what it has not.
struct NodePlace {
  std::array<Index, 3> position = {-1, -1, -1};
  Index angle = -1;
  std::array<Index, 3> orientation = {-1, -1, -1};
};

/// Consecutive nodes under one name: a mesh, a mesh group of one node, a body, a group of bodies.
struct NodeNames {
  enum class Kind : std::uint8_t {
    single,  ///< one node
    mesh,    ///< nodes have numbers in it
    bodies,  ///< nodes are bodies name[0], name[1], ...
  };

  int first = 0, count = 1;
  std::string name;
  Kind kind = Kind::single;
};

/// Weights of the matrix sum w_M M + w_C C + w_K K.
struct TangentWeights {
  double mass = 0, damping = 0, stiffness = 0;
};

/// The mechanical system: lists of elements, constraints and contact pairs, and loops over them. It knows no
/// step size and no scheme. With measures, (B 1): M dv - G^T di_B - W di_U = f dt, g = 0, 0 <= g_N perp di_N
/// >= 0.
///
/// Degrees of freedom are numbered free ones first: [0, n_free) are unknowns, [n_free, nv) are prescribed.
/// Vectors over degrees of freedom always have all nv entries; matrices passed a sink with limit n_free.
class System {
 public:
  // Assembly of the model
  // --------------------------------------------------------------------------------------------
  void set_manifold(Manifold manifold, Index n_free, std::vector<DofKind> kinds);
  void set_gravity(const Vector3& gravity) { gravity_ = gravity; }
  void add(std::unique_ptr<ElementBlock> block) { blocks_.push_back(std::move(block)); }
  void add(std::unique_ptr<Constraint> constraint) { constraints_.push_back(std::move(constraint)); }
  void add(std::unique_ptr<ContactPair> pair) { pairs_.push_back(std::move(pair)); }
  void add(std::unique_ptr<JointFriction> friction) { joint_frictions_.push_back(std::move(friction)); }
  void prescribe(PrescribedMotion motion) { prescribed_.push_back(std::move(motion)); }
  /// Counts the turns of an angle: its value at every accepted step is kept in State::angles.
  void follow(std::shared_ptr<RelativeCoordinate> angle);
  /// Directions of uniform translation per degree of freedom, so that gravity is M times them; -1 for none.
  void set_translation_axes(std::vector<std::int8_t> axes) { translation_axes_ = std::move(axes); }
  /// Where the nodes are among the degrees of freedom, for the angular momentum.
  void set_places(std::vector<NodePlace> places) { places_ = std::move(places); }
  const std::vector<NodePlace>& places() const { return places_; }
  /// Degrees of freedom without mass that stiffness and contacts hold: 0 = f + W Lambda at every
  /// time. Joints do not act on them.
  void set_massless(std::vector<Index> dofs) { massless_ = std::move(dofs); }
  const std::vector<Index>& massless() const { return massless_; }
  /// How messages name the nodes of `places`; of several names that fit, the last one.
  void set_node_names(std::vector<NodeNames> names) { node_names_ = std::move(names); }
  const std::vector<NodeNames>& node_names() const { return node_names_; }
  /// Call once after the last addition and before the first use; `initial` is the reference configuration.
  void finish(State initial);

  // Structure
  // --------------------------------------------------------------------------------------------------------
  const Manifold& manifold() const { return manifold_; }
  Index nv() const { return manifold_.tangent_size(); }
  Index n_free() const { return n_free_; }
  int n_constraint_rows() const { return n_rows_; }
  const std::vector<DofKind>& dof_kinds() const { return dof_kinds_; }
  const State& initial_state() const { return initial_; }
  const Vector3& gravity() const { return gravity_; }
  const std::vector<std::unique_ptr<ElementBlock>>& blocks() const { return blocks_; }
  const std::vector<std::unique_ptr<Constraint>>& constraints() const { return constraints_; }
  int first_row(int constraint) const { return first_rows_[static_cast<std::size_t>(constraint)]; }
  const std::vector<std::unique_ptr<ContactPair>>& contact_pairs() const { return pairs_; }
  const std::vector<std::unique_ptr<JointFriction>>& joint_frictions() const { return joint_frictions_; }
  bool has_constant_mass() const { return has_constant_mass_; }
  /// Velocity of all degrees of freedom in a uniform translation along an axis (0, 1, 2) with unit speed.
  Vector uniform_translation(int axis) const;
  /// Constant M, C, K, G and contact directions: no matrix need be factorised twice.
  bool is_linear() const { return is_linear_; }
  bool has_solids() const;  ///< among its elements

  /// Elements that ranks can share out among each other.
  bool has_shareable_elements() const;
  /// Makes this the system of one of several ranks that share its elements. From then on the functions of the
  /// smooth part are collective, but for own_... and those that fill matrices, which fill this rank's part
  /// (ElementShare).
  void share(std::unique_ptr<ElementShare> share);
  ElementShare* share() const { return share_.get(); }  ///< null on one rank, or when nothing is shared
  /// True when M and K are those of the nodes of blocks that keep them, damping left out.
  bool has_nodal_matrices() const;
  /// These M and K; where elements are shared, those of this rank.
  std::vector<NodalMatrices> nodal_matrices() const;
  /// Makes what was added up from this rank's part of a matrix (its diagonal, say) that of the whole one.
  /// Collective.
  template <class Dense>
  void complete_assembled(Dense& sums) const {
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
  /// With p = M v: P = sum p_x over the nodes, H = sum x cross p_x + R p_r, R being the orientation of a node
  /// with rotations p_r (in the plane p_r about z). Elastic coordinates of a floating frame move with it.
  Momentum momentum(const State& state) const;
  /// Sets the prescribed entries of q and v at state.t, and of `a` when given.
  void apply_prescribed(State& state, Vector* a = nullptr) const;

  // Bilateral constraints
  // --------------------------------------------------------------------------------------------
  void constraint_values(const State& state, Vector& g) const;
  void constraint_jacobian(const State& state, RowJacobian& G) const;
  void constraints_at(const State& state, Vector& g, RowJacobian& G) const;  ///< values and Jacobian at once
  void constraint_rates(const State& state, Vector& g_t) const;
  /// Explicit time derivative of G v + g_t at fixed q and v.
  void constraint_rate_derivatives(const State& state, Vector& g_tt) const;
  /// Rows that hold at velocity level only (nonholonomic): G v + g_t = 0 without g.
  const std::vector<std::uint8_t>& velocity_rows() const { return velocity_rows_; }
  bool is_holonomic() const { return is_holonomic_; }  ///< no row holds at velocity level only
  void add_reaction_gradient(const State& state, const Vector& lambda, double w, MatrixSink& sink) const;
  void add_velocity_gradient(const State& state, double w, Index first_matrix_row, MatrixSink& sink) const;

  // Contacts
  // ---------------------------------------------------------------------------------------------------------
  void search(const State& state, const SearchRange& range, std::vector<ContactRow>& rows) const;
  void gaps(const std::vector<ContactRow>& rows, const State& state, Vector& g) const;
  void contact_jacobian(const std::vector<ContactRow>& rows, const State& state, RowJacobian& W) const;
  /// Gaps, normal and tangential rows at once; of the rows with a flag in `only`, when given, and the others
  /// stay as they were.
  void contacts_at(const std::vector<ContactRow>& rows, const State& state, Vector& g, RowJacobian& W,
                   RowJacobian& D, const std::vector<std::uint8_t>* only = nullptr) const;
  /// Tangential rows of the contacts with friction, in the order of `rows`: law->tangents of each; then those
  /// of the friction in joints.
  void contact_tangents(const std::vector<ContactRow>& rows, const State& state, RowJacobian& D) const;
  bool has_friction() const;  ///< in contacts or joints
  void add_contact_reaction_gradient(const ContactRow& row, const State& state, double lambda, double w,
                                     MatrixSink& sink, Direction direction = Direction::normal) const;
  void add_contact_velocity_gradient(const ContactRow& row, const State& state, double w, Index matrix_row,
                                     MatrixSink& sink, Direction direction = Direction::normal) const;
  /// "pair 'wall', point 'bar.start'": how messages name a contact.
  std::string describe(const ContactRow& row) const;

  /// Turns trial history into committed history and follows angles; called when a step is accepted.
  void accept(State& state) const;

 private:
  void lay_out(RowJacobian& G) const;
  void lay_out(const std::vector<ContactRow>& rows, RowJacobian& W) const;
  void lay_out_tangents(const std::vector<ContactRow>& rows, RowJacobian& D) const;
  void joint_tangents(const State& state, int first, RowJacobian& D) const;
  bool all_parts_linear() const;
  template <class Visit>
  void each_whole_block(const Visit& visit) const;
  template <class Visit>
  void each_matrix(MatrixSink& sink, const Visit& visit) const;
  void update_shared_history(State& state) const;

  Manifold manifold_;
  Index n_free_ = 0;
  std::vector<DofKind> dof_kinds_;
  std::vector<std::int8_t> translation_axes_;
  std::vector<NodePlace> places_;
  std::vector<NodeNames> node_names_;
  std::vector<Index> massless_;
  Vector3 gravity_ = Vector3::Zero();
  std::vector<std::unique_ptr<ElementBlock>> blocks_;
  std::unique_ptr<ElementShare> share_;
  std::vector<std::unique_ptr<ElementBlock>> own_parts_;  ///< of the blocks that are shared
  std::vector<std::unique_ptr<Constraint>> constraints_;
  std::vector<int> first_rows_;
  int n_rows_ = 0;
  std::vector<std::unique_ptr<ContactPair>> pairs_;
  std::vector<std::unique_ptr<JointFriction>> joint_frictions_;
  std::vector<PrescribedMotion> prescribed_;
  std::vector<std::shared_ptr<const RelativeCoordinate>> angles_;
  std::vector<std::uint8_t> velocity_rows_;  ///< one flag per joint row
  bool is_holonomic_ = true;
  bool has_constant_mass_ = true, is_linear_ = false;
  State initial_;
  Vector gravity_field_;           ///< acceleration of gravity along each degree of freedom, where M changes
  Vector constant_gravity_force_;  ///< of the blocks with constant mass
};

}  // namespace jounce
