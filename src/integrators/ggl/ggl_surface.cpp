#include "integrators/ggl/ggl_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/ggl/iterative_choice.h"
#include "integrators/ggl/row_compliance.h"

namespace jounce {
namespace {

constexpr double kExact = 256 * std::numeric_limits<double>::epsilon();
constexpr double kRoundOff = 1e-11;  ///< a residual that stays is accepted up to here, relative
constexpr double kLeast = 1e-9;      ///< tolerance of GMRES where sets stand
constexpr double kRough = 1e-3;      ///< where they do not
constexpr int kIdle = 4;             ///< iterations that get no nearer; later ones go half of their way

}  // namespace

GglSurface::GglSurface(const System& system, const AlphaCoefficients& coefficients)
    : GglConstant(system, coefficients),
      mass_weight_((1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma)),
      theta_(c_.gamma / (2 * c_.beta)) {}

bool GglSurface::is_applicable(const System& system) { return can_condense_surface(system); }
bool GglSurface::is_profitable(const System& system) { return should_condense_surface(system); }

void GglSurface::forget() { h_ = 0; }

void GglSurface::assemble(const State& start, const TangentWeights& weights, CsrMatrix& matrix) {
  const Vector no_acceleration = Vector::Zero(system_.nv());
  const auto add = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    system_.add_tangent(start, no_acceleration, weights, block);
  };
  if (matrix.size() == 0) {
    PatternBuilder pattern(n_);
    add(pattern);
    pattern.build(matrix);
  }
  matrix.set_zero();
  add(matrix);
}

void GglSurface::visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) {
  assemble(start, {mass_weight_, 0, h * h * c_.beta / c_.gamma}, matrix_S_);
  visit({"the motion of a step", &matrix_S_, true});
  assemble(start, {1, 0, 0}, matrix_M_);
  visit({"the mass", &matrix_M_, true});
}

/// Factors for the step size, with the unknowns of all contact points last. True when they are other ones.
bool GglSurface::prepare(const State& start, double h, const ContactSet& contacts) {
  bool knows_all = !place_.empty();
  for (const RowJacobian* rows : {&contacts.jacobian_before(), &contacts.tangents_before()})
    for (int row = 0; knows_all && row < rows->rows(); ++row)
      for (const Index dof : rows->dofs(row))
        if (dof < n_ && place_[dof] < 0) knows_all = false;
  if (knows_all && h == h_) return false;
  if (!knows_all) {
    surface_ = contact_dofs(system_, start);
    for (const RowJacobian* rows : {&contacts.jacobian_before(), &contacts.tangents_before()})
      for (int row = 0; row < rows->rows(); ++row)
        for (const Index dof : rows->dofs(row))
          if (dof < n_) surface_.push_back(dof);
    std::sort(surface_.begin(), surface_.end());
    surface_.erase(std::unique(surface_.begin(), surface_.end()), surface_.end());
    place_.assign(n_, -1);
    for (std::size_t i = 0; i < surface_.size(); ++i) place_[surface_[i]] = static_cast<Index>(i);
  }
  hb_ = h * c_.beta / c_.gamma;
  if (!knows_all || h_ == 0) {
    assemble(start, {1, 0, 0}, matrix_M_);
    M_.factor(matrix_M_, surface_);
  }
  assemble(start, {mass_weight_, 0, hb_ * h}, matrix_S_);
  S_.factor(matrix_S_, surface_);
  h_ = h;
  return true;
}

void GglSurface::take_rows(const ContactSet& contacts) {
  starts_.assign(1, 0);
  places_.clear();
  values_.clear();
  for (const RowJacobian* rows : {&contacts.jacobian_before(), &contacts.tangents_before()})
    for (int row = 0; row < rows->rows(); ++row) {
      for (std::size_t k = 0; k < rows->dofs(row).size(); ++k) {
        const Index dof = rows->dofs(row)[k];
        if (dof >= n_ || rows->values(row)[k] == 0) continue;
        places_.push_back(place_[dof]);
        values_.push_back(rows->values(row)[k]);
      }
      starts_.push_back(static_cast<Index>(places_.size()));
    }
}

/// The motion without multipliers at the contacts.
void GglSurface::begin_laws(const ContactSet& contacts, double h) {
  at_rows_ = hb_ * h * force_.head(n_);
  const Vector& y = S_.begin(at_rows_);
  system_.contacts().gaps(contacts.rows(), trial_, gap_trial_);
  const int m = contacts.size(), s = contacts.tangents();
  u_trial_.resize(m + s);
  for (int j = 0; j < m; ++j) u_trial_[j] = contacts.jacobian_before().dot(j, trial_.v);
  for (int i = 0; i < s; ++i) u_trial_[m + i] = contacts.tangents_before().dot(i, trial_.v);
  for (Index row = 0; row < m + s; ++row) {
    double moved = 0;
    for (auto k = static_cast<std::size_t>(starts_[row]); k < static_cast<std::size_t>(starts_[row + 1]); ++k)
      moved += values_[k] * y[places_[k]];
    if (row < m) gap_trial_[row] += moved;
    u_trial_[row] += moved / hb_;
  }
  laws_.begin(contacts, gap_trial_, u_trial_);
}

