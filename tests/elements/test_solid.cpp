// Solid elements of all shapes and formulations, one distorted cell each; blocks of cells:
// test_solid_patch.cpp.

#include "elements/solid.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "../support/differences.h"
#include "../support/solids.h"
#include "materials/hyperelastic.h"
#include "materials/plane_stress.h"
#include "materials/plastic.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

constexpr std::array kShapes = {triangle3,     triangle6, quadrilateral4, quadrilateral8, tetrahedron4,
                                tetrahedron10, wedge6,    wedge15,        hexahedron8,    hexahedron20};

struct Variant {
  std::string label;
  SolidCells cells;
  SolidProperties properties;
};

const char* name_of(SolidFormulation formulation) {
  static const char* const names[] = {"full", "reduced", "b_bar", "incompatible"};
  return names[static_cast<int>(formulation)];
}

/// Every shape with every plane, kinematics and formulation that differ, slightly damped or not.
std::vector<Variant> variants() {
  std::vector<Variant> list;
  const auto law = elastic().material;
  const std::shared_ptr<const Material> rubber = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
  for (const CellShape shape : kShapes) {
    const bool plane = topology(shape).dimension == 2;
    const bool box = shape == quadrilateral4 || shape == hexahedron8;
    const bool has_reduced = box || shape == quadrilateral8 || shape == hexahedron20;
    for (const PlaneKind kind : {PlaneKind::strain, PlaneKind::stress, PlaneKind::axisymmetric})
      for (const SolidFormulation formulation : {SolidFormulation::full, SolidFormulation::reduced,
                                                 SolidFormulation::b_bar, SolidFormulation::incompatible})
        for (const bool finite : {false, true}) {
          if (!plane && kind != PlaneKind::strain) continue;
          if (formulation == SolidFormulation::reduced && !has_reduced) continue;
          const bool of_box =
              formulation == SolidFormulation::b_bar || formulation == SolidFormulation::incompatible;
          if (of_box && !box) continue;
          if (formulation == SolidFormulation::b_bar && kind == PlaneKind::stress) continue;
          const bool has_modes = formulation == SolidFormulation::incompatible;
          if (has_modes && kind == PlaneKind::axisymmetric) continue;
          Variant v;
          v.label = fmt::format("{} {} plane {} {}", topology(shape).name, name_of(formulation),
                                static_cast<int>(kind), finite ? "finite" : "small");
          v.cells = one_cell(shape, 0.7);
          v.properties.material = finite ? rubber : law;
          if (plane && kind == PlaneKind::stress)
            v.properties.material = std::make_shared<PlaneStress>(v.properties.material);
          v.properties.plane = kind;
          v.properties.thickness = plane && kind != PlaneKind::axisymmetric ? 0.8 : 1;
          v.properties.finite_strain = finite;
          v.properties.formulation = formulation;
          v.properties.lumped = formulation == SolidFormulation::reduced;
          v.properties.alpha = 0.3;
          v.properties.beta = finite && of_box ? 0 : 0.2;
          list.push_back(v);
          if (!has_modes || !finite) continue;
          v.label += " of a linear law";
          v.properties.material = kind == PlaneKind::stress ? std::make_shared<PlaneStress>(law) : law;
          v.properties.beta = 0.2;
          list.push_back(v);
        }
  }
  return list;
}

template <class Check>
void for_all(const Check& check) {
  for (const Variant& v : variants()) {
    SCOPED_TRACE(v.label);
    ASSERT_EQ(find_inverted(v.cells), v.cells.size());
    const auto block = solid(v.cells, v.properties);
    State state = rest(v.cells);
    Random random(5);
    state.q += random.vector(state.q.size(), -0.05, 0.05);
    state.v = random.vector(state.q.size());
    check(v, *block, state);
  }
}

TEST(Solid, TangentsAreDerivativesOfTheForce) {
  for_all([](const Variant&, const SolidElements& block, const State& state) {
    const auto by_q = [&](const Vector& q) { return force(block, with_q(state, q)); };
    EXPECT_TRUE(close(stiffness(block, state), -differences(by_q, state.q)));
    const auto by_v = [&](const Vector& v) { return force(block, with_v(state, v)); };
    DenseMatrix C = DenseMatrix::Zero(state.q.size(), state.q.size());
    DenseSink sink(C);
    block.add_tangent(state, 1, 0, sink);
    EXPECT_TRUE(close(C, -differences(by_v, state.v)));
  });
}

