// The mutations of verification/sensitivity.toml, which CI does not run, still fit the source.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace jounce::verify {
namespace {

const std::filesystem::path root = JOUNCE_SOURCE_DIR;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> texts(const toml::node_view<const toml::node>& value) {
  if (const auto one = value.value<std::string>()) return {*one};
  std::vector<std::string> all;
  if (const toml::array* list = value.as_array())
    for (const toml::node& item : *list) all.push_back(item.value<std::string>().value());
  return all;
}

toml::table mutations() { return toml::parse_file((root / "verification/sensitivity.toml").string()); }

TEST(Sensitivity, LinesAreInTheSourceExactlyOnce) {
  const toml::table file = mutations();
  const toml::array& all = *file["mutation"].as_array();
  EXPECT_GE(all.size(), 20U);
  std::set<std::string> names;
  for (const toml::node& node : all) {
    const toml::table& mutation = *node.as_table();
    const auto name = mutation["name"].value<std::string>().value();
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    const auto source = lines_of(root / mutation["file"].value<std::string>().value());
    const auto old = texts(mutation["line"]), changed = texts(mutation["becomes"]);
    EXPECT_FALSE(old.empty()) << name;
    ASSERT_EQ(old.size(), changed.size()) << name;
    for (std::size_t i = 0; i < old.size(); ++i) {
      EXPECT_EQ(std::count(source.begin(), source.end(), old[i]), 1) << name << ": " << old[i];
      EXPECT_NE(old[i], changed[i]) << name;
    }
  }
}

TEST(Sensitivity, RulesAreRegularExpressionsWithAReason) {
  const toml::table file = mutations();
  for (const toml::node& node : *file["mutation"].as_array()) {
    const toml::table& mutation = *node.as_table();
    const auto uses = texts(mutation["uses"]);
    EXPECT_FALSE(uses.empty()) << mutation["name"];
    for (const auto& pattern : uses) EXPECT_NO_THROW(std::regex{pattern}) << pattern;
    if (!mutation.contains("compares")) continue;
    for (const toml::node& group : *mutation["compares"].as_array())
      for (const auto& pattern : texts(toml::node_view<const toml::node>(group)))
        EXPECT_NO_THROW(std::regex{pattern}) << pattern;
    EXPECT_FALSE(texts(mutation["why"]).empty()) << mutation["name"] << " narrows its cases without a reason";
  }
}

}  // namespace
}  // namespace jounce::verify
