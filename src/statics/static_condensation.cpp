#include "statics/static_condensation.h"

#include <algorithm>

#include "la/petsc.h"

namespace jounce {
namespace {

constexpr Index kFromSize = 1000;       ///< degrees of freedom from which this pays
constexpr Index kLargestBorder = 1500;  ///< whose dense factors cost less than sparse ones of the structure
constexpr Index kLeastShare = 3;        ///< of the structure, over the border
constexpr double kStiffest = 1e4;       ///< law, over the stiffness around, that costs few digits
constexpr int kTrials = 2;              ///< factorisations of the structure after which it must have paid:
constexpr int kLeastMatrices = 3;  ///< matrices solved with each; one with a border costs up to twice as much
constexpr int kMostChoices = 100;  ///< of sets of contacts for one linear model

}  // namespace

/// Adds to the dense matrix and to rows and columns of leaves.
class StaticCondensation::BorderSink final : public MatrixSink {
 public:
  explicit BorderSink(StaticCondensation& target) : to_(target) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (const Index col : cols) {
      const Index column = to_.places_[col];
      for (const Index row : rows) add(to_.places_[row], column, *values++);
    }
  }

 private:
  void add(Index row, Index column, double value) {
    if (value == 0) return;
    if (row >= 0 && column >= 0)
      to_.matrix_(row, column) += value;
    else if (row >= 0)
      to_.leaves_[-1 - column].column.emplace_back(row, value);
    else if (column >= 0)
      to_.leaves_[-1 - row].row.emplace_back(column, value);
    else if (row == column)
      to_.leaves_[-1 - row].diagonal += value;
    else
      to_.leaves_[-1 - row].before.emplace_back(-1 - column, value);
  }

  StaticCondensation& to_;
};

/// Flags the unknowns of the structure that contacts touch.
class StaticCondensation::TouchSink final : public MatrixSink {
 public:
  explicit TouchSink(std::vector<std::uint8_t>& touched) : touched_(touched) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    for (const auto& unknowns : {rows, cols})
      for (const Index unknown : unknowns)
        if (static_cast<std::size_t>(unknown) < touched_.size()) touched_[unknown] = 1;
  }
  bool wants_values() const override { return false; }

 private:
  std::vector<std::uint8_t>& touched_;
};

bool StaticCondensation::may_serve(const System& system, const StaticOptions& options) {
  return options.solver == StaticSolver::automatic && system.n_free() >= kFromSize &&
         !system.contacts().is_empty() && !options.arc_length && mpi_size() == 1;
}

/// Structures that change as often as contacts are better factorised with these.
bool StaticCondensation::does_not_pay() const {
  return structures_ >= kTrials && matrices_ < kLeastMatrices * structures_;
}

void StaticCondensation::forget() {
  structures_ = matrices_ = 0;
  has_layout_ = has_structure_ = has_factor_ = kept_ = unsuited_ = false;
  factor_ = SchurFactor();
}

bool StaticCondensation::solve(StaticStep& equations, bool keep, const Vector& r,
                               const std::function<bool()>& choose_again, Vector& dx) {
  if (unsuited_ || equations.contacts().size() == 0) return false;
  unsuited_ = !take_structure(equations, keep) || !take_border(equations);
  if (unsuited_ || !factor(equations)) return false;
  const Index smooth = equations.first_contact(), size = static_cast<Index>(border_.size());
  left_ = r;
  const Vector& left_over = factor_.begin(r.head(smooth));
  for (Index k = 0; k < size; ++k) left_[border_[k]] = left_over[k];
  solve_border(left_, dx);
  for (int choice = 0; choose_again && choice < kMostChoices && dx.allFinite(); ++choice) {
    equations.move_contacts(choice == 0 ? dx : further_);
    if (!choose_again() || !factor(equations)) break;
    left_.head(smooth).setZero();
    equations.contact_residual(left_);
    solve_border(left_, further_);
    dx += further_;
  }
  for (Index k = 0; k < size; ++k) at_border_[k] = dx[border_[k]];
  factor_.finish(at_border_, smooth_);
  dx.head(smooth) = smooth_;
  return dx.allFinite();
}

/// dx at the border, the others left out, and of contacts.
void StaticCondensation::solve_border(const Vector& r, Vector& dx) {
  const auto size = static_cast<Index>(border_.size()), others = static_cast<Index>(others_.size());
  right_.resize(size + others);
  for (Index k = 0; k < size; ++k) right_[k] = r[border_[k]];
  for (Index k = 0; k < others; ++k) right_[size + k] = r[others_[k]];
  of_leaves_.resize(static_cast<Index>(leaf_unknowns_.size()));
  for (Index i = 0; i < of_leaves_.size(); ++i) {
    const Leaf& leaf = leaves_[i];
    of_leaves_[i] = r[leaf_unknowns_[i]];
    for (const auto& [before, value] : leaf.before) of_leaves_[i] -= value * of_leaves_[before];
    of_leaves_[i] /= leaf.diagonal;
    for (const auto& [row, value] : leaf.column) right_[row] -= value * of_leaves_[i];
  }
  dense_.solve(right_);
  dx.setZero(r.size());
  at_border_ = right_.head(size);
  for (Index k = 0; k < size; ++k) dx[border_[k]] = right_[k];
  for (Index k = 0; k < others; ++k) dx[others_[k]] = right_[size + k];
  for (Index i = 0; i < of_leaves_.size(); ++i) {
    double x = of_leaves_[i];
    for (const auto& [column, value] : leaves_[i].row) x -= value * right_[column];
    dx[leaf_unknowns_[i]] = x;
  }
}

