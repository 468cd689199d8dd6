#include "elements/shell_quadratic.h"

#include <cmath>

namespace jounce::shell {
namespace {

const double kGaussPlace = 1 / std::sqrt(3.0);

/// Forms of the strains at a point of the reference cell in a direction t of it, without assumptions.
template <int N>
struct Sample {
  Form<N> stretch, shear;

  Sample(const Vector3& xi, const Eigen::Vector2d& t) {
    Eigen::Matrix<double, N, 1> values;
    Slopes<N> by_xi;
    evaluate_shape<kShape<N>>(xi, values, by_xi);
    const Eigen::Matrix<double, N, 1> slope = by_xi * t;
    stretch = slope * slope.transpose();
    shear = slope * values.transpose();
  }
};

Form<8> in_plane_shear(const Vector3& xi) {
  Form<8> sum = Form<8>::Zero();
  ShapeValues<CellShape::quadrilateral8> values;
  Slopes<8> by_xi;
  for (const double u : {-1.0, 1.0})
    for (const double v : {-1.0, 1.0}) {
      evaluate_shape<CellShape::quadrilateral8>({u * kGaussPlace, v * kGaussPlace, 0}, values, by_xi);
      sum +=
          0.25 * (1 + u * xi.x() / kGaussPlace) * (1 + v * xi.y() / kGaussPlace) * symmetric<8>(by_xi, 0, 1);
    }
  return sum;
}

/// Ends of a side of the reference triangle and the corner across.
struct Side {
  Vector3 from, to, opposite;

  Eigen::Vector2d along() const { return (to - from).head<2>(); }
  /// s: -1 and 1 at the ends
  Vector3 at(double s) const { return 0.5 * (from + to) + 0.5 * s * (to - from); }
};

std::array<Side, 3> sides() {
  const std::array<Vector3, 3> corners = {Vector3::Zero(), Vector3::UnitX(), Vector3::UnitY()};
  std::array<Side, 3> all;
  for (std::size_t k = 0; k < 3; ++k) all[k] = {corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]};
  return all;
}

/// Stretch along side k.
Form<6> stretch_along(std::size_t k, const Vector3& xi) {
  const Side side = sides()[k];
  const auto sample = [&](const Vector3& at) { return Sample<6>(at, side.along()).stretch; };
  const Form<6> first = sample(side.at(-kGaussPlace)), second = sample(side.at(kGaussPlace));
  const Form<6> within = sample((1 - kGaussPlace) * side.at(0) + kGaussPlace * side.opposite);
  const std::array<double, 3> L = {1 - xi.x() - xi.y(), xi.x(), xi.y()};
  const double along = L[(k + 1) % 3] - L[k], across = L[(k + 2) % 3];
  const Form<6> mean = 0.5 * (first + second);
  return mean + along / kGaussPlace * 0.5 * (second - first) + across / kGaussPlace * (within - mean);
}

using ShearBasis = Eigen::Matrix<double, 2, 8>;

ShearBasis shear_basis(const Vector3& xi) {
  const double r = xi.x(), s = xi.y();
  ShearBasis basis;
  basis << 1, r, s, 0, 0, 0, r * s, s * s,  //
      0, 0, 0, 1, r, s, -r * r, -r * s;
  return basis;
}

NaturalShear<6> triangle_shear(const Vector3& xi) {
  Eigen::Matrix<double, 8, 8> tied;  // values of the basis
  std::array<Form<6>, 8> samples;
  Index row = 0;
  const auto tie = [&](const Vector3& at, const Eigen::Vector2d& t) {
    samples[static_cast<std::size_t>(row)] = Sample<6>(at, t).shear;
    tied.row(row++) = t.transpose() * shear_basis(at);
  };
  for (const Side& side : sides())
    for (const double s : {-kGaussPlace, kGaussPlace}) tie(side.at(s), side.along());
  const Vector3 centre = reference_centre(CellShape::triangle6);
  for (Index k = 0; k < 2; ++k) tie(centre, Eigen::Vector2d::Unit(k));
  const ShearBasis weights = shear_basis(xi) * tied.inverse();
  NaturalShear<6> e = {Form<6>::Zero(), Form<6>::Zero()};
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t k = 0; k < 8; ++k)
      e[a] += weights(static_cast<Index>(a), static_cast<Index>(k)) * samples[k];
  return e;
}

}  // namespace

template <>
AssumedStrains<8> assumed_strains<8>(const Vector3& xi) {
  AssumedStrains<8> e;
  for (Index k = 0; k < 2; ++k) {
    const double along = xi[k], across = xi[1 - k];
    const auto sample = [&](double u, double v) {
      return Sample<8>(u * Vector3::Unit(k) + v * Vector3::Unit(1 - k), Eigen::Vector2d::Unit(k));
    };
    Form<8> stretch = Form<8>::Zero(), shear = Form<8>::Zero();
    const double inner = 1 - across * across;
    for (const double u : {-1.0, 1.0}) {
      for (const double v : {-1.0, 1.0}) {
        const Sample<8> side = sample(u * kGaussPlace, v);
        const double weight = 0.25 * (1 + u * along / kGaussPlace) * (1 + v * across) - 0.25 * inner;
        stretch += weight * side.stretch;
        shear += weight * side.shear;
      }
      const Sample<8> middle = sample(u * kGaussPlace, 0);
      stretch += 0.5 * inner * middle.stretch;
      shear += 0.5 * inner * middle.shear;
    }
    e.in_plane[static_cast<std::size_t>(k)] = stretch;
    e.shear[static_cast<std::size_t>(k)] = shear;
  }
  e.in_plane[2] = in_plane_shear(xi);
  return e;
}

/// The sides are along r, s - r and -s.
template <>
AssumedStrains<6> assumed_strains<6>(const Vector3& xi) {
  const Form<6> rr = stretch_along(0, xi), ss = stretch_along(2, xi);
  return {{rr, ss, rr + ss - stretch_along(1, xi)}, triangle_shear(xi)};
}

}  // namespace jounce::shell
