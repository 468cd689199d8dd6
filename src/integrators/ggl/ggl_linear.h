#pragma once

#include <unordered_map>
#include <vector>

#include "integrators/ggl/ggl_constant.h"
#include "la/decompositions.h"
#include "la/linear_solver.h"

namespace jounce {

/// Factor-once solution of an NSGA-GGL step for a linear system: constant M, C, K, G and contact directions.
///
/// Without contact the step is one solve with S* = (1 - alpha_m)/((1 - alpha_f) gamma) M + h C + beta
/// h^2/gamma K (bordered by G). A contact force acts through fixed response columns,
///
///   m_j = M^-1 w_j,   s^U_j = -S*^-1 h K m_j,   s^W_j = -S*^-1 h C m_j,
///
/// because U = sum nu_j m_j and W = sum Lambda_j m_j. So with the sets A, B of (B 38)
///
///   g(q)  = g_free + w . sum_A (m_k + h beta/gamma s^U_k) nu_k + h beta/gamma w . sum_B s^W_k Lambda_k = 0
///   on A u     = u_free + w . sum_A s^U_k nu_k + w . sum_B (m_k + s^W_k) Lambda_k = -e u_n on B
///
/// is a small dense system (Delassus), iterated over the sets: the same semi-smooth Newton iteration as on
/// S_t (B 44), with everything but the multipliers eliminated exactly. Cost per step: O(n), and columns once
/// per contact point.
class GglLinear final : public GglConstant {
 public:
  GglLinear(const System& system, const AlphaCoefficients& coefficients);

  bool step(const State& start, const Vector& a, const Vector& acceleration, double h,
            const ContactSet& contacts, int max_iterations, State& next, int& iterations,
            int& blame) override;
  void forget() override;
  void visit_matrices(const State& start, double h, const Integrator::VisitMatrix& visit) override;
  long factorisations() const override { return smooth_.factorisations() + mass_.factorisations(); }

 private:
  /// Responses to a unit multiplier of one contact point, bordered by the joints' multipliers (n + b
  /// entries).
  struct Column {
    Vector m;    ///< of U to nu, and of W to Lambda
    Vector s_U;  ///< of v~ to nu
    Vector s_W;  ///< of v~ to Lambda
  };

  void prepare(const State& start, double h);
  void build(const State& start, const TangentWeights& weights, bool bordered, CsrMatrix& matrix);
  TangentWeights smooth_weights(double h) const {
    return {(1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma), h, c_.beta * h * h / c_.gamma};
  }
  void free_step(const State& start, const Vector& a, const Vector& acceleration, double h);
  int column(const ContactRow& row, int contact_row, const ContactSet& contacts);
  double dot(const ContactSet& contacts, int row, const Vector& x) const;
  void evaluate_rows(const ContactSet& contacts);
  void solve_sets(const ContactSet& contacts);
  void solve_delassus();
  void finish(const ContactSet& contacts, double h, State& next);

  double h_ = 0;
  bool damped_ = false;
  CsrMatrix S_, M_;  ///< bordered by G: n + b
  CsrMatrix K_, C_;  ///< n
  LinearSolver smooth_, mass_;
  RowJacobian G_;

  // free step
  Vector x_;  ///< Dv~, -h lambda~
  Vector right_, work_, rates_, values_;
  Vector U_joint_;  ///< position correction of the joints alone
  double U_joint_norm_ = 0;

  // contacts
  std::vector<Column> columns_;
  std::unordered_map<ContactIdentity, int, ContactIdentity::Hash> column_of_;
  DenseMatrix delassus_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
  Vector delassus_right_, delassus_solution_, scale_;
  Vector gap_free_, gap_smooth_free_, u_free_;
};

}  // namespace jounce
