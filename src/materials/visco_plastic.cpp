#include "materials/visco_plastic.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr int kStrain = 6, kWork = 7, kRise = 8;  // places in the history, after E_p

/// Root of a function from f(0) > 0 to f(most) <= 0 by Newton's method in a bracket. `f` returns value and
/// slope, which may be infinite or wrong. Roots below `least` are 0.
template <class Function>
double bracketed_root(const Function& f, double guess, double least, double most, double tolerance) {
  constexpr int kMostIterations = 400;
  constexpr double kFar = 16;  // ratio of bounds beyond which the middle is the geometric one
  double low = 0, high = most, x = std::clamp(guess, 0.0, most);
  if (!(x > 0)) x = most;
  for (int i = 0; i < kMostIterations; ++i) {
    const auto [value, slope] = f(x);
    if (std::abs(value) <= tolerance) return x;
    (value > 0 ? low : high) = x;
    if (high <= least) return 0;
    if (high - low <= 4e-16 * high) break;
    const double next = x - value / slope;
    if (slope < 0 && next > low && next < high)
      x = next;
    else if (low == 0)
      x = high / kFar;
    else
      x = high > kFar * low ? std::sqrt(low * high) : 0.5 * (low + high);
  }
  return high;
}

}  // namespace

const QuantityType& temperature_rise_quantity() {
  static const QuantityType type =
      history_quantity("temperature_rise", "solid element of a material that plastic work heats");
  return type;
}

const QuantityType& damage_quantity() {
  static const QuantityType type = history_quantity("damage", "solid element of a material with 'failure'");
  return type;
}

const QuantityType& degradation_quantity() {
  static const QuantityType type = history_quantity(
      "degradation", "solid element of a material with 'failure_displacement' or 'failure_energy'");
  return type;
}

double FailureStrain::at(double triaxiality, double rate, double T) const {
  if (!table.empty()) {
    const auto above =
        std::ranges::find_if(table, [&](const Point& p) { return p.triaxiality > triaxiality; });
    if (above == table.begin()) return table.front().strain;
    if (above == table.end()) return table.back().strain;
    const Point &a = above[-1], &b = *above;
    return a.strain + (triaxiality - a.triaxiality) / (b.triaxiality - a.triaxiality) * (b.strain - a.strain);
  }
  const double faster = rate > reference_rate ? std::log(rate / reference_rate) : 0;
  return (d[0] + d[1] * std::exp(d[2] * triaxiality)) * (1 + d[3] * faster) *
         (1 + d[4] * range.homologous(T));
}

ViscoPlastic::ViscoPlastic(double density, double E, double nu, std::unique_ptr<const Hardening> hardening,
                           const Options& options)
    : Material(density),
      bulk_(E / (3 * (1 - 2 * nu))),
      shear_(E / (2 * (1 + nu))),
      hardening_(std::move(hardening)),
      options_(options) {}

int ViscoPlastic::damage_place() const { return kRise + (is_heated() ? 1 : 0); }

int ViscoPlastic::history_size() const {
  if (!options_.failure) return damage_place();
  return failure_place() < 0 ? damage_place() + 1 : failure_place() + 3;
}

int ViscoPlastic::failure_place() const {
  if (options_.evolution) return damage_place() + 3;
  return options_.failure && options_.deletion ? damage_place() : -1;
}

bool ViscoPlastic::has_failed(const PointState& at) const {
  return failure_place() >= 0 && at.history[failure_place()] >= 1;
}

double ViscoPlastic::share(const double* history) const {
  return options_.evolution ? 1 - history[failure_place()] : 1;
}

/// Of a step in which failure begins, the part behind that counts.
ViscoPlastic::Damage ViscoPlastic::damage_at_end(const Return& r, const PointState& from) const {
  constexpr double kLeastFailureStrain = 1e-6;  // where the formula gives less, or none
  if (!options_.failure) return {};
  const double* const history = from.history + damage_place();
  Damage end{history[0], 0, 0};
  if (r.x > 0) {
    const double q = r.trial - 3 * shear_ * r.x, rate = from.dt > 0 ? r.x / from.dt : 0;
    const double strain =
        std::max(options_.failure->at(q > 0 ? r.pressure / q : 0, rate, temperature_of(from) + r.heating),
                 kLeastFailureStrain);
    end.measure += r.x / strain;
  }
  if (!options_.evolution) return end;
  const DamageEvolution& evolution = *options_.evolution;
  end.x = history[1];
  end.D = history[3];
  if (end.measure <= 1 || r.x == 0 || end.D >= 1) return end;
  const double part = history[0] < 1 ? (end.measure - 1) / (end.measure - history[0]) : 1;
  end.x += part * history[2] * (evolution.energy > 0 ? r.work : r.x);
  end.D = std::max(end.D, evolution.degradation(end.x));
  if (end.D >= evolution.most) end.D = options_.deletion ? 1 : evolution.most;
  return end;
}

