#include "statics/static_condensation.h"

#include <algorithm>
#include <limits>

#include "la/petsc.h"

namespace jounce {
namespace {

constexpr Index kFromSize = 1000;       ///< degrees of freedom from which this pays
constexpr Index kLargestBorder = 1500;  ///< whose dense factors cost less than sparse ones of the structure
constexpr Index kLeastShare = 3;        ///< of the structure, over the border
constexpr double kStiffest = 1e4;       ///< law, over the stiffness around, that costs few digits
constexpr Index kNoPlace = std::numeric_limits<Index>::min();

}  // namespace

/// Adds to the dense matrix and to rows and columns of leaves; flags what has no place.
class StaticCondensation::BorderSink final : public MatrixSink {
 public:
  explicit BorderSink(StaticCondensation& target) : to_(target) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (const Index col : cols) {
      const Index column = place(col);
      for (const Index row : rows) add(place(row), column, *values++);
    }
  }
  bool lacks_places() const { return lacks_places_; }

 private:
  Index place(Index unknown) {
    const Index place = to_.places_[unknown];
    if (place != kNoPlace) return place;
    to_.in_border_[unknown] = 1;
    lacks_places_ = true;
    return kNoPlace;
  }
  void add(Index row, Index column, double value) {
    if (row == kNoPlace || column == kNoPlace || value == 0) return;
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
  bool lacks_places_ = false;
};

bool StaticCondensation::may_serve(const System& system, const StaticOptions& options) {
  return system.n_free() >= kFromSize && !system.contacts().is_empty() && !options.arc_length &&
         mpi_size() == 1;
}

void StaticCondensation::forget() {
  has_layout_ = has_structure_ = has_factor_ = kept_ = unsuited_ = false;
  factor_ = SchurFactor();
}

bool StaticCondensation::solve(StaticStep& equations, bool keep, const Vector& r, Vector& dx) {
  if (unsuited_ || equations.contacts().size() == 0) return false;
  take_structure(equations, keep);
  if (!add_contacts(equations)) return false;
  eliminate_leaves();
  if (!dense_.factor(matrix_)) return false;
  const auto smooth = equations.first_contact(), size = static_cast<Index>(border_.size());
  right_.resize(size + static_cast<Index>(others_.size()));
  right_.head(size) = factor_.begin(r.head(smooth));
  for (std::size_t k = 0; k < others_.size(); ++k) right_[size + static_cast<Index>(k)] = r[others_[k]];
  of_leaves_.resize(static_cast<Index>(leaf_unknowns_.size()));
  for (Index i = 0; i < of_leaves_.size(); ++i) {
    const Leaf& leaf = leaves_[i];
    of_leaves_[i] = r[leaf_unknowns_[i]];
    for (const auto& [before, value] : leaf.before) of_leaves_[i] -= value * of_leaves_[before];
    of_leaves_[i] /= leaf.diagonal;
    for (const auto& [row, value] : leaf.column) right_[row] -= value * of_leaves_[i];
  }
  dense_.solve(right_);
  at_border_ = right_.head(size);
  factor_.finish(at_border_, smooth_);
  dx.resize(r.size());
  dx.head(smooth) = smooth_;
  for (std::size_t k = 0; k < others_.size(); ++k) dx[others_[k]] = right_[size + static_cast<Index>(k)];
  for (Index i = 0; i < of_leaves_.size(); ++i) {
    double x = of_leaves_[i];
    for (const auto& [column, value] : leaves_[i].row) x -= value * right_[column];
    dx[leaf_unknowns_[i]] = x;
  }
  return dx.allFinite();
}

void StaticCondensation::take_structure(StaticStep& equations, bool keep) {
  if (!has_layout_) {
    PatternBuilder pattern(equations.first_contact());
    equations.add_structure(pattern);
    pattern.build(structure_);
    in_border_.assign(static_cast<std::size_t>(structure_.size()), 0);
    border_.clear();
    has_layout_ = true;
    is_constant_ = equations.has_constant_structure();
  }
  kept_ = has_structure_ && (keep || is_constant_);
  if (!kept_) {
    structure_.set_zero();
    equations.add_structure(structure_);
    has_factor_ = false;
  }
  has_structure_ = true;
  if (!kept_ || !equations.has_scales()) equations.weigh(structure_);
  equations.weigh_rows();
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
  places_.assign(static_cast<std::size_t>(size), kNoPlace);
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

/// S + D. The border grows by what contacts touch for the first time.
bool StaticCondensation::add_contacts(const StaticStep& equations) {
  for (;;) {
    number_contacts(equations);
    const auto size = static_cast<Index>(border_.size()), all = size + static_cast<Index>(others_.size());
    if (size > 0 && !has_factor_) {
      if (!factor_.factor(structure_, border_)) {
        unsuited_ = true;
        return false;
      }
      has_factor_ = true;
    }
    matrix_.setZero(all, all);
    if (size > 0) matrix_.topLeftCorner(size, size) = factor_.complement();
    BorderSink sink(*this);
    equations.add_contacts(sink);
    if (!sink.lacks_places()) return size > 0;
    if (!extend_border(equations)) {
      unsuited_ = true;
      return false;
    }
  }
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
  border_.clear();
  for (Index i = 0; i < structure_.size(); ++i)
    if (in_border_[i] != 0) border_.push_back(i);
  has_factor_ = false;
  const auto size = static_cast<Index>(border_.size());
  return size + static_cast<Index>(others_.size()) <= kLargestBorder &&
         kLeastShare * size <= structure_.size();
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
