#include "run/recorder.h"

#include <fmt/format.h>

#include "io/atomic_file.h"
#include "io/folder.h"
#include "la/petsc.h"
#include "run/gathered_impacts.h"
#include "version.h"

namespace jounce {
namespace {

constexpr const char* kHistory = "history.csv";
constexpr const char* kEvents = "events.csv";
constexpr const char* kTransitions = "transitions.csv";

}  // namespace

Recorder::Recorder(const Setup& setup, const RunOptions& options)
    : setup_(setup),
      options_(options),
      writes_(options.write && mpi_rank() == 0),
      folder_(options.output.empty() ? setup.deck.path().stem().concat(".results") : options.output),
      history_every_(setup.deck.table("output").integer("history_every")),
      has_events_(setup.deck.table("output").boolean("events")),
      row_(setup),
      iterations_(folder_, setup.deck, options, writes_),
      contact_problems_(setup.deck.table("output"), setup.stepper().name(), folder_),
      frames_(setup, setup.deck.table("output").integer("frames")) {
  if (writes_ && setup.deck.table("output").boolean("transitions"))
    transitions_ = TransitionFile(folder_ / kTransitions);
}

std::vector<std::string> Recorder::files_of_rows() const {
  std::vector<std::string> files = {kHistory};
  if (has_events_) files.emplace_back(kEvents);
  if (transitions_.is_on()) files.emplace_back(kTransitions);
  files.emplace_back(IterationOutput::kFile);
  return files;
}

Recorder::Left Recorder::leave() {
  Left left;
  left.lock = std::move(lock_);
  if (history_) left.columns = history_->columns();
  if (transitions_.is_on()) left.transitions = transitions_.store();
  return left;
}

void Recorder::take_over(Left before) {
  is_continued_ = true;
  lock_ = std::move(before.lock);
  columns_before_ = std::move(before.columns);
  if (transitions_.is_on()) transitions_.store() = std::move(before.transitions);
}

void Recorder::begin_frames() {
  if (writes_ || (options_.write && !setup_.system().is_whole())) frames_.begin();
}

void Recorder::open(const RunState& run, RunRecord& record) {
  if (!writes_) return;
  io::make_folder(folder_);
  const bool restart = !options_.restart.empty() || is_continued_;
  if (!is_continued_) lock_ = io::FolderLock(folder_);
  if (!is_continued_ && !lock_.word().empty()) {
    record.notes.push_back(lock_.word());
    if (!options_.quiet) fmt::print("{}\n", lock_.word());
  }
  std::map<std::string, io::LineFile::Start> starts;
  if (is_continued_)
    for (const std::string& file : files_of_rows()) starts[file] = io::LineFile::Start::append;
  else if (restart)
    starts = continue_files(folder_, options_.restart, files_of_rows(), marks_, run.state.t,
                            setup_.schedule.time_tolerance);
  const auto start_of = [&](const char* file) {
    const auto found = starts.find(file);
    return found != starts.end() ? found->second : io::LineFile::Start::fresh;
  };
  std::vector<io::Column> columns = row_.columns();
  for (std::size_t i = 0; i < columns_before_.size() && i < columns.size(); ++i)
    if (columns[i].description.empty()) columns[i] = columns_before_[i];
  history_.emplace(folder_ / kHistory, std::move(columns), start_of(kHistory));
  if (is_continued_) history_->describe();
  if (has_events_)
    events_.emplace(folder_ / kEvents, start_of(kEvents));
  else if (!restart)
    std::filesystem::remove(folder_ / kEvents);
  if (transitions_.is_on())
    transitions_.open(start_of(kTransitions));
  else if (!restart)
    std::filesystem::remove(folder_ / kTransitions);
  iterations_.open(start_of(IterationOutput::kFile));
  write_record(folder_, record);
  // At the end: the first line is the title.
  io::write_atomically(folder_ / "resolved.toml",
                       setup_.deck.resolved_toml(folder_) + "\n" + version_comment("# "));
  contact_problems_.begin(restart ? run.steps : 0);
  frames_.open(folder_ / "fields.vtkhdf", run.state.t, restart);
}

void Recorder::begin(RunState& run) {
  if (options_.restart.empty() && !is_continued_)
    record(run);
  else
    frames_.skip_to(run.state.t);
}

void Recorder::step_from(const State& state, double h) {
  if (frames_.is_due(state.t + h) != keeps_results_) {
    keeps_results_ = !keeps_results_;
    setup_.system().keep_results(keeps_results_);
  }
  if (contact_problems_.is_on()) before_ = state;
}

/// Where ranks share the elements or have parts of the model, all of them work out the values, and one
/// writes.
void Recorder::write_row(RunState& run) {
  if (!writes_ && setup_.system().share() == nullptr && setup_.system().is_whole()) return;
  const std::vector<double>& values = row_.values(run);
  if (writes_) failure_.guard([&] { history_->row(values); });
}

void Recorder::record(RunState& run) {
  if (run.steps % history_every_ == 0) write_row(run);
  if (!writes_ && setup_.system().is_whole()) return;
  std::vector<NamedImpact> impacts;
  if (has_events_) impacts = impacts_of(setup_.system(), run.result);
  const bool has_frame = frames_.is_due(run.state.t);
  if (has_frame) frames_.evaluate(run);
  if (!writes_ && has_frame) frames_.write(run);  // to nowhere: frees its memory
  if (!writes_) return;
  failure_.guard([&] {
    for (const NamedImpact& impact : impacts)
      events_->event({impact.time, impact.contact, impact.impulse, impact.velocity_before,
                      impact.velocity_after, impact.energy_lost});
    if (events_) events_->poll();
    if (run.h > 0 && transitions_.is_on()) transitions_.step(setup_.system(), run.result, run.state.t);
    if (run.h > 0) contact_problems_.step(setup_.system(), before_, run.state, run.result, run.steps);
    if (has_frame) frames_.write(run);
  });
}

const std::exception_ptr& Recorder::failure() const {
  return failure_.caught() ? failure_.caught() : iterations_.failure().caught();
}

void Recorder::end_history(RunState& run) {
  if (run.steps % history_every_ != 0) write_row(run);
}

void Recorder::close() {
  if (!writes_) return;
  failure_.guard([&] {
    history_->close();
    if (events_) events_->close();
    transitions_.close();
    iterations_.close();
    frames_.close();
  });
}

void Recorder::flush() {
  history_->flush();
  if (events_) events_->flush();
  transitions_.flush();
  iterations_.flush();
}

void Recorder::store(io::CheckpointWriter& writer) {
  contact_problems_.store(writer);
  if (transitions_.is_on()) writer.put("transitions", std::span<const double>(transitions_.store()));
  put_mark(writer, kHistory, history_->mark());
  if (events_) put_mark(writer, kEvents, events_->mark());
  if (transitions_.is_on()) put_mark(writer, kTransitions, transitions_.mark());
}

void Recorder::restore(const io::CheckpointReader& reader) {
  contact_problems_.restore(reader);
  marks_ = read_marks(reader, {kHistory, kEvents, kTransitions});
  if (reader.has("transitions")) transitions_.store() = reader.doubles("transitions");
}

}  // namespace jounce