/// A linear material that does not say so: its elements are integrated at every call.
class Disguised final : public Material {
 public:
  explicit Disguised(std::shared_ptr<const Material> law) : Material(law->density()), law_(std::move(law)) {}
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override {
    law_->evaluate(strain, at, tangent, out);
  }

 private:
  std::shared_ptr<const Material> law_;
};

TEST(Solid, ConstantMatricesGiveWhatElementsGive) {
  for_all([](const Variant& v, const SolidElements& block, const State& state) {
    if (v.properties.finite_strain) return;
    SolidProperties properties = v.properties;
    properties.material = std::make_shared<Disguised>(v.properties.material);
    const auto elements = solid(v.cells, properties);
    ASSERT_TRUE(block.is_linear());
    ASSERT_FALSE(elements->is_linear());
    EXPECT_TRUE(close(force(block, state), force(*elements, state), 1e-12));
    const Vector3 gravity(0.3, -0.7, 0.4);
    Energies a, b;
    block.add_energies(state, gravity, a);
    elements->add_energies(state, gravity, b);
    EXPECT_NEAR(a.kinetic, b.kinetic, 1e-12);
    EXPECT_NEAR(a.strain, b.strain, 1e-12 * std::max(1.0, b.strain));
    EXPECT_NEAR(a.gravity, b.gravity, 1e-12);
    const Vector w = state.q + 2 * state.v;
    const double product = elements->damping_product(state, w);
    EXPECT_NEAR(block.damping_product(state, w), product, 1e-12 * std::max(1.0, std::abs(product)));
    EXPECT_GT(elements->damping_product(state, state.v), 0);
    Vector f = Vector::Zero(state.q.size()), g = f;
    block.add_mass_product(state, state.v, 0.7, f);
    elements->add_mass_product(state, state.v, 0.7, g);
    EXPECT_TRUE(close(f, g, 1e-13));
  });
}

TEST(Solid, ForcesAtRestAreDerivativesOfTheStrainEnergy) {
  for_all([](const Variant&, const SolidElements& block, State state) {
    state.v.setZero();
    const auto energy = [&](const Vector& q) {
      Energies energies;
      block.add_energies(with_q(state, q), Vector3::Zero(), energies);
      return Vector::Constant(1, energies.strain).eval();
    };
    EXPECT_TRUE(close(-force(block, state).transpose(), differences(energy, state.q)));
    EXPECT_GT(energy(state.q)[0], 0);
  });
}

/// Displacement a + A x at every node of a cell.
Vector affine(const SolidCells& cells, const Vector3& a, const Matrix3& A) {
  const Index d = topology(cells.shape).dimension;
  Vector u(static_cast<Index>(cells.places.size()));
  for (Index node = 0; node < u.size() / d; ++node) {
    Vector3 X = Vector3::Zero();
    for (Index k = 0; k < d; ++k) X[k] = cells.places[node * d + k];
    u.segment(node * d, d) = (a + A * X).head(d);
  }
  return u;
}

/// Rigid motions that the kind of cell has: infinitesimal for small strain, finite for finite strain.
TEST(Solid, RigidMotionsMakeNoForce) {
  for_all([](const Variant& v, const SolidElements& block, const State&) {
    const bool rings = v.properties.plane == PlaneKind::axisymmetric;
    const bool space = topology(v.cells.shape).dimension == 3;
    const Vector3 omega = rings ? Vector3::Zero() : space ? Vector3(0.3, -0.4, 0.9) : Vector3(0, 0, 0.9);
    const Vector3 a = rings ? Vector3(0, 0.7, 0) : Vector3(0.4, 0.7, -0.3);
    const Matrix3 A = v.properties.finite_strain
                          ? Matrix3(rotation_exponential(omega).toRotationMatrix() - Matrix3::Identity())
                          : skew(omega);
    State state = rest(v.cells);
    state.q += affine(v.cells, a, A);
    EXPECT_LT(force(block, state).norm(), 1e-13);
    const Vector3 b = rings ? Vector3(0.1, 0, 0) : Vector3(0, 0, 0);
    state.q += affine(v.cells, b, rings ? Matrix3::Zero() : Matrix3(0.1 * Matrix3::Identity()));
    EXPECT_GT(force(block, state).norm(), 1e-3);  // and deformations do
  });
}

