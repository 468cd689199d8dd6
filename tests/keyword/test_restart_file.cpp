#include "keyword/restart_file.h"

#include <gtest/gtest.h>

#include <memory>

#include "input_file.h"

namespace jounce::keyword {
namespace {

TEST_F(InputFile, RestartFilesKeepCardsAndNamesOfFilesAsTheyAreWritten) {
  Card card;
  card.name = "SUBMODEL";
  card.file = std::make_shared<const std::string>("job.inp");
  card.line = 7;
  card.parameters = {{"TYPE", "NODE"}, {"INPUT", "RESULTS/GLOBAL.FRD", "results/Global.frd"}, {"OWN", ""}};
  card.data = {{8, {"TOP", ""}}, {9, {"1"}}};
  io::test::write(folder_ / "b.rin", restart_text({1, 3}, restart_lines({card}), "\x01\n"));

  const RestartFile back = read_restart_file(folder_ / "b.rin", card);
  EXPECT_EQ(back.steps, (std::vector{1, 3}));
  EXPECT_EQ(back.states, "\x01\n");
  ASSERT_EQ(back.cards.size(), 1u);
  const Card& read = back.cards[0];
  EXPECT_EQ(read.line, 7);
  EXPECT_EQ(read.at("TYPE"), "NODE");
  EXPECT_EQ(read.at("INPUT"), "RESULTS/GLOBAL.FRD");
  EXPECT_TRUE(read.has("OWN"));
  EXPECT_EQ(read.file_at("INPUT"), folder_ / "results" / "Global.frd") << "beside the restart file";
  ASSERT_EQ(read.data.size(), 2u);
  EXPECT_EQ(read.data[0].fields, card.data[0].fields);
  EXPECT_EQ(read.data[1].line, 9);
}

}  // namespace
}  // namespace jounce::keyword
