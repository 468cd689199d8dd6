#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "rows.h"

// The ledger of energy says what the scheme's own impulses do: for every element with damping, every scheme,
// with impacts, loads and drivers. What it sums up of what is taken never falls, and no such motion is
// stopped.

namespace jounce::test {
namespace {

/// Rows of a run, by column.
struct Rows {
  int status = -1;
  std::string message;
  std::map<std::string, std::vector<double>> columns;

  const std::vector<double>& operator[](const std::string& name) const { return columns.at(name); }
  std::size_t size() const { return columns.at("energy_total").size(); }
  double last(const std::string& name) const { return columns.at(name).back(); }
};

Rows run(const std::string& text) {
  Rows rows;
  const RunReport report = run_quietly(text, [&](Simulation& simulation) {
    for (const auto& [name, value] : row_of(simulation)) rows.columns[name].push_back(value);
  });
  rows.status = report.exit_status;
  rows.message = report.message;
  return rows;
}

/// Greatest kinetic energy, strain energy or work.
double scale_of(const Rows& rows) {
  double scale = 0;
  for (const char* const name : {"energy_kinetic", "energy_strain", "work_external"})
    for (const double value : rows[name]) scale = std::max(scale, std::abs(value));
  return scale;
}

/// By how much energy rises beyond work and damping, from where it was lowest beside them.
double gain_of(const Rows& rows) {
  double least = 1e300, gain = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double rest = rows["energy_total"][i] - rows["work_external"][i] + rows["dissipated_damping"][i];
    least = std::min(least, rest);
    gain = std::max(gain, rest - least);
  }
  return gain;
}

void expect_that_sums_never_fall(const Rows& rows) {
  for (const char* const name : {"dissipated_impact", "dissipated_friction", "dissipated_damping"}) {
    const std::vector<double>& sum = rows[name];
    for (std::size_t i = 1; i < sum.size(); ++i) ASSERT_GE(sum[i], sum[i - 1]) << name << ", row " << i;
  }
}

/// Something elastic with damping, whose `tip` a load may pull and a stop below holds up.
struct Part {
  std::string name, text, tip;
  bool is_linear = true;
  std::string clamp = {};  ///< a node whose y may be driven
  int dimension = 2;
  double step = 1e-3;
};

/// Four line elements of a section in y of length 1; {0} is what points have beyond x and y.
const char* const kLine = R"toml(
[[material]]
name = "m"
E = 1e6
nu = 0.3
rho = 1000
[[section]]
name = "s"
type = "rectangle"
width = 0.1
height = 0.1
[[mesh]]
name = "line"
type = "line"
from = [0, 0{0}]
to = [1, 0{0}]
elements = 4
[[element]]
name = "e"
type = "{1}"
mesh = "line"
material = "m"
section = "s"
{2}
)toml";

const char* const kHeld = R"toml(
[[boundary]]
on = "line.start"
components = [{}]
)toml";

const char* const kSolidBlock = R"toml(
[[material]]
name = "m"
type = "linear-elastic"
E = 1e6
nu = 0.3
rho = 1000
[[mesh]]
name = "line"
type = "block"
from = [0, 0]
to = [1, 0.2]
counts = [4, 1]
[[element]]
name = "e"
type = "solid"
mesh = "line"
material = "m"
strain = "{0}"
formulation = "full"
damping_mass = 1
damping_stiffness = 1e-3
[[boundary]]
on = "line.x_min"
components = ["x"]
)toml";

/// The line in a floating frame, pinned to the ground, by its modes.
const char* const kFlexibleRod = R"toml(
[[body]]
name = "f"
type = "flexible"
position = [0, 0]
mesh = "line"
supports = ["start"]
coordinates = "modal"
modes = 4
damping_ratio = 0.1
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "f"]
at = [0, 0]
)toml";

const char* const kRod = R"toml(
[[body]]
name = "rod"
type = "rigid"
mass = 2
inertia = 0.2
position = [0.5, 0]
outline = [-0.5, 0, 0.5, 0]
velocity = [0, 0]
)toml";

