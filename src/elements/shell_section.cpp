#include "elements/shell_section.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace jounce::shell {
namespace {

struct LinePoint {
  double place, weight;
};

/// Points of Gauss and Lobatto on [-1, 1]: 3, 5 or 7, exact for degree 3, 7, 11 (M. Abramowitz, I. A. Stegun,
/// Handbook of Mathematical Functions, table 25.6).
std::vector<LinePoint> lobatto_rule(int points) {
  const auto mirrored = [](double middle, const std::vector<LinePoint>& half) {
    std::vector<LinePoint> all;
    for (const LinePoint& point : half) all.push_back({-point.place, point.weight});
    std::ranges::reverse(all);
    all.push_back({0, middle});
    all.insert(all.end(), half.begin(), half.end());
    return all;
  };
  if (points == 3) return mirrored(4.0 / 3, {{1, 1.0 / 3}});
  if (points == 5) return mirrored(32.0 / 45, {{std::sqrt(3.0 / 7), 49.0 / 90}, {1, 0.1}});
  assert(points == 7);
  const double root = std::sqrt(15.0);
  return mirrored(256.0 / 525, {{std::sqrt(5.0 / 11 - 2.0 / 11 * std::sqrt(5.0 / 3)), (124 + 7 * root) / 350},
                                {std::sqrt(5.0 / 11 + 2.0 / 11 * std::sqrt(5.0 / 3)), (124 - 7 * root) / 350},
                                {1, 1.0 / 21}});
}

constexpr std::array<Index, 3> kInPlane = {0, 1, 3};  // 11, 22, 12 in a Voigt column

Eigen::Matrix3d in_plane(const VoigtMatrix& D) {
  Eigen::Matrix3d part;
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) part(i, j) = D(kInPlane[i], kInPlane[j]);
  return part;
}

/// Adds weight [1 z; z z^2] D to the stiffness between membrane strains and curvatures.
void add_layer(const Eigen::Matrix3d& D, double z, double weight, StrainMatrix& to) {
  to.topLeftCorner<3, 3>() += weight * D;
  to.block<3, 3>(0, 3) += weight * z * D;
  to.block<3, 3>(3, 0) += weight * z * D;
  to.block<3, 3>(3, 3) += weight * z * z * D;
}

}  // namespace

Section::Section(std::vector<Layer> layers, double offset, double shear_factor, int points)
    : layers_(std::move(layers)), offset_(offset), shear_factor_(shear_factor) {
  for (const Layer& layer : layers_) thickness_ += layer.thickness;
  double z = offset - thickness_ / 2;
  const auto rule = lobatto_rule(points);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const double half = layers_[i].thickness / 2;
    for (const LinePoint& point : rule) {
      points_.push_back({i, z + half * (1 + point.place), half * point.weight, history_size_});
      history_size_ += layers_[i].law->history_size();
    }
    is_linear_ = is_linear_ && layers_[i].law->is_linear();
    z += 2 * half;
  }
  add_elastic_parts();
}

void Section::add_elastic_parts() {
  for (const Point& point : points_) {
    const Material& material = law(point);
    const VoigtMatrix D = material.initial_stiffness();
    mass_ += material.density() * point.weight;
    inertia_ += material.density() * point.weight * point.z * point.z;
    membrane_shear_ += D(3, 3) * point.weight;
    add_layer(in_plane(D), point.z, point.weight, stiffness_);
    stiffness_.bottomRightCorner<2, 2>() += shear_factor_ * point.weight * layers_[point.layer].shear;
  }
}

Voigt Section::strain_at(const Strains& strain, double z) {
  Voigt E = Voigt::Zero();
  for (Index i = 0; i < 3; ++i) E[kInPlane[i]] = strain[i] + z * strain[3 + i];
  return E;
}

void Section::respond(const Strains& strain, const double* history, double dt, bool tangent,
                      Resultants& out) const {
  if (is_linear_) {
    out.stress.noalias() = stiffness_ * strain;
    if (tangent) out.tangent = stiffness_;
    return;
  }
  out.stress.setZero();
  out.tangent.setZero();
  MaterialResponse response;
  for (const Point& point : points_) {
    PointState at(history == nullptr ? nullptr : history + point.history);
    at.dt = dt;
    law(point).evaluate(strain_at(strain, point.z), at, tangent, response);
    for (Index i = 0; i < 3; ++i) {
      const double force = point.weight * response.stress[kInPlane[i]];
      out.stress[i] += force;
      out.stress[3 + i] += point.z * force;
    }
    if (tangent) add_layer(in_plane(response.tangent), point.z, point.weight, out.tangent);
  }
  out.stress.tail<2>() = stiffness_.bottomRightCorner<2, 2>() * strain.tail<2>();
  out.tangent.bottomRightCorner<2, 2>() = stiffness_.bottomRightCorner<2, 2>();
}

void Section::advance(const Strains& strain, const double* from, double dt, double* history,
                      Resultants& out) const {
  out.energy = out.plastic = 0;
  if (is_linear_) {
    out.stress.noalias() = stiffness_ * strain;
    out.energy = 0.5 * strain.dot(out.stress);
    return;
  }
  out.stress.setZero();
  if (history != nullptr) std::copy_n(from, history_size_, history);
  MaterialResponse response;
  for (const Point& point : points_) {
    const Material& material = law(point);
    const bool remembers = material.history_size() > 0;
    PointState at(remembers ? from + point.history : nullptr);
    at.dt = dt;
    const Voigt E = strain_at(strain, point.z);
    double work = 0;
    if (remembers)
      material.advance(E, at, response, history + point.history, &work);
    else
      material.evaluate(E, at, false, response);
    for (Index i = 0; i < 3; ++i) {
      const double force = point.weight * response.stress[kInPlane[i]];
      out.stress[i] += force;
      out.stress[3 + i] += point.z * force;
    }
    out.energy += point.weight * response.energy;
    out.plastic += point.weight * work;
  }
  const auto shear = strain.tail<2>();
  out.stress.tail<2>() = stiffness_.bottomRightCorner<2, 2>() * shear;
  out.energy += 0.5 * shear.dot(out.stress.tail<2>());
}

void Section::add_energies(const Strains& strain, const double* history, double dt, Resultants& out) const {
  if (is_linear_) {
    out.energy += 0.5 * strain.dot(stiffness_ * strain);
    return;
  }
  MaterialResponse response;
  for (const Point& point : points_) {
    PointState at(history == nullptr ? nullptr : history + point.history);
    at.dt = dt;
    const Voigt E = strain_at(strain, point.z);
    law(point).evaluate(E, at, false, response);
    out.energy += point.weight * response.energy;
    if (at.history != nullptr) out.plastic += point.weight * law(point).plastic_work(E, at);
  }
  out.energy += 0.5 * strain.tail<2>().dot(stiffness_.bottomRightCorner<2, 2>() * strain.tail<2>());
}

}  // namespace jounce::shell
