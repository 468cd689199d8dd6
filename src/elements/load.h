#pragma once

#include <functional>
#include <memory>

#include "model/element.h"
#include "model/marker.h"

namespace jounce {

/// Force F(t) and moment M(t) on a marker; with `follower` both are given in the marker's frame and turn with
/// it. f = J^T F + J_r^T M.
class PointLoad final : public ElementBlock {
 public:
  using Value = std::function<Vector3(double t)>;
  PointLoad(std::string name, std::shared_ptr<const Marker> marker, Value force, Value moment, bool follower);

  bool is_linear() const override { return marker_->is_linear() && !follower_; }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  void evaluate(const State& state, MarkerKinematics& k, Vector3& force, Vector3& moment) const;

  std::shared_ptr<const Marker> marker_;
  Value force_, moment_;  ///< empty: none
  bool follower_;
  mutable DenseMatrix K_;  ///< workspace, n x n
};

}  // namespace jounce
