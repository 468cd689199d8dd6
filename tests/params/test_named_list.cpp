#include "params/named_list.h"

#include <gtest/gtest.h>

namespace jounce::params {
namespace {

struct Entry {
  std::string name;
  int value;
};

TEST(NamedList, TheFirstOfAName) {
  NamedList<Entry> list;
  EXPECT_EQ(list.find("a"), nullptr);
  for (int i = 0; i < 1000; ++i) list.push_back({"e" + std::to_string(i), i});
  list.push_back({"e7", -1});
  ASSERT_NE(list.find("e7"), nullptr);
  EXPECT_EQ(list.find("e7")->value, 7);
  EXPECT_EQ(list.find("e999"), &list[999]);
  EXPECT_EQ(list.find("e1000"), nullptr);
  EXPECT_EQ(list.size(), 1001U);
  EXPECT_EQ(list.back().value, -1);
}

TEST(NamedList, PairsAndCopies) {
  NamedList<std::pair<std::string, int>> list = {{"a", 1}, {"b", 2}};
  const NamedList<std::pair<std::string, int>> copy = list;
  list.find("b")->second = 3;
  EXPECT_EQ(list.find("b")->second, 3);
  EXPECT_EQ(copy.find("b")->second, 2);
  EXPECT_EQ(copy.find("b"), &copy[1]);
}

}  // namespace
}  // namespace jounce::params
