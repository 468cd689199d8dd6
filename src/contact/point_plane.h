#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/contact.h"

namespace jounce {

/// Points (nodes, centres of balls, corners of bodies) against a plane that is fixed in a marker:
/// g = n . (x_P - x_A) - radius, n fixed in A's frame. Tangential directions t are fixed in A's frame as well
/// and belong to the contact point c = x_P - radius n:
///
///   u_T = t . (x_P' - omega_P x radius n - x_A' - omega_A x (c - x_A))
class PointPlanePair final : public ContactPair {
 public:
  struct Point {
    std::shared_ptr<const Marker> marker;
    double radius = 0;  ///< distance at which the surface around the point touches
  };

  PointPlanePair(std::string name, ContactLaw law, std::shared_ptr<const Marker> plane, const Vector3& normal,
                 std::vector<Point> points);

  int points() const override { return static_cast<int>(points_.size()); }
  std::string point_name(const ContactRow& row) const override;
  bool is_linear() const override;
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_touching_dofs(std::vector<Index>& dofs) const override;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const override;
  double gap(const State& state, const ContactRow& row) const override;
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override;
  void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                double* W_T) const override;
  void add_reaction_gradient(const State& state, const ContactRow& row, Direction direction, double lambda,
                             double w, MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, const ContactRow& row, Direction direction, double w,
                             Index matrix_row, MatrixSink& sink) const override;
  Vector3 position(const State& state, const ContactRow& row) const override;
  Vector3 axis(const State& state, const ContactRow& row, Direction direction) const override;

 private:
  MarkerRow marker_row(const Point& point, Direction direction) const;
  const Point& point(const ContactRow& row) const { return points_[row.point]; }
  std::span<const Index> dofs(const ContactRow& row) const { return dofs_[row.point]; }

  std::shared_ptr<const Marker> plane_;
  Matrix3 frame_;  ///< columns: normal, tangents, in the plane marker's axes
  std::vector<Point> points_;
  std::vector<std::vector<Index>> dofs_;
  mutable DenseMatrix gradient_;  ///< workspace, n x n
  mutable Vector velocity_row_;   ///< workspace, n
};

}  // namespace jounce