double ViscoPlastic::stored(const Return& r) const {
  const double q = r.trial - 3 * shear_ * r.x;
  return r.pressure * r.pressure / (2 * bulk_) + q * q / (6 * shear_);
}

std::vector<MaterialQuantity> ViscoPlastic::quantities() const {
  std::vector<MaterialQuantity> list = {{&plastic_strain_quantity(), kStrain}};
  if (is_heated()) list.push_back({&temperature_rise_quantity(), kRise});
  if (options_.failure) list.push_back({&damage_quantity(), damage_place()});
  if (options_.evolution) list.push_back({&degradation_quantity(), failure_place()});
  return list;
}

bool ViscoPlastic::depends_on_temperature() const {
  return hardening_->depends_on_temperature() || (options_.failure && options_.failure->d[4] != 0);
}

double ViscoPlastic::temperature_of(const PointState& at) const {
  return at.temperature.value_or(options_.temperature) + (is_heated() ? at.history[kRise] : 0);
}

/// The equation of the increment x.
struct ViscoPlastic::Flow {
  const ViscoPlastic& law;
  double trial, p_n, T_n, dt;
  double heating;  ///< of a unit of work

  struct Value {
    double excess, slope;
  };
  double rate(double x) const { return dt > 0 ? x / dt : 0; }
  double left(double x) const { return trial - 3 * law.shear_ * x; }  ///< |S|_vM
  double work(double x) const { return 0.5 * x * (law.hardening_->at(p_n, rate(x), T_n).value + left(x)); }
  Value at(double x, double* gain = nullptr) const {
    const double k = heating, by_time = dt > 0 ? 1 / dt : 0;
    double T = T_n, T_by_x = 0;
    if (k > 0) {
      const YieldStress first = law.hardening_->at(p_n, rate(x), T_n);
      T += k * 0.5 * x * (first.value + left(x));
      T_by_x = k * 0.5 * (first.value + left(x) + x * (first.by_rate * by_time - 3 * law.shear_));
    }
    const YieldStress s = law.hardening_->at(p_n + x, rate(x), T);
    const double slope = -3 * law.shear_ - s.by_strain - s.by_rate * by_time - s.by_temperature * T_by_x;
    if (gain != nullptr) *gain = -(1 - s.by_temperature * k * 0.5 * x) / slope;
    return {left(x) - s.value, slope};
  }
};

ViscoPlastic::Return ViscoPlastic::return_map(const Voigt& strain, const PointState& at) const {
  const Voigt elastic = strain - Eigen::Map<const Voigt>(at.history);
  const double volume = elastic.head<3>().sum();
  Return r;
  r.pressure = bulk_ * volume;
  r.deviator.head<3>() = 2 * shear_ * (elastic.head<3>().array() - volume / 3);
  r.deviator.tail<3>() = shear_ * elastic.tail<3>();
  r.trial = von_mises(r.deviator);
  find_increment(at, r);
  if (options_.evolution) r.damage = damage_at_end(r, at);
  return r;
}

void ViscoPlastic::find_increment(const PointState& at, Return& r) const {
  constexpr double kTolerance = 1e-14;  // of the trial stress
  if (depends_on_rate() && !(at.dt > 0)) return;
  const double heating = share(at.history) * options_.heating;
  const Flow flow{*this, r.trial, at.history[kStrain], temperature_of(at), at.dt, heating};
  const YieldStress still = hardening_->at(flow.p_n, 0, flow.T_n);
  const double excess = r.trial - still.value;
  if (!(excess > Plastic::kRoundOff * r.trial)) return;
  const double most = r.trial / (3 * shear_);
  r.x = bracketed_root([&](double x) { return flow.at(x); }, excess / (3 * shear_ + still.by_strain),
                       1e-16 * most, most, kTolerance * r.trial);
  if (r.x == 0) return;
  flow.at(r.x, &r.gain);
  r.work = flow.work(r.x);
  r.heating = heating * r.work;
}

