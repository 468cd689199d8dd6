#include "integrators/ggl/ggl_iterative.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "integrators/ggl/iterative_choice.h"
#include "integrators/symmetric_system.h"
#include "la/connected_unknowns.h"

namespace jounce {
namespace {

constexpr int kMostIterations = 5000;

void add_row(const SymmetricMatrix& matrix, const RowJacobian& W, int row, Index n, SparseRows& rows) {
  for (std::size_t k = 0; k < W.dofs(row).size(); ++k) {
    const Index dof = W.dofs(row)[k];
    if (dof >= n || W.values(row)[k] == 0 || matrix.place(dof) < 0) continue;
    rows.places.push_back(matrix.place(dof));
    rows.values.push_back(W.values(row)[k]);
  }
  rows.starts.push_back(static_cast<Index>(rows.places.size()));
}

/// The unknowns of this rank that M couples to contacts, by way of other ranks too.
std::vector<Index> coupled_to_contacts(const System& system, const State& state) {
  const Index n = system.n_free();
  ConnectedUnknowns coupled(n);
  BlockSink free(coupled, {0, 0, n, n, 1.0});
  system.add_mass(state, 1, free);
  std::vector<Index> dofs = coupled.with(contact_dofs(system, state));
  ElementShare* const share = system.share();
  if (share == nullptr && system.is_whole()) return dofs;
  const std::vector<Index> touched = unknowns_of_rank(system);
  for (std::size_t known = 0;;) {
    Vector found = Vector::Zero(system.nv());
    for (const Index dof : dofs) found[dof] = 1;
    if (share != nullptr)
      share->sum(found);
    else
      system.total(found);
    dofs.clear();
    for (const Index dof : touched)
      if (found[dof] > 0) dofs.push_back(dof);
    if (!(share != nullptr ? share->ranks().any(dofs.size() != known)
                           : system.numbering().any(dofs.size() != known)))
      return dofs;
    dofs = coupled.with(dofs);
    known = dofs.size();
  }
}

/// True for rows of which this rank owns the first unknown.
bool is_own(const ElementShare& share, const RowJacobian& W, int row, Index n) {
  for (std::size_t k = 0; k < W.dofs(row).size(); ++k)
    if (W.dofs(row)[k] < n && W.values(row)[k] != 0) return share.owns(W.dofs(row)[k]);
  return false;
}

}  // namespace

GglIterative::GglIterative(const System& system, const AlphaCoefficients& coefficients, double tolerance)
    : GglConstant(system, coefficients),
      tolerance_(tolerance),
      mass_weight_((1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma)) {}

bool GglIterative::is_applicable(const System& system) { return can_iterate(system); }
bool GglIterative::is_profitable(const System& system) { return should_iterate(system); }

void GglIterative::prepare(const State& start, double h) {
  if (h == h_) return;
  hb_ = h * c_.beta / c_.gamma;
  S_ = symmetric_matrix(system_, start, {mass_weight_, 0, hb_ * h}, unknowns_of_rank(system_));
  if (h_ == 0) M_ = symmetric_matrix(system_, start, {1, 0, 0}, coupled_to_contacts(system_, start));
  h_ = h;
}

void GglIterative::visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) {
  const Index n = n_;
  CsrMatrix S;
  PatternBuilder pattern(n);
  BlockSink block(pattern, {0, 0, n, n, 1.0});
  system_.add_tangent(start, Vector::Zero(system_.nv()), {mass_weight_, 0, h * h * c_.beta / c_.gamma},
                      block);
  pattern.build(S);
  // Upper halves: of S, and of K for forces; or of K and of M, that of one direction, alone.
  constexpr double kCopies = 15, kNodal = 5;
  visit({"the motion of a step, and the mass", &S, true, false, 1,
         system_.has_nodal_matrices() ? kNodal : kCopies});
}

