#include "elements/flexible_source.h"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <cmath>

#include "../support/deck_run.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "elements/floating_body.h"
#include "la/eigen_solver.h"
#include "sensors/sensor.h"

// What a flexible body takes from its elements beyond M and K: stiffening by rotation, section forces; and
// the comparison with elements that need no floating frame.

namespace jounce::test {
namespace {

std::unique_ptr<Model> build(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), overrides));
}

const char* const kNoRotaryInertia = "rotary_inertia = false\n";

/// A rod of length 1, rho A = E I = 1, clamped to its frame and practically inextensible.
const std::string kBlade = R"(
[model]
dimension = 2
[[material]]
name = "m"
E = 1e6
rho = 1
nu = 0
[[section]]
name = "s"
type = "general"
area = 1
I_z = 1e-6
shear_area_y = 1e3
[[mesh]]
name = "l"
type = "line"
elements = 12
from = [0, 0]
to = [1, 0]
)" + scene::element({.type = "euler-bernoulli", .section = "s"}) +
                           R"(
rotary_inertia = false
[[body]]
name = "f"
type = "flexible"
mesh = "l"
supports = ["start"]
position = [0, 0]
[integrator]
step = 2e-3
end = 1
)";

/// Lowest frequency in the plane of rotation of the blade turning with `speed`, the frame's motion held.
double lead_lag(const std::string& text, double speed, const std::vector<std::string>& overrides) {
  const auto model = build(text, overrides);
  const auto& block = dynamic_cast<const FloatingBodyBlock&>(*model->find_block("f"));
  State state = model->system.initial_state();
  state.v[block.frame().rotation[2]] = speed;
  const Index nv = model->system.nv();
  DenseMatrix M = DenseMatrix::Zero(nv, nv), K = M;
  DenseSink mass(M), stiffness(K);
  block.add_mass(state, 1, mass);
  block.add_tangent(state, 0, 1, stiffness);
  const auto& elastic = block.frame().elastic;
  return dense_eigenpairs(K(elastic, elastic), M(elastic, elastic)).values[0];
}

TEST(FlexibleSource, RotationStiffensABlade) {
  // Flapwise frequencies of a uniform blade on the axis (Wright, Smith, Thresher, Wang
  // 1982): 3.5160, 3.6816, 4.1373, 4.7973, 7.3604 at speeds 0, 1, 2, 3, 6; in the plane of rotation omega^2
  // is smaller by the speed squared.
  const std::string exact_beam = [] {
    std::string text = kBlade;
    text.erase(text.find(kNoRotaryInertia), std::string(kNoRotaryInertia).size());
    const std::string from = R"("euler-bernoulli")";
    return text.replace(text.find(from), from.size(), R"("beam")");
  }();
  const double speeds[] = {0, 1, 2, 3, 6}, flap[] = {3.5160, 3.6816, 4.1373, 4.7973, 7.3604};
  for (int i = 0; i < 5; ++i) {
    const double expected = flap[i] * flap[i] - speeds[i] * speeds[i];
    for (const char* const coordinates : {"body.f.coordinates=nodal", "body.f.modes=20"}) {
      std::vector<std::string> overrides = {"body.f.stiffening=true", coordinates};
      if (overrides.back() == "body.f.modes=20") overrides.emplace_back("body.f.coordinates=modal");
      EXPECT_NEAR(lead_lag(kBlade, speeds[i], overrides), expected, 2e-3 * flap[i] * flap[i]) << speeds[i];
    }
    EXPECT_NEAR(lead_lag(exact_beam, speeds[i], {"body.f.stiffening=true", "mesh.l.elements=40"}), expected,
                5e-3 * flap[i] * flap[i])
        << speeds[i];
  }
  EXPECT_LT(lead_lag(kBlade, 6, {}), 0);  // without it the blade buckles, which no blade does
}

