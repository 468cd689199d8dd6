// Linear tetrahedra whose volume changes are averaged at the nodes.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "../support/differences.h"
#include "../support/solid_meshes.h"
#include "elements/nodal_volumes.h"
#include "materials/hyperelastic.h"
#include "materials/multiplicative.h"
#include "materials/plastic.h"

namespace jounce {
namespace {

using namespace test;

std::shared_ptr<const Material> some_metal() {
  return std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.05, 1.7}});
}

struct NodalScene {
  SolidCells cells = patch(CellShape::tetrahedron4, 2, 0.1);
  std::unique_ptr<SolidElements> nodal, full;
  State state = rest(cells);

  NodalScene(std::shared_ptr<const Material> law, bool finite) {
    SolidProperties properties;
    properties.material = std::move(law);
    properties.finite_strain = finite;
    const int history = properties.material->history_size() > 0 ? 0 : -1;
    full = make_solid("s", cells, properties, history);
    properties.formulation = SolidFormulation::nodal_pressure;
    nodal = make_solid("s", cells, properties, history);
    if (history == 0)
      state.history.push_back(
          {"s", std::make_shared<const std::vector<double>>(
                    cells.size() * static_cast<std::size_t>(properties.material->history_size()), 0.0)});
  }
  double energy(const Vector& q) const {
    State at = state;
    at.q = q;
    Energies energies;
    nodal->add_energies(at, Vector3::Zero(), energies);
    return energies.strain + energies.plastic;
  }
};

/// q = X + H X.
void deform(State& state, const Matrix3& H) {
  for (Index i = 0; i < state.q.size(); i += 3) state.q.segment<3>(i) += H * Vector3(state.q.segment<3>(i));
}

Matrix3 some_gradient(double by) {
  Matrix3 H;
  H << 3, -1, 2, 0.5, -2, 1, -1, 1.5, 1;
  return by * H;
}

TEST(NodalPressure, ForcesAreDerivativesOfTheEnergy) {
  const std::pair<std::shared_ptr<const Material>, bool> laws[] = {
      {std::make_shared<NeoHookean>(1.4, 0.9, 1.5), true},
      {elastic().material, true},
      {elastic().material, false},
      {std::make_shared<Multiplicative>(elastic().material), true}};
  for (const auto& [law, finite] : laws) {
    NodalScene scene(law, finite);
    scene.state.q += Random(4).vector(scene.state.q.size(), -0.03, 0.03);
    const Vector f = force(*scene.nodal, scene.state);
    const auto energy = [&](const Vector& q) { return Vector::Constant(1, scene.energy(q)); };
    EXPECT_LT((differences(energy, scene.state.q).row(0).transpose() + f).norm(), 1e-8 * f.norm()) << finite;
    EXPECT_GT((force(*scene.full, scene.state) - f).norm(), 1e-2 * f.norm()) << finite;
  }
}

/// A uniform strain is the same in all elements, whatever their shapes: in elastic and plastic ones.
TEST(NodalPressure, PassesThePatchTest) {
  for (const bool finite : {true, false}) {
    NodalScene scene(finite ? std::make_shared<Multiplicative>(some_metal()) : some_metal(), finite);
    deform(scene.state, some_gradient(finite ? 0.05 : 0.01));
    const Vector f = force(*scene.nodal, scene.state);
    EXPECT_LT((force(*scene.full, scene.state) - f).norm(), 1e-12 * f.norm());
    Energies nodal, full;
    scene.nodal->add_energies(scene.state, Vector3::Zero(), nodal);
    scene.full->add_energies(scene.state, Vector3::Zero(), full);
    EXPECT_GT(nodal.plastic, 0);
    EXPECT_NEAR(nodal.strain, full.strain, 1e-12 * full.strain);
    EXPECT_NEAR(nodal.plastic, full.plastic, 1e-12 * full.plastic);
    for (std::size_t i = 0; i < scene.cells.size(); ++i) {
      Voigt stress, expected;
      scene.nodal->point_stresses(scene.state, i, {&stress, 1});
      scene.full->point_stresses(scene.state, i, {&expected, 1});
      EXPECT_LT((stress - expected).norm(), 1e-11 * expected.norm());
    }
  }
}

/// Stresses are those of F_bar, its volume change by the definition from the volumes of the elements.
TEST(NodalPressure, StressesHaveTheVolumeChangesOfTheNodes) {
  const auto law = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
  NodalScene scene(law, true);
  State& state = scene.state;
  const Vector X = state.q;
  state.q += Random(4).vector(state.q.size(), -0.03, 0.03);
  const auto edges = [&](const Vector& q, std::size_t e) {
    Matrix3 sides;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c)
        sides(c, k) = q[scene.cells.dofs[3 * scene.cells.cell(e)[k + 1] + c]] -
                      q[scene.cells.dofs[3 * scene.cells.cell(e)[0] + c]];
    return sides;
  };
  std::vector<double> before(scene.cells.points.size(), 0.0), now = before;
  for (std::size_t e = 0; e < scene.cells.size(); ++e)
    for (const int node : scene.cells.cell(e)) {
      before[node] += edges(X, e).determinant();
      now[node] += edges(state.q, e).determinant();
    }
  double farthest = 0;
  for (std::size_t e = 0; e < scene.cells.size(); ++e) {
    double theta = 0;
    for (const int node : scene.cells.cell(e)) theta += 0.25 * now[node] / before[node];
    const Matrix3 F = edges(state.q, e) * edges(X, e).inverse();
    farthest = std::max(farthest, std::abs(theta - F.determinant()));
    const Matrix3 F_bar = std::cbrt(theta / F.determinant()) * F;
    const Voigt E = to_voigt(0.5 * (F_bar.transpose() * F_bar - Matrix3::Identity()), 2);
    MaterialResponse response;
    law->evaluate(E, PointState(nullptr), false, response);
    const Matrix3 expected = F_bar * to_matrix(response.stress, 1) * F_bar.transpose() / theta;
    Voigt stress;
    scene.nodal->point_stresses(state, e, {&stress, 1});
    EXPECT_LT((to_matrix(stress, 1) - expected).norm(), 1e-12 * expected.norm()) << e;
  }
  EXPECT_GT(farthest, 0.02);
}

TEST(NodalPressure, HasNoForceOnTheWhole) {
  NodalScene scene(std::make_shared<NeoHookean>(1.4, 0.9, 1.5), true);
  scene.state.q += Random(4).vector(scene.state.q.size(), -0.05, 0.05);
  const Vector f = force(*scene.nodal, scene.state);
  Vector3 sum = Vector3::Zero(), moment = Vector3::Zero();
  for (Index i = 0; i < f.size(); i += 3) {
    sum += f.segment<3>(i);
    moment += Vector3(scene.state.q.segment<3>(i)).cross(Vector3(f.segment<3>(i)));
  }
  EXPECT_LT(sum.norm(), 1e-13);
  EXPECT_LT(moment.norm(), 1e-13);
}

}  // namespace
}  // namespace jounce
