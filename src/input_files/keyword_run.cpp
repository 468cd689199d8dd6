#include "input_files/keyword_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "deck/build_model.h"
#include "input_files/job_status.h"
#include "input_files/keyword_output.h"
#include "input_files/restart_states.h"
#include "input_files/state_steps.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/history_writer.h"
#include "keyword/contact_params.h"
#include "keyword/coupling_params.h"
#include "keyword/step_changes.h"
#include "keyword/thin_elements.h"
#include "keyword/time_points.h"
#include "la/petsc.h"
#include "run/model_file.h"
#include "run/run_log.h"
#include "run/run_record.h"
#include "run/step_sequence.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using keyword::Input;
using keyword::Step;
using keyword::Translation;

fs::path with_ending(fs::path stem, const char* ending) { return stem.concat(ending); }

/// A job of CalculiX under way.
struct Job {
  fs::path stem;
  std::function<void(const std::string&)> say;
};

/// The steps of a file, one after another.
class KeywordRun {
 public:
  /// @param job  of CalculiX; none: results are those of a deck
  explicit KeywordRun(const RunOptions& options, std::optional<Job> job = {})
      : options_(options),
        job_(std::move(job)),
        file_(
            std::make_shared<const Input>(keyword::read_input(options.deck, {options.umat, options.shells}))),
        input_(*file_),
        general_(keyword::general_steps(input_)),
        done_(static_cast<std::size_t>(input_.restart.step)),
        about_states_(options_, file_, general_) {
    if (input_.steps.empty())
      throw params::InputError({options.deck.string(), 0, 0},
                               "there is no step (*STEP), so there is nothing to run");
    if (!options.restart.empty())
      throw params::InputError(
          {options.deck.string(), 0, 0},
          "a run of an input file cannot continue from a checkpoint; its deck in the result folder can");
    if (done_ > 0) time_ = restarted_.emplace(input_).time;
    for (const Step& step : input_.steps)
      if (step.perturbation && (step.is_static() || step.procedure->name == "DYNAMIC"))
        step.procedure->fail(
            0, fmt::format("*{} in a step with PERTURBATION is not supported", step.procedure->name));
    options_.output =
        options.output.empty() ? fs::path(options.deck.stem().string() + ".results") : options.output;
  }

  RunReport run() {
    restart_.emplace(input_, restart_file());
    const Translation translation = keyword::translate(input_, general_);
    const deck::Deck deck = deck_of(file_, translation.deck(), options_.overrides);
    about_states_.set_finite_strain(translation.finite_strain);
    report_.output = options_.output;
    const bool is_static = !general_.empty() && std::ranges::all_of(general_, [&](std::size_t number) {
      return input_.steps[number].is_static();
    });
    for (const auto& notes :
         {input_.notes, keyword::thin_element_notes(input_), keyword::contact_notes(input_, is_static),
          keyword::coupling_notes(input_), KeywordPrint::unknown(input_),
          job_ ? unwritten_frd_requests(input_) : std::vector<std::string>{}})
      notes_.insert(notes_.end(), notes.begin(), notes.end());
    if (job_) {
      for (const std::string& note : notes_) job_->say("note: " + note);
      if (is_first_rank()) {
        frd_ = with_ending(job_->stem, ".frd");
        status_.emplace(job_->stem);
      }
    } else if (is_first_rank()) {
      io::make_folder(options_.output);
      const fs::path stem = options_.deck.stem();
      const bool is_taken = stem == "run" || stem == "resolved";  // by files that every run writes
      io::write_atomically(options_.output / fs::path(stem).concat(is_taken ? ".deck.toml" : ".toml"),
                           deck.given_toml(options_.output));
      if (!options_.quiet)
        for (const std::string& note : notes_) fmt::print("note: {}\n", note);
    }
    if (general_.empty())
      about_initial(deck, translation);
    else
      through_steps(deck, translation);
    return report_;
  }

 private:
  /// Where *RESTART, WRITE leaves its file; empty: nowhere.
  fs::path restart_file() const {
    if (job_) return with_ending(job_->stem, ".rout");
    return options_.write ? options_.output / options_.deck.stem().concat(".rout") : fs::path();
  }

  static bool is_first_rank() { return mpi_rank() == 0; }

