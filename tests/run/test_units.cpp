#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "io/history_reader.h"
#include "program.h"

// The same model in other units, or of another size, takes the same steps: no tolerance is absolute.

namespace jounce::test {
namespace {

struct Scale {
  double mass = 1, length = 1, time = 1;
  double of(int m, int l, int t) const { return std::pow(mass, m) * std::pow(length, l) * std::pow(time, t); }
};

std::string with(const std::string& name, double value) {
  char text[100];
  std::snprintf(text, sizeof text, "%s=%.17g", name.c_str(), value);
  return text;
}

/// Runs both and compares columns times their scale; integers must be equal.
void compare(const std::string& deck, const std::vector<std::string>& common,
             const std::vector<std::string>& changed, const std::map<std::string, double>& columns) {
  const TemporaryFolder folder;
  const Arguments run =
      Arguments{"run", kInputs + deck + ".toml", "-q"} + set(common) + set({"output.frames=0"});
  Outcome outcome = jounce(folder.path(), run + Arguments{"-o", "a"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  outcome = jounce(folder.path(), run + Arguments{"-o", "b"} + set(changed));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History a(folder / "a/history.csv"), b(folder / "b/history.csv");
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, factor] : columns) {
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(a.column(name)[i]));
      difference = std::max(difference, std::abs(b.column(name)[i] / factor - a.column(name)[i]));
    }
    EXPECT_GT(largest, 0) << name;
    EXPECT_LT(difference, 1e-10 * largest) << name;
  }
  EXPECT_EQ(a.column("active_contacts"), b.column("active_contacts"));
  // Round-off may decide about the last iteration with a kept Jacobian.
  const auto& iterations_a = a.column("newton_iterations");
  const auto& iterations_b = b.column("newton_iterations");
  const double sum = std::accumulate(iterations_a.begin(), iterations_a.end(), 0.0);
  EXPECT_NEAR(std::accumulate(iterations_b.begin(), iterations_b.end(), 0.0), sum, 0.02 * sum);
  EXPECT_EQ(lines(folder / "a/events.csv").size(), lines(folder / "b/events.csv").size());
}

std::vector<std::string> bar(const Scale& s) {
  return {with("parameters.E", 900 * s.of(1, -1, -2)), with("parameters.rho", s.of(1, -3, 0)),
          with("parameters.A", s.of(0, 2, 0)),         with("parameters.L", 10 * s.length),
          with("parameters.gap", 5.005 * s.length),    with("parameters.speed", 10 * s.of(0, 1, -1)),
          with("integrator.step", 2e-3 * s.time),      with("integrator.end", 1.5 * s.time)};
}

std::map<std::string, double> bar_columns(const Scale& s) {
  return {{"time", s.time},
          {"gap", s.length},
          {"gap_velocity", s.of(0, 1, -1)},
          {"free_end_displacement", s.length},
          {"contact_force", s.of(1, 1, -2)},
          {"energy_total", s.of(1, 2, -2)},
          {"energy_kinetic", s.of(1, 2, -2)}};
}

TEST(Units, BarInMillimetresTonnesSeconds) {
  const Scale s{1e-3, 1e3, 1};
  for (const char* const solver : {"auto", "monolithic", "condensed"})
    compare("elastic_bar", {std::string("integrator.solver=") + solver, "parameters.elements=100"},
            bar(s) + std::vector<std::string>{"units.mass=t", "units.length=mm"}, bar_columns(s));
}

TEST(Units, BarsOfAllSizesMassesAndTimes) {
  for (const Scale& s : {Scale{1, 1e-3, 1}, Scale{1, 1e3, 1}, Scale{1e-6, 1e-6, 1e-3}, Scale{1e9, 1e3, 1e3}})
    for (const char* const type : {"nsga-ggl", "moreau-jean", "mixed-generalized-alpha"})
      compare("elastic_bar", {std::string("integrator.type=") + type, "parameters.elements=20"}, bar(s),
              bar_columns(s));
}

std::vector<std::string> pendulum(const Scale& s) {
  return {with("parameters.mass", s.mass),
          with("parameters.inertia", 0.1 * s.of(1, 2, 0)),
          with("parameters.length", s.length),
          with("parameters.g", 10 * s.of(0, 1, -2)),
          with("parameters.wall", std::sqrt(0.5) * s.length),
          with("integrator.step", 1e-3 * s.time),
          with("integrator.end", 2.2 * s.time)};
}

void compare_pendulum(const Scale& s, const std::vector<std::string>& common,
                      const std::vector<std::string>& more = {}) {
  compare("pendulum", std::vector<std::string>{"integrator.end=2.2"} + common, pendulum(s) + more,
          {{"time", s.time},
           {"gap", s.length},
           {"gap_velocity", s.of(0, 1, -1)},
           {"contact_impulse", s.of(1, 1, -1)},
           {"theta", 1},
           {"omega", 1 / s.time},
           {"reaction_x", s.of(1, 1, -2)},
           {"reaction_y", s.of(1, 1, -2)},
           {"energy_total", s.of(1, 2, -2)}});
}

TEST(Units, PendulumInMillimetresTonnesSeconds) {
  for (const char* const solver : {"auto", "sequential"})
    compare_pendulum({1e-3, 1e3, 1}, {std::string("integrator.solver=") + solver},
                     {"units.mass=t", "units.length=mm"});
}

TEST(Units, PendulumsOfAllSizes) {
  for (const Scale& s : {Scale{1, 1e-3, 1}, Scale{1, 1e3, 1}, Scale{1e-9, 1e-3, 1e-3}})
    for (const char* const type : {"nsga-ggl", "moreau-jean"})
      compare_pendulum(s, {std::string("integrator.type=") + type});
}

