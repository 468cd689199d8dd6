#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "../support/scene.h"
#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "io/contact_problem_file.h"
#include "io/history_reader.h"
#include "la/petsc.h"
#include "program.h"

// Contact problems that a run writes are solved again, without the impulses of the run.

namespace jounce::test {
namespace {

namespace fs = std::filesystem;
using contact_problem::Mode;
using contact_problem::Result;
using contact_problem::Status;
using testing::HasSubstr;

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class ContactProblemDump : public testing::Test {
 public:
  /// Runs an input and returns the folder of its contact problems.
  fs::path run(const std::string& input, const std::vector<std::string>& values) {
    const Outcome outcome =
        jounce(folder.path(), Arguments{"run", kInputs + input + ".toml", "-q"} + set(values));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return folder / (input + ".results") / "contact_problems";
  }

  /// Solves every problem from nothing and compares with the impulses of the run. @return slides + sticks
  void expect_impulses_of_the_run(const fs::path& problems, int& sticking, int& sliding) {
    sticking = sliding = 0;
    const std::vector<fs::path> files = files_in(problems, ".hdf5");
    ASSERT_FALSE(files.empty());
    for (const fs::path& file : files) {
      const io::ContactProblemFile content = io::read_contact_problem(file);
      check(content.problem);
      ASSERT_EQ(content.guess.size(), content.problem.size());
      EXPECT_LE(residual(content.problem, content.guess), 1e-9) << file;
      const Result result = solve(content.problem, {}, {.tolerance = 1e-12});
      ASSERT_EQ(result.status, Status::solved) << file;
      EXPECT_LE((result.r - content.guess).norm(), 1e-8 * content.guess.norm()) << file;
      for (const Mode mode : modes(content.problem, result.r)) {
        sticking += mode == Mode::stick;
        sliding += mode == Mode::slide;
      }
    }
  }

  PetscSession petsc;
  TemporaryFolder folder;
};

TEST_F(ContactProblemDump, HasTheImpulsesOfTheRun) {
  const std::vector<std::string> hdf5 = {"output.contact_problems=hdf5", "output.frames=0",
                                         "output.contact_problems_every=5"};
  for (const char* const scheme : {"nsga-ggl", "moreau-jean"}) {
    SCOPED_TRACE(scheme);
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.end(), hdf5.begin(), hdf5.end());
      more.push_back(std::string("integrator.type=") + scheme);
      return more;
    };
    int sticking = 0, sliding = 0;
    expect_impulses_of_the_run(run("rough_incline", with({"integrator.end=0.5"})), sticking, sliding);
    EXPECT_EQ(sliding, 20) << "two corners, ten steps";
    expect_impulses_of_the_run(run("tippe_top", with({"integrator.end=0.02"})), sticking, sliding);
    EXPECT_GE(sliding, 15) << "one contact in space";
    expect_impulses_of_the_run(run("slider_crank_rigid", with({"parameters.mu=0.1", "integrator.end=0.01"})),
                               sticking, sliding);
    EXPECT_GE(sticking + sliding, 5) << "through the joints";
  }
}

TEST_F(ContactProblemDump, TextHasTheImpulsesBesideIt) {
  const fs::path problems =
      run("rough_incline", {"output.contact_problems=dat", "integrator.end=0.05", "output.frames=0"});
  const std::vector<fs::path> files = files_in(problems, ".dat");
  ASSERT_EQ(files.size(), 5u);
  EXPECT_EQ(files.back().filename(), "step-000000005.dat");
  // The rear contact's force in the history, independently of the dump: impulse over the step.
  const io::History history(folder / "rough_incline.results/history.csv");
  const io::History solution(problems / "step-000000005.csv");
  EXPECT_NEAR(solution.column("r_n")[0], 1e-2 * history.column("rear_force").back(), 1e-12);
  EXPECT_NEAR(solution.column("r_n")[1], 1e-2 * history.column("front_force").back(), 1e-12);
  // As a user does it.
  const Outcome outcome = jounce(
      folder.path(), {"solve-contact", files.back().string(), "--tolerance", "1e-12", "-o", "again.csv"});
  ASSERT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  const io::History again(folder / "again.csv");
  for (const char* const column : {"r_n", "r_t"})
    for (const std::size_t c : {0u, 1u})
      EXPECT_NEAR(again.column(column)[c], solution.column(column)[c], 1e-10) << column << " " << c;
}

TEST_F(ContactProblemDump, RestitutionIsPartOfTheProblem) {
  const std::string deck =
      scene::gravity({0, 0, -10}) +
      scene::rigid({.name = "ball", .mass = 2, .inertia = {0.1, 0.1, 0.1}, .position = {0, 0, 0.5001}}) + R"(
velocity = [3, 0, -1]
)" +
      scene::point_plane({.points = "ball",
                          .through = {0, 0, 0},
                          .normal = {0, 0, 1},
                          .radius = 0.5,
                          .friction = 0.8,
                          .restitution = 0.5}) +
      R"(
