#include "verify/measures.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "io/field_writer.h"
#include "synthetic_run.h"

namespace jounce::verify {
namespace {

class Measures : public ::testing::Test {
 protected:
  Measures() : run_(prepared()) {}

  double measured(const std::string& name) const {
    return measure_kind(name).function(input_, {run_, [this](const std::string& other) -> const RunResult& {
                                                  if (other != "same")
                                                    throw std::runtime_error("no such run");
                                                  return run_;
                                                }});
  }

  TemporaryFolder folder_;
  RunResult run_;
  MeasureInput input_;

 private:
  RunResult prepared() {
    write_synthetic_run(folder_.path());
    return RunResult(folder_.path());
  }
};

TEST_F(Measures, TakeSingleValues) {
  input_.of = "gap";
  input_.at = 0.5;
  EXPECT_DOUBLE_EQ(measured("value_at"), 1.5);
  EXPECT_DOUBLE_EQ(measured("first"), 2);
  EXPECT_DOUBLE_EQ(measured("last"), 0);
  input_.at = 4.5;
  EXPECT_THROW(measured("value_at"), std::out_of_range);
}

TEST_F(Measures, TakeExtremesAndMeansInsideTheWindow) {
  input_.of = "contact_impulse";
  EXPECT_DOUBLE_EQ(measured("max"), 4);
  input_.from = 3;
  input_.to = 4;
  EXPECT_DOUBLE_EQ(measured("max"), 2);
  EXPECT_DOUBLE_EQ(measured("min"), 2);
  EXPECT_DOUBLE_EQ(measured("mean"), 2);
  EXPECT_DOUBLE_EQ(measured("deviation"), 0);
  EXPECT_DOUBLE_EQ(measured("sum"), 4);
  input_.from = 5;
  EXPECT_THROW(measured("max"), std::runtime_error);
}

TEST_F(Measures, TakeExpressionsOfColumns) {
  input_.of = "contact_impulse - 3*gap + time";
  EXPECT_DOUBLE_EQ(measured("first"), -6);
  EXPECT_DOUBLE_EQ(measured("max_abs"), 6);
  input_.of = "contact_impulse - gapp";
  EXPECT_THROW(measured("first"), std::runtime_error);
}

TEST_F(Measures, FindWhenAThresholdIsPassed) {
  input_.of = "contact_impulse";
  input_.above = 0;
  EXPECT_DOUBLE_EQ(measured("first_time"), 2);
  EXPECT_DOUBLE_EQ(measured("last_time"), 4);
  EXPECT_DOUBLE_EQ(measured("count"), 3);
  input_.below = 3;
  EXPECT_DOUBLE_EQ(measured("first_time"), 3);
  EXPECT_DOUBLE_EQ(measured("count"), 2);
  input_.above = 100;
  EXPECT_THROW(measured("first_time"), std::runtime_error);
  EXPECT_THROW(measured("last_time"), std::runtime_error);
}

TEST_F(Measures, SeeThatTheEnergyGrows) {
  input_.of = "energy_total";
  EXPECT_DOUBLE_EQ(measured("max_increase"), 0.5);
  input_.to = 2;
  EXPECT_DOUBLE_EQ(measured("max_increase"), 0);
}

TEST_F(Measures, PickEvents) {
  input_.field = "time";
  EXPECT_DOUBLE_EQ(measured("event"), 2);
  input_.event = -1;
  EXPECT_DOUBLE_EQ(measured("event"), 3);
  input_.event = 2;
  EXPECT_DOUBLE_EQ(measured("event"), 2.5);
  input_.contact = "left";
  input_.field = "impulse";
  EXPECT_DOUBLE_EQ(measured("event"), 2);
  EXPECT_DOUBLE_EQ(measured("event_count"), 2);
  input_.above = 3;
  EXPECT_DOUBLE_EQ(measured("event_count"), 1);
  EXPECT_THROW(measured("event"), std::runtime_error);
}

TEST_F(Measures, MeasureErrorsAgainstAFunction) {
  input_.of = "gap";
  input_.against.function = params::TimeFunction(1.0);
  EXPECT_DOUBLE_EQ(measured("error"), 1);
  input_.norm = "l1";
  EXPECT_DOUBLE_EQ(measured("error"), 0.8);
  input_.norm = "l2";
  EXPECT_DOUBLE_EQ(measured("error"), std::sqrt(0.8));
  input_.against.function = params::TimeFunction(2.0);  // 2, 1.5, .., differences 0, .. over 2
  const double l2 = measured("error");
  input_.norm = "relative";
  EXPECT_NEAR(measured("error"), l2 / 2 * std::sqrt(5.0), 1e-15);
}

TEST_F(Measures, SampleEverySoOftenIfAsked) {
  input_.of = "gap";
  input_.against.function = params::TimeFunction(0.0);
  input_.norm = "l1";
  input_.every = 0.5;
  input_.to = 2;
  EXPECT_DOUBLE_EQ(measured("error"), 1);  // 2, 1.5, 1, 0.5, 0
  input_.from = 0.5;
  input_.every = 2;
  EXPECT_DOUBLE_EQ(measured("error"), 1.5);
}

TEST_F(Measures, MeasureErrorsAgainstATableWithAJump) {
  write_file(folder_.path() / "exact.csv", "# made by hand\ntime,force\n0,0\n2,0\n2,4\n4,0\n");
  input_.of = "contact_impulse";
  input_.against.file = folder_.path() / "exact.csv";
  input_.against.of = "force";
  EXPECT_DOUBLE_EQ(measured("error"), 2);  // the jump at t = 2 counts with its later value
  input_.to = 3;
  EXPECT_DOUBLE_EQ(measured("error"), 0);
  input_.against.of = "pressure";
  EXPECT_THROW(measured("error"), std::runtime_error);
}

TEST_F(Measures, MeasureTheDifferenceOfRuns) {
  input_.of = "gap";
  input_.against.run = "same";
  EXPECT_DOUBLE_EQ(measured("error"), 0);
  input_.against.of = "2*gap";
  EXPECT_DOUBLE_EQ(measured("error"), 2);
  input_.columns = {"gap", "contact_impulse"};
  EXPECT_DOUBLE_EQ(measured("agreement"), 0);
  input_.against.run = "missing";
  EXPECT_THROW(measured("agreement"), std::runtime_error);
}

TEST(Agreement, IsRelativeToTheLargestMagnitude) {
  TemporaryFolder folder;
  write_file(folder.path() / "a" / "history.csv", "time,x\n0,0\n1,100\n");
  write_file(folder.path() / "b" / "history.csv", "time,x\n0,1\n1,100\n");
  write_file(folder.path() / "c" / "history.csv", "time,x\n0,1\n");
  write_file(folder.path() / "d" / "history.csv", "time,x\n0,nan\n1,100\n");
  const RunResult a(folder.path() / "a");
  MeasureInput input;
  input.columns = {"x"};
  for (const char* name : {"b", "c", "d"}) {
    const RunResult other(folder.path() / name);
    const MeasureContext context{a, [&other](const std::string&) -> const RunResult& { return other; }};
    if (std::string(name) == "b") {
      EXPECT_DOUBLE_EQ(agreement(input, context), 0.01);
    } else {
      EXPECT_THROW(agreement(input, context), std::runtime_error) << name;
    }
  }
}

/// Rows of motions of the map A on (q, h v, hidden), sampled at steps of 0.1: eigenvalues 0.8 exp(+-i 0.5)
/// and -0.3.
class Amplification : public ::testing::Test {
 protected:
  RunResult motions(int rows, double scale = 1) {
    std::string text = "time,q1,v1,q2,v2\n";
    std::array<std::array<double, 3>, 2> x = {{{1, 0, 0.5}, {0, 1, -0.2}}};
    for (int row = 0; row < rows; ++row) {
      text += fmt::format("{},{},{},{},{}\n", 0.1 * row, x[0][0], scale * x[0][1], x[1][0], scale * x[1][1]);
      for (auto& y : x) {
        const double c = 0.8 * std::cos(0.5), s = 0.8 * std::sin(0.5);
        y = {c * y[0] + s * y[1] + 0.3 * y[2], -s * y[0] + c * y[1], -0.3 * y[2]};
      }
    }
    write_file(folder_.path() / "history.csv", text);
    input_.columns = {"q1", "v1", "q2", "v2"};
    input_.period = 1.2;
    return RunResult(folder_.path());
  }
  double measured(const char* name, const RunResult& run) const {
    return measure_kind(name).function(input_, {run, {}});
  }

