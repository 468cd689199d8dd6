#pragma once

#include "integrators/ggl/ggl_constant.h"
#include "integrators/ggl/surface_laws.h"
#include "la/surface_factor.h"

namespace jounce {

/// A step of NSGA-GGL for large linear systems with friction, without joints and dampers, through the
/// compliance of the surface. With
///
///   S = a M + hb h K,   a = (1 - alpha_m)/((1 - alpha_f) gamma),   hb = h beta/gamma,   theta = h/(2 hb)
///
/// and y = hb Dv~ + U, what the step adds to the predicted coordinates, (29a) and (29c) are one system for y,
/// and what (29f) adds to the velocities beyond y/hb is Z = V - U/hb:
///
///   S y = hb h f + a hb (W_N nu^ + theta W_T Lambda_T),          nu^ = nu/hb
///   M Z = W_N (Lambda - nu^) + (1 - theta) W_T Lambda_T
///   q = q_p + y,   v = v_p + y/hb + Z,   M U = hb (W_N nu^ + theta W_T Lambda_T),   h v~' = a (y - U)/hb
///
/// with f and the gaps of the predictor (index p). The friction h/2 W_T Lambda_T of the position correction
/// is the share theta here. Contacts act on the surface alone, so that the laws see S and M by their dense
/// compliances there (SurfaceLaws), and a step costs one solution with S and two with M, whatever the sets
/// do. Both matrices are factorised once for a step size.
class GglSurface final : public GglConstant {
 public:
  GglSurface(const System& system, const AlphaCoefficients& coefficients);

  /// True for linear systems without joint rows, friction in joints, dampers and massless unknowns, whose
  /// contact points can all move.
  static bool is_applicable(const System& system);
  /// True where it is expected to be faster than Newton's method on all unknowns, and to have room.
  static bool is_profitable(const System& system);

  bool step(const State& start, const Vector& a, const Vector& acceleration, double h,
            const ContactSet& contacts, int max_iterations, State& next, int& iterations,
            int& worst_contact) override;
  void forget() override;
  void visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) override;
  long factorisations() const override { return S_.factorisations() + M_.factorisations(); }
  long linear_iterations() const override { return laws_.iterations(); }

 private:
  void assemble(const State& start, const TangentWeights& weights, CsrMatrix& matrix);
  bool prepare(const State& start, double h, const ContactSet& contacts);
  void take_rows(const ContactSet& contacts);
  void begin_laws(const ContactSet& contacts, double h);
  bool solve_laws(const ContactSet& contacts, double h, int max_iterations, int& iterations);
  void take_point();
  void finish(const State& start, double h, State& next);

  double mass_weight_, theta_;
  double h_ = 0, hb_ = 0;
  CsrMatrix matrix_S_, matrix_M_;
  SurfaceFactor S_, M_;
  std::vector<Index> surface_, place_;  ///< unknowns of the surface; the place of an unknown there, or -1
  /// Directions of the contacts at the surface, normals and then tangents: of row k the entries from
  /// starts_[k] on.
  std::vector<Index> starts_, places_;
  std::vector<double> values_;
  SurfaceLaws laws_;
  SurfaceLaws::Point point_;
  Vector load_, y_, Z_, U_, at_rows_, u_trial_, gap_trial_, f_surface_;
};

}  // namespace jounce