/// Modes of a single cell without energy, beside rigid motions, that come from few integration points: of
/// serendipity cells under reduced integration (they do not spread over meshes in the plane), of rings with
/// one point, and the twist of a wedge about the line of its two points.
int soft_modes(const Variant& v) {
  const bool rings = v.properties.plane == PlaneKind::axisymmetric;
  const bool reduced = v.properties.formulation == SolidFormulation::reduced;
  switch (v.cells.shape) {
    case hexahedron20:
      return reduced ? 6 : 0;
    case quadrilateral8:
      return reduced ? 1 : 0;
    case quadrilateral4:
      return reduced && rings ? 1 : 0;
    case triangle3:
      return rings ? 1 : 0;
    default:
      return v.cells.shape == wedge6 ? 1 : 0;
  }
}

TEST(Solid, OnlyRigidMotionsAreSoft) {
  for_all([](const Variant& v, const SolidElements& block, const State&) {
    const bool space = topology(v.cells.shape).dimension == 3;
    const int rigid = v.properties.plane == PlaneKind::axisymmetric ? 1 : space ? 6 : 3;
    const int soft = rigid + soft_modes(v);
    const Vector values =
        Eigen::SelfAdjointEigenSolver<DenseMatrix>(stiffness(block, rest(v.cells))).eigenvalues();
    EXPECT_NEAR(values[soft - 1], 0, 1e-13);
    EXPECT_GT(values[soft], 1e-4);
    EXPECT_GT(values[0], -1e-13);
  });
}

// With a share of the stiffness at further points a reduced hexahedron of second order has only rigid
// motions.
TEST(Solid, AShareAtFurtherPointsHoldsHourglassing) {
  SolidProperties p = elastic();
  p.formulation = SolidFormulation::reduced;
  p.hourglass_share = 0.01;
  const SolidCells cells = one_cell(hexahedron20, 0.3);
  const Vector values =
      Eigen::SelfAdjointEigenSolver<DenseMatrix>(stiffness(*solid(cells, p), rest(cells))).eigenvalues();
  EXPECT_NEAR(values[5], 0, 1e-13);
  EXPECT_GT(values[6], 1e-4);
}

TEST(Solid, MassIsThatOfTheVolume) {
  for_all([](const Variant& v, const SolidElements& block, const State& state) {
    const DenseMatrix M = mass(block, state);
    const Index d = topology(v.cells.shape).dimension;
    EXPECT_NEAR(M.sum(), static_cast<double>(d) * 1.4 * block.volume(0), 1e-12);
    EXPECT_TRUE(close(M, M.transpose(), 1e-15));
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<DenseMatrix>(M).eigenvalues()[0], 1e-4);
    EXPECT_EQ(M.isDiagonal(), v.properties.lumped);
    const Vector a = Random(3).vector(state.q.size());
    Vector product = Vector::Ones(state.q.size());
    block.add_mass_product(state, a, 1.7, product);
    EXPECT_TRUE(close(product, Vector::Ones(state.q.size()) + 1.7 * M * a, 1e-13));
    Energies energies;
    block.add_energies(state, Vector3(0.3, -0.7, 0.4), energies);
    EXPECT_NEAR(energies.kinetic, 0.5 * state.v.dot(M * state.v), 1e-13);
    Vector g(state.q.size());
    for (Index i = 0; i < g.size(); ++i) g[i] = Vector3(0.3, -0.7, 0.4)[i % d];
    EXPECT_NEAR(energies.gravity, -state.q.dot(M * g), 1e-12);
  });
}

