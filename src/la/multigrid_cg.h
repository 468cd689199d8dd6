#pragma once

#include <memory>
#include <string>

#include "la/condition_rows.h"
#include "la/elastic_multigrid.h"
#include "la/stiffness_rows.h"

namespace jounce {

/// Conjugate gradients with multigrid for the saddle points of solids in equilibrium (see ConditionRows for
/// their form), in the space that the conditions leave (N. I. M. Gould, M. E. Hribar, J. Nocedal, SIAM J.
/// Sci. Comput. 23 (2001) 1376):
///
///   P K P x = P (b - K x_p),  W x_p = c,   preconditioned by P M P
///
/// M is the multigrid of K in which conditions of single nodes are taken out and the others stand as springs
/// of the stiffness of the stiffest unknown that they join (an augmented Lagrangian, which does not
/// change the solution). M serves for other matrices as well as long as iterations stay near those of the
/// matrix it was made for.
///
/// It refuses rather than gives a wrong answer: matrices that are not symmetric or, in the space that the
/// conditions leave, not positive definite, rigid motions without stiffness among them.
///
/// Of a matrix in parts (CsrMatrix::owners) every rank works on its rows; calls are collective, and vectors
/// are whole on every rank.
class MultigridCg {
 public:
  /// @param most_iterations  of a solution, after which it counts as one that does not converge
  explicit MultigridCg(NodeUnknowns nodes, int most_iterations = 600)
      : multigrid_(std::move(nodes)), most_iterations_(most_iterations) {}

  /// Solves matrix x = r, whose first n rows and columns are K; the largest entry of the imbalance that is
  /// left in these n rows is at most `tolerance`; other rows hold to round-off.
  /// @return false when it does not serve; trouble() says why
  bool solve(const CsrMatrix& matrix, Index n, const Vector& r, double tolerance, Vector& x);
  const std::string& trouble() const { return trouble_; }
  bool was_slow() const { return was_slow_; }  ///< the last solution took too many iterations

  long iterations() const { return iterations_; }  ///< of all solutions so far
  long set_ups() const { return set_ups_; }        ///< of the multigrid
  void forget();                                   ///< drops all that is kept

 private:
  bool take(const CsrMatrix& matrix, Index n);
  void sort_conditions();
  bool set_up();
  DenseMatrix motions_of_parts(int& parts);
  bool is_supported();
  void multiply(const Vector& x, Vector& y);  ///< y = (K + springs) x
  enum class End { converged, slow, indefinite };
  End iterate(double tolerance, int most);
  bool fail(std::string why) {
    trouble_ = std::move(why);
    return false;
  }

  ElasticMultigrid multigrid_;
  int most_iterations_;
  StiffnessRows stiffness_;
  ConditionRows rows_;
  std::vector<StiffRow> held_;   ///< conditions of single nodes
  std::vector<StiffRow> stiff_;  ///< springs and other conditions as the preconditioner knows them
  const CsrMatrix* matrix_ = nullptr;
  long version_ = -1;
  std::shared_ptr<const void> pattern_;
  Index n_ = 0;
  bool serves_ = false;  ///< the matrix taken last is symmetric and holds everything
  bool has_multigrid_ = false;
  bool was_slow_ = false;
  bool is_fresh_ = false;  ///< the multigrid is that of the matrix
  double fresh_rate_ = 0;  ///< iterations a decade of the residual, with a fresh multigrid
  Vector x_, r_, z_, p_, Kp_;
  long iterations_ = 0, set_ups_ = 0;
  int last_iterations_ = 0;
  std::string trouble_;
};

}  // namespace jounce