  /// Only modes: of the initial state.
  void about_initial(const deck::Deck& deck, const Translation& translation) {
    RunRecord record = begin_record(command_line("run", options_));
    const auto model = deck::build_model(deck);
    KeywordOutput output(input_, translation, *model, frd_);
    before(0, input_.steps.size(), *model, model->system.initial_state(), output);
    finish(output);
    if (!options_.write || !is_first_rank()) return;
    if (const KeywordPrint::Table& table = output.print().table(); !table.rows.empty()) {
      std::vector<io::Column> columns;
      for (const std::string& name : table.names) columns.push_back({name, {}, {}});
      io::HistoryWriter history(options_.output / "history.csv", std::move(columns));
      for (const auto& row : table.rows) history.row(row);
    }
    io::write_atomically(options_.output / "resolved.toml", deck.resolved_toml(options_.output));
    record.status = "complete";
    record.message = report_.message;
    record.analysis = "modes";
    record.has_steps = false;
    record.model = summary_of(*model);
    record.notes = notes_;
    write_record(options_.output, record);
    write_log(options_.output, record);
  }

  void through_steps(const deck::Deck& deck, const Translation& translation) {
    const bool resumes = begin_sequence(deck, translation);
    StepSequence& steps = *sequence_;
    std::optional<KeywordOutput> output;
    std::size_t k = resumes ? done_general() : 0;  // place in general_
    int regular = 0, increment = 0;  // ends of the file's increments in the step, and of all that count
    const auto begin_step = [&](std::size_t from, const Model& model, const State& state) {
      before(from, general_[k], model, state, *output);
      regular = increment = 0;
      begin_general(*output, translation, k);
    };
    const auto end_step = [&](const State& state) {
      time_ = state.t;
      if (!restart_->needs(general_[k])) return;
      io::CheckpointWriter writer;
      steps.now().store_end(writer);
      writer.put("meaning", meaning_of_state(translation, k));
      writer.put("rotations", std::span<const double>(output->references().rotations()));
      restart_->state(general_[k], writer);
      restart_->step_done(general_[k], time_);
    };
    const auto after_step = [&](const Model& model, const State& state, const StepResult& result, double h) {
      const double slack = 1e-9 * translation.times.back().end;
      const bool is_last = state.t >= translation.times[k].end - slack;
      // The ends of the file's increments and time points count, though the analysis may take several steps
      // for one.
      const keyword::Step& step = input_.steps[general_[k]];
      const double start = translation.times[k].start;
      const bool is_end = is_last || state.t >= start + (regular + 1) * translation.increments[k] - slack;
      if (is_end) ++regular;
      if (!is_end && !keyword::time_point(step, start, state.t - h, state.t)) return;
      if (general_[k] < done_)
        output->pass(state);
      else
        output->state(++increment, {start, state.t - h, state.t, is_last}, state,
                      {result.acceleration, contact_forces(model.system, state, result, h), result.reaction,
                       output->contacts(state, result, h)});
      time_ = state.t;
      if (is_last) end_step(state);
      if (k + 1 == general_.size() || !is_last) return;
      const std::size_t from = general_[k++] + 1;
      if (!translation.is_chain) begin_step(from, model, state);
    };
    steps.watch([&](Simulation& simulation) {
      const Model& model = simulation.model();
      if (output) {
        output->go_on(model, simulation.state());
      } else {
        if (resumes) simulation.resume(*restarted_->state);
        output.emplace(input_, translation, model, frd_);
        if (resumes && !output->references().set_rotations(restarted_->state->doubles("rotations")))
          add_note("full turns of rotational nodes are counted from here: the job before had others");
      }
      // The last step that is done is of a chain there, to go on from.
      if (k < general_.size() && !(simulation.is_resumed() && translation.is_chain))
        begin_step(k == 0 ? 0 : general_[k - 1] + 1, model, simulation.state());
      if (status_)
        simulation.watch_attempts([this](const ConvergenceFile::Attempt& attempt, const ConvergenceLog& log) {
          status_->attempted(attempt, log);
        });
      simulation.watch([&](const State& state, const StepResult& result, double h) {
        after_step(model, state, result, h);
      });
    });
    report_ = steps.run();
    const Simulation& end = steps.now();
    if (report_.exit_status == 0)
      before(general_.back() + 1, input_.steps.size(), end.model(), end.state(), *output);
    finish(*output);
    RunRecord record = end.run_record();
    if ((found_.empty() && notes_.empty()) || !options_.write || !is_first_rank()) return;
    record.message = report_.message;
    record.notes.insert(record.notes.begin(), notes_.begin(), notes_.end());
    write_record(options_.output, record);
    RunLog::go_on(options_.output, record, notes_, found_);
  }

