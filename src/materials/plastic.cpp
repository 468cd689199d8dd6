#include "materials/plastic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "materials/plane_stress_plastic.h"

namespace jounce {

namespace {

/// Sum of two curves, with the points of both.
std::vector<Plastic::Point> sum_of(const std::vector<Plastic::Point>& a,
                                   const std::vector<Plastic::Point>& b) {
  std::vector<double> strains;
  for (const auto* curve : {&a, &b})
    for (const Plastic::Point& point : *curve) strains.push_back(point.plastic_strain);
  std::sort(strains.begin(), strains.end());
  strains.erase(std::unique(strains.begin(), strains.end()), strains.end());
  std::vector<Plastic::Point> sum;
  for (const double p : strains) sum.push_back({p, Plastic::value(a, p) + Plastic::value(b, p)});
  return sum;
}

}  // namespace

const QuantityType& plastic_strain_quantity() {
  static const QuantityType type = history_quantity("plastic_strain", "solid element of a plastic material");
  return type;
}

Plastic::Plastic(double density, double E, double nu, std::vector<Point> hardening,
                 std::vector<Point> back_stress)
    : Material(density),
      bulk_(E / (3 * (1 - 2 * nu))),
      shear_(E / (2 * (1 + nu))),
      hardening_(std::move(hardening)),
      back_stress_(std::move(back_stress)),
      sum_(sum_of(hardening_, back_stress_)) {
  assert(!hardening_.empty() && hardening_.front().plastic_strain == 0);
}

Plastic::Return Plastic::return_map(const Voigt& strain, const double* history) const {
  const Voigt elastic = strain - Eigen::Map<const Voigt>(history);
  const double volume = elastic.head<3>().sum();
  Return r;
  r.pressure = bulk_ * volume;
  r.deviator.head<3>() = 2 * shear_ * (elastic.head<3>().array() - volume / 3);
  r.deviator.tail<3>() = shear_ * elastic.tail<3>();
  r.relative = r.deviator;
  if (is_kinematic()) r.relative -= Eigen::Map<const Voigt>(history + 7);
  r.trial = von_mises(r.relative);
  // trial - 3 G (p - p_n) = s(p) + b(p) - b(p_n): a line meets a polygon, segment by segment.
  const double p_n = history[6], b_n = value(back_stress_, p_n);
  for (std::size_t i = 0; i < sum_.size(); ++i) {
    const bool last = i + 1 == sum_.size();
    const double end = last ? std::numeric_limits<double>::infinity() : sum_[i + 1].plastic_strain;
    if (p_n >= end) continue;
    const double slope = last ? 0 : (sum_[i + 1].stress - sum_[i].stress) / (end - sum_[i].plastic_strain);
    const double yield_at_p_n = sum_[i].stress + slope * (p_n - sum_[i].plastic_strain) - b_n;
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

void Plastic::evaluate(const Voigt& strain, const PointState& at, bool tangent, MaterialResponse& out) const {
  const Return r = return_map(strain, at.history);
  const double left = r.trial > 0 ? 1 - 3 * shear_ * r.increment / r.trial : 1;  // 1 without flow
  out.stress = r.deviator - (1 - left) * r.relative;
  const double q = von_mises(out.stress);
  out.stress.head<3>().array() += r.pressure;
  out.energy = r.pressure * r.pressure / (2 * bulk_) + q * q / (6 * shear_);
  if (!tangent) return;
  out.tangent.setZero();
  out.tangent.topLeftCorner<3, 3>().setConstant(bulk_ - 2.0 / 3 * shear_ * left);
  out.tangent.diagonal().head<3>().array() += 2 * shear_ * left;
  out.tangent.diagonal().tail<3>().setConstant(shear_ * left);
  if (r.increment == 0) return;
  const double factor = 3 * shear_ / (3 * shear_ + r.slope) - (1 - left);
  out.tangent -= 3 * shear_ * factor / (r.trial * r.trial) * r.relative * r.relative.transpose();
}

std::shared_ptr<const Material> Plastic::own_plane_stress() const {
  if (is_kinematic()) return nullptr;
  const double E = 9 * bulk_ * shear_ / (3 * bulk_ + shear_), nu = E / (2 * shear_) - 1;
  return std::make_shared<PlaneStressPlastic>(density(), E, nu, hardening_);
}

batch::Law Plastic::batch_law() const {
  batch::Law law = Material::batch_law();
  if (is_kinematic()) return law;
  static_assert(sizeof(Point) == 2 * sizeof(double), "a curve is pairs of numbers");
  law.kind = batch::LawKind::plastic;
  law.bulk = bulk_;
  law.shear = shear_;
  law.hardening = static_cast<int>(hardening_.size());
  law.curve = &hardening_.front().plastic_strain;
  return law;
}

Plastic::AtStrain Plastic::at(const std::vector<Point>& hardening, double p) {
  for (std::size_t i = 1; i < hardening.size(); ++i) {
    const Point &from = hardening[i - 1], &to = hardening[i];
    if (p >= to.plastic_strain) continue;
    const double slope = (to.stress - from.stress) / (to.plastic_strain - from.plastic_strain);
    return {from.stress + slope * (p - from.plastic_strain), slope};
  }
  return {hardening.back().stress, 0};
}

double Plastic::value(const std::vector<Point>& hardening, double p) {
  return hardening.empty() ? 0 : at(hardening, p).value;
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

double Plastic::growth(const Return& r, double p_n) const {
  return value(back_stress_, p_n + r.increment) - value(back_stress_, p_n);
}

double Plastic::back_work(const Return& r, const double* history) const {
  const Eigen::Map<const Voigt> B(history + 7);
  Voigt flow = 1.5 / r.trial * r.relative;  // dE_p/dp; its double product with the relative stress: trial
  flow.tail<3>() *= 2;
  return r.increment * (B.dot(flow) + 0.5 * growth(r, history[6]));
}

double Plastic::plastic_work(const Voigt& strain, const PointState& at) const {
  const Return r = return_map(strain, at.history);
  const double isotropic = work(hardening_, at.history[6] + r.increment);
  if (!is_kinematic()) return isotropic;
  return isotropic + at.history[13] + (r.increment > 0 ? back_work(r, at.history) : 0);
}

void Plastic::update(const Voigt& strain, const PointState& from, double* history) const {
  const Return r = return_map(strain, from.history);
  if (r.increment == 0) return;
  Voigt flow = 1.5 / r.trial * r.relative;  // dE_p/dp
  flow.tail<3>() *= 2;
  if (is_kinematic()) {
    history[13] += back_work(r, history);
    Eigen::Map<Voigt>(history + 7) += growth(r, history[6]) / r.trial * r.relative;
  }
  Eigen::Map<Voigt>(history) += r.increment * flow;
  history[6] += r.increment;
}

}  // namespace jounce
