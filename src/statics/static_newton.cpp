// Newton's iteration of a load step: sets of contacts, linear solutions, line search.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "statics/static_equilibrium.h"
#include "stepping/failure_cause.h"

namespace jounce {
namespace {

constexpr double kDescent = 0.8;    ///< |d . r(s)| a line search is content with, over |d . r(0)|
constexpr double kShortest = 0.05;  ///< shortest step of a line search
constexpr int kSearches = 6;
constexpr double kShareOfTolerance = 0.01;  ///< that the linear solver may leave of what is allowed
constexpr double kInexact = 1e-6;           ///< or of the imbalance, where Newton's iteration goes on anyway
constexpr double kBalanced = 1e-5;  ///< of the largest force: imbalance of sets of contacts that still change
constexpr double kFastFall = 0.03;  ///< of an imbalance, after which the tangent serves again
constexpr double kNear = 1e-4;      ///< imbalance, of the largest force, from which a linear model serves
constexpr double kContraction = 0.1;  ///< of an imbalance by a tangent that is kept
constexpr int kMostTimes = 4;         ///< iterations in all, over those that are allowed without such changes

}  // namespace

/// A point that slips and wants to slip the other way sticks first: where the body is softer than the weight
/// of the slip says, it would turn round and round between the two.
void StaticEquilibrium::stick_before_return() {
  const auto slips = [](std::uint8_t set) {
    return set == contact_set::slip || set == contact_set::slip_back;
  };
  const std::vector<std::uint8_t>& sets = equations_.sets();
  for (std::size_t i = 0; i < wanted_.size(); ++i)
    if (slips(sets[i]) && slips(wanted_[i]) && sets[i] != wanted_[i]) wanted_[i] = contact_set::stick;
}

void StaticEquilibrium::choose_sets() {
  equations_.wanted_sets(wanted_);
  if (first_iteration_) {
    equations_.use_sets(wanted_);
    first_iteration_ = false;
    return;
  }
  stick_before_return();
  if (guard_.cycled()) equations_.keep_ties(wanted_);
  if (wanted_ == equations_.sets()) return;
  guard_.choose(equations_.sets(), wanted_);
  if (log_ != nullptr) changes_.count(equations_.sets(), wanted_);
  equations_.use_sets(wanted_);
}

void StaticEquilibrium::log_iteration(const char* stage, int iteration, double missing) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.stage = stage;
  row.iteration = iteration;
  row.fields = equations_.fields();
  row.residual = std::max(row.fields.largest(), missing);
  changes_.put(equations_.sets(), 0, contacts_.size(), row);
  log_->add(row, [this](int flag) { return contacts_.describe(system_, flag); });
}

void StaticEquilibrium::name_changes(bool converged) {
  changes_.clear();
  if (log_ == nullptr) return;
  log_->name_changes(converged, [this](int flag) { return contacts_.describe(system_, flag); });
}

/// Sets of contacts at the solution of a linear model, until they are the ones that it was solved with.
bool StaticEquilibrium::choose_again() {
  equations_.wanted_sets(wanted_);
  stick_before_return();
  if (wanted_ == equations_.sets()) return false;
  model_guard_.choose(equations_.sets(), wanted_);
  if (model_guard_.cycled()) return false;
  if (log_ != nullptr) changes_.count(equations_.sets(), wanted_);
  equations_.use_sets(wanted_);
  return true;
}

