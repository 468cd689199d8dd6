#include <gtest/gtest.h>

#include "../support/scene.h"
#include "deck/build_model.h"
#include "deck/deck.h"
#include "la/csr_matrix.h"
#include "la/diagonal_sink.h"
#include "registry.h"

// Masses of elements whose deck does not say which: they follow the scheme.

namespace jounce::test {
namespace {

const std::string kImplicit = R"toml(
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 0.01
)toml";

const std::string kExplicit = R"toml(
[integrator]
type = "half-explicit"
end = 0.01
)toml";

const std::string kExplicitLater = R"toml(
[[step]]
name = "press"
type = "static"
step = 0.5
end = 1
[[step]]
name = "hit"
type = "half-explicit"
end = 2
)toml";

std::string model_with(const std::string& mesh, const std::string& element, const std::string& mass) {
  return "[model]\ndimension = 3\n" + scene::material({.name = "elastic", .E = 900, .nu = 0.3, .rho = 1}) +
         "[[mesh]]\nname = \"mesh\"\n" + mesh +
         "[[element]]\nname = \"element\"\nmesh = \"mesh\"\nmaterial = \"elastic\"\n" + element +
         (mass.empty() ? "" : "mass = \"" + mass + "\"\n");
}

/// Entries of M off its diagonal, which lumped masses do not have.
int couplings(const std::string& text) {
  const auto model = deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), {}));
  const System& system = model->system;
  PatternBuilder pattern(system.nv());
  system.add_mass(system.initial_state(), 1, pattern);
  CsrMatrix mass;
  pattern.build(mass);
  mass.set_zero();
  system.add_mass(system.initial_state(), 1, mass);
  int count = 0;
  for (Index row = 0; row < mass.size(); ++row)
    for (Index k = mass.row_starts()[row]; k < mass.row_starts()[row + 1]; ++k)
      if (mass.columns()[k] != row && mass.values()[k] != 0) ++count;
  return count;
}

struct MeshedPart {
  std::string mesh, element;
};
const MeshedPart kMeshedParts[] = {
    {"type = \"line\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nelements = 2\n", "type = \"bar\"\narea = 1e-2\n"},
    {"type = \"block\"\nfrom = [0, 0, 0]\nto = [1, 1, 1]\ncounts = [2, 1, 1]\n", "type = \"solid\"\n"},
    {"type = \"sheet\"\ncorners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]\ncounts = [2, 1]\n",
     "type = \"shell\"\nthickness = 0.01\n"},
};

TEST(DefaultMasses, AreLumpedUnderExplicitSchemesAlone) {
  for (const MeshedPart& part : kMeshedParts) {
    const auto model = [&](const std::string& mass) { return model_with(part.mesh, part.element, mass); };
    EXPECT_GT(couplings(model("") + kImplicit), 0) << part.element;
    EXPECT_EQ(couplings(model("") + kExplicit), 0) << part.element;
    EXPECT_EQ(couplings(model("") + kExplicitLater), 0) << part.element;
  }
}

TEST(DefaultMasses, AreThoseThatTheDeckGives) {
  for (const MeshedPart& part : kMeshedParts) {
    const auto model = [&](const std::string& mass) { return model_with(part.mesh, part.element, mass); };
    EXPECT_GT(couplings(model("consistent") + kExplicit), 0) << part.element;
    EXPECT_EQ(couplings(model("lumped") + kImplicit), 0) << part.element;
  }
}

/// Contacts that act in one step of several change the masses of none: a run has one inertia.
TEST(DefaultMasses, OfShellsAreTheSameInAllSteps) {
  const MeshedPart& shells = kMeshedParts[2];
  const deck::Deck whole =
      deck::read_deck_text(model_with(shells.mesh, shells.element, "consistent") + R"toml(
[[contact]]
name = "floor"
type = "point-plane"
points = ["mesh"]
through = [0, 0, -1]
normal = [0, 0, 1]
steps = ["hit"]
[[step]]
name = "fly"
type = "nsga-ggl"
step = 0.5
end = 1
[[step]]
name = "hit"
type = "nsga-ggl"
step = 0.5
end = 2
)toml",
                           "test.toml", deck_schema(), {});
  const auto inertia = [&](std::size_t step) {
    const auto model = deck::build_model(whole.at_step(step));
    Vector diagonal = Vector::Zero(model->system.nv());
    DiagonalSink sink(diagonal);
    model->system.add_mass(model->system.initial_state(), 1, sink);
    return diagonal;
  };
  EXPECT_EQ(inertia(0), inertia(1));
}

}  // namespace
}  // namespace jounce::test
