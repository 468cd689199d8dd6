#include "input_files/modal_dynamic_step.h"

#include <algorithm>
#include <cmath>

#include "input_files/mode_damping.h"
#include "input_files/support_motion.h"
#include "keyword/time_points.h"
#include "linear_dynamics/modal_damping.h"

namespace jounce {
namespace {

constexpr long kMostIncrements = 1000000;

/// What the card says.
struct Increments {
  double first, end, largest;
  bool grow;  ///< by half, up to the largest (DIRECT=NO)
  double steady_change =
      0;  ///< relative change in an increment at which the motion counts as steady; 0: none
};

Increments increments_of(const keyword::Card& card) {
  if (card.data.empty()) card.fail(0, "step size and length are missing");
  const bool to_steady = card.has("STEADYSTATE");
  const double h = card.number(card.data[0], 0), second = card.number(card.data[0], 1);
  if (!(h > 0) || !(second > 0) || (!to_steady && second < h))
    card.fail(card.data[0].line, "a step size and a length not less than it are required");
  // With DIRECT=NO increments grow by half, up to a tenth of the step or to what the card says; the motion is
  // that of steps of the first one, which resolves the load.
  const bool grow = !to_steady && card.value("DIRECT", "") == "NO";
  const double largest = grow ? std::max(h, card.number(card.data[0], 3, 0.1 * second)) : h;
  if (to_steady) return {h, static_cast<double>(kMostIncrements) * h, h, false, second};
  return {h, second, largest, grow};
}

/// Static displacements under moved supports between the times at which their amplitudes bend, where they are
/// linear in time.
class MotionPath {
 public:
  MotionPath(const RunOptions& options, std::size_t number, const ModalStart& start, double end) {
    const keyword::Step& step = start.input->steps[number];
    if (!moves_supports(step)) return;
    if (step.procedure->has("STEADYSTATE"))
      step.procedure->fail(0, "motions of supports in *MODAL DYNAMIC with STEADY STATE are not supported");
    times_ = {0, end};
    for (const keyword::NodeLoad& support : step.boundaries)
      if (support.value != 0) add_times(*start.input, support, start.time, end);
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    const SupportMotion motion(start.input, options, number, start.model);
    for (const double t : times_) values_.push_back(motion.at(t));
  }

  bool moves() const { return !times_.empty(); }
  Vector at(double t) const {
    const auto next = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    const std::size_t i = std::clamp<std::size_t>(static_cast<std::size_t>(next), 1, times_.size() - 1);
    const double s = (t - times_[i - 1]) / (times_[i] - times_[i - 1]);
    return (1 - s) * values_[i - 1] + s * values_[i];
  }

 private:
  void add_times(const keyword::Input& input, const keyword::NodeLoad& support, double before, double end) {
    const auto amplitude = input.amplitudes.find(support.amplitude);
    const double zero = amplitude != input.amplitudes.end() && amplitude->second.total_time ? before : 0;
    if (amplitude == input.amplitudes.end() || amplitude->second.times.front() > zero ||
        amplitude->second.values.front() != 0)
      support.card->fail(support.line,
                         "this support would jump at the start of *MODAL DYNAMIC; give an *AMPLITUDE that "
                         "begins with 0 at the start of the step");
    for (const double t : amplitude->second.times)
      if (t - zero > 0 && t - zero < end) times_.push_back(t - zero);
  }

  std::vector<double> times_;
  std::vector<Vector> values_;
};

class ModalStep {
 public:
  ModalStep(const RunOptions& options, std::size_t number, const ModalStart& start, KeywordOutput& output)
      : start_(start),
        step_(start.input->steps[number]),
        output_(output),
        increments_(increments_of(*step_.procedure)),
        damping_(mode_damping_of(step_)),
        dampers_(damper_matrix(start.model.system, start.base, start.modes.pairs().vectors)),
        path_(options, number, start, increments_.end),
        // The loads of the step alone, on the undeformed model: there they are all the force there is.
        loaded_(model_of_step(start.input, options, number, keyword::LoadPart::real)),
        state_(loaded_->system.initial_state()),
        force_(state_.v.size()) {
    start.modes.set_damping(damping_.rates(start.modes.pairs().values));
    start.modes.set_dampers(dampers_);
  }

