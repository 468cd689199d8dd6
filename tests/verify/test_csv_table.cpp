#include "verify/csv_table.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "synthetic_run.h"

namespace jounce::verify {
namespace {

TEST(CsvTable, ReadsNumbersAndText) {
  TemporaryFolder folder;
  write_file(folder.path() / "t.csv", "# source\ntime, contact\n0.5,\"left, upper\"\r\n1e-3,right\n\n");
  const CsvTable table(folder.path() / "t.csv");
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_TRUE(table.has("contact"));
  EXPECT_FALSE(table.has("source"));
  EXPECT_EQ(table.text(0, "contact"), "left, upper");
  EXPECT_DOUBLE_EQ(table.numbers("time")[1], 1e-3);
  EXPECT_THROW(table.number(1, "contact"), std::runtime_error);
  EXPECT_THROW(table.numbers("impulse"), std::runtime_error);
}

TEST(CsvTable, NamesTheLineOfABrokenRow) {
  TemporaryFolder folder;
  write_file(folder.path() / "t.csv", "time,x\n0,1\n0.5\n");
  try {
    CsvTable table(folder.path() / "t.csv");
    FAIL() << "a short row was accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("t.csv:3"), std::string::npos) << error.what();
  }
  EXPECT_THROW(CsvTable(folder.path() / "missing.csv"), std::runtime_error);
  write_file(folder.path() / "empty.csv", "# nothing\n");
  EXPECT_THROW(CsvTable(folder.path() / "empty.csv"), std::runtime_error);
}

}  // namespace
}  // namespace jounce::verify
