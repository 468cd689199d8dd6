// Elements in batches against the same elements one by one.

#include "elements/element_batches.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "../support/differences.h"
#include "../support/solid_meshes.h"
#include "materials/hyperelastic.h"
#include "materials/multiplicative.h"
#include "materials/plane_stress.h"
#include "materials/plastic.h"
#include "materials/visco_plastic.h"
#include "materials/wrapped_law.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

struct BatchCase {
  std::string label;
  CellShape shape;
  SolidProperties properties;
};

/// Rubber that no kernel knows.
std::shared_ptr<const Material> some_ogden() {
  return std::make_shared<OgdenMaterial>(1.4, std::vector<OgdenMaterial::Term>{{0.8, 2.0}, {-0.1, -2.0}},
                                         std::vector<double>{0.9});
}

/// Metal that rates, its heat and failure change.
std::shared_ptr<const Material> steel(const std::optional<DamageEvolution>& evolution = {}) {
  ViscoPlastic::Options options;
  options.heating = 20;
  options.failure = FailureStrain{{0.05, 3, -2, 0.002, 0.6}, 1, {0, 100}, {}};
  options.evolution = evolution;
  if (evolution) options.failure = FailureStrain{.table = {{0, 0.01}}};
  options.deletion = true;
  return std::make_shared<ViscoPlastic>(
      1.4, 200, 0.3,
      std::make_unique<RateFactor>(
          std::make_unique<JohnsonCook>(JohnsonCook::Constants{1, 2, 0.3, 1.1, {0, 100}}),
          RateFactor::Kind::logarithmic, 1, 0.02),
      options);
}

std::vector<BatchCase> batch_cases() {
  const auto plastic =
      std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.01, 1.5}, {0.05, 1.7}});
  const std::vector<std::pair<std::string, std::shared_ptr<const Material>>> finite = {
      {"elastic", elastic().material},
      {"plastic", plastic},
      {"neo-Hookean", std::make_shared<NeoHookean>(1.4, 0.9, 1.5)},
      {"multiplicative", std::make_shared<Multiplicative>(plastic)},
      {"Johnson-Cook", steel()},
      {"multiplicative Johnson-Cook", std::make_shared<Multiplicative>(steel())},
      {"softening", std::make_shared<Multiplicative>(steel(DamageEvolution{.energy = 0.1}))},
      {"Ogden", some_ogden()}};
  std::vector<BatchCase> list;
  for (const CellShape shape : {triangle3, triangle6, quadrilateral4, quadrilateral8, tetrahedron4,
                                tetrahedron10, wedge6, wedge15, hexahedron8, hexahedron20})
    for (const SolidFormulation formulation :
         {SolidFormulation::full, SolidFormulation::reduced, SolidFormulation::b_bar})
      for (const PlaneKind plane : {PlaneKind::strain, PlaneKind::stress, PlaneKind::axisymmetric}) {
        const bool is_box = shape == hexahedron8 || shape == quadrilateral4;
        const bool can_be_reduced = is_box || shape == hexahedron20 || shape == quadrilateral8;
        if (formulation == SolidFormulation::b_bar && !is_box) continue;
        if (formulation == SolidFormulation::reduced && !can_be_reduced) continue;
        if (plane != PlaneKind::strain && topology(shape).dimension == 3) continue;
        for (const bool is_finite : {false, true})
          for (const auto& [name, law] : finite) {
            if (!is_finite && name != "plastic" && name != "Johnson-Cook") continue;
            if (plane == PlaneKind::stress && name != "plastic" && name != "neo-Hookean") continue;
            BatchCase c{fmt::format("{} {} {} {} {}", topology(shape).name, static_cast<int>(formulation),
                                    name, is_finite ? "finite" : "small", static_cast<int>(plane)),
                        shape,
                        {}};
            c.properties.material = plane == PlaneKind::stress ? std::make_shared<PlaneStress>(law) : law;
            c.properties.formulation = formulation;
            c.properties.finite_strain = is_finite;
            c.properties.plane = plane;
            c.properties.thickness = 0.7;
            list.push_back(c);
          }
      }
  return list;
}

struct BatchScene {
  SolidCells cells;
  std::unique_ptr<SolidElements> batches, single;
  State state;

