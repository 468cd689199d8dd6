#include "contact/edge_point.h"

#include <Eigen/LU>

#include "math/rotation.h"

namespace jounce {

EdgePoint::EdgePoint(const std::array<Vector3, 4>& nodes, double sign_of_n)
    : e(nodes[1] - nodes[0]), f(nodes[3] - nodes[2]), sign(sign_of_n) {
  const Vector3 c = e.cross(f), w = nodes[0] - nodes[2];
  size = c.norm();
  n = sign / size * c;
  t_1 = e.normalized();
  r = -w.cross(f).dot(c) / (size * size);
  s = -w.cross(e).dot(c) / (size * size);
  x = nodes[0] + r * e;
  y = nodes[2] + s * f;
  gap = n.dot(x - y);
}

void EdgePoint::row(Direction along, double* W) const {
  const Vector3 a = direction(along);
  const std::array<double, 4> share = shares();
  for (std::size_t i = 0; i < share.size(); ++i) Eigen::Map<Vector3>(W + 3 * i) = share[i] * a;
}

/// With the relative displacement B q and e_q, f_q constant, W = B^T a and
///   dW = B^T a_q + e_q^T a r_q - f_q^T a s_q;
/// r and s follow from e . (x - y) = f . (x - y) = 0.
EdgePoint::Matrix EdgePoint::gradient(Direction along) const {
  using Columns = Eigen::Matrix<double, 3, kDofs>;
  Columns e_q = Columns::Zero(), f_q = Columns::Zero(), B;
  e_q.middleCols<3>(0) = -Matrix3::Identity();
  e_q.middleCols<3>(3) = Matrix3::Identity();
  f_q.middleCols<3>(6) = -Matrix3::Identity();
  f_q.middleCols<3>(9) = Matrix3::Identity();
  const std::array<double, 4> share = shares();
  for (Index i = 0; i < 4; ++i)
    B.middleCols<3>(3 * i) = share[static_cast<std::size_t>(i)] * Matrix3::Identity();

  const Columns c_q = skew(e) * f_q - skew(f) * e_q;
  const Columns n_q = sign / size * (c_q - n * (n.transpose() * c_q));
  const Columns t_q = (e_q - t_1 * (t_1.transpose() * e_q)) / e.norm();
  const Vector3 D = x - y;
  Eigen::Matrix2d A;
  A << e.dot(e), -e.dot(f), e.dot(f), -f.dot(f);
  Eigen::Matrix<double, 2, kDofs> right;
  right.row(0) = -(D.transpose() * e_q + e.transpose() * B);
  right.row(1) = -(D.transpose() * f_q + f.transpose() * B);
  const Eigen::Matrix<double, 2, kDofs> rs_q = A.inverse() * right;

  const Vector3 a = direction(along);
  const Columns a_q = along == Direction::normal      ? n_q
                      : along == Direction::tangent_1 ? t_q
                                                      : Columns(skew(n) * t_q - skew(t_1) * n_q);
  return B.transpose() * a_q + (e_q.transpose() * a) * rs_q.row(0) - (f_q.transpose() * a) * rs_q.row(1);
}

}  // namespace jounce
