#include "run/step_attempts.h"

#include <fmt/format.h>

#include <cmath>

#include "parallel/communicator.h"
#include "params/bad_value.h"
#include "stepping/no_smaller_step.h"

namespace jounce {

bool StepAttempts::tries(double h) {
  const auto threw = [this](const std::exception& error) {
    run_.result.iterations = 0;
    run_.result.failure_cause = error.what();
    return false;
  };
  run_.bad_value = false;
  try {
    return setup_.stepper().step(run_.state, h, run_.result);
  } catch (const params::BadValue& error) {
    run_.bad_value = true;
    return threw(error);
  } catch (const NoSmallerStep& error) {
    run_.is_hopeless = true;
    return threw(error);
  } catch (const std::runtime_error& error) {  // a singular matrix, a function of a user, ...
    return threw(error);
  } catch (const std::invalid_argument& error) {  // a contact problem whose numbers are not finite any more
    return threw(error);
  }
}

bool StepAttempts::converges(double h) {
  if (tries(h)) return true;
  // What one rank has found out, the others know by its message only (parallel::FailedElsewhere).
  parallel::Communicator ranks;
  run_.bad_value = ranks.any(run_.bad_value);
  run_.is_hopeless = ranks.any(run_.is_hopeless);
  return false;
}

bool StepAttempts::converges_with(double h, const std::vector<ContactRow>& expected) {
  run_.iterations += run_.result.iterations;
  undo();
  if (run_.searched_again++ == 0) run_.searched_from = run_.state.t;
  recorder_.iterations().repeat_attempt();
  setup_.stepper().expect(expected);
  const bool converged = converges(h);
  setup_.stepper().expect({});
  return converged;
}

bool StepAttempts::finds_contacts(double h, int level) {
  std::vector<ContactRow> expected;
  parallel::Communicator ranks;
  ContactReach::Missed missed;
  const auto of_first = [&](bool is_so) { return ranks.any(ranks.rank() == 0 && is_so); };  // knows all rows
  const auto misses = [&] {
    missed = setup_.reach.missed(undo_.state(), h, run_.state, run_.result.rows);
    return of_first(missed.any());
  };
  bool misses_any = misses();
  for (int k = 0; misses_any && k < ContactReach::kRepeats && of_first(!missed.rows.empty()); ++k) {
    join_rows(expected, missed.rows);
    if (!converges_with(h, expected)) return false;
    misses_any = misses();
  }
  const bool crosses = misses_any && of_first(!missed.crossing.empty());
  if (!misses_any || (!crosses && level >= setup_.schedule.max_cuts))
    return true;  // the penetration is reported
  run_.result.failure_cause =
      crosses ? fmt::format(
                    "{} within the step. Where shorter steps do not help, let 'surface' and 'against' be "
                    "whole boundaries, with faces smaller than the parts that they meet",
                    missed.crossing)
              : fmt::format("contact '{}' is {:.3g} {} deep at the end; the search at the start missed it",
                            missed.name, missed.depth, setup_.units().length);
  undo();
  return false;
}

bool StepAttempts::succeeds(double h, int level) {
  Stepper& stepper = setup_.stepper();
  recorder_.step_from(run_.state, h);
  if (setup_.guard.is_on() || setup_.control.is_on())
    undo_.keep(run_.state, stepper);
  else if (setup_.reach.is_on())
    parallel::Communicator().is_alone() ? undo_.keep(run_.state, stepper) : undo_.keep_state(run_.state);
  if (!converges(h)) return false;
  if (setup_.reach.is_on() && !finds_contacts(h, level)) return false;
  std::string found = setup_.guard.find_inverted(run_.state);
  if (found.empty()) return true;
  undo();
  stepper.refresh();
  std::string lost =
      setup_.analysis->lost_stability(run_.state, std::ldexp(h, level));  // the step before its cuts
  run_.result.failure_cause = lost.empty() ? std::move(found) : std::move(lost);
  return false;
}

StepAttempts::Outcome StepAttempts::attempt(double h, int level) {
  StepControl& control = setup_.control;
  recorder_.iterations().begin_attempt(run_, h, level);
  Outcome outcome = Outcome::failed;
  if (succeeds(h, level)) {
    const bool stays = !control.is_on() || control.accepts(h, level, run_.state, run_.result);
    outcome = stays ? Outcome::accepted : Outcome::too_long;
  }
  recorder_.iterations().end_attempt(outcome == Outcome::accepted, outcome != Outcome::failed);
  if (outcome == Outcome::accepted) {
    if (control.is_on()) control.accepted(h, run_.result);
    return outcome;
  }
  run_.iterations += run_.result.iterations;
  if (outcome == Outcome::too_long) {
    undo();
    ++run_.refused;
  } else if (run_.listed_cuts.size() < RunRecord::kListedCuts) {
    run_.listed_cuts.push_back({run_.state.t, h, run_.result.failure_cause});
  }
  return outcome;
}

}  // namespace jounce
