#include "reduction/basis.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "../support/deck_run.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "elements/floating_body.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// A slender rod along x: 12 elements, length 3, bending stiffness and mass per length 1.
const std::string kRod = R"(
[[material]]
name = "m"
E = 1e4
rho = 1
[[section]]
name = "s"
type = "general"
area = 1
I_z = 1e-4
)" + scene::line_mesh({.from = {0, 0}, .to = {3, 0}, .elements = 12}) +
                         scene::element({.type = "euler-bernoulli", .section = "s"}) + R"(
rotary_inertia = false
[integrator]
step = 1e-3
end = 1
[[body]]
name = "f"
type = "flexible"
mesh = "l"
position = [0, 0]
)";

std::unique_ptr<Model> build(const std::string& keys) {
  return deck::build_model(deck::read_deck_text(kRod + keys, "test.toml", deck_schema()));
}

FlexibleBody body_of(const std::string& keys) {
  return dynamic_cast<const FloatingBodyBlock&>(*build(keys)->find_block("f")).body();
}

std::string refusal(const std::string& keys) {
  try {
    build(keys);
  } catch (const params::InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// Lowest bending frequencies: (x / l)^2 sqrt(E I / rho A) with the roots x of the frequency equations.
void expect_frequencies(const FlexibleBody& body, const std::vector<double>& roots) {
  for (std::size_t i = 0; i < roots.size(); ++i)
    EXPECT_NEAR(std::sqrt(body.omega_squared[static_cast<Index>(i)]), std::pow(roots[i] / 3, 2),
                1e-3 * std::pow(roots[i] / 3, 2))
        << i;
}

TEST(Basis, FrequenciesUnderReferenceConditions) {
  const std::string modal = R"(
coordinates = "modal"
modes = 3
)";
  expect_frequencies(body_of(modal + R"(supports = ["start"]
)"),
                     {1.8751041, 4.6940911, 7.8547574});
  expect_frequencies(body_of(modal + R"(
reference = "pinned"
supports = ["start", "end"]
)"),
                     {std::numbers::pi, 2 * std::numbers::pi, 3 * std::numbers::pi});
  expect_frequencies(body_of(modal + R"(reference = "free-free"
)"),
                     {4.7300407, 7.8532046, 10.9956078});
  expect_frequencies(body_of(modal + R"(
reference = "articulated-free"
supports = ["start"]
)"),
                     {3.9266023, 7.0685827, 10.2101761});
}

TEST(Basis, ModesAreOrthonormal) {
  for (const char* const keys : {R"(
coordinates = "modal"
modes = 5
reference = "free-free"
)",
                                 R"(
coordinates = "craig-bampton"
modes = 3
reference = "free-free"
interfaces = ["start", "end"]
)",
                                 R"(
coordinates = "craig-bampton"
modes = 3
supports = ["start"]
interfaces = ["end"]
)"}) {
    const FlexibleBody body = body_of(keys);
    const DenseMatrix M = Eigen::Map<const DenseMatrix>(body.M.data(), body.n, body.n);
    const DenseMatrix K = Eigen::Map<const DenseMatrix>(body.K.data(), body.n, body.n);
    EXPECT_TRUE(close(M, DenseMatrix::Identity(body.n, body.n), 1e-9));
    EXPECT_TRUE(close(K, DenseMatrix(body.omega_squared.asDiagonal()), 1e-8));
    EXPECT_GT(body.omega_squared[0], 0.1);
  }
}

TEST(Basis, MeanAxisCarriesNoMomentum) {
  const FlexibleBody body = body_of(R"(
coordinates = "modal"
modes = 6
reference = "free-free"
)");
  EXPECT_LT(body.Sbar.cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((body.b[1] - body.b[3]).cwiseAbs().maxCoeff(), 1e-8);
  // With nodal coordinates the same conditions are rows.
  EXPECT_EQ(body_of(R"(reference = "free-free"
)")
                .conditions.rows(),
            3);
  EXPECT_EQ(body_of(R"(
reference = "articulated-free"
supports = ["start"]
)")
                .conditions.rows(),
            1);
}

TEST(Basis, NumberOrHighestFrequency) {
  // Clamped rod: (x_k / l)^2 / 2 pi is 0.0622, 0.390, 1.09, 2.14, ...
  const std::string clamped = R"(
coordinates = "modal"
supports = ["start"]
)";
  EXPECT_EQ(body_of(clamped + "highest_frequency = 1.5\n").n, 3);
  EXPECT_EQ(body_of(clamped + "modes = 7\n").n, 7);
  EXPECT_EQ(body_of(clamped + "highest_frequency = 1e9\n").n, 36);
}