  explicit BatchScene(const BatchCase& c, int counts = 2)
      : cells(patch(c.shape, counts, std::min(0.1, 0.2 / counts))) {
    const int history = c.properties.material->history_size() > 0 ? 0 : -1;
    batches = make_solid("s", cells, c.properties, history);
    SolidProperties apart = c.properties;
    apart.in_batches = false;
    single = make_solid("s", cells, apart, history);
    state = rest(cells);
    if (history < 0) return;
    const std::size_t size = cells.size() * static_cast<std::size_t>(single->n_points()) *
                             static_cast<std::size_t>(c.properties.material->history_size());
    std::vector<double> start(size, 0.0);
    if (const int length = c.properties.material->length_place(); length >= 0)
      for (auto i = static_cast<std::size_t>(length); i < size;
           i += static_cast<std::size_t>(c.properties.material->history_size()))
        start[i] = 0.5;
    state.history.push_back({"s", std::make_shared<const std::vector<double>>(std::move(start))});
  }
  void move(double by, unsigned seed) { state.q += Random(seed).vector(state.q.size(), -by, by); }
};

/// Sums of stresses at the nodes against those of one element after another.
void expect_same_stresses(const SolidElements& batches, const SolidElements& single, const State& state) {
  const std::size_t numbers = 6 * single.cells().points.size();
  Vector sums = Vector::Constant(static_cast<Index>(numbers), 0.5), expected = sums;
  batches.add_nodal_stresses(state, {sums.data(), numbers});
  single.add_nodal_stresses(state, {expected.data(), numbers});
  EXPECT_LT((sums - expected).norm(), 1e-11 * (expected.array() - 0.5).matrix().norm());
}

TEST(ElementBatches, GiveWhatSingleElementsGive) {
  for (const BatchCase& c : batch_cases()) {
    SCOPED_TRACE(c.label);
    BatchScene b(c);
    for (unsigned turn = 0; turn < 3; ++turn) {  // from the history of the turn before
      b.move(0.01, 3 + turn);
      b.state.t += 0.01;
      const Vector f = force(*b.single, b.state);
      EXPECT_LT((force(*b.batches, b.state) - f).norm(), 1e-12 * f.norm());
      expect_same_stresses(*b.batches, *b.single, b.state);
      Energies all, single;
      b.batches->add_energies(b.state, {0, 0, -9.81}, all);
      b.single->add_energies(b.state, {0, 0, -9.81}, single);
      EXPECT_NEAR(all.strain, single.strain, 1e-12 * single.strain + 1e-14);  // of sums of order one
      EXPECT_NEAR(all.plastic, single.plastic, 1e-12 * single.plastic);
      EXPECT_NEAR(all.gravity, single.gravity, 1e-12 * std::abs(single.gravity));
      if (b.state.history.empty()) continue;
      const auto next = std::make_shared<std::vector<double>>(b.state.history[0].committed().size());
      std::vector<double> expected(next->size());
      Vector again = Vector::Zero(f.size());
      b.batches->keep_results(turn < 2);
      b.batches->add_final_force(b.state, *next, again);
      b.single->update_history(b.state, expected);
      EXPECT_EQ(again, force(*b.batches, b.state));
      for (std::size_t i = 0; i < next->size(); ++i) ASSERT_NEAR((*next)[i], expected[i], 1e-13) << i;
      EXPECT_GT(*std::ranges::max_element(expected), 1e-3);
      b.state.history[0].values = next;
      b.state.history[0].time = b.state.t;  // accepted: damage has grown
      expect_same_stresses(*b.batches, *b.single, b.state);
      const Vector after = force(*b.single, b.state);
      EXPECT_LE((force(*b.batches, b.state) - after).norm(), 1e-12 * f.norm());
    }
  }
}

