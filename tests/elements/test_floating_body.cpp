#include "elements/floating_body.h"

#include <gmock/gmock.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "elements/euler_bernoulli.h"

namespace jounce::test {
namespace {

const std::string kRod = scene::material({.E = 2.5, .nu = 0.2, .rho = 1.4}) +
                         scene::rectangle({.height = 0.7, .width = 0.4}) +
                         scene::line_mesh({.from = {0.1, 0.2}, .to = {2.5, 1.9}, .elements = 3}) +
                         scene::element({.type = "euler-bernoulli", .section = "s"}) + R"(
[[body]]
name = "f"
type = "flexible"
mesh = "l"
supports = ["start"]
position = [0.3, -0.4]
rotation = [0.6]
[integrator]
step = 1e-3
end = 1
)";

std::unique_ptr<Model> built(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), overrides));
}

/// Kinetic energy of the planar rod straight from its definition, 1/2 int rho A |r'|^2 + rho I phi'^2, by
/// Simpson's rule: no inertia shape integrals.
double kinetic_energy(const FloatingBodyBlock& block, const State& state) {
  const FlexibleBody& body = block.body();
  const FloatingFrame& frame = block.frame();
  Vector q(body.n), v(body.n);
  for (Index i = 0; i < body.n; ++i) {
    q[i] = state.q[frame.elastic[i]];
    v[i] = state.v[frame.elastic[i]];
  }
  const Vector x = body.Phi * q, x_rate = body.Phi * v;
  const Vector3 Omega = frame.angular_velocity(state);
  Vector3 velocity = Vector3::Zero();
  for (int i = 0; i < 2; ++i) velocity[i] = state.v[frame.translation[i]];
  const Vector3 V = frame.orientation(state).transpose() * velocity;
  const double rho_A = 1.4 * 0.7 * 0.4, rho_I = 1.4 * 0.4 * std::pow(0.7, 3) / 12;
  double T = 0;
  for (const auto& line : body.lines) {
    const auto& one = body.rows[line[0]];
    const auto& two = body.rows[line[1]];
    const Vector3 start = body.points[line[0]];
    const Vector3 span = body.points[line[1]] - start;
    const double L = span.norm();
    const Vector3 t = span / L, n = Vector3::UnitZ().cross(t);
    /// Displacement and slope of the field of nodal values at s = L xi.
    const auto field = [&](const Vector& nodal, double xi, Vector3& u, double& slope) {
      const auto at = [&](const std::array<Index, 6>& rows) {
        return Vector3(nodal[rows[0]], nodal[rows[1]], 0);
      };
      const Vector3 u_1 = at(one), u_2 = at(two);
      const double w_1 = n.dot(u_1), w_2 = n.dot(u_2), a_1 = nodal[one[5]], a_2 = nodal[two[5]];
      const double x2 = xi * xi, x3 = x2 * xi;
      const double w = (1 - 3 * x2 + 2 * x3) * w_1 + L * (xi - 2 * x2 + x3) * a_1 + (3 * x2 - 2 * x3) * w_2 +
                       L * (x3 - x2) * a_2;
      slope = (6 * (x2 - xi) * (w_1 - w_2)) / L + (1 - 4 * xi + 3 * x2) * a_1 + (3 * x2 - 2 * xi) * a_2;
      u = t * ((1 - xi) * t.dot(u_1) + xi * t.dot(u_2)) + n * w;
    };
    const int intervals = 200;
    for (int i = 0; i <= intervals; ++i) {
      const double xi = static_cast<double>(i) / intervals;
      const double weight = (i == 0 || i == intervals ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * L / (3.0 * intervals);
      Vector3 u, u_rate;
      double slope = 0, slope_rate = 0;
      field(x, xi, u, slope);
      field(x_rate, xi, u_rate, slope_rate);
      const Vector3 r_rate = V + Omega.cross(start + xi * span + u) + u_rate;
      T += 0.5 * weight * (rho_A * r_rate.squaredNorm() + rho_I * std::pow(Omega.z() + slope_rate, 2));
    }
  }
  return T;
}

TEST(FloatingBody, KineticEnergyIsThatOfTheBeamsMotion) {
  const auto model = built(kRod);
  const auto& block = dynamic_cast<const FloatingBodyBlock&>(*model->find_block("f"));
  Random random(3);
  for (int i = 0; i < 5; ++i) {
    const State state = random_state(model->system, random);
    EXPECT_NEAR(model->system.energies(state).kinetic, kinetic_energy(block, state), 1e-8);
  }
}

TEST(FloatingBody, IntegralsOfAStraightRod) {
  const auto model = built(kRod, {"mesh.l.from=[0, 0]", "mesh.l.to=[3, 0]"});
  const FlexibleBody& body = dynamic_cast<const FloatingBodyBlock&>(*model->find_block("f")).body();
  const double m = 1.4 * 0.28 * 3;
  EXPECT_NEAR(body.mass, m, 1e-14);
  EXPECT_TRUE(close(body.first_moment, Vector3(1.5 * m, 0, 0), 1e-14));
  EXPECT_NEAR(body.inertia(2, 2), m * 9 / 3 + m * 0.49 / 12, 1e-13);
  // I_4 of a rotation of the frame as a deformation, clamped node aside: int rho r x (e x r) = J_0.
  Vector turn = Vector::Zero(body.n);
  for (std::size_t node = 1; node < body.points.size(); ++node) {
    turn[static_cast<Index>(3 * (node - 1) + 1)] = body.points[node].x();
    turn[static_cast<Index>(3 * (node - 1) + 2)] = 1;
  }
  const Vector I4 = body.b[1] - body.b[3];
  // The clamped node lacks its slope 1: the field of that slope is L (x - 2 x^2 + x^3), L = 1, over one
  // element.
  const double rho_A = 1.4 * 0.28;
  const double missing = rho_A * (1.0 / 3 - 2.0 / 4 + 1.0 / 5);
  EXPECT_NEAR(I4.dot(turn) + missing, body.inertia(2, 2), 1e-12);
}

/// Momentum and angular momentum about the origin.
Vector momenta(const System& system, const State& state) {
  Vector product = Vector::Zero(system.nv());
  system.add_mass_product(state, state.v, 1.0, product);
  const auto& frame = dynamic_cast<const FloatingBodyBlock&>(*system.blocks().front()).frame();
  Vector3 P = Vector3::Zero(), L = Vector3::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    if (frame.translation[i] >= 0) P[static_cast<Index>(i)] = product[frame.translation[i]];
    if (frame.rotation[i] >= 0) L[static_cast<Index>(i)] = product[frame.rotation[i]];
  }
  Vector both(6);
  both << P, frame.position(state).cross(P) + frame.orientation(state) * L;
  return both;
}