  TemporaryFolder folder_;
  MeasureInput input_;
};

TEST_F(Amplification, HasTheEigenvaluesOfTheMap) {
  const RunResult run = motions(7, 5);
  EXPECT_NEAR(measured("spectral_radius", run), 0.8, 1e-12);
  EXPECT_NEAR(measured("period_error", run), 2 * 3.14159265358979 * 0.1 / 0.5 / 1.2 - 1, 1e-12);
}

TEST_F(Amplification, IsComparedWithATableAtStepOverPeriod) {
  const RunResult run = motions(7);
  write_file(folder_.path() / "table.csv", "size,radius\n0.05,0.7\n0.1,0.8\n");
  input_.against.file = folder_.path() / "table.csv";
  input_.against.of = "radius";
  EXPECT_NEAR(measured("spectral_radius", run), 0.8 - (0.7 + 0.1 * (0.1 / 1.2 - 0.05) / 0.05), 1e-12);
}

TEST_F(Amplification, RefusesWhatDoesNotDetermineIt) {
  EXPECT_THROW(measured("spectral_radius", motions(3)), std::runtime_error);
  const RunResult run = motions(7);
  input_.columns = {"q1", "v1", "q2"};
  EXPECT_THROW(measured("spectral_radius", run), std::runtime_error);
  write_file(folder_.path() / "history.csv", "time,q1,v1\n0,1,1\n1,0.5,0.5\n2,0.25,0.25\n3,0.125,0.125\n");
  input_.columns = {"q1", "v1"};
  const RunResult decay(folder_.path());
  EXPECT_NEAR(measured("spectral_radius", decay), 0.5, 1e-12);
  EXPECT_THROW(measured("period_error", decay), std::runtime_error);
  write_file(folder_.path() / "history.csv", "time,q1,v1\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n");
  EXPECT_THROW(measured("spectral_radius", RunResult(folder_.path())), std::runtime_error);
}

TEST(MeasureKinds, HaveUniqueNamesAndNeedOnlyWhatTheyRead) {
  std::vector<std::string> seen;
  for (const auto& kind : measure_kinds()) {
    EXPECT_EQ(std::count(seen.begin(), seen.end(), kind.name), 0) << kind.name;
    seen.push_back(kind.name);
    for (const auto& key : kind.required) {
      EXPECT_EQ(std::count(kind.keys.begin(), kind.keys.end(), key), 1) << kind.name << ": " << key;
    }
  }
  EXPECT_THROW(measure_kind("median"), std::runtime_error);
}

TEST_F(Measures, TakeTheSlopeOfAHeapFromTheSpheresOnTop) {
  // Two layers along a cone of 25 degrees, the lower one hidden; spheres away from the cone that are not
  // there or nearer than asked for.
  io::FieldMesh mesh;
  std::vector<double> points, present;
  const double b = std::tan(25 * std::numbers::pi / 180);
  const auto put = [&](double rho, double angle, double z, double there) {
    points.insert(points.end(), {rho * std::cos(angle), rho * std::sin(angle), z});
    present.push_back(there);
  };
  for (int ring = 2; ring < 8; ++ring)
    for (int k = 0; k < 6 * ring; ++k) {
      const double angle = std::numbers::pi / 3 * k / ring;
      put(2 * ring, angle, 20 - 2 * ring * b, 1);
      put(2 * ring + 0.4, angle, 17 - ring, 1);
      put(2 * ring, angle, 30, 0);
    }
  put(1, 0, 50, 1);
  const auto n = static_cast<std::int64_t>(present.size());
  mesh.points = points;
  mesh.offsets = {0};
  for (std::int64_t i = 0; i < n; ++i) {
    mesh.connectivity.push_back(i);
    mesh.offsets.push_back(i + 1);
    mesh.types.push_back(1);
    mesh.body.push_back(0);
  }
  mesh.body_names = {"heap"};
  io::FieldWriter writer(folder_.path() / "fields.vtkhdf", mesh, {{"present", "", 1}});
  const std::vector<std::span<const double>> values = {present};
  writer.frame(0, points, values);
  writer.close();
  input_.radius = 1;
  input_.between = {3, 15};
  EXPECT_NEAR(measured("slope"), 25, 1e-9);
  input_.radius = 0.3;  // the lower layer is seen
  EXPECT_GT(std::abs(measured("slope") - 25), 0.1);
  input_.between = {40, 50};
  EXPECT_THROW(measured("slope"), std::runtime_error);
}

}  // namespace
}  // namespace jounce::verify
