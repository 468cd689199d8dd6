#include <fmt/format.h>

#include <limits>
#include <vector>

#include "cli/commands.h"
#include "deck/deck.h"
#include "deck/within_memory.h"
#include "la/petsc.h"
#include "params/input_error.h"
#include "run/cost.h"
#include "run/idle_loads.h"
#include "run/in_parts.h"
#include "run/make_stepper.h"
#include "run/model_file.h"
#include "run/model_summary.h"
#include "run/partition_files.h"
#include "run/plausibility.h"
#include "run/rank_memory.h"
#include "run/simulation.h"
#include "run/step_times.h"
#include "run/unused.h"
#include "statics/free_motions.h"

namespace jounce::cli {
namespace {

/// Points that come and go are those that a search finds at the start.
void print_contacts(const Model& model, const params::Units& units) {
  const State& start = model.system.initial_state();
  std::vector<ContactRow> rows;
  for (const auto& pair : model.system.contacts().all()) {
    rows.clear();
    for (int i = 0; i < pair->points(); ++i) rows.push_back(pair->row(i));
    if (pair->points() == 0) pair->search(start, std::numeric_limits<double>::infinity(), 0, rows);
    if (!pair->can_touch()) {
      fmt::print(
          "  doubtful: contact '{}' touches nothing: no two of its shapes are on different bodies that "
          "may touch each other\n",
          pair->name());
      continue;
    }
    if (rows.empty()) {
      fmt::print("  contact '{}': no points within reach at the start\n", pair->name());
      continue;
    }
    double smallest = std::numeric_limits<double>::infinity();
    const ContactRow* closest = &rows.front();
    for (const ContactRow& row : rows) {
      const double gap = pair->gap(start, row);
      if (gap >= smallest) continue;
      smallest = gap;
      closest = &row;
    }
    fmt::print("  contact '{}': {} points, smallest initial gap {:.6g} {} at '{}'\n", pair->name(),
               rows.size(), smallest, units.length, pair->point_name(*closest));
  }
}

/// Table and files of the partition that --partition asks for.
void show_partition(const CheckOptions& options, const std::string& title, const Model& model,
                    const Cost& cost, Sharing sharing) {
  const ModelPartition partition(model, options.parts);
  fmt::print("  partition among {} ranks:\n{}{}", options.parts, partition_text(partition),
             mpi_size() == 1 ? rank_memory_text(cost, partition, sharing) : "");
  std::filesystem::path folder = options.output;
  if (folder.empty()) folder = options.deck.stem().string() + ".partition";
  write_partition(folder, title, model, partition);
  fmt::print("  partition in {}\n", folder.string());
}

/// Takes the first steps that --steps asks for and tells their time.
int try_steps(const deck::Deck& deck, const CheckOptions& options) {
  RunOptions silent = static_cast<const RunOptions&>(options);
  silent.write = false;
  silent.quiet = true;
  Simulation simulation(deck, silent);
  const StepTimes times = time_steps(simulation, options.steps);
  fmt::print("{}", step_times_text(times));
  if (times.failure.empty()) return kSuccess;
  fmt::print(stderr, "{}: {}\n", options.deck.string(), times.failure);
  return kFailed;
}

/// What differs from the first step; refuses what a run would refuse there.
void check_later_steps(const deck::Deck& deck, const CheckOptions& options) {
  const std::vector<std::string> names = deck.step_names();
  for (std::size_t number = 1; number < names.size(); ++number) {
    const deck::Deck step = deck.at_step(number);
    Simulation simulation(step, options);
    const System& system = simulation.model().system;
    const Schedule& schedule = simulation.schedule();
    fmt::print(
        "  then step '{}': {} from {:.6g} to {:.6g} {} in {}; {} prescribed, {} joint rows, {} contacts\n",
        names[number], control_table(step).type(), schedule.start, schedule.end, deck.units().time,
        simulation.analysis().describe_steps(schedule), system.nv() - system.n_free(), system.joints().rows(),
        system.contacts().all().size());
  }
}

int check_deck(const deck::Deck& deck, const CheckOptions& options) {
  Simulation simulation(deck, options);  // refuses what a run would refuse
  const Model& model = simulation.model();
  const System& system = model.system;
  Cost cost;  // before anything else makes matrices, since memory is measured
  if (mpi_size() == 1)
    cost = estimate_cost(deck, model, simulation.stepper(), simulation.state(), simulation.schedule().step);
  fmt::print("{}: {}\n", options.deck.string(), deck.title().empty() ? "no title" : deck.title());
  fmt::print("  units {}, {}, {}\n", deck.units().mass, deck.units().length, deck.units().time);
  fmt::print("  {} degrees of freedom, {} of them prescribed; {} joint rows; {} element blocks\n",
             system.nv(), system.nv() - system.n_free(), system.joints().rows(), system.blocks().size());
  fmt::print("  total mass {:.6g} {}; {}\n", total_mass(model), deck.units().mass,
             system.is_linear() ? "linear: all matrices are constant" : "nonlinear");
  print_contacts(model, deck.units());
  Vector g;
  system.joints().values(system.initial_state(), g);
  if (g.size() > 0) fmt::print("  largest initial |g| of the joints {:.3g}\n", g.lpNorm<Eigen::Infinity>());
  for (const std::string& note : simulation.notes()) fmt::print("  {}\n", note);
  const Analysis& analysis = simulation.analysis();
  const Schedule& schedule = simulation.schedule();
  fmt::print("  {} from {:.6g} to {:.6g} {} in {}\n", control_table(deck).type(), schedule.start,
             schedule.end, deck.units().time, analysis.describe_steps(schedule));
  if (mpi_size() == 1 && options.parts == 0) fmt::print("{}", cost_text(cost));
  for (const std::string& doubt : implausible(deck))
    fmt::print("  doubtful: {}. Do the numbers fit [units] ({}, {}, {})?\n", doubt, deck.units().mass,
               deck.units().length, deck.units().time);
  if (analysis.needs_equilibrium())
    if (const std::string text =
            to_text(free_motions(system, closed_at_start(system), system.contacts().has_friction()));
        !text.empty())
      fmt::print("  doubtful: {}. An equilibrium requires supports for them\n", text);
  if (deck.step_names().size() < 2)
    for (const std::string& sentence : idle_loads(deck, model)) fmt::print("  doubtful: {}\n", sentence);
  check_later_steps(deck, options);
  for (const params::Diagnostic& entry : unused_entries(deck)) fmt::print("  {}\n", to_string(entry));
  analysis.check_start(system, simulation.state());
  if (options.parts > 0)
    show_partition(options, deck.title(), model, cost, sharing_of(deck, simulation.stepper()));
  return options.steps > 0 ? try_steps(deck, options) : kSuccess;
}

}  // namespace

int check_command(const CheckOptions& options) {
  const PetscSession petsc;
  try {
    const deck::Deck deck = read_model_file(options.deck, options.overrides, {options.umat, options.shells});
    return deck::within_memory(deck, [&] { return check_deck(deck, options); });
  } catch (const params::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kWrongInput;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "jounce check: {}\n", error.what());
    return kFailed;
  }
}

}  // namespace jounce::cli
