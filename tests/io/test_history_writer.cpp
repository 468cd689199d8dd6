#include "io/history_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "child_process.h"
#include "io/history_reader.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using testing::HasSubstr;

const std::vector<Column> columns = {
    {"time", "s", "end of the step"}, {"gap", "m", "left, lower corner"}, {"n", "", ""}};

TEST(HistoryWriter, HeaderRowsAndUnits) {
  const TemporaryFolder folder;
  HistoryWriter writer(folder / "history.csv", columns);
  writer.row(std::vector{0.0, 0.1, 3.0});
  writer.row(std::vector{2e-3, -5e-324, 123456789012.0});
  writer.close();
  EXPECT_EQ(read(folder / "history.csv"), "time,gap,n\n0,0.1,3\n0.002,-5e-324,123456789012\n");
  EXPECT_EQ(read(folder / "history_units.csv"),
            R"(name,unit,description
time,s,end of the step
gap,m,"left, lower corner"
n,,
)");
}

TEST(HistoryWriter, HeaderIsThereBeforeTheFirstRow) {
  const TemporaryFolder folder;
  const HistoryWriter writer(folder / "history.csv", columns);
  EXPECT_EQ(read(folder / "history.csv"), "time,gap,n\n");
}

TEST(HistoryWriter, SpecialValues) {
  const TemporaryFolder folder;
  const double infinity = std::numeric_limits<double>::infinity();
  HistoryWriter writer(folder / "h.csv", columns);
  writer.row(std::vector{infinity, -infinity, -std::nan("")});
  writer.row(std::vector{-0.0, 1e300, -std::numeric_limits<double>::max()});
  writer.close();
  EXPECT_EQ(read(folder / "h.csv"), "time,gap,n\ninf,-inf,nan\n-0,1e+300,-1.7976931348623157e+308\n");
}

TEST(HistoryWriter, EveryBitPatternReadsBack) {
  const TemporaryFolder folder;
  std::mt19937_64 random(7);
  std::vector<double> written;
  {
    HistoryWriter writer(folder / "h.csv", columns);
    while (written.size() < 30000) {
      std::vector<double> row;
      while (row.size() < 3) {
        const std::uint64_t bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value)) row.push_back(value);
      }
      writer.row(row);
      written.insert(written.end(), row.begin(), row.end());
    }
  }
  const History history(folder / "h.csv");
  ASSERT_EQ(history.size(), written.size() / 3);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const double value = history.column(columns[i % 3].name)[i / 3];
    ASSERT_EQ(std::memcmp(&value, &written[i], sizeof value), 0) << written[i];
  }
}

TEST(HistoryWriter, AppendContinuesAndChecksTheColumns) {
  const TemporaryFolder folder;
  HistoryWriter(folder / "h.csv", columns).row(std::vector{1.0, 2.0, 3.0});
  HistoryWriter(folder / "h.csv", columns, LineFile::Start::append).row(std::vector{4.0, 5.0, 6.0});
  EXPECT_EQ(read(folder / "h.csv"), "time,gap,n\n1,2,3\n4,5,6\n");
  const std::vector<Column> others = {{"time", "s", ""}, {"force", "N", ""}};
  const std::string message =
      message_of<OutputError>([&] { HistoryWriter(folder / "h.csv", others, LineFile::Start::append); });
  EXPECT_THAT(message, HasSubstr("its columns are 'time,gap,n', this run writes 'time,force'"));
}

TEST(HistoryWriter, RefusesEmptyAndDoubleNames) {
  const TemporaryFolder folder;
  using Columns = std::vector<Column>;
  EXPECT_THROW(HistoryWriter(folder / "h.csv", Columns{}), std::invalid_argument);
  EXPECT_THROW(HistoryWriter(folder / "h.csv", Columns{{"", "", ""}}), std::invalid_argument);
  EXPECT_THROW(HistoryWriter(folder / "h.csv", Columns{{"x", "", ""}, {"x", "", ""}}), std::invalid_argument);
}

TEST(HistoryWriter, FullDisk) {
  const TemporaryFolder folder;
  const int status = test::with_file_limit(200000, [&] {
    try {
      HistoryWriter writer(folder / "h.csv", columns);
      for (int i = 0; i < 100000; ++i) writer.row(std::vector{0.1 * i, 1.0 / 3.0, 2.0});
    } catch (const OutputError& error) {
      return std::strstr(error.what(), "h.csv") != nullptr ? 7 : 8;
    }
    return 0;
  });
  EXPECT_EQ(status, 7);
  EXPECT_GT(History(folder / "h.csv").size(), 1000u);
}

TEST(HistoryWriter, KilledRunLeavesWholeLines) {
  for (int trial = 0; trial < 10; ++trial) {
    const bool has_rows = trial > 4;
    const TemporaryFolder folder;
    const bool was_running = test::kill_during(
        [&] {
          HistoryWriter writer(folder / "h.csv", columns);
          for (double i = 0.0;; i += 1.0) writer.row(std::vector{i, std::sin(i), 2.0});
        },
        folder / "h_units.csv", 7 * trial, [&] { return !has_rows || read(folder / "h.csv").size() > 1000; });
    ASSERT_TRUE(was_running);
    const History history(folder / "h.csv");
    const auto& time = history.column("time");
    for (std::size_t i = 0; i < time.size(); ++i) ASSERT_EQ(time[i], static_cast<double>(i));
    EXPECT_TRUE(!has_rows || !time.empty());
  }
}

}  // namespace
}  // namespace jounce::io
