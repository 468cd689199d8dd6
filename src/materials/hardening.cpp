#include "materials/hardening.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

/// a + share (b - a)
YieldStress between(const YieldStress& a, const YieldStress& b, double share) {
  const auto mix = [share](double x, double y) { return x + share * (y - x); };
  return {mix(a.value, b.value), mix(a.by_strain, b.by_strain), mix(a.by_rate, b.by_rate),
          mix(a.by_temperature, b.by_temperature)};
}

YieldStress on_curve(const std::vector<Plastic::Point>& points, double p) {
  const Plastic::AtStrain s = Plastic::at(points, p);
  return {s.value, s.slope};
}

YieldStress at_temperature(const std::vector<TabulatedHardening::Curve>& curves, double p, double T) {
  if (!(T > curves.front().temperature)) return on_curve(curves.front().points, p);
  for (std::size_t i = 1; i < curves.size(); ++i) {
    if (T >= curves[i].temperature) continue;
    const double width = curves[i].temperature - curves[i - 1].temperature;
    const YieldStress a = on_curve(curves[i - 1].points, p), b = on_curve(curves[i].points, p);
    YieldStress s = between(a, b, (T - curves[i - 1].temperature) / width);
    s.by_temperature = (b.value - a.value) / width;
    return s;
  }
  return on_curve(curves.back().points, p);
}

}  // namespace

double MeltingRange::homologous(double T) const {
  return std::clamp((T - transition) / (melting - transition), 0.0, 1.0);
}

YieldStress JohnsonCook::at(double p, double /*r*/, double T) const {
  YieldStress s;
  if (c_.B > 0) {
    s.value = c_.B * std::pow(p, c_.n);
    s.by_strain = p > 0 ? c_.n * s.value / p : c_.n * c_.B * std::pow(p, c_.n - 1);
  }
  s.value += c_.A;
  if (c_.m == 0) return s;
  const double share = c_.range.homologous(T);
  if (share == 0) return s;
  const double softening = std::pow(share, c_.m);
  if (share < 1)
    s.by_temperature = -s.value * c_.m * softening / (share * (c_.range.melting - c_.range.transition));
  s.value *= 1 - softening;
  s.by_strain *= 1 - softening;
  return s;
}

bool TabulatedHardening::depends_on_temperature() const {
  return std::ranges::any_of(rates_, [](const AtRate& at) { return at.curves.size() > 1; });
}

YieldStress TabulatedHardening::at(double p, double r, double T) const {
  if (!(r > rates_.front().rate)) return at_temperature(rates_.front().curves, p, T);
  for (std::size_t i = 1; i < rates_.size(); ++i) {
    if (r >= rates_[i].rate) continue;
    const double width = rates_[i].rate - rates_[i - 1].rate;
    const YieldStress a = at_temperature(rates_[i - 1].curves, p, T);
    const YieldStress b = at_temperature(rates_[i].curves, p, T);
    YieldStress s = between(a, b, (r - rates_[i - 1].rate) / width);
    s.by_rate = (b.value - a.value) / width;
    return s;
  }
  return at_temperature(rates_.back().curves, p, T);
}

YieldStress RateFactor::at(double p, double r, double T) const {
  YieldStress s = law_->at(p, r, T);
  double factor = 1, by_rate = 0;
  if (kind_ == Kind::logarithmic) {
    if (r > rate_) {
      factor += constant_ * std::log(r / rate_);
      by_rate = constant_ / r;
    }
  } else {
    const double more = std::pow(r / rate_, 1 / constant_);
    factor += more;
    by_rate = r > 0 ? more / (constant_ * r) : std::pow(r / rate_, 1 / constant_ - 1) / (constant_ * rate_);
  }
  s.by_rate = s.by_rate * factor + s.value * by_rate;
  s.value *= factor;
  s.by_strain *= factor;
  s.by_temperature *= factor;
  return s;
}

YieldStress CreepOverstress::at(double p, double r, double T) const {
  YieldStress s = law_->at(p, r, T);
  const double more = std::pow(r / factor_, 1 / exponent_);
  s.value += more;
  s.by_rate +=
      r > 0 ? more / (exponent_ * r) : std::pow(r / factor_, 1 / exponent_ - 1) / (exponent_ * factor_);
  return s;
}

}  // namespace jounce