void ViscoPlastic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                            MaterialResponse& out) const {
  if (has_failed(at))
    out = {};
  else
    answer(return_map(strain, at), share(at.history), tangent, out);
}

void ViscoPlastic::answer(const Return& r, double share, bool tangent, MaterialResponse& out) const {
  const double lost = r.x > 0 ? 3 * shear_ * r.x / r.trial : 0;  // share of the trial stress
  out.stress = share * (1 - lost) * r.deviator;
  out.stress.head<3>().array() += share * r.pressure;
  out.energy = (1 - r.damage.D) * stored(r);
  if (!tangent) return;
  const double shear = share * shear_;
  out.tangent.setZero();
  out.tangent.topLeftCorner<3, 3>().setConstant(share * bulk_ - 2.0 / 3 * shear * (1 - lost));
  out.tangent.diagonal().head<3>().array() += 2 * shear * (1 - lost);
  out.tangent.diagonal().tail<3>().setConstant(shear * (1 - lost));
  if (r.x == 0) return;
  out.tangent -=
      3 * shear * (3 * shear_ * r.gain - lost) / (r.trial * r.trial) * r.deviator * r.deviator.transpose();
}

double ViscoPlastic::plastic_work(const Voigt& strain, const PointState& at) const {
  return at.history[kWork] + (has_failed(at) ? 0 : share(at.history) * return_map(strain, at).work);
}

void ViscoPlastic::update(const Voigt& strain, const PointState& from, double* history) const {
  if (!has_failed(from)) update(return_map(strain, from), from, history);
}

void ViscoPlastic::advance(const Voigt& strain, const PointState& from, MaterialResponse& out,
                           double* history, double* work) const {
  if (has_failed(from)) {
    out = {};
    if (work != nullptr) *work = from.history[kWork];
    return;
  }
  const Return r = return_map(strain, from);
  answer(r, share(from.history), false, out);
  if (work != nullptr) *work = from.history[kWork] + share(from.history) * r.work;
  update(r, from, history);
}

void ViscoPlastic::update(const Return& r, const PointState& from, double* history) const {
  if (r.x == 0) return;
  Voigt flow = 1.5 / r.trial * r.deviator;  // dE_p/dp
  flow.tail<3>() *= 2;
  Eigen::Map<Voigt>(history) += r.x * flow;
  history[kStrain] += r.x;
  update_rest(r, from, history);
}

void ViscoPlastic::update_rest(const Return& r, const PointState& from, double* history) const {
  if (r.x == 0) return;
  const Damage end =
      options_.evolution ? r.damage : damage_at_end(r, from);  // `history` may be that of `from`
  history[kWork] += share(from.history) * r.work;
  if (is_heated()) history[kRise] += r.heating;
  if (!options_.failure) return;
  history[damage_place()] = end.measure;
  if (!options_.evolution) return;
  double* const own = history + damage_place();
  own[1] = end.x;
  own[4] += (end.D - own[3]) * stored(r);
  own[3] = end.D;
}

batch::FlowAnswer ViscoPlastic::flow_at_point(const void* material, double trial, double pressure,
                                              const double* history, double dt, double* trial_history) {
  const auto& law = *static_cast<const ViscoPlastic*>(material);
  PointState from(history);
  from.dt = dt;
  if (trial_history != nullptr)
    std::copy(history + kWork, history + law.history_size(), trial_history + kWork);
  if (law.has_failed(from)) return {0, history[kWork], 0, 0};
  Return r;
  r.pressure = pressure;
  r.trial = trial;
  law.find_increment(from, r);
  if (law.options_.evolution) r.damage = law.damage_at_end(r, from);
  if (trial_history != nullptr) law.update_rest(r, from, trial_history);
  const double share = law.share(history);
  return {r.x, history[kWork] + share * r.work, share, 1 - r.damage.D};
}

batch::Law ViscoPlastic::batch_law() const {
  batch::Law law = Material::batch_law();
  law.kind = batch::LawKind::plastic;
  law.bulk = bulk_;
  law.shear = shear_;
  law.flow = flow_at_point;
  law.flow_material = this;
  return law;
}

}  // namespace jounce