void GglIterative::complete(std::initializer_list<Vector*> of_rows) {
  ElementShare* const share = system_.share();
  if (share == nullptr || own_rows_.empty()) return;
  completed_.clear();
  for (const Vector* values : of_rows)
    for (std::size_t j = 0; j < own_rows_.size(); ++j)
      completed_.push_back(own_rows_[j] != 0 ? (*values)[static_cast<Index>(j)] : 0.0);
  share->ranks().sum(completed_);
  const double* at = completed_.data();
  for (Vector* values : of_rows)
    for (std::size_t j = 0; j < own_rows_.size(); ++j) (*values)[static_cast<Index>(j)] = *at++;
}

void GglIterative::take_rows(const ContactSet& contacts) {
  S_rows_.clear();
  M_rows_.clear();
  for (int j = 0; j < contacts.size(); ++j) {
    add_row(S_, contacts.jacobian_before(), j, n_, S_rows_);
    add_row(M_, contacts.jacobian_before(), j, n_, M_rows_);
  }
  own_rows_.clear();
  for (int j = 0; system_.share() != nullptr && j < contacts.size(); ++j)
    own_rows_.push_back(is_own(*system_.share(), contacts.jacobian_before(), j, n_));
  system_.contacts().gaps(contacts.rows(), trial_, gap_trial_);
  contacts.jacobian_before().multiply(trial_.v, u_trial_);
}

void GglIterative::solve(const SymmetricMatrix& matrix, const char* name, const Vector& b,
                         const SparseRows& rows, const std::vector<int>& active, const Vector& c,
                         double tolerance, Vector& x, Vector& multipliers) {
  const bool converged = cg_.solve(matrix, b, rows, active, c, tolerance, kMostIterations, x, multipliers);
  residual_ = std::max(residual_, cg_.residual() / tolerance);
  if (converged) {
    if (system_.share() != nullptr && !active.empty()) complete({&multipliers});
    return;
  }
  if (log_ != nullptr) log_->add({"conjugate gradients", kMostIterations, cg_.residual() / tolerance});
  if (!std::isfinite(cg_.residual()))
    throw std::runtime_error(fmt::format("the {} is no longer finite", name));
  throw std::runtime_error(
      fmt::format("conjugate gradients for the {} did not converge in {} iterations: the residual is {:.1e} "
                  "times the one that integrator.tolerance allows. Try solver = \"direct\"",
                  name, kMostIterations, cg_.residual() / tolerance));
}

void GglIterative::first_sets(const ContactSet& contacts) {
  // As if the multipliers were those of the last step, and the acceleration what y was made from.
  const int m = contacts.size();
  nu_ = contacts.warm_nu();
  Lambda_ = contacts.warm_Lambda();
  sets_.clear();
  for (int j = 0; j < m; ++j) {
    gap_smooth_[j] = gap_[j] = gap_trial_[j] + S_rows_.dot(j, y_);
    u_[j] = u_trial_[j] + rate(j);
  }
  complete({&gap_, &gap_smooth_, &u_});
  wanted_sets(contacts);
  sets_ = wanted_;
}

/// Of both levels.
std::optional<CyclingGuard::Shared> GglIterative::shared_flags(const ContactSet& contacts) const {
  if (system_.is_whole()) return std::nullopt;
  constexpr double kLevel = 0x1p44;  // positions come before velocities
  CyclingGuard::Shared shared{system_.numbering(), {}, {}};
  for (const double level : {0.0, kLevel})
    for (int row = 0; row < contacts.size(); ++row) {
      shared.numbers.push_back(contacts.row_numbers()[static_cast<std::size_t>(row)] + level);
      shared.is_own.push_back(contacts.own_rows()[static_cast<std::size_t>(row)]);
    }
  return shared;
}

void GglIterative::solve_positions() {
  c_rows_ = -gap_trial_;
  solve(S_, "motion of a step", load_, S_rows_, A_, c_rows_, tolerance_ * velocity_ * hb_, y_, multipliers_);
  nu_ = multipliers_ / mass_weight_;
  Vector impulse = Vector::Zero(M_.size());
  for (const int j : A_) M_rows_.add(j, nu_[j], impulse);
  if (!any(!A_.empty()))
    U_.setZero(M_.size());
  else
    solve(M_, "correction of positions", impulse, M_rows_, {}, c_rows_, tolerance_ * velocity_ * hb_, U_,
          multipliers_);
}

