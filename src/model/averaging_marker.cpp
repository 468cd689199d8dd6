#include "model/averaging_marker.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <cassert>
#include <cmath>

#include "math/rotation.h"

namespace jounce {
namespace {

/// The rotation nearest to B, about z in the plane.
Matrix3 nearest_rotation(const Matrix3& B, int dimension) {
  if (dimension == 2) {
    const double sine = B(1, 0) - B(0, 1), cosine = B(0, 0) + B(1, 1);
    const double length = std::hypot(sine, cosine);
    Matrix3 R = Matrix3::Identity();
    R.topLeftCorner<2, 2>() << cosine / length, -sine / length, sine / length, cosine / length;
    return R;
  }
  const Eigen::JacobiSVD<Matrix3> svd(B, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vector3 signs = Vector3::Ones();
  signs[2] = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;  // least singular value
  return svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
}

}  // namespace

AveragingMarker::AveragingMarker(std::string name, int dimension, std::vector<Index> dofs,
                                 std::vector<Share> shares, const Vector3& s, const Matrix3& R_0)
    : Marker(std::move(name), std::move(dofs)),
      dimension_(dimension),
      shares_(std::move(shares)),
      s_(s),
      R_0_(R_0) {
  assert(size() == dimension_ * nodes() && size() <= kMaxMarkerDofs);
}

std::shared_ptr<const AveragingMarker> AveragingMarker::at(const std::string& name, const Vector3& s) const {
  return std::make_shared<AveragingMarker>(name, dimension_, std::vector<Index>(dofs().begin(), dofs().end()),
                                           shares_, s, R_0_);
}

Vector3 AveragingMarker::place_of(const State& state, const Vector3& x) const {
  const Frame now = frame(state);
  return now.R.transpose() * (x - now.c);
}

Vector3 AveragingMarker::gather(const Vector& x, int node) const {
  Vector3 result = Vector3::Zero();
  for (int k = 0; k < dimension_; ++k) result[k] = x[dofs()[dimension_ * node + k]];
  return result;
}

AveragingMarker::Frame AveragingMarker::frame(const State& state) const {
  Frame f;
  f.c.setZero();
  Matrix3 B = Matrix3::Zero();
  // The a_i add up to 0: places from the first node lose fewer digits.
  const Vector3 origin = gather(state.q, 0);
  for (int i = 0; i < nodes(); ++i) {
    const Share& share = shares_[i];
    const Vector3 x = gather(state.q, i) - origin;
    f.c += share.m * x;
    B += x * share.a.transpose();
  }
  f.c += origin;
  f.R = nearest_rotation(B, dimension_);
  f.P = B * f.R.transpose();
  f.P = (0.5 * (f.P + f.P.transpose())).eval();
  if (dimension_ == 2) {  // rotations about z alone
    f.H_inverse.setZero();
    f.H_inverse(2, 2) = 1 / f.P.trace();
  } else {
    f.H_inverse = (f.P.trace() * Matrix3::Identity() - f.P).inverse();
  }
  return f;
}

Matrix3 AveragingMarker::rotation_by(const Frame& frame, const Vector3& b) const {
  return frame.H_inverse * skew(b);
}

void AveragingMarker::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const {
  const Frame f = frame(state);
  const Vector3 r = f.R * s_;
  k.x = f.c + r;
  k.R = f.R * R_0_;
  if (derivatives == Derivatives::none) return;
  k.J.setZero(3, size());
  k.J_r.setZero(3, size());
  k.velocity.setZero();
  k.omega.setZero();
  Matrix3 Q = Matrix3::Zero();  // sum b_i v_i^T
  for (int i = 0; i < nodes(); ++i) {
    const Share& share = shares_[i];
    const Vector3 b = f.R * share.a, v = gather(state.v, i);
    const Matrix3 turn = rotation_by(f, b);
    k.J_r.middleCols(dimension_ * i, dimension_) = turn.leftCols(dimension_);
    k.J.middleCols(dimension_ * i, dimension_) =
        (share.m * Matrix3::Identity() - skew(r) * turn).leftCols(dimension_);
    k.velocity += share.m * v;
    k.omega += turn * v;
    Q += b * v.transpose();
  }
  k.velocity += k.omega.cross(r);
  if (derivatives == Derivatives::first) return;
  // H domega = (Q - tr Q I) phi - dH omega, phi = J_r dx, dP = skew(phi) P + sum b_i dx_i^T
  k.D.resize(3, size());
  k.D_r.resize(3, size());
  const Matrix3 by_rotation = Q - Q.trace() * Matrix3::Identity() - skew(f.P * k.omega);
  for (int i = 0; i < nodes(); ++i) {
    const Vector3 b = f.R * shares_[i].a;
    const Matrix3 turn = rotation_by(f, b);
    const Matrix3 change =
        f.H_inverse * (by_rotation * turn - k.omega * b.transpose() + b * k.omega.transpose());
    k.D_r.middleCols(dimension_ * i, dimension_) = change.leftCols(dimension_);
    k.D.middleCols(dimension_ * i, dimension_) =
        (-skew(r) * change - skew(k.omega) * skew(r) * turn).leftCols(dimension_);
  }
}

void AveragingMarker::add_force_gradient(const State& state, const Vector3& force, const Vector3& m, double w,
                                         int offset, DenseMatrix& K) const {
  // J^T f + J_r^T m has the parts m_i f + mu x b_i with H mu = M, M = m + r x f.
  const Frame f = frame(state);
  const Vector3 r = f.R * s_, mu = f.H_inverse * (m + r.cross(force));
  const Matrix3 by_rotation = r * force.transpose() - r.dot(force) * Matrix3::Identity() - skew(f.P * mu);
  for (int j = 0; j < nodes(); ++j) {
    const Vector3 b_j = f.R * shares_[j].a;
    const Matrix3 turn = rotation_by(f, b_j);
    const Matrix3 dmu = f.H_inverse * (by_rotation * turn - mu * b_j.transpose() + b_j * mu.transpose());
    for (int i = 0; i < nodes(); ++i) {
      const Matrix3 b_i = skew(f.R * shares_[i].a);
      const Matrix3 block = -b_i * dmu - skew(mu) * b_i * turn;
      K.block(offset + dimension_ * i, offset + dimension_ * j, dimension_, dimension_) +=
          w * block.topLeftCorner(dimension_, dimension_);
    }
  }
}

}  // namespace jounce
