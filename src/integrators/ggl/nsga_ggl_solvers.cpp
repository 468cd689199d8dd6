#include "integrators/ggl/nsga_ggl.h"
#include "integrators/probe_step.h"

// The monolithic (Newton on S_t) and the sequential (B, Algorithm 1) solution of an NSGA-GGL step.

namespace jounce {
namespace {

/// A residual that no longer falls is accepted within this factor of what round-off of the stiffest terms
/// explains.
constexpr double kRoundOff = 100;
/// Sweeps of the sequential solver before a changing active set counts as cycling.
constexpr int kFreeSweeps = 60;

}  // namespace

/// The semi-smooth system of one step as Newton sees it: active sets are chosen in the residual (B 37-38).
class GglNewtonProblem final : public NewtonProblem {
 public:
  /// `begins_sticking`: see GglStep::stick_closed.
  GglNewtonProblem(NsgaGgl& scheme, bool begins_sticking, const char* stage)
      : s_(scheme), begins_sticking_(begins_sticking), stage_(stage) {}

  Index size() const override { return s_.equations_.size(); }

  void residual(const Vector& x, Vector& r) override {
    std::vector<std::uint8_t>& wanted = s_.wanted_;
    s_.equations_.set_increment(x);
    s_.equations_.wanted_sets(wanted);
    if (first_) {
      if (begins_sticking_) s_.equations_.stick_closed(wanted);
      s_.equations_.use_sets(wanted);
      first_ = false;
      settled_ = true;
    } else {
      if (s_.guard_.cycled()) s_.equations_.keep_ties(wanted);
      settled_ = wanted == s_.equations_.sets();
      if (!settled_) {
        s_.guard_.choose(s_.equations_.sets(), wanted);
        if (s_.log_ != nullptr) s_.changes_.count(s_.equations_.sets(), wanted);
        s_.equations_.use_sets(wanted);
      }
    }
    s_.equations_.residual(r);
    if (r.allFinite()) return;
    s_.equations_.merit(r, Vector(), s_.options_.tolerance, &s_.worst_row_);  // for the blame
    fields_ = s_.equations_.fields();
  }

  void evaluated(int iteration) override { s_.log_iteration(stage_, iteration, fields_); }

  const CsrMatrix& jacobian() override {
    GglStep& equations = s_.equations_;
    if (s_.contacts_changed_ || !s_.laid_out_) {
      PatternBuilder pattern(equations.size());
      equations.assemble(pattern);
      pattern.build(s_.matrix_);
      s_.laid_out_ = true;
      s_.contacts_changed_ = false;
      s_.assembled_h_ = 0;
    }
    if (equations.has_constant_matrix() && s_.assembled_h_ == equations.step_size() &&
        s_.assembled_sets_ == equations.sets())
      return s_.matrix_;
    s_.matrix_.set_zero();
    equations.assemble(s_.matrix_);
    s_.matrix_.absolute_row_sums(s_.row_sums_);
    s_.assembled_h_ = equations.step_size();
    s_.assembled_sets_ = equations.sets();
    return s_.matrix_;
  }

  bool converged_well(const Vector& r) override {
    return s_.equations_.merit(r, Vector(), s_.options_.tolerance, nullptr, true) <= 1;
  }

  bool converged(const Vector& r, int iteration) override {
    const double tolerance = s_.options_.tolerance;
    const double merit = s_.equations_.merit(r, Vector(), tolerance, &s_.worst_row_);
    fields_ = s_.equations_.fields();  // without round-off
    const bool stagnates = iteration >= 2 && merit > 0.25 * last_merit_;
    last_merit_ = merit;
    return settled_ && (merit <= 1 || (stagnates && s_.row_sums_.size() == r.size() &&
                                       s_.equations_.merit(r, s_.row_sums_, tolerance) <= kRoundOff));
  }

  double merit() const override { return last_merit_; }

  bool may_keep_jacobian() const override {
    return !s_.equations_.has_constant_matrix() && s_.laid_out_ && !s_.contacts_changed_ &&
           s_.assembled_h_ == s_.equations_.step_size() && s_.assembled_sets_ == s_.equations_.sets();
  }

 private:
  NsgaGgl& s_;
  bool begins_sticking_;
  const char* stage_;
  FieldResiduals fields_;
  bool first_ = true;
  bool settled_ = true;
  double last_merit_ = 0;
};

bool NsgaGgl::solve_monolithic(int& iterations) {
  iterations = 0;
  if (options_.contact_function == "fischer-burmeister" && equations_.has_velocity_projection() &&
      solve_from_cones(iterations))
    return true;
  for (const bool begins_sticking : {false, true}) {
    if (begins_sticking && equations_.velocity_size() <= equations_.position_size()) break;
    GglNewtonProblem problem(*this, begins_sticking, begins_sticking ? "sticking" : "");
    guard_.begin();
    changes_.clear();
    x_.setZero(equations_.size());
    const NewtonResult result = newton_.solve(problem, x_, options_.max_iterations);
    name_changes(result.converged);
    iterations += result.iterations;
    if (result.converged) return true;
  }
  return false;
}

void NsgaGgl::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  if (path_ == Path::linear) {
    linear_->visit_matrices(state, h, visit);
    return;
  }
  choose_corrections(state, h);
  acceleration_.setZero(system_.nv());
  lambda_.setZero(system_.n_constraint_rows());
  a_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  probe_step(*this, state, h, options_.max_iterations);
  // Its diagonal blocks are those of the sequential solver.
  visit({"all unknowns of a step", &GglNewtonProblem(*this, false, "").jacobian()});
}

