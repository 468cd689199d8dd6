#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "../run/program.h"
#include "../support/scene.h"

// What the program says to the mistakes that new users make: one message that is true, says what is meant and
// what to do, and nothing behind it.

namespace jounce::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kBlock = R"toml(
[model]
dimension = 3
[[material]]
name = "steel"
E = 2.1e11
nu = 0.3
rho = 7800
[[mesh]]
name = "block"
type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = [2, 2, 2]
[[element]]
name = "e"
type = "solid"
mesh = "block"
material = "steel"
)toml";
const std::string kStatics = R"(
[analysis]
type = "static"
step = 1
)";
const std::string kPull =
    R"(
[[load]]
name = "pull"
type = "traction"
surface = "block.x_max"
traction = [1e3, 0, 0]
)";

std::string changed(std::string deck, const std::string& old, const std::string& now) {
  const std::size_t at = deck.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return deck.replace(at, old.size(), now);
}

class Messages : public testing::Test {
 protected:
  Outcome on(const std::string& text, Arguments arguments, const std::string& name = "deck.toml") {
    write(folder_ / name, text);
    arguments.insert(arguments.begin() + 1, name);
    return jounce(folder_.path(), arguments);
  }
  TemporaryFolder folder_;
};

TEST_F(Messages, AModelThatNothingHolds) {
  const std::string free =
      "6 rigid motions are free: translation along x, y and z, rotation about x, y and z of the part 'block'";
  const Outcome run = on(kBlock + kPull + kStatics, {"run"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr(free), Not(HasSubstr("cuts")), Not(HasSubstr("smaller"))));
  EXPECT_THAT(read(folder_ / "deck.results/run.toml"), HasSubstr("cuts = 0"));
  EXPECT_THAT(on(kBlock + kPull + kStatics, {"check"}).out, HasSubstr("doubtful: " + free));
  EXPECT_THAT(on(kBlock + "[integrator]\nstep = 1\nend = 1\n", {"modes"}).out, HasSubstr(free));
  const std::string held = R"(
[[boundary]]
on = "block.x_min"
components = ["x", "y", "z"]
)";
  EXPECT_THAT(on(kBlock + kPull + held + kStatics, {"check"}).out, Not(HasSubstr("are free")));
  EXPECT_EQ(on(kBlock + kPull + held + kStatics, {"run", "-q"}).status, 0);
}

TEST_F(Messages, PoissonsRatioOfOneHalf) {
  const Outcome outcome = on(changed(kBlock, "nu = 0.3", "nu = 0.5") + kStatics, {"check"});
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("deck.toml:7:6:"), HasSubstr("less than 0.5"), Not(HasSubstr("G give"))));
}

TEST_F(Messages, NumbersWithUnits) {
  const auto said = [&](const std::string& value) {
    return on(changed(kPendulum, "mass = 1", "mass = " + value), {"check"}).err;
  };
  EXPECT_THAT(said(R"("1 kg")"),
              AllOf(HasSubstr("numbers must not have units here"), HasSubstr("write 1, which is in kg")));
  EXPECT_THAT(said(R"("500 g")"), HasSubstr("write 0.5, which is in kg"));
  EXPECT_THAT(said(R"("500 mm")"), HasSubstr("this key is in kg"));
  EXPECT_THAT(said("1 kg"), HasSubstr("numbers must not have units here: write 1 for 1 kg"));
  EXPECT_THAT(on(changed(kPendulum, "at = [0, 0]", R"(at = ["0 m", 0])"), {"check"}).err,
              HasSubstr("numbers must not have units here"));
  EXPECT_THAT(on(R"(
[parameters]
m = "3 kg"
)" + changed(kPendulum, "mass = 1", R"(mass = "m")"),
                 {"check"})
                  .err,
              AllOf(HasSubstr("parameter 'm': numbers must not have units here"), Not(HasSubstr("'mass'"))));
  // A parameter is no unit.
  EXPECT_EQ(
      on("[parameters]\nkg = 3\n" + changed(kPendulum, "mass = 1", R"(mass = "2*kg")"), {"check"}).status, 0);
}

