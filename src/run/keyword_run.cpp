#include "run/keyword_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/build_model.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "la/petsc.h"
#include "registry.h"
#include "run/keyword_print.h"
#include "run/linearisation.h"
#include "run/simulation.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using keyword::Input;
using keyword::Step;
using keyword::Translation;

/// The steps of a file, one after another.
class KeywordRun {
 public:
  explicit KeywordRun(const RunOptions& options)
      : options_(options),
        input_(keyword::read_input(options.deck)),
        general_(keyword::general_steps(input_)) {
    if (input_.steps.empty())
      throw params::InputError({options.deck.string(), 0, 0},
                               "there is no step (*STEP), so there is nothing to run");
    options_.output =
        options.output.empty() ? fs::path(options.deck.stem().string() + ".results") : options.output;
  }

  RunReport run() {
    const Translation translation = keyword::translate(input_, options_.deck.string(), general_);
    const deck::Deck deck = deck::read_deck_text(translation.model + translation.analysis,
                                                 options_.deck.string(), deck_schema(), options_.overrides);
    report_.output = options_.output;
    if (is_first_rank()) {
      io::make_folder(options_.output);
      io::write_atomically(options_.output / options_.deck.stem().concat(".toml"),
                           translation.model + translation.analysis);
      if (!options_.quiet)
        for (const auto& notes : {input_.notes, KeywordPrint::unknown(input_)})
          for (const std::string& note : notes) fmt::print("note: {}\n", note);
    }
    if (general_.empty())
      about_initial(deck, translation);
    else
      through_steps(deck, translation);
    return report_;
  }

 private:
  static bool is_first_rank() { return mpi_rank() == 0; }

  /// Only modes: of the initial state.
  void about_initial(const deck::Deck& deck, const Translation& translation) {
    const auto model = deck::build_model(deck);
    KeywordPrint print(input_, translation, *model);
    for (std::size_t i = 0; i < input_.steps.size(); ++i)
      modes(i, *model, model->system.initial_state(), print);
    finish(print);
  }

  void through_steps(const deck::Deck& deck, const Translation& translation) {
    Simulation simulation(deck, options_);
    KeywordPrint print(input_, translation, simulation.model());
    std::size_t k = 0;  // place in general_
    int increment = 0;
    const State initial = simulation.state();
    before(0, general_[0], simulation.model(), initial, print);
    print.begin_step(general_[0]);
    simulation.watch([&](const State& state, const Vector& acceleration) {
      const double slack = 1e-9 * translation.times.back().end;
      while (k + 1 < general_.size() && state.t > translation.times[k].end + slack) {
        before(general_[k] + 1, general_[k + 1], simulation.model(), state, print);
        ++k;
        increment = 0;
        print.begin_step(general_[k]);
      }
      print.increment(input_.steps[general_[k]], ++increment, state.t, state, acceleration);
    });
    report_ = simulation.run();
    if (report_.exit_status == 0)
      before(general_.back() + 1, input_.steps.size(), simulation.model(), simulation.state(), print);
    finish(print);
  }

  /// Steps [from, to) between general ones.
  void before(std::size_t from, std::size_t to, const Model& model, const State& state, KeywordPrint& print) {
    for (std::size_t i = from; i < to; ++i)
      modes(i, model, input_.steps[i].perturbation ? state : model.system.initial_state(), print);
  }

  void modes(std::size_t number, const Model& model, const State& state, KeywordPrint& print) {
    const Step& step = input_.steps[number];
    if (step.procedure->name != "FREQUENCY")
      step.procedure->fail(0, fmt::format("*{} is not supported", step.procedure->name));
    if (step.procedure->data.empty()) step.procedure->fail(0, "the number of frequencies is missing");
    const int count = step.procedure->integer(step.procedure->data[0], 0);
    if (count < 1) step.procedure->fail(step.procedure->data[0].line, "one frequency or more is needed");
    const Linearisation linear = linearise(model.system, state, true);
    const EigenPairs pairs = smallest_eigenpairs(vibration_pencil(model.system, linear), count);
    print.begin_step(number);
    print.modes(pairs);
    for (Index k = 0; k < pairs.values.size(); ++k)
      report_.message +=
          fmt::format("{}mode {}: {:.6g} cycles per unit of time", report_.message.empty() ? "" : "\n", k + 1,
                      std::sqrt(std::abs(pairs.values[k])) / 6.283185307179586);
  }

  void finish(const KeywordPrint& print) {
    if (is_first_rank())
      io::write_atomically(options_.output / options_.deck.stem().concat(".dat"), print.text());
  }

  RunOptions options_;
  Input input_;
  std::vector<std::size_t> general_;
  RunReport report_;
};

}  // namespace

bool is_keyword_file(const fs::path& file) {
  return file.extension() == ".inp" || file.extension() == ".INP";
}

RunReport run_keyword_file(const RunOptions& options) { return KeywordRun(options).run(); }

}  // namespace jounce
