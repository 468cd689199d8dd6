#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "../support/deck_run.h"
#include "program.h"
#include "run/cost.h"
#include "run/rank_memory.h"

// Estimates of `jounce check` against what runs take.

namespace jounce::test {
namespace {

using testing::HasSubstr;

Cost cost_of(const std::string& name, const std::vector<std::string>& overrides = {}) {
  const deck::Deck deck = deck::read_deck(kInputs + name + ".toml", deck_schema(), overrides);
  const std::unique_ptr<Model> model = deck::build_model(deck);
  const std::unique_ptr<Stepper> integrator = make_stepper(deck, model->system);
  return estimate_cost(deck, *model, *integrator, model->system.initial_state());
}

/// Most memory of a run in bytes.
double memory_of_run(const TemporaryFolder& folder, const Arguments& arguments) {
  const pid_t child = fork();
  if (child == 0) {
    jounce(folder.path(), arguments);
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    write(folder / "memory", std::to_string(usage.ru_maxrss));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return 1024 * std::stod(read(folder / "memory"));
}

/// The number behind "memory about", in bytes.
double estimated_memory(const std::string& text) {
  const std::size_t at = text.find("memory about ");
  if (at == std::string::npos) return NAN;
  std::size_t end = 0;
  const std::string rest = text.substr(at + 13);
  const double number = std::stod(rest, &end);
  return number * (rest.substr(end + 1, 2) == "MB" ? 1e6 : rest.substr(end + 1, 2) == "GB" ? 1e9 : NAN);
}

bool has_results(const TemporaryFolder& folder) {
  const std::filesystem::directory_iterator entries(folder.path());
  return std::any_of(begin(entries), end(entries), [](const auto& entry) { return entry.is_directory(); });
}

TEST(Cost, NonzerosOfAChainOfBarsAreExact) {
  const Cost cost = cost_of("elastic_bar");  // 200 bars on a line, constant matrices
  ASSERT_EQ(cost.matrices.size(), 4u);       // motion, mass, stiffness, damping
  EXPECT_EQ(cost.steps, 750);
  EXPECT_EQ(cost.matrices[0].size, 201);
  EXPECT_EQ(cost.matrices[0].nonzeros, 201 + 2 * 200);
  EXPECT_EQ(cost.matrices[0].factor_nonzeros, 201 + 200);  // Cholesky's of a chain
  EXPECT_EQ(cost.matrices[2].factor_nonzeros, 0);          // only multiplied with
}

TEST(Cost, NonzerosOfOneFieldSchemesAreExact) {
  for (const char* const type : {"moreau-jean", "mixed-generalized-alpha", "mixed-bathe"}) {
    const Cost cost = cost_of("elastic_bar", {std::string("integrator.type=") + type});
    ASSERT_EQ(cost.matrices.size(), 1u) << type;
    // The chain, the row and the column of the contact with one degree of freedom, and its own diagonal.
    EXPECT_EQ(cost.matrices[0].size, 202) << type;
    EXPECT_EQ(cost.matrices[0].nonzeros, 601 + 2 + 1) << type;
    EXPECT_EQ(cost.matrices[0].factor_nonzeros, 2 * (401 + 2)) << type;
  }
}

TEST(Cost, IterativeSolversFactoriseNothing) {
  const Cost cost = cost_of("block_against_wall", {"integrator.solver=iterative", "parameters.n=8"});
  ASSERT_EQ(cost.matrices.size(), 1u);
  EXPECT_EQ(cost.matrices[0].size, 3 * 9 * 9 * 9);
  // Nodes have 27, 18, 12 or 8 neighbours, themselves included: (3 * 9 - 2)^3 pairs.
  EXPECT_EQ(cost.matrices[0].nonzeros, 9 * std::pow(25, 3));
  EXPECT_EQ(cost.matrices[0].factor_nonzeros, 0);
}

TEST(Cost, ResultsAreAsLargeAsEstimated) {
  const TemporaryFolder folder;
  for (const char* const name : {"elastic_bar", "pendulum", "cook_membrane"}) {
    ASSERT_EQ(jounce(folder.path(), {"run", kInputs + name + ".toml", "-q", "-o", name}).status, 0) << name;
    const Cost cost = cost_of(name);
    const auto history = static_cast<double>(std::filesystem::file_size(folder / name / "history.csv"));
    EXPECT_GT(cost.history_bytes, 0.5 * history) << name;
    EXPECT_LT(cost.history_bytes, 2 * history) << name;
    const auto fields = static_cast<double>(std::filesystem::file_size(folder / name / "fields.vtkhdf"));
    EXPECT_LT(cost.field_bytes, 1.2 * fields) << name;
    EXPECT_GT(cost.field_bytes, 0.8 * fields) << name;
  }
}

TEST(Cost, MemoryIsNearWhatRunsTake) {
  if (std::getenv("JOUNCE_SANITIZED") != nullptr) GTEST_SKIP() << "sanitizers take as much again";
  const TemporaryFolder folder;
  const std::vector<Arguments> decks = {
      Arguments{kInputs + "block_against_wall.toml"} +
          set({"parameters.n=24", "integrator.end=1e-3", "output.frames=0"}),
      Arguments{kInputs + "block_against_wall.toml"} +
          set({"parameters.n=12", "integrator.end=1e-3", "integrator.type=moreau-jean", "output.frames=0"}),
      Arguments{kInputs + "sphere_pile.toml"} + set({"integrator.end=0.2", "output.frames=0"})};
  for (const Arguments& deck : decks) {
    const Outcome check = jounce(folder.path(), Arguments{"check"} + deck);
    ASSERT_EQ(check.status, 0) << check.err;
    const double taken = memory_of_run(folder, Arguments{"run", "-q", "-o", "r"} + deck);
    EXPECT_GT(estimated_memory(check.out), 0.65 * taken) << deck[0];
    EXPECT_LT(estimated_memory(check.out), 1.5 * taken) << deck[0];
  }
}

/// Ranks that share matrices have their shares of them, others all; the cut takes its memory before a step
/// does.
TEST(Cost, MemoryOfARankIsItsShare) {
  const deck::Deck deck =
      deck::read_deck(kInputs + "block_against_wall.toml", deck_schema(), {"parameters.n=6"});
  const std::unique_ptr<Model> model = deck::build_model(deck);
  const ModelPartition partition(*model, 2);
  Cost cost;
  cost.model_bytes = 100e6;
  cost.solver_bytes = 900e6;
  cost.vector_bytes = 10e6;
  const double base = cost.model_bytes + 28e6;
  const RankMemory alone = rank_memory(cost, partition, Sharing::none),
                   shared = rank_memory(cost, partition, Sharing::matrices);
  EXPECT_EQ(alone.most, base + cost.solver_bytes + cost.vector_bytes);
  EXPECT_EQ(rank_memory(cost, partition, Sharing::forces).least, alone.most);
  EXPECT_NEAR(shared.least + shared.most, 2 * base + cost.solver_bytes + 2 * cost.vector_bytes, 1);
  cost.solver_bytes = cost.vector_bytes = 0;
  EXPECT_EQ(rank_memory(cost, partition, Sharing::matrices).most, base + 80.0 * partition.edges);
  EXPECT_THAT(rank_memory_text(cost, partition, Sharing::none), HasSubstr("every rank has all"));
  // A part of the model: the program, and its share of all the rest, borders included.
  cost.solver_bytes = 900e6;
  const RankMemory parts = rank_memory(cost, partition, Sharing::model);
  EXPECT_GT(parts.most, 0.5 * (cost.model_bytes + cost.solver_bytes));
  EXPECT_LT(parts.most, 0.7 * (cost.model_bytes + cost.solver_bytes) + 44e6);
  EXPECT_THAT(rank_memory_text(cost, partition, Sharing::model), HasSubstr("a part of the model"));
}

TEST(Cost, WhatCannotBeEstimatedIsSaid) {
  Cost cost;
  EXPECT_THAT(cost_text(cost), testing::Not(HasSubstr("cannot")));
  cost.trouble = "function 'push' failed";
  EXPECT_THAT(
      cost_text(cost),
      HasSubstr("cannot be estimated and are not included in the memory: function 'push' failed\n  memory"));
}

/// --steps takes steps as a run does, writes nothing and scales their time up to the whole run.
TEST(Cost, StepsAreTriedAndTimed) {
  const TemporaryFolder folder;
  const std::string deck = kInputs + "elastic_bar.toml";
  const Outcome ten = jounce(folder.path(), {"check", deck, "--steps", "10"});
  EXPECT_EQ(ten.status, 0) << ten.err;
  EXPECT_THAT(ten.out,
              testing::ContainsRegex("the first step took [0-9.e-]+ s of the processor, the next 9 took "
                                     "[0-9.e-]+ s each with 1 iterations; at this rate all 750 take"));
  EXPECT_FALSE(has_results(folder));
  EXPECT_THAT(jounce(folder.path(), {"check", deck, "--steps", "1"}).out, HasSubstr("run more of them"));
  // No more than there are, and no pace where the scheme chooses its steps.
  const Outcome all =
      jounce(folder.path(), Arguments{"check", deck, "--steps", "10"} + set({"integrator.end=8e-3"}));
  EXPECT_THAT(all.out, HasSubstr("the next 3 took"));
  EXPECT_THAT(all.out, testing::Not(HasSubstr("at this rate")));
  const Outcome path = jounce(folder.path(), {"check", kInputs + "snap_through.toml", "--steps", "3"});
  EXPECT_THAT(path.out, HasSubstr("the next 2 took"));
  EXPECT_THAT(path.out, testing::Not(HasSubstr("at this rate")));
}

TEST(Cost, AStepThatFailsIsTold) {
  const TemporaryFolder folder;
  const Outcome failed =
      jounce(folder.path(), Arguments{"check", kInputs + "rubber_block.toml", "--steps", "10"} +
                                set({"analysis.max_iterations=1", "analysis.max_cuts=0"}));
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("the step from t = 0 "));
  EXPECT_FALSE(has_results(folder));
}

TEST(Cost, EverySchemeHasItsLine) {
  const TemporaryFolder folder;
  for (const char* const type :
       {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha", "mixed-generalized-alpha",
        "mixed-bathe", "mixed-ed-alpha", "half-explicit", "event-driven"}) {
    std::vector<std::string> set = {std::string("integrator.type=") + type};
    if (std::string(type) == "generalized-alpha") set.emplace_back("parameters.restitution=0");
    const Cost cost = cost_of("pendulum", set);
    EXPECT_EQ(cost.trouble, "") << type;
    EXPECT_EQ(cost.matrices.empty(), std::string(type) == "event-driven") << type;
  }
  const Outcome check = jounce(folder.path(), {"check", kInputs + "pendulum.toml"});
  EXPECT_THAT(check.out, HasSubstr("matrix of all unknowns of a step: 17 unknowns"));
}

}  // namespace
}  // namespace jounce::test
