#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/contact.h"
#include "model/joint_friction.h"
#include "model/row_jacobian.h"
#include "params/named_list.h"

namespace jounce {

/// The contact pairs of a system: rows that a search finds, and loops over them. The friction in joints,
/// which has Coulomb's law too, has its tangential rows behind those of the contacts.
class ContactPairs {
 public:
  void add(std::unique_ptr<ContactPair> pair) {
    places_.add(pair->name());
    pairs_.push_back(std::move(pair));
  }
  void add(std::unique_ptr<JointFriction> friction) { joint_frictions_.push_back(std::move(friction)); }

  const std::vector<std::unique_ptr<ContactPair>>& all() const { return pairs_; }
  /// Place of the first of a name; -1 where there is none.
  int find(const std::string& name) const { return places_.find(name); }
  const std::vector<std::unique_ptr<JointFriction>>& joint_frictions() const { return joint_frictions_; }
  bool is_empty() const { return pairs_.empty(); }
  /// Of a row of a fixed list of points: the same number on all ranks, in the order of the whole model.
  std::int64_t number_in_whole(const ContactRow& row) const {
    return (static_cast<std::int64_t>(row.pair) << 31) + of(row).number_of_point(row.point);
  }
  bool has_friction() const;  ///< in contacts or joints
  bool is_linear() const;     ///< constant directions, no friction in joints

  void search(const State& state, const SearchRange& range, std::vector<ContactRow>& rows) const;
  void gaps(const std::vector<ContactRow>& rows, const State& state, Vector& g) const;
  void jacobian(const std::vector<ContactRow>& rows, const State& state, RowJacobian& W) const;
  /// Gaps, normal and tangential rows at once; of the rows with a flag in `only`, when given, and the others
  /// stay as they were.
  void evaluate(const std::vector<ContactRow>& rows, const State& state, Vector& g, RowJacobian& W,
                RowJacobian& D, const std::vector<std::uint8_t>* only = nullptr) const;
  /// Tangential rows of the contacts with friction, in the order of `rows`: law->tangents of each; then those
  /// of the friction in joints.
  void tangents(const std::vector<ContactRow>& rows, const State& state, RowJacobian& D) const;
  void add_reaction_gradient(const ContactRow& row, const State& state, double lambda, double w,
                             MatrixSink& sink, Direction direction = Direction::normal) const;
  void add_velocity_gradient(const ContactRow& row, const State& state, double w, Index matrix_row,
                             MatrixSink& sink, Direction direction = Direction::normal) const;
  /// f += w (W Lambda + D Lambda_T): forces of impulses along the rows. Without friction Lambda_T may be
  /// empty.
  void add_forces(const std::vector<ContactRow>& rows, const State& state, const Vector& Lambda,
                  const Vector& Lambda_T, double w, Vector& f) const;
  /// "pair 'wall', point 'bar.start'": how messages name a contact.
  std::string describe(const ContactRow& row) const;

 private:
  /// Calls act(i) for every row, with the pairs prepared for their rows.
  template <class Act>
  void for_each_prepared(const std::vector<ContactRow>& rows, const State& state, Act&& act) const;
  const ContactPair& of(const ContactRow& row) const { return *pairs_[row.pair]; }
  void lay_out(const std::vector<ContactRow>& rows, RowJacobian& W) const;
  void lay_out_tangents(const std::vector<ContactRow>& rows, RowJacobian& D) const;
  void joint_tangents(const State& state, int first, RowJacobian& D) const;

  std::vector<std::unique_ptr<ContactPair>> pairs_;
  params::NamePlaces places_;
  std::vector<std::unique_ptr<JointFriction>> joint_frictions_;
};

}  // namespace jounce