TEST_F(Messages, WhatIsNoDeck) {
  for (const char* const command : {"run", "check", "modes", "matrices"}) {
    EXPECT_THAT(on("Point(1) = {0,0,0};", {command}, "part.geo").err, HasSubstr("a geometry, not a deck"))
        << command;
    EXPECT_THAT(on("$MeshFormat\n", {command}, "part.msh").err, HasSubstr("a mesh, not a deck")) << command;
    EXPECT_THAT(on("time,x\n", {command}, "a.csv").err, HasSubstr("a table, not a deck")) << command;
  }
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder_ / "pipe.inp").c_str(), 0600), 0);
  for (const char* const name : {"pipe", "pipe.inp"}) {
    const Outcome outcome = jounce(folder_.path(), {"run", name});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("this is a pipe"));
  }
  EXPECT_THAT(jounce(folder_.path(), {"check", "/dev/zero"}).err, HasSubstr("this is a device"));
  ASSERT_EQ(on(kPendulum, {"run", "-q"}).status, 0);
  EXPECT_THAT(jounce(folder_.path(), {"run", "deck.results"}).err,
              AllOf(HasSubstr("a result folder, not a deck"), HasSubstr("jounce report deck.results")));
  EXPECT_THAT(jounce(folder_.path(), {"run", "deck.results/fields.vtkhdf"}).err,
              testing::AnyOf(HasSubstr("field results"), HasSubstr("no such file")));
}

TEST_F(Messages, ACheckpointThatIsNotThere) {
  const Outcome outcome = on(kPendulum, {"run", "-q", "--restart", "gone.h5"});
  EXPECT_EQ(outcome.err, "jounce run: cannot restart from 'gone.h5': there is no such file\n");
}

TEST_F(Messages, StepsThatAreTooLong) {
  const std::string push =
      R"toml(
[[load]]
name = "push"
type = "force"
on = "bob"
force = ["5*sin(2*pi*65*t)", 0]
)toml";
  for (const char* const command : {"check", "run"}) {
    EXPECT_THAT(on(changed(kPendulum, "end = 2", "end = 0.05"), {command}).out,
                HasSubstr("the step of 0.1 is longer than the whole interval of 0.05 s"))
        << command;
    EXPECT_THAT(on(changed(kPendulum, "step = 0.1", "step = 2e-3") + push, {command}).out,
                AllOf(HasSubstr("'force' of load 'push' has a period of 0.01538 s"), HasSubstr("7.7 points")))
        << command;
  }
  EXPECT_THAT(on(changed(kPendulum, "step = 0.1", "step = 1e-3") + push, {"check"}).out,
              Not(HasSubstr("doubtful")));
  std::string times, values;
  for (int i = 0; i < 10; ++i) {
    times += (i > 0 ? ", " : "") + std::to_string(0.01 * i);
    values += i % 2 == 0 ? (i > 0 ? ", 1" : "1") : ", -1";
  }
  const std::string table = fmt::format(R"(
[[load]]
name = "push"
type = "force"
on = "bob"
force = [{{times = [{}], values = [{}]}}, 0]
)",
                                        times, values);
  EXPECT_THAT(on(changed(kPendulum, "step = 0.1", "step = 5e-3") + table, {"check"}).out,
              HasSubstr("has a period of 0.02 s"));
}

TEST_F(Messages, NothingBehindTheTrueOne) {
  // The element fails, so that its surface belongs to none.
  const Outcome outcome = on(changed(kBlock, "nu = 0.3", "nu = 0.5") + R"(
[[load]]
name = "p"
type = "pressure"
pressure = 1
surface = "block.x_max"
)" + kStatics,
                             {"check"});
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("less than 0.5"), Not(HasSubstr("belongs to no"))));
  const std::string input = "*NODE, NSET=ALL\n1, 0, 0, 0\n*STEP\n*HEAT TRANSFER\n1.,1.\n*END STEP\n";
  const Outcome keyword = on(input, {"check"}, "a.inp");
  EXPECT_THAT(keyword.err, AllOf(HasSubstr("*HEAT TRANSFER: heat conduction is not supported"),
                                 Not(HasSubstr("procedure"))));
  EXPECT_EQ(std::count(keyword.err.begin(), keyword.err.end(), '\n'), 1) << keyword.err;
  const std::string step =
      "*NODE, NSET=ALL\n1, 0, 0, 0\n*STEP, FOO=1\n*STATIC\n*CLOAD\nALL, 1, 1.\n*END STEP\n";
  const Outcome unknown = on(step, {"check"}, "b.inp");
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("parameter FOO"), Not(HasSubstr("belongs into"))));
  // Several cards that are not supported are all named.
  const std::string two = "*NODE, NSET=ALL\n1, 0, 0, 0\n*FOO\n*STEP\n*BAR\n*END STEP\n";
  EXPECT_THAT(on(two, {"check"}, "c.inp").err, AllOf(HasSubstr("*FOO"), HasSubstr("*BAR")));
}

