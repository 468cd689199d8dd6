#include "integrators/mixed/lumped_stage.h"

#include <Eigen/LU>
#include <algorithm>

#include "contact_problem/solvers.h"
#include "model/lumped_mass.h"

namespace jounce {

Vector LumpedStage::inverse_mass(const System& system, const State& state) {
  if (system.joints().rows() > 0 || !system.contacts().joint_frictions().empty()) return {};
  const std::optional<Vector> mass = lumped_mass(system, state);
  return mass ? Vector(mass->cwiseInverse()) : Vector();
}

bool LumpedStage::serves(const ContactSet& contacts) {
  return std::all_of(contacts.friction().begin(), contacts.friction().end(), [&](const FrictionRows& at) {
    return at.in_contact() && contacts.rows()[at.row].law->friction.is_constant();
  });
}

void LumpedStage::list_contacts(const ContactSet& contacts, const std::vector<std::uint8_t>& closed) {
  list_.clear();
  places_.clear();
  std::size_t next = 0;
  const auto& friction = contacts.friction();  // in the order of the rows
  for (int j = 0; j < contacts.size(); ++j) {
    while (next < friction.size() && friction[next].row < j) ++next;
    const bool has_friction = next < friction.size() && friction[next].row == j;
    if (closed[static_cast<std::size_t>(j)] == 0) continue;
    list_.push_back({j, has_friction ? friction[next].first : 0, has_friction ? friction[next].size : 0});
    places_.push_back(has_friction ? &friction[next] : nullptr);
  }
}

void LumpedStage::form_problem(const Form& form, const ContactSet& contacts, const RowJacobian& W,
                               const RowJacobian& D) {
  int d = 2;
  for (const Contact& contact : list_) d = std::max(d, 1 + contact.tangents);
  const auto n = static_cast<Index>(list_.size());
  problem_.dimension = d;
  problem_.mu.assign(list_.size(), 0.0);
  problem_.q.setZero(d * n);
  start_.setZero(d * n);
  delassus_.form(d, list_, {C_, D_}, {W, D}, inverse_mass_, problem_.W);
  for (Index i = 0; i < n; ++i) {
    const auto [row, first, tangents] = list_[i];
    problem_.q[d * i] = u_[row] - (form.has_impact_law ? contacts.target(row) : 0.0);
    start_[d * i] = form.warm * contacts.warm_Lambda()[row];
    const ContactLaw& law = *contacts.rows()[row].law;
    if (tangents > 0) problem_.mu[i] = law.friction(0);
    for (int k = 0; k < tangents; ++k) {
      problem_.q[d * i + 1 + k] = s_[first + k];
      if (form.has_impact_law)
        problem_.q[d * i + 1 + k] += law.tangential_restitution * contacts.tangential_before()[first + k];
      start_[d * i + 1 + k] = form.warm * contacts.warm_Lambda_T()[first + k];
    }
    double* const own = problem_.W.block(problem_.W.diagonal(i));
    for (int k = 1 + tangents; k < d; ++k)  // directions that the contact does not have: no velocity
      own[(d + 1) * k] = 1.0 / contacts.effective_mass(row);
  }
}

bool LumpedStage::has_dependent_contacts() const {
  constexpr Index kMost = 30;  // of a group: larger ones are those of surfaces, with nodes of their own
  constexpr double kDependent = 1e-9;  // of a pivot, beside the diagonal
  const contact_problem::BlockMatrix& W = problem_.W;
  const Index n = W.contacts();
  std::vector<Index> group(static_cast<std::size_t>(n), -1), members;
  for (Index seed = 0; seed < n; ++seed) {
    if (group[seed] >= 0 || W.row_starts[seed + 1] - W.row_starts[seed] < 2) continue;
    members = {seed};
    group[seed] = seed;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (Index k = W.row_starts[members[i]]; k < W.row_starts[members[i] + 1]; ++k)
        if (const Index other = W.columns[k]; group[other] < 0) {
          group[other] = seed;
          members.push_back(other);
        }
    const auto size = static_cast<Index>(members.size());
    if (size > kMost) continue;
    DenseMatrix normals = DenseMatrix::Zero(size, size);
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j)
        if (const Index k = W.find(members[i], members[j]); k >= 0) normals(i, j) = W.block(k)[0];
    const Vector scale = normals.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::FullPivLU<DenseMatrix> factors(scale.asDiagonal() * normals * scale.asDiagonal());
    if (factors.matrixLU().diagonal().cwiseAbs().minCoeff() < kDependent) return true;
  }
  return false;
}

