#include "materials/plane_stress.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace jounce {
namespace {

/// The tangent in plane stress, from that in space; none of a law that has failed.
void condense(VoigtMatrix& tangent) {
  if (tangent(2, 2) == 0) return;
  const Voigt column = tangent.col(2), row = tangent.row(2);
  tangent -= column * row.transpose() / tangent(2, 2);
  tangent.row(2).setZero();
  tangent.col(2).setZero();
}

}  // namespace

PlaneStress::PlaneStress(std::shared_ptr<const Material> material, bool is_logarithmic)
    : WrappedLaw(std::move(material)), is_logarithmic_(is_logarithmic) {
  stiffness_ = law().initial_stiffness();
  if (stiffness_(2, 2) != 0) across_ = -stiffness_.row(2).transpose() / stiffness_(2, 2);
  across_[2] = 0;
  condense(stiffness_);
}

Voigt PlaneStress::complete(const Voigt& strain, const PointState& at, MaterialResponse& out) const {
  constexpr int kMostIterations = 50;
  constexpr double kTolerance = 1e-15;  // of the strain across
  constexpr double kFound = 1e-8;       // a change beyond which it has not been found
  const auto is_stretch = [this](double across) { return is_logarithmic_ || 1 + 2 * across > 0; };
  Voigt full = strain;
  full[2] = 0;
  full[2] = across_.dot(full);
  if (!is_stretch(full[2])) full[2] = 0;
  double change = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    law().evaluate(full, at, true, out);
    if (out.tangent(2, 2) == 0) return full;  // it has failed
    change = -out.stress[2] / out.tangent(2, 2);
    if (!std::isfinite(change) || std::abs(change) <= kTolerance * (1 + std::abs(full[2]))) return full;
    while (!is_stretch(full[2] + change)) change /= 2;
    full[2] += change;
  }
  if (!(std::abs(change) <= kFound * (1 + std::abs(full[2])))) {  // the step fails
    full[2] = std::numeric_limits<double>::quiet_NaN();
    out.stress.setConstant(full[2]);
  }
  return full;
}

void PlaneStress::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                           MaterialResponse& out) const {
  if (law().is_linear()) {
    out.stress.noalias() = stiffness_ * strain;
    out.energy = 0.5 * out.stress.dot(strain);
    out.strain_33 = across_.dot(strain);
    if (tangent) out.tangent = stiffness_;
    return;
  }
  out.strain_33 = complete(strain, at, out)[2];
  out.stress[2] = 0;
  if (tangent) condense(out.tangent);
}

double PlaneStress::plastic_work(const Voigt& strain, const PointState& at) const {
  MaterialResponse response;
  return law().plastic_work(complete(strain, at, response), at);
}

void PlaneStress::update(const Voigt& strain, const PointState& from, double* history) const {
  MaterialResponse response;
  law().update(complete(strain, from, response), from, history);
}

void PlaneStress::advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
                          double* work) const {
  if (law().is_linear()) return Material::advance(strain, from, out, history, work);
  const Voigt full = complete(strain, from, out);
  law().advance(full, from, out, history, work);
  out.strain_33 = full[2];
  out.stress[2] = 0;
}

std::shared_ptr<const Material> in_plane_stress(std::shared_ptr<const Material> law, bool is_logarithmic) {
  if (auto own = law->own_plane_stress()) return own;
  return std::make_shared<PlaneStress>(std::move(law), is_logarithmic);
}

}  // namespace jounce