/// One message for one mistake, at its place, and the same of `check` and `run`.
TEST_F(Messages, OneForEachMistakeOfABeginner) {
  const std::string held = R"(
[[boundary]]
on = "block.x_min"
components = ["x", "y", "z"]
)";
  const std::string joint = R"(
[[joint]]
name = "pin"
type = "spherical"
)";
  const std::string pressure = R"(
[[load]]
name = "p"
type = "pressure"
pressure = 1
)";
  const std::string motion = "[integrator]\nstep = 1e-4\nend = 1e-3\n";
  const std::string in_space = changed(kBlock, "[model]\ndimension = 3\n", "") + kPull + held + kStatics;
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {in_space,
       "deck.toml:10:8: 'from' has 3 numbers, as all vectors of the deck, but the model has 2 "
       "dimensions unless [model] says dimension = 3"},
      {changed(kPendulum, "mass = 1", "mas = 1"), "unknown key 'mas' in body 'bob' (did you mean 'mass'?)"},
      {changed(kBlock, "rho =", "density =") + held + kStatics,
       "deck.toml:8:1: unknown key 'density' in material 'steel', which lacks the required key 'rho': a "
       "number"},
      {kBlock + changed(held, "block.x_min", "x_min") + kStatics,
       "deck.toml:22:6: there is no body, mesh or mesh group named 'x_min' (did you mean 'block.x_min'?)"},
      {kBlock + changed(held, "block.x_min", "block.corner") + kStatics,
       "named 'block.corner'; mesh 'block' has the groups x_min, x_max, y_min, y_max, z_min, z_max"},
      {kBlock + changed(held, "block.x_min", "ground") + kStatics,
       "deck.toml:22:6: 'ground' is fixed, but a body, mesh or mesh group is required here"},
      {kBlock + joint + R"(
between = ["ground", "block.x_max"]
at = [1, 0.5, 0.5]
)" + motion,
       "deck.toml:25:11: 'block.x_max' is a mesh group of 9 nodes, but a body is required here: put a "
       "[[marker]] "
       "on 'block.x_max' and name that, without 'at'"},
      {changed(kPendulum, "[integrator]", pressure + R"(surface = "bob"
[integrator])"),
       "'bob' is a body, but a mesh or mesh group is required here"},
      {kBlock + held + kStatics + R"(
[[history]]
name = "u"
quantity = "displacement"
of = "block.x_max"
)",
       "'block.x_max' is a mesh group of 9 nodes, but a body, marker or mesh group of one node is required "
       "here"},
      {kBlock + changed(held, R"(["x", "y", "z"])", R"("x")") + kStatics,
       R"('components' must be a list of names, not the text "x": write ["x"])"},
      {"// A pendulum\n" + std::string(kPendulum),
       "deck.toml:1:1: TOML syntax: in the root table: expected keys, "
       "tables, whitespace or comments, saw '/'; comments begin with #"},
  };
  for (const auto& [deck, message] : mistakes) {
    const Outcome check = on(deck, {"check"}), run = on(deck, {"run"});
    EXPECT_EQ(check.status, 2);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(check.err, HasSubstr(message));
    EXPECT_EQ(run.err, check.err);
    EXPECT_EQ(std::count(check.err.begin(), check.err.end(), '\n'), 1) << check.err;
  }
  const Outcome both = on(changed(kPendulum, R"(["ground", "bob"])", R"(["grund", "bab"])"), {"check"});
  EXPECT_THAT(both.err, AllOf(HasSubstr("named 'grund' (did you mean 'ground'?)"),
                              HasSubstr("named 'bab' (did you mean 'bob'?)")));
}

