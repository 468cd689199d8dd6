#include "run/simulation.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "deck/build_model.h"
#include "integrators/initial_acceleration.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/line_file.h"
#include "la/petsc.h"
#include "run/analysis.h"
#include "run/share_elements.h"
#include "run/start.h"
#include "statics/static_equilibrium.h"
#include "version.h"

namespace jounce {
namespace {

/// Number of steps from start to end; the last one is shorter when the interval is no multiple of the step.
long step_count(double start, double end, double step) {
  const double exact = (end - start) / step;
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

Simulation::Simulation(const deck::Deck& deck, const RunOptions& options)
    : deck_(deck), options_(options), record_(begin_record(command_line("run", options))) {
  const params::Params& time = control_table(deck);
  is_static_ = is_static(deck);
  step_ = time.number("step");
  start_ = time.number("start");
  end_ = time.number("end");
  max_cuts_ = time.integer("max_cuts");
  time_tolerance_ = 0.25 * std::ldexp(step_, -max_cuts_);
  if (end_ < start_) time.fail("end", fmt::format("the end must not lie before the start ({})", start_));
  if (step_count(start_, end_, step_) > 2000000000L)
    time.fail("step", "more than 2e9 steps; the step is too small for the interval");

  model_ = deck::build_model(deck);
  integrator_ = make_integrator(deck, model_->system);
  if (!is_static_)
    for (const params::Params* contact : deck.entries("contact")) refuse_soft_contact(*contact);
  if (is_static_) max_steps_ = time.integer("max_steps");
  state_ = model_->system.initial_state();
  state_.t = start_;
  model_->system.apply_prescribed(state_);
  if (!is_static_) check_inflows(deck, *model_);
  model_->exchange.apply(state_);
  notes_ = make_consistent(deck, *model_, step_, state_);
  redundancy_ = Redundancy(model_->system, state_);
  for (std::string& sentence : redundancy_.describe(model_->system)) notes_.push_back(std::move(sentence));

  std::vector<params::Diagnostic> diagnostics;
  for (const params::Params* entry : deck.entries("history")) {
    try {
      sensors_.push_back(make_sensor(*entry, *model_, deck.units()));
      for (const Sensor& known : Ledger::columns(deck.units(), true))
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
  writes_ = mpi_rank() == 0;
  folder_ = options.output.empty() ? deck.path().stem().concat(".results") : options.output;
  contact_problems_.emplace(output, integrator_->name(), folder_);
}

void Simulation::open_results() {
  std::vector<io::Column> columns = {{"time", deck_.units().time, "time at the end of the step"}};
  for (const Sensor& sensor : sensors_) columns.push_back({sensor.name, sensor.unit, sensor.description});
  for (const Sensor& column : Ledger::columns(deck_.units(), !model_->exchange.pools().empty()))
    columns.push_back({column.name, column.unit, column.description});
  row_.assign(columns.size(), 0.0);
  if (!writes_) return;
  io::make_folder(folder_);
  const bool restart = !options_.restart.empty();
  // A restart continues the results that the folder holds; in another folder it begins new ones.
  const auto start_of = [&](const char* file) {
    if (!restart || !std::filesystem::exists(folder_ / file)) return io::LineFile::Start::fresh;
    io::truncate_after(folder_ / file, state_.t, time_tolerance_);
    return io::LineFile::Start::append;
  };
  history_.emplace(folder_ / "history.csv", std::move(columns), start_of("history.csv"));
  if (has_events_)
    events_.emplace(folder_ / "events.csv", start_of("events.csv"));
  else if (!restart)
    std::filesystem::remove(folder_ / "events.csv");
  io::write_atomically(folder_ / "resolved.toml", deck_.resolved_toml());
  record_.time = state_.t;
  write_record(folder_, record_);
  contact_problems_->begin(restart ? steps_ : 0);
  if (frames_ > 0)
    fields_.emplace(folder_ / "fields.vtkhdf", *model_, deck_.units(), static_cast<std::size_t>(frames_) + 1,
                    io::FieldWriter::Metadata{{"program", version_line()},
                                              {"title", deck_.title()},
                                              {"time_unit", deck_.units().time},
                                              {"deck", deck_.resolved_toml()}},
                    restart ? std::optional<double>(state_.t + time_tolerance_) : std::nullopt);
}

/// Where ranks share the elements, all of them work out the values, and one writes.
void Simulation::write_row() {
  if (!writes_ && model_->system.share() == nullptr) return;
  redundancy_.minimise(model_->system, state_, result_.reaction);
  const Observation observation{*model_, state_, result_, h_ > 0 ? h_ : step_};
  row_[0] = state_.t;
  for (std::size_t i = 0; i < sensors_.size(); ++i) row_[i + 1] = sensors_[i].value(observation);
  ledger_->observe_constraints(*model_, state_);
  ledger_->values(row_.data() + 1 + sensors_.size());
  if (writes_) history_->row(row_);
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

void Simulation::skip_frames() {
  while (next_frame_ <= frames_ && frame_time(next_frame_) <= state_.t + 1e-9 * step_) ++next_frame_;
}

bool Simulation::try_step(double h) {
  if (contact_problems_->is_on()) before_ = state_;
  try {
    if (integrator_->step(state_, h, result_)) return true;
  } catch (const std::runtime_error& error) {
    result_.iterations = 0;
    result_.blame = error.what();
  }
  iterations_ += result_.iterations;
  if (record_.listed_cuts.size() < RunRecord::kListedCuts)
    record_.listed_cuts.push_back({state_.t, h, result_.blame});
  return false;
}

void Simulation::step_done(double h) {
  model_->system.accept(state_);
  h_ = h;
  ++steps_;
  iterations_ += result_.iterations;
  if (is_static_)
    ledger_->load_step(*model_, state_, result_, h);
  else
    ledger_->step(*model_, state_, result_, h);
  max_penetration_ = std::max(max_penetration_, ledger_->max_penetration());
  if (watch_) watch_(state_, result_, h);
}

bool Simulation::exchange_bodies() {
  try {
    if (model_->exchange.apply(state_)) ledger_->exchanged(*model_, state_);
  } catch (const PoolExhausted& error) {
    stop_ = fmt::format(
        "{}; {} spare ones would do until the end of the run even if none went. Results so far are complete.",
        error.what(), model_->exchange.need(error.pool(), end_));
  }
  return stop_.empty();
}

bool Simulation::follow_path() {
  double size = step_;
  int cuts = 0;
  while (state_.t < end_ - 1e-9 * (end_ - start_)) {
    if (steps_ == max_steps_) {
      result_.blame =
          fmt::format("the load has not reached its end after {} steps (analysis.max_steps)", steps_);
      return false;
    }
    const double from = state_.t;
    if (!try_step(size)) {
      if (cuts == max_cuts_) return false;
      ++cuts;
      ++cuts_;
      size *= 0.5;
      continue;
    }
    step_done(std::abs(state_.t - from));
    record();
    progress_->update({steps_, state_.t, result_.iterations, result_.active_contacts});
    if (cuts > 0) {
      --cuts;
      size *= 2;
    }
    if (checkpoint_every_ > 0 && steps_ % checkpoint_every_ == 0) {
      write_checkpoint(folder_ / "checkpoint.h5");
      integrator_->refresh();
    }
  }
  return true;
}

bool Simulation::follow_grid() {
  const long count = step_count(start_, end_, step_);
  while (nominal_ < count) {
    // Full steps have exactly the same size, so that no matrix changes by round-off in the times. The last
    // one may be shorter, and so is the rest of a step that a restart begins in.
    const double to = nominal_ + 1 == count ? end_ : start_ + static_cast<double>(nominal_ + 1) * step_;
    const double round_off = 8 * std::numeric_limits<double>::epsilon() * std::abs(to);
    const bool full = std::abs(to - state_.t - step_) < 1e-6 * step_ + round_off;
    if (!advance(to, full ? step_ : to - state_.t)) return false;
    ++nominal_;
    progress_->update({steps_, state_.t, result_.iterations, result_.active_contacts});
    if (checkpoint_every_ > 0 && nominal_ % checkpoint_every_ == 0) {
      write_checkpoint(folder_ / "checkpoint.h5");
      integrator_->refresh();
    }
  }
  return true;
}

bool Simulation::advance(double to, double size) {
  // The nominal step is cut in halves of halves; after a success the size is regained as soon as the grid
  // allows.
  const long full = 1L << max_cuts_;
  const double from = state_.t;
  long done = 0;
  int level = 0;
  while (done < full) {
    const long part = full >> level;
    const double h = size * static_cast<double>(part) / static_cast<double>(full);
    if (!try_step(h)) {
      if (level == max_cuts_) return false;
      ++level;
      ++cuts_;
      continue;
    }
    done += part;
    const double reported = state_.t;
    state_.t = done == full ? to : from + size * static_cast<double>(done) / static_cast<double>(full);
    for (Impact& impact : result_.impacts)
      if (impact.time == reported) impact.time = state_.t;  // the same digits as in the history
    step_done(h);
    if (!std::isfinite(ledger_->energy())) {
      result_.blame = "the energy is no longer a finite number";
      return false;
    }
    record();
    if (!exchange_bodies()) return false;
    if (level > 0 && done % (full >> (level - 1)) == 0) --level;
  }
  return true;
}

RunReport Simulation::run() {
  try {
    begin();
    RunReport report = integrate();
    record_end(report);
    return report;
  } catch (const std::exception& error) {
    if (history_) {  // results were begun: a full disk, say
      try {
        record_end({1, error.what(), folder_, steps_});
      } catch (const io::OutputError&) {  // the first failure is the one to report
      }
    }
    throw;
  }
}

void Simulation::begin() {
  const params::Params& analysis = deck_.table("analysis");
  if (!is_static_ && options_.restart.empty() && analysis.text("from") == "equilibrium")
    find_equilibrium(model_->system, state_, analysis.integer("load_steps"));
  record_.analysis = is_static_ ? "static" : "dynamic";
  record_.scheme = integrator_->name();
  record_.start = start_;
  record_.end = end_;
  record_.step = step_;
  record_.notes = notes_;
  record_.model = summary_of(*model_);
  if (mpi_size() > 1 && !contact_problems_->is_on() && integrator_->shares_elements())
    share_elements(*model_, mpi_size(), mpi_rank());
  integrator_->initialise(state_, step_);
  if (is_static_) {
    result_.reaction.setZero(model_->system.n_constraint_rows());
  } else if (!integrator_->start_acceleration(state_, result_.acceleration)) {
    // joint forces and accelerations of the first row
    consistent_acceleration(model_->system, state_, result_.acceleration, result_.reaction);
  }
  ledger_.emplace(*model_, state_, result_.reaction);
  if (!options_.restart.empty()) read_checkpoint(options_.restart);
  open_results();
  io::ProgressOptions progress_options;
  progress_options.start_time = state_.t;
  progress_options.end_time = end_;
  progress_options.time_unit = deck_.units().time;
  progress_options.mode = options_.quiet || !writes_ ? io::ProgressMode::none : io::ProgressMode::automatic;
  progress_.emplace(progress_options);
  if (writes_ && !options_.quiet && options_.restart.empty())
    for (const std::string& note : notes_) fmt::print("{}\n", note);
  if (options_.restart.empty())
    record();
  else
    skip_frames();
}

RunReport Simulation::integrate() {
  RunReport report;
  report.output = folder_;
  const bool complete = integrator_->chooses_step() ? follow_path() : follow_grid();
  report.steps = steps_;
  if (steps_ % history_every_ != 0) write_row();
  if (complete) {
    report.message = summary();
  } else {
    const auto checkpoint = folder_ / "failed.checkpoint.h5";
    write_checkpoint(checkpoint);
    report.exit_status = 1;
    if (stop_.empty())
      stop_ = fmt::format(
          "the step from t = {:.9g} {} failed, also after {} cuts: {}. Results so far are complete; the last "
          "good state is in {}. Try a smaller integrator.step, a larger integrator.max_iterations, or look "
          "at the part named.",
          state_.t, deck_.units().time, max_cuts_, result_.blame, checkpoint.string());
    report.message = stop_;
  }
  if (writes_) {
    history_->close();
    if (events_) events_->close();
    if (fields_) fields_->close();
  }
  progress_->finish({steps_, state_.t, result_.iterations, result_.active_contacts},
                    complete ? std::string("done") : std::string("failed"));
  return report;
}

void Simulation::record_end(const RunReport& report) {
  record_.status = report.exit_status == 0 ? "complete" : "failed";
  record_.message = report.message;
  record_.time = state_.t;
  record_.steps = steps_;
  record_.iterations = iterations_;
  record_.cuts = cuts_;
  record_.factorisations = integrator_->factorisations();
  record_.max_penetration = max_penetration_;
  if (writes_) write_record(folder_, record_);
}

std::string Simulation::summary() const {
  std::string text =
      fmt::format("{} steps to t = {:.9g} {} by {}, {:.2f} iterations a step, {} factorisations", steps_,
                  state_.t, deck_.units().time, integrator_->name(),
                  steps_ > 0 ? static_cast<double>(iterations_) / static_cast<double>(steps_) : 0.0,
                  integrator_->factorisations());
  if (cuts_ > 0) text += fmt::format(", {} cuts of the step", cuts_);
  if (!model_->system.contact_pairs().empty())
    text += fmt::format(", largest penetration {:.3g} {}", max_penetration_, deck_.units().length);
  return text + integrator_->traffic();
}

}  // namespace jounce