const std::string kSpace = [] {
  std::string text = kRod;
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("from = [0.1, 0.2]", "from = [0.1, 0.2, -0.3]");
  replace("to = [2.5, 1.9]", "to = [2.5, 1.9, 1.4]");
  replace(R"("euler-bernoulli")", R"("beam"
y_axis = [0.2, 0.1, 1])");
  replace("position = [0.3, -0.4]\nrotation = [0.6]",
          "position = [0.3, -0.4, 0.2]\nrotation = [0.6, 0.2, -0.3]");
  return "[model]\ndimension = 3\n" + text;
}();

/// A tumbling free body: momenta and energy are kept by the equations of motion, so the scheme's error in
/// them falls with the square of the step at least.
void expect_momenta_kept(const std::string& text, const std::vector<std::string>& overrides) {
  std::vector<double> drift;
  for (const double h : {4e-3, 2e-3}) {
    std::vector<std::string> values = overrides;
    values.push_back("integrator.step=" + std::to_string(h));
    values.emplace_back("integrator.rho_inf=1");
    DeckRun run(text, values);
    Random random(11);
    run.state.v = 0.4 * random.vector(run.system().nv());
    if (run.system().joints().rows() > 0)
      for (const Index dof :
           dynamic_cast<const FloatingBodyBlock&>(*run.system().blocks().front()).frame().elastic)
        run.state.v[dof] = 0;
    run.integrator->initialise(run.state, h);
    const Vector start = momenta(run.system(), run.state);
    const double energy = run.energy();
    double worst = 0;
    for (int i = 0; i < static_cast<int>(std::lround(0.4 / h)); ++i) {
      ASSERT_TRUE(run.step());
      const Vector now = momenta(run.system(), run.state);
      worst = std::max({worst, (now - start).norm(), std::abs(run.energy() - energy)});
      EXPECT_LT(run.violation().first, 1e-12);
      EXPECT_LT(run.violation().second, 1e-11);
    }
    drift.push_back(worst);
  }
  EXPECT_LT(drift[1], 1e-3);
  EXPECT_GT(std::log2(drift[0] / drift[1]), 1.8) << drift[0] << " " << drift[1];
}