TEST_F(Messages, LoadsThatMoveNothing) {
  const std::string held = R"(
[[boundary]]
on = "block.x_min"
components = ["x", "y", "z"]
)";
  const auto said = [&](const std::string& deck) { return on(deck, {"check"}).out; };
  const std::string block = kBlock + held + kStatics;
  EXPECT_THAT(said(block + changed(kPull, "x_max", "x_min")),
              HasSubstr("doubtful: deck.toml:29:1: load 'pull' has no effect: all nodes and bodies that it "
                        "acts on are held"));
  for (const std::string& moves :
       {kPull, changed(kPull, "x_max", "y_min"), changed(kPull, "[1e3, 0, 0]", R"(["1e3 * t", 0, 0])")})
    EXPECT_THAT(said(block + moves), Not(HasSubstr("has no effect")));
  const std::string force = R"(
[[load]]
name = "f"
type = "force"
on = "bob"
force = [1, 0]
)";
  EXPECT_THAT(said(kPendulum + changed(force, "bob", "ground")),
              HasSubstr("load 'f' has no effect: it is on the ground"));
  EXPECT_THAT(said(kPendulum + force), Not(HasSubstr("has no effect")));
  EXPECT_THAT(said(kPendulum + changed(force, "[1, 0]", "[0, 0]")), Not(HasSubstr("has no effect")));
  EXPECT_THAT(said(kPendulum + changed(force, "[1, 0]", R"(["1/t", 0])")),
              HasSubstr(R"(entry 1 of 'force' of load 'f': "1/t" is infinite at t = 0)"));
}

TEST_F(Messages, ContactsThatTouchNothing) {
  const std::string deck = R"(
[model]
dimension = 3
[[body]]
name = "ball"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 1]
)" + scene::sphere({.on = "ball", .radius = 0.1}) +
                           R"(
[[shape]]
name = "floor"
type = "plane"
on = ["ground"]
[[contact]]
name = "c"
type = "bodies"
shapes = ["skin", "floor"]
envelope = 0.01
restitution = 0
[integrator]
step = 1e-3
end = 1e-2
)";
  const std::string doubt = "doubtful: contact 'c' touches nothing: no two of its shapes are on different";
  EXPECT_THAT(on(deck, {"check"}).out, Not(HasSubstr(doubt)));
  for (const char* const shapes : {R"(["skin"])", R"(["floor"])", R"(["skin", "skin"])"})
    EXPECT_THAT(on(changed(deck, R"(["skin", "floor"])", shapes), {"check"}).out, HasSubstr(doubt)) << shapes;
}

/// A count that no memory holds.
TEST_F(Messages, WhatAsksForTooMuchMemory) {
  for (const char* const counts : {"[100000, 100000, 100000]", "[100000, 100000, 1000]"}) {
    const Outcome outcome = on(changed(kBlock, "[2, 2, 2]", counts) + kStatics, {"check"});
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("deck.toml:14:"), HasSubstr("a grid of 1e+1"),
                                   Not(HasSubstr("std::")), Not(HasSubstr("max_size"))));
  }
}

/// A parallelogram of cranks that is pulled straight: its joints depend on each other there.
TEST_F(Messages, TogglesAndTautChains) {
  const std::string deck = R"toml(
[model]
gravity = [0, -10]
[[body]]
name = "a"
type = "rigid"
mass = 1
inertia = 0.1
position = [0.5, 0]
[[body]]
name = "b"
type = "rigid"
mass = 1
inertia = 0.1
position = [1.5, 0]
[[joint]]
name = "left"
type = "revolute"
between = ["ground", "a"]
at = [0, 0]
[[joint]]
name = "middle"
type = "revolute"
between = ["a", "b"]
at = [1, 0]
[[joint]]
name = "right"
type = "revolute"
between = ["ground", "b"]
at = [2, 0]
[integrator]
step = 1e-3
end = 1
)toml";
  const Outcome outcome = on(deck, {"run", "-q"});
  ASSERT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("is redundant where the mechanism stands now"), HasSubstr("toggle")));
}

}  // namespace
}  // namespace jounce::test
