// Steps of half-explicit without a matrix, against those of its general stages: a friction coefficient that
// is a function of the slip speed keeps a model on these.

#include "integrators/mixed/lumped_stage.h"

#include <gtest/gtest.h>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "model/lumped_mass.h"

namespace jounce::test {
namespace {

/// A cube that yields falls on the corner of a plate and slides. @param yield  first yield stress
std::string falling_cube(const std::string& mu, const std::string& mass = "lumped", double yield = 2e4) {
  const std::string keys = "mass = \"" + mass + "\"\n";
  return scene::gravity({0, 0, -9.81}) +
         scene::material({.type = "plastic", .E = 1e6, .nu = 0.3, .rho = 1000}) +
         fmt::format("yield_stress = [{}, {}]\nplastic_strain = [0, 0.2]\n", yield, 2 * yield) +
         scene::block_mesh(
             {.name = "cube", .from = {0, 0, 0.001}, .to = {0.3, 0.2, 0.201}, .counts = {3, 2, 2}}) +
         "rotate = [0.02, 0.01, 0]\n" + scene::element({.name = "cube", .mesh = "cube"}) +
         "strain = \"logarithmic\"\n" + keys +
         scene::block_mesh(
             {.name = "plate", .from = {-0.2, -0.2, -0.1}, .to = {0.6, 0.5, 0}, .counts = {3, 3, 1}}) +
         scene::element({.name = "plate", .mesh = "plate"}) + "strain = \"green-lagrange\"\n" + keys +
         scene::held("plate.z_min", {"x", "y", "z"}) + R"(
[[initial]]
on = "cube"
velocity = [0.6, 0.2, -2]
[[contact]]
name = "c"
type = "surfaces"
surface = "cube.z_min"
against = "plate.z_max"
restitution = 0.2
friction = )" +
         mu + R"(
[integrator]
type = "half-explicit"
step = 2e-4
end = 1
)";
}

TEST(LumpedStage, IsTheGeneralStepWithoutItsMatrix) {
  DeckRun lumped(falling_cube("0.3")), general(falling_cube("\"0.3 + 0 * v\""));
  ASSERT_TRUE(lumped_mass(lumped.system(), lumped.state));
  int in_contact = 0, slipping = 0;
  for (int i = 0; i < 150; ++i) {
    ASSERT_TRUE(lumped.step()) << i << ' ' << lumped.result.failure_cause;
    ASSERT_TRUE(general.step()) << i << ' ' << general.result.failure_cause;
    EXPECT_LT((lumped.state.q - general.state.q).lpNorm<Eigen::Infinity>(), 1e-9) << i;
    ASSERT_LT((lumped.state.v - general.state.v).lpNorm<Eigen::Infinity>(), 1e-6) << i;
    in_contact += lumped.result.active_contacts > 0 ? 1 : 0;
    for (const FrictionState state : lumped.result.friction_state)
      slipping += state == FrictionState::slips ? 1 : 0;
    EXPECT_EQ(lumped.result.iterations, 1);
  }
  EXPECT_EQ(lumped.integrator->factorisations(), 0);
  EXPECT_GT(general.integrator->factorisations(), 0);
  EXPECT_GT(in_contact, 50);
  EXPECT_GT(slipping, 50);
  EXPECT_GT(lumped.system().energies(lumped.state).plastic, 0);
}

/// Rows over a few degrees of freedom each, which contacts share.
RowJacobian some_rows(int count, Index unknowns, int seed) {
  RowJacobian rows;
  for (int row = 0; row < count; ++row) {
    const Index first = (7 * row + seed) % (unknowns - 2);
    const Index dofs[] = {first, first + 2, (first + 11) % unknowns};
    const int at = rows.add_row(dofs);
    for (std::size_t k = 0; k < 3; ++k)
      rows.values(at)[k] = std::sin(row + 2.0 * static_cast<double>(k) + seed);
  }
  return rows;
}

