#include "params/key.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jounce::params {
namespace {

TEST(Key, IsBuiltFluently) {
  const Key key = number("E", "Young's modulus").unit(dim::stress).positive().required();
  EXPECT_EQ(key.name, "E");
  EXPECT_EQ(key.type, Type::number);
  EXPECT_EQ(key.doc, "Young's modulus");
  EXPECT_EQ(key.dimension, dim::stress);
  EXPECT_TRUE(key.is_required);
  EXPECT_FALSE(key.fallback.has_value());
  EXPECT_FALSE(key.range.contains(0.0));
  EXPECT_TRUE(key.range.contains(1e-300));
}

TEST(Key, RangesHaveOpenAndClosedEnds) {
  EXPECT_TRUE(number("x", "").range.contains(-1e300));
  EXPECT_FALSE(number("x", "").range.is_bounded());
  const Range closed = number("x", "").between(0, 1).range;
  EXPECT_TRUE(closed.contains(0.0) && closed.contains(1.0));
  EXPECT_FALSE(closed.contains(-1e-16) || closed.contains(1.0 + 1e-15));
  const Range open{0, 1, true, true};
  EXPECT_FALSE(open.contains(0.0) || open.contains(1.0));
  EXPECT_TRUE(open.contains(0.5));
  EXPECT_TRUE(number("x", "").non_negative().range.contains(0.0));
  EXPECT_FALSE(number("x", "").at_most(3).range.contains(3.1));
  EXPECT_FALSE(number("x", "").positive().range.contains(std::numeric_limits<double>::quiet_NaN()));
}

TEST(Key, ConvertsDefaultsToItsType) {
  EXPECT_EQ(std::get<double>(*number("x", "").by_default(2).fallback), 2.0);
  EXPECT_EQ(std::get<int>(*integer("x", "").by_default(2).fallback), 2);
  EXPECT_EQ(std::get<bool>(*boolean("x", "").by_default(true).fallback), true);
  EXPECT_EQ(std::get<std::string>(*text("x", "").by_default("a").fallback), "a");
  EXPECT_EQ(std::get<std::string>(*choice("x", "", {"a", "b"}).by_default("b").fallback), "b");
  EXPECT_EQ(std::get<TimeFunction>(*function("x", "").by_default(3).fallback)(1.0), 3.0);
  EXPECT_EQ(std::get<TimeFunction>(*function("x", "").by_default("2*t").fallback)(3.0), 6.0);
  EXPECT_EQ(std::get<std::vector<double>>(*numbers("x", "").by_default({0, -9.81}).fallback)[1], -9.81);
  EXPECT_EQ(std::get<std::vector<int>>(*integers("x", "").by_default({1, 2}).fallback)[1], 2);
  EXPECT_EQ(std::get<std::vector<TimeFunction>>(*functions("x", "").by_default({0, 5}).fallback)[1](0.0),
            5.0);
  EXPECT_EQ(std::get<std::vector<std::string>>(*names_of("x", "").by_default({"a", "b"}).fallback)[1], "b");
}

TEST(Key, RefusesDefaultsOfAnotherType) {
  EXPECT_THROW(integer("x", "").by_default(2.5), std::logic_error);
  EXPECT_THROW(number("x", "").by_default("a"), std::logic_error);
  EXPECT_THROW(number("x", "").by_default(true), std::logic_error);
  EXPECT_THROW(text("x", "").by_default(1), std::logic_error);
  EXPECT_THROW(number("x", "").by_default({1.0, 2.0}), std::logic_error);
  EXPECT_THROW(numbers("x", "").by_default({"a", "b"}), std::logic_error);
  EXPECT_THROW(choice("x", "", {"a", "b"}).by_default("c"), std::logic_error);
  EXPECT_THROW(number("x", "").positive().by_default(0), std::logic_error);
  EXPECT_THROW(integers("x", "").by_default({1.5}), std::logic_error);
}

TEST(Expectation, SaysTypeUnitAndRange) {
  EXPECT_EQ(expectation(number("E", "").positive(), "Pa", any_size), "a number in Pa greater than 0");
  EXPECT_EQ(expectation(number("x", ""), "", any_size), "a number");
  EXPECT_EQ(expectation(number("x", "").between(0, 1), "", any_size), "a number from 0 to 1");
  EXPECT_EQ(expectation(number("x", "").in({0, 1, true, false}), "", any_size),
            "a number greater than 0 and at most 1");
  EXPECT_EQ(expectation(number("x", "").at_most(2), "m", any_size), "a number in m at most 2");
  EXPECT_EQ(expectation(integer("n", "").at_least(1), "", any_size), "an integer of at least 1");
  EXPECT_EQ(expectation(boolean("b", ""), "", any_size), "true or false");
  EXPECT_EQ(expectation(choice("c", "", {"a", "b"}), "", any_size), "one of 'a', 'b'");
  EXPECT_EQ(expectation(name_of("m", "", "material"), "", any_size), "the name of a material");
  EXPECT_EQ(expectation(name_of("m", "", "element|body|mesh"), "", any_size),
            "the name of an element, body or mesh");
  EXPECT_EQ(expectation(name_of("m", ""), "", any_size), "a name");
  EXPECT_EQ(expectation(names_of("m", "", "body"), "", 2), "a list of 2 names, each of a body");
  EXPECT_EQ(expectation(numbers("x", ""), "m", 3), "a list of 3 numbers in m");
  EXPECT_EQ(expectation(numbers("x", ""), "m", 1), "a list of 1 number in m");
  EXPECT_EQ(expectation(numbers("x", ""), "m", any_size), "a list of numbers in m");
  EXPECT_EQ(expectation(function("f", ""), "N", any_size), "a number, an expression in t or a table in N");
  EXPECT_EQ(expectation(table("a", "", {}), "", any_size), "a table");
  EXPECT_EQ(expectation(tables("a", "", {}), "", any_size), "a list of tables");
}

}  // namespace
}  // namespace jounce::params
