// Solids whose temperatures are given: what the material answers, and what heating does to the block.

#include "elements/solid_block.h"

namespace jounce::solid {

void respond_heated(const SolidProperties& p, const TemperatureField::Value& temperature, const Voigt& strain,
                    const PointState& at, bool tangent, MaterialResponse& out) {
  const ThermalStrain thermal = thermal_strain(p, temperature);
  p.material->evaluate(thermal.mechanical(strain), at, tangent, out);
  thermal.complete(tangent, out);
}

template <CellShape S>
bool SolidBlock<S>::is_heated() const {
  return properties().is_heated();
}

template <CellShape S>
void SolidBlock<S>::gather_temperatures(std::size_t element, double t, Element<S>& e) const {
  Eigen::Matrix<double, kNodes<S>, 1> now, initial;
  const auto nodes = cells().cell(element);
  for (Index a = 0; a < kNodes<S>; ++a) {
    const int point = cells().points[nodes[a]];
    const auto value = properties().temperatures->at(point, t, properties().expansion.reference());
    now[a] = value.now;
    initial[a] = value.initial;
  }
  for (Index i = 0; i < rule_.temperature.rows(); ++i)
    e.temperature[i] = {rule_.temperature.row(i).dot(now), rule_.temperature.row(i).dot(initial)};
  e.is_heated = true;
}

template <CellShape S>
void SolidBlock<S>::add_thermal_force(const State& state, Vector& f) const {
  Element<S> e;
  Nodal<S> f_e;
  e.u.setZero();
  e.v.setZero();
  for (std::size_t i = 0; i < cells().size(); ++i) {
    reference(i, e.X);
    gather_temperatures(i, state.t, e);
    f_e.setZero();
    small_force<S>(rule_, properties(), e, f_e);
    scatter(i, f_e, f);
  }
}

template <CellShape S>
double SolidBlock<S>::heating_power(const State& state) const {
  const SolidProperties& p = properties();
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  MaterialResponse response;
  double power = 0;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather(i, state, e);
    strains(e, strain.data());
    Eigen::Matrix<double, kNodes<S>, 1> rates;
    const auto nodes = cells().cell(i);
    for (Index a = 0; a < kNodes<S>; ++a) rates[a] = p.temperatures->rate(cells().points[nodes[a]], state.t);
    for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) {
      const double rate = rule_.temperature.row(static_cast<Index>(k)).dot(rates);
      if (rate == 0) continue;
      const double T = e.temperature[k].now, d = 1e-4 * (1 + std::abs(T));
      const auto energy = [&](double at) {
        e.temperature[k].now = at;
        respond<S>(p, e, k, strain[k].E, false, response);
        return response.energy + plastic_work<S>(p, e, k, strain[k].E);
      };
      power += strain[k].volume * rate * (energy(T + d) - energy(T - d)) / (2 * d);
      e.temperature[k].now = T;
    }
  }
  return power;
}

#define JOUNCE_INSTANTIATE(S)                                                                              \
  template bool SolidBlock<CellShape::S>::is_heated() const;                                               \
  template void SolidBlock<CellShape::S>::gather_temperatures(std::size_t, double, Element<CellShape::S>&) \
      const;                                                                                               \
  template void SolidBlock<CellShape::S>::add_thermal_force(const State&, Vector&) const;                  \
  template double SolidBlock<CellShape::S>::heating_power(const State&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
