// What a run says about its start: redundant joints, and an initial state that the joints do not allow.

#include <gmock/gmock.h>

#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Start, RedundantJointsAreNamed) {
  const TemporaryFolder folder;
  for (const char* const command : {"check", "run"}) {
    std::vector<std::string> arguments = {command, kInputs + "bricard.toml"};
    if (command == std::string("run")) {
      arguments.insert(arguments.end(), {"--set", "integrator.end=0.01"});
    }
    const Outcome outcome = jounce(folder.path(), arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("is redundant in the initial configuration: it follows from 'pin_1', "));
  }
}

TEST(Start, AnInconsistentOneIsProjectedAndReported) {
  const TemporaryFolder folder;
  const std::vector<std::string> run = {"run", kInputs + "pendulum.toml", "--set", "integrator.end=0.01"};
  EXPECT_THAT(jounce(folder.path(), run).out, Not(HasSubstr("projected")));
  std::vector<std::string> wrong = run;
  wrong.insert(wrong.end(), {"--set", "body.bob.velocity=[1,1]"});
  const Outcome projected = jounce(folder.path(), wrong);
  EXPECT_EQ(projected.status, 0) << projected.err;
  EXPECT_THAT(projected.out,
              HasSubstr("the initial state was projected onto the joints: the velocities at joint "
                        "'pivot' are off by 1\n'bob' changed: velocity by "));
  wrong.insert(wrong.end(), {"--set", "model.inconsistent_start=refuse"});
  const Outcome refused = jounce(folder.path(), wrong);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("the initial state does not satisfy the joints"));
}

}  // namespace
}  // namespace jounce::test
