#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/marker.h"

namespace jounce {

/// The mean frame of nodes x_i, to which joints, loads and springs attach (a distributing coupling, RBE3):
/// with weights m_i, sum m_i = 1, and vectors a_i fixed in the frame, sum a_i = 0,
///
///   c = sum m_i x_i,     sum a_i x R^T x_i = 0,     x = c + R s,     axes R R_0
///
/// R is the rotation nearest to B = sum x_i a_i^T (polar decomposition). With b_i = R a_i, P = B R^T (which
/// is symmetric) and H = tr(P) I - P
///
///   omega = H^-1 sum b_i x v_i,     v = sum m_i v_i + omega x R s
///
/// so that a force f and a moment m at x become node forces that add up to both, without any stiffness:
///
///   f_i = m_i f + (H^-1 (m + R s x f)) x b_i
///
/// Shares of a surface are m_i = int N_i dA / A and a_i = int (X - X_c) N_i dA / A: then f_i are the node
/// forces of a traction that is linear over the surface, as in bending. Those of single nodes are m_i = 1/n
/// and a_i = m_i (X_i - X_c), the least-squares fit of a rigid motion. In the plane only rotations about z
/// are left.
class AveragingMarker final : public Marker {
 public:
  struct Share {
    double m = 0;
    Vector3 a = Vector3::Zero();
  };

  /// `dofs`: `dimension` (2 or 3) of each node, in the order of `shares`.
  AveragingMarker(std::string name, int dimension, std::vector<Index> dofs, std::vector<Share> shares,
                  const Vector3& s, const Matrix3& R_0 = Matrix3::Identity());
  /// Another point of the same frame, with its axes.
  std::shared_ptr<const AveragingMarker> at(const std::string& name, const Vector3& s) const;
  /// Place of a point of space in the frame.
  Vector3 place_of(const State& state, const Vector3& x) const;

  bool is_linear() const override { return false; }
  bool has_rotation() const override { return true; }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w, int offset,
                          DenseMatrix& K) const override;

 private:
  /// What all derivatives need.
  struct Frame {
    Vector3 c;
    Matrix3 R, P, H_inverse;
  };
  Frame frame(const State& state) const;
  int nodes() const { return static_cast<int>(shares_.size()); }
  Vector3 gather(const Vector& x, int node) const;
  /// Columns of the rotation by the coordinates of a node: H^-1 skew(b).
  Matrix3 rotation_by(const Frame& frame, const Vector3& b) const;

  int dimension_;
  std::vector<Share> shares_;
  Vector3 s_;
  Matrix3 R_0_;
};

}  // namespace jounce