// Under a homogeneous strain the stress S is constant: for displacements H x it takes V H S : H.
TEST(Solid, StressStiffnessOfAHomogeneousStress) {
  for (const CellShape shape : {tetrahedron4, tetrahedron10, wedge15, hexahedron8, hexahedron20})
    for (const SolidFormulation formulation : {SolidFormulation::full, SolidFormulation::reduced}) {
      if (formulation == SolidFormulation::reduced && shape != hexahedron20) continue;
      SCOPED_TRACE(topology(shape).name);
      const SolidCells cells = one_cell(shape, 0.0);
      SolidProperties p = elastic();
      p.formulation = formulation;
      const auto block = solid(cells, p);
      Random random(4);
      Matrix3 A, H;
      for (Index i = 0; i < 3; ++i) {
        A.col(i) = random.vector(3, -0.1, 0.1);
        H.col(i) = random.vector(3, -1, 1);
      }
      State state = rest(cells);
      Vector w(state.q.size());
      for (Index i = 0; i < w.size(); i += 3) {
        w.segment<3>(i) = H * state.q.segment<3>(i);
        state.q.segment<3>(i) += (A * state.q.segment<3>(i)).eval();
      }
      std::vector<Voigt> stress(static_cast<std::size_t>(block->n_points()));
      block->point_stresses(state, 0, stress);
      const Matrix3 S = to_matrix(stress[0], 1);
      DenseMatrix K = DenseMatrix::Zero(w.size(), w.size());
      DenseSink sink(K);
      block->add_stress_stiffness(state, 2, sink);
      EXPECT_NEAR(w.dot(K * w), 2 * block->volume(0) * (H * S * H.transpose()).trace(), 1e-11);
      EXPECT_TRUE(close(K, K.transpose(), 1e-13));
    }
}

// With the points of the stiffness a hexahedron of second order has 8 of them: M has rank 8 a direction.
TEST(Solid, MassByThePointsOfTheStiffness) {
  SolidProperties p = elastic();
  p.formulation = SolidFormulation::reduced;
  const SolidCells cells = one_cell(hexahedron20, 0.3);
  const DenseMatrix full = mass(*solid(cells, p), rest(cells));
  p.mass_by_stiffness_points = true;
  const DenseMatrix M = mass(*solid(cells, p), rest(cells));
  EXPECT_NEAR(M.sum(), full.sum(), 2e-3 * full.sum());  // the volume of a distorted cell with 8 points
  EXPECT_FALSE(close(M, full, 1e-3));
  const Vector values = Eigen::SelfAdjointEigenSolver<DenseMatrix>(M).eigenvalues();
  EXPECT_NEAR(values[35], 0, 1e-13);
  EXPECT_GT(values[36], 1e-3);
}

// Mass scaling adds what rigid motions do not feel and lets the frequencies within the element fall; a cube
// of edge 1 is crossed in 1 / sqrt((lambda + 2 mu)/rho).
TEST(Solid, MassScalingKeepsRigidMotions) {
  for (const CellShape shape : {tetrahedron4, wedge6, hexahedron8, hexahedron20, quadrilateral4})
    for (const bool lumped : {false, true})
      for (const bool finite : {false, true}) {
        SCOPED_TRACE(fmt::format("{} {} {}", topology(shape).name, lumped, finite));
        const SolidCells cells = one_cell(shape, 0.7);
        SolidProperties p = elastic();
        p.lumped = lumped;
        p.finite_strain = finite;
        const DenseMatrix plain = mass(*solid(cells, p), rest(cells));
        p.least_crossing = 100;
        const auto block = solid(cells, p);
        State state = rest(cells);
        const DenseMatrix M = mass(*block, state);
        const Index d = topology(shape).dimension;
        EXPECT_NEAR(M.sum(), plain.sum(), 1e-9 * M.norm());
        const auto n = static_cast<double>(M.rows() / d);
        const double beta_m = (plain(0, d) - M(0, d)) * n * (n - 1);
        EXPECT_GT(beta_m, 100);
        EXPECT_NEAR(M(0, 0) - plain(0, 0), beta_m / n, 1e-9 * beta_m);
        const Vector a = Random(3).vector(state.q.size());
        Vector product = Vector::Zero(state.q.size());
        block->add_mass_product(state, a, 1.7, product);
        EXPECT_TRUE(close(product, Vector(1.7 * M * a), 1e-9));
        state.v = a;
        Energies energies;
        block->add_energies(state, Vector3::Zero(), energies);
        EXPECT_NEAR(energies.kinetic, 0.5 * a.dot(M * a), 1e-9 * energies.kinetic);
      }
  // (T / t)^2 - 1 of a cube, and nothing where a wave takes longer
  const SolidCells cube = one_cell(hexahedron8, 0);  // edges 2, 2.4, 1.8
  SolidProperties p = elastic();
  const double speed = std::sqrt(isotropic_stiffness(2.5, 0.3)(0, 0) / 1.4), t = 1.8 / speed;
  const DenseMatrix plain = mass(*solid(cube, p), rest(cube));
  p.least_crossing = 3 * t;
  const double m = 1.4 * 2 * 2.4 * 1.8;
  EXPECT_NEAR((plain - mass(*solid(cube, p), rest(cube)))(0, 3), 8 * m / (8 * 7), 1e-9);
  p.least_crossing = 0.999 * t;
  EXPECT_TRUE(close(plain, mass(*solid(cube, p), rest(cube)), 1e-15));
}