std::vector<Part> parts() {
  const std::string bob = R"toml(
[[body]]
name = "bob"
type = "point-mass"
mass = 2
position = [1, 0]
[[element]]
name = "e"
type = "spring"
between = ["ground", "bob"]
stiffness = 200
damping = 3
)toml";
  const std::string pin = R"toml(
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "rod"]
at = [0, 0]
)toml";
  const auto line = [](const std::string& type, const std::string& damping, bool in_space) {
    return fmt::format(fmt::runtime(kLine), in_space ? ", 0" : "", type, damping) +
           fmt::format(fmt::runtime(kHeld), in_space ? R"("x", "z", "rotation")" : R"("x", "angle")");
  };
  return {
      {"spring_along_a_direction", bob + "direction = [0.1, 1]\n", "bob"},
      {"spring", bob + "rest_length = 0.9\n", "bob", false},
      {"torsion_spring", kRod + pin + R"(
[[element]]
name = "e"
type = "torsion-spring"
between = ["ground", "rod"]
stiffness = 100
damping = 1
)",
       "rod", false},
      {"bushing", std::string(kRod) + R"(
[[element]]
name = "e"
type = "bushing"
between = ["ground", "rod"]
at = [0, 0]
stiffness = [1000, 1000]
rotational_stiffness = [100]
damping = [5, 5]
rotational_damping = [1]
)",
       "rod", false},
      {"beam", line("beam", "damping = 1e-3", false), "line.end", false, "line.start"},
      {"beam_in_space", line("beam", "damping = 1e-3", true), "line.end", false, "line.start", 3},
      {"flexible_body", fmt::format(fmt::runtime(kLine), "", "euler-bernoulli", "") + kFlexibleRod, "f.end",
       false},
      {"euler_bernoulli", line("euler-bernoulli", "damping_mass = 1\ndamping_stiffness = 1e-3", false),
       "line.end", true, "line.start"},
      {"solid", fmt::format(fmt::runtime(kSolidBlock), "small"), "line.x_max", true, "line.x_min"},
      {"solid_of_finite_strain", fmt::format(fmt::runtime(kSolidBlock), "green-lagrange"), "line.x_max",
       false, "line.x_min"},
  };
}

enum class Stop { none, smooth, rough };

/// With a load on the tip, a driven clamp where there is one, and perhaps a stop that the tip hits.
std::string deck_of(const Part& part, Stop stop, const std::string& integrator,
                    const std::string& motion = "0.05*sin(12*t)") {
  const std::string zero = part.dimension == 3 ? ", 0" : "";
  std::string text = fmt::format("[model]\ndimension = {}\n", part.dimension) + part.text;
  text += fmt::format(
      R"toml(
[[load]]
name = "pull"
type = "force"
on = "{}"
force = [0, "-{}*sin(20*t)"{}]
)toml",
      part.tip, 30, zero.empty() ? "" : ", 0");
  if (!part.clamp.empty())
    text += fmt::format(R"(
[[boundary]]
on = "{}"
components = ["y"]
motion = "{}"
)",
                        part.clamp, motion);
  if (stop != Stop::none)
    text += fmt::format(
        R"(
[[contact]]
name = "stop"
type = "point-plane"
points = ["{}"]
through = [1, -0.02{}]
normal = [0, 1{}]
restitution = 0.4
{})",
        part.tip, zero, zero, stop == Stop::rough ? "friction = 0.3\n" : "");
  return text + integrator;
}

std::string scheme(const std::string& keys, double step, double end = 0.6) {
  return fmt::format("[integrator]\n{}\nstep = {}\nend = {}\n", keys, step, end);
}

struct LedgerCase {
  Part part;
  std::string scheme;
  Stop stop = Stop::none;
};

