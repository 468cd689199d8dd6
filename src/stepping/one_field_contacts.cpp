// Newton's linear model of a step with the contact problem in it solved as such.

#include "stepping/contact_model_problem.h"
#include "stepping/one_field_step.h"

namespace jounce {
namespace {

double row_dot(const CsrMatrix& matrix, Index row, const Vector& x) {
  const auto starts = matrix.row_starts();
  double sum = 0;
  for (auto i = static_cast<std::size_t>(starts[row]); i < static_cast<std::size_t>(starts[row + 1]); ++i)
    sum += matrix.values()[i] * x[matrix.columns()[i]];
  return sum;
}

}  // namespace

void OneFieldStep::assemble_closed(std::uint8_t set, CsrMatrix& matrix) {
  const std::vector<std::uint8_t> own = sets_;
  for (Index j = 0; j < m_; ++j) sets_[j] = closed_[j] ? set : contact_set::open;
  PatternBuilder pattern(size());
  assemble({pattern, pattern});
  pattern.build(matrix);
  matrix.set_zero();
  assemble({matrix, matrix});
  sets_ = own;
}

/// With A, the matrix in which all contacts are open, F, the rows of the closed ones, and their multipliers
/// c:
///
///   A Dx = -r + E (c - c_0),      y = y_0 + F Dx = y_free + R c,      R = F A^-1 E
bool OneFieldStep::solve_contacts(Vector& x) {
  std::vector<ModelContact> contacts;
  std::vector<Index> places;
  begins_sticking_ = false;
  restart();
  Vector r, y(m_ + s_), c(m_ + s_);
  residual(x, r);
  std::vector<int> of_row(static_cast<std::size_t>(m_), -1);
  for (int j = 0; j < m_; ++j) {
    if (!closed_[j]) continue;
    const auto condition = static_cast<int>(places.size());
    of_row[j] = static_cast<int>(contacts.size());
    contacts.push_back({condition, 0, 0, 0});
    y[condition] = contact_rate(j);
    c[condition] = p_c_[j];
    places.push_back(n_ + b_ + j);
  }
  if (s_ > 0)
    for (const ContactSet::FrictionRows& at : contacts_->friction()) {
      if (!at.in_contact() || of_row[at.row] < 0) continue;
      const CoulombPoint point = coulomb(at);
      ModelContact& contact = contacts[of_row[at.row]];
      contact.first = static_cast<int>(places.size());
      contact.tangents = at.size;
      contact.mu = point.mu();
      for (int i = 0; i < at.size; ++i) {
        const auto condition = static_cast<Index>(places.size());
        y[condition] = point.s[i];
        c[condition] = p_T_[at.first + i];
        places.push_back(n_ + b_ + m_ + at.first + i);
      }
    }
  const auto count = static_cast<Index>(places.size());
  if (count == 0 || count > kMostModelConditions || !r.allFinite()) return false;

  const WholeMatrices whole(system_.share());
  CsrMatrix open, closed;
  assemble_closed(contact_set::open, open);
  assemble_closed(contact_set::stick, closed);
  LinearSolver solver(MatrixKind::general, Ranks::together);
  const auto place = [&](Index k) { return places[k]; };
  Vector right = -r, step;
  const Vector before = c.head(count);
  for (Index k = 0; k < count; ++k) right[place(k)] = -before[k];
  try {
    solver.factor(open);
    solver.solve(right, step);
    Vector free(count), unit = Vector::Zero(size());
    for (Index k = 0; k < count; ++k) free[k] = y[k] + row_dot(closed, place(k), step);
    DenseMatrix R(count, count);
    for (Index k = 0; k < count; ++k) {
      unit[place(k)] = 1;
      solver.solve(unit, step);
      unit[place(k)] = 0;
      for (Index i = 0; i < count; ++i) R(i, k) = row_dot(closed, place(i), step);
    }
    Vector multipliers = before;
    if (!solve_contact_model(R, free, contacts, multipliers)) return false;
    for (Index k = 0; k < count; ++k) right[place(k)] = multipliers[k] - before[k];
    solver.solve(right, step);
  } catch (const SingularMatrix&) {
    return false;
  }
  constexpr double kStays = 1e-12;
  x += step;
  restart();
  way_ = "contact problem";
  is_final_ = step.norm() <= kStays * x.norm();
  return step.allFinite();
}

}  // namespace jounce
