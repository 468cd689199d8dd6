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

/// The period of loads with HARMONIC=NO, in the time of their amplitudes, and in how many parts it is taken.
struct Period {
  int parts;
  double start, length;
};

Period period_of(const keyword::Card& card) {
  const keyword::DataLine& line = card.data[0];
  const double start = card.number(line, 5, 0.0), end = card.number(line, 6, 1.0);
  const Period period = {card.integer(line, 4, 20), start, end - start};
  if (period.parts < 2) card.fail(line.line, "at least two terms of a Fourier series are required");
  if (!(start >= 0) || !(period.length > 0))
    card.fail(line.line, "the period has to begin at 0 or later and to end after it begins");
  return period;
}

bool has_imaginary_loads(const keyword::Step& step) {
  const auto is_one = [](const auto& load) { return keyword::is_imaginary(*load.card); };
  return std::ranges::any_of(step.forces, is_one) || std::ranges::any_of(step.distributed, is_one);
}

constexpr double kBehind = 2e-9;  ///< of a period

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
      if (keyword::is_periodic(*step_.procedure))
        go_round(f, number);
      else
        respond(f, ++number);
  }

 private:
  using Part = KeywordMoment::Part;

  void respond(double f, int number) {
    const Index n = start_.model.system.n_free();
    const double omega = 2 * std::numbers::pi * f;
    const DenseMatrix& Phi = start_.modes.vectors;
    const Vector d = motion_.at(f);
    HarmonicModes::Complex p = (Phi.transpose() * load(*loaded_, f).head(n)).cast<std::complex<double>>();
    if (imaginary_) p += std::complex<double>(0, 1) * (Phi.transpose() * load(*imaginary_, f).head(n));
    const HarmonicModes::Complex eta = amplitudes(omega, p, d.cast<std::complex<double>>());
    output_.print().participation(f, start_.modes, eta);
    Vector real = d, imaginary = Vector::Zero(d.size());
    real.head(n) += Phi * eta.real();
    imaginary.head(n) += Phi * eta.imag();
    write({0, 0, f, true, !step_.perturbation, Part::real}, omega, number, real, -imaginary);
    write({0, 0, f, true, !step_.perturbation, Part::imaginary}, omega, number, imaginary, real);
  }

  /// Amplitudes of modes under loads with modal forces p and motions d of supports with a frequency, in
  /// complex form.
  HarmonicModes::Complex amplitudes(double omega, HarmonicModes::Complex p,
                                    const HarmonicModes::Complex& d) const {
    const System& system = start_.model.system;
    const Index n = system.n_free();
    const std::complex<double> i(0, 1);
    const DenseMatrix& Phi = start_.modes.vectors;
    const auto add = [&](const Vector& part, const std::complex<double>& unit) {
      Vector inertia = Vector::Zero(part.size());
      system.add_mass_product(system.initial_state(), part, 1.0, inertia);
      const Vector dampers = damper_forces(system, start_.base, part);
      p += unit * ((omega * omega - i * omega * damping_.alpha) * (Phi.transpose() * inertia.head(n)) -
                   i * omega * (Phi.transpose() * dampers.head(n)));
    };
    add(d.real(), 1.0);
    add(d.imag(), i);
    return modes_.amplitudes(omega, p);
  }

  /// A period of the motion under periodic loads, whose period in time is 1/f: the Fourier series of their
  /// values at equal parts of it.
  void go_round(double f, int& number) {
    const Period period = period_of(*step_.procedure);
    if (imaginary_) step_.procedure->fail(0, "imaginary loads (LOAD CASE=2) are those of HARMONIC=YES");
    const Index n = start_.model.system.n_free();
    const DenseMatrix& Phi = start_.modes.vectors;
    std::vector<Vector> loads, motions;
    for (int s = 0; s < period.parts; ++s) {
      // just behind the place, as values that begin at once come behind the start
      const double t = period.start + period.length * (static_cast<double>(s) / period.parts + kBehind);
      loads.push_back(Phi.transpose() * load(*loaded_, t).head(n));
      motions.push_back(motion_.at(t));
    }
    std::vector<HarmonicModes::Complex> u, v;
    for (int j = 0; 2 * j <= period.parts; ++j) {
      const double omega = 2 * std::numbers::pi * f * j;
      const double count = j == 0 || 2 * j == period.parts ? 1 : 2;  // with the one of frequency -omega
      const HarmonicModes::Complex p = count * term(loads, j);
      if (j == 0) check_mean(p);
      HarmonicModes::Complex sum = count * term(motions, j);
      const HarmonicModes::Complex eta = amplitudes(omega, p, sum);
      sum.head(n) += Phi * eta;
      v.push_back(std::complex<double>(0, omega) * sum);
      u.push_back(std::move(sum));
    }
    for (int s = 0; s < period.parts; ++s) {
      State state = start_.origin;
      state.v.setZero();
      for (std::size_t j = 0; j < u.size(); ++j) {
        const auto turn = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(j) * s / period.parts);
        state.q.head(u[j].size()) += (turn * u[j]).real();
        state.v += (turn * v[j]).real();
      }
      const double t = s / (f * period.parts), before = std::max(0, s - 1) / (f * period.parts);
      output_.state(++number, {0, before, t, s + 1 == period.parts, !step_.perturbation}, state, {});
    }
  }

  /// A term of the Fourier series of values at equal parts of a period.
  static HarmonicModes::Complex term(const std::vector<Vector>& values, int j) {
    HarmonicModes::Complex sum = HarmonicModes::Complex::Zero(values[0].size());
    const auto count = static_cast<double>(values.size());
    for (std::size_t s = 0; s < values.size(); ++s)
      sum += std::polar(1 / count, -2 * std::numbers::pi * j * static_cast<double>(s) / count) *
             values[s].cast<std::complex<double>>();
    return sum;
  }

  /// A load that does not change has no steady motion where a mode has no stiffness.
  void check_mean(const HarmonicModes::Complex& p) const {
    const Vector& values = start_.modes.values;
    const double none = 1e-9 * values.cwiseAbs().maxCoeff();
    for (Index k = 0; k < values.size(); ++k)
      if (std::abs(values[k]) < none && std::abs(p[k]) > 1e-9 * p.norm())
        step_.procedure->fail(0, "the mean of the loads moves a free body away: there is no periodic motion");
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