TEST(Basis, CraigBamptonIsExactForLoadsOnItsInterfaces) {
  // Deflection of the clamped rod under a unit force at its end: l^3 / 3 E I = 9, whatever the modes are.
  const FlexibleBody body = body_of(R"(
coordinates = "craig-bampton"
supports = ["start"]
interfaces = ["end"]
)");
  const Index row = body.rows.back()[1];
  double deflection = 0;
  for (Index k = 0; k < body.n; ++k)
    deflection += std::pow(body.Phi.coeff(row, k), 2) / body.omega_squared[k];
  EXPECT_NEAR(deflection, 9, 1e-8);
  EXPECT_EQ(body.n, 3);
}

TEST(Basis, RigidFaceMovesAsOne) {
  const std::string face =
      R"(
groups = [{name = "tip", from = [2.4, -1], to = [3, 1]}]
rigid_faces = ["tip"]
supports = ["start"]
)";
  const FlexibleBody body = body_of(face + R"(
coordinates = "modal"
modes = 4
)");
  ASSERT_EQ(body.points.size(), 14U);
  EXPECT_NEAR(body.points.back().x(), 2.75, 1e-12);  // centre of x = 2.5, 2.75, 3
  Vector q = Vector::LinSpaced(4, 0.2, 1.1);
  const Vector x = body.Phi * q;
  const auto& centre = body.rows.back();
  const auto& end = body.rows[12];
  EXPECT_NEAR(x[end[1]], x[centre[1]] + 0.25 * x[centre[5]], 1e-12);
  EXPECT_NEAR(x[end[5]], x[centre[5]], 1e-12);
  // A rod clamped at one end with a rigid tip is stiffer than the plain one, and weighs the same.
  EXPECT_GT(body.omega_squared[0], body_of(R"(
coordinates = "modal"
modes = 1
supports = ["start"]
)")
                                       .omega_squared[0]);
  EXPECT_NEAR(body.mass, 3, 1e-12);
  EXPECT_NEAR(body.inertia(2, 2), 9, 1e-9);
}

TEST(Basis, Refusals) {
  EXPECT_THAT(refusal("supports = []\n"), HasSubstr("leave 3 rigid motions of the body free"));
  EXPECT_THAT(refusal(""), HasSubstr("needs the groups of its nodes"));
  EXPECT_THAT(refusal(R"(supports = ["ende"]
)"),
              HasSubstr("(did you mean 'end'?)"));
  EXPECT_THAT(refusal(R"(
reference = "pinned"
supports = ["start"]
)"),
              HasSubstr("need two nodes"));
  EXPECT_THAT(refusal(R"(
reference = "free-free"
supports = ["start"]
)"),
              HasSubstr("takes no supports"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
modes = 3
)"),
              HasSubstr("nodal coordinates have no modes"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
coordinates = "modal"
)"),
              HasSubstr("need 'modes' or"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
coordinates = "modal"
modes = 40
)"),
              HasSubstr("there are only 36"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
coordinates = "craig-bampton"
)"),
              HasSubstr("interfaces belong"));
  EXPECT_THAT(refusal(R"(
reference = "free-free"
rigid_faces = ["start", "start"]
)"),
              HasSubstr("must not share nodes"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
groups = [{name = "far", from = [7, 7], to = [8, 8]}]
)"),
              HasSubstr("no node of 'f' lies in this box"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
rotation = [1, 2]
)"),
              HasSubstr("one number in brackets"));
  EXPECT_THAT(refusal(R"(
supports = ["start"]
[[joint]]
name = "j"
type = "revolute"
between = ["ground", "f"]
at = [0.1, 0]
)"),
              HasSubstr("has no node at this point"));
}

}  // namespace
}  // namespace jounce::test