  /// General steps that the jobs before have done.
  std::size_t done_general() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(general_, [&](std::size_t number) { return number < done_; }));
  }

  /// Makes the sequence of the general steps. @return it goes on from the state of a restart file
  bool begin_sequence(const deck::Deck& deck, const Translation& translation) {
    if (restarted_ && restarted_->state) {
      const std::size_t last = done_general() - 1;
      std::string other = difference(restarted_->state->text("meaning"), meaning_of_state(translation, last));
      if (other.empty()) {
        sequence_.emplace(deck, options_, UserFunctions(), translation.is_chain ? last : 0);
        if (sequence_->now().fits(*restarted_->state)) return true;
        other = "unknowns, supports or the scheme";
      }
      add_note(fmt::format(
          "the steps of this file change what those before are made of ({}): {} computed again in "
          "place of taking over their state",
          other, done_ > 1 ? fmt::format("steps 1 to {} are", done_) : "step 1 is"));
    }
    sequence_.emplace(deck, options_);
    return false;
  }
  void add_note(const std::string& note) {
    notes_.push_back(note);
    if (job_)
      job_->say("note: " + note);
    else if (is_first_rank() && !options_.quiet)
      fmt::print("note: {}\n", note);
  }

  /// @param k  place among the general steps
  void begin_general(KeywordOutput& output, const Translation& translation, std::size_t k) {
    if (general_[k] < done_) return;
    output.begin_step(general_[k]);
    if (job_) job_->say(step_line(general_[k]));
    if (status_) status_->begin_step(general_[k], translation.times[k].start);
  }
  std::string step_line(std::size_t number) const {
    return fmt::format("STEP {:12}: *{}", number + 1, input_.steps[number].procedure->name);
  }

  /// Steps [from, to) between general ones: about the initial state, or with PERTURBATION about that given.
  void before(std::size_t from, std::size_t to, const Model& model, const State& state,
              KeywordOutput& output) {
    for (std::size_t i = std::max(from, done_); i < to; ++i) {
      output.begin_step(i);
      if (job_) job_->say(step_line(i));
      tell(about_states_.run(i, model, state, time_, output));
      restart_->step_done(i, time_);
    }
  }

  /// Adds what a step about a state has found to the message.
  void tell(const std::string& lines) {
    if (!found_.empty() && !lines.empty()) found_ += "\n";
    found_ += lines;
  }

  /// Forces of the contacts of a step on the degrees of freedom.
  static Vector contact_forces(const System& system, const State& state, const StepResult& result, double h) {
    Vector f = Vector::Zero(state.v.size());
    system.contacts().add_forces(result.rows, state, result.impulse, result.friction_impulse, 1 / h, f);
    return f;
  }

  void finish(KeywordOutput& output) {
    if (!found_.empty()) report_.message += (report_.message.empty() ? "" : "\n") + found_;
    if (!is_first_rank()) return;
    io::write_atomically(
        job_ ? with_ending(job_->stem, ".dat") : options_.output / options_.deck.stem().concat(".dat"),
        output.print().text());
    output.close();
    if (status_) status_->close();
  }

  RunOptions options_;
  std::optional<Job> job_;
  fs::path frd_;  ///< of a job
  std::optional<JobStatus> status_;
  std::shared_ptr<const Input> file_;
  const Input& input_;
  std::vector<std::size_t> general_;
  std::size_t done_;  ///< steps of the jobs that this one goes on from
  std::optional<RestartPoint> restarted_;
  std::optional<RestartWriter> restart_;
  std::optional<StepSequence> sequence_;
  RunReport report_;
  std::string found_;               ///< what steps about a state found, for the message
  std::vector<std::string> notes_;  ///< what is done differently from what the file says
  double time_ = 0;                 ///< of all steps so far
  StateSteps about_states_;
};

}  // namespace

RunReport run_keyword_file(const RunOptions& options) { return KeywordRun(options).run(); }

RunReport run_job(const fs::path& stem, const std::function<void(const std::string&)>& say,
                  const keyword::InputOptions& input) {
  RunOptions options;
  options.umat = input.umat;
  options.shells = input.shells;
  options.deck = with_ending(stem, ".inp");
  options.output = stem.has_parent_path() ? stem.parent_path() : fs::path(".");
  options.quiet = true;
  options.write = false;
  for (const char* ending :
       {".frd", ".dat", ".sta", ".cvg", ".rout"}) {  // those of a run before are not of this one
    std::error_code ignored;
    fs::remove(with_ending(stem, ending), ignored);
  }
  return KeywordRun(options, Job{stem, say}).run();
}

}  // namespace jounce