TEST(Solid, DampingTakesThePowerOfItsForces) {
  for_all([](const Variant&, const SolidElements& block, const State& state) {
    const Vector damping = force(block, with_v(state, Vector::Zero(state.v.size()))) - force(block, state);
    const Vector w = state.q + 2 * state.v;
    EXPECT_NEAR(block.damping_product(state, state.v), damping.dot(state.v), 1e-12);
    EXPECT_NEAR(block.damping_product(state, w), damping.dot(w), 1e-12 * damping.norm() * w.norm());
    EXPECT_GT(block.damping_product(state, state.v), 0);
  });
}

/// Homogeneous deformation: the Cauchy stress is the closed form everywhere, at points and at nodes.
TEST(Solid, HomogeneousDeformationHasTheStressOfTheLaw) {
  for_all([](const Variant& v, const SolidElements& block, const State&) {
    if (v.label.ends_with("of a linear law")) return;
    const bool space = topology(v.cells.shape).dimension == 3;
    const PlaneKind plane = v.properties.plane;
    Matrix3 H;
    H << 0.05, 0.02, -0.01, 0.03, -0.04, 0.02, -0.02, 0.01, 0.06;
    if (!space) {
      H.row(2).setZero();
      H.col(2).setZero();
    }
    if (plane == PlaneKind::axisymmetric) {
      H(0, 1) = H(1, 0) = 0;
      H(2, 2) = H(0, 0);  // u_r = H_00 r
    }
    State state = rest(v.cells);
    state.q += affine(v.cells, Vector3::Zero(), H);
    Matrix3 expected;
    if (v.properties.finite_strain) {  // neo-Hookean: (mu (F F^T - 1) + lambda ln J) / J
      Matrix3 F = Matrix3::Identity() + H;
      if (!space && plane == PlaneKind::stress)  // bisection of sigma_33 = 0
        for (double low = 0.5, high = 1.5; high - low > 1e-16;) {
          const double x = (low + high) / 2, J = F(0, 0) * F(1, 1) * x - F(0, 1) * F(1, 0) * x;
          (0.9 * (x * x - 1) + 1.5 * std::log(J) > 0 ? high : low) = x;
          F(2, 2) = x;
          if (high - low < 3e-16) break;
        }
      const double J = F.determinant();
      expected =
          (0.9 * (F * F.transpose() - Matrix3::Identity()) + 1.5 * std::log(J) * Matrix3::Identity()) / J;
    } else {
      const double mu = 2.5 / 2.6, lambda = 2.5 * 0.3 / (1.3 * 0.4);
      Matrix3 e = (H + H.transpose()) / 2;
      if (!space && plane == PlaneKind::stress) e(2, 2) = -0.3 / 0.7 * (e(0, 0) + e(1, 1));
      expected = 2 * mu * e + lambda * e.trace() * Matrix3::Identity();
    }
    const Voigt stress = to_voigt(expected, 1);
    std::array<Voigt, 27> computed;
    block.point_stresses(state, 0, computed);
    for (int i = 0; i < block.n_points(); ++i) EXPECT_LT((computed[i] - stress).norm(), 1e-13);
    block.nodal_stresses(state, 0, computed);
    for (int i = 0; i < topology(v.cells.shape).nodes; ++i) EXPECT_LT((computed[i] - stress).norm(), 1e-13);
  });
}

