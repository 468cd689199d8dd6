// Checkpoints of a run: what goes in and what comes back.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "deck/changes.h"
#include "io/checkpoint.h"
#include "run/exchange_store.h"
#include "run/simulation.h"
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

void put_mark(io::CheckpointWriter& writer, const std::string& file, const io::FileMark& mark) {
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const std::array<std::int64_t, 3> values = {number(mark.bytes), number(mark.lines), number(mark.checksum)};
  writer.put("file." + file, std::span<const std::int64_t>(values));
}

}  // namespace

void Simulation::read_marks(const io::CheckpointReader& reader) {
  for (const char* const file : {kHistory, kEvents, kTransitions}) {
    const std::string name = std::string("file.") + file;
    if (!reader.has(name)) continue;  // a checkpoint of an older version, or no such file
    const auto& values = reader.integers(name);
    if (values.size() != 3) continue;
    const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(values[i]); };
    marks_[file] = {number(0), number(1), number(2)};
  }
}

void Simulation::write_checkpoint(const std::filesystem::path& file) {
  const auto memory = stepper_->memory();
  if (!writes_) return;
  // A run killed later continues from here, so the results up to here must be on disk.
  history_->flush();
  if (events_) events_->flush();
  transitions_.flush();
  convergence_.flush();
  io::CheckpointWriter writer;
  const auto put = [&](const std::string& name, const Vector& v) {
    writer.put(name, std::span<const double>(v.data(), static_cast<std::size_t>(v.size())));
  };
  writer.put("integrator", stepper_->name());
  writer.put("deck", deck_.resolved_toml());
  writer.put("program", version_line());
  writer.put("build", version_text());
  writer.put("time", state_.t);
  writer.put("steps", steps_);
  writer.put("cuts", cuts_);
  writer.put("refused", refused_);
  control_.store(writer);
  writer.put("iterations", iterations_);
  writer.put("max_penetration", max_penetration_);
  writer.put("joint_rows", model_->system.joints().rows());
  put("q", state_.q);
  put("v", state_.v);
  store_exchange(state_, writer);
  if (!state_.angles.empty()) writer.put("angles", std::span<const double>(state_.angles));
  for (std::size_t i = 0; i < state_.history.size(); ++i)
    writer.put(fmt::format("history.{}", i), std::span<const double>(state_.history[i].committed));
  writer.put("ledger", std::span<const double>(ledger_->store()));
  contact_problems_->store(writer);
  if (transitions_.is_on()) writer.put("transitions", std::span<const double>(transitions_.store()));
  put_mark(writer, kHistory, history_->mark());
  if (events_) put_mark(writer, kEvents, events_->mark());
  if (transitions_.is_on()) put_mark(writer, kTransitions, transitions_.mark());
  for (const auto& [name, vector] : memory) put("memory." + name, *vector);
  writer.write(file);
}

void Simulation::read_checkpoint(const std::filesystem::path& file) {
  const io::CheckpointReader reader(file);
  const auto read = [&](const std::string& name, Vector& v, bool sized) {
    const auto& values = reader.doubles(name);
    if (sized && static_cast<Index>(values.size()) != v.size())
      throw io::CheckpointError(
          file,
          fmt::format(
              "{}: '{}' has {} entries where this deck needs {}; the checkpoint belongs to another model",
              file.string(), name, values.size(), v.size()));
    v = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  };
  if (reader.text("integrator") != stepper_->name())
    throw io::CheckpointError(file, fmt::format("{}: written by integrator '{}', but the deck asks for '{}'",
                                                file.string(), reader.text("integrator"), stepper_->name()));
  if (!options_.changed_model) check_same_model(deck_, reader.text("deck"), file);
  if (reader.integer("joint_rows") != model_->system.joints().rows())
    throw io::CheckpointError(
        file,
        fmt::format("{}: has {} joint rows where this deck has {}; the checkpoint belongs to another model",
                    file.string(), reader.integer("joint_rows"), model_->system.joints().rows()));
  state_.t = reader.number("time");
  nominal_ = static_cast<long>(std::floor((state_.t - start_) / step_ + 1e-6));
  steps_ = static_cast<long>(reader.integer("steps"));
  cuts_ = static_cast<long>(reader.integer("cuts"));
  refused_ = static_cast<long>(reader.integer("refused"));
  control_.restore(reader);
  iterations_ = static_cast<long>(reader.integer("iterations"));
  max_penetration_ = penetrated_.largest.depth = reader.number("max_penetration");
  read("q", state_.q, true);
  read("v", state_.v, true);
  restore_exchange(reader, file, state_);
  if (!state_.angles.empty()) {
    Vector angles = Eigen::Map<Vector>(state_.angles.data(), static_cast<Index>(state_.angles.size()));
    read("angles", angles, true);
    state_.angles.assign(angles.begin(), angles.end());
  }
  for (std::size_t i = 0; i < state_.history.size(); ++i) {
    HistoryArray& array = state_.history[i];
    Vector values(static_cast<Index>(array.committed.size()));
    read(fmt::format("history.{}", i), values, true);
    array.committed.assign(values.begin(), values.end());
    array.trial = array.committed;
  }
  for (const auto& [name, vector] : stepper_->memory()) read("memory." + name, *vector, false);
  stepper_->refresh();  // of what initialise left
  ledger_->store() = reader.doubles("ledger");
  ledger_->restore(*model_, state_);
  contact_problems_->restore(reader);
  read_marks(reader);
  if (reader.has("transitions")) transitions_.store() = reader.doubles("transitions");
}

}  // namespace jounce
