#include "elements/shell_geometry.h"

#include <algorithm>
#include <cmath>

#include "elements/shell_natural.h"
#include "elements/shell_quadratic.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce::shell {
namespace {

Matrix3 frame_of(const Vector3& normal, const Vector3& direction) {
  Matrix3 frame;
  frame.col(2) = normal;
  frame.col(0) = first_axis(normal, direction);
  frame.col(1) = normal.cross(frame.col(0));
  return frame;
}

/// Membrane strains of a quadrilateral by those at the middles of its sides and at its centre: the term
/// x_d . u_d of a warped element, which locks, is written by the part of x_d in the plane of the centre.
class WarpedMembrane {
 public:
  explicit WarpedMembrane(const Nodes<4>& X) {
    const Base<4> centre(X, Vector3::Zero());
    const Vector3 x_d = X * Eigen::Vector4d(1, -1, 1, -1) / 4;
    const double c_r = x_d.dot(centre.g_2.cross(centre.normal)) / centre.area;
    const double c_s = x_d.dot(centre.normal.cross(centre.g_1)) / centre.area;
    const double d = c_r * c_r + c_s * c_s - 1;
    a_ = {c_r * (c_r - 1) / (2 * d), c_r * (c_r + 1) / (2 * d), c_s * (c_s - 1) / (2 * d),
          c_s * (c_s + 1) / (2 * d), 2 * c_r * c_s / d};
    const auto sample = [&](double r, double s) { return natural_membrane<4>(Base<4>(X, {r, s, 0}).by_xi); };
    rr_ = {sample(0, 1)[0], sample(0, -1)[0]};
    ss_ = {sample(1, 0)[1], sample(-1, 0)[1]};
    rs_ = 0.5 * sample(0, 0)[2];
  }

  Natural<4> at(double r, double s) const {
    const auto& [A, B, C, D, E] = a_;
    const Form<4> product = A * rr_[0] + B * rr_[1] + C * ss_[0] + D * ss_[1] + E * rs_;
    Natural<4> e;
    e[0] = 0.5 * (1 + s) * rr_[0] + 0.5 * (1 - s) * rr_[1] + (s * s - 1) * product;
    e[1] = 0.5 * (1 + r) * ss_[0] + 0.5 * (1 - r) * ss_[1] + (r * r - 1) * product;
    e[2] = 2 * (r * (rr_[0] - rr_[1]) / 4 + s * (ss_[0] - ss_[1]) / 4 + rs_ + r * s * product);
    return e;
  }