bool StaticCondensation::take_structure(StaticStep& equations, bool keep) {
  if (!has_layout_) {
    PatternBuilder pattern(equations.first_contact());
    equations.add_structure({pattern, pattern});
    pattern.build(structure_);
    in_border_.assign(static_cast<std::size_t>(structure_.size()), 0);
    border_.clear();
    has_layout_ = true;
    is_constant_ = equations.has_constant_structure();
  }
  kept_ = has_structure_ && (keep || is_constant_);
  if (!kept_) {
    if (does_not_pay()) return false;
    structure_.set_zero();
    equations.add_structure({structure_, structure_});
    has_factor_ = false;
  }
  has_structure_ = true;
  if (!kept_ || !equations.has_scales()) equations.weigh(structure_);
  equations.weigh_rows();
  return true;
}

/// Forces that follow from gap and slip are leaves, others unknowns of the dense matrix.
void StaticCondensation::number_contacts(const StaticStep& equations) {
  const Index first = equations.first_contact(), size = equations.size();
  const ContactSet& contacts = equations.contacts();
  std::vector<std::uint8_t> is_leaf(static_cast<std::size_t>(size - first), 0);
  for (int j = 0; j < contacts.size(); ++j) is_leaf[j] = equations.has_force_by_law(j, kStiffest) ? 1 : 0;
  if (size > first + contacts.size())
    for (const ContactSet::FrictionRows& at : contacts.friction()) {
      const std::uint8_t by_law = equations.has_force_by_law(at, kStiffest) ? 1 : 0;
      for (int i = at.first; i < at.first + at.size; ++i) is_leaf[contacts.size() + i] = by_law;
    }
  places_.assign(static_cast<std::size_t>(size), 0);
  for (std::size_t k = 0; k < border_.size(); ++k) places_[border_[k]] = static_cast<Index>(k);
  others_.clear();
  leaf_unknowns_.clear();
  for (Index unknown = first; unknown < size; ++unknown)
    if (is_leaf[unknown - first] != 0) {
      places_[unknown] = -1 - static_cast<Index>(leaf_unknowns_.size());
      leaf_unknowns_.push_back(unknown);
    } else {
      places_[unknown] = static_cast<Index>(border_.size() + others_.size());
      others_.push_back(unknown);
    }
  if (leaves_.size() < leaf_unknowns_.size()) leaves_.resize(leaf_unknowns_.size());
  for (Leaf& leaf : leaves_) {
    leaf.diagonal = 0;
    for (Entries* entries : {&leaf.row, &leaf.before, &leaf.column}) entries->clear();
  }
}

/// Factors of K that leave over what contacts touch. The border grows by what they touch for the first time.
bool StaticCondensation::take_border(const StaticStep& equations) {
  std::vector<ContactLayout> rows;
  rows.reserve(equations.contacts().rows().size());
  for (const ContactRow& row : equations.contacts().rows()) rows.push_back(row.laid_out());
  if (rows != rows_ || border_.empty()) {
    rows_ = std::move(rows);
    TouchSink sink(in_border_);
    equations.add_contacts(sink);
    if (!extend_border(equations)) return false;
  }
  if (has_factor_) return true;
  has_factor_ = factor_.factor(structure_, border_);
  ++structures_;
  ++factorisations_;
  return has_factor_;
}

/// Factors of S + D.
bool StaticCondensation::factor(const StaticStep& equations) {
  number_contacts(equations);
  const auto size = static_cast<Index>(border_.size()), all = size + static_cast<Index>(others_.size());
  if (all > kLargestBorder) return false;
  matrix_.setZero(all, all);
  matrix_.topLeftCorner(size, size) = factor_.complement();
  BorderSink sink(*this);
  equations.add_contacts(sink);
  eliminate_leaves();
  ++matrices_;
  return dense_.factor(matrix_);
}

/// Reactions of joints within the border belong to it: no other unknown holds them.
bool StaticCondensation::extend_border(const StaticStep& equations) {
  const auto starts = structure_.row_starts();
  for (Index row = equations.n_free(); row < structure_.size(); ++row) {
    const auto columns = structure_.columns().subspan(
        static_cast<std::size_t>(starts[row]), static_cast<std::size_t>(starts[row + 1] - starts[row]));
    const bool is_inside =
        std::all_of(columns.begin(), columns.end(), [&](Index i) { return i == row || in_border_[i] != 0; });
    if (is_inside) in_border_[row] = 1;
  }
  std::vector<Index> border;
  for (Index i = 0; i < structure_.size(); ++i)
    if (in_border_[i] != 0) border.push_back(i);
  if (border != border_) has_factor_ = false;
  border_ = std::move(border);
  const auto size = static_cast<Index>(border_.size());
  return size > 0 && size <= kLargestBorder && kLeastShare * size <= structure_.size();
}

void StaticCondensation::eliminate_leaves() {
  for (std::size_t i = 0; i < leaf_unknowns_.size(); ++i) {
    Leaf& leaf = leaves_[i];
    for (const auto& [before, value] : leaf.before)
      for (const auto& [column, factor] : leaves_[before].row) leaf.row.emplace_back(column, -value * factor);
    for (auto& [column, value] : leaf.row) value /= leaf.diagonal;
    for (const auto& [row, factor] : leaf.column)
      for (const auto& [column, value] : leaf.row) matrix_(row, column) -= factor * value;
  }
}

}  // namespace jounce