bool LumpedStage::solve_problem(const ContactSet& contacts) {
  using contact_problem::Method;
  constexpr double kTolerance = 4e-15, kSolved = 1e-11;
  constexpr int kSweeps = 200, kNewtonSteps = 60;
  contact_problem::Options options;
  options.tolerance = kTolerance;
  options.max_iterations = kSweeps;
  contact_problem::Result best = contact_problem::gauss_seidel(problem_, start_, options);
  if (!(best.residual <= kTolerance)) {
    options.method = Method::newton;
    options.max_iterations = kNewtonSteps;
    contact_problem::Result other = contact_problem::semi_smooth_newton(problem_, best.r, options);
    if (other.residual < best.residual) best = std::move(other);
  }
  if (!(best.residual <= kSolved)) {
    options.method = Method::automatic;
    options.max_iterations = 0;
    contact_problem::Result other = contact_problem::solve(problem_, best.r, options);
    if (other.residual < best.residual) best = std::move(other);
  }
  if (!(best.residual <= kSolved)) return false;
  const int d = problem_.dimension;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const auto [row, first, tangents] = list_[i];
    const auto at = static_cast<Index>(i) * d;
    // closed or open, whichever of impulse and velocity is larger in the same units
    const double u = best.u.size() > 0 ? best.u[at] : 0.0;
    if (!(best.r[at] * contacts.effective_mass(row) > 0) || best.r[at] < u * contacts.effective_mass(row))
      continue;
    p_[row] = best.r[at];
    sets_[row] = contact_set::stick;
    for (int k = 0; k < tangents; ++k) p_T_[first + k] = best.r[at + 1 + k];
  }
  return true;
}

bool LumpedStage::solve(const Form& form, const ContactSet& contacts, const std::vector<std::uint8_t>& closed,
                        Vector& v) {
  for (RowJacobian* rows : {&C_, &D_}) rows->clear();
  p_.setZero(contacts.size());
  p_T_.setZero(contacts.tangents());
  sets_.assign(static_cast<std::size_t>(contacts.flags()), contact_set::open);
  system_.contacts().evaluate(contacts.rows(), *form.laws_at, gap_, C_, D_);
  C_.multiply(v, u_);
  D_.multiply(v, s_);
  list_contacts(contacts, closed);
  if (list_.empty()) return true;
  const bool apart = form.forces_at_start;
  const RowJacobian &W = apart ? contacts.jacobian_before() : C_,
                    &D = apart ? contacts.tangents_before() : D_;
  form_problem(form, contacts, W, D);
  if (has_dependent_contacts() || !solve_problem(contacts)) return false;
  Vector& impulse = start_;
  impulse.setZero(system_.nv());
  W.add_transpose(p_, 1.0, impulse);
  if (contacts.tangents() > 0) D.add_transpose(p_T_, 1.0, impulse);
  const Index n = inverse_mass_.size();
  v.head(n) += inverse_mass_.cwiseProduct(impulse.head(n));
  C_.multiply(v, u_);
  D_.multiply(v, s_);
  no_joint_impulse_.setZero(0);
  for (const FrictionRows* at : places_)
    if (at != nullptr && sets_[at->row] != contact_set::open)
      sets_[at->row] =
          contacts.coulomb(*at, {p_, p_T_, s_, no_joint_impulse_, 0.0}, form.has_impact_law).wanted();
  return true;
}

}  // namespace jounce
