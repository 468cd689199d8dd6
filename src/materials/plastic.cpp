#include "materials/plastic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace jounce {

Plastic::Plastic(double density, double E, double nu, std::vector<Point> hardening)
    : Material(density),
      bulk_(E / (3 * (1 - 2 * nu))),
      shear_(E / (2 * (1 + nu))),
      hardening_(std::move(hardening)) {
  assert(!hardening_.empty() && hardening_.front().plastic_strain == 0);
}

Plastic::Return Plastic::return_map(const Voigt& strain, const double* history) const {
  const Voigt elastic = strain - Eigen::Map<const Voigt>(history);
  const double volume = elastic.head<3>().sum();
  Return r;
  r.pressure = bulk_ * volume;
  r.deviator.head<3>() = 2 * shear_ * (elastic.head<3>().array() - volume / 3);
  r.deviator.tail<3>() = shear_ * elastic.tail<3>();
  r.trial = von_mises(r.deviator);
  // trial - 3 G (p - p_n) = s(p): a line meets a polygon, segment by segment.
  const double p_n = history[6];
  for (std::size_t i = 0; i < hardening_.size(); ++i) {
    const bool last = i + 1 == hardening_.size();
    const double end = last ? std::numeric_limits<double>::infinity() : hardening_[i + 1].plastic_strain;
    if (p_n >= end) continue;
    const double slope =
        last ? 0 : (hardening_[i + 1].stress - hardening_[i].stress) / (end - hardening_[i].plastic_strain);
    const double yield_at_p_n = hardening_[i].stress + slope * (p_n - hardening_[i].plastic_strain);
    if (r.trial - yield_at_p_n <= kRoundOff * r.trial) return r;
    const double increment = (r.trial - yield_at_p_n) / (3 * shear_ + slope);
    if (p_n + increment <= end) {
      r.increment = increment;
      r.slope = slope;
      return r;
    }
  }
  return r;
}

void Plastic::evaluate(const Voigt& strain, const double* history, bool tangent,
                       MaterialResponse& out) const {
  const Return r = return_map(strain, history);
  const double left = r.trial > 0 ? 1 - 3 * shear_ * r.increment / r.trial : 1;  // of the trial deviator
  out.stress = left * r.deviator;
  const double q = left * r.trial;
  out.stress.head<3>().array() += r.pressure;
  out.energy = r.pressure * r.pressure / (2 * bulk_) + q * q / (6 * shear_);
  if (!tangent) return;
  out.tangent.setZero();
  out.tangent.topLeftCorner<3, 3>().setConstant(bulk_ - 2.0 / 3 * shear_ * left);
  out.tangent.diagonal().head<3>().array() += 2 * shear_ * left;
  out.tangent.diagonal().tail<3>().setConstant(shear_ * left);
  if (r.increment == 0) return;
  const double factor = 3 * shear_ / (3 * shear_ + r.slope) - (1 - left);
  out.tangent -= 3 * shear_ * factor / (r.trial * r.trial) * r.deviator * r.deviator.transpose();
}

double Plastic::work(const std::vector<Point>& hardening, double p) {
  double work = 0;
  for (std::size_t i = 0; i < hardening.size() && p > hardening[i].plastic_strain; ++i) {
    const Point& from = hardening[i];
    const Point to = i + 1 < hardening.size() ? hardening[i + 1] : Point{p, from.stress};
    const double done = std::min(p, to.plastic_strain) - from.plastic_strain;
    const double slope = (to.stress - from.stress) / (to.plastic_strain - from.plastic_strain);
    work += done * (from.stress + 0.5 * slope * done);
  }
  return work;
}

double Plastic::plastic_work(const Voigt& strain, const double* history) const {
  return work(hardening_, history[6] + return_map(strain, history).increment);
}

void Plastic::update(const Voigt& strain, double* history) const {
  const Return r = return_map(strain, history);
  if (r.increment == 0) return;
  Voigt flow = 1.5 / r.trial * r.deviator;  // dE_p/dp
  flow.tail<3>() *= 2;
  Eigen::Map<Voigt>(history) += r.increment * flow;
  history[6] += r.increment;
}

}  // namespace jounce