/// Friction needs a law of impacts, events a rigid model without friction, an explicit start forces without
/// it.
bool runs(const std::string& type, const Part& part, Stop stop) {
  const bool is_rigid = part.text.find("mesh") == std::string::npos;
  if (type == "impulse-velocity" || type == "ccp-euler") return is_rigid;
  if (type == "event-driven") return is_rigid && stop != Stop::rough;
  if (type == "nsga-modified-lcp" && part.name.starts_with("solid")) return stop == Stop::none;  // chatters
  return stop == Stop::none || type != "generalized-alpha";
}

std::vector<LedgerCase> ledger_cases() {
  std::vector<LedgerCase> all;
  for (const Part& part : parts())
    for (const char* const type :
         {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha", "mixed-generalized-alpha",
          "mixed-bathe", "mixed-ed-alpha", "half-explicit", "impulse-velocity", "ccp-euler", "event-driven"})
      for (const Stop stop : {Stop::none, Stop::smooth, Stop::rough})
        if (runs(type, part, stop)) all.push_back({part, type, stop});
  return all;
}

class EnergyLedger : public testing::TestWithParam<LedgerCase> {};

TEST_P(EnergyLedger, OnlyFallsAsTheWorkSays) {
  const LedgerCase& what = GetParam();
  const double step = what.scheme == "half-explicit" ? 0.1 * what.part.step : what.part.step;
  Rows rows;
  try {
    rows = run(deck_of(what.part, what.stop, scheme(fmt::format(R"(type = "{}")", what.scheme), step)));
  } catch (const std::exception& error) {
    FAIL() << error.what();
  }
  ASSERT_EQ(rows.status, 0) << rows.message;
  expect_that_sums_never_fall(rows);
  EXPECT_GT(rows.last("dissipated_damping"), 0.01 * scale_of(rows));
  if (what.stop != Stop::none) {
    EXPECT_GT(rows.last("dissipated_impact"), 0);
  }
  EXPECT_LT(gain_of(rows), 0.02 * scale_of(rows));
}

INSTANTIATE_TEST_SUITE_P(Family, EnergyLedger, testing::ValuesIn(ledger_cases()),
                         [](const testing::TestParamInfo<LedgerCase>& each) {
                           std::string name = each.param.part.name + "_" + each.param.scheme +
                                              (each.param.stop == Stop::none     ? "_free"
                                               : each.param.stop == Stop::smooth ? "_stop"
                                                                                 : "_rough_stop");
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// The trapezoidal rule of moreau-jean takes nothing and gives nothing in linear models, whatever hits or
/// drives.
TEST(TrapezoidalLedger, LeavesNothingToTheScheme) {
  for (const Part& part : parts()) {
    if (!part.is_linear) continue;
    for (const Stop stop : {Stop::none, Stop::smooth}) {
      if (stop != Stop::none && !part.clamp.empty())
        continue;  // elastic nodes that are pressed against the stop
      const Rows rows = run(deck_of(part, stop,
                                    scheme(R"(type = "moreau-jean"
rho_inf = 1)",
                                           part.step),
                                    "0.3*t^2"));
      ASSERT_EQ(rows.status, 0) << rows.message;
      const double scale = scale_of(rows);
      EXPECT_GT(rows.last("dissipated_damping"), 0.01 * scale) << part.name;
      for (const double value : rows["dissipated_numerical"])
        ASSERT_LT(std::abs(value), 1e-9 * scale) << part.name << (stop == Stop::none ? "" : " with a stop");
    }
  }
}

/// A crank that a motor turns strikes a mass at rest. The motor does the work of its whole impulse in this
/// step and not half in the next.
TEST(DriverLedger, ImpulseOfAMotorIsBookedInItsStep) {
  const Rows rows = run(R"toml(
[model]
dimension = 2
[[body]]
name = "crank"
type = "rigid"
mass = 1
inertia = 0.1
position = [0.25, 0]
angular_velocity = 10
velocity = [0, 2.5]
outline = [-0.25, 0, 0.25, 0]
[[body]]
name = "ball"
type = "point-mass"
mass = 2
position = [0.4, 0.1]
[[joint]]
name = "o"
type = "revolute"
between = ["ground", "crank"]
at = [0, 0]
[[joint]]
name = "motor"
type = "motion"
between = ["ground", "crank"]
coordinate = "angle"
motion = "10*t"
[[contact]]
name = "hit"
type = "point-plane"
points = ["ball"]
on = "crank"
through = [0, 0]
normal = [0, 1]
restitution = 0.5

[integrator]
type = "nsga-ggl"
step = 1e-3
end = 0.06
)toml");
  ASSERT_EQ(rows.status, 0) << rows.message;
  EXPECT_GT(rows.last("dissipated_impact"), 10);
  EXPECT_GT(rows.last("work_external"), 40);
  for (const double value : rows["dissipated_numerical"]) EXPECT_LT(std::abs(value), 1e-4);
}

const char* const kOscillator = R"toml(
[[body]]
name = "bob"
type = "point-mass"
mass = 2
position = [1, 0]
velocity = [0, -1]
[[element]]
name = "e"
type = "spring"
between = ["ground", "bob"]
direction = [0, 1]
stiffness = 2000
damping = 20
[[contact]]
name = "stop"
type = "point-plane"
points = ["bob"]
through = [1, -0.01]
normal = [0, 1]
restitution = 0.5
[[history]]
name = "y"
quantity = "position"
of = "bob"
component = "y"
[[history]]
name = "v"
quantity = "velocity"
of = "bob"
component = "y"
[[history]]
name = "impulse"
quantity = "contact_impulse"
of = "stop"
)toml";