bool StaticEquilibrium::correct(const Vector& r, Vector& dx, Tangent tangent) {
  if (condensation_ && tangent != Tangent::whole) {
    std::function<bool()> again;
    if (tangent != Tangent::linear && system_.manifold().is_flat()) again = [this] { return choose_again(); };
    model_guard_.begin();
    if (condensation_->solve(equations_, tangent == Tangent::kept, r, again, dx)) return true;
  }
  const CsrMatrix& matrix = equations_.matrix();
  if (iterative_ && !was_slow_) {
    const Index n = equations_.n_free();
    double enough = kShareOfTolerance * equations_.allowed_imbalance(options_.tolerance);
    if (!system_.is_linear()) enough = std::max(enough, kInexact * r.head(n).lpNorm<Eigen::Infinity>());
    if (iterative_->solve(matrix, n, r, enough, dx)) return dx.allFinite();
    ++direct_solutions_;
    unsuited_ = iterative_->trouble();
    was_slow_ = iterative_->was_slow();
    if (was_slow_) iterative_->forget();
  } else if (iterative_) {
    ++direct_solutions_;
  }
  try {
    solver_.factor(matrix);
    solver_.solve(r, dx);
  } catch (const SingularMatrix&) {
    return false;
  }
  return dx.allFinite();
}

StaticEquilibrium::Progress StaticEquilibrium::newton(double t, bool line_search, const char* stage) {
  const Progress progress = iterate(t, line_search, stage);
  name_changes(progress.converged);
  return progress;
}

StaticEquilibrium::Progress StaticEquilibrium::iterate(double t, bool line_search, const char* stage) {
  Progress progress;
  Index worst = 0;
  bool contracts = true;  // with the tangent that is kept
  double last_imbalance = 0;
  int counted = 0;  // iterations less those in which sets of contacts alone change
  for (;; ++progress.iterations) {
    place(t);
    const std::vector<std::uint8_t> before = equations_.sets();
    choose_sets();
    const bool settled = progress.iterations > 0 && before == equations_.sets();
    equations_.residual(r_);
    const double merit = equations_.merit(r_, options_.tolerance, &worst);
    log_iteration(line_search ? "line search" : stage, progress.iterations);
    if (merit <= 1 && (settled || equations_.sets().empty() || progress.iterations == 0)) {
      progress.converged = true;
      return progress;
    }
    if (!std::isfinite(merit) || counted == options_.max_iterations ||
        progress.iterations == kMostTimes * options_.max_iterations)
      break;
    // Points that open one after the other from the first to the last take an iteration each, near a balance
    // of forces.
    const double imbalance =
        options_.tolerance * equations_.fields()[static_cast<std::size_t>(Field::motion)];
    const bool changes_sets = before != equations_.sets() && !guard_.cycled();
    if (!changes_sets || !(imbalance <= kBalanced)) ++counted;
    if (!changes_sets && condensation_ && condensation_->kept())
      contracts = imbalance <= kContraction * last_imbalance;
    else
      contracts = true;
    const bool is_near = imbalance <= kNear || equations_.has_constant_structure();
    const bool may_keep = contracts && (is_near || imbalance <= kFastFall * last_imbalance);
    last_imbalance = imbalance;
    const Tangent tangent = line_search ? Tangent::whole
                            : may_keep  ? Tangent::kept
                            : is_near   ? Tangent::renewed
                                        : Tangent::linear;
    if (!correct(r_, dx_, tangent)) {
      trouble_ = fmt::format(
          "the stiffness matrix is singular: some motion requires no force; the largest residual is in the "
          "{}",
          equations_.describe(worst));
      return progress;
    }
    x_ -= dx_;
    if (!line_search) continue;
    const Index n = equations_.n_free();
    const double slope = std::abs(dx_.head(n).dot(r_.head(n)));
    double length = 1;
    trial_ = x_ + dx_;
    for (int search = 0; search < kSearches && length > kShortest; ++search) {
      place(t);
      equations_.residual(r_);
      const double now = std::abs(dx_.head(n).dot(r_.head(n)));
      if (std::isfinite(now) && now <= kDescent * slope) break;
      length *= 0.5;
      x_ = trial_ - length * dx_;
    }
  }
  const int flipped = guard_.most_flipped();
  trouble_ = flipped >= 0 && guard_.cycled()
                 ? fmt::format("the active set of {} cycles",
                               contacts_.describe(system_, flipped % std::max(1, contacts_.size())))
                 : describe_divergence(progress.iterations, equations_.describe(worst));
  return progress;
}

}  // namespace jounce