tangential_restitution = 0.4
[integrator]
type = "moreau-jean"
step = 1e-3
end = 2e-3
[output]
contact_problems = "hdf5"
)";
  write(folder / "deck.toml", deck);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const fs::path problems = folder / "deck.results/contact_problems";
  int sticking = 0, sliding = 0;
  expect_impulses_of_the_run(problems, sticking, sliding);
  EXPECT_EQ(sticking + sliding, 1);
  // The numbers themselves: q is what makes r and u fit to any W. Sliding moves the ball and turns it.
  const contact_problem::Problem problem = io::read_contact_problem(problems / "step-000000001.hdf5").problem;
  const DenseMatrix W = problem.W.dense();
  EXPECT_NEAR(W(0, 0), 1 / 2.0, 1e-12);
  for (const int i : {1, 2}) EXPECT_NEAR(W(i, i), 1 / 2.0 + 0.5 * 0.5 / 0.1, 5e-3) << "the arm is the height";
  EXPECT_NEAR(W(0, 1), 0, 1e-12);
  EXPECT_NEAR(W(1, 2), 0, 1e-12);
  EXPECT_NEAR(problem.q[0], (-1 - 10e-3) + 0.5 * -1, 1e-12);
  EXPECT_NEAR(problem.q.tail(2).norm(), 3 + 0.4 * 3, 1e-12);
}

/// A rod on a pin lies on a support at its tip, which is (a, -b) from the pin: it can only turn, so W_NN =
/// a^2/J, W_TT = b^2/J and |W_NT| = a b/J about the pin, where the free rod has 1/m + (a - c)^2/J_c for W_NN.
TEST_F(ContactProblemDump, JointsArePartOfTheDelassusMatrix) {
  const std::string deck = R"toml(
[model]
gravity = [0, -10]
[[body]]
name = "rod"
type = "rigid"
mass = 3
inertia = 0.25
position = [0.5, 0]
[[marker]]
name = "tip"
on = "rod"
at = [0.3, -0.5]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "rod"]
at = [0, 0]
[[contact]]
name = "support"
type = "point-plane"
points = ["tip"]
through = [0, -0.5]
normal = [0, 1]
friction = 0.1
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 2e-3
[output]
contact_problems = "hdf5"
)toml";
  write(folder / "deck.toml", deck);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const contact_problem::Problem problem =
      io::read_contact_problem(folder / "deck.results/contact_problems/step-000000002.hdf5").problem;
  const DenseMatrix W = problem.W.dense();
  ASSERT_EQ(W.rows(), 2);
  const double J = 0.25 + 3 * 0.5 * 0.5;
  EXPECT_NEAR(W(0, 0), 0.8 * 0.8 / J, 1e-12) << "and not " << 1 / 3.0 + 0.3 * 0.3 / 0.25;
  EXPECT_NEAR(W(1, 1), 0.5 * 0.5 / J, 1e-12);
  EXPECT_NEAR(std::abs(W(0, 1)), 0.8 * 0.5 / J, 1e-12);
  EXPECT_NEAR(problem.q[0], -10e-3 * 3 * 0.5 * 0.8 / J, 1e-12) << "a step of free fall about the pin";
}