bool NsgaGgl::solve_from_cones(int& iterations) {
  // Near the borders of its branches the function is as flat as a root, and its zeros are known to 1e-8 only:
  // the branches have the last word, from where it led.
  x_.setZero(equations_.size());
  for (const ContactFunction function :
       {ContactFunction::fischer_burmeister, ContactFunction::alart_curnier}) {
    equations_.use_function(function);
    GglNewtonProblem problem(*this, false, function == ContactFunction::alart_curnier ? "" : "cones");
    guard_.begin();
    changes_.clear();
    const NewtonResult result = newton_.solve(problem, x_, options_.max_iterations);
    name_changes(result.converged);
    iterations += result.iterations;
    if (function == ContactFunction::alart_curnier) return result.converged;
    if (!x_.allFinite()) x_.setZero();
  }
  return false;
}

bool NsgaGgl::solve_sequential(int& iterations) {
  iterations = 0;
  for (const bool begins_sticking : {false, true}) {
    if (begins_sticking && equations_.velocity_size() <= equations_.position_size()) break;
    changes_.clear();
    const bool converged = sweep(begins_sticking, iterations);
    name_changes(converged);
    if (converged) return true;
  }
  return false;
}

void NsgaGgl::log_iteration(const char* stage, int iteration, const FieldResiduals& fields) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.stage = stage;
  row.iteration = iteration;
  row.fields = fields;
  row.residual = fields.largest();
  const int m = contacts_.size();
  const bool at_velocity = equations_.has_velocity_projection();
  changes_.put(equations_.sets(), at_velocity ? m : 0, m, row);
  log_->add(row);
}

/// Flags of positions come first, then those of velocities.
void NsgaGgl::name_changes(bool converged) {
  if (log_ == nullptr) return;
  log_->name_changes(converged, [&](int flag) {
    const int m = contacts_.size();
    return contacts_.describe(system_, flag < m ? flag : flag - m);
  });
}

bool NsgaGgl::sweep(bool begins_sticking, int& iterations) {
  // A sweep is a block Gauss-Seidel step on S_t: it needs more iterations than Newton, each on smaller
  // matrices.
  const int max_sweeps = 40 * options_.max_iterations;
  const double tolerance = Scales::kStrictMomentum * options_.tolerance;  // convergence is linear
  const Index ns = equations_.smooth_size();
  const Index np = equations_.position_size();
  x_.setZero(equations_.size());
  Vector r, part, correction, row_sums = Vector::Zero(equations_.size());
  std::vector<std::uint8_t> wanted;
  equations_.set_increment(x_);
  equations_.wanted_sets(wanted);
  if (begins_sticking) equations_.stick_closed(wanted);
  equations_.use_sets(wanted);
  guard_.begin();
  double last_merit = std::numeric_limits<double>::infinity();

  const auto solve_block = [&](Block& block, Index size, Index at, auto&& assemble) {
    if (!block.laid_out || block.matrix.size() != size || contacts_changed_) {
      PatternBuilder pattern(size);
      assemble(pattern);
      pattern.build(block.matrix);
      block.laid_out = true;
      block.h = 0;
    }
    const bool smooth = size == ns && at == 0;
    const bool kept = equations_.has_constant_matrix() && block.h == equations_.step_size() &&
                      (smooth || block.sets == equations_.sets());
    if (!kept) {
      block.matrix.set_zero();
      assemble(block.matrix);
      block.h = equations_.step_size();
      block.sets = equations_.sets();
    }
    block.solver.factor(block.matrix);
    if (smooth) {
      block.matrix.absolute_row_sums(part);
      row_sums.head(size) = part;
    }
    equations_.residual(r);
    part = -r.segment(at, size);
    block.solver.solve(part, correction);
    x_.segment(at, size) += correction;
    equations_.set_increment(x_);
  };

  bool settled = true;
  for (int sweeps = 0;; ++sweeps, ++iterations) {
    equations_.residual(r);
    const double merit = equations_.merit(r, Vector(), tolerance, &worst_row_);
    log_iteration(begins_sticking ? "sweeps, sticking" : "sweeps", sweeps, equations_.fields());
    // A linearly convergent iteration stagnates only when it stops falling altogether.
    const bool stagnates =
        sweeps >= 2 && merit >= last_merit && equations_.merit(r, row_sums, tolerance) <= kRoundOff;
    if (settled && (merit <= 1 || stagnates)) break;
    if (sweeps == max_sweeps || !std::isfinite(merit)) return false;
    last_merit = merit;
    try {
      solve_block(smooth_, ns, 0, [&](MatrixSink& sink) { equations_.assemble_smooth(sink, 0); });
      solve_block(position_, np, ns, [&](MatrixSink& sink) { equations_.assemble_position(sink, 0); });
      if (equations_.has_velocity_projection())
        solve_block(velocity_, equations_.velocity_size(), ns + np,
                    [&](MatrixSink& sink) { equations_.assemble_velocity(sink, 0); });
    } catch (const SingularMatrix&) {
      return false;
    }
    contacts_changed_ = false;
    equations_.wanted_sets(wanted);
    if (guard_.cycled()) equations_.keep_ties(wanted);
    settled = wanted == equations_.sets();
    if (!settled) {
      // Early sweeps flip sets because the multipliers still move; only late flips are cycling.
      if (sweeps > kFreeSweeps) guard_.choose(equations_.sets(), wanted);
      if (log_ != nullptr) changes_.count(equations_.sets(), wanted);
      equations_.use_sets(wanted);
    }
  }
  return true;
}

}  // namespace jounce
