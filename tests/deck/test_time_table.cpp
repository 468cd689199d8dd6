#include "deck/time_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace jounce::deck {
namespace {

class TimeTable : public testing::Test {
 protected:
  void SetUp() override {
    file_ =
        std::filesystem::temp_directory_path() / ("jounce_time_table_" + std::to_string(::getpid()) + ".csv");
  }
  void TearDown() override { std::filesystem::remove(file_); }

  params::TimeFunction read(const std::string& text, const std::string& time = "1",
                            const std::string& value = "2") {
    std::ofstream(file_, std::ios::binary) << text;
    return read_time_table(file_, time, value);
  }

  std::string error_of(const std::string& text, const std::string& time = "1",
                       const std::string& value = "2") {
    try {
      read(text, time, value);
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      return message.substr(message.find(".csv") + 4);
    }
    return "no error";
  }

  std::filesystem::path file_;
};

TEST_F(TimeTable, ReadsCommasSemicolonsTabsAndBlanks) {
  EXPECT_EQ(read("0,1\n2,5\n")(1.0), 3.0);
  EXPECT_EQ(read("0;1\n2;5\n")(1.0), 3.0);
  EXPECT_EQ(read("0\t1\n2\t5\n")(1.0), 3.0);
  EXPECT_EQ(read("  0   1\n 2 5")(1.0), 3.0);
  EXPECT_EQ(read("+0.0e0, +1\r\n2., 5.e0\r\n")(1.0), 3.0);
}

TEST_F(TimeTable, SkipsCommentsAndEmptyLines) {
  EXPECT_EQ(read("# a, b\n\n0,1\n  \n# c\n2,5\n\n")(1.0), 3.0);
}

TEST_F(TimeTable, ChoosesColumnsByNameOrNumber) {
  const std::string text = R"(time [s], force (N), "other"
0, 1, 7
2, 5, 9
)";
  EXPECT_EQ(read(text)(1.0), 3.0);
  EXPECT_EQ(read(text, "time", "force")(1.0), 3.0);
  EXPECT_EQ(read(text, "time", "other")(1.0), 8.0);
  EXPECT_EQ(read(text, "1", "3")(1.0), 8.0);
  EXPECT_EQ(read("7,0,1\n9,1,5\n", "2", "1")(0.5), 8.0);
}

TEST_F(TimeTable, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("0,1\n1,x\n"), ":2: expected a number, not 'x'");
  EXPECT_EQ(error_of("a,b\n0,1\n1\n"), ":3: column 2 is missing");
  EXPECT_EQ(error_of("time,force\n0,1\n", "time", "forces"),
            ":1: there is no column 'forces', did you mean 'force'?");
  EXPECT_EQ(error_of("0,1\n", "1", "5"), ":1: there is no column '5'");
  EXPECT_EQ(error_of("0,1\n", "1", "0"), ":1: there is no column '0'");
  EXPECT_EQ(error_of("0,1\n1,2\n1,3\n"), ": times must increase, but 1 follows 1");
  EXPECT_EQ(error_of("0,1\n"), ": a table needs at least two rows");
  EXPECT_EQ(error_of(""), ": a table needs at least two rows");
  EXPECT_EQ(error_of("0,1\n1,inf\n"), ": row 2 is not finite");
}

TEST_F(TimeTable, RefusesMissingFilesAndFolders) {
  EXPECT_THROW(read_time_table("/no/such/file.csv", "1", "2"), std::runtime_error);
  EXPECT_THROW(read_time_table(std::filesystem::temp_directory_path(), "1", "2"), std::runtime_error);
}

}  // namespace
}  // namespace jounce::deck
