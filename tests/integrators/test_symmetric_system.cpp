#include "integrators/symmetric_system.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/scene.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using namespace test;

const std::string kBlocks =
    scene::material({.name = "elastic", .E = 900, .nu = 0.3, .rho = 1.7}) +
    scene::block_mesh({.name = "lower", .from = {0, 0, 0}, .to = {1, 1, 1}, .counts = {2, 2, 1}}) +
    scene::block_mesh({.name = "upper", .from = {0, 0, 2}, .to = {1, 1, 3}, .counts = {1, 2, 2}}) +
    scene::element({.name = "one", .mesh = "lower", .material = "elastic"}) +
    scene::element({.name = "two", .mesh = "upper", .material = "elastic"}) + R"(
mass = "lumped"
[[boundary]]
on = "lower.z_min"
components = ["x", "z"]
motion = "0"
[[load]]
name = "push"
type = "traction"
surface = "upper.z_max"
traction = [1, 2, 3]
)";

TEST(SymmetricSystem, TakesMatricesOfBlocksInPlaceOfAnAssembly) {
  const auto model = build(kBlocks, 3, "[0, 0, -9.81]");
  const System& system = model->system;
  ASSERT_TRUE(system.has_nodal_matrices());
  EXPECT_EQ(system.nodal_matrices().size(), 2U);
  for (const TangentWeights& weights : {TangentWeights{1.3, 0, 0.2}, TangentWeights{1, 0, 0}}) {
    const SymmetricMatrix A =
        symmetric_matrix(system, system.initial_state(), weights, unknowns_of_rank(system));
    DenseMatrix assembled = DenseMatrix::Zero(system.nv(), system.nv());
    DenseSink sink(assembled);
    system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), weights, sink);
    const Index n = system.n_free();
    const Vector x = Random(3).vector(n);
    Vector inside, product, y = Vector::Zero(n);
    A.gather(x, inside);
    A.multiply(inside, product);
    A.add_to(1, product, y);
    EXPECT_TRUE(close(y, assembled.topLeftCorner(n, n) * x, 1e-12));
  }
}

TEST(SymmetricSystem, KnowsWhereSomethingElseHasStiffnessOrMass) {
  const auto has = [](const std::string& more, const std::string& blocks = kBlocks) {
    return build(blocks + more, 3)->system.has_nodal_matrices();
  };
  EXPECT_FALSE(has(R"(
[[element]]
name = "spring"
type = "spring"
between = ["ground", "bolt"]
stiffness = 3
[[body]]
name = "bolt"
type = "point-mass"
mass = 1
position = [3, 0, 0]
)"));
  EXPECT_FALSE(has(R"(
[[body]]
name = "bolt"
type = "point-mass"
mass = 1
position = [3, 0, 0]
)"));
  std::string finite = kBlocks;
  finite.replace(finite.find(R"(mass = "lumped")"), 15, R"(strain = "green-lagrange")");
  EXPECT_FALSE(has("", finite));
}

}  // namespace
}  // namespace jounce
