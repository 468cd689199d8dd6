#pragma once

#include <functional>
#include <memory>

#include "differences.h"
#include "math/rotation.h"
#include "model/averaging_marker.h"
#include "model/marker.h"

namespace jounce::test {

/// A point fixed in a spatial rigid body whose coordinates are (x, y, z, roll, pitch, yaw): a marker whose
/// frame turns in space and whose J_r depends on q, to see that nothing above markers relies on the plane.
/// Its second derivatives come from differences.
class SpatialMarker final : public Marker {
 public:
  SpatialMarker(std::string name, std::vector<Index> dofs, const Vector3& s)
      : Marker(std::move(name), std::move(dofs)), s_(s) {}

  bool is_linear() const override { return false; }
  bool has_rotation() const override { return true; }

  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override {
    first(state, k);
    if (derivatives != Derivatives::second) return;
    const auto velocities = [&](const Vector& own) {
      MarkerKinematics moved;
      first(with_own(state, own), moved);
      Vector both(6);
      both << moved.velocity, moved.omega;
      return both;
    };
    const DenseMatrix D = differences(velocities, own(state));
    k.D = D.topRows(3);
    k.D_r = D.bottomRows(3);
  }

  void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w, int offset,
                          DenseMatrix& K) const override {
    const auto generalised = [&](const Vector& own) {
      MarkerKinematics moved;
      first(with_own(state, own), moved);
      return Vector(moved.J.transpose() * f + moved.J_r.transpose() * m);
    };
    K.block(offset, offset, 6, 6) += w * differences(generalised, own(state));
  }

 private:
  Vector own(const State& state) const {
    Vector q(6);
    for (std::size_t i = 0; i < 6; ++i) q[static_cast<Index>(i)] = state.q[dofs()[i]];
    return q;
  }
  State with_own(State state, const Vector& own) const {
    for (std::size_t i = 0; i < 6; ++i) state.q[dofs()[i]] = own[static_cast<Index>(i)];
    return state;
  }
  void first(const State& state, MarkerKinematics& k) const {
    using Eigen::AngleAxisd;
    const Vector q = own(state);
    Vector v(6);
    for (std::size_t i = 0; i < 6; ++i) v[static_cast<Index>(i)] = state.v[dofs()[i]];
    const Matrix3 yaw = AngleAxisd(q[5], Vector3::UnitZ()).toRotationMatrix();
    const Matrix3 pitch = AngleAxisd(q[4], Vector3::UnitY()).toRotationMatrix();
    k.R = yaw * pitch * AngleAxisd(q[3], Vector3::UnitX()).toRotationMatrix();
    const Vector3 arm = k.R * s_;
    k.x = q.head<3>() + arm;
    k.J_r.setZero(3, 6);
    k.J_r.col(3) = yaw * pitch * Vector3::UnitX();
    k.J_r.col(4) = yaw * Vector3::UnitY();
    k.J_r.col(5) = Vector3::UnitZ();
    k.J = -skew(arm) * k.J_r;
    k.J.leftCols(3).setIdentity();
    k.velocity = k.J * v;
    k.omega = k.J_r * v;
  }

  Vector3 s_;
};

using MarkerPointer = std::shared_ptr<const Marker>;

/// One marker of each kind, with its first degree of freedom at `first`.
inline std::vector<MarkerPointer> all_markers(Index first) {
  const auto dofs = [&](Index n) {
    std::vector<Index> list;
    for (Index i = 0; i < n; ++i) list.push_back(first + i);
    return list;
  };
  const Matrix3 R = rotation_exponential({0.3, -0.5, 0.8}).toRotationMatrix();
  return {std::make_shared<GroundMarker>("ground", Vector3(0.4, -0.7, 0.2)),
          std::make_shared<GroundMarker>("turned ground", Vector3(0.4, -0.7, 0.2), R),
          std::make_shared<PointMarker>("point 1D", dofs(1)),
          std::make_shared<PointMarker>("point 2D", dofs(2)),
          std::make_shared<PointMarker>("point 3D", dofs(3)),
          std::make_shared<PlanarBodyMarker>("centre", dofs(3), Vector3::Zero()),
          std::make_shared<PlanarBodyMarker>("planar", dofs(3), Vector3(0.5, -0.3, 0), 0.4),
          std::make_shared<SpatialMarker>("spatial", dofs(6), Vector3(0.3, -0.2, 0.6))};
}

/// The mean frame of three nodes in the plane; its derivatives grow where the nodes have no orientation.
inline MarkerPointer averaging_marker() {
  const std::vector<AveragingMarker::Share> shares = {
      {0.2, {0.5, -0.3, 0}}, {0.5, {-0.8, 0.1, 0}}, {0.3, {0.3, 0.2, 0}}};
  return std::make_shared<AveragingMarker>("averaging", 2, std::vector<Index>{0, 1, 2, 3, 4, 5}, shares,
                                           Vector3(0.2, -0.6, 0),
                                           rotation_exponential({0, 0, 0.4}).toRotationMatrix());
}

}  // namespace jounce::test