TEST(FlexibleSource, StiffeningRefusals) {
  const auto refusal = [](const std::vector<std::string>& overrides) -> std::string {
    std::string text = kBlade;
    if (overrides.empty()) {
      const std::string from = R"(supports = ["start"])";
      text.replace(text.find(from), from.size(), R"(reference = "free-free"
stiffening = true)");
    }
    try {
      build(text, overrides);
    } catch (const params::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal({}), testing::HasSubstr("tangent or pinned"));
}

TEST(FlexibleSource, SectionForcesAreRecovered) {
  // Turning steadily at speed w: N(x) = rho A w^2 (1 - x^2) / 2, constant over an element: its mean there.
  std::string text = kBlade + R"(
[[history]]
name = "N"
quantity = "section_force"
of = "e"
element = 1
)" + R"(component = "N"
)";
  const auto read = deck::read_deck_text(text, "test.toml", deck_schema());
  const auto model = deck::build_model(read);
  const auto& block = dynamic_cast<const FloatingBodyBlock&>(*model->find_block("f"));
  State state = model->system.initial_state();
  state.v[block.frame().rotation[2]] = 3;
  // Static equilibrium of the elastic coordinates, linear without stiffening.
  const Index nv = model->system.nv();
  Vector f;
  model->system.force(state, f);
  DenseMatrix K = DenseMatrix::Zero(nv, nv);
  DenseSink sink(K);
  block.add_tangent(state, 0, 1, sink);
  const auto& elastic = block.frame().elastic;
  const Vector q = DenseMatrix(K(elastic, elastic)).partialPivLu().solve(Vector(f(elastic)));
  for (std::size_t i = 0; i < elastic.size(); ++i) state.q[elastic[i]] = q[static_cast<Index>(i)];
  const Sensor sensor = make_sensor(*read.entries("history").front(), *model, read.units());
  const double h = 1.0 / 12, mean = 4.5 * (1 - h * h / 3);
  EXPECT_NEAR(sensor.value({*model, state, {}, 1e-3}), mean, 1e-3 * mean);
}

/// A beam on a pivot falls from the horizontal; place of its free end in the axes of its chord at time 0.6.
double deflection_of_falling_beam(const std::string& type, double E) {
  std::string text = kBlade;
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  std::vector<std::string> overrides = {"model.gravity=[0, -1]", "material.m.E=" + std::to_string(E),
                                        "integrator.step=1e-3"};
  if (type != "beam") overrides.emplace_back("body.f.stiffening=true");
  std::string joint = R"(
[[joint]]
name = "j"
type = "revolute"
between = ["ground", ")";
  if (type == "beam") {
    replace(R"("euler-bernoulli")", R"("beam")");
    replace(kNoRotaryInertia, "");
    const auto body = text.find("[[body]]");
    text.erase(body, text.find("[integrator]") - body);
    joint += R"(l.start"]
)";
    overrides.emplace_back(
        "mesh.l.elements=60");  // its frequencies converge with the square of the mesh size
  } else {
    joint += R"(f.start"]
)";
  }
  DeckRun run(text + joint, overrides);
  for (int i = 0; i < 600; ++i) EXPECT_TRUE(run.step());
  MarkerKinematics end;
  run.model->find_marker(type == "beam" ? "l.end" : "f.end")->evaluate(run.state, Derivatives::none, end);
  return std::atan2(end.R(1, 0), end.R(0, 0)) - std::atan2(end.x.y(), end.x.x());
}

TEST(FlexibleSource, AgreesWithTheGeometricallyExactBeamForSmallDeformations) {
  for (const double E : {1e6, 3e6}) {
    const double exact = deflection_of_falling_beam("beam", E);
    const double floating = deflection_of_falling_beam("flexible", E);
    EXPECT_GT(std::abs(exact), 1e3 / E);
    EXPECT_NEAR(floating, exact, 0.02 * std::abs(exact)) << E;
  }
}

}  // namespace
}  // namespace jounce::test
