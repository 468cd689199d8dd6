#pragma once

#include "model/contact.h"
#include "user/point_set.h"

namespace jounce {

/// A unilateral constraint by a function of a user: g_N = g(x(q)) >= 0, with W = J^T dg/dx and restitution,
/// without friction. Second derivatives of g are differences of the gradient; the gradient itself too where
/// the function does not give it.
class UserGap final : public ContactPair {
 public:
  UserGap(std::string name, double restitution, PointSet points, UserGapFunction function);

  int points() const override { return 1; }
  std::string point_name(const ContactRow&) const override { return "gap"; }
  bool is_linear() const override { return false; }
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_dofs(const ContactRow&, std::vector<Index>& dofs) const override {
    dofs.insert(dofs.end(), points_.dofs().begin(), points_.dofs().end());
  }
  void append_touching_dofs(std::vector<Index>& dofs) const override {
    dofs.insert(dofs.end(), points_.dofs().begin(), points_.dofs().end());
  }
  double gap(const State& state, const ContactRow& row) const override;
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override;
  void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                double* W_T) const override;
  void add_reaction_gradient(const State& state, const ContactRow& row, Direction direction, double lambda,
                             double w, MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, const ContactRow& row, Direction direction, double w,
                             Index matrix_row, MatrixSink& sink) const override;
  /// The first point.
  Vector3 position(const State& state, const ContactRow& row) const override;
  /// Of the gradient at the first point.
  Vector3 axis(const State& state, const ContactRow& row, Direction direction) const override;

 private:
  /// Gap and gradient at points.
  double evaluate(const UserPoints& at, Vector& gradient) const;
  /// gradient_ and H_ = d^2 g / dx^2 at a state.
  void second(const State& state) const;

  PointSet points_;
  UserGapFunction function_;
  mutable bool gives_gradient_ = false;  ///< the function, when last called
  // workspace
  mutable Vector gradient_, ahead_, back_, x_, varied_, row_;
  mutable DenseMatrix H_, D_;
};

}  // namespace jounce
