#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/constraint.h"
#include "model/row_jacobian.h"
#include "params/named_list.h"

namespace jounce {

/// The bilateral constraints of a system, row by row in the order in which they were added: g(q, t) = 0 and
/// G v + g_t = 0, with the reactions -G^T lambda (B 1).
class JointRows {
 public:
  void add(std::unique_ptr<Constraint> constraint) {
    places_.add(constraint->name());
    joints_.push_back(std::move(constraint));
  }
  /// Numbers the rows; after the last addition.
  void finish();

  const std::vector<std::unique_ptr<Constraint>>& all() const { return joints_; }
  /// Place of the first of a name; -1 where there is none.
  int find(const std::string& name) const { return places_.find(name); }
  int rows() const { return n_rows_; }
  int first_row(int joint) const { return first_rows_[joint]; }
  /// The joint that a row belongs to.
  int joint_of(int row) const;
  const std::string& name_of(int row) const { return joints_[joint_of(row)]->name(); }
  std::string describe(int row) const { return "joint '" + name_of(row) + "'"; }  ///< for messages
  /// Flags of the rows that hold at velocity level only (nonholonomic): G v + g_t = 0 without g.
  const std::vector<std::uint8_t>& velocity_rows() const { return velocity_rows_; }
  bool is_holonomic() const { return is_holonomic_; }  ///< no row holds at velocity level only
  bool is_linear() const;

  void values(const State& state, Vector& g) const;
  void jacobian(const State& state, RowJacobian& G) const;
  void evaluate(const State& state, Vector& g, RowJacobian& G) const;  ///< values and Jacobian at once
  void rates(const State& state, Vector& g_t) const;
  /// Explicit time derivative of G v + g_t at fixed q and v.
  void rate_derivatives(const State& state, Vector& g_tt) const;
  void add_reaction_gradient(const State& state, const Vector& lambda, double w, MatrixSink& sink) const;
  void add_velocity_gradient(const State& state, double w, Index first_matrix_row, MatrixSink& sink) const;

 private:
  void lay_out(RowJacobian& G) const;

  std::vector<std::unique_ptr<Constraint>> joints_;
  params::NamePlaces places_;
  std::vector<int> first_rows_;
  int n_rows_ = 0;
  std::vector<std::uint8_t> velocity_rows_;
  bool is_holonomic_ = true;
};

}  // namespace jounce