TEST(FloatingBody, FreeFlightKeepsMomentaAndEnergy) {
  expect_momenta_kept(kRod, {});
  expect_momenta_kept(kSpace, {});
  expect_momenta_kept(kSpace, {"body.f.coordinates=modal", "body.f.modes=6"});
}

TEST(FloatingBody, FreeFlightWithMeanAxis) {
  const std::string text = [] {
    std::string changed = kRod;
    const std::string from = R"(supports = ["start"])";
    return changed.replace(changed.find(from), from.size(), R"(reference = "free-free")");
  }();
  expect_momenta_kept(text, {});
  expect_momenta_kept(text, {"body.f.coordinates=modal", "body.f.modes=4"});
}

TEST(FloatingBody, AllModesEqualNodalCoordinates) {
  const auto end_of = [](const std::vector<std::string>& overrides) {
    std::vector<std::string> values = overrides;
    values.insert(values.end(), {"integrator.step=2e-3", "model.gravity=[0, -1]"});
    DeckRun run("[model]\n" + kRod + R"(
[[joint]]
name = "j"
type = "revolute"
between = ["ground", "f.end"]
)",
                values);
    run.integrator->initialise(run.state, run.h);
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(run.step());
    MarkerKinematics k;
    run.model->find_marker("f.start")->evaluate(run.state, Derivatives::none, k);
    return k.x;
  };
  const std::string at_end = "model.dimension=2";
  const Vector3 nodal = end_of({at_end});
  EXPECT_TRUE(close(end_of({at_end, "body.f.coordinates=modal", "body.f.modes=9"}), nodal, 1e-9));
  EXPECT_FALSE(close(end_of({at_end, "body.f.coordinates=modal", "body.f.modes=1"}), nodal, 1e-9));
}

TEST(FloatingBody, StiffeningHasItsTangent) {
  for (const std::string& text : {kRod, kSpace}) {
    const auto model = built(text, {"body.f.stiffening=true"});
    const auto& block = *model->find_block("f");
    const System& system = model->system;
    Random random(21);
    const State state = random_state(system, random);
    const auto force = [&](const State& at) {
      Vector f = Vector::Zero(system.nv());
      block.add_force(at, f);
      return f;
    };
    DenseMatrix C = DenseMatrix::Zero(system.nv(), system.nv()), K = C;
    DenseSink damping(C), stiffness(K);
    block.add_tangent(state, 1, 0, damping);
    block.add_tangent(state, 0, 1, stiffness);
    const Vector none = Vector::Zero(system.nv());
    EXPECT_TRUE(
        close(K, -differences([&](const Vector& x) { return force(moved(system, state, x)); }, none)));
    EXPECT_TRUE(close(C, -differences([&](const Vector& v) { return force(with_v(state, v)); }, state.v)));
    EXPECT_FALSE(close(force(state), [&] {
      const auto plain = built(text);
      Vector f = Vector::Zero(system.nv());
      plain->find_block("f")->add_force(state, f);
      return f;
    }()));
  }
}

}  // namespace
}  // namespace jounce::test
