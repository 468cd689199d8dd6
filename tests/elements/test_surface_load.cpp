#include "elements/surface_load.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/solid_meshes.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

/// The whole surface of a patch of cells of one shape, sorted by the shapes of its faces.
std::vector<SurfaceFaces> skin(const SolidCells& cells) {
  std::map<std::vector<int>, std::pair<CellShape, std::vector<int>>> outside;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (const CellFace& face : topology(cells.shape).faces) {
      std::vector<int> nodes;
      for (const int a : face.nodes) nodes.push_back(cells.cell(i)[a]);
      std::vector<int> key = nodes;
      std::sort(key.begin(), key.end());
      if (outside.erase(key) == 0) outside[key] = {face.shape, nodes};
    }
  std::map<CellShape, SurfaceFaces> faces;
  for (const auto& [key, face] : outside) {
    SurfaceFaces& of_shape = faces[face.first];
    of_shape.shape = face.first;
    of_shape.nodes.insert(of_shape.nodes.end(), face.second.begin(), face.second.end());
    of_shape.places = cells.places;
    of_shape.dofs = cells.dofs;
  }
  std::vector<SurfaceFaces> list;
  for (auto& [shape, of_shape] : faces) list.push_back(of_shape);
  return list;
}

SurfaceLoadValue pressure(double p, bool follower) {
  SurfaceLoadValue value;
  value.kind = follower ? SurfaceLoadValue::Kind::follower_pressure : SurfaceLoadValue::Kind::pressure;
  value.pressure = [p](double) { return p; };
  return value;
}

/// A uniform pressure all around does the work p times the change of volume: f . du = -p dV, and the solid
/// answers with the stress -p 1.
TEST(SurfaceLoad, PressureAllAroundIsWorkOfVolume) {
  for (const CellShape shape : {triangle3, triangle6, quadrilateral4, quadrilateral8, tetrahedron4,
                                tetrahedron10, wedge6, wedge15, hexahedron8, hexahedron20}) {
    SCOPED_TRACE(topology(shape).name);
    const SolidCells cells = patch(shape, 2, 0.1, false);
    const State state = rest(cells);
    const Index d = topology(shape).dimension;
    Vector f = Vector::Zero(state.q.size());
    double area = 0;
    for (SurfaceFaces& faces : skin(cells)) {
      const auto load = make_surface_load("p", faces, pressure(1.5, false));
      load->add_force(state, f);
      area += load->area();
    }
    EXPECT_NEAR(area, d == 2 ? 8 : 24, 1e-12);
    // uniform stress -p 1 makes the opposite forces
    SolidProperties p = elastic(1, 0);
    const auto block = solid(cells, p);
    State pressed = state;
    pressed.q *= 1 - 1.5;  // strain -1.5 with E = 1, nu = 0; plane strain does not press back
    EXPECT_LT((f + force(*block, pressed)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SurfaceLoad, FollowerPressureTurnsWithTheSurfaceAndHasItsTangent) {
  for (const CellShape shape :
       {quadrilateral4, quadrilateral8, tetrahedron4, tetrahedron10, hexahedron8, hexahedron20}) {
    SCOPED_TRACE(topology(shape).name);
    const SolidCells cells = patch(shape, 1, 0, false);
    const Index d = topology(shape).dimension;
    const State state = rest(cells);
    for (const PlaneKind plane : {PlaneKind::strain, PlaneKind::axisymmetric}) {
      if (d == 3 && plane == PlaneKind::axisymmetric) continue;
      for (SurfaceFaces& faces : skin(cells)) {
        faces.nodes.resize(topology(faces.shape).nodes);  // one face
        faces.plane = plane;
        faces.thickness = plane == PlaneKind::axisymmetric ? 1 : 0.7;
        const auto follower = make_surface_load("p", faces, pressure(1.5, true));
        const auto dead = make_surface_load("p", faces, pressure(1.5, false));
        EXPECT_TRUE(close(force(*follower, state), force(*dead, state), 1e-14));
        const State moved = with_q(state, state.q + Random(3).vector(state.q.size(), -0.2, 0.2));
        const auto by_q = [&](const Vector& q) { return force(*follower, with_q(state, q)); };
        EXPECT_TRUE(close(stiffness(*follower, moved), -differences(by_q, moved.q)));
        EXPECT_EQ(force(*dead, moved), force(*dead, state));
        if (plane == PlaneKind::axisymmetric) continue;
        const Matrix3 R =
            rotation_exponential(d == 3 ? Vector3(0.3, 0.5, -0.8) : Vector3(0, 0, 0.8)).toRotationMatrix();
        State turned = state;
        Vector expected = force(*dead, state);
        for (Index node = 0; node < state.q.size() / d; ++node) {
          turned.q.segment(node * d, d) = R.topLeftCorner(d, d) * state.q.segment(node * d, d);
          expected.segment(node * d, d) = R.topLeftCorner(d, d) * expected.segment(node * d, d).eval();
        }
        EXPECT_TRUE(close(force(*follower, turned), expected, 1e-13));
      }
    }
  }
}

/// A ring: the edge of a rectangle from (2, 1) to (2, 4) under pressure carries p 2 pi R h.
TEST(SurfaceLoad, RingsCarryThePressureOfTheirCircumference) {
  SurfaceFaces faces;
  faces.shape = line2;
  faces.nodes = {0, 1};
  faces.places = {2, 1, 2, 4};
  faces.dofs = {0, 1, 2, 3};
  faces.plane = PlaneKind::axisymmetric;
  const auto load = make_surface_load("p", faces, pressure(1.5, false));
  EXPECT_NEAR(load->area(), 2 * M_PI * 2 * 3, 1e-13);
  State state{0, Vector::Zero(4), Vector::Zero(4), {}};
  state.q << 2, 1, 2, 4;
  const Vector f = force(*load, state);
  EXPECT_NEAR(f[0] + f[2], -1.5 * 2 * M_PI * 2 * 3, 1e-12);  // the edge runs upwards: its right side is +x
  EXPECT_NEAR(f[1] + f[3], 0, 1e-15);
}

TEST(SurfaceLoad, TractionHasItsResultantAndPower) {
  for (const CellShape shape : {triangle6, quadrilateral4, wedge15, hexahedron20}) {
    const SolidCells cells = patch(shape, 1, 0, false);
    const Index d = topology(shape).dimension;
    State state = rest(cells);
    state.t = 2;
    state.v = Vector::Ones(state.q.size());
    SurfaceLoadValue value;
    value.kind = SurfaceLoadValue::Kind::traction;
    value.traction = [](double t) { return Vector3(t, 0.5, -1); };
    double area = 0;
    Vector f = Vector::Zero(state.q.size());
    Powers powers;
    for (SurfaceFaces& faces : skin(cells)) {
      faces.thickness = d == 2 ? 0.7 : 1;
      const auto load = make_surface_load("t", faces, value);
      load->add_force(state, f);
      load->add_powers(state, powers);
      EXPECT_TRUE(load->is_linear());
      area += load->area();
    }
    EXPECT_NEAR(area, d == 2 ? 8 * 0.7 : 24, 1e-12);
    EXPECT_NEAR(f.sum(), area * (d == 2 ? 2.5 : 1.5), 1e-12);
    EXPECT_NEAR(powers.applied, f.sum(), 1e-12);
  }
}

}  // namespace
}  // namespace jounce
