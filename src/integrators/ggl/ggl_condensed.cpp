#include "integrators/ggl/ggl_condensed.h"

#include <array>
#include <cassert>

namespace jounce {
namespace {

/// Conditions up to which R is kept: 32 MB.
constexpr int kMostConditions = 2000;

}  // namespace

bool GglCondensed::is_applicable(const ContactSet& contacts) {
  return ContactModel::conditions(contacts) <= kMostConditions;
}

void GglCondensed::assemble() {
  m_ = contacts_.size();
  size_ = ContactModel::conditions(contacts_);
  n_ = s_.motions();
  p_ = s_.smooth_size() + s_.smooth_size();
  w_ = p_ + m_ + s_.smooth_size();
  if (!is_laid_out_) {
    PatternBuilder motions(s_.size()), conditions(s_.size());
    assemble(motions, conditions);
    motions.build(A_);
    conditions.build(F_);
    is_laid_out_ = true;
  }
  A_.set_zero();
  F_.set_zero();
  assemble(A_, F_);
  model_.begin(contacts_, s_.step_size());
  model_.forget();
}

void GglCondensed::assemble(MatrixSink& motions, MatrixSink& conditions) const {
  /// Blocks have rows of one kind.
  class Split final : public MatrixSink {
   public:
    Split(const GglCondensed& by, MatrixSink& motions, MatrixSink& conditions)
        : by_(by), motions_(motions), conditions_(conditions) {}
    void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
      if (rows.empty()) return;
      assert(by_.is_condition(rows.front()) == by_.is_condition(rows.back()));
      (by_.is_condition(rows.front()) ? conditions_ : motions_).add(rows, cols, values);
    }

   private:
    const GglCondensed& by_;
    MatrixSink &motions_, &conditions_;
  };
  Split split(*this, motions, conditions);
  s_.assemble(split);
  for (int k = 0; k < size_; ++k) {  // open: the multiplier is what the right-hand side says
    const std::array<Index, 1> row = {place(k)};
    const double free = -1;
    motions.add(row, row, &free);
  }
}

double GglCondensed::row_dot(int condition, const Vector& x, Index columns) const {
  const auto row = static_cast<std::size_t>(place(condition));
  const auto starts = F_.row_starts();
  double sum = 0;
  for (auto i = static_cast<std::size_t>(starts[row]); i < static_cast<std::size_t>(starts[row + 1]); ++i)
    if (F_.columns()[i] < columns) sum += F_.values()[i] * x[F_.columns()[i]];
  return sum;
}

void GglCondensed::respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) {
  unit_.setZero(s_.size());
  unit_[place(condition)] = 1;
  solver_->solve(unit_, column_);
  for (int i = 0; i < size_; ++i) y[i] = row_dot(i, column_);
  for (int i = 0; i < m_; ++i) smooth[i] = row_dot(i, column_, n_);
}

void GglCondensed::solve(LinearSolver& A, const Vector& r, Vector& step, std::vector<std::uint8_t>& sets) {
  solver_ = &A;
  right_ = r;
  model_.begin(contacts_, s_.step_size());
  s_.conditions(model_.y_free, model_.c_0);
  model_.c = model_.c_0;
  ContactModel::Options options;
  options.slip_error_before = model_.slip_error(sets);
  for (int k = 0; k < size_; ++k) right_[place(k)] = 0;
  A.solve(right_, step);  // - Dx with the multipliers as they are
  for (int j = 0; j < m_; ++j)
    model_.smooth_free[j] = s_.smooth_gap(j) / s_.step_size() - row_dot(j, step, n_);
  for (int k = 0; k < size_; ++k) model_.y_free[k] -= row_dot(k, step);
  model_.solve(*this, sets, options);
  for (int k = 0; k < size_; ++k) right_[place(k)] = model_.c_0[k] - model_.c[k];
  A.solve(right_, step);
}

}  // namespace jounce
