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

/// Stresses that are drawn are those that make the forces: their means are, by int sigma dv = sum x f^T.
TEST(NodalPressure, DrawsTheStressesThatItHas) {
  NodalScene scene(std::make_shared<NeoHookean>(1.4, 0.9, 1.5), true);
  scene.state.q += Random(4).vector(scene.state.q.size(), -0.03, 0.03);
  const Vector f = force(*scene.nodal, scene.state);
  Matrix3 virial = Matrix3::Zero(), sum = Matrix3::Zero();
  for (Index i = 0; i < f.size(); i += 3) virial -= f.segment<3>(i) * scene.state.q.segment<3>(i).transpose();
  double trace = 0;
  for (std::size_t e = 0; e < scene.cells.size(); ++e) {
    Voigt stress;
    scene.nodal->point_stresses(scene.state, e, {&stress, 1});
    Matrix3 x;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c)
        x(c, k) = scene.state.q[scene.cells.dofs[3 * scene.cells.cell(e)[k + 1] + c]] -
                  scene.state.q[scene.cells.dofs[3 * scene.cells.cell(e)[0] + c]];
    sum += x.determinant() / 6 * to_matrix(stress, 1);
    trace += scene.nodal->volume(e);
  }
  const Matrix3 deviator = virial - virial.trace() / 3 * Matrix3::Identity();
  const Matrix3 other = sum - sum.trace() / 3 * Matrix3::Identity();
  EXPECT_LT((deviator - other).norm(), 0.05 * deviator.norm());  // theta stands for det F in the volume now
  EXPECT_GT(trace, 0);
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
