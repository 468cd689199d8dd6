#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/marker_row.h"
#include "model/row_jacobian.h"

namespace jounce {

/// A bilateral constraint with one or more rows over a fixed list of degrees of freedom: g(q, t) = 0 with
/// G v + g_t = 0 following from it, or, for rows at velocity level (nonholonomic), G(q) v + g_t(q, t) = 0
/// alone.
class Constraint {
 public:
  Constraint(std::string name, std::vector<std::string> row_names, std::vector<Index> dofs)
      : name_(std::move(name)), row_names_(std::move(row_names)), dofs_(std::move(dofs)) {}
  virtual ~Constraint() = default;
  Constraint(const Constraint&) = delete;
  Constraint& operator=(const Constraint&) = delete;

  const std::string& name() const { return name_; }
  /// What each row holds, such as "x", "y", "angle"; the names by which reactions are asked for.
  const std::vector<std::string>& row_names() const { return row_names_; }
  int rows() const { return static_cast<int>(row_names_.size()); }
  std::span<const Index> dofs() const { return dofs_; }

  /// True when g is affine in q with constant G.
  virtual bool is_linear() const = 0;

  /// True for a row that holds at velocity level only; its value is 0.
  virtual bool is_velocity_row(int /*row*/) const { return false; }

  /// True for a row whose multiplier is a moment, false for a force.
  virtual bool is_moment(int /*row*/) const { return false; }

  virtual void value(const State& state, double* g) const = 0;
  /// Rows first_row, first_row + 1, ... of G, already laid out over dofs().
  virtual void jacobian(const State& state, int first_row, RowJacobian& G) const = 0;
  /// Value and Jacobian at once, for constraints that can share work between them.
  virtual void evaluate(const State& state, double* g, int first_row, RowJacobian& G) const {
    value(state, g);
    jacobian(state, first_row, G);
  }
  /// Explicit time derivative dg/dt at fixed q (drivers); the velocity constraint is G v + g_t = 0.
  virtual void rate(const State& state, double* g_t) const = 0;
  /// d(G v + g_t)/dt at fixed q and v: the acceleration constraint is G a + d(G v + g_t)/dq v + g_tt = 0.
  virtual void rate_derivative(const State& state, double* g_tt) const = 0;
  /// Force and moment in fixed axes that the multipliers exert on B at its marker; false when the constraint
  /// is not between two markers.
  virtual bool wrench(const State& /*state*/, const double* /*lambda*/, Vector3& /*force*/,
                      Vector3& /*moment*/) const {
    return false;
  }
  /// w d(G^T lambda)/dq
  virtual void add_reaction_gradient(const State& state, const double* lambda, double w,
                                     MatrixSink& sink) const = 0;
  /// w d(G v + g_t)/dq at matrix rows first_row, first_row + 1, ...
  virtual void add_velocity_gradient(const State& state, double w, Index first_row,
                                     MatrixSink& sink) const = 0;

 private:
  std::string name_;
  std::vector<std::string> row_names_;
  std::vector<Index> dofs_;
};

/// Constraint between two markers made of MarkerRows; all classical joints are of this kind.
class MarkerConstraint final : public Constraint {
 public:
  MarkerConstraint(std::string name, std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B,
                   std::vector<MarkerRow> rows, std::vector<std::string> row_names);

  bool is_linear() const override;
  bool is_moment(int row) const override;
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void evaluate(const State& state, double* g, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  bool wrench(const State& state, const double* lambda, Vector3& force, Vector3& moment) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  void find_curved();
  /// Adds the block of `gradient_` over the curved places [first, last) of rows and columns.
  void add_curved(std::size_t first, std::size_t last, MatrixSink& sink) const;

  std::shared_ptr<const Marker> A_;
  std::shared_ptr<const Marker> B_;
  std::vector<MarkerRow> marker_rows_;
  /// Degrees of freedom that second derivatives of the rows involve: places in dofs(), and numbers, of A then
  /// of B; and whether those of A and B are coupled.
  std::vector<Index> curved_places_, curved_dofs_;
  std::size_t n_curved_A_ = 0;
  bool is_coupled_ = false;
  mutable DenseMatrix gradient_;        ///< workspace, n x n
  mutable Vector row_;                  ///< workspace, n
  mutable std::vector<double> curved_;  ///< workspace: the entries of the two for the curved ones
};

/// Degrees of freedom of A followed by those of B.
std::vector<Index> joined_dofs(const Marker& A, const Marker& B);

}  // namespace jounce
