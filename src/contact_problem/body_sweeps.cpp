#include "contact_problem/body_sweeps.h"

#include <algorithm>
#include <cmath>

#include "contact_problem/body_rows.h"

namespace jounce::contact_problem {
namespace {

struct Arrays {
  const BodyProblem::ContactRows* rows;
  const BodyTails<3>* tails;  ///< null without wide bodies
  BodyContact* local;
  const double* s;
  double* r;
  double* w;
  const double* x;
  std::ptrdiff_t first, last;  ///< contacts
};

template <class Law>
JOUNCE_INLINE BodySweeps::Change sweep_contacts(const Arrays& at, double relaxation) {
  BodySweeps::Change change;
  for (std::ptrdiff_t c = at.first; c < at.last; ++c) {
    const double* H = at.rows[c].H.data();
    BodyContact& local = at.local[c];
    double* r = at.r + 3 * c;
    const double* x = at.x + 3 * c;
    BodyPair bodies(at.w, at.rows[c].bodies);
    double u[3], b[3], next[3] = {r[0], r[1], r[2]};
    bodies.relative_velocity(H, at.s + 3 * c, u);
    if (at.tails != nullptr) at.tails->add_velocity(static_cast<std::size_t>(c), at.w, u);
    local.at_rest(u, r, b);
    Law::solve(local, b, next, local.lambda);
    const double d[3] = {relaxation * (next[0] - r[0]), relaxation * (next[1] - r[1]),
                         relaxation * (next[2] - r[2])};
    bodies.add_impulse(H, d);
    bodies.store(at.w, at.rows[c].bodies);
    if (at.tails != nullptr) at.tails->add_impulse(static_cast<std::size_t>(c), d, at.w);
    for (int i = 0; i < 3; ++i) r[i] += d[i];
    change.square += local.scale * local.scale * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    change.along += local.scale * (d[0] * (r[0] - x[0]) + d[1] * (r[1] - x[1]) + d[2] * (r[2] - x[2]));
  }
  return change;
}

JOUNCE_FAST_CLONES BodySweeps::Change sweep_coulomb(const Arrays& at, double relaxation) {
  return sweep_contacts<CoulombLaw>(at, relaxation);
}
JOUNCE_FAST_CLONES BodySweeps::Change sweep_smoothed(const Arrays& at, double relaxation) {
  return sweep_contacts<SmoothedCoulombLaw>(at, relaxation);
}
JOUNCE_FAST_CLONES BodySweeps::Change sweep_cone(const Arrays& at, double relaxation) {
  return sweep_contacts<ConeLaw>(at, relaxation);
}
JOUNCE_FAST_CLONES BodySweeps::Change sweep_dissipation(const Arrays& at, double relaxation) {
  return sweep_contacts<MaximumDissipationLaw>(at, relaxation);
}

JOUNCE_FAST_CLONES void gather(const BodyProblem& problem, const double* w, double* u) {
  const auto contacts = static_cast<std::ptrdiff_t>(problem.contacts.size());
  const BodyProblem::ContactRows* rows = problem.contacts.data();
  const double* s = problem.s.data();
  const bool has_tails = !problem.contact_tails.empty();
  for (std::ptrdiff_t c = 0; c < contacts; ++c) {
    BodyPair(w, rows[c].bodies).relative_velocity(rows[c].H.data(), s + 3 * c, u + 3 * c);
    if (has_tails) problem.contact_tails.add_velocity(static_cast<std::size_t>(c), w, u + 3 * c);
  }
}

JOUNCE_FAST_CLONES void scatter(const BodyProblem& problem, const double* r, double* w) {
  const auto contacts = static_cast<std::ptrdiff_t>(problem.contacts.size());
  const BodyProblem::ContactRows* rows = problem.contacts.data();
  const bool has_tails = !problem.contact_tails.empty();
  for (std::ptrdiff_t c = 0; c < contacts; ++c) {
    if (r[3 * c] == 0 && r[3 * c + 1] == 0 && r[3 * c + 2] == 0) continue;
    BodyPair bodies(w, rows[c].bodies);
    bodies.add_impulse(rows[c].H.data(), r + 3 * c);
    bodies.store(w, rows[c].bodies);
    if (has_tails) problem.contact_tails.add_impulse(static_cast<std::size_t>(c), r + 3 * c, w);
  }
}

/// w_c (r_c - P_K(r_c - u^_c/w_c)), or with the solution of the contact alone for maximum dissipation.
JOUNCE_INLINE double misfit_square(const BodyContact& local, ContactLawKind law, const double* r,
                                   const double* u) {
  SmallVector<3> gap = Eigen::Map<const SmallVector<3>>(r);
  if (law == ContactLawKind::maximum_dissipation && local.inverse_normal != 0) {
    double b[3], solution[3] = {r[0], r[1], r[2]}, lambda = 0;
    local.at_rest(u, r, b);
    MaximumDissipationLaw::solve(local, b, solution, lambda);
    for (int i = 0; i < 3; ++i) gap[i] -= solution[i];
    return local.scale * local.scale * gap.squaredNorm();
  }
  SmallVector<3> target = local.scale * gap;
  gap = target;
  for (int i = 0; i < 3; ++i) target[i] -= u[i];
  if (law != ContactLawKind::cone) target[0] -= local.mu * std::sqrt(u[1] * u[1] + u[2] * u[2]);
  return (gap - project_cone<3>(local.mu, target)).squaredNorm();
}

JOUNCE_FAST_CLONES double misfit(const BodyProblem& problem, const BodyContact* local, ContactLawKind law,
                                 const double* r, const double* w) {
  const auto contacts = static_cast<std::ptrdiff_t>(problem.contacts.size());
  const BodyProblem::ContactRows* rows = problem.contacts.data();
  const double* s = problem.s.data();
  const bool has_tails = !problem.contact_tails.empty();
  double sum = 0;
  for (std::ptrdiff_t c = 0; c < contacts; ++c) {
    double u[3];
    BodyPair(w, rows[c].bodies).relative_velocity(rows[c].H.data(), s + 3 * c, u);
    if (has_tails) problem.contact_tails.add_velocity(static_cast<std::size_t>(c), w, u);
    sum += misfit_square(local[c], law, r + 3 * c, u);
  }
  return sum;
}

double joint_velocity(const BodyProblem& problem, std::size_t j, const double* w) {
  const BodyProblem::JointRow& joint = problem.joints[j];
  double rate = BodyPair(w, joint.bodies).dot(joint.B.data()) + problem.c[static_cast<Index>(j)];
  problem.joint_tails.add_velocity(j, w, &rate);
  return rate;
}

}  // namespace

BodySweeps::BodySweeps(const BodyProblem& problem, ContactLawKind law)
    : problem_(problem), law_(law), contacts_(body_contacts(problem)), joints_(group_joints(problem)) {
  joint_scales_.reserve(problem.joints.size());
  for (std::size_t j = 0; j < problem.joints.size(); ++j) {
    const double square = Eigen::Map<const SmallVector<12>>(problem.joints[j].B.data()).squaredNorm() +
                          problem.joint_tails.product(j, j).value();
    joint_scales_.push_back(square > 0 ? square : 1);
  }
  if (problem.shared != nullptr) find_shared();
  Vector b(problem.s.size()), beta(problem.c.size());
  relative_velocities(problem.w, b, beta);
  double closing = beta.squaredNorm();
  for (Index c = 0; c < b.size() / 3; ++c)
    if (b[3 * c] < 0) closing += b.segment<3>(3 * c).squaredNorm();
  closing = sum(closing);
  norm_ = std::max(std::sqrt(closing > 0 ? closing : sum(b.squaredNorm())), problem_.least_norm);
}

void BodySweeps::find_shared() {
  const auto is_shared = [&](const std::array<Index, 2>& bodies) {
    return std::any_of(bodies.begin(), bodies.end(),
                       [&](Index body) { return problem_.shared->is_shared(static_cast<int>(body)); });
  };
  for (std::size_t c = 0; c < problem_.contacts.size(); ++c)
    if (is_shared(problem_.contacts[c].bodies)) shared_contacts_ = c + 1;
  for (std::size_t g = 0; g < joints_.size(); ++g)
    if (is_shared(problem_.joints[joints_[g].first()].bodies)) shared_groups_ = g + 1;
}

BodySweeps::Part BodySweeps::part(int phase) const {
  const std::size_t groups = joints_.size(), contacts = contacts_.size();
  const int own = problem_.shared->colour();
  const auto phases = static_cast<std::size_t>(problem_.shared->colours());
  // Every phase should take as long: contacts of its own phase fill it up with others.
  const std::size_t share = contacts / phases;
  const std::size_t filled = phases == 1 ? contacts : std::max(shared_contacts_, share);
  if (phase == own) return {0, phases == 1 ? groups : shared_groups_, 0, filled};
  const auto number = static_cast<std::size_t>(phase < own ? phase : phase - 1);
  const auto cut = [&](std::size_t first, std::size_t last, std::size_t k) {
    return first + (last - first) * k / (phases - 1);
  };
  return {cut(shared_groups_, groups, number), cut(shared_groups_, groups, number + 1),
          cut(filled, contacts, number), cut(filled, contacts, number + 1)};
}

BodySweeps::Change BodySweeps::sweep(BodyState& state, double relaxation, const BodyState& x) {
  if (problem_.shared == nullptr)
    return sweep(state, relaxation, x, {0, joints_.size(), 0, contacts_.size()});
  std::array<double, 2> sums = {0, 0};
  for (int phase = 0; phase < problem_.shared->colours(); ++phase) {
    const Change change = sweep(state, relaxation, x, part(phase));
    sums[0] += change.square;
    sums[1] += change.along;
    problem_.shared->pass_on(phase, state.w);
  }
  problem_.shared->sum(sums);
  return {sums[0], sums[1]};
}

BodySweeps::Change BodySweeps::sweep(BodyState& state, double relaxation, const BodyState& x,
                                     const Part& part) {
  double joint_square = 0, joint_along = 0;
  for (std::size_t g = part.first_group; g < part.last_group; ++g) {
    const JointGroup& group = joints_[g];
    double before[JointGroup::kRows];
    std::copy_n(state.lambda.data() + group.first(), group.rows(), before);
    joint_square += group.solve(problem_, state.lambda.data(), state.w.data());
    for (int i = 0; i < group.rows(); ++i) {
      const Index j = group.first() + i;
      joint_along += joint_scales_[j] * (state.lambda[j] - before[i]) * (state.lambda[j] - x.lambda[j]);
    }
  }
  const Arrays at{problem_.contacts.data(),
                  problem_.contact_tails.empty() ? nullptr : &problem_.contact_tails,
                  contacts_.data(),
                  problem_.s.data(),
                  state.r.data(),
                  state.w.data(),
                  x.r.data(),
                  static_cast<std::ptrdiff_t>(part.first_contact),
                  static_cast<std::ptrdiff_t>(part.last_contact)};
  Change change = law_ == ContactLawKind::coulomb
                      ? (is_smooth_ ? sweep_smoothed(at, relaxation) : sweep_coulomb(at, relaxation))
                  : law_ == ContactLawKind::cone ? sweep_cone(at, relaxation)
                                                 : sweep_dissipation(at, relaxation);
  change.square += joint_square;
  change.along += joint_along;
  return change;
}

double BodySweeps::dot(const Vector& x, const Vector& y) const {
  double sum_own = x.dot(y);
  if (problem_.shared == nullptr) return sum_own;
  for (const int body : problem_.shared->shared_bodies()) {
    const Index at = BodyProblem::kBody * body;
    sum_own -= (1 - problem_.shared->share(body)) *
               x.segment<BodyProblem::kBody>(at).dot(y.segment<BodyProblem::kBody>(at));
  }
  return sum(sum_own);
}

void BodySweeps::add_impulses(const Vector& dr, const Vector& dlambda, Vector& w) const {
  if (problem_.shared != nullptr) problem_.shared->begin(w);
  scatter(problem_, dr.data(), w.data());
  for (std::size_t j = 0; j < problem_.joints.size(); ++j) {
    BodyPair bodies(w.data(), problem_.joints[j].bodies);
    bodies.add(problem_.joints[j].B.data(), dlambda[static_cast<Index>(j)]);
    bodies.store(w.data(), problem_.joints[j].bodies);
    problem_.joint_tails.add_impulse(j, &dlambda[static_cast<Index>(j)], w.data());
  }
  if (problem_.shared != nullptr) problem_.shared->add_up(w);
}

void BodySweeps::update_velocities(BodyState& state) const {
  state.w = problem_.w;
  add_impulses(state.r, state.lambda, state.w);
}

void BodySweeps::relative_velocities(const Vector& w, Vector& u, Vector& beta) const {
  gather(problem_, w.data(), u.data());
  for (std::size_t j = 0; j < problem_.joints.size(); ++j)
    beta[static_cast<Index>(j)] = joint_velocity(problem_, j, w.data());
}

double BodySweeps::residual(const BodyState& state) const {
  double square = misfit(problem_, contacts_.data(), law_, state.r.data(), state.w.data());
  for (std::size_t j = 0; j < problem_.joints.size(); ++j) {
    const double beta = joint_velocity(problem_, j, state.w.data());
    square += beta * beta;
  }
  square = sum(square);
  return square == 0 ? 0 : std::sqrt(square) / (norm_ > 0 ? norm_ : 1);
}

BestBodyState::BestBodyState(const BodySweeps& sweeps, const BodyOptions& options, BodyState& state)
    : sweeps_(sweeps), options_(options) {
  state_.r = Vector::Zero(state.r.size());
  state_.lambda = Vector::Zero(state.lambda.size());
  state_.w = sweeps.problem().w;
  residual_ = sweeps.residual(state_);
  if (sweeps.sum(state.r.lpNorm<1>() + state.lambda.lpNorm<1>()) == 0) {
    state.w = state_.w;
  } else if (!(measure(state) <= residual_)) {
    state = state_;
  }
  if (options.watch) options.watch(0, residual_);
}

double BestBodyState::offer(BodyState& state, int iterations) {
  const double e = measure(state);
  if (options_.watch) options_.watch(iterations, e);
  return e;
}

double BestBodyState::measure(BodyState& state) {
  sweeps_.update_velocities(state);
  const double e = sweeps_.residual(state);
  if (e < residual_) {
    residual_ = e;
    state_ = state;
  }
  return e;
}

}  // namespace jounce::contact_problem
