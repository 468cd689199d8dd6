#include "params/node.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::params {
namespace {

TEST(Node, MembersOfATableHaveItsPlace) {
  Node table = Node::table({"a.inp", 3, 0});
  table.set("name", "x").set("values", std::vector<double>{1, 2}).set("inner", Node().set("flag", true));
  ASSERT_EQ(table.children.size(), 3u);
  EXPECT_EQ(table.find("name")->text, "x");
  EXPECT_EQ(table.find("values")->children[1].where.line, 3);
  EXPECT_EQ(table.find("inner")->find("flag")->key_where.line, 3);
  EXPECT_TRUE(table.find("inner")->find("flag")->boolean);
}

TEST(Node, TakenMembersKeepTheirPlaces) {
  Node table = Node::table({"a.inp", 3, 0});
  table.take(Node::table({"a.inp", 7, 0}).set("E", 2)).set("nu", 0.3);
  EXPECT_EQ(table.find("E")->where.line, 7);
  EXPECT_EQ(table.find("E")->number, 2) << "integers are numbers, too";
  EXPECT_EQ(table.find("nu")->where.line, 3);
}

TEST(Node, ListsOfTablesGrow) {
  Node document;
  document.add_table("load", {"a.inp", 1, 0}).set("name", "a");
  document.add_table("load", {"a.inp", 2, 0}).set("name", "b");
  ASSERT_EQ(document.children.size(), 1u);
  EXPECT_TRUE(document.children[0].is_list_of_tables());
  EXPECT_EQ(document.children[0].children[1].find("name")->where.line, 2);
}

TEST(Node, ZeroHasNoSign) { EXPECT_FALSE(std::signbit(Node(-0.0).number)); }

}  // namespace
}  // namespace jounce::params
