#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "contact_problem/cone.h"
#include "contact_problem/problem.h"
#include "random_problems.h"

namespace jounce::contact_problem {

/// Contact problems of large structures and granular assemblies: W = H^T M^-1 H of free bodies and
/// q = H^T v with the velocities v that the bodies have after a step under gravity without contact.
template <int D>
class BodyAssembly {
 public:
  static constexpr int kDofs = D == 3 ? 6 : 3;
  using Point = SmallVector<D>;
  using Rows = Eigen::Matrix<double, D, kDofs>;
  using Motion = Eigen::Matrix<double, kDofs, 1>;

  /// @param inertia about the centre (a sphere's in space)
  Index add_body(const Point& centre, double mass, double inertia, const Motion& velocity) {
    bodies_.push_back({centre, velocity, mass, inertia});
    at_body_.emplace_back();
    return static_cast<Index>(bodies_.size()) - 1;
  }
  Motion& velocity(Index body) { return bodies_[body].velocity; }

  /// Contact at `point` with the unit normal towards body a; b = -1 is the ground.
  void add_contact(Index a, Index b, const Point& point, const Point& normal, double mu) {
    const auto c = static_cast<Index>(mu_.size());
    mu_.push_back(mu);
    const SmallMatrix<D> frame = frame_of(normal);
    for (const auto& [body, sign] : {std::pair{a, 1.0}, std::pair{b, -1.0}}) {
      if (body < 0) continue;
      const Point arm = point - bodies_[body].centre;
      Rows H;
      for (int i = 0; i < D; ++i) {
        const Point axis = frame.col(i);
        H.row(i).template head<D>() = sign * axis.transpose();
        if constexpr (D == 3)
          H.row(i).template tail<3>() = sign * arm.cross(axis).transpose();
        else
          H(i, 2) = sign * (arm[0] * axis[1] - arm[1] * axis[0]);
      }
      at_body_[body].emplace_back(c, H);
    }
  }

  Problem problem() const {
    Problem p;
    p.dimension = D;
    p.mu = mu_;
    p.q = Vector::Zero(p.size());
    std::vector<std::map<Index, SmallMatrix<D>>> rows(mu_.size());
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      for (const auto& [c, H] : at_body_[b]) {
        p.q.segment<D>(D * c) += H * bodies_[b].velocity;
        Rows scaled = H;
        scaled.template leftCols<D>() /= bodies_[b].mass;
        scaled.template rightCols<kDofs - D>() /= bodies_[b].inertia;
        for (const auto& [other, H_other] : at_body_[b])
          rows[c].try_emplace(other, SmallMatrix<D>::Zero()).first->second += scaled * H_other.transpose();
      }
    p.W.dimension = D;
    for (const auto& row : rows) {
      for (const auto& [column, block] : row) {
        p.W.columns.push_back(column);
        p.W.values.insert(p.W.values.end(), block.data(), block.data() + D * D);
      }
      p.W.row_starts.push_back(p.W.blocks());
    }
    return p;
  }

 private:
  struct Body {
    Point centre;
    Motion velocity;
    double mass, inertia;
  };

  static SmallMatrix<D> frame_of(const Point& normal) {
    SmallMatrix<D> frame;
    frame.col(0) = normal;
    if constexpr (D == 3) {
      frame.col(1) = normal.unitOrthogonal();
      frame.col(2) = normal.cross(Point(frame.col(1)));
    } else {
      frame.col(1) << -normal[1], normal[0];
    }
    return frame;
  }