void GglIterative::solve_velocities(const ContactSet& contacts) {
  Lambda_.setZero(contacts.size());
  if (!any(!B_.empty())) {
    V_.setZero(M_.size());
    return;
  }
  for (const int j : B_) c_rows_[j] = contacts.target(j) - u_trial_[j] - rate(j);  // of this rank's rows
  const Vector none = Vector::Zero(M_.size());
  solve(M_, "jump of velocities", none, M_rows_, B_, c_rows_, tolerance_ * velocity_, V_, Lambda_);
}

void GglIterative::evaluate_rows() {
  for (Index j = 0; j < S_rows_.rows(); ++j) {
    const double w_y = S_rows_.dot(j, y_);
    gap_[j] = gap_trial_[j] + w_y;
    gap_smooth_[j] = gap_[j] - M_rows_.dot(j, U_);
    u_[j] = u_trial_[j] + rate(j) + M_rows_.dot(j, V_);
  }
  complete({&gap_, &gap_smooth_, &u_});
}

bool GglIterative::step(const State& start, const Vector& a, const Vector& acceleration, double h,
                        const ContactSet& contacts, int max_iterations, State& next, int& iterations,
                        int& worst_contact) {
  const int m = contacts.size();
  prepare(start, h);
  trial_.angles = start.angles;
  predict(start, a, acceleration, h);
  trial_force();  // the part of this rank
  take_rows(contacts);
  resize_rows(m);
  x_ = hb_ * h * force_;
  S_.gather(x_, load_);
  S_.accumulate(load_);
  x_ = hb_ * h / mass_weight_ * acceleration;  // as if U vanished
  S_.gather(x_, y_);
  U_.setZero(M_.size());
  V_.setZero(M_.size());
  velocity_ = std::max({system_.largest(start.v), h * system_.largest(acceleration),
                        std::numeric_limits<double>::epsilon() * system_.largest(start.q) / h,
                        std::numeric_limits<double>::min()});

  first_sets(contacts);
  guard_.begin();
  const auto shared = shared_flags(contacts);
  std::vector<int> last_A;
  for (iterations = 1;; ++iterations) {
    last_A = A_;
    split_sets(m);
    residual_ = 0;
    if (iterations == 1 || any(A_ != last_A)) solve_positions();
    solve_velocities(contacts);
    evaluate_rows();
    wanted_sets(contacts);
    if (guard_.cycled()) keep_ties(contacts);
    const bool settled = !any(!is_settled());
    if (!settled) guard_.choose(sets_, wanted_, shared ? &*shared : nullptr);
    log_sets(contacts, iterations, residual_);
    if (settled) break;
    if (iterations >= max_iterations) {
      const int flipped = guard_.most_flipped();
      worst_contact = flipped < 0 || m == 0 ? -1 : flipped % m;
      return false;
    }
    sets_ = wanted_;
  }

  next.v = trial_.v;
  add_motion(start, next);
  if (system_.all_prescribed() == 0) acceleration_.resize(n_);
  acceleration_.head(n_) = mass_weight_ / h * x_.head(n_);
  lambda_.setZero(0);
  Lambda_joint_.setZero(0);
  return true;
}

/// next.q: by y; next.v += Dv~ + V; x_ = Dv~.
void GglIterative::add_motion(const State& start, State& next) {
  const auto over_dofs = [&](const SymmetricMatrix& matrix, const Vector& x, Vector& of_dofs) {
    of_dofs.setZero(system_.nv());
    matrix.add_to(1, x, of_dofs);
    complete(of_dofs);
  };
  over_dofs(S_, y_, motion_);
  place(start, motion_.head(n_), next);
  x_ = (1 / hb_) * motion_;
  if (any(!A_.empty())) {
    over_dofs(M_, U_, motion_);
    x_ -= (1 / hb_) * motion_;
  }
  next.v += x_;
  if (!any(!B_.empty())) return;
  over_dofs(M_, V_, motion_);
  next.v += motion_;
}

}  // namespace jounce
