#include "model/temperature_field.h"

namespace jounce {

std::size_t TemperatureField::give(const std::vector<int>& points, params::TimeFunction temperature,
                                   std::optional<double> initial) {
  const int place = static_cast<int>(given_.size());
  given_.push_back({std::move(temperature), initial});
  for (std::size_t i = 0; i < points.size(); ++i) {
    int& of = of_point_[points[i]];
    if (of >= 0) return i;
    of = place;
  }
  return points.size();
}

TemperatureField::Value TemperatureField::at(int point, double t, double reference) const {
  const int place = of_point_[point];
  if (place < 0) return {reference, reference};
  const Given& given = given_[place];
  return {given.temperature(t), given.initial.value_or(reference)};
}

double TemperatureField::rate(int point, double t) const {
  const int place = of_point_[point];
  return place < 0 ? 0.0 : given_[place].temperature.derivative(t);
}

}  // namespace jounce