/// Forces and powers of damping, with a history in which one element has failed.
TEST(ElementBatches, DampAsSingleElementsDo) {
  for (BatchCase c : batch_cases()) {
    if (c.properties.finite_strain && c.properties.formulation == SolidFormulation::b_bar) continue;
    SCOPED_TRACE(c.label);
    c.properties.beta = 0.2;
    BatchScene b(c);
    b.move(0.05, 4);
    if (const int place = c.properties.material->failure_place(); place >= 0) {
      auto failed = b.state.history[0].committed();
      const auto size = static_cast<std::size_t>(c.properties.material->history_size());
      for (std::size_t k = 0; k < static_cast<std::size_t>(b.single->n_points()); ++k)
        failed[k * size + static_cast<std::size_t>(place)] = 1;
      b.state.history[0].values = std::make_shared<const std::vector<double>>(std::move(failed));
    }
    const Vector at_rest = force(*b.batches, b.state);
    Random random(7);
    b.state.v = random.vector(b.state.q.size(), -1, 1);
    const Vector w = random.vector(b.state.q.size(), -1, 1);
    const Vector f = force(*b.single, b.state);
    EXPECT_LT((force(*b.batches, b.state) - f).norm(), 1e-12 * f.norm());
    EXPECT_GT((f - at_rest).norm(), 0.01);
    const double expected = (at_rest - f).dot(w), size = (at_rest - f).norm() * w.norm();
    EXPECT_NEAR(b.batches->damping_product(b.state, w), expected, 1e-12 * size);
    EXPECT_NEAR(b.single->damping_product(b.state, w), expected, 1e-12 * size);
    if (b.state.history.empty()) continue;
    std::vector<double> next(b.state.history[0].committed().size());
    Vector again = Vector::Zero(f.size());
    b.batches->add_final_force(b.state, next, again);
    EXPECT_LT((again - f).norm(), 1e-12 * f.norm());
  }
}

/// A ring that has gone through its axis, turned over as well, has det F > 0.
TEST(ElementBatches, FindRingsBeyondTheirAxis) {
  for (const BatchCase& c : batch_cases()) {
    if (!c.properties.finite_strain || c.properties.plane != PlaneKind::axisymmetric) continue;
    SCOPED_TRACE(c.label);
    BatchScene b(c);
    for (Index i = 0; i < b.state.q.size(); i += 2) b.state.q[i] *= -1;
    EXPECT_EQ(b.single->find_inverted(b.state), 0U);
    EXPECT_EQ(b.batches->find_inverted(b.state), 0U);
  }
}

/// Strains beyond the series of the logarithm are left to the material.
TEST(ElementBatches, OfMetalsTakeStrainsOfAnySize) {
  const auto law = std::make_shared<Multiplicative>(
      std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {1, 50}}));
  BatchCase c{"hard", hexahedron8, {}};
  c.properties.material = law;
  c.properties.formulation = SolidFormulation::b_bar;
  c.properties.finite_strain = true;
  BatchScene b(c);
  b.move(0.12, 8);
  const Vector f = force(*b.single, b.state);
  EXPECT_LT((force(*b.batches, b.state) - f).norm(), 1e-12 * f.norm());
  std::vector<double> history(b.state.history[0].committed().size()), expected(history.size());
  b.batches->update_history(b.state, history);
  b.single->update_history(b.state, expected);
  for (std::size_t i = 0; i < history.size(); ++i) ASSERT_NEAR(history[i], expected[i], 1e-12) << i;
  EXPECT_GT(*std::ranges::max_element(expected), 0.1);
}

TEST(ElementBatches, FindTheFirstInvertedElement) {
  for (const BatchCase& c : batch_cases()) {
    if (!c.properties.finite_strain) continue;
    SCOPED_TRACE(c.label);
    BatchScene b(c, 3);
    EXPECT_EQ(b.batches->find_inverted(b.state), b.cells.size());
    for (const std::size_t element : {std::size_t{5}, b.cells.size() - 1}) {
      BatchScene crushed(c, 3);
      // all nodes of the element in one plane, and beyond it
      const int d = topology(c.shape).dimension;
      for (const int node : crushed.cells.cell(element)) crushed.state.q[d * node + d - 1] *= -1;
      const std::size_t expected = crushed.single->find_inverted(crushed.state);
      EXPECT_LT(expected, crushed.cells.size());
      EXPECT_EQ(crushed.batches->find_inverted(crushed.state), expected);
    }
  }
}

/// A part of a block, as a rank has it, writes the history of its own elements.
TEST(ElementBatches, OfAPartWriteTheirOwnHistory) {
  BatchCase c{"part", hexahedron8, {}};
  c.properties.material = std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}});
  c.properties.finite_strain = true;
  BatchScene b(c);
  b.move(0.02, 5);
  const std::vector<int> some = {1, 3, 4, 5, 7};
  std::vector<double> whole(b.state.history[0].committed().size()), part(whole.size(), -1.0);
  b.batches->update_history(b.state, whole);
  b.batches->part(some)->update_history(b.state, part);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool is_own = std::ranges::find(some, static_cast<int>(i / 56)) != some.end();
    EXPECT_EQ(part[i], is_own ? whole[i] : -1.0) << i;
  }
}