// In contact the index-3 scheme rings, and its ringing amplifies round-off: only the flight can agree.
TEST(Units, IndexThreeSchemeBeforeTheImpact) {
  for (const Scale& s : {Scale{1e-3, 1e3, 1}, Scale{1, 1e-3, 1}, Scale{1e-9, 1e-3, 1e-3}}) {
    std::vector<std::string> changed = pendulum(s);
    changed.back() = with("integrator.end", 0.4 * s.time);
    compare("pendulum",
            {"integrator.type=generalized-alpha", "integrator.end=0.4", "parameters.restitution=0"}, changed,
            {{"theta", 1}, {"omega", 1 / s.time}, {"x", s.length}, {"energy_kinetic", s.of(1, 2, -2)}});
  }
}

TEST(Units, AreInTheTableOfColumns) {
  const TemporaryFolder folder;
  const Outcome outcome =
      jounce(folder.path(), Arguments{"run", kInputs + "elastic_bar.toml", "-q", "-o", "r"} +
                                set({"integrator.end=0.01", "units.mass=t", "units.length=mm"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History history(folder / "r/history.csv");
  EXPECT_EQ(history.unit("time"), "s");
  EXPECT_EQ(history.unit("gap"), "mm");
  EXPECT_EQ(history.unit("gap_velocity"), "mm/s");
  EXPECT_EQ(history.unit("contact_force"), "N");
  EXPECT_EQ(history.unit("energy_total"), "mJ");
}

/// What `jounce check` doubts of a bar of a material under gravity.
std::string doubts(const std::string& units, const std::string& material, const std::string& gravity) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", units + fmt::format(R"(
[model]
gravity = [{}]
[[material]]
name = "m"
{}
[[mesh]]
name = "l"
type = "line"
from = [0]
to = [1]
elements = 1
[[element]]
name = "e"
type = "bar"
mesh = "l"
material = "m"
area = 1
[integrator]
step = 1e-3
end = 1
)",
                                                  gravity, material));
  const Outcome outcome = jounce(folder.path(), {"check", "deck.toml", "--set", "model.dimension=1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::string found;
  for (const std::string& line : lines(folder / "out"))
    if (line.find("doubtful") != std::string::npos) found += line + "\n";
  return found;
}

TEST(Plausibility, MixedUnitsAreDoubtedAndFittingOnesAreNot) {
  const std::string mm = R"(
[units]
mass = "t"
length = "mm"
time = "s"
)";
  EXPECT_EQ(doubts("", "E = 2.1e11\nrho = 7850", "-9.81"), "");
  EXPECT_EQ(doubts(mm, "E = 2.1e5\nrho = 7.85e-9", "-9810"), "");
  EXPECT_EQ(doubts("", "E = 900\nrho = 1", "-10"), "");  // a model without units
  const std::string undeclared = doubts("", "E = 2.1e5\nrho = 7.85e-9", "-9810");
  EXPECT_NE(undeclared.find("density of 7.85e-09 kg/m^3, less than a gas"), std::string::npos) << undeclared;
  EXPECT_NE(undeclared.find("5.172e+06 m/s"), std::string::npos) << undeclared;
  EXPECT_NE(undeclared.find("gravity is 9810 m/s^2"), std::string::npos) << undeclared;
  EXPECT_NE(doubts(mm, "E = 2.1e5\nrho = 7850", "-9.81").find("more than any metal"), std::string::npos);
  EXPECT_NE(doubts(mm, "E = 2.1e5\nrho = 7.85e-9", "-9.81").find("times 0.001"), std::string::npos);
  EXPECT_NE(doubts("", "E = 210\nrho = 7850", "-9.81").find("slower than in any solid"), std::string::npos);
}

// MPa beside kg and m, and N/mm^2 beside kg and mm; rubber and lead are as they are.
TEST(Plausibility, ModuliOfOtherUnitsAreDoubtedByTheWavesOfHeavyMaterials) {
  const std::string kg_mm = R"(
[units]
mass = "kg"
length = "mm"
time = "s"
)";
  EXPECT_NE(doubts("", "E = 2.1e5\nrho = 7850", "-9.81")
                .find("at 5.172 m/s (sqrt(E/rho)), slower than in any solid"),
            std::string::npos);
  EXPECT_NE(
      doubts(kg_mm, "E = 2.1e5\nrho = 7.85e-6", "-9810").find("at 163.6 m/s (sqrt(E/rho)), slower than"),
      std::string::npos);
  EXPECT_EQ(doubts(kg_mm, "E = 2.1e8\nrho = 7.85e-6", "-9810"), "");
  EXPECT_EQ(doubts("", "E = 1e6\nrho = 1100", "-9.81"), "");
  EXPECT_EQ(doubts("", "E = 1.6e10\nrho = 11340", "-9.81"), "");
}

TEST(Plausibility, InertiasThatNoBodyHasAreDoubted) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& inertia) {
    write(folder / "deck.toml", fmt::format(R"(
[model]
dimension = 3
[[body]]
name = "top"
type = "rigid-3d"
mass = 1
position = [0, 0, 0]
inertia = [{}]
[integrator]
step = 1e-3
end = 1
)",
                                            inertia));
    const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_NE(check("1, 1, 5").find("doubtful: body 'top' has principal moments of inertia 1, 1 and 5"),
            std::string::npos);
  EXPECT_EQ(check("1, 1, 2").find("doubtful"), std::string::npos);  // a disc
  // 2 +- 1.5 about axes in the plane, 1 across: 0.5 + 1 < 3.5
  EXPECT_NE(check("2, 2, 1, 1.5, 0, 0").find("inertia 0.5, 1 and 3.5"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test