  double run() {
    const double h = increments_.first, end = increments_.end;
    const bool grows = increments_.grow;
    State now = start_.origin;
    double t = 0, size = h;
    int k = 0;
    for (bool is_last = false; !is_last;) {
      ++k;
      const double from = t;
      t = grows ? from + size : k * h;
      if (const auto point = keyword::time_point(step_, start_.time, start_.time + from, start_.time + t);
          point && grows)
        t = *point - start_.time;
      if (t > end - 0.5 * h) t = grows ? end : k * h;
      is_last = t > end - 0.5 * h;
      size = std::min(1.5 * size, increments_.largest);
      advance(from, t);
      const Vector change = set_state(t, t - from, now);
      if (increments_.steady_change > 0 && k > 1 && is_steady(change)) is_last = true;
      output_.state(k, {start_.time, start_.time + from, start_.time + t, is_last, !step_.perturbation}, now,
                    {});
    }
    return t;
  }

 private:
  void advance(double from, double to) {
    const long parts = std::max(1L, std::lround(std::ceil((to - from) / increments_.first * (1 - 1e-9))));
    const double h = (to - from) / static_cast<double>(parts);
    for (long part = 0; part < parts; ++part) {
      const double begin = from + static_cast<double>(part) * h;
      Vector f_0 = load(begin), f_1 = load(begin + h);
      if (path_.moves()) add_motion(begin, begin + h, f_0, f_1);
      start_.modes.step(h, f_0, f_1);
    }
  }

  Vector load(double t) {
    state_.t = t;
    loaded_->system.force(state_, force_);
    return start_.modes.project(force_.head(n_free()));
  }

  /// Adds lambda p + (c + D - alpha) p' - Phi^T C d'.
  void add_motion(double from, double to, Vector& f_0, Vector& f_1) const {
    const System& system = start_.model.system;
    const EigenPairs& pairs = start_.modes.pairs();
    const Vector d_0 = path_.at(from), d_1 = path_.at(to), rate = (d_1 - d_0) / (to - from);
    const Vector p_0 = momenta(d_0), p_1 = momenta(d_1), p_rate = (p_1 - p_0) / (to - from);
    Vector drag = (damping_.rates(pairs.values).array() - damping_.alpha).matrix().cwiseProduct(p_rate);
    if (dampers_.size() > 0) drag += dampers_ * p_rate;
    drag -= start_.modes.project(damper_forces(system, start_.base, rate).head(n_free()));
    f_0 += pairs.values.cwiseProduct(p_0) + drag;
    f_1 += pairs.values.cwiseProduct(p_1) + drag;
  }

  /// Phi^T M d.
  Vector momenta(const Vector& d) const {
    const System& system = start_.model.system;
    Vector product = Vector::Zero(d.size());
    system.add_mass_product(system.initial_state(), d, 1.0, product);
    return start_.modes.project(product.head(n_free()));
  }

  /// @return what displacements changed by
  Vector set_state(double t, double h, State& now) {
    const Index n = n_free();
    displacement_ = start_.modes.displacement();
    Vector velocity = start_.modes.velocity();
    const Vector before = now.q.head(n);
    if (path_.moves()) {
      const Vector d = path_.at(t), rate = (d - path_.at(t - h)) / h;
      const DenseMatrix& Phi = start_.modes.pairs().vectors;
      displacement_ += d.head(n) - Phi * momenta(d);
      velocity += rate.head(n) - Phi * momenta(rate);
      const Index held = d.size() - n;
      now.q.segment(n, held) = start_.origin.q.segment(n, held) + d.tail(held);
      now.v.segment(n, held) = rate.tail(held);
    }
    now.q.head(n) = start_.origin.q.head(n) + displacement_;
    now.v.head(n) = velocity;
    return now.q.head(n) - before;
  }
  bool is_steady(const Vector& change) const {
    return change.cwiseAbs().maxCoeff() < increments_.steady_change * displacement_.cwiseAbs().maxCoeff();
  }
  Index n_free() const { return start_.model.system.n_free(); }

  const ModalStart& start_;
  const keyword::Step& step_;
  KeywordOutput& output_;
  Increments increments_;
  ModeDamping damping_;
  DenseMatrix dampers_;
  MotionPath path_;
  std::unique_ptr<Model> loaded_;
  State state_;
  Vector force_, displacement_;
};

}  // namespace

double modal_dynamic_step(const RunOptions& options, std::size_t number, const ModalStart& start,
                          KeywordOutput& output) {
  return ModalStep(options, number, start, output).run();
}

}  // namespace jounce
