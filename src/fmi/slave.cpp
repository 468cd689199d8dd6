#include "fmi/slave.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/within_memory.h"
#include "la/petsc.h"
#include "mesh/gmsh_process.h"
#include "registry.h"

namespace jounce::fmi {
namespace {

/// Never ends: another FMU of the same process may still compute.
void open_session() { [[maybe_unused]] static const PetscSession* const session = new PetscSession(); }

/// Archives do not keep that a file is a program.
void allow_reader(const std::filesystem::path& reader) {
  std::error_code none;  // an FMU without meshes
  std::filesystem::permissions(reader, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add,
                               none);
}

/// End of a nominal step; behind the end of the deck too.
double grid_time(const Schedule& schedule, double nominal) {
  const double even = schedule.start + nominal * schedule.step;
  const double time = schedule.time_of(static_cast<long>(nominal));
  return std::abs(time - even) < 1e-6 * schedule.step ? time : even;
}

}  // namespace

Slave::Slave(const std::filesystem::path& resources, std::string_view token)
    : resources_(resources), interface_(Interface::read(resources / "interface.txt")) {
  if (token != interface_.token)
    throw WrongCall(fmt::format("the token is '{}', but that of this FMU is '{}'", token, interface_.token));
  open_session();
  allow_reader(resources_ / kMeshReader);
  reset();
}

void Slave::reset() {
  steps_.reset();
  deck_.reset();
  started_ = false;
  values_.clear();
  inputs_.clear();
  for (const Variable& variable : interface_.variables) {
    if (variable.causality == Causality::input) inputs_.push_back(static_cast<unsigned>(values_.size()));
    values_.push_back(variable.start);
  }
  is_set_.assign(values_.size(), false);
}

const Variable& Slave::variable(unsigned reference) const {
  if (reference >= interface_.variables.size())
    throw WrongCall(fmt::format("there is no variable with the value reference {}; they go from 0 to {}",
                                reference, interface_.variables.size() - 1));
  return interface_.variables[reference];
}

double Slave::get(unsigned reference) {
  const Variable& wanted = variable(reference);
  if (wanted.causality == Causality::time || wanted.causality == Causality::output) build();
  return wanted.causality == Causality::time ? time() : values_[reference];
}

void Slave::require_settable(unsigned reference, double value) const {
  const Variable& wanted = variable(reference);
  if (!std::isfinite(value))
    throw WrongCall(fmt::format("'{}' cannot be {}: it must be finite", wanted.name, value));
  if (wanted.causality == Causality::time || wanted.causality == Causality::output)
    throw WrongCall(fmt::format("'{}' cannot be set: it is {}", wanted.name,
                                wanted.causality == Causality::time ? "the time" : "an output"));
  if (wanted.causality == Causality::parameter && started_)
    throw WrongCall(fmt::format("the parameter '{}' can be set before the start only", wanted.name));
}

void Slave::set(std::span<const unsigned> references, std::span<const double> values) {
  for (std::size_t i = 0; i < references.size(); ++i) require_settable(references[i], values[i]);
  if (!started_) steps_.reset();  // what has been found of the start is not that of these values
  for (std::size_t i = 0; i < references.size(); ++i) {
    values_[references[i]] = values[i];
    is_set_[references[i]] = true;
  }
}

void Slave::build() {
  if (steps_) return;
  std::vector<std::string> overrides = interface_.overrides, names;
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (interface_.variables[i].causality == Causality::parameter && is_set_[i])
      overrides.push_back(fmt::format("{}={}", interface_.variables[i].name, values_[i]));
  const std::filesystem::path file = resources_ / "deck.toml";
  const deck::Deck plain = deck::read_deck(file, deck_schema(), overrides);
  const std::vector<Drive> drives = drives_of(plain);
  params::Signals signals;
  is_motion_.clear();
  for (const unsigned reference : inputs_) {
    const std::string& name = interface_.variables[reference].name;
    const auto drive = std::ranges::find(drives, name, &Drive::path);
    if (drive == drives.end()) throw WrongCall(fmt::format("the deck of this FMU has no '{}'", name));
    if (!is_set_[reference]) values_[reference] = drive->start;  // with the parameters as they are now
    names.push_back(name);
    is_motion_.push_back(drive->is_motion);
    signals.push_back(
        std::make_shared<params::Signal>(params::Signal{values_[reference], values_[reference], 0, 0}));
  }
  for (std::string& signal : as_signals(plain, names)) overrides.push_back(std::move(signal));
  const params::SignalScope scope(signals);
  auto deck = std::make_unique<deck::Deck>(deck::read_deck(file, deck_schema(), overrides));
  options_ = RunOptions{};
  options_.deck = file;
  options_.quiet = true;
  options_.write = false;
  std::unique_ptr<StepSequence> steps;
  deck::within_memory(*deck, [&] {
    steps = std::make_unique<StepSequence>(*deck, options_);
    steps->now().begin();
  });
  signals_ = std::move(signals);
  steps_ = std::move(steps);  // the old run goes before its deck
  deck_ = std::move(deck);
  observe();
}

void Slave::observe() {
  // Outputs are the last variables, in the order of the columns.
  std::size_t at = static_cast<std::size_t>(
      std::ranges::find(interface_.variables, Causality::output, &Variable::causality) -
      interface_.variables.begin());
  steps_->now().observe([&](const std::string&, double value) { values_.at(at++) = value; });
}

double Slave::time() const { return steps_ ? steps_->now().state().t : interface_.variables.front().start; }

void Slave::start_at(double time) {
  const double start = interface_.variables.front().start;
  if (std::abs(time - start) > 1e-12 * std::max(1.0, std::abs(start)))
    throw WrongCall(
        fmt::format("the start is at t = {}, that of the deck at t = {} (integrator.start)", time, start));
}

void Slave::start() {
  build();
  started_ = true;
}

bool Slave::step(double time, double size) {
  if (!started_) throw WrongCall("a step before the initialisation has ended");
  Simulation& now = steps_->now();
  const double from = now.state().t, to = from + size, h = now.schedule().step, first = now.schedule().start;
  if (!(std::abs(time - from) <= 1e-6 * h))
    throw WrongCall(
        fmt::format("the communication point is t = {:.17g}, but the FMU stands at t = {:.17g}", time, from));
  if (!(size > 0) || !std::isfinite(size))
    throw WrongCall(fmt::format("the communication step is {}; it must be greater than 0", size));
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const double value = values_[inputs_[i]];
    *signals_[i] = {is_motion_[i] ? signals_[i]->to : value, value, from, is_motion_[i] ? to : from};
  }
  // From one place of the deck's grid to another the steps are those of `jounce run`, to the last bit.
  const double begin = std::round((from - first) / h), end = std::round((to - first) / h);
  const double tolerance = 1e-6 * h;
  const bool on_grid = std::abs(first + begin * h - from) < tolerance &&
                       std::abs(first + end * h - to) < tolerance && end > begin;
  const double count = on_grid ? end - begin : std::max(1.0, std::ceil(size / h * (1 - 1e-6)));
  for (double k = 1; k <= count; ++k) {
    const double next = on_grid      ? grid_time(now.schedule(), begin + k)
                        : k == count ? to
                                     : from + k * (size / count);
    if (!now.step_to(next, on_grid ? h : size / count)) {
      observe();
      return false;
    }
  }
  observe();
  return true;
}

