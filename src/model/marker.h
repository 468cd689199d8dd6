#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/state.h"

namespace jounce {

inline constexpr int kMaxMarkerDofs = 768;  ///< largest number of degrees of freedom a marker may depend on

/// 3 x n, n at most kMaxMarkerDofs, without heap allocation.
using MarkerMatrix = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxMarkerDofs>;

/// Position, frame and their derivatives, in the inertial frame.
struct MarkerKinematics {
  Vector3 x;         ///< position
  Matrix3 R;         ///< orientation: columns are the marker's axes
  MarkerMatrix J;    ///< x' = J v
  MarkerMatrix J_r;  ///< angular velocity omega = J_r v
  Vector3 velocity;  ///< J v
  Vector3 omega;     ///< J_r v
  MarkerMatrix D;    ///< d(J v)/dq at fixed v
  MarkerMatrix D_r;  ///< d(J_r v)/dq at fixed v
};

enum class Derivatives { none, first, second };

/// A point with a frame on a body, node or the ground. Joints, contacts, loads and sensors are written
/// against markers only, so that they work on every kind of body.
class Marker {
 public:
  Marker(std::string name, std::vector<Index> dofs) : name_(std::move(name)), dofs_(std::move(dofs)) {}
  virtual ~Marker() = default;
  Marker(const Marker&) = delete;
  Marker& operator=(const Marker&) = delete;

  const std::string& name() const { return name_; }
  std::span<const Index> dofs() const { return dofs_; }
  int size() const { return static_cast<int>(dofs_.size()); }

  /// True when x is affine in q and the frame does not turn.
  virtual bool is_linear() const = 0;
  /// True when the marker's frame can turn (bodies, beam nodes); false for points of meshes and the ground.
  virtual bool has_rotation() const = 0;
  /// The degrees of freedom before this one translate the marker along fixed axes and do no more: second
  /// derivatives by them vanish.
  virtual int first_turning_dof() const { return 0; }
  /// True when the frame turns about z by an angle that is affine in q, or not at all.
  virtual bool has_linear_rotation() const { return !has_rotation(); }

  /// Fills x and R; with Derivatives::first also J, J_r, velocity, omega; with ::second also D, D_r.
  virtual void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const = 0;
  /// K += w d(J^T f + J_r^T m)/dq at fixed force f and moment m; K is n x n over this marker's dofs, starting
  /// at (offset, offset).
  virtual void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w,
                                  int offset, DenseMatrix& K) const = 0;

 private:
  std::string name_;
  std::vector<Index> dofs_;
};

/// A fixed point and frame of space.
class GroundMarker final : public Marker {
 public:
  GroundMarker(std::string name, const Vector3& x, const Matrix3& R = Matrix3::Identity())
      : Marker(std::move(name), {}), x_(x), R_(R) {}

  bool is_linear() const override { return true; }
  bool has_rotation() const override { return false; }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State&, const Vector3&, const Vector3&, double, int,
                          DenseMatrix&) const override {}

 private:
  Vector3 x_;
  Matrix3 R_;
};

/// A node that has coordinates but no orientation: mesh nodes and point masses in one, two or three
/// dimensions.
class PointMarker final : public Marker {
 public:
  PointMarker(std::string name, std::vector<Index> dofs) : Marker(std::move(name), std::move(dofs)) {}

  bool is_linear() const override { return true; }
  bool has_rotation() const override { return false; }
  int first_turning_dof() const override { return size(); }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State&, const Vector3&, const Vector3&, double, int,
                          DenseMatrix&) const override {}
};

/// A point fixed in a spatial rigid body with position X of its centre of mass, unit quaternion R and
/// body-frame angular velocity Omega: x_P = X + R s, frame R R_0, v_P = X' + R (Omega x s).
class SpatialBodyMarker final : public Marker {
 public:
  /// `dofs`: three translations, three rotations; `quaternion`: place of w in q; `s`, `R_0`: in body axes.
  SpatialBodyMarker(std::string name, std::vector<Index> dofs, Index quaternion, const Vector3& s,
                    const Matrix3& R_0 = Matrix3::Identity());

  bool is_linear() const override { return false; }
  bool has_rotation() const override { return true; }
  int first_turning_dof() const override { return 3; }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w, int offset,
                          DenseMatrix& K) const override;

 private:
  /// Place and axes in the body.
  struct Mount {
    Vector3 s;
    Matrix3 R_0;
    bool is_aligned;  ///< R_0 is the identity
  };

  Matrix3 rotation(const State& state) const;

  Index quaternion_;
  std::unique_ptr<const Mount> mount_;  ///< null: centre and axes of the body, as of very many grains
};

/// A point fixed in a planar rigid body with coordinates (x, y, theta) of its centre of mass:
/// x_P = x + R(theta) s, frame R(theta) R_0.
class PlanarBodyMarker final : public Marker {
 public:
  /// `s`: place in body axes (z = 0); `angle`: of the marker's frame against the body's.
  PlanarBodyMarker(std::string name, std::vector<Index> dofs, const Vector3& s, double angle = 0);

  bool is_linear() const override { return s_.isZero(0); }
  bool has_rotation() const override { return true; }
  bool has_linear_rotation() const override { return true; }
  int first_turning_dof() const override { return 2; }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w, int offset,
                          DenseMatrix& K) const override;

 private:
  Vector3 s_;
  double angle_;
};

}  // namespace jounce
