#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "../support/deck_run.h"

// The log of a step: a row for every iteration that the scheme counts, residuals that end below 1, contacts
// that change.

namespace jounce::test {
namespace {

using Rows = std::vector<ConvergenceLog::Row>;

/// Rows of a solution begin with its first guess.
int iterations(const Rows& rows) {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.iteration > 0; }));
}

double at(const ConvergenceLog::Row& row, Field field) { return row.fields[static_cast<std::size_t>(field)]; }

TEST(ConvergenceLog, HasEveryIterationThatASchemeCounts) {
  for (const char* const type : {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha",
                                 "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha", "half-explicit"})
    for (const char* const newton : {"direct", "snes"}) {
      std::vector<std::string> set = scheme_values(type);
      set.push_back(std::string("integrator.newton=") + newton);
      DeckRun run = input("pendulum", set);
      ConvergenceLog log(false);
      run.integrator->log_to(&log);
      int total = 0;
      for (int i = 0; i < 150; ++i) {
        log.begin_step();
        ASSERT_TRUE(run.step()) << type;
        ASSERT_FALSE(log.rows().empty()) << type;
        EXPECT_EQ(iterations(log.rows()), run.result.iterations) << type << " " << newton << " step " << i;
        const ConvergenceLog::Row& last = log.rows().back();
        EXPECT_LE(last.residual, 100) << type;  // 1, or what round-off explains
        EXPECT_EQ(last.changes, 0) << type;
        EXPECT_EQ(last.residual, last.fields.largest()) << type;
        EXPECT_TRUE(std::isfinite(at(last, Field::motion))) << type;
        total += run.result.iterations;
      }
      EXPECT_GE(total, 150) << type;
    }
}

TEST(ConvergenceLog, FieldsAreThoseOfTheScheme) {
  const auto fields_of = [](const std::string& deck, const std::vector<std::string>& set, int steps) {
    DeckRun run = input(deck, set);
    ConvergenceLog log(false);
    run.integrator->log_to(&log);
    FieldResiduals all;
    for (int i = 0; i < steps; ++i) {
      log.begin_step();
      EXPECT_TRUE(run.step());
      for (const ConvergenceLog::Row& row : log.rows()) all.raise(row.fields);
    }
    std::vector<bool> has;
    for (std::size_t i = 0; i < FieldResiduals::kFields; ++i) has.push_back(!std::isnan(all[i]));
    return has;
  };
  using testing::ElementsAre;
  EXPECT_THAT(fields_of("pendulum", scheme_values("nsga-ggl"), 5),
              ElementsAre(true, true, true, true, true, false));
  EXPECT_THAT(fields_of("pendulum", scheme_values("generalized-alpha"), 5),
              ElementsAre(true, true, false, true, false, false));
  EXPECT_THAT(fields_of("rough_incline", scheme_values("nsga-ggl"), 5),
              ElementsAre(true, false, false, true, true, true));
}

/// From one iteration to the next the residual of Newton's method is squared, once it is small.
TEST(ConvergenceLog, ResidualsFallAsNewtonsMethodSays) {
  DeckRun run = input("pendulum", {"integrator.newton=snes", "integrator.type=generalized-alpha",
                                   "parameters.restitution=0"});
  ConvergenceLog log(false);
  run.integrator->log_to(&log);
  int seen = 0;
  for (int i = 0; i < 20; ++i) {
    log.begin_step();
    ASSERT_TRUE(run.integrator->step(run.state, 0.05, run.result));
    const Rows& rows = log.rows();
    for (std::size_t k = 1; k < rows.size(); ++k) {
      EXPECT_EQ(rows[k].iteration, static_cast<int>(k));
      if (rows[k - 1].changes > 0 || rows[k].changes > 0 || rows[k].residual < 10) continue;
      if (rows[k - 1].residual > 1e9) continue;  // far away still
      EXPECT_LT(rows[k].residual, 1e-2 * rows[k - 1].residual);
      ++seen;
    }
  }
  EXPECT_GE(seen, 3);
}

TEST(ConvergenceLog, NamesContactsThatChange) {
  for (const char* const solver : {"direct", "monolithic", "condensed", "sequential"}) {
    DeckRun run = input("bouncing_ball", {std::string("integrator.solver=") + solver});
    ConvergenceLog log(true);
    run.integrator->log_to(&log);
    int changes = 0, counted = 0;
    for (int i = 0; i < 300; ++i) {
      log.begin_step();
      ASSERT_TRUE(run.step());
      // The factor-once path counts its choices of the active set from 1.
      EXPECT_EQ(iterations(log.rows()), run.result.iterations) << solver;
      // The last model of the condensed solver may change the set and be right.
      const bool may_change = solver == std::string("condensed");
      EXPECT_LE(log.rows().back().changes, may_change ? 1 : 0) << solver;
      counted += run.result.active_contacts > 0 && log.rows().back().active > 0;
      for (const ConvergenceLog::Row& row : log.rows()) {
        changes += row.changes;
        EXPECT_EQ(log.name(row), row.changes > 0 ? "contact 'floor'" : "") << solver;
      }
    }
    EXPECT_GT(changes, 0) << solver;
    EXPECT_GT(counted, 0) << solver;
  }
}

TEST(ConvergenceLog, NamesNothingWhereAllWentWellUnlessAsked) {
  DeckRun run = input("elastic_bar", {"integrator.solver=monolithic"});
  ConvergenceLog log(false);
  run.integrator->log_to(&log);
  for (int i = 0; i < 300; ++i) {
    log.begin_step();
    ASSERT_TRUE(run.step());
    for (const ConvergenceLog::Row& row : log.rows()) EXPECT_EQ(log.name(row), "");
  }
}

TEST(ConvergenceLog, OfStatics) {
  for (const char* const deck : {"snap_through", "beam_circle"}) {
    DeckRun run = input(deck);
    ConvergenceLog log(false);
    run.integrator->log_to(&log);
    int total = 0;
    for (int i = 0; i < 5; ++i) {
      log.begin_step();
      ASSERT_TRUE(run.step()) << deck;
      EXPECT_EQ(iterations(log.rows()), run.result.iterations) << deck;
      EXPECT_LE(log.rows().back().residual, 1) << deck;
      EXPECT_GT(log.rows().front().residual, 1) << deck;
      total += run.result.iterations;
    }
    EXPECT_GT(total, 5) << deck;
  }
}

TEST(ConvergenceLog, OfContactProblemsHasTheResidualNowAndThen) {
  for (const char* const type : {"ccp-euler", "impulse-velocity"}) {
    DeckRun run = input("sphere_pile", {std::string("integrator.type=") + type});
    ConvergenceLog log(false);
    run.integrator->log_to(&log);
    int most = 0;
    for (int i = 0; i < 200; ++i) {
      log.begin_step();
      ASSERT_TRUE(run.step()) << type;
      const Rows& rows = log.rows();
      ASSERT_FALSE(rows.empty()) << type;
      EXPECT_EQ(rows.front().iteration, 0);
      EXPECT_EQ(rows.back().iteration, run.result.iterations) << type;
      EXPECT_LE(rows.back().residual, 1) << type;
      EXPECT_EQ(rows.back().active, ConvergenceLog::kUnknown);
      EXPECT_LE(static_cast<int>(rows.size()), 3 + run.result.iterations) << type;
      most = std::max(most, run.result.iterations);
    }
    EXPECT_GT(most, 5) << type;
  }
}

}  // namespace
}  // namespace jounce::test
