#include "integrators/ggl/nsga_ggl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrators/ggl/correction_choice.h"
#include "integrators/ggl/iterative_choice.h"
#include "integrators/initial_acceleration.h"
#include "la/field_layout.h"
#include "model/node_unknowns.h"
#include "stepping/failure_cause.h"
#include "stepping/whole_turns.h"

namespace jounce {
namespace {

/// Unknowns up to which the factors of the motion take every rank less time than two ranks need together to
/// solve field by field.
constexpr Index kShareMotionFrom = 50000;
constexpr Index kShareTangentFrom = 10000;  ///< free degrees of freedom

/// Whether there are solids, shells, beams or bars: their nodes are light beside the stiffness between them.
bool has_elements(const System& system) {
  return std::ranges::any_of(system.blocks(),
                             [](const auto& block) { return !block->connectivity().nodes.empty(); });
}

}  // namespace

NsgaGgl::NsgaGgl(const System& system, const IntegratorOptions& options, PositionLaw law)
    : system_(system),
      options_(options),
      law_(law),
      coefficients_(AlphaCoefficients::from_rho_inf(options.rho_inf)),
      path_(options.solver == StepSolver::sequential && law == PositionLaw::ggl ? Path::sequential
                                                                                : Path::monolithic),
      may_be_sequential_(options.solver != StepSolver::monolithic &&
                         options.solver != StepSolver::field_split && law == PositionLaw::ggl &&
                         options.contact_function == ContactFunction::alart_curnier),
      equations_(system, coefficients_, law),
      account_(system, equations_, contacts_),
      problem_(system, equations_, contacts_, account_, options.tolerance),
      newton_(options.newton) {
  const bool has_branches = options.contact_function == ContactFunction::alart_curnier;
  const bool may_be_linear = options.solver == StepSolver::automatic ||
                             options.solver == StepSolver::direct ||
                             options.solver == StepSolver::iterative || options.solver == StepSolver::surface;
  if (may_be_linear && has_branches && options.corrections != CorrectionChoice::elastic &&
      law == PositionLaw::ggl && system.is_linear()) {
    if (!system.is_whole() || (!system.contacts().has_friction() && options.solver != StepSolver::surface))
      choose_linear(options.solver);
    else
      choose_with_friction(options.solver);
  }
  if (options_.solver == StepSolver::surface || options_.solver == StepSolver::motion)
    options_.solver = StepSolver::automatic;  // where it does not serve, or finds no branches
  if (!system.is_whole()) return;             // parts are for the choice that has been made
  if (path_ == Path::monolithic) choose_split();
  choose_motion(options.solver);
}

void NsgaGgl::choose_split() {
  if (options_.solver == StepSolver::field_split ||
      (options_.solver == StepSolver::automatic && should_split(system_)))
    problem_.matrix().split();
}

void NsgaGgl::choose_motion(StepSolver solver) {
  const bool is_wanted =
      solver == StepSolver::motion || (solver == StepSolver::automatic &&
                                       options_.newton != NewtonMethod::snes && should_solve_motion(system_));
  if (is_wanted && law_ == PositionLaw::ggl && options_.contact_function == ContactFunction::alart_curnier &&
      GglMotion::is_applicable(system_))
    motion_ = std::make_unique<GglMotion>(system_, coefficients_, equations_, problem_, contacts_,
                                          options_.newton == NewtonMethod::full);
}

void NsgaGgl::choose_linear(StepSolver solver) {
  path_ = Path::linear;
  const bool iterates = solver != StepSolver::direct &&
                        (solver == StepSolver::iterative || GglIterative::is_profitable(system_)) &&
                        GglIterative::is_applicable(system_);
  if (!iterates) {
    linear_ = std::make_unique<GglLinear>(system_, coefficients_);
    return;
  }
  auto iterative = std::make_unique<GglIterative>(system_, coefficients_, options_.tolerance);
  iterative_ = iterative.get();
  linear_ = std::move(iterative);
}

void NsgaGgl::choose_with_friction(StepSolver solver) {
  const bool wants_surface = solver == StepSolver::surface ||
                             (solver == StepSolver::automatic && GglSurface::is_profitable(system_));
  if (wants_surface && GglSurface::is_applicable(system_)) {
    is_surface_ = true;
    linear_ = std::make_unique<GglSurface>(system_, coefficients_);
  } else if (solver == StepSolver::direct ||
             (solver == StepSolver::automatic && GglLinear::is_profitable_with_friction(system_))) {
    if (!system_.contacts().joint_frictions().empty()) return;
    linear_ = std::make_unique<GglLinear>(system_, coefficients_);
  } else {
    return;
  }
  path_ = Path::linear;
  may_leave_linear_ = solver == StepSolver::automatic;
}

bool NsgaGgl::start_acceleration(const State& state, Vector& a) {
  if (iterative_ != nullptr) {
    iterative_->consistent_acceleration(state, a);
    return true;
  }
  if (!is_surface_ && (!problem_.matrix().is_partial() || !problem_.matrix().shares_all_mass())) return false;
  ProjectedCg cg;
  iterative_acceleration(system_, state, options_.tolerance, cg, a);
  return true;
}

Sharing NsgaGgl::sharing() const {
  if (iterative_ != nullptr) return can_share(system_) ? Sharing::matrices : Sharing::none;
  const bool is_faster_alone = motion_ && system_.n_free() < kShareMotionFrom;
  if (!system_.has_shareable_elements()) return Sharing::none;
  if (problem_.matrix().is_split() && !is_faster_alone) return Sharing::matrices;
  return motion_ && path_ == Path::monolithic && system_.n_free() >= kShareTangentFrom ? Sharing::forces
                                                                                       : Sharing::none;
}

bool NsgaGgl::works_in_parts() const {
  return iterative_ != nullptr && options_.initial_acceleration != InitialAcceleration::shifted;
}

std::string NsgaGgl::traffic() const {
  if (is_surface_) return fmt::format(", {} iterations of GMRES", linear_->linear_iterations());
  const bool is_split = problem_.matrix().is_split() && !motion_;
  if (iterative_ == nullptr && !is_split) return {};
  std::string text = iterative_ != nullptr
                         ? fmt::format(", {} iterations of conjugate gradients", iterative_->cg_iterations())
                         : fmt::format(", {} iterations of GMRES", newton_.linear_iterations());
  if (system_.share() == nullptr && system_.is_whole()) return text;
  const parallel::Communicator& ranks =
      system_.is_whole() ? system_.share()->ranks() : system_.numbering().ranks();
  const auto& sent = ranks.traffic();
  return text +
         fmt::format(", rank {} of {}{} sent {} messages ({:.4g} MB), {} sums and {:.4g} MB to be gathered",
                     ranks.rank(), ranks.size(), system_.is_whole() ? "" : ", which have parts of the model,",
                     sent.messages, 1e-6 * static_cast<double>(sent.message_bytes), sent.sums,
                     1e-6 * static_cast<double>(sent.gathered_bytes));
}

void NsgaGgl::choose_corrections(const State& state, double h) {
  if (system_.has_partial_matrices()) motion_.reset();  // no rank has the whole tangent
  if (may_leave_linear_ && options_.corrections == CorrectionChoice::automatic &&
      outruns_waves(system_, state, h)) {
    may_leave_linear_ = is_surface_ = false;  // these have no elastic corrections
    linear_.reset();
    path_ = Path::monolithic;
    choose_split();
  }
  const bool may_choose = options_.corrections == CorrectionChoice::automatic && path_ != Path::linear &&
                          has_elements(system_) && !system_.contacts().is_empty();
  const auto outruns = [&] {
    return motion_ ? outruns_contact_waves(system_, state, h, coefficients_)
                   : outruns_waves(system_, state, h);
  };
  if (options_.corrections == CorrectionChoice::elastic || (may_choose && outruns()))
    equations_.use_corrections(Corrections::elastic);
}

void NsgaGgl::initialise(const State& state, double h) {
  choose_corrections(state, h);
  if (start_acceleration(state, acceleration_))
    lambda_.setZero(0);
  else
    consistent_acceleration(system_, state, acceleration_, lambda_);
  a_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
  if (options_.initial_acceleration == InitialAcceleration::shifted)
    shifted_acceleration(system_, state, (coefficients_.alpha_m - coefficients_.alpha_f) * h, acceleration_,
                         a_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
}

bool NsgaGgl::step(State& state, double h, StepResult& result) {
  if (contacts_.begin(system_, state, scales_, options_.envelope, options_.activation, h, expected_)) {
    problem_.change_contacts();
    blocks_changed_ = true;
  }
  contacts_.keep_overlaps(system_, state, h);
  account_.log_to(log_);
  result.failure_cause.clear();
  if (path_ != Path::linear) return newton_step(state, h, result);
  if (linear_step(state, h, result)) return true;
  if (!is_surface_ && contacts_.tangents() == 0) return false;
  result.failure_cause
      .clear();  // Newton's method on all unknowns has more ways to find the branches of friction
  return newton_step(state, h, result);
}

bool NsgaGgl::linear_step(State& state, double h, StepResult& result) {
  int worst_contact = -1;
  linear_->log_to(log_);
  const bool converged = linear_->step(state, a_, acceleration_, h, contacts_, options_.max_iterations,
                                       linear_next_, result.iterations, worst_contact);
  account_.end(converged);
  if (!converged) {
    const std::string worst =
        worst_contact < 0 ? "?" : system_.contacts().describe(contacts_.rows()[worst_contact]);
    result.failure_cause = fmt::format("the active set of contact '{}' does not settle",
                                       system_.numbering().text_of_largest(worst_contact < 0 ? 0 : 1, worst));
    return false;
  }
  if (system_.numbering().any(!std::isfinite(linear_next_.v.sum() + linear_next_.q.sum()))) {
    Index dof = 0;
    const auto is_finite = [&] {
      return std::isfinite(linear_next_.v[dof]) && std::isfinite(linear_next_.q[dof]);
    };
    while (dof + 1 < system_.nv() && is_finite()) ++dof;
    const std::string place = describe_dof(system_, dof);
    result.failure_cause = "the motion is no longer finite at " +
                           system_.numbering().text_of_largest(is_finite() ? 0 : 1, place);
    return false;
  }
  accept(state, h, result, linear_next_, linear_->acceleration(), linear_->lambda(), linear_->Lambda_joint(),
         {linear_->nu(), linear_->Lambda(), linear_->velocity_after(), linear_->Lambda_T(),
          linear_->tangential_velocity(), linear_->velocity_sets()});
  return true;
}

bool NsgaGgl::newton_step(State& state, double h, StepResult& result) {
  TrialScales trial_scales(scales_);
  if (!system_.has_constant_mass()) scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  guess_.predict(acceleration_, lambda_, h, guessed_acceleration_, guessed_lambda_);
  equations_.begin(state, a_, acceleration_, {guessed_acceleration_, guessed_lambda_}, h, contacts_, scales_);
  budget_.begin(options_.max_iterations,
                path_ == Path::sequential ? StepBudget::kSweeps + 1 : StepBudget::kSolutions);
  was_singular_ = false;
  bool converged = path_ != Path::sequential &&
                   (motion_ ? solve_motion(result.iterations) : solve_monolithic(result.iterations));
  if (!converged && motion_ && !motion_->is_exact()) {
    const int before = result.iterations;
    converged = solve_monolithic(result.iterations);
    result.iterations += before;
  }
  const bool may_sweep = may_be_sequential_ && was_singular_ && contacts_.tangents() > 0;
  if (!converged && (path_ == Path::sequential || may_sweep)) {
    // Bodies with many more contacts than motions make S_t singular where the smaller matrices of the sweeps
    // are not.
    const int newton = result.iterations;
    if (path_ != Path::sequential) smooth_.laid_out = position_.laid_out = velocity_.laid_out = false;
    converged = solve_sequential(result.iterations);
    if (path_ != Path::sequential) result.iterations += newton;
    if (!converged && path_ == Path::sequential && has_contact_problem()) {
      problem_.condensed().forget();
      converged = solve_condensed(result.iterations);
    }
  }
  if (!converged) {
    result.failure_cause = account_.failure_cause(result.iterations);
    return false;
  }
  if (const Index dof = find_whole_turn(system_, state.v, equations_.v_smooth(), h); dof >= 0) {
    result.failure_cause = describe_whole_turn(system_, dof);
    return false;
  }
  trial_scales.keep();
  equations_.clear_inactive();
  if (equations_.is_elastic()) result.force_jump = equations_.next().v - equations_.v_smooth();
  accept(state, h, result, equations_.next(), equations_.acceleration(), equations_.lambda(),
         equations_.Lambda_joint(),
         {equations_.nu(), equations_.Lambda(), equations_.contact_velocity(), equations_.Lambda_T(),
          equations_.tangential_velocity(), equations_.velocity_sets()});
  return true;
}

void NsgaGgl::accept(State& state, double h, StepResult& result, const State& next,
                     const Vector& acceleration, const Vector& lambda, const Vector& Lambda_joint,
                     const ContactOutcome& contact) {
  // (B 30e) solved for a_{n+1}
  a_ = ((1 - coefficients_.alpha_f) * acceleration + coefficients_.alpha_f * acceleration_ -
        coefficients_.alpha_m * a_) /
       (1 - coefficients_.alpha_m);
  impulse_ = h * lambda;
  report_contacts(contacts_, contact, next.t, result);
  sum_over_ranks(system_, result);
  const bool is_smooth = contacts_.are_as_before(contact.Lambda) && result.impacts.empty();
  guess_.accept(acceleration_, lambda_, acceleration, impulse_, h, !system_.numbering().any(!is_smooth));
  acceleration_ = acceleration;
  lambda_ = lambda;
  contacts_.accept(contact.nu, contact.Lambda, contact.Lambda_T);
  state.t = next.t;
  state.q = next.q;
  state.v = next.v;
  result.reaction = lambda + Lambda_joint / h;
  result.joint_force = lambda;
  result.joint_impulse = Lambda_joint;
  contacts_.joint_normals(h * result.reaction, result.joint_normal_impulse);
  result.acceleration = acceleration;
}

std::vector<std::pair<std::string, Vector*>> NsgaGgl::memory() {
  return {{"a", &a_},
          {"acceleration", &acceleration_},
          {"lambda", &lambda_},
          {"acceleration_rate", &guess_.acceleration_rate()},
          {"lambda_rate", &guess_.lambda_rate()},
          {"contacts", &contacts_.store()},
          {"scales", &scales_.store()},
          {"prefers_condensed", &prefers_condensed_}};
}

Stepper::MemoryKind NsgaGgl::memory_kind(const std::string& name) const {
  if (name == "a" || name == "acceleration" || name == "acceleration_rate") return MemoryKind::dofs;
  return name == "contacts" ? MemoryKind::contacts : MemoryKind::same;
}

void NsgaGgl::refresh() {
  newton_.forget();
  problem_.forget();
  for (Block* block : {&smooth_, &position_, &velocity_}) {
    block->laid_out = false;
    block->solver.forget();
  }
  if (linear_) linear_->forget();
  if (motion_) motion_->forget();
}

long NsgaGgl::factorisations() const {
  return newton_.factorisations() + smooth_.solver.factorisations() + position_.solver.factorisations() +
         velocity_.solver.factorisations() + (linear_ ? linear_->factorisations() : 0) +
         (motion_ ? motion_->factorisations() : 0);
}

}  // namespace jounce
