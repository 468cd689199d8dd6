#pragma once

#include <memory>
#include <vector>

#include "materials/plastic.h"

namespace jounce {

/// A yield stress and its derivatives; by_strain and by_rate may be infinite at zero.
struct YieldStress {
  double value = 0;
  double by_strain = 0, by_rate = 0, by_temperature = 0;
};

/// Yield stress s(p, r, T) of the plastic strain p, its rate r = dp/dt and the temperature T.
class Hardening {
 public:
  virtual ~Hardening() = default;
  virtual bool depends_on_rate() const { return false; }
  virtual bool depends_on_temperature() const { return false; }
  /// Preconditions: p and r are not negative.
  virtual YieldStress at(double p, double r, double T) const = 0;
};

/// T* = (T - T_t) / (T_m - T_t) between the transition temperature T_t and the melting temperature T_m, 0
/// below and 1 above.
struct MeltingRange {
  double transition, melting;

  double homologous(double T) const;
};

/// s = (A + B p^n) (1 - T*^m) of G. R. Johnson and W. H. Cook, Proc. 7th Int. Symp. Ballistics (1983) 541,
/// without its factor for the rate (see RateFactor).
class JohnsonCook final : public Hardening {
 public:
  struct Constants {
    double A, B, n;
    double m = 0;  ///< 0: the temperature makes no difference
    MeltingRange range = {0, 1};
  };
  explicit JohnsonCook(const Constants& constants) : c_(constants) {}

  bool depends_on_temperature() const override { return c_.m > 0; }
  YieldStress at(double p, double r, double T) const override;

 private:
  Constants c_;
};

/// Curves s(p) at rates and temperatures: linear in p, then in T, then in r between them, constant outside
/// (as Abaqus does, whose manual says so of *PLASTIC, RATE).
class TabulatedHardening final : public Hardening {
 public:
  struct Curve {
    double temperature;
    std::vector<Plastic::Point> points;  ///< as of Plastic
  };
  struct AtRate {
    double rate;
    std::vector<Curve> curves;  ///< ascending in temperature, at least one
  };
  /// @param rates  ascending, at least one
  explicit TabulatedHardening(std::vector<AtRate> rates) : rates_(std::move(rates)) {}

  bool depends_on_rate() const override { return rates_.size() > 1; }
  bool depends_on_temperature() const override;
  YieldStress at(double p, double r, double T) const override;

 private:
  std::vector<AtRate> rates_;
};

/// A hardening law times R(r):
///   logarithmic   R = 1 + C ln(max(1, r / r_0))        (Johnson and Cook)
///   power         R = 1 + (r / D)^(1/q)                (G. R. Cowper and P. S. Symonds, 1957)
class RateFactor final : public Hardening {
 public:
  enum class Kind { logarithmic, power };
  /// @param rate  r_0 or D
  /// @param constant  C or q
  RateFactor(std::unique_ptr<const Hardening> law, Kind kind, double rate, double constant)
      : law_(std::move(law)), kind_(kind), rate_(rate), constant_(constant) {}

  bool depends_on_rate() const override { return true; }
  bool depends_on_temperature() const override { return law_->depends_on_temperature(); }
  YieldStress at(double p, double r, double T) const override;

 private:
  std::unique_ptr<const Hardening> law_;
  Kind kind_;
  double rate_, constant_;
};

/// A hardening law and Norton's creep beyond it: what the stress exceeds the yield stress by flows at the
/// rate r = A (|S| - s)^n, so that s + (r / A)^(1/n) is the stress of a rate (F. H. Norton, The Creep of
/// Steel at High Temperatures, 1929; P. Perzyna, Q. Appl. Math. 20 (1963) 321). With s = 0 it is creep alone.
class CreepOverstress final : public Hardening {
 public:
  CreepOverstress(std::unique_ptr<const Hardening> law, double factor, double exponent)
      : law_(std::move(law)), factor_(factor), exponent_(exponent) {}

  bool depends_on_rate() const override { return true; }
  bool depends_on_temperature() const override { return law_->depends_on_temperature(); }
  YieldStress at(double p, double r, double T) const override;

 private:
  std::unique_ptr<const Hardening> law_;
  double factor_, exponent_;
};

}  // namespace jounce
