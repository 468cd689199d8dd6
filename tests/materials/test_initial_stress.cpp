#include "materials/initial_stress.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "materials/hyperelastic.h"
#include "materials/linear_elastic.h"
#include "materials/plane_stress.h"

namespace jounce {
namespace {

using test::close;

const Voigt kStress = (Voigt() << 3, -2, 5, 0.7, -0.4, 0.9).finished();

MaterialResponse initial_response(const Material& material, const Voigt& strain) {
  MaterialResponse out;
  material.evaluate(strain, nullptr, true, out);
  return out;
}

// S = dW/dE and D = dS/dE, and without strain the stress is S_0.
TEST(InitialStress, IsALawOfItsOwnEnergy) {
  test::Random random;
  for (const std::shared_ptr<const Material>& base : std::initializer_list<std::shared_ptr<const Material>>{
           std::make_shared<LinearElastic>(1, isotropic_stiffness(10, 0.3)),
           std::make_shared<NeoHookean>(1, 0.9, 1.5)}) {
    const InitialStress material(base, kStress);
    EXPECT_TRUE(close(initial_response(material, Voigt::Zero()).stress, kStress, 1e-14));
    EXPECT_EQ(material.needs_finite_strain(), base->needs_finite_strain());
    EXPECT_FALSE(material.is_linear());
    const Vector strain = random.vector(6, -0.05, 0.05);
    const MaterialResponse at = initial_response(material, strain);
    EXPECT_TRUE(close(at.stress.transpose(),
                      test::differences(
                          [&](const Vector& e) {
                            return Vector(Vector::Constant(1, initial_response(material, e).energy));
                          },
                          strain),
                      1e-8));
    EXPECT_TRUE(
        close(at.tangent,
              test::differences([&](const Vector& e) { return Vector(initial_response(material, e).stress); },
                                strain),
              1e-8));
  }
}

// In plane stress the body grows across until S_33 = 0: S_11 = S_0,11 - nu / (1 - nu) S_0,33 without strain
// in the plane.
TEST(InitialStress, InPlaneStressNothingIsLeftAcross) {
  const auto law = std::make_shared<InitialStress>(
      std::make_shared<LinearElastic>(1, isotropic_stiffness(10, 0.3)), kStress);
  const MaterialResponse at = initial_response(PlaneStress(law), Voigt::Zero());
  EXPECT_NEAR(at.stress[2], 0, 1e-12);
  EXPECT_NEAR(at.stress[0], 3 - 0.3 / 0.7 * 5, 1e-12);
  EXPECT_NEAR(at.stress[1], -2 - 0.3 / 0.7 * 5, 1e-12);
}

}  // namespace
}  // namespace jounce
