#include "run/checkpoints.h"

#include <fmt/format.h>

#include "deck/changes.h"
#include "io/wall_clock.h"
#include "parallel/together.h"
#include "run/exchange_store.h"
#include "version.h"

namespace jounce {
namespace {

/// Refuses a checkpoint of a deck whose model is another one.
void check_same_model(const deck::Deck& deck, const std::string& before, const std::filesystem::path& file) {
  constexpr std::size_t kMost = 12;
  const auto changes = deck::model_changes(before, deck);
  if (changes.empty()) return;
  std::vector<params::Diagnostic> diagnostics;
  for (const deck::Change& change : changes) {
    if (diagnostics.size() == kMost) break;
    diagnostics.push_back(
        {change.where, fmt::format("{}: {} -> {}", change.path, change.before, change.after), ""});
  }
  const std::size_t more = changes.size() - diagnostics.size();
  diagnostics.push_back(
      {{deck.path().string(), 0, 0},
       fmt::format("{}the checkpoint {} belongs to another model (its value -> that of this deck); give the "
                   "same deck and the same --set, or allow the changes with --changed-model",
                   more > 0 ? fmt::format("and {} more values; ", more) : "", file.string()),
       ""});
  throw params::InputError(std::move(diagnostics));
}

void put(io::CheckpointWriter& writer, const std::string& name, const Vector& v) {
  writer.put(name, std::span<const double>(v.data(), static_cast<std::size_t>(v.size())));
}

Vector vector_of(const io::CheckpointReader& reader, const std::string& name) {
  const auto& values = reader.doubles(name);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// As many values as this deck needs.
Vector vector_of(const io::CheckpointReader& reader, const std::filesystem::path& file,
                 const std::string& name, Index size) {
  Vector values = vector_of(reader, name);
  if (values.size() != size)
    throw io::CheckpointError(
        file, fmt::format(
                  "{}: '{}' has {} entries where this deck needs {}; the checkpoint belongs to another model",
                  file.string(), name, values.size(), size));
  return values;
}

}  // namespace

Checkpoints::Checkpoints(Setup& setup, const RunOptions& options, RunState& run, Recorder& recorder)
    : setup_(setup),
      options_(options),
      run_(run),
      recorder_(recorder),
      every_(setup.deck.table("output").integer("checkpoint_every")),
      interval_(setup.deck.table("output").number("checkpoint_interval")),
      seconds_(60 * setup.deck.table("output").number("checkpoint_minutes")),
      next_(io::coarse_seconds() + seconds_) {}

StateOrder& Checkpoints::order() {
  if (!order_) order_.emplace(setup_.system());
  return *order_;
}

double Checkpoints::intervals() const {
  const Schedule& schedule = setup_.schedule;
  return interval_ > 0 ? std::floor((run_.state.t - schedule.start + 1e-9 * schedule.length()) / interval_)
                       : 0;
}

bool Checkpoints::is_due(long nominal) {
  bool due = every_ > 0 && nominal % every_ == 0;
  if (intervals() > of_interval_) {
    of_interval_ = intervals();
    due = true;
  }
  // What a clock says, ranks may hear at different steps.
  if (seconds_ > 0 && parallel::Communicator().any(io::coarse_seconds() >= next_)) due = true;
  return due;
}

void Checkpoints::take() {
  write(file());
  time_ = run_.state.t;
  next_ = io::coarse_seconds() + seconds_;
  setup_.forget();
  run_.kept_step = 0;
}

void Checkpoints::store_counts(io::CheckpointWriter& writer) const {
  writer.put("time", run_.state.t);
  writer.put("steps", run_.steps);
  writer.put("cuts", run_.cuts);
  writer.put("refused", run_.refused);
  setup_.control.store(writer);
  writer.put("iterations", run_.iterations);
  writer.put("max_penetration", run_.max_penetration);
  writer.put("joint_rows", setup_.system().joints().rows());
  writer.put("ledger", std::span<const double>(run_.ledger->store()));
}

void Checkpoints::restore_counts(const io::CheckpointReader& reader) {
  run_.steps = static_cast<long>(reader.integer("steps"));
  run_.cuts = static_cast<long>(reader.integer("cuts"));
  run_.refused = static_cast<long>(reader.integer("refused"));
  setup_.control.restore(reader);
  run_.iterations = static_cast<long>(reader.integer("iterations"));
  run_.max_penetration = run_.penetrated.largest.depth = reader.number("max_penetration");
}

void Checkpoints::store(io::CheckpointWriter& writer) {
  store_counts(writer);
  store_state(writer);
  for (const auto& [name, vector] : setup_.stepper().memory()) put(writer, "memory." + name, *vector);
  setup_.forget();
  run_.kept_step = 0;
}

void Checkpoints::restore(const io::CheckpointReader& reader, const std::filesystem::path& name) {
  restore_counts(reader);
  restore_state(reader, name);
  for (const auto& [key, vector] : setup_.stepper().memory()) *vector = vector_of(reader, "memory." + key);
  setup_.forget();
  run_.kept_step = 0;
  run_.ledger->store() = reader.doubles("ledger");
  run_.ledger->restore(*setup_.model, run_.state);
  run_.stop.clear();
  run_.bad_value = run_.is_hopeless = false;
}

void Checkpoints::store_state(io::CheckpointWriter& writer) const {
  const State& state = run_.state;
  for (const auto& [name, values] : gathered_) writer.put(name, std::span<const double>(values));
  if (!is_in_parts()) {
    put(writer, "q", state.q);
    put(writer, "v", state.v);
  }
  store_exchange(state, writer);
  if (!state.angles.empty()) writer.put("angles", std::span<const double>(state.angles));
  for (std::size_t i = 0; i < state.history.size(); ++i)
    writer.put(fmt::format("history.{}", i), std::span<const double>(state.history[i].committed()));
}

void Checkpoints::write(const std::filesystem::path& file) {
  const auto memory = setup_.stepper().memory();  // of all ranks
  if (is_in_parts()) gather(memory);
  parallel::Communicator ranks;
  parallel::together(ranks, [&] {
    if (recorder_.writes()) write(file, memory);
  });
  gathered_.clear();
}

void Checkpoints::gather(const Memory& memory) {
  gathered_.clear();
  gathered_.emplace_back("q", order().whole_of_dofs(run_.state.q));
  gathered_.emplace_back("v", order().whole_of_dofs(run_.state.v));
  for (const auto& [name, vector] : memory) {
    std::vector<double>& values = gathered_.emplace_back("memory." + name, std::vector<double>()).second;
    switch (setup_.stepper().memory_kind(name)) {
      case Stepper::MemoryKind::same:
        values.assign(vector->begin(), vector->end());
        break;
      case Stepper::MemoryKind::dofs:
        values = order().whole_of_dofs(*vector);
        break;
      case Stepper::MemoryKind::contacts:
        values = order().whole_of_contacts(*vector, Stepper::kContactMemory);
    }
  }
}

void Checkpoints::put_memory(const Memory& memory, io::CheckpointWriter& writer) const {
  if (is_in_parts()) return;  // it is among what was gathered
  for (const auto& [name, vector] : memory) put(writer, "memory." + name, *vector);
}

Vector Checkpoints::memory_of(const io::CheckpointReader& reader, const std::string& name) {
  const std::string entry = "memory." + name;
  const Stepper::MemoryKind kind = setup_.stepper().memory_kind(name);
  if (!is_in_parts() || kind == Stepper::MemoryKind::same) return vector_of(reader, entry);
  const std::vector<double>& whole = reader.doubles(entry);
  return kind == Stepper::MemoryKind::dofs ? order().own_of_dofs(whole)
                                           : order().own_of_contacts(whole, Stepper::kContactMemory);
}

void Checkpoints::write(const std::filesystem::path& file, const Memory& memory) {
  recorder_.flush();  // a run killed later continues from here, so the results up to here must be on disk
  io::CheckpointWriter writer;
  writer.put("integrator", setup_.stepper().name());
  writer.put("deck", setup_.deck.resolved_toml());
  writer.put("analysis_step", setup_.deck.step());
  writer.put("program", version_line());
  writer.put("build", version_text());
  store_counts(writer);
  store_state(writer);
  recorder_.store(writer);
  put_memory(memory, writer);
  writer.write(file);
}

void Checkpoints::restore_state(const io::CheckpointReader& reader, const std::filesystem::path& file) {
  State& state = run_.state;
  state.t = reader.number("time");
  if (is_in_parts()) {
    const auto all = static_cast<Index>(setup_.system().all_unknowns() + setup_.system().all_prescribed());
    for (const auto& [name, own] : {std::pair("q", &state.q), std::pair("v", &state.v)}) {
      vector_of(reader, file, name, all);
      *own = order().own_of_dofs(reader.doubles(name));
    }
  } else {
    state.q = vector_of(reader, file, "q", state.q.size());
    state.v = vector_of(reader, file, "v", state.v.size());
  }
  restore_exchange(reader, file, state);
  if (!state.angles.empty()) {
    const Vector angles = vector_of(reader, file, "angles", static_cast<Index>(state.angles.size()));
    state.angles.assign(angles.begin(), angles.end());
  }
  for (std::size_t i = 0; i < state.history.size(); ++i) {
    HistoryArray& array = state.history[i];
    const Vector values =
        vector_of(reader, file, fmt::format("history.{}", i), static_cast<Index>(array.committed().size()));
    array.values = std::make_shared<const std::vector<double>>(values.begin(), values.end());
    array.next = nullptr;
    array.time = state.t;
  }
}

void Checkpoints::read(const std::filesystem::path& file) {
  const io::CheckpointReader reader(file);
  Stepper& stepper = setup_.stepper();
  if (reader.text("integrator") != stepper.name())
    throw io::CheckpointError(file, fmt::format("{}: written by integrator '{}', but the deck asks for '{}'",
                                                file.string(), reader.text("integrator"), stepper.name()));
  if (!options_.changed_model) check_same_model(setup_.deck, reader.text("deck"), file);
  if (reader.integer("joint_rows") != setup_.system().joints().rows())
    throw io::CheckpointError(
        file,
        fmt::format("{}: has {} joint rows where this deck has {}; the checkpoint belongs to another model",
                    file.string(), reader.integer("joint_rows"), setup_.system().joints().rows()));
  restore_counts(reader);
  restore_state(reader, file);
  if (setup_.is_later()) setup_.model->system.hold(run_.state, setup_.schedule.end);
  for (const auto& [name, vector] : stepper.memory()) *vector = memory_of(reader, name);
  setup_.forget();  // of what the start of the deck left
  run_.ledger->store() = reader.doubles("ledger");
  run_.ledger->restore(*setup_.model, run_.state);
  recorder_.restore(reader);
}

}  // namespace jounce