/// What stands in the folder after several runs. A block falls on its corners: its first impact, at step 19,
/// takes most iterations.
class ContactProblemFiles : public ContactProblemDump {
 protected:
  /// Runs it with results in the folder `output` and returns the folder of its contact problems.
  fs::path block(const std::string& output, const std::string& of, const std::string& end,
                 const Arguments& more = {}, const std::string& input = "rocking_block") {
    const Outcome outcome = jounce(
        folder.path(), Arguments{"run", kInputs + input + ".toml", "-q", "-o", output} +
                           set({"output.contact_problems=dat", "output.contact_problems_of=" + of,
                                "integrator.end=" + end, "output.history_every=1", "output.frames=0"}) +
                           more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return folder / output / "contact_problems";
  }
  static std::string step(long number) { return fmt::format("step-{:09}", number); }
  /// Of the steps up to `last` with a contact problem, the first that took most iterations.
  long worst_step(const std::string& results, long last) const {
    const io::History history(folder / results / "history.csv");
    const std::vector<double>& iterations = history.column("newton_iterations");
    long worst = 0;
    for (long k = 1; k <= last; ++k)
      if (fs::exists(folder / results / "contact_problems" / (step(k) + ".dat")) &&
          (worst == 0 || iterations[k] > iterations[worst]))
        worst = k;
    return worst;
  }
  void expect_worst(const fs::path& problems, const fs::path& every, long number) const {
    ASSERT_GT(number, 0);
    EXPECT_THAT(files_in(problems, ".dat"), testing::ElementsAre(problems / "worst.dat"));
    for (const char* const extension : {".dat", ".csv"})
      EXPECT_EQ(read(problems / (std::string("worst") + extension)), read(every / (step(number) + extension)))
          << number;
  }
};

TEST_F(ContactProblemFiles, WorstKeepsTheProblemOfTheStepWithMostIterations) {
  const fs::path every = block("every", "every", "1");
  const long worst = worst_step("every", 100);
  EXPECT_EQ(worst, 19);
  expect_worst(block("worst", "worst", "1"), every, worst);
}

TEST_F(ContactProblemFiles, WorstIsRememberedOverARestart) {
  const Arguments checkpoint = set({"output.checkpoint_every=25"}),
                  restart = {"--restart", "part/checkpoint.h5"};
  const fs::path every = block("every", "every", "1", checkpoint);
  const long worst = worst_step("every", 100);
  ASSERT_LT(worst, 25);
  block("part", "worst", "0.4", checkpoint);
  expect_worst(block("part", "worst", "1", checkpoint + restart), every, worst);
  // in a folder of its own too
  block("part", "worst", "0.4", checkpoint);
  expect_worst(block("other", "worst", "1", checkpoint + restart), every, worst);
}

TEST_F(ContactProblemFiles, WorstOfALaterStepIsTakenBackByARestart) {
  // A spinning top has its contact in every step; the second one takes more iterations than the first.
  const std::string one = "2e-4", many = "2e-3";
  const fs::path every = block("every", "every", many, {}, "tippe_top");
  const long worst = worst_step("every", 10);
  ASSERT_GT(worst, 1);
  block("first", "worst", one, set({"output.checkpoint_every=1"}), "tippe_top");
  expect_worst(block("part", "worst", many, {}, "tippe_top"), every, worst);
  expect_worst(block("part", "worst", one, {"--restart", "first/checkpoint.h5"}, "tippe_top"), every, 1);
}

TEST_F(ContactProblemFiles, WorstGoesWithARestartBeforeTheFirstContact) {
  block("part", "worst", "0.25", set({"output.checkpoint_every=15"}));
  ASSERT_TRUE(fs::exists(folder / "part/contact_problems/worst.dat"));
  EXPECT_THAT(files_in(block("part", "worst", "0.17", {"--restart", "part/checkpoint.h5"}), ".dat"),
              testing::IsEmpty());
}

TEST_F(ContactProblemFiles, OfAnEarlierRunAreRemovedAndThoseOfOthersStay) {
  const fs::path problems = block("a", "every", "1");
  const std::size_t before = files_in(problems, ".dat").size();
  const std::vector<fs::path> foreign = {problems / "mine.dat", problems / "step-1.dat",
                                         problems / "step-000000040.txt", problems / "step-000000040x.dat"};
  for (const fs::path& file : foreign) write(file, "kept");
  write(problems / "worst.hdf5", "of an earlier run");
  fs::create_directory(problems / "step-000000120.dat");
  EXPECT_EQ(block("a", "every", "0.3"), problems);
  block("b", "every", "0.3");
  for (const fs::path& file : foreign) EXPECT_EQ(read(file), "kept") << file;
  EXPECT_FALSE(fs::exists(problems / "worst.hdf5"));
  EXPECT_TRUE(fs::exists(problems / "step-000000120.dat"));
  const std::size_t now = files_in(problems, ".dat").size() - 4;  // without mine
  EXPECT_EQ(now, files_in(folder / "b/contact_problems", ".dat").size());
  EXPECT_LT(now, before);
  EXPECT_GT(now, 0u);
}

TEST_F(ContactProblemFiles, OfLaterStepsAreRemovedByARestart) {
  const fs::path problems = block("a", "every", "1", set({"output.checkpoint_every=60"}));
  const std::vector<fs::path> whole = files_in(problems, ".dat");
  ASSERT_TRUE(fs::exists(problems / "step-000000100.dat"));
  block("a", "every", "0.65", {"--restart", "a/checkpoint.h5"});
  std::vector<fs::path> expected;
  for (const fs::path& file : whole)
    if (file.filename() <= "step-000000065.dat") expected.push_back(file);
  EXPECT_EQ(files_in(problems, ".dat"), expected);
  EXPECT_EQ(files_in(problems, ".csv").size(), expected.size());
  ASSERT_GT(expected.size(), 5u);
  EXPECT_LT(expected.front().filename(), "step-000000060.dat");
}

TEST_F(ContactProblemDump, NeedsASchemeOfOneContactProblem) {
  EXPECT_FALSE(fs::exists(run("rough_incline", {"integrator.end=0.05", "output.frames=0"})))
      << "off by default";
  const Outcome outcome =
      jounce(folder.path(), Arguments{"run", kInputs + "rough_incline.toml", "-q"} +
                                set({"output.contact_problems=dat", "integrator.type=half-explicit"}));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'half-explicit' has no single contact problem in a step"));
}

}  // namespace
}  // namespace jounce::test
