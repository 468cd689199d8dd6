// Shells: rigid motions, patches, plastic tangents, masses, critical steps, messages of wrong decks.

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "elements/shell.h"
#include "math/rotation.h"
#include "shell_sheet.h"

namespace jounce {
namespace {

using namespace test;

constexpr double kShellSmall = 1e-7;

TEST(Shell, RigidMotionsOfAnySizeMakeNoForce) {
  for (const auto& [cells, order] : shell_kinds()) {
    const auto model = sheet({.corners = "[0, 0, 0, 3, 0.4, 0.5, 2.4, 2.5, -0.3, -0.3, 1.6, 0.8]",
                              .cells = cells,
                              .keys = "drilling = 1\noffset = 0.01",
                              .order = order});
    const Vector3 psi(1.2, -2.0, 0.7), shift(5, -3, 2);
    const Quaternion turn = rotation_exponential(psi);
    const State state = placed_shell(
        *model, [&](const Vector3& X) { return Vector3(turn * X + shift); },
        [&](const Vector3&) -> const Vector3& { return psi; });
    EXPECT_LT(shell_force(*model, state).norm(), 1e-12 * 200 * 0.05 * 3);
    Energies energies;
    shell_of(*model).add_energies(state, Vector3::Zero(), energies);
    EXPECT_LT(energies.strain, 1e-24 * 200);
  }
}

/// A motion under which the section forces of a plate are the same everywhere: inner nodes are in balance,
/// the outer ones are not, and the energy is that of the strain. The plate is a mesh of sides of any
/// direction.
template <class Place, class Turn>
void expect_patch(const Place& x, const Turn& psi, double energy_density) {
  for (const auto& [cells, order] : shell_kinds()) {
    SCOPED_TRACE(cells + std::to_string(order));
    const auto model = patch({cells, order});
    const State state = placed_shell(*model, x, psi);
    const Vector f = shell_force(*model, state);
    double at_inner = 0;
    int inner = 0;
    const ShellCells& all = shell_of(*model).cells();
    for (std::size_t node = 0; node < all.points.size(); ++node) {
      if (is_on_patch_boundary(all.places[node])) continue;
      ++inner;
      for (const Index dof : all.dofs[node]) at_inner = std::max(at_inner, std::abs(f[dof]));
    }
    EXPECT_EQ(inner, order == 1 ? 4 : cells == "triangles" ? 17 : 12);
    EXPECT_LT(at_inner, 1e-4 * f.cwiseAbs().maxCoeff());
    Energies energies;
    shell_of(*model).add_energies(state, Vector3::Zero(), energies);
    EXPECT_NEAR(energies.strain / kPatchArea, energy_density, 1e-4 * energy_density);
  }
}

TEST(Shell, PassesTheMembranePatchTest) {
  const double stretch = kShellSmall, shear = 2 * kShellSmall;
  expect_patch([&](const Vector3& X) { return Vector3(X.x() * (1 + stretch) + shear * X.y(), X.y(), X.z()); },
               [&](const Vector3&) { return Vector3(0, 0, -0.5 * shear); },
               0.5 * kShellH *
                   (kShellE / (1 - kShellNu * kShellNu) * stretch * stretch +
                    kShellE / (2 + 2 * kShellNu) * shear * shear));
}

TEST(Shell, PassesTheBendingPatchTest) {
  const double curvature = kShellSmall, twist = 2 * kShellSmall;
  const double D = kShellE * kShellH * kShellH * kShellH / (12 * (1 - kShellNu * kShellNu));
  expect_patch(
      [&](const Vector3& X) {
        return Vector3(X.x(), X.y(), 0.5 * curvature * X.x() * X.x() + twist * X.x() * X.y());
      },
      [&](const Vector3& X) { return Vector3(twist * X.x(), -curvature * X.x() - twist * X.y(), 0); },
      0.5 * D * (curvature * curvature + 2 * (1 - kShellNu) * twist * twist));
}

TEST(Shell, PassesTheShearPatchTest) {
  const double shear = kShellSmall;
  for (const auto& [cells, order] : shell_kinds()) {
    if (cells == "triangles" && order == 1) continue;  // softer across
    const auto model = patch({cells, order});
    const State state = placed_shell(
        *model, [&](const Vector3& X) { return Vector3(X.x(), X.y(), shear * X.x()); },
        [](const Vector3&) { return Vector3(0, 0, 0); });
    Energies energies;
    shell_of(*model).add_energies(state, Vector3::Zero(), energies);
    const double expected = 0.5 * 5.0 / 6 * kShellE / (2 + 2 * kShellNu) * kShellH * shear * shear;
    EXPECT_NEAR(energies.strain / kPatchArea, expected, 1e-4 * expected);
  }
}

TEST(Shell, PlasticTangentIsTheDerivativeOfTheForce) {
  for (const auto& [cells, order] : shell_kinds()) {
    const auto model =
        sheet({.cells = cells,
               .counts = "[1, 1]",
               .material = "[[material]]\nname = \"m\"\ntype = \"plastic\"\nE = 200\nnu = "
                           "0.3\nrho = 1.5\nyield_stress = [0.5, 5]\nplastic_strain = [0, 1]\n",
               .order = order});
    Random random(5);
    const State state = random_state(model->system, random);
    const auto force = [&](const Vector& d) { return shell_force(*model, moved(model->system, state, d)); };
    const DenseMatrix K =
        dense(model->system.nv(), [&](MatrixSink& sink) { shell_of(*model).add_tangent(state, 0, 1, sink); });
    EXPECT_TRUE(close(K, -differences(force, Vector::Zero(model->system.nv()), 3e-4)));
    std::vector<double> history(state.history[0].committed());
    shell_of(*model).update_history(state, history);
    EXPECT_GT(*std::max_element(history.begin(), history.end()), 1e-3);  // it yields
  }
}

TEST(Shell, HistoryComesFromThatOfTheState) {
  const auto model = sheet({.material = "[[material]]\nname = \"m\"\ntype = \"plastic\"\nE = 200\nnu = "
                                        "0.3\nrho = 1.5\nyield_stress = [0.5, 5]\nplastic_strain = [0, "
                                        "1]\n"});
  const State state = model->system.initial_state();
  std::vector<double> history(state.history[0].committed().size(), 7.0);
  shell_of(*model).update_history(state, history);
  for (const double value : history) EXPECT_EQ(value, 0);
}

/// Below the yield stress a plastic shell is an elastic one, across it as well.
TEST(Shell, PlasticStiffnessBeginsWithTheElasticOne) {
  const auto stiffness_of = [](const std::string& law, const std::string& strain) {
    const auto model =
        sheet({.keys = "strain = \"" + strain + "\"",
               .material = "[[material]]\nname = \"m\"\nE = 200\nnu = 0.3\nrho = 1.5\n" + law});
    return dense(model->system.nv(), [&](MatrixSink& sink) {
      shell_of(*model).add_tangent(model->system.initial_state(), 0, 1, sink);
    });
  };
  const DenseMatrix elastic = stiffness_of("", "green-lagrange");
  for (const std::string back : {"", "back_stress = [0, 0.1]\n"})
    for (const std::string strain : {"green-lagrange", "logarithmic"}) {
      const std::string law = "type = \"plastic\"\nyield_stress = [0.5, 5]\nplastic_strain = [0, 1]\n" + back;
      EXPECT_LT((stiffness_of(law, strain) - elastic).norm(), 1e-12 * elastic.norm()) << strain;
    }
}

/// Forces, history and energies in one pass are those of the functions for each; the energies of the last
/// pass are not taken for those of another state.
void expect_one_pass(const std::string& keys, int order) {
  SCOPED_TRACE(keys + std::to_string(order));
  const auto model = sheet({.counts = order == 1 ? "[2, 2]" : "[1, 1]",
                            .keys = keys,
                            .material = "[[material]]\nname = \"m\"\ntype = \"plastic\"\nE = 200\nnu = "
                                        "0.3\nrho = 1.5\nyield_stress = [0.5, 5]\nplastic_strain = [0, 1]\n",
                            .order = order});
  const ShellElements& shell = shell_of(*model);
  Random random(7);
  State state = random_state(model->system, random);
  state.t = 0.1;
  const auto energies_of = [&](const State& at) {
    Energies energies;
    shell.add_energies(at, Vector3(0, 0, -10), energies);
    return energies;
  };
  const auto expect_same = [](const Energies& a, const Energies& b, double tolerance) {
    EXPECT_NEAR(a.strain, b.strain, tolerance * b.strain);
    EXPECT_NEAR(a.plastic, b.plastic, tolerance * b.plastic);
    EXPECT_DOUBLE_EQ(a.kinetic, b.kinetic);
    EXPECT_DOUBLE_EQ(a.gravity, b.gravity);
  };
  const Energies alone = energies_of(state);
  const Vector expected = shell_force(*model, state);
  std::vector<double> history(state.history[0].committed().size(), 7.0);
  const auto next = std::make_shared<std::vector<double>>(history);
  shell.update_history(state, history);
  Vector f = Vector::Zero(state.v.size());
  shell.add_final_force(state, *next, f);
  EXPECT_LT((f - expected).norm(), 1e-12 * f.norm());
  EXPECT_LT((shell_force(*model, state) - f).norm(), 1e-14 * f.norm());
  for (std::size_t i = 0; i < history.size(); ++i) EXPECT_NEAR((*next)[i], history[i], 1e-14);
  expect_same(energies_of(state), alone, 1e-12);
  EXPECT_GT(alone.plastic, 0);

  State accepted = state;  // nothing flows any more
  accepted.history[0].values = next;
  accepted.history[0].time = state.t;
  const Vector known_force = shell_force(*model, accepted);
  const Energies known = energies_of(accepted);
  State other = state;
  other.q[shell.cells().dofs[0][0]] += 1e-3;
  const Energies moved_on = energies_of(other);
  shell.forget_answers();
  EXPECT_LT((known_force - shell_force(*model, accepted)).norm(), 1e-10 * f.norm());
  expect_same(known, energies_of(accepted), 1e-10);
  EXPECT_EQ(moved_on.strain, energies_of(other).strain);
  EXPECT_NE(moved_on.strain, alone.strain);
}

TEST(Shell, FinalForceIsForceHistoryAndEnergiesAtOnce) {
  for (const std::string strain : {"green-lagrange", "logarithmic"})
    for (const std::string damping : {"damping_stiffness = 0.01", "damping_mass = 0.3", ""})
      for (const int order : {1, 2}) expect_one_pass("strain = \"" + strain + "\"\n" + damping, order);
}

/// A strip of one element, whose sides are free, is bent by moments: M / M_e = (3 - (kappa_e / kappa)^2) / 2.
TEST(Shell, PlasticBendingFollowsTheMomentOfAStrip) {
  const double yield = 0.5, half = 0.025, kappa_e = yield / (kShellE * half),
               moment_e = yield * half * half * 2 / 3;
  const auto model =
      sheet({.corners = "[0, 0, 0, 1, 0, 0, 1, 0.1, 0, 0, 0.1, 0]",
             .counts = "[1, 1]",
             .keys = "points = 7",
             .material = "[[material]]\nname = \"m\"\ntype = \"plastic\"\nE = 200\nnu = 0.0\nrho = "
                         "1.5\nyield_stress = [0.5, 0.5]\nplastic_strain = [0, 1]\n"});
  const auto& section = shell_of(*model).section();
  const std::vector<double> none(static_cast<std::size_t>(section.history_size()), 0.0);
  for (const double ratio : {0.9, 1.5, 3.0}) {
    shell::Strains strain = shell::Strains::Zero();
    strain[3] = ratio * kappa_e;
    shell::Resultants out;
    for (int i = 0; i < 50; ++i) {  // no moment about the other axis
      section.respond(strain, none.data(), 0, true, out);
      strain[4] -= out.stress[4] / out.tangent(4, 4);
    }
    const double expected = ratio < 1 ? ratio : (3 - 1 / (ratio * ratio)) / 2;
    EXPECT_NEAR(out.stress[3] / moment_e, expected, ratio < 1 ? 1e-12 : 0.04) << ratio;
  }
}

TEST(Shell, LayersMakeTheStiffnessOfTheirSum) {
  const std::string two = "[[material]]\nname = \"m\"\nE = 200\nnu = 0.3\nrho = 1.5\n";
  const auto whole = sheet({.material = two, .thickness = kShellH});
  const auto parts = test::build(
      two +
          "[[mesh]]\nname = \"l\"\ntype = \"sheet\"\ncorners = [0, 0, 0, 3, 0.4, 0, 2.4, 2.5, 0, -0.3, 1.6, "
          "0]\n"
          "counts = [2, 2]\n[[element]]\nname = \"plate\"\ntype = \"shell\"\nmesh = \"l\"\n"
          "layers = [{material = \"m\", thickness = 0.2}, {material = \"m\", thickness = 0.3}]\n",
      3);
  const auto& a = shell_of(*whole).section().stiffness();
  const auto& b = shell_of(*parts).section().stiffness();
  EXPECT_LT((a - b).norm(), 1e-13 * a.norm());
  const double D = kShellE * kShellH * kShellH * kShellH / (12 * (1 - kShellNu * kShellNu));
  EXPECT_NEAR(a(3, 3), D, 1e-13 * D);
  EXPECT_NEAR(a(6, 6), 5.0 / 6 * kShellE / (2 + 2 * kShellNu) * kShellH, 1e-12);
}

std::string shell_message(const std::string& keys, const std::string& cells = "quadrilaterals") {
  try {
    sheet({.cells = cells, .keys = keys});
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Shell, WrongDecksAreRefused) {
  EXPECT_NE(shell_message("layers = [{material = \"m\", thickness = 1}]").find("needs either 'material'"),
            std::string::npos);
  EXPECT_NE(shell_message("points = 4").find("3, 5 or 7 points are possible in a layer, not 4"),
            std::string::npos);
  EXPECT_NE(shell_message("angle = 30").find("is isotropic and needs no angle"), std::string::npos);
  EXPECT_NE(shell_message("axis = [0, 0, 0]").find("a direction has a length"), std::string::npos);
}

}  // namespace
}  // namespace jounce
