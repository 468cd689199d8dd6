#pragma once

#include <optional>
#include <vector>

#include "params/time_function.h"

namespace jounce {

/// Given temperatures of the points of a mesh as functions of time. There is no conduction of heat.
class TemperatureField {
 public:
  struct Value {
    double now, initial;  ///< without stress a solid has the size of the mesh at the initial one
  };

  explicit TemperatureField(std::size_t n_points) : of_point_(n_points, -1) {}

  bool is_empty() const { return given_.empty(); }
  /// Solids that temperatures make a difference to use the field.
  bool is_used = false;

  /// Gives points their temperature. Without `initial` the reference of the material is the initial one.
  /// @return place in `points` of the first one that has a temperature already, and is left as it is; the
  /// number of points when there is none
  std::size_t give(const std::vector<int>& points, params::TimeFunction temperature,
                   std::optional<double> initial);
  /// Temperature of a point; that of reference where none is given.
  Value at(int point, double t, double reference) const;
  /// Its derivative with respect to time.
  double rate(int point, double t) const;

 private:
  struct Given {
    params::TimeFunction temperature;
    std::optional<double> initial;
  };
  std::vector<Given> given_;
  std::vector<int> of_point_;  ///< place in given_ for each point; -1: none
};

}  // namespace jounce