Snapshot Slave::snapshot() {
  build();
  io::CheckpointWriter writer;
  steps_->now().store(writer);
  writer.put("fmu.token", std::string_view(interface_.token));
  writer.put("fmu.started", static_cast<int>(started_));
  writer.put("fmu.values", std::span<const double>(values_));
  std::vector<double> signals;
  for (const auto& signal : signals_)
    for (const double value : {signal->from, signal->to, signal->begin, signal->end})
      signals.push_back(value);
  writer.put("fmu.signals", std::span<const double>(signals));
  std::vector<std::int64_t> set(is_set_.begin(), is_set_.end());
  writer.put("fmu.set", std::span<const std::int64_t>(set));
  return {writer.content()};
}

void Slave::restore(const Snapshot& snapshot) {
  const io::CheckpointReader reader(snapshot.content, "state of the FMU");
  if (reader.text("fmu.token") != interface_.token) throw WrongCall("this state is that of another FMU");
  const auto& values = reader.doubles("fmu.values");
  const auto& set = reader.integers("fmu.set");
  const auto& signals = reader.doubles("fmu.signals");
  if (values.size() != values_.size() || set.size() != values_.size() || signals.size() != 4 * inputs_.size())
    throw WrongCall("the state has another number of variables than this FMU");
  for (std::size_t i = 0; i < values.size(); ++i)  // parameters make the model
    if (interface_.variables[i].causality == Causality::parameter &&
        (values[i] != values_[i] || (set[i] != 0) != is_set_[i]))
      steps_.reset();
  values_ = values;
  is_set_.assign(set.begin(), set.end());
  build();
  steps_->now().restore(reader, "state of the FMU");
  values_ = values;
  for (std::size_t i = 0; i < signals_.size(); ++i)
    *signals_[i] = {signals[4 * i], signals[4 * i + 1], signals[4 * i + 2], signals[4 * i + 3]};
  started_ = reader.integer("fmu.started") != 0;
}

}  // namespace jounce::fmi