DenseMatrix dense_rows(const RowJacobian& rows, Index unknowns) {
  DenseMatrix A = DenseMatrix::Zero(rows.rows(), unknowns);
  for (int row = 0; row < rows.rows(); ++row)
    for (std::size_t k = 0; k < rows.dofs(row).size(); ++k) A(row, rows.dofs(row)[k]) += rows.values(row)[k];
  return A;
}

TEST(LumpedDelassus, IsTheProductOfItsRows) {
  constexpr Index kUnknowns = 30, kFree = 27;  // the last ones are prescribed
  const Vector inverse_mass = Vector::LinSpaced(kFree, 0.5, 3.0);
  const RowJacobian W = some_rows(5, kUnknowns, 1), D = some_rows(8, kUnknowns, 2),
                    W_law = some_rows(5, kUnknowns, 3), D_law = some_rows(8, kUnknowns, 4);
  const std::vector<LumpedDelassus::Contact> contacts = {{0, 0, 2}, {2, 2, 2}, {3, 4, 1}, {4, 5, 0}};
  LumpedDelassus delassus;
  contact_problem::BlockMatrix found;
  for (int repeat = 0; repeat < 2; ++repeat) {  // nothing of the first time is left
    delassus.form(3, contacts, {W_law, D_law}, {W, D}, inverse_mass, found);
    DenseMatrix law = DenseMatrix::Zero(12, kUnknowns), force = law;
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k <= contacts[i].tangents; ++k) {
        const auto row_of = [&](const RowJacobian& normals, const RowJacobian& tangents) {
          return k == 0 ? DenseMatrix(dense_rows(normals, kUnknowns).row(contacts[i].normal))
                        : DenseMatrix(dense_rows(tangents, kUnknowns).row(contacts[i].first_tangent + k - 1));
        };
        law.row(3 * i + k) = row_of(W_law, D_law);
        force.row(3 * i + k) = row_of(W, D);
      }
    const DenseMatrix expected =
        law.leftCols(kFree) * inverse_mass.asDiagonal() * force.leftCols(kFree).transpose();
    EXPECT_LT((found.dense() - expected).lpNorm<Eigen::Infinity>(), 1e-14);
    for (Index row = 0; row < 4; ++row) EXPECT_GE(found.diagonal(row), 0);
  }
}

/// Contact, friction and impacts only take energy, and of elastic bodies nothing else does.
TEST(LumpedStage, ContactsMakeNoEnergy) {
  DeckRun run(falling_cube("0.5", "lumped", 1e9));
  const double start = run.energy();
  double least = start;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(run.step());
    EXPECT_LT(run.energy(), least + 2e-3 * start) << i;  // the waves of the scheme itself
    least = std::min(least, run.energy());
  }
  EXPECT_LT(least, 0.99 * start);
}

TEST(LumpedStage, KnowsLumpedMassesFromOthers) {
  const DeckRun lumped(falling_cube("0"));
  const Vector mass = *lumped_mass(lumped.system(), lumped.state);
  EXPECT_EQ(mass.size(), lumped.system().n_free());
  EXPECT_GT(mass.minCoeff(), 0);
  const DeckRun other(falling_cube("0", "consistent"));
  EXPECT_FALSE(lumped_mass(other.system(), other.state));
}

/// What `check` says of a run: no matrix where there is none.
TEST(LumpedStage, HasNoMatrixToShow) {
  for (const auto& [mass, matrices] : {std::pair("lumped", 0), std::pair("consistent", 1)}) {
    const deck::Deck deck = deck::read_deck_text(falling_cube("0.3", mass), "test.toml", deck_schema());
    const auto model = deck::build_model(deck);
    const auto stepper = make_stepper(deck, model->system);
    int found = 0;
    stepper->visit_matrices(model->system.initial_state(), 2e-4, [&](const StepMatrix&) { ++found; });
    EXPECT_EQ(found, matrices) << mass;
  }
}

}  // namespace
}  // namespace jounce::test