void GglSurface::take_point() {
  nu_ = point_.nu;
  Lambda_ = point_.Lambda;
  Lambda_T_ = point_.Lambda_T;
  gap_ = point_.gap;
  gap_smooth_ = point_.gap_smooth;
  u_ = point_.u;
  tangential_velocity_ = point_.tangential;
}

bool GglSurface::solve_laws(const ContactSet& contacts, double h, int max_iterations, int& iterations) {
  laws_.evaluate(point_);
  take_point();
  wanted_sets(contacts);
  sets_ = wanted_;
  guard_.begin();
  double last = std::numeric_limits<double>::infinity(), best = last;
  int best_iteration = 0;
  bool settled = true;
  for (iterations = 1;; ++iterations) {
    laws_.clear_open(sets_, point_);
    laws_.evaluate(point_);
    const double speed =
        std::max({u_trial_.size() > 0 ? u_trial_.lpNorm<Eigen::Infinity>() : 0.0,
                  std::numeric_limits<double>::epsilon() * trial_.q.lpNorm<Eigen::Infinity>() / h,
                  std::numeric_limits<double>::min()});
    const double residual = laws_.residual(point_, sets_, h) / speed;
    log_sets(contacts, iterations, residual / kExact);
    const bool stays = iterations > 2 && residual > 0.25 * last;
    if (settled && (residual <= kExact || (stays && residual <= kRoundOff))) {
      take_point();
      return true;
    }
    if (iterations >= max_iterations || !std::isfinite(residual)) return false;
    if (residual < 0.5 * best) {
      best = residual;
      best_iteration = iterations;
    }
    const bool circles = iterations - best_iteration >= kIdle;
    last = residual;
    const SurfaceLaws::Point before = circles ? point_ : SurfaceLaws::Point();
    const double wanted = std::max(kLeast, 0.3 * kExact / residual);
    laws_.solve(sets_, settled && iterations > 1 ? wanted : kRough, point_);
    if (circles) {
      point_.nu = 0.5 * (before.nu + point_.nu);
      point_.Lambda = 0.5 * (before.Lambda + point_.Lambda);
      point_.Lambda_T = 0.5 * (before.Lambda_T + point_.Lambda_T);
      laws_.evaluate(point_);
    }
    take_point();
    wanted_sets(contacts);
    if (guard_.cycled()) keep_ties(contacts);
    settled = is_settled();
    if (!settled) guard_.choose(sets_, wanted_);
    sets_ = wanted_;
  }
}

bool GglSurface::step(const State& start, const Vector& a, const Vector& acceleration, double h,
                      const ContactSet& contacts, int max_iterations, State& next, int& iterations,
                      int& worst_contact) {
  const std::vector<Index> starts = starts_, places = places_;
  const std::vector<double> values = values_;
  const bool is_other = prepare(start, h, contacts);
  take_rows(contacts);
  if (is_other || starts != starts_ || places != places_ || values != values_) {
    laws_.use(hb_, theta_);
    DenseMatrix K_S, K_M;
    row_compliance(S_.compliance(), starts_, places_, values_, mass_weight_, K_S);
    row_compliance(M_.compliance(), starts_, places_, values_, 1, K_M);
    laws_.set_compliances(std::move(K_S), std::move(K_M));
  }
  trial_.v.setZero(system_.nv());
  trial_.angles = start.angles;
  predict(start, a, acceleration, h);
  trial_force();
  resize_rows(contacts.size(), contacts.tangents());
  sets_.clear();
  begin_laws(contacts, h);
  point_.nu = contacts.warm_nu();
  point_.Lambda = contacts.warm_Lambda();
  point_.Lambda_T = contacts.warm_Lambda_T();
  if (!solve_laws(contacts, h, max_iterations, iterations)) {
    const int flipped = guard_.most_flipped();
    worst_contact = flipped < 0 || contacts.size() == 0 ? -1 : flipped % contacts.size();
    return false;
  }
  finish(start, h, next);
  return true;
}

void GglSurface::finish(const State& start, double h, State& next) {
  const auto at_surface = [&](const Vector& of_rows, double weight) {
    f_surface_.setZero(static_cast<Index>(surface_.size()));
    for (Index row = 0; row < of_rows.size(); ++row)
      for (auto k = static_cast<std::size_t>(starts_[row]); k < static_cast<std::size_t>(starts_[row + 1]);
           ++k)
        f_surface_[places_[k]] += weight * of_rows[row] * values_[k];
  };
  at_surface(laws_.on_motion(), mass_weight_ * hb_);
  S_.finish(f_surface_, y_);
  at_surface(laws_.on_motion(), hb_);
  M_.respond(f_surface_, U_);
  at_surface(laws_.on_jump(), 1);
  M_.respond(f_surface_, Z_);
  place(start, y_.head(n_), next);
  next.v = trial_.v;
  next.v.head(n_) += y_ / hb_ + Z_;
  if (n_ == system_.nv()) acceleration_.resize(n_);
  acceleration_.head(n_) = mass_weight_ / (h * hb_) * (y_ - U_);
  lambda_.setZero(0);
  Lambda_joint_.setZero(0);
}

}  // namespace jounce