/// Sums are those of the elements that the element shows, extrapolated and not deleted.
TEST(ElementBatches, SumTheStressesOfSingleElements) {
  BatchCase c{"sums", hexahedron8, {}};
  c.properties.material = steel();
  BatchScene b(c);
  b.move(0.01, 5);
  auto failed = b.state.history[0].committed();
  const auto size = static_cast<std::size_t>(c.properties.material->history_size());
  for (std::size_t k = 0; k < 8; ++k)
    failed[(3 * 8 + k) * size + static_cast<std::size_t>(c.properties.material->failure_place())] = 1;
  b.state.history[0].values = std::make_shared<const std::vector<double>>(std::move(failed));
  std::vector<Voigt> expected(b.cells.points.size(), Voigt::Zero()), stress(8);
  for (std::size_t i = 0; i < b.cells.size(); ++i) {
    if (i == 3) continue;
    b.single->nodal_stresses(b.state, i, stress);
    for (std::size_t a = 0; a < 8; ++a) expected[static_cast<std::size_t>(b.cells.cell(i)[a])] += stress[a];
  }
  for (const SolidElements* const block : {b.batches.get(), b.single.get()}) {
    std::vector<double> sums(6 * expected.size(), 0.0);
    block->add_nodal_stresses(b.state, sums);
    for (std::size_t node = 0; node < expected.size(); ++node)
      EXPECT_LT((Eigen::Map<const Voigt>(sums.data() + 6 * node) - expected[node]).norm(), 1e-12) << node;
  }
}

/// More elements than are taken at a time, a part of a block, and elements that have failed.
TEST(ElementBatches, GiveStressesOfManyElements) {
  for (const BatchCase& c : batch_cases()) {
    const bool is_small_shape = c.shape == hexahedron8 || c.shape == triangle3 || c.shape == tetrahedron4;
    if (!is_small_shape || !c.properties.finite_strain) continue;
    SCOPED_TRACE(c.label);
    BatchScene b(c, c.shape == triangle3 ? 17 : c.shape == hexahedron8 ? 7 : 5);
    ASSERT_GT(b.cells.size(), 4U * 64U);
    b.move(0.005, 5);
    ASSERT_EQ(b.single->find_inverted(b.state), b.cells.size());
    if (const int place = c.properties.material->failure_place(); place >= 0) {
      auto failed = b.state.history[0].committed();
      const auto points = static_cast<std::size_t>(b.single->n_points());
      const auto size = static_cast<std::size_t>(c.properties.material->history_size());
      for (std::size_t k = 0; k < points; ++k)
        failed[(290 * points + k) * size + static_cast<std::size_t>(place)] = 1;
      b.state.history[0].values = std::make_shared<const std::vector<double>>(std::move(failed));
      EXPECT_TRUE(b.batches->is_deleted(b.state, 290));
    }
    expect_same_stresses(*b.batches, *b.single, b.state);
    std::vector<int> some;
    for (int i = 1; i < static_cast<int>(b.cells.size()); i += 2) some.push_back(i);
    const auto part = b.batches->part(some), same = b.single->part(some);
    expect_same_stresses(static_cast<const SolidElements&>(*part), static_cast<const SolidElements&>(*same),
                         b.state);
  }
}

/// An answer is looked up only where nothing has changed.
TEST(ElementBatches, RememberTheLastPassOnly) {
  BatchCase c{"memory", hexahedron8, {}};
  c.properties.material = std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}});
  c.properties.finite_strain = true;
  BatchScene b(c);
  b.move(0.02, 5);
  const Vector first = force(*b.batches, b.state);
  EXPECT_EQ(force(*b.batches, b.state), first);
  const State before = b.state;
  b.move(0.01, 6);
  EXPECT_NE(force(*b.batches, b.state), first);
  EXPECT_EQ(force(*b.batches, before), first);
  State yielded = before;  // the same place, another history
  const auto history = std::make_shared<std::vector<double>>(before.history[0].committed());
  (*history)[0] = 0.01;
  yielded.history[0].values = history;
  EXPECT_NE(force(*b.batches, yielded), first);
}

/// Rubber that counts how often it is asked.
class CountedRubber final : public WrappedLaw {
 public:
  CountedRubber() : WrappedLaw(some_ogden()) {}
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override {
    ++asked;
    law().evaluate(strain, at, tangent, out);
  }
  mutable long asked = 0;
};

