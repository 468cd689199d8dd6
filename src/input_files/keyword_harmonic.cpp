#include "input_files/keyword_harmonic.h"

#include <algorithm>
#include <complex>
#include <numbers>

#include "input_files/mode_damping.h"
#include "input_files/support_motion.h"
#include "keyword/load_cards.h"
#include "linear_dynamics/harmonic_response.h"
#include "linear_dynamics/modal_damping.h"

namespace jounce {

using keyword::LoadPart;

namespace {

/// What the card says.
struct Sweep {
  double lower, upper, bias;
  int count;
};

Sweep sweep_of(const keyword::Card& card) {
  if (card.has("HARMONIC") && card.at("HARMONIC") != "YES")
    card.fail(0, "*STEADY STATE DYNAMICS with HARMONIC=NO is not supported");
  if (card.data.empty()) card.fail(0, "the lower and the upper frequency are missing");
  const keyword::DataLine& line = card.data[0];
  const Sweep sweep = {card.number(line, 0), card.number(line, 1), card.number(line, 3, 3.0),
                       card.integer(line, 2, 20)};
  if (card.data.size() > 1) card.fail(card.data[1].line, "one range of frequencies is supported");
  if (!(sweep.lower > 0) || !(sweep.upper >= sweep.lower))
    card.fail(line.line, "two frequencies greater than 0 are required, the lower one first");
  if (!(sweep.bias > 0) || (sweep.count < 2 && sweep.upper > sweep.lower))
    card.fail(line.line, "at least two frequencies and a bias greater than 0 are required");
  return sweep;
}

bool has_imaginary_loads(const keyword::Step& step) {
  const auto is_one = [](const auto& load) { return keyword::is_imaginary(*load.card); };
  return std::ranges::any_of(step.forces, is_one) || std::ranges::any_of(step.distributed, is_one);
}

class HarmonicStep {
 public:
  HarmonicStep(const RunOptions& options, std::size_t number, const HarmonicStart& start,
               KeywordOutput& output)
      : start_(start),
        step_(start.input->steps[number]),
        output_(output),
        damping_(mode_damping_of(step_)),
        motion_(start.input, options, number, start.model),
        modes_(start.modes.values, damping_.rates(start.modes.values),
               damper_matrix(start.model.system, start.base, start.modes.vectors)),
        loaded_(model_of_step(start.input, options, number, LoadPart::real)) {
    if (has_imaginary_loads(step_))
      imaginary_ = model_of_step(start.input, options, number, LoadPart::imaginary);
  }

  void run() {
    const Sweep sweep = sweep_of(*step_.procedure);
    int number = 0;
    for (const double f :
         harmonic_frequencies(sweep.lower, sweep.upper, sweep.count, sweep.bias, start_.modes.values))
      respond(f, ++number);
  }

 private:
  using Part = KeywordMoment::Part;

  void respond(double f, int number) {
    const System& system = start_.model.system;
    const Index n = system.n_free();
    const double omega = 2 * std::numbers::pi * f;
    const std::complex<double> i(0, 1);
    const DenseMatrix& Phi = start_.modes.vectors;
    const Vector d = motion_.at(f);
    Vector inertia = Vector::Zero(d.size());
    system.add_mass_product(system.initial_state(), d, 1.0, inertia);
    const Vector dampers = damper_forces(system, start_.base, d);
    HarmonicModes::Complex p = (Phi.transpose() * load(*loaded_, f).head(n)).cast<std::complex<double>>();
    if (imaginary_) p += i * (Phi.transpose() * load(*imaginary_, f).head(n));
    p += (omega * omega - i * omega * damping_.alpha) * (Phi.transpose() * inertia.head(n)) -
         i * omega * (Phi.transpose() * dampers.head(n));
    const HarmonicModes::Complex eta = modes_.amplitudes(omega, p);
    output_.print().participation(f, start_.modes, eta);
    Vector real = d, imaginary = Vector::Zero(d.size());
    real.head(n) += Phi * eta.real();
    imaginary.head(n) += Phi * eta.imag();
    write({0, 0, f, true, !step_.perturbation, Part::real}, omega, number, real, -imaginary);
    write({0, 0, f, true, !step_.perturbation, Part::imaginary}, omega, number, imaginary, real);
  }

  /// Prints the state with displacement u and velocity omega times `quarter`, a quarter of a turn ahead.
  void write(const KeywordMoment& moment, double omega, int number, const Vector& u, const Vector& quarter) {
    State state = start_.origin;
    state.q.head(u.size()) += u;
    state.v = omega * quarter;
    output_.state(number, moment, state, {-omega * omega * u, {}, {}});
  }

  /// Forces of the loads, which stand still in an undeformed model: there they are all the force there is.
  Vector load(const Model& loaded, double f) const {
    State state = start_.model.system.initial_state();
    state.t = f;
    Vector force(state.v.size());
    loaded.system.force(state, force);
    return force;
  }

  const HarmonicStart& start_;
  const keyword::Step& step_;
  KeywordOutput& output_;
  ModeDamping damping_;
  SupportMotion motion_;
  HarmonicModes modes_;
  std::unique_ptr<Model> loaded_, imaginary_;
};

}  // namespace

void harmonic_step(const RunOptions& options, std::size_t number, const HarmonicStart& start,
                   KeywordOutput& output) {
  HarmonicStep(options, number, start, output).run();
}

}  // namespace jounce
