// Directions of a deck have any length: all keys that are one, with components across the range of doubles.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "../support/differences.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using test::Specimen;

const std::set<std::string> kDirections = {"axis",   "axis_b", "normal", "direction",
                                           "across", "y_axis", "axes",   "directions"};

const std::regex& line_of_direction() {
  static const std::regex line(
      R"((^|\n)(axis|axis_b|normal|direction|across|y_axis|axes|directions) = \[([^\]"]*)\])");
  return line;
}

/// A deck with all its directions times a factor.
std::string scaled(const std::string& deck, double factor) {
  std::string text;
  auto at = deck.cbegin();
  for (std::sregex_iterator i(deck.begin(), deck.end(), line_of_direction()), end; i != end; ++i) {
    text.append(at, deck.cbegin() + i->position(3));
    std::string values;
    std::istringstream numbers(i->str(3));
    for (std::string number; std::getline(numbers, number, ',');)
      values += fmt::format("{}{:.17e}", values.empty() ? "" : ", ", factor * std::stod(number));
    text += values;
    at = deck.cbegin() + i->position(3) + i->length(3);
  }
  return text.append(at, deck.cend());
}

/// Everything of a model at a state away from the start that a direction may be in.
Vector fingerprint(const Model& model) {
  const System& system = model.system;
  State state = system.initial_state();
  const Index n = state.v.size();
  state.v = Vector::LinSpaced(n, -0.7, 0.9);
  system.manifold().retract(state.q, 1e-2 * Vector::LinSpaced(n, -1, 1), state.q);
  std::vector<double> values;
  const auto add = [&](const Vector& v) { values.insert(values.end(), v.begin(), v.end()); };
  const auto add_rows = [&](const RowJacobian& rows) {
    Vector rates;
    rows.multiply(Vector::LinSpaced(n, 1, 2), rates);
    add(rates);
  };
  Vector v;
  system.force(state, v);
  add(v);
  RowJacobian G, W, D;
  system.joints().evaluate(state, v, G);
  add(v);
  add_rows(G);
  std::vector<ContactRow> rows;
  system.contacts().search(state, std::numeric_limits<double>::infinity(), rows);
  system.contacts().evaluate(rows, state, v, W, D);
  add(v);
  add_rows(W);
  add_rows(D);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

TEST(Directions, HaveAnyLength) {
  for (const Specimen& specimen : test::specimens()) {
    if (!std::regex_search(specimen.deck, line_of_direction())) continue;
    const Vector expected = fingerprint(*test::build(specimen));
    // Powers of two: modes of flexible bodies with equal frequencies follow the last digit of a direction.
    for (const double factor : {0x1p-996, 0x1p515, 0x1p996}) {
      SCOPED_TRACE(fmt::format("{} times {:.3g}", specimen.label(), factor));
      Specimen other = specimen;
      other.deck = scaled(specimen.deck, factor);
      Vector values;
      ASSERT_NO_THROW(values = fingerprint(*test::build(other)));
      ASSERT_EQ(values.size(), expected.size());
      if (values.size() > 0) {
        EXPECT_LE((values - expected).lpNorm<Eigen::Infinity>(), 1e-12 * expected.lpNorm<Eigen::Infinity>());
        EXPECT_TRUE(values.allFinite());
      }
    }
  }
}

/// The specimens show each of them; one that is new has to have one.
TEST(Directions, AreAllInTheTest) {
  std::set<std::string> shown;
  for (const Specimen& specimen : test::specimens())
    for (std::sregex_iterator i(specimen.deck.begin(), specimen.deck.end(), line_of_direction()), end;
         i != end; ++i)
      shown.insert(specimen.kind + " " + specimen.type + " " + i->str(2));
  for (const params::Component& component : deck_schema().components)
    for (const params::Key& key : component.keys)
      if (key.type == params::Type::numbers && kDirections.count(key.name) > 0) {
        const std::string name = component.kind + " " + component.type + " " + key.name;
        // The first is in specimens of temperatures, the second the same code as other axes.
        if (name == "element solid axes" || name == "load centrifugal axis") continue;
        EXPECT_EQ(shown.count(name), 1U) << name;
      }
}

}  // namespace
}  // namespace jounce
