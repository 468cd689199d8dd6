#include "contact/facing.h"

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "math/axes.h"

namespace jounce {

void Facing::find(const Vector& q, const ContactSurface& surface, const ContactSurface& other,
                  const Vector3& xi) {
  dimension = surface.dimension();
  x.setZero();
  for (int i = 0; i < face->size(); ++i) x += (*N)[i] * surface.place(q, face->nodes[i]);
  other.gather(*opposite, q, opposite_nodes);
  y.xi = xi;
  gap = std::numeric_limits<double>::quiet_NaN();
  if (!project_on_face(opposite->shape, opposite_nodes, x, y)) return;
  distance = y.n.dot(x - y.x);
  gap = distance - face->shift - opposite->shift;
}

void Facing::find_tangents(const Vector3& axis) {
  /// Cosine between a normal and the axis above which the tangents have none in common.
  constexpr double kParallel = 0.99;
  if (dimension == 2) {
    t = directions_across(y.n, 2);
    return;
  }
  // A row round a corner has another axis.
  const Vector3 a = std::abs(y.n.dot(axis)) > kParallel ? Vector3(Vector3::Unit(axis_across(y.n))) : axis;
  const double cosine = y.n.dot(a);
  const double sine = (a - cosine * y.n).norm();
  t[0] = (a - cosine * y.n) / sine;
  t[1] = y.n.cross(t[0]);
  turn = -cosine / sine;
}

/// With dx - dy = w, d = n . (x - y) and the rows over
/// the displacements
///   T_a = a_a . w,   B_a = n . dy,a,   X = (A^-1)(T + d B) = dxi,   A_ab = a_a . a_b - d n . y,ab,
///   dn = -a^a N_a,   N_a = B_a + n . y,ab X_b
/// it is  -(a^a . w) N_a - B_a X_a  for the normal (T. A. Laursen, J. C. Simo, Int. J. Numer. Methods Eng. 36
/// (1993) 3451) and  dt . w - (t . dy,a) X_a  for a tangent t.
template <class Visit>
void Facing::for_second_derivatives(Direction of, const Visit& visit) const {
  const int parameters = dimension - 1;
  const FaceCurvatures second = face_curvatures(opposite->shape, y.xi);
  const auto along = [&](const Vector3& d) {
    Row r(nodes() * dimension);
    for (int i = 0; i < nodes(); ++i)
      for (int k = 0; k < dimension; ++k) r[i * dimension + k] = share(i) * d[k];
    return r;
  };
  const auto gradient = [&](const Vector3& d, int a) {  // d . dy,a
    Row r = Row::Zero(nodes() * dimension);
    for (int j = 0; j < opposite->size(); ++j)
      for (int k = 0; k < dimension; ++k) r[(face->size() + j) * dimension + k] = y.dN(j, a) * d[k];
    return r;
  };
  Eigen::Matrix2d metric = Eigen::Matrix2d::Identity(), curvature = Eigen::Matrix2d::Zero();
  constexpr int kColumn[2][2] = {{0, 2}, {2, 1}};
  for (int a = 0; a < parameters; ++a)
    for (int b = 0; b < parameters; ++b) {
      metric(a, b) = y.a[a].dot(y.a[b]);
      curvature(a, b) = y.n.dot(opposite_nodes * second.col(kColumn[a][b]));
    }
  const Eigen::Matrix2d inverse = metric.inverse();
  const Eigen::Matrix2d A_inverse = (metric - distance * curvature).inverse();
  std::array<Row, 2> T, B, X;
  std::array<Vector3, 2> dual;  // a^a
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    T[a] = along(y.a[a]);
    B[a] = gradient(y.n, static_cast<int>(a));
    dual[a].setZero();
    for (int b = 0; b < parameters; ++b) dual[a] += inverse(static_cast<int>(a), b) * y.a[b];
  }
  for (int a = 0; a < parameters; ++a) {
    X[a].setZero(nodes() * dimension);
    for (int b = 0; b < parameters; ++b) X[a] += A_inverse(a, b) * (T[b] + distance * B[b]);
  }
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    Row N_a = B[a];
    for (int b = 0; b < parameters; ++b) N_a += curvature(static_cast<int>(a), b) * X[b];
    if (of == Direction::normal) {
      visit(along(-dual[a]), N_a);
      visit(-B[a], X[a]);
      continue;
    }
    const std::size_t d = static_cast<std::size_t>(of) - 1;
    const Vector3& tangent = t[d];
    Row change = tangent.dot(dual[a]) * along(y.n);
    if (dimension == 3) change += (d == 0 ? -1.0 : 1.0) * turn * t[1].dot(dual[a]) * along(t[1 - d]);
    visit(change, N_a);
    visit(gradient(-tangent, static_cast<int>(a)), X[a]);
  }
}

void Facing::add_second_derivatives(Direction of, double weight, Matrix& K) const {
  for_second_derivatives(of, [&](const Row& l, const Row& r) { K.noalias() += weight * l * r.transpose(); });
}

void Facing::add_velocity_gradient(Direction of, double weight, const Row& v, Row& gradient) const {
  for_second_derivatives(of, [&](const Row& l, const Row& r) { gradient += weight * l.dot(v) * r; });
}

}  // namespace jounce
