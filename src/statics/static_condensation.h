#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "la/dense_factor.h"
#include "la/schur_factor.h"
#include "statics/static_options.h"
#include "statics/static_step.h"

namespace jounce {

/// Linear systems of a load step on the unknowns that contacts touch, for few contacts on large structures.
///
/// dr/dx = K + D, K of elements and joints, D of contacts, which has entries in the border alone: the
/// displacements of the surfaces and p, tau. The others are eliminated from K once (SchurFactor), so that an
/// iteration in which contacts open and close costs dense factors of S + D. Where a law gives p and tau from
/// gap and slip, these are eliminated as well, contact by contact.
///
/// K is constant where elements and joints are linear. Others may keep it over some iterations (modified
/// Newton): D is that of the iterate in all of them.
class StaticCondensation {
 public:
  /// Large enough, with contacts, and without what needs all unknowns: arc length, several ranks, the wish
  /// for another solver.
  static bool may_serve(const System& system, const StaticOptions& options);

  /// dx = (dr/dx)^-1 r, and on from there with other sets of contacts, as long as these are not the ones that
  /// the linear model asks for: what is out of balance at the new iterate is then what the condition of these
  /// contacts leaves.
  /// @param keep  K may be that of an earlier call
  /// @param choose_again  sets of contacts for where they are now; false when those in use are to stay
  /// @return false where this does not serve: a large border, a structure that the border does not hold, a
  /// singular matrix
  bool solve(StaticStep& equations, bool keep, const Vector& r, const std::function<bool()>& choose_again,
             Vector& dx);
  bool kept() const { return kept_ && !is_constant_; }  ///< K of the last solution may be out of date
  void forget();
  long factorisations() const { return factorisations_; }  ///< of structures

 private:
  using Entries = std::vector<std::pair<Index, double>>;
  /// An unknown with a row 1 x + sum a_k x_k = r, where x_k are those of the border or such unknowns before
  /// it.
  struct Leaf {
    double diagonal = 0;
    Entries row, before, column;
  };
  class BorderSink;
  class TouchSink;

  bool does_not_pay() const;
  bool take_structure(StaticStep& equations, bool keep);
  bool take_border(const StaticStep& equations);
  bool extend_border(const StaticStep& equations);
  bool factor(const StaticStep& equations);
  void number_contacts(const StaticStep& equations);
  void eliminate_leaves();
  void solve_border(const Vector& r, Vector& dx);

  CsrMatrix structure_;
  SchurFactor factor_;
  DenseFactor dense_;
  bool has_layout_ = false, has_structure_ = false, has_factor_ = false, kept_ = false, unsuited_ = false;
  bool is_constant_ = false;             ///< the structure
  std::vector<std::uint8_t> in_border_;  ///< of unknowns of the structure
  std::vector<Index> border_;            ///< unknowns of the structure, ascending
  std::vector<Index>
      places_;  ///< of all unknowns: in the dense matrix, or -1 - leaf; of what is neither, any
  std::vector<Index> others_;  ///< unknowns behind those of the border in the dense matrix
  std::vector<Index> leaf_unknowns_;
  std::vector<Leaf> leaves_;
  DenseMatrix matrix_;
  long factorisations_ = 0;
  int structures_ = 0, matrices_ = 0;  ///< factorised since `forget`
  std::vector<ContactLayout> rows_;    ///< that the border was made for
  Vector right_, of_leaves_, at_border_, smooth_, further_, left_;
};

}  // namespace jounce
