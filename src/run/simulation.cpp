#include "run/simulation.h"

#include <fmt/format.h>

#include <cmath>

#include "deck/build_model.h"
#include "integrators/initial_acceleration.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/line_file.h"
#include "io/wall_clock.h"
#include "la/petsc.h"
#include "registry.h"
#include "run/analysis.h"
#include "run/coincident.h"
#include "run/given_periods.h"
#include "run/share_elements.h"
#include "run/start.h"
#include "statics/static_equilibrium.h"
#include "version.h"

namespace jounce {
namespace {

constexpr long kMostSteps = 2000000000L;

/// Number of steps from start to end, kMostSteps + 1 where there are more; the last one is shorter when the
/// interval is no multiple of the step.
long step_count(double start, double end, double step) {
  const double exact = (end - start) / step;
  if (!(exact <= static_cast<double>(kMostSteps))) return kMostSteps + 1;
  const double whole = std::round(exact);
  return static_cast<long>(std::abs(exact - whole) < 1e-6 ? whole : std::ceil(exact));
}

/// Laws of pressures are for equilibria: schemes of motion have contacts that do not give.
void refuse_soft_contact(const params::Params& contact) {
  if (contact.type() != "surfaces") return;
  for (const char* key :
       {"stiffness", "overclosures", "pressures", "touch_pressure", "clearance", "stick_stiffness"})
    if (contact.given(key))
      contact.fail(key,
                   "softened contact is for analysis.type = \"static\"; motions have exact contacts, so "
                   "leave it out");
}

}  // namespace

Simulation::Simulation(const deck::Deck& deck, const RunOptions& options, UserFunctions functions)
    : deck_(deck), options_(options), record_(begin_record(command_line("run", options))) {
  const params::Params& time = control_table(deck);
  step_ = time.number("step");
  start_ = time.number("start");
  end_ = time.number("end");
  max_cuts_ = time.integer("max_cuts");
  time_tolerance_ = 0.25 * std::ldexp(step_, -max_cuts_);
  if (end_ < start_) time.fail("end", fmt::format("the end must not lie before the start ({})", start_));
  n_nominal_ = step_count(start_, end_, step_);
  if (n_nominal_ > kMostSteps)
    time.fail("step", "more than 2e9 steps; the step is too small for the interval");

  model_ = deck::build_model(deck, std::move(functions));
  guard_ = StepGuard(*model_);
  if (jounce::is_static(deck)) {
    stepper_ = make_statics(deck, model_->system);
    max_steps_ = time.integer("max_steps");
  } else {
    std::unique_ptr<Integrator> integrator = make_integrator(deck, model_->system);
    integrator_ = integrator.get();
    stepper_ = std::move(integrator);
    for (const params::Params* contact : deck.entries("contact")) refuse_soft_contact(*contact);
    max_gain_ = find_integrator(time.type())->ledger_closes ? deck.table("analysis").number("max_energy_gain")
                                                            : HUGE_VAL;
    control_ = StepControl(time, *model_, *integrator_, max_cuts_);
    reach_ = ContactReach(model_->system, time.has("envelope") ? time.number("envelope") : -1.0);
  }
  state_ = model_->system.initial_state();
  state_.t = start_;
  model_->system.apply_prescribed(state_);
  if (integrator_ != nullptr) check_inflows(deck, *model_);
  model_->exchange.apply(state_);
  notes_ = make_consistent(deck, *model_, step_, state_);
  penetrations_ = initial_penetrations(model_->system, state_);
  check_penetrations(deck, penetrations_);
  for (const InitialPenetration& contact : penetrations_) notes_.push_back(to_text(contact, deck.units()));
  for (std::string& sentence : coincident_nodes(deck, *model_)) notes_.push_back(std::move(sentence));
  for (std::string& sentence : doubtful_steps(deck)) notes_.push_back(std::move(sentence));
  redundancy_ = Redundancy(model_->system, state_);
  for (std::string& sentence : redundancy_.describe(model_->system)) notes_.push_back(std::move(sentence));

  std::vector<params::Diagnostic> diagnostics;
  for (const params::Params* entry : deck.entries("history")) {
    try {
      sensors_.push_back(make_sensor(*entry, *model_, deck.units()));
      for (const Sensor& known : Ledger::columns(deck.units(), true, true))
        if (known.name == entry->name() || entry->name() == "time")
          entry->fail(
              "", fmt::format("column '{}' is always in the history; choose another name", entry->name()));
    } catch (const params::InputError& error) {
      diagnostics.insert(diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!diagnostics.empty()) throw params::InputError(diagnostics);

  const params::Params& output = deck.table("output");
  frames_ = output.integer("frames");
  history_every_ = output.integer("history_every");
  has_events_ = output.boolean("events");
  checkpoint_every_ = output.integer("checkpoint_every");
  checkpoint_interval_ = output.number("checkpoint_interval");
  checkpoint_seconds_ = 60 * output.number("checkpoint_minutes");
  next_checkpoint_ = io::coarse_seconds() + checkpoint_seconds_;
  writes_ = options.write && mpi_rank() == 0;
  folder_ = options.output.empty() ? deck.path().stem().concat(".results") : options.output;
  if (writes_)
    convergence_ = ConvergenceFile(folder_ / kConvergence, ConvergenceFile::mode(output.text("convergence")),
                                   options.verbose);
  if (writes_ && output.boolean("transitions")) transitions_ = TransitionFile(folder_ / kTransitions);
  contact_problems_.emplace(output, stepper_->name(), folder_);
}

void Simulation::open_results() {
  std::vector<io::Column> columns = {{"time", deck_.units().time, "time at the end of the step"}};
  for (const Sensor& sensor : sensors_) columns.push_back({sensor.name, sensor.unit, sensor.description});
  for (const Sensor& column : Ledger::columns(deck_.units(), *model_))
    columns.push_back({column.name, column.unit, column.description});
  row_.assign(columns.size(), 0.0);
  if (!writes_) return;
  io::make_folder(folder_);
  const bool restart = !options_.restart.empty();
  lock_ = io::FolderLock(folder_);
  if (!lock_.word().empty()) {
    record_.notes.push_back(lock_.word());
    if (!options_.quiet) fmt::print("{}\n", lock_.word());
  }
  const std::map<std::string, io::LineFile::Start> starts =
      restart ? continue_files() : std::map<std::string, io::LineFile::Start>();
  const auto start_of = [&](const char* file) {
    const auto found = starts.find(file);
    return found != starts.end() ? found->second : io::LineFile::Start::fresh;
  };
  history_.emplace(folder_ / kHistory, std::move(columns), start_of(kHistory));
  if (has_events_)
    events_.emplace(folder_ / kEvents, start_of(kEvents));
  else if (!restart)
    std::filesystem::remove(folder_ / kEvents);
  if (transitions_.is_on())
    transitions_.open(start_of(kTransitions));
  else if (!restart)
    std::filesystem::remove(folder_ / kTransitions);
  convergence_.open(start_of(kConvergence));
  record_.time = state_.t;
  write_record(folder_, record_);
  // At the end: the first line is the title.
  io::write_atomically(folder_ / "resolved.toml", deck_.resolved_toml() + "\n" + version_comment("# "));
  contact_problems_->begin(restart ? steps_ : 0);
  if (frames_ > 0)
    fields_.emplace(folder_ / "fields.vtkhdf", *model_, deck_.units(), frames_to_come(),
                    io::FieldWriter::Metadata{{"program", version_line()},
                                              {"build", version_text()},
                                              {"title", deck_.title()},
                                              {"time_unit", deck_.units().time},
                                              {"deck", deck_.resolved_toml()}},
                    restart ? std::optional<double>(state_.t + time_tolerance_) : std::nullopt);
}

/// A restart continues the results that the folder holds; in another folder it begins new ones.
std::map<std::string, io::LineFile::Start> Simulation::continue_files() const {
  std::error_code none;  // a checkpoint that is not there was refused before
  const auto of_checkpoint = std::filesystem::absolute(options_.restart).parent_path();
  const bool is_own = std::filesystem::equivalent(of_checkpoint, folder_, none);
  std::map<std::string, io::LineFile::Start> starts;
  std::map<std::string, std::size_t> lengths;
  for (const char* const file : {kHistory, kEvents, kTransitions, kConvergence}) {
    if ((file == kEvents && !has_events_) || (file == kTransitions && !transitions_.is_on())) continue;
    const auto mark = marks_.find(file);
    if (std::filesystem::exists(folder_ / file)) {
      starts[file] = io::LineFile::Start::append;
      if (mark != marks_.end())
        lengths[file] = io::length_to_keep(folder_ / file, mark->second, state_.t, time_tolerance_, is_own);
    } else if (is_own && mark != marks_.end() && mark->second.lines > 1) {
      throw io::OutputError(
          folder_ / file,
          fmt::format(
              "cannot continue '{}': it is gone, and the checkpoint knows of {} rows in it; restore the "
              "file, or choose another folder with -o",
              (folder_ / file).string(), mark->second.lines - 1));
    }
  }
  for (const auto& [file, start] : starts) {
    const auto length = lengths.find(file);
    if (length == lengths.end())
      io::truncate_after(folder_ / file, state_.t, time_tolerance_);
    else
      io::shorten_file(folder_ / file, length->second);
  }
  return starts;
}

/// Where ranks share the elements, all of them work out the values, and one writes.
void Simulation::write_row() {
  if (!writes_ && model_->system.share() == nullptr) return;
  observe_row();
  if (writes_) history_->row(row_);
}

void Simulation::observe_row() {
  redundancy_.minimise(model_->system, state_, result_.reaction);
  const Observation observation{*model_, state_, result_, h_ > 0 ? h_ : step_};
  row_[0] = state_.t;
  for (std::size_t i = 0; i < sensors_.size(); ++i) row_[i + 1] = sensors_[i].value(observation);
  ledger_->observe_constraints(*model_, state_);
  ledger_->values(row_.data() + 1 + sensors_.size());
}

void Simulation::observe(const std::function<void(const std::string&, double)>& visit) {
  observe_row();
  std::size_t at = 1;
  for (const Sensor& sensor : sensors_) visit(sensor.name, row_[at++]);
  for (const Sensor& column : Ledger::columns(deck_.units(), *model_)) visit(column.name, row_[at++]);
}

void Simulation::write_events() {
  for (const Impact& impact : result_.impacts)
    events_->event(
        {impact.time, model_->system.describe(impact.row), impact.impulse, impact.velocity_before,
         impact.velocity_after,
         -0.5 * impact.impulse * (impact.velocity_before + impact.velocity_after) - impact.friction_work});
  events_->poll();
}

void Simulation::record() {
  if (steps_ % history_every_ == 0) write_row();
  if (!writes_) return;
  if (events_) write_events();
  if (h_ > 0 && transitions_.is_on()) transitions_.step(model_->system, result_, state_.t);
  if (h_ > 0) contact_problems_->step(model_->system, before_, state_, result_, steps_);
  if (!fields_) return;
  // Frames lie at equal intervals; each is the first step at or after its time.
  if (next_frame_ > frames_ || state_.t + 1e-9 * step_ < frame_time(next_frame_)) return;
  fields_->frame(*model_, state_, result_, h_);
  skip_frames();
}

double Simulation::frame_time(long frame) const {
  return start_ + static_cast<double>(frame) * (end_ - start_) / static_cast<double>(frames_);
}

std::size_t Simulation::frames_to_come() const {
  if (options_.restart.empty()) return static_cast<std::size_t>(frames_) + 1;
  const double share = end_ > start_ ? (end_ - state_.t) / (end_ - start_) : 0;
  return static_cast<std::size_t>(std::ceil(std::max(0.0, share) * static_cast<double>(frames_))) + 1;
}

void Simulation::skip_frames() {
  while (next_frame_ <= frames_ && frame_time(next_frame_) <= state_.t + 1e-9 * step_) ++next_frame_;
}

RunReport Simulation::run() {
  const auto record_failure = [this](const std::string& message) {
    if (!history_) return;
    try {
      record_end({1, message, folder_, steps_});
    } catch (const io::OutputError&) {  // the first failure is the one to report
    }
  };
  try {
    begin();
    while (next()) {
    }
    return finish();
  } catch (const io::OutputError& error) {  // a full disk, say
    const std::string message = error.what() + usable();
    record_failure(message);
    throw io::OutputError(error.path(), message);
  } catch (const std::exception& error) {
    record_failure(error.what());
    throw;
  }
}

std::string Simulation::usable() const {
  if (!history_) return {};
  std::string text =
      fmt::format(". The run ended at t = {:.9g} {}; what {} holds of it so far can be plotted and reported",
                  state_.t, deck_.units().time, folder_.string());
  if (std::isfinite(checkpoint_time_))
    text += fmt::format(", and --restart {} goes on from t = {:.9g} {}", (folder_ / "checkpoint.h5").string(),
                        checkpoint_time_, deck_.units().time);
  return text;
}

void Simulation::begin() {
  const params::Params& analysis = deck_.table("analysis");
  if (integrator_ != nullptr && options_.restart.empty() && analysis.text("from") == "equilibrium")
    find_equilibrium(model_->system, state_, analysis.integer("load_steps"));
  if (const std::string found = guard_.find_inverted(state_); !found.empty())
    throw std::runtime_error(fmt::format("the start is impossible: {}", found));
  if (mpi_size() > 1 && !contact_problems_->is_on() && stepper_->sharing() != Sharing::none)
    share_elements(*model_, stepper_->sharing(), mpi_size(), mpi_rank());
  record_.analysis = is_static() ? "static" : "dynamic";
  record_.scheme = stepper_->name();
  record_.start = start_;
  record_.end = end_;
  record_.step = step_;
  record_.notes = notes_;
  record_.model = summary_of(*model_);
  stepper_->initialise(state_, step_);
  if (integrator_ == nullptr) {
    result_.reaction.setZero(model_->system.n_constraint_rows());
  } else if (!integrator_->start_acceleration(state_, result_.acceleration)) {
    // joint forces and accelerations of the first row
    consistent_acceleration(model_->system, state_, result_.acceleration, result_.reaction);
  }
  control_.begin(state_, result_.acceleration);
  if (is_static()) state_.v.setZero();
  ledger_.emplace(*model_, state_, result_.reaction,
                  is_static() ? std::nullopt : std::optional(integrator_->impulse_rule()));
  if (!options_.restart.empty()) read_checkpoint(options_.restart);
  checkpoint_of_interval_ = intervals();
  open_results();
  table_ = ConvergenceTable(deck_.units().time);
  convergence_.rows().watch([this](const ConvergenceLog::Row* row) { iterated(row); });
  stepper_->log_to(&convergence_.rows());
  io::ProgressOptions progress_options;
  progress_options.start_time = state_.t;
  progress_options.end_time = end_;
  progress_options.time_unit = deck_.units().time;
  progress_options.mode =
      options_.quiet || options_.verbose || !writes_ ? io::ProgressMode::none : io::ProgressMode::automatic;
  progress_.emplace(progress_options);
  if (writes_ && !options_.quiet && options_.restart.empty())
    for (const std::string& note : notes_) fmt::print("{}\n", note);
  if (options_.restart.empty())
    record();
  else
    skip_frames();
  path_size_ = step_;
}

}  // namespace jounce
