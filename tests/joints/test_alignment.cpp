// Joints "collinear" and "coplanar" and the contact "tether" in decks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

std::string mass(const std::string& name, const std::string& position) {
  return "[[body]]\nname = \"" + name + "\"\ntype = \"point-mass\"\nmass = 2\nposition = [" + position +
         "]\n";
}
std::string solver(double step) {
  return "[integrator]\ntype = \"nsga-ggl\"\nstep = " + std::to_string(step) + "\nend = 1\n";
}
std::string error(const std::string& deck, int dimension = 2) {
  return io::test::message_of<params::InputError>([&] { test::build(deck, dimension); });
}

const std::string kLine = mass("a", "0, 0") + mass("b", "4, 0");
std::string collinear(const std::string& more, const std::string& line = "\"a\", \"b\"") {
  return kLine + "[[joint]]\nname = \"j\"\ntype = \"collinear\"\nline = [" + line + "]\non = \"p\"\n" + more;
}

// P at a quarter of the line under a force F across it gives 3/4 and 1/4 of lambda to A and B:
// F - lambda = (9/16 + 1/16) lambda, u_A = 3/4 lambda / m t^2 / 2.
TEST(Alignment, AForceOnThePointBetweenMovesTheLine) {
  test::DeckRun run(solver(1e-3) +
                    collinear(mass("p", "1, 0") +
                              "[[load]]\nname = \"f\"\ntype = \"force\"\non = \"p\"\nforce = [0, 6.5]\n"));
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(run.step());
  const double lambda = 6.5 / 1.625, t = 0.05;
  EXPECT_NEAR(run.state.q[1], 0.75 * lambda / 2 * t * t / 2, 2e-5 * t * t);
  EXPECT_NEAR(run.state.q[3], 0.25 * lambda / 2 * t * t / 2, 2e-5 * t * t);
  for (int i = 0; i < 900; ++i) ASSERT_TRUE(run.step());
  const Vector& q = run.state.q;
  EXPECT_GT(std::abs(q[3] - q[1]), 0.2) << "the line turns";
  EXPECT_NEAR((q[4] - q[0]) * (q[3] - q[1]) - (q[5] - q[1]) * (q[2] - q[0]), 0, 1e-9);
}

// A force at the centre of three equal masses moves all four alike.
TEST(Alignment, AForceOnThePointAmidMovesThePlane) {
  test::DeckRun run(
      "[model]\ndimension = 3\n" + solver(1e-2) + mass("a", "0, 0, 0") + mass("b", "3, 0, 1") +
      mass("c", "0, 3, 2") + mass("p", "1, 1, 1") +
      "[[joint]]\nname = \"j\"\ntype = \"coplanar\"\nplane = [\"a\", \"b\", \"c\"]\non = \"p\"\n"
      "[[load]]\nname = \"f\"\ntype = \"force\"\non = \"p\"\nforce = [-3, -6, 9]\n");
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
  const Vector3 a = Vector3(-3, -6, 9) / 8;  // along the normal (-1, -2, 3): no part within the plane
  for (const Index node : {0, 3, 6, 9})
    for (Index k = 0; k < 3; ++k)
      EXPECT_NEAR(run.state.q[node + k] - run.model->system.initial_state().q[node + k], a[k] / 2,
                  1e-2 * a.norm());
}

// Thrown away from the ground, it comes to the end of the tether and, without restitution, stays there.
TEST(Tether, EndsAMotion) {
  for (const double restitution : {0.0, 1.0}) {
    test::DeckRun run(
        "[integrator]\ntype = \"moreau-jean\"\nstep = 1e-2\nend = 1\n"
        "[[body]]\nname = \"p\"\ntype = \"point-mass\"\nmass = 2\nposition = [3, 4]\nvelocity = "
        "[0.6, 0.8]\n[[contact]]\nname = \"c\"\ntype = \"tether\"\nbetween = [\"ground\", "
        "\"p\"]\nlength = 5.505\nrestitution = " +
        std::to_string(restitution) + "\n");
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
    const double distance = std::hypot(run.state.q[0], run.state.q[1]);
    EXPECT_NEAR(distance, restitution == 0 ? 5.505 : 5.01, 1.1e-2);
    EXPECT_NEAR(run.state.v[1], restitution == 0 ? 0 : -0.8, 1e-6);
  }
}

std::string mean_rotation(const std::string& axis, const std::string& angle = "t") {
  return "[[mesh]]\nname = \"m\"\ntype = \"block\"\nfrom = [0, 0, 0]\nto = [1, 1, 1]\ncounts = [1, 1, 1]\n"
         "[[material]]\nname = \"s\"\nE = 1e3\nnu = 0.3\nrho = 2\n"
         "[[element]]\nname = \"e\"\ntype = \"solid\"\nmesh = \"m\"\nmaterial = \"s\"\n" +
         mass("t", "9, 9, 9") +
         "[[joint]]\nname = \"j\"\ntype = \"mean-rotation\"\non = \"m.z_max\"\naxis = [" + axis +
         "]\nrotation = \"" + angle + "\"\ncomponent = \"x\"\n";
}

TEST(Alignment, MeanRotationsSayWhatIsWrong) {
  EXPECT_NO_THROW(test::build(mean_rotation("0, 0, 1"), 3));
  EXPECT_THAT(error(mean_rotation("0, 0, 0"), 3), HasSubstr("the axis must not be zero"));
  EXPECT_THAT(error(mean_rotation("0, 0, 1", "m.z_max"), 3), HasSubstr("m.z_max"));
}

TEST(Alignment, DecksSayWhatIsWrong) {
  EXPECT_THAT(error(collinear(mass("p", "1, 0.1"))), HasSubstr("a point of 'p' is 0.1 away from the line"));
  EXPECT_THAT(error(collinear(mass("p", "1, 0"), "\"a\", \"a\"")), HasSubstr("the two points coincide"));
  EXPECT_THAT(
      error(collinear("[[body]]\nname = \"p\"\ntype = \"rigid\"\nmass = 1\ninertia = 1\nposition = [1, "
                      "0]\n")),
      HasSubstr("'p' is no node of a mesh without rotations and no point mass"));
  EXPECT_THAT(
      error(kLine + "[[joint]]\nname = \"j\"\ntype = \"collinear\"\nline = [\"a\", \"b\"]\non = \"b\"\n"),
      HasSubstr("'b' has no points beside those of 'line'"));
  EXPECT_THAT(
      error(kLine + mass("p", "1, 0") +
            "[[joint]]\nname = \"j\"\ntype = \"coplanar\"\nplane = [\"a\", \"b\", \"p\"]\non = \"b\"\n"),
      HasSubstr("the model has model.dimension = 2"));
  EXPECT_THAT(
      error(mass("a", "0, 0, 0") + mass("b", "1, 1, 1") + mass("c", "2, 2, 2") + mass("p", "1, 0, 0") +
                "[[joint]]\nname = \"j\"\ntype = \"coplanar\"\nplane = [\"a\", \"b\", \"c\"]\non = \"p\"\n",
            3),
      HasSubstr("the three points lie on a line"));
  EXPECT_THAT(
      error(kLine + "[[contact]]\nname = \"c\"\ntype = \"tether\"\nbetween = [\"a\", \"b\"]\nlength = 3\n"),
      HasSubstr("the points are 4 apart at the start, more than that"));
}

}  // namespace
}  // namespace jounce
