#include <gmock/gmock.h>

#include <cmath>

#include "../support/deck_run.h"
#include "io/history_reader.h"
#include "program.h"

// Runs of models whose bodies come and go.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// Bodies of mass 2 fall freely from (0.05, 0 or 0.2, 1), moving along x with speed 1; they go at x = 0.55.
const std::string kGrains = R"toml(
[parameters]
g = 10
m = 2
r = 0.05
[model]
dimension = 3
gravity = [0, 0, "-g"]
[[body]]
name = "balls"
type = "grains"
radius = "r"
density = "m / (4/3*pi*r^3)"
counts = [0, 0, 0]
spare = 14
spacing = [1, 1, 1]
position = [0, 0, 0]
[[inflow]]
name = "feed"
bodies = "balls"
position = [0, 0, 1]
velocity = [1, 0, 0]
thickness = 0.1
counts = [1, 2, 1]
spacing = [0.2, 0.2, 0.2]
first = ["r", 0, 0]
[[outflow]]
name = "exit"
type = "half-space"
bodies = "balls"
at = [0.55, 0, 0]
normal = [1, 0, 0]
[[contact]]
name = "touch"
type = "bodies"
shapes = ["balls", "feed"]
friction = 0.3
envelope = 0.001
[integrator]
type = "impulse-velocity"
step = 1e-3
end = 0.973
[output]
frames = 0
[[history]]
name = "there"
quantity = "bodies"
of = "balls"
[[history]]
name = "came"
quantity = "bodies"
of = "feed"
[[history]]
name = "mass_gone"
quantity = "mass"
of = "exit"
[[history]]
name = "mass_there"
quantity = "mass"
of = "balls"
[[history]]
name = "p_x"
quantity = "momentum"
of = "model"
[[history]]
name = "p_z"
quantity = "momentum"
of = "model"
component = "z"
[[history]]
name = "plane"
quantity = "position"
of = "feed"
)toml";

