#pragma once

#include <cstdint>
#include <vector>

#include "integrators/contact_model.h"
#include "integrators/contact_set.h"
#include "integrators/ggl/ggl_step.h"
#include "la/decompositions.h"
#include "la/linear_solver.h"

namespace jounce {

/// Newton's linear model of a step with the contact conditions themselves, condensed to the multipliers
/// (Josephy and Newton: N. H. Josephy, MRC report 1965, University of Wisconsin, 1979).
///
/// The equations of motion and the contact quantities y = (g/h, u + e u_n, s) are linear in the step Dx, the
/// complementarity conditions and Coulomb's law stay as they are. With A, the matrix S_t in which all
/// contacts are open, and multipliers c = (nu/h, Lambda, Lambda_T) after the step, c_0 before it
///
///   A Dx = -r + E (c - c_0),      y = y_0 + F Dx = y_free + R (c - c_0),      R = F A^-1 E,
///
/// is a problem in c alone, dense and as small as the set of contacts that touch. Its active sets are
/// iterated without another factorisation, and A outlives them: columns of R are solved for once per
/// factorisation. Where they go round in circles, the positions and then the velocities are solved as the
/// contact problems that they are (solve_contact_model).
class GglCondensed {
 public:
  GglCondensed(GglStep& equations, const ContactSet& contacts) : s_(equations), contacts_(contacts) {}

  /// False where R would be too large.
  static bool serves(const ContactSet& contacts);
  /// Assembles A and F at the iterate, whose sets have every contact closed and sticking. Drops R.
  void assemble();
  /// A. It has no room for the rows of contacts, so that its blocks stay apart: the smooth motion, the
  /// positions and the velocities of a stiff body are factorised one after the other.
  const CsrMatrix& matrix() const { return A_; }
  /// Drops the patterns: rows have changed.
  void forget() { is_laid_out_ = false; }
  /// Whoever watches the log may stop the iteration of the sets; null: nobody.
  void log_to(const ConvergenceLog* log) { log_ = log; }
  bool is_laid_out() const { return is_laid_out_; }
  /// The step -Dx from the iterate whose residual is r. `sets` receives the sets of the model's solution.
  void solve(LinearSolver& A, const Vector& r, Vector& step, std::vector<std::uint8_t>& sets);

 private:
  static int conditions(const ContactSet& contacts);
  Index place(int condition) const { return condition < m_ ? p_ + condition : w_ + condition - m_; }
  bool is_condition(Index row) const {
    return (row >= p_ && row < p_ + m_) || (row >= w_ && row < w_ + size_ - m_);
  }
  void assemble(MatrixSink& motions, MatrixSink& conditions) const;
  double row_dot(int condition, const Vector& x) const { return row_dot(condition, x, s_.size()); }
  /// The part of the first columns: a gap at q~, which U does not move, from the first `n_`.
  double row_dot(int condition, const Vector& x, Index columns) const;
  void find_columns(LinearSolver& A, const std::vector<std::uint8_t>& sets);
  void evaluate();
  void open_contacts(const std::vector<std::uint8_t>& sets);
  bool iterate_sets(LinearSolver& A, std::vector<std::uint8_t>& sets);
  bool solve_laws(LinearSolver& A, std::vector<std::uint8_t>& sets);
  bool solve_laws(const std::vector<ModelContact>& contacts);
  void know_column(LinearSolver& A, int condition);
  void solve_sets(const std::vector<std::uint8_t>& sets);
  void solve_dense();
  bool closes(int row, const std::vector<std::uint8_t>& sets) const;  ///< see GglStep::closes
  void wanted_sets(const std::vector<std::uint8_t>& sets, std::vector<std::uint8_t>& wanted) const;
  void keep_ties(const std::vector<std::uint8_t>& sets, std::vector<std::uint8_t>& wanted) const;
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const;
  /// Largest error of the law of slip among the contacts that slip by `sets`, relative to their friction.
  double slip_error(const std::vector<std::uint8_t>& sets) const;
  bool is_active(int condition, const std::vector<std::uint8_t>& sets) const;

  GglStep& s_;
  const ContactSet& contacts_;
  int m_ = 0, size_ = 0;  ///< contact rows; conditions: m positions, m velocities, tangents
  Index p_ = 0, w_ = 0;   ///< places of the first position and velocity condition in S_t
  Index n_ = 0;
  bool is_laid_out_ = false;
  CsrMatrix A_, F_;                           ///< F has the size of A, with the rows of conditions alone
  DenseMatrix R_, R_smooth_;                  ///< by conditions; of the gaps of the smooth motion
  std::vector<std::uint8_t> known_;           ///< columns of R
  Vector y_, y_free_, smooth_, smooth_free_;  ///< conditions, gaps at q~ over h; without a change of c
  Vector before_, c_, last_c_;
  Vector right_, unit_, column_;
  std::vector<int> active_;  ///< conditions that hold as equations: positions, velocities, friction
  std::vector<std::uint8_t> wanted_, laws_sets_;
  DenseMatrix matrix_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
  Vector dense_right_, dense_step_;
  CyclingGuard guard_;
  const ConvergenceLog* log_ = nullptr;
};

}  // namespace jounce