 private:
  std::array<double, 5> a_;
  std::array<Form<4>, 2> rr_, ss_;
  Form<4> rs_;
};

template <int N>
NaturalShear<N> assumed_shear(const Vector3& xi) {
  const double r = xi.x(), s = xi.y();
  if constexpr (N == 4) {
    return {0.5 * (1 + s) * shear_at<4>({0, 1, 0})[0] + 0.5 * (1 - s) * shear_at<4>({0, -1, 0})[0],
            0.5 * (1 + r) * shear_at<4>({1, 0, 0})[1] + 0.5 * (1 - r) * shear_at<4>({-1, 0, 0})[1]};
  } else {
    const Form<3> e_1 = shear_at<3>({0.5, 0, 0})[0], e_2 = shear_at<3>({0, 0.5, 0})[1];
    const auto third = shear_at<3>({0.5, 0.5, 0});
    const Form<3> c = e_2 - e_1 - third[1] + third[0];
    return {e_1 + c * s, e_2 - c * r};
  }
}

/// Along the element at its centre: half way between its first direction and the second one turned back.
template <int N>
Vector3 direction_along(const Nodes<N>& X) {
  const Base<N> centre(X, reference_centre(kShape<N>));
  return centre.g_1.normalized() + centre.g_2.normalized().cross(centre.normal);
}

/// Membrane forms of all points in axes along the element; `turn` then has those of the local axes in them.
template <int N>
void set_membrane(const Nodes<N>& X, const Quadrature& rule, MembraneShear membrane_shear,
                  Geometry<N>& geometry) {
  if constexpr (N == 3) {
    for (std::size_t p = 0; p < rule.size(); ++p) {
      const Base<3> base(X, rule[p].xi);
      const auto e = turned<3>(natural_membrane<3>(base.by_xi), base.to_local(geometry.points[p].frame));
      std::copy(e.begin(), e.end(), geometry.points[p].forms.begin());
    }
  } else {
    const WarpedMembrane membrane(X);
    const Vector3 along = direction_along<4>(X);
    Form<4> mean = Form<4>::Zero();
    std::array<Natural<4>, 4> in_element;
    std::array<Eigen::Matrix2d, 4> turn;
    for (std::size_t p = 0; p < rule.size(); ++p) {
      const Base<4> base(X, rule[p].xi);
      const Matrix3 axes = frame_of(base.normal, along);
      in_element[p] = turned<4>(membrane.at(rule[p].xi.x(), rule[p].xi.y()), base.to_local(axes));
      turn[p] = axes.leftCols<2>().transpose() * geometry.points[p].frame.template leftCols<2>();
      mean += geometry.points[p].area / geometry.area() * in_element[p][2];
    }
    for (std::size_t p = 0; p < rule.size(); ++p) {
      if (membrane_shear == MembraneShear::mean) in_element[p][2] = mean;
      const auto e = turned<4>(in_element[p], turn[p]);
      std::copy(e.begin(), e.end(), geometry.points[p].forms.begin());
    }
  }
}

/// Elements of second order: at all points of a rule.
template <int N>
std::array<AssumedStrains<N>, kPoints<N>> strains_at(const Quadrature& rule) {
  std::array<AssumedStrains<N>, kPoints<N>> all;
  for (std::size_t p = 0; p < all.size(); ++p) all[p] = assumed_strains<N>(rule[p].xi);
  return all;
}

/// In-plane forms of elements of second order: what is assumed, in axes along the element, with the mean of
/// the strains of the displacements. A constant stress does the work of the displacements then, in elements
/// of any shape.
template <int N>
void set_in_plane(const Nodes<N>& X, const Quadrature& rule, Geometry<N>& geometry) {
  static const auto assumed = strains_at<N>(rule);
  const Vector3 along = direction_along<N>(X);
  std::array<Natural<N>, kPoints<N>> in_element;
  std::array<Eigen::Matrix2d, kPoints<N>> turn;
  Natural<N> missing = {Form<N>::Zero(), Form<N>::Zero(), Form<N>::Zero()};
  for (std::size_t p = 0; p < rule.size(); ++p) {
    Point<N>& point = geometry.points[p];
    const Base<N> base(X, rule[p].xi);
    const Matrix3 axes = frame_of(base.normal, along);
    const Eigen::Matrix2d T = base.to_local(axes);
    in_element[p] = turned<N>(assumed[p].in_plane, T);
    turn[p] = axes.leftCols<2>().transpose() * point.frame.template leftCols<2>();
    const auto of_displacements = turned<N>(natural_membrane<N>(base.by_xi), T);
    for (std::size_t c = 0; c < 3; ++c)
      missing[c] += point.area / geometry.area() * (of_displacements[c] - in_element[p][c]);
    const Eigen::Matrix2d to_frame = base.to_local(point.frame);
    for (int a = 0; a < 2; ++a)
      point.forms[3 + a] = to_frame(0, a) * assumed[p].shear[0] + to_frame(1, a) * assumed[p].shear[1];
  }
  for (std::size_t p = 0; p < rule.size(); ++p) {
    for (std::size_t c = 0; c < 3; ++c) in_element[p][c] += missing[c];
    const auto e = turned<N>(in_element[p], turn[p]);
    std::copy(e.begin(), e.end(), geometry.points[p].forms.begin());
  }
}

/// int N_a N_b dA; of elements of first order with their own points.
template <int N>
Form<N> masses_of(const Nodes<N>& X, const std::array<Point<N>, kPoints<N>>& points) {
  Form<N> mass = Form<N>::Zero();
  if constexpr (N > 4) {
    for (const QuadraturePoint& point : mass_rule(kShape<N>)) {
      const Base<N> base(X, point.xi);
      mass += point.weight * base.area * base.values * base.values.transpose();
    }
  } else {
    for (const Point<N>& point : points) mass += point.area * point.values * point.values.transpose();
  }
  return mass;
}

/// Root of the factor of the shear stiffness of triangles of three nodes.
template <int N>
double shear_scale_of(const Nodes<N>& X, double thickness) {
  constexpr double kShare = 0.1;
  if (N != 3) return 1;
  double longest = 0;  // squared
  for (int a = 0; a < N; ++a) longest = std::max(longest, (X.col((a + 1) % N) - X.col(a)).squaredNorm());
  return thickness / std::sqrt(thickness * thickness + kShare * longest);
}

}  // namespace