/// An incompressible bending field locks the full first-order cell, b_bar does not: with nu near 1/2 the
/// stiffness of the mode x y stays finite.
TEST(Solid, MeanVolumeChangeDoesNotLock) {
  for (const CellShape shape : {quadrilateral4, hexahedron8})
    for (const bool finite : {false, true}) {
      const SolidCells cells = one_cell(shape, 0);
      SolidProperties p = elastic(1, 0.49999);
      p.finite_strain = finite;
      const auto soft = [&](SolidFormulation formulation) {
        p.formulation = formulation;
        const auto block = solid(cells, p);
        const Vector values =
            Eigen::SelfAdjointEigenSolver<DenseMatrix>(stiffness(*block, rest(cells))).eigenvalues();
        return values[values.size() - 2];
      };
      EXPECT_GT(soft(SolidFormulation::full), 1000);  // many stiff modes
      EXPECT_LT(soft(SolidFormulation::b_bar), 10);   // a single one, the change of volume
    }
}

/// Plastic strains stay after unloading, and only System::accept puts them into the state.
TEST(Solid, PlasticHistoryIsWrittenApart) {
  const SolidCells cells = one_cell(hexahedron8, 0.3);
  SolidProperties p;
  p.material = std::make_shared<Plastic>(1.0, 200.0, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.1, 2}});
  const auto block = make_solid("s", cells, p, 0);
  State state = rest(cells);
  state.history.push_back({"s", std::make_shared<const std::vector<double>>(8 * 7, 0.0)});
  EXPECT_FALSE(block->is_linear());
  Matrix3 H = Matrix3::Zero();
  H(0, 0) = 0.02;
  state.q += affine(cells, Vector3::Zero(), H);
  const auto next = std::make_shared<std::vector<double>>(8 * 7);
  block->update_history(state, *next);
  EXPECT_EQ(state.history[0].committed(), std::vector<double>(56, 0.0));
  state.history[0].values = next;
  EXPECT_GT(state.history[0].committed()[6], 0.005);
  // the tangent with history
  const auto by_q = [&](const Vector& q) { return force(*block, with_q(state, q)); };
  State moved = state;
  moved.q += Random(2).vector(state.q.size(), -0.02, 0.02);
  EXPECT_TRUE(close(stiffness(*block, moved),
                    -differences([&](const Vector& q) { return by_q(q); }, moved.q, 1e-6), 1e-6));
  moved.q = rest(cells).q;
  EXPECT_GT(force(*block, moved).norm(), 0.1);  // the old length is now under pressure
}

TEST(Solid, InvertedCellsAreFound) {
  for (const CellShape shape : kShapes) {
    SolidCells cells = one_cell(shape, 0.3);
    EXPECT_EQ(find_inverted(cells), 1U);
    const auto d = static_cast<std::size_t>(topology(shape).dimension);
    for (std::size_t i = 0; i < cells.places.size(); i += d) cells.places[i] *= -1;
    EXPECT_EQ(find_inverted(cells), 0U) << topology(shape).name;
  }
}

TEST(Solid, ElementsTurnedInsideOutAreFound) {
  for_all([](const Variant& v, const SolidElements& block, const State& state) {
    ASSERT_EQ(block.find_inverted(state), v.cells.size());
    State mirrored = state;
    const auto d = static_cast<Index>(topology(v.cells.shape).dimension);
    for (Index i = d - 1; i < state.q.size(); i += d) mirrored.q[i] *= -1;
    EXPECT_EQ(block.find_inverted(mirrored), v.properties.finite_strain ? 0U : v.cells.size());
    mirrored = state;
    mirrored.q.setConstant(std::nan(""));
    EXPECT_EQ(block.find_inverted(mirrored), v.properties.finite_strain ? 0U : v.cells.size());
    if (v.properties.plane != PlaneKind::axisymmetric || d != 2) return;
    mirrored = state;  // through the axis without a change of orientation
    mirrored.q *= -1;
    EXPECT_EQ(block.find_inverted(mirrored), v.properties.finite_strain ? 0U : v.cells.size());
  });
}

}  // namespace
}  // namespace jounce
