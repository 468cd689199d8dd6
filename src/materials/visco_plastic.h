#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "materials/damage_evolution.h"
#include "materials/hardening.h"

namespace jounce {

/// Rise of the temperature by plastic work, without conduction.
const QuantityType& temperature_rise_quantity();
/// Johnson and Cook's measure of failure, 1 where it begins.
const QuantityType& damage_quantity();
/// D of DamageEvolution.
const QuantityType& degradation_quantity();

/// Plastic strain at which a metal begins to fail (G. R. Johnson and W. H. Cook, Eng. Fract. Mech. 21 (1985)
/// 31), with the mean stress over von Mises' eta, and the measure of failure D:
///   p_f = (d_1 + d_2 exp(d_3 eta)) (1 + d_4 ln(max(1, r / r_0))) (1 + d_5 T*),   dD = dp / p_f
/// or p_f(eta) by a table: linear between its points, constant beyond them.
struct FailureStrain {
  struct Point {
    double triaxiality, strain;
  };

  std::array<double, 5> d = {};
  double reference_rate = 1;
  MeltingRange range = {0, 1};
  std::vector<Point> table = {};  ///< ascending triaxialities; empty: by d

  double at(double triaxiality, double rate, double T) const;
};

/// Von Mises plasticity of Plastic whose yield stress depends on the rate of plastic strain and on the
/// temperature, which plastic work may heat:
///
///   |S|_vM <= s(p, dp/dt, T),   rho c_p dT = eta dW,   W = int |S|_vM dp
///
/// Implicit Euler with radial return. Of the trial stress q, its excess falls from a positive value to at
/// most 0 between x = 0 and q / 3G, where the increment x = p - p_n is found by Newton's method in a bracket:
///
///   q - 3G x = s(p_n + x, x / dt, T_n + eta W(x) / (rho c_p)),
///   W(x) = x / 2 (s(p_n, x / dt, T_n) + q - 3G x)
///
/// (trapezoidal rule along the flow at this rate). The tangent is consistent: dx/dq follows from the same
/// equation, with rate and heating. History: E_p, p, W, where it is heated the rise of the temperature,
/// where it may fail the measure of failure, where its elements are then deleted the two numbers that
/// Material::failure_place asks for. With dt = 0 a law that depends on the rate does not flow.
///
/// With an evolution of damage the stress is (1 - D_n) times this, D_n at the last accepted step, so that the
/// tangent stays consistent; W counts the work of that stress. What is stored counts with D at the end, and
/// what D takes of it is kept. History: the measure of failure, x, L of DamageEvolution, D and the two
/// numbers behind it, the first of them what D has taken.
/// J. C. Simo and T. J. R. Hughes, Computational Inelasticity (1998), section 3.7 (rate dependence).
class ViscoPlastic final : public Material {
 public:
  struct Options {
    double heating = 0;      ///< eta / (rho c_p); 0: plastic work does not heat
    double temperature = 0;  ///< where no load gives one
    std::optional<FailureStrain> failure = {};
    std::optional<DamageEvolution> evolution = {};  ///< of what has begun to fail
    bool deletion = false;                          ///< of elements that fail
  };
  ViscoPlastic(double density, double E, double nu, std::unique_ptr<const Hardening> hardening,
               const Options& options);

  bool has_axes_of_strain() const override { return true; }
  int history_size() const override;
  std::vector<MaterialQuantity> quantities() const override;
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  bool depends_on_temperature() const override;
  bool depends_on_rate() const override { return hardening_->depends_on_rate(); }
  int failure_place() const override;
  int length_place() const override { return options_.evolution ? damage_place() + 2 : -1; }
  /// W, of which a share becomes heat.
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;
  batch::Law batch_law() const override;

 private:
  struct Damage {
    double measure = 0;  ///< of failure
    double x = 0;        ///< of DamageEvolution
    double D = 0;
  };
  struct Return {
    Voigt deviator;      ///< of the trial stress
    double pressure;     ///< mean stress
    double trial;        ///< q
    double x = 0;        ///< increment of p
    double gain = 0;     ///< dx/dq
    double work = 0;     ///< W
    double heating = 0;  ///< rise of the temperature
    Damage damage = {};  ///< at the end, where it changes the answer
  };
  struct Flow;
  bool is_heated() const { return options_.heating > 0; }
  int damage_place() const;
  /// The element has been deleted.
  bool has_failed(const PointState& at) const;
  /// 1 - D_n.
  double share(const double* history) const;
  Damage damage_at_end(const Return& r, const PointState& from) const;
  /// Stored at the end, without damage.
  double stored(const Return& r) const;
  double temperature_of(const PointState& at) const;
  Return return_map(const Voigt& strain, const PointState& at) const;
  /// x and what follows from it, of the trial stress in `r`.
  void find_increment(const PointState& at, Return& r) const;
  void answer(const Return& r, double share, bool tangent, MaterialResponse& out) const;
  void update(const Return& r, const PointState& from, double* history) const;
  /// The same of what stands behind p.
  void update_rest(const Return& r, const PointState& from, double* history) const;
  static batch::FlowAnswer flow_at_point(const void* material, double trial, double pressure,
                                         const double* history, double dt, double* trial_history);

  double bulk_, shear_;
  std::unique_ptr<const Hardening> hardening_;
  Options options_;
};

}  // namespace jounce
