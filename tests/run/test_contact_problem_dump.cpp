#include <gmock/gmock.h>

#include <algorithm>

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
 protected:
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
  const std::string deck = R"toml(
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "ball"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.1, 0.1]
position = [0, 0, 0.5001]
velocity = [3, 0, -1]
[[contact]]
name = "floor"
type = "point-plane"
points = ["ball"]
radius = 0.5
through = [0, 0, 0]
normal = [0, 0, 1]
restitution = 0.5
friction = 0.8
tangential_restitution = 0.4
[integrator]
type = "moreau-jean"
step = 1e-3
end = 2e-3
[output]
contact_problems = "hdf5"
)toml";
  write(folder / "deck.toml", deck);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  int sticking = 0, sliding = 0;
  expect_impulses_of_the_run(folder / "deck.results/contact_problems", sticking, sliding);
  EXPECT_EQ(sticking + sliding, 1);
}

TEST_F(ContactProblemDump, WorstKeepsOneProblem) {
  const fs::path problems = run("rough_incline", {"output.contact_problems=dat", "integrator.end=0.1",
                                                  "output.contact_problems_of=worst", "output.frames=0"});
  EXPECT_THAT(files_in(problems, ".dat"), testing::ElementsAre(problems / "worst.dat"));
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