template <int N>
Quadrature point_rule() {
  if (N == 3 || N == 6) return triangle_rule(kPoints<N>);
  return gauss_rule(2, N == 4 ? 2 : 3);
}

template Quadrature point_rule<3>();
template Quadrature point_rule<4>();
template Quadrature point_rule<6>();
template Quadrature point_rule<8>();

Vector3 first_axis(const Vector3& normal, const Vector3& direction) {
  constexpr double kLeast = 1.7e-3;  // sine of a tenth of a degree
  Vector3 axis = direction - direction.dot(normal) * normal;
  if (axis.norm() < kLeast * direction.norm()) axis = Vector3::UnitZ() - normal.z() * normal;
  return axis.normalized();
}

template <int N>
Geometry<N> make_geometry(const Nodes<N>& X, const Nodes<N>& D, const Vector3& direction, double thickness,
                          MembraneShear membrane_shear) {
  Geometry<N> geometry;
  geometry.shear_scale = shear_scale_of<N>(X, thickness);
  geometry.X = X;
  geometry.D = D;
  const Quadrature rule = point_rule<N>();
  for (std::size_t p = 0; p < rule.size(); ++p) {
    Point<N>& point = geometry.points[p];
    const Base<N> base(X, rule[p].xi);
    point.area = rule[p].weight * base.area;
    point.values = base.values;
    point.frame = frame_of(base.normal, direction);
    const Eigen::Matrix2d T = base.to_local(point.frame);
    point.slopes = base.by_xi * T;
    if constexpr (N <= 4) {
      for (int a = 0; a < 2; ++a) point.forms[3 + a] = point.slopes.col(a) * point.slopes.col(a).transpose();
      point.forms[5] = symmetric<N>(point.slopes, 0, 1);
      const auto shear = assumed_shear<N>(rule[p].xi);
      for (int a = 0; a < 2; ++a)
        point.forms[6 + a] = geometry.shear_scale * (T(0, a) * shear[0] + T(1, a) * shear[1]);
    }
  }
  geometry.mass = masses_of<N>(X, geometry.points);
  if constexpr (N > 4)
    set_in_plane<N>(X, rule, geometry);
  else
    set_membrane<N>(X, rule, membrane_shear, geometry);
  const auto nodes = reference_nodes(kShape<N>);
  for (int a = 0; a < N; ++a) {
    const Base<N> base(X, nodes[static_cast<std::size_t>(a)]);
    const Matrix3 frame = frame_of(base.normal, direction);
    geometry.corners[a] = {base.by_xi * base.to_local(frame), frame.col(0), frame.col(1),
                           geometry.area() / N};
  }
  return geometry;
}

template Geometry<3> make_geometry<3>(const Nodes<3>&, const Nodes<3>&, const Vector3&, double,
                                      MembraneShear);
template Geometry<4> make_geometry<4>(const Nodes<4>&, const Nodes<4>&, const Vector3&, double,
                                      MembraneShear);
template Geometry<6> make_geometry<6>(const Nodes<6>&, const Nodes<6>&, const Vector3&, double,
                                      MembraneShear);
template Geometry<8> make_geometry<8>(const Nodes<8>&, const Nodes<8>&, const Vector3&, double,
                                      MembraneShear);

}  // namespace jounce::shell