/// One mass, by hand: the damper has what the spring, by the scheme's own equations, and the stop leave of
/// the change of momentum. This may differ from the ledger.
void expect_damping_by_hand(const std::string& keys, double end, double alpha_m, double alpha_f,
                            const Rows& rows, double h) {
  constexpr double k = 2000, m = 2;
  const std::vector<double>&y = rows["y"], &v = rows["v"], &impulse = rows["impulse"],
        &damping = rows["dissipated_damping"];
  double A = -k * y[0], sum = 0, most = 0;
  int compared = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double next = ((1 - alpha_f) * -k * y[i] + alpha_f * -k * y[i - 1] - alpha_m * A) / (1 - alpha_m);
    const double of_spring = h * ((1 - end) * A + end * next);
    A = next;
    const double of_damper = m * (v[i] - v[i - 1]) - of_spring - impulse[i];
    sum -= of_damper * 0.5 * (v[i] + v[i - 1]);
    most = std::max(most, sum);  // the column does not fall
    if (sum == most) ++compared;
    ASSERT_NEAR(damping[i], most, 1e-11) << keys << ", row " << i;
  }
  EXPECT_GT(compared, 100) << keys;
  EXPECT_GT(rows.last("dissipated_impact"), 0.01) << keys;
}

TEST(EnergyOfADamper, IsThatOfTheSchemesOwnImpulse) {
  constexpr double h = 2e-3;
  const auto rows = [&](const std::string& keys) { return run(kOscillator + scheme(keys, h, 0.5)); };
  const auto alpha = [&](const std::string& keys, double rho) {
    const double m = (2 * rho - 1) / (rho + 1), f = rho / (rho + 1);
    const std::string all = fmt::format("{}\nrho_inf = {}", keys, rho);
    expect_damping_by_hand(all, 0.5 + f - m, m, f, rows(all), h);
  };
  alpha(R"(type = "nsga-ggl")", 0.8);
  alpha(R"(type = "nsga-ggl"
solver = "monolithic")",
        0.2);
  for (const double rho : {0.3, 1.0}) {
    const std::string keys = fmt::format(R"(type = "moreau-jean"
rho_inf = {})",
                                         rho);
    expect_damping_by_hand(keys, 1 / (1 + rho), 0, 0, rows(keys), h);
  }
  expect_damping_by_hand("impulse-velocity", 0, 0, 0, rows(R"(type = "impulse-velocity")"), h);
}

}  // namespace
}  // namespace jounce::test