  std::vector<Body> bodies_;
  std::vector<std::vector<std::pair<Index, Rows>>> at_body_;
  std::vector<double> mu_;
};

/// Free fall in a step of 5 ms, and random disturbances of relative size `disturbance`.
template <int D>
typename BodyAssembly<D>::Motion falling(RandomProblems& random, double disturbance) {
  typename BodyAssembly<D>::Motion v;
  const double fall = 9.81 * 5e-3;
  for (auto& value : v) value = disturbance * fall * random.normal();
  v[D - 1] -= fall;
  return v;
}

/// One column of boxes, four corner contacts between each two: 6 (boxes) degrees of freedom carry 12 (boxes)
/// impulse components. Masses from 1 to `mass_ratio`, random.
inline Problem box_column(unsigned seed, Index boxes, double mu, double mass_ratio, double disturbance) {
  RandomProblems random(seed);
  BodyAssembly<3> bodies;
  for (Index b = 0; b < boxes; ++b) {
    const double m = std::pow(mass_ratio, random.uniform());
    bodies.add_body(Vector3(0, 0, static_cast<double>(b) + 0.5), m, m / 6, falling<3>(random, disturbance));
    for (int corner = 0; corner < 4; ++corner)
      bodies.add_contact(b, b - 1, Vector3(corner % 2 - 0.5, corner < 2 ? -0.5 : 0.5, static_cast<double>(b)),
                         Vector3::UnitZ(), mu);
  }
  return bodies.problem();
}

/// Tower of planks: floors of three planks side by side, crosswise on the floor below, nine crossings of four
/// contacts a floor; 16 floors have 564 contacts.
inline Problem plank_tower(unsigned seed, Index floors, double mu, double mass_ratio, double disturbance) {
  RandomProblems random(seed);
  BodyAssembly<3> bodies;
  const double length = 3, width = 0.6, height = 0.2;
  for (Index f = 0; f < floors; ++f) {
    const double top = height * static_cast<double>(f + 1);
    for (int plank = 0; plank < 3; ++plank) {
      const double across = plank - 1.0, m = std::pow(mass_ratio, random.uniform());
      const bool is_along_x = f % 2 == 0;
      const Index body = bodies.add_body(
          is_along_x ? Vector3(0, across, top - height / 2) : Vector3(across, 0, top - height / 2), m,
          m * length / 6, falling<3>(random, disturbance));
      for (int below = 0; below < 3; ++below)
        for (int corner = 0; corner < 4; ++corner) {
          const double along = below - 1.0 + (corner % 2 - 0.5) * width;
          const double side = across + (corner < 2 ? -0.5 : 0.5) * width;
          const Vector3 point =
              is_along_x ? Vector3(along, side, top - height) : Vector3(side, along, top - height);
          if (f > 0) bodies.add_contact(body, 3 * (f - 1) + below, point, Vector3::UnitZ(), mu);
          if (f == 0 && below != 1) bodies.add_contact(body, -1, point, Vector3::UnitZ(), mu);
        }
    }
  }
  return bodies.problem();
}

/// A heap of irregular bodies of side^3 places of a shaken lattice, radii from 0.35 to 0.6 of its spacing (or
/// masses from 1 to `mass_ratio`): one to four contacts between neighbours that come near enough - corner,
/// edge or face - with normals that differ a little, on a floor and between three walls.
inline Problem rock_pile(unsigned seed, Index side, double mu, double mass_ratio, double disturbance) {
  RandomProblems random(seed);
  BodyAssembly<3> bodies;
  std::vector<Vector3> centres;
  std::vector<double> radii;
  for (Index z = 0; z < side; ++z)
    for (Index y = 0; y < side; ++y)
      for (Index x = 0; x < side; ++x) {
        if (x + z > side) continue;  // a slope
        Vector3 centre(x, y + 0.5 * (z % 2), z);
        for (double& value : centre) value += random.between(-0.15, 0.15);
        const double radius = random.between(0.35, 0.6);
        const double m = mass_ratio > 1 ? std::pow(mass_ratio, random.uniform()) : std::pow(2 * radius, 3);
        bodies.add_body(centre, m, 0.4 * m * radius * radius, falling<3>(random, disturbance));
        centres.push_back(centre);
        radii.push_back(radius);
      }
  const auto touch = [&](Index a, Index b, const Vector3& middle, const Vector3& normal, double radius) {
    const auto points = random.integer(1, 4);
    const Vector3 t = normal.unitOrthogonal(), s = normal.cross(t);
    for (Index i = 0; i < points; ++i) {
      const double angle =
          2 * M_PI * (static_cast<double>(i) + random.uniform()) / static_cast<double>(points);
      const Vector3 spread = 0.5 * radius * (std::cos(angle) * t + std::sin(angle) * s);
      const Vector3 tilt = points > 2 ? 0.01 * Vector3(random.normals(3)) : Vector3(0.1 * random.normals(3));
      bodies.add_contact(a, b, middle + spread, (normal + tilt).normalized(), mu);
    }
  };
  const auto count = static_cast<Index>(centres.size());
  for (Index a = 0; a < count; ++a) {
    const auto i = static_cast<std::size_t>(a);
    if (centres[i].z() < 0.4) touch(a, -1, centres[i] - 0.5 * Vector3::UnitZ(), Vector3::UnitZ(), radii[i]);
    if (centres[i].x() < 0.2) touch(a, -1, centres[i] - 0.5 * Vector3::UnitX(), Vector3::UnitX(), radii[i]);
    for (Index b = a + 1; b < count; ++b) {
      const auto j = static_cast<std::size_t>(b);
      const Vector3 between = centres[i] - centres[j];
      const double distance = between.norm();
      if (distance < radii[i] + radii[j] + 0.08)
        touch(a, b, 0.5 * (centres[i] + centres[j]), between / distance, std::min(radii[i], radii[j]));
    }
  }
  return bodies.problem();
}

/// Disks that flow down a plane: a shaken hexagonal packing of columns x rows, sheared, on a rough floor.
/// 100 x 25 disks have about 5200 contacts (5185 from seed 1).
inline Problem planar_flow(unsigned seed, Index columns, Index rows, double mu, double mass_ratio,
                           double disturbance) {
  RandomProblems random(seed);
  BodyAssembly<2> bodies;
  std::vector<SmallVector<2>> centres;
  std::vector<double> radii;
  for (Index y = 0; y < rows; ++y)
    for (Index x = 0; x < columns; ++x) {
      SmallVector<2> centre(static_cast<double>(x) + 0.5 * (y % 2), std::sqrt(0.75) * static_cast<double>(y));
      for (double& value : centre) value += random.between(-0.05, 0.05);
      const double radius = random.between(0.46, 0.54);
      const double m = mass_ratio > 1 ? std::pow(mass_ratio, random.uniform()) : 4 * radius * radius;
      auto v = falling<2>(random, disturbance);
      v[0] += 9.81 * 5e-3 * (0.4 + 0.02 * disturbance * static_cast<double>(y));  // slope and shear
      bodies.add_body(centre, m, 0.5 * m * radius * radius, v);
      centres.push_back(centre);
      radii.push_back(radius);
    }
  for (Index a = 0; a < static_cast<Index>(centres.size()); ++a) {
    const auto i = static_cast<std::size_t>(a);
    if (centres[i].y() < 0.3) {
      const double slope = random.between(-0.5, 0.5);
      const SmallVector<2> normal(std::sin(slope), std::cos(slope));
      bodies.add_contact(a, -1, centres[i] - radii[i] * normal, normal, mu);
    }
    for (Index b = a + 1; b < static_cast<Index>(centres.size()) && b < a + 2 * columns; ++b) {
      const auto j = static_cast<std::size_t>(b);
      const SmallVector<2> between = centres[i] - centres[j];
      const double distance = between.norm();
      if (distance > radii[i] + radii[j] + 0.03) continue;
      bodies.add_contact(a, b, centres[j] + (radii[j] / distance) * between, between / distance, mu);
    }
  }
  return bodies.problem();
}

}  // namespace jounce::contact_problem