class Passage : public testing::Test {
 public:
  /// Runs the deck and returns its history.
  io::History run(const std::string& deck, const Arguments& more = {}) {
    write(folder / "deck.toml", deck);
    const Outcome outcome = jounce(folder.path(), Arguments{"run", "deck.toml", "-q"} + more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return io::History(folder / "deck.results/history.csv");
  }
  TemporaryFolder folder;
};

/// Rows are written before bodies come and go at their time: layer k (from 0) is there from row 100 k + 1 on,
/// and goes when its x = 0.05 + s with s = n h, the age, is beyond 0.55: at n = 501 of its age (0.5 is met up
/// to round-off, which n = 500 may decide either way).
TEST_F(Passage, CountsMassAndMomentumOfAnInflow) {
  const io::History history = run(kGrains);
  const auto column = [&](const char* name) { return history.column(name); };  // copies
  const auto there = column("there"), came = column("came"), gone = column("mass_gone"),
             mass = column("mass_there"), p_x = column("p_x"), p_z = column("p_z"), plane = column("plane");
  ASSERT_EQ(there.size(), 974u);
  for (std::size_t row = 0; row < there.size(); ++row) {
    if (row % 100 < 4) continue;  // about the exchanges
    const auto layers = static_cast<double>(row / 100 + 1);
    const double left = row > 500 ? static_cast<double>((row - 500) / 100 + 1) : 0.0;
    ASSERT_EQ(came[row], 2 * layers) << row;
    ASSERT_EQ(there[row], 2 * (layers - left)) << row;
    ASSERT_NEAR(gone[row], 4 * left, 1e-12) << row;
    ASSERT_NEAR(mass[row], 4 * (layers - left), 1e-12) << row;
    ASSERT_NEAR(p_x[row], 4 * (layers - left), 1e-10) << row;
    ASSERT_NEAR(plane[row], 1e-3 * static_cast<double>(row % 100), 1e-12) << row;
    double down = 0;  // - g times the ages of those that are there
    for (double k = left; k < layers; ++k) down -= 10 * (1e-3 * static_cast<double>(row) - 0.1 * k);
    ASSERT_NEAR(p_z[row], 4 * down, 1e-9) << row;
  }
}

/// Energies by hand: a body brings m v^2/2 + m g z = 1 + 20; one of age s = n h takes along 1 + m g z_n +
/// m (g s)^2/2 with z_n = 1 - g h^2 n (n + 1)/2.
TEST_F(Passage, EnergyOfBodiesIsInTheLedger) {
  const io::History history = run(kGrains);
  const auto carried = history.column("energy_carried"), total = history.column("energy_total"),
             work = history.column("work_external"), impact = history.column("dissipated_impact"),
             friction = history.column("dissipated_friction"),
             numerical = history.column("dissipated_numerical");
  const auto energy = [](double n) {
    const double s = 1e-3 * n, z = 1 - 10 * 1e-6 * n * (n + 1) / 2;
    return 1 + 2 * 10 * z + (10 * s) * (10 * s);
  };
  for (const std::size_t row : {50u, 350u, 555u, 955u}) {
    const auto came = static_cast<double>(row / 100);  // after the start
    const double went = row > 500 ? static_cast<double>((row - 500) / 100 + 1) : 0.0;
    // The age at which they went is 500 or 501 steps; the difference is far below a joule's thousandth.
    EXPECT_NEAR(carried[row], 2 * (came * 21 - went * energy(500.5)), 2e-3 * (1 + went)) << row;
    EXPECT_NEAR(total[row],
                total[0] + carried[row] + work[row] - impact[row] - friction[row] - numerical[row], 1e-9);
    EXPECT_NEAR(impact[row] + friction[row], 0, 1e-9);
    EXPECT_NEAR(work[row], 0, 1e-9);
  }
  EXPECT_NEAR(total[0], 42, 1e-12);  // the first layer is there at the start
  EXPECT_EQ(carried[0], 0);
}

/// The plane drives a row of balls against one at rest: it does the work m v^2, of which half is lost in the
/// impact.
TEST_F(Passage, WorkOfThePlane) {
  std::string deck = kGrains;
  const auto replace = [&](const std::string& a, const std::string& b) {
    ASSERT_NE(deck.find(a), std::string::npos) << a;
    deck.replace(deck.find(a), a.size(), b);
  };
  replace("g = 10", "g = 0");
  replace("counts = [0, 0, 0]", "counts = [1, 1, 1]");
  replace("position = [0, 0, 0]", "position = [0.3, 0, 1]");
  replace("counts = [1, 2, 1]", "counts = [1, 1, 1]");
  replace("end = 0.973", "end = 0.345");
  const io::History history = run(deck, set({"integrator.contact_tolerance=1e-12"}));
  const auto last = history.column("there").size() - 1;
  EXPECT_EQ(history.column("there")[last], 5);
  EXPECT_NEAR(history.column("work_external")[last], 2, 1e-9);
  EXPECT_NEAR(history.column("dissipated_impact")[last], 1, 1e-9);
  EXPECT_NEAR(history.column("energy_carried")[last], 3, 1e-9);
  EXPECT_NEAR(history.column("energy_kinetic")[last], 5, 1e-9);
  EXPECT_NEAR(history.column("p_x")[last], 10, 1e-9);
  EXPECT_NEAR(history.column("dissipated_numerical")[last], 0, 1e-9);
}

TEST_F(Passage, ExhaustedPoolEndsTheRunWithTheSizeItNeeds) {
  write(folder / "deck.toml", kGrains);
  const Outcome outcome =
      jounce(folder.path(), Arguments{"run", "deck.toml", "-q"} + set({"body.balls.spare=9"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr("the inflow 'feed' needs 2 bodies at t = 0.4, but of the 9 bodies of "
                        "'balls' only 1 are not in use: raise 'spare' of 'balls' by at least 1; 20 "
                        "spare bodies suffice until the end of the run even without outflow"));
  EXPECT_EQ(io::History(folder / "deck.results/history.csv").column("there").size(), 401u);
}

/// A heap with twice as many bodies, half of them not there, moves as the heap without them: bit by bit.
TEST(BodyExchange, BodiesThatAreNotThereHaveNoEffect) {
  const std::vector<std::string> small = {"parameters.n=3", "body.spheres.velocity=[0.5, 0.3, -2]"};
  std::vector<std::string> more = small;
  more.emplace_back("body.spheres.spare=27");
  for (const char* const scheme : {"impulse-velocity", "ccp-euler"}) {
    std::vector<std::string> a = small, b = more;
    for (auto* list : {&a, &b}) list->push_back(std::string("integrator.type=") + scheme);
    DeckRun without = input("sphere_pile", a), with = input("sphere_pile", b);
    EXPECT_EQ(with.energy(), without.energy());
    for (int i = 0; i < 150; ++i) {
      ASSERT_TRUE(without.step()) << without.result.failure_cause;
      ASSERT_TRUE(with.step()) << with.result.failure_cause;
      ASSERT_EQ(with.result.rows.size(), without.result.rows.size()) << i;
    }
    EXPECT_GT(without.result.active_contacts, 20);
    const Index n = 6 * 27;
    EXPECT_EQ((with.state.v.head(n) - without.state.v).norm(), 0) << scheme;
    EXPECT_EQ((with.state.q.head(n) - without.state.q.head(n)).norm(), 0);
    EXPECT_EQ((with.state.q.segment(2 * n, 4 * 27) - without.state.q.tail(4 * 27)).norm(), 0);
    EXPECT_EQ(with.state.v.tail(n).norm(), 0);
    EXPECT_EQ((with.state.q - with.system().initial_state().q).segment(n, n).norm(), 0);
    EXPECT_EQ(with.energy(), without.energy());
    const Momentum p = with.system().momentum(with.state), p_0 = without.system().momentum(without.state);
    EXPECT_EQ((p.linear - p_0.linear).norm() + (p.angular - p_0.angular).norm(), 0);
  }
}

TEST(BodyExchange, HoleLeavesBodiesOut) {
  const DeckRun run =
      input("sphere_pile", {"parameters.n=3", "body.spheres.hole=[-0.06, -1, -1, 0.06, 1, 1]"});
  const double x = 0.5 * 2.05 * 0.05 * 2;
  int gone = 0;
  for (Index i = 0; i < 27; ++i)
    if (run.state.is_dormant(6 * i)) {
      ++gone;
      EXPECT_LT(std::abs(run.state.q[6 * i]), 0.5 * x);
    }
  EXPECT_EQ(gone, 9);
}

}  // namespace
}  // namespace jounce::test
