#pragma once

#include "model/constraint.h"
#include "model/relative_coordinate.h"
#include "params/time_function.h"

namespace jounce {

/// One equation between relative coordinates c_i and time, with constant factors k_i:
///
///   position level   g = sum k_i c_i(q) - c_0 - f(t) = 0,     g_t = -f'(t),   g_tt = -f''(t)
///   velocity level   sum k_i c_i' - f(t) = 0,                 g_t = -f(t),    g_tt = -f'(t)
///
/// With one coordinate it is a driver (prescribed position, angle or velocity), with two a gear or a rack and
/// pinion. The multiplier is the force (moment) along the first coordinate, divided by its factor.
/// The angle of a driver is compared modulo 2 pi, so that it may turn as often and as fast as f says.
class CoordinateConstraint final : public Constraint {
 public:
  struct Term {
    std::shared_ptr<const RelativeCoordinate> coordinate;
    double factor = 1;
  };
  enum class Level { position, velocity };

  CoordinateConstraint(std::string name, std::string row_name, std::vector<Term> terms, double c_0,
                       params::TimeFunction f, Level level);

  bool is_linear() const override;
  bool is_velocity_row(int) const override { return level_ == Level::velocity; }
  bool is_moment(int) const override { return terms_[0].coordinate->is_angle(); }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  std::vector<Term> terms_;
  double c_0_;
  params::TimeFunction f_;
  Level level_;
  mutable DenseMatrix gradient_;  ///< workspace
  mutable Vector row_;            ///< workspace
};

}  // namespace jounce
