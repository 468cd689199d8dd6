#pragma once

#include <optional>

#include "model/contact.h"
#include "model/relative_coordinate.h"

namespace jounce {

/// Stops of a joint: a relative coordinate c stays between two limits, with Newton's restitution. Points
/// "lower" and "upper" (those that are given):
///
///   lower   g_N = c - c_min >= 0        upper   g_N = c_max - c >= 0
///
/// The contact force is the force, or the moment, along the coordinate. There is no tangential direction.
class CoordinateLimit final : public ContactPair {
 public:
  CoordinateLimit(std::string name, double restitution, std::shared_ptr<const RelativeCoordinate> coordinate,
                  std::optional<double> lower, std::optional<double> upper);

  int points() const override { return static_cast<int>(limits_.size()); }
  std::string point_name(const ContactRow& row) const override { return limit(row).name; }
  bool is_linear() const override { return coordinate_->is_linear(); }
  bool is_angular() const override { return coordinate_->is_angle(); }
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_dofs(const ContactRow&, std::vector<Index>& dofs) const override {
    dofs.insert(dofs.end(), coordinate_->dofs().begin(), coordinate_->dofs().end());
  }
  double gap(const State& state, const ContactRow& row) const override;
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override;
  void evaluate(const State& state, const ContactRow& row, double& gap_value, double* W,
                double*) const override {
    gap_value = gap(state, row);
    jacobian(state, row, Direction::normal, W);
  }
  void add_reaction_gradient(const State& state, const ContactRow& row, Direction direction, double lambda,
                             double w, MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, const ContactRow& row, Direction direction, double w,
                             Index matrix_row, MatrixSink& sink) const override;
  Vector3 position(const State& state, const ContactRow& row) const override;
  Vector3 axis(const State&, const ContactRow&, Direction) const override { return Vector3::Zero(); }

 private:
  struct Limit {
    std::string name;
    double sign;   ///< of c in the gap
    double value;  ///< of the gap at c = 0
  };
  const Limit& limit(const ContactRow& row) const { return limits_[row.point]; }

  std::shared_ptr<const RelativeCoordinate> coordinate_;
  std::vector<Limit> limits_;
  mutable DenseMatrix gradient_;  ///< workspace, n x n
  mutable Vector row_;            ///< workspace, n
};

}  // namespace jounce