/// What is kept is used, costs nothing where it is not wanted, and leaves forces and energies as they are.
TEST(ElementBatches, KeepStressesOfThePassThatEndsAStep) {
  BatchCase c{"kept", hexahedron8, {}};
  const auto law = std::make_shared<CountedRubber>();
  c.properties.material = law;
  c.properties.finite_strain = true;
  BatchScene kept(c), plain(c);
  kept.move(0.02, 5);
  plain.state.q = kept.state.q;
  const auto answers = [&](BatchScene& b, bool keeps) {
    b.batches->keep_results(keeps);
    Vector values = Vector::Zero(b.state.q.size() + 1);
    Vector f = Vector::Zero(b.state.q.size());
    b.batches->add_final_force(b.state, {}, f);
    Energies energies;
    b.batches->add_energies(b.state, Vector3::Zero(), energies);
    values << f, energies.strain;
    return values;
  };
  law->asked = 0;
  const Vector with = answers(kept, true);
  const long a_pass = law->asked;
  EXPECT_EQ(answers(plain, false), with);
  EXPECT_EQ(law->asked, 2 * a_pass);
  std::vector<double> sums(6 * kept.cells.points.size(), 0.0), again(sums.size(), 0.0);
  kept.batches->add_nodal_stresses(kept.state, sums);
  EXPECT_EQ(law->asked, 2 * a_pass);
  plain.batches->add_nodal_stresses(plain.state, again);
  EXPECT_EQ(law->asked, 3 * a_pass);
  EXPECT_EQ(sums, again);
  force(*plain.batches, plain.state);  // known since the end of the step
  EXPECT_EQ(law->asked, 3 * a_pass);
}

/// Stresses that were kept at another place, from another history, in a step that was undone, or before the
/// elements failed, are those of another state.
TEST(ElementBatches, GiveKeptStressesOfTheSameStateOnly) {
  for (const bool fails : {false, true}) {
    SCOPED_TRACE(fails);
    BatchCase c{"states", hexahedron8, {}};
    c.properties.material = std::make_shared<Plastic>(1.4, 200, 0.3, std::vector<Plastic::Point>{{0, 1}});
    if (fails) {
      ViscoPlastic::Options options;
      options.failure = FailureStrain{.table = {{0, 0.02}}};
      options.deletion = true;
      c.properties.material = std::make_shared<ViscoPlastic>(
          1.4, 200, 0.3, std::make_unique<JohnsonCook>(JohnsonCook::Constants{1, 0.5, 0.5}), options);
    }
    BatchScene b(c);
    const SolidElements& block = *b.batches;
    block.keep_results(true);
    const auto at_end_of_step = [&](const State& state) {
      const auto next = std::make_shared<std::vector<double>>(state.history[0].committed().size());
      Vector f = Vector::Zero(state.q.size());
      block.add_final_force(state, *next, f);
      State accepted = state;
      accepted.history[0].values = next;
      accepted.history[0].time = state.t;
      return accepted;
    };
    b.move(0.005, 5);
    b.state.t = 1;
    const State start = at_end_of_step(b.state);
    expect_same_stresses(block, *b.single, start);
    State moved = start;
    moved.q += Random(6).vector(moved.q.size(), -0.015, 0.015);
    moved.t = 2;
    const State refused = at_end_of_step(moved);  // the step that is undone
    expect_same_stresses(block, *b.single, start);
    at_end_of_step(moved);
    expect_same_stresses(block, *b.single, moved);  // the place of its end with the history of its start
    expect_same_stresses(block, *b.single, refused);
    State other = refused;  // the same place, from a history that no pass has seen
    const auto history = std::make_shared<std::vector<double>>(other.history[0].committed());
    for (std::size_t i = 0; i < 6; ++i) (*history)[i] += 0.001;
    other.history[0].values = history;
    at_end_of_step(moved);
    expect_same_stresses(block, *b.single, other);
    expect_same_stresses(block, *b.single, moved);  // what the last pass has kept is gone
    expect_same_stresses(block, *b.single, refused);
    if (!fails) continue;
    std::size_t deleted = 0;
    for (std::size_t i = 0; i < b.cells.size(); ++i) deleted += block.is_deleted(refused, i) ? 1 : 0;
    EXPECT_GT(deleted, 0U);
    EXPECT_LT(deleted, b.cells.size());
  }
}

}  // namespace
}  // namespace jounce
