#include "integrators/ggl/ggl_condensed.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

/// Iterations of the sets in one model; the next model goes on from the last ones.
constexpr int kMostSets = 60;
/// Conditions up to which R is kept: 32 MB.
constexpr int kMostConditions = 2000;
constexpr double kRedundant = 1e-12;
/// An error of the law of slip that a step of Newton's method leaves as it is, within this factor: where slip
/// jams, its matrix is singular.
constexpr double kSlipError = 1e-6, kStays = 0.9;

}  // namespace

int GglCondensed::conditions(const ContactSet& contacts) {
  int count = 2 * contacts.size();
  for (const ContactSet::FrictionRows& at : contacts.friction())
    if (at.in_contact()) count += at.size;
  return count;
}

bool GglCondensed::serves(const ContactSet& contacts) { return conditions(contacts) <= kMostConditions; }

void GglCondensed::assemble() {
  m_ = contacts_.size();
  size_ = conditions(contacts_);
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
  R_.resize(size_, size_);
  R_smooth_.resize(m_, size_);
  known_.assign(static_cast<std::size_t>(size_), 0);
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

bool GglCondensed::is_active(int condition, const std::vector<std::uint8_t>& sets) const {
  return sets[static_cast<std::size_t>(condition)] != contact_set::open;
}

void GglCondensed::know_column(LinearSolver& A, int condition) {
  if (known_[static_cast<std::size_t>(condition)]) return;
  known_[static_cast<std::size_t>(condition)] = 1;
  unit_.setZero(s_.size());
  unit_[place(condition)] = 1;
  A.solve(unit_, column_);
  for (int i = 0; i < size_; ++i) R_(i, condition) = row_dot(i, column_);
  for (int i = 0; i < m_; ++i) R_smooth_(i, condition) = row_dot(i, column_, n_);
}

void GglCondensed::find_columns(LinearSolver& A, const std::vector<std::uint8_t>& sets) {
  const auto add = [&](int k) {
    active_.push_back(k);
    know_column(A, k);
  };
  for (int k = 0; k < size_; ++k)
    if (before_[k] != 0) know_column(A, k);
  active_.clear();
  for (int k = 0; k < 2 * m_; ++k)
    if (is_active(k, sets)) add(k);
  for (const ContactSet::FrictionRows& at : contacts_.friction())
    if (at.in_contact() && is_active(m_ + at.flag, sets))
      for (int i = 0; i < at.size; ++i) add(2 * m_ + at.first + i);
}

void GglCondensed::evaluate() {
  y_ = y_free_;
  smooth_ = smooth_free_;
  for (int k = 0; k < size_; ++k) {
    if (c_[k] == before_[k]) continue;
    y_ += (c_[k] - before_[k]) * R_.col(k);
    smooth_ += (c_[k] - before_[k]) * R_smooth_.col(k);
  }
}

CoulombPoint GglCondensed::coulomb(const ContactSet::FrictionRows& at) const {
  CoulombPoint point = s_.coulomb(at);
  point.Lambda_N = c_[m_ + at.row];
  point.Lambda_T = c_.segment(2 * m_ + at.first, at.size);
  point.s = y_.segment(2 * m_ + at.first, at.size);
  return point;
}

double GglCondensed::slip_error(const std::vector<std::uint8_t>& sets) const {
  double worst = 0;
  for (const ContactSet::FrictionRows& at : contacts_.friction()) {
    const std::uint8_t set = sets[static_cast<std::size_t>(m_ + at.flag)];
    if (!at.in_contact() || set == contact_set::open || set == contact_set::stick) continue;
    const CoulombPoint point = coulomb(at);
    const double friction = point.Lambda_T.norm() + point.mu() * std::abs(point.Lambda_N);
    if (friction > 0) worst = std::max(worst, point.residual(set).norm() / friction);
  }
  return worst;
}

void GglCondensed::open_contacts(const std::vector<std::uint8_t>& sets) {
  for (int k = 0; k < 2 * m_; ++k)
    if (!is_active(k, sets)) c_[k] = 0;
  for (const ContactSet::FrictionRows& at : contacts_.friction())
    if (at.in_contact() && !is_active(m_ + at.flag, sets)) c_.segment(2 * m_ + at.first, at.size).setZero();
}

/// One Newton step from the present multipliers: exact for sets without slip that turns.
void GglCondensed::solve_sets(const std::vector<std::uint8_t>& sets) {
  const auto count = static_cast<Index>(active_.size());
  open_contacts(sets);
  evaluate();
  if (count == 0) return;
  matrix_.resize(count, count);
  dense_right_.resize(count);
  Index i = 0;
  for (; i < count && active_[static_cast<std::size_t>(i)] < 2 * m_; ++i) {
    const int k = active_[static_cast<std::size_t>(i)];
    for (Index j = 0; j < count; ++j) matrix_(i, j) = R_(k, active_[static_cast<std::size_t>(j)]);
    dense_right_[i] = -y_[k];
  }
  for (const ContactSet::FrictionRows& at : contacts_.friction()) {
    const std::uint8_t set = sets[static_cast<std::size_t>(m_ + at.flag)];
    if (!at.in_contact() || set == contact_set::open) continue;
    const CoulombPoint point = coulomb(at);
    const CoulombPoint::Derivatives d = point.derivatives(set);
    const CoulombPoint::Tangential law = point.residual(set);
    for (int a = 0; a < at.size; ++a, ++i) {
      dense_right_[i] = -law[a];
      for (Index j = 0; j < count; ++j) {
        const int k = active_[static_cast<std::size_t>(j)];
        double value = k == m_ + at.row ? d.N[a] : 0.0;
        for (int b = 0; b < at.size; ++b) {
          value += d.S(a, b) * R_(2 * m_ + at.first + b, k);
          if (k == 2 * m_ + at.first + b) value += d.T(a, b);
        }
        matrix_(i, j) = value;
      }
    }
  }
  solve_dense();
  for (Index j = 0; j < count; ++j) c_[active_[static_cast<std::size_t>(j)]] += dense_step_[j];
  evaluate();
}

void GglCondensed::solve_dense() {
  lu_.compute(matrix_);
  if (lu_.rcond() > kRedundant)
    dense_step_ = lu_.solve(dense_right_);
  else  // redundant contacts: the least change of multipliers
    dense_step_ = Eigen::CompleteOrthogonalDecomposition<DenseMatrix>(matrix_).solve(dense_right_);
}

bool GglCondensed::closes(int row, const std::vector<std::uint8_t>& sets) const {
  const double h = s_.step_size();
  return h * smooth_[row] < -contacts_.gap_round_off(row) ||
         (is_active(row, sets) && h * (c_[row] - contacts_.r(row) * y_[row]) > contacts_.held_by_others(row));
}

void GglCondensed::wanted_sets(const std::vector<std::uint8_t>& sets,
                               std::vector<std::uint8_t>& wanted) const {
  const double h = s_.step_size();
  wanted = sets;
  for (int j = 0; j < m_; ++j) {
    const double r = contacts_.r(j);
    wanted[static_cast<std::size_t>(j)] = h * (c_[j] - r * y_[j]) >= 0;
    wanted[static_cast<std::size_t>(m_ + j)] = closes(j, sets) && c_[m_ + j] - r * y_[m_ + j] >= 0;
  }
  for (const ContactSet::FrictionRows& at : contacts_.friction()) {
    std::uint8_t& set = wanted[static_cast<std::size_t>(m_ + at.flag)];
    if (at.in_contact() && set != contact_set::open) set = coulomb(at).wanted();
  }
}

void GglCondensed::keep_ties(const std::vector<std::uint8_t>& sets, std::vector<std::uint8_t>& wanted) const {
  const double h = s_.step_size();
  for (int j = 0; j < m_; ++j) {
    const double r = contacts_.r(j);
    if (std::abs(h * (c_[j] - r * y_[j])) <= r * contacts_.gap_tie(j))
      wanted[static_cast<std::size_t>(j)] = sets[static_cast<std::size_t>(j)];
    if (std::abs(c_[m_ + j] - r * y_[m_ + j]) <= r * contacts_.velocity_tie(j))
      wanted[static_cast<std::size_t>(m_ + j)] = sets[static_cast<std::size_t>(m_ + j)];
  }
}

bool GglCondensed::iterate_sets(LinearSolver& A, std::vector<std::uint8_t>& sets) {
  guard_.begin();
  for (int i = 0; i < kMostSets; ++i) {
    if (log_ != nullptr) log_->pass();
    find_columns(A, sets);
    solve_sets(sets);
    wanted_sets(sets, wanted_);
    if (guard_.cycled()) keep_ties(sets, wanted_);
    if (wanted_ == sets) return true;
    guard_.choose(sets, wanted_);
    sets = wanted_;
  }
  return false;
}

bool GglCondensed::solve_laws(const std::vector<ModelContact>& contacts) {
  if (contacts.empty()) return true;
  last_c_ = c_;
  const auto clear = [&](int k) { c_[k] = 0; };
  for (const ModelContact& contact : contacts) {
    clear(contact.normal);
    for (int i = 0; i < contact.tangents; ++i) clear(contact.first + i);
  }
  evaluate();
  c_.swap(last_c_);
  const bool is_solved = solve_contact_model(R_, y_, contacts, c_);
  evaluate();
  return is_solved;
}

/// Positions do not depend on impulses but through forces of the step, and impulses as little on nu: in
/// turns.
bool GglCondensed::solve_laws(LinearSolver& A, std::vector<std::uint8_t>& sets) {
  constexpr int kTurns = 4;
  std::vector<ModelContact> contacts;
  for (int turn = 0; turn < kTurns; ++turn) {
    if (log_ != nullptr) log_->pass();
    evaluate();
    contacts.clear();
    for (int j = 0; j < m_; ++j) {
      if (!is_active(j, sets) && c_[j] == 0 && !(y_[j] <= 0)) continue;
      know_column(A, j);
      contacts.push_back({j, 0, 0, 0});
    }
    if (static_cast<int>(contacts.size()) > kMostModelConditions || !solve_laws(contacts)) return false;
    wanted_sets(sets, wanted_);
    contacts.clear();
    int conditions = 0;
    for (int j = 0; j < m_; ++j) {
      if (!closes(j, wanted_)) {
        c_[m_ + j] = 0;
        continue;
      }
      know_column(A, m_ + j);
      contacts.push_back({m_ + j, 0, 0, 0});
      ++conditions;
    }
    for (const ContactSet::FrictionRows& at : contacts_.friction()) {
      if (!at.in_contact()) continue;
      const auto contact = std::find_if(contacts.begin(), contacts.end(), [&](const ModelContact& known) {
        return known.normal == m_ + at.row;
      });
      if (contact == contacts.end()) {
        c_.segment(2 * m_ + at.first, at.size).setZero();
        continue;
      }
      contact->first = 2 * m_ + at.first;
      contact->tangents = at.size;
      contact->mu = coulomb(at).mu();
      for (int i = 0; i < at.size; ++i) know_column(A, contact->first + i);
      conditions += at.size;
    }
    if (conditions > kMostModelConditions || !solve_laws(contacts)) return false;
    sets = wanted_;
    for (int j = 0; j < m_; ++j) sets[static_cast<std::size_t>(m_ + j)] = c_[m_ + j] > 0;
    wanted_sets(sets, wanted_);
    keep_ties(sets, wanted_);
    // A step of Newton's method takes what the tolerance of the solver has left.
    sets = wanted_;
    find_columns(A, sets);
    solve_sets(sets);
    wanted_sets(sets, wanted_);
    keep_ties(sets, wanted_);
    if (wanted_ == sets) return true;
  }
  return false;
}

void GglCondensed::solve(LinearSolver& A, const Vector& r, Vector& step, std::vector<std::uint8_t>& sets) {
  right_ = r;
  y_free_.resize(size_);
  before_.resize(size_);
  s_.conditions(y_free_, before_);
  y_ = y_free_;
  c_ = before_;
  const double error_before = slip_error(sets);
  for (int k = 0; k < size_; ++k) right_[place(k)] = 0;
  A.solve(right_, step);  // - Dx with the multipliers as they are
  smooth_free_.resize(m_);
  for (int j = 0; j < m_; ++j) smooth_free_[j] = s_.smooth_gap(j) / s_.step_size() - row_dot(j, step, n_);
  for (int k = 0; k < size_; ++k) y_free_[k] -= row_dot(k, step);
  const auto is_jammed = [&] {
    const double error = slip_error(sets);
    return error > kSlipError && error > kStays * error_before;
  };
  if (!iterate_sets(A, sets) || is_jammed()) {
    const Vector last = c_;
    laws_sets_ = sets;
    if (solve_laws(A, laws_sets_))
      sets = laws_sets_;
    else
      c_ = last;
  }
  for (int k = 0; k < size_; ++k) right_[place(k)] = before_[k] - c_[k];
  A.solve(right_, step);
}

}  // namespace jounce
