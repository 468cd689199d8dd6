#include "io/history_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::TemporaryFolder;
using test::write;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(History, ColumnsAndUnits) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "time,gap\n0,1.5\n1e-3,-2\n");
  write(folder / "h_units.csv", R"(name,unit,description
time,s,"a, b"
gap,m,
other,N,
)");
  const History history(folder / "h.csv");
  EXPECT_THAT(history.names(), ElementsAre("time", "gap"));
  EXPECT_EQ(history.size(), 2u);
  EXPECT_THAT(history.column("time"), ElementsAre(0.0, 1e-3));
  EXPECT_THAT(history.column("gap"), ElementsAre(1.5, -2.0));
  EXPECT_EQ(history.unit("gap"), "m");
  EXPECT_TRUE(history.has("gap"));
  EXPECT_FALSE(history.has("force"));
}

TEST(History, TruncatedLastLineOfAResultIsIgnored) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "time,gap\n0,1.5\n1,2.5\n2");
  EXPECT_EQ(History(folder / "h.csv").size(), 2u);
  write(folder / "h.csv", "time,gap\n0,1.5\n1,2.5\n2,3.");
  write(folder / "h_units.csv", "name,unit,description\ntime,s,\ngap,m,\n");
  EXPECT_EQ(History(folder / "h.csv").size(), 2u);
}

TEST(History, HandWrittenReferenceFiles) {
  const TemporaryFolder folder;
  write(folder / "r.csv", "# measured\ntime , force\r\n\r\n0, +1\r\n# pause\r\n 1 ,abc\r\n2,3");
  const History history(folder / "r.csv");
  EXPECT_THAT(history.names(), ElementsAre("time", "force"));
  EXPECT_THAT(history.column("time"), ElementsAre(0.0, 1.0, 2.0));
  EXPECT_EQ(history.column("force")[0], 1.0);
  EXPECT_TRUE(std::isnan(history.column("force")[1]));
  EXPECT_EQ(history.column("force")[2], 3.0);
  EXPECT_EQ(history.unit("force"), "");
}

TEST(History, UnknownColumnNamesTheNearest) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "time,gap,contact_force\n0,1,2\n");
  const History history(folder / "h.csv");
  const std::string message = message_of<OutputError>([&] { history.column("contact_forse"); });
  EXPECT_THAT(message, HasSubstr("no column 'contact_forse' (did you mean 'contact_force'?)"));
  EXPECT_THAT(message, HasSubstr("time, gap, contact_force"));
  EXPECT_THAT(message_of<OutputError>([&] { history.unit("zzzzzz"); }),
              HasSubstr("no column 'zzzzzz'; it has"));
}

TEST(History, BrokenFiles) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<OutputError>([&] { History(folder / "no.csv"); }), HasSubstr("No such file"));
  EXPECT_THAT(message_of<OutputError>([&] { History{folder.path()}; }), HasSubstr("Is a directory"));
  write(folder / "h.csv", "");
  EXPECT_THAT(message_of<OutputError>([&] { History(folder / "h.csv"); }), HasSubstr("is empty"));
  write(folder / "h.csv", "time,gap\n0,1\n1\n2,3\n");
  EXPECT_THAT(message_of<OutputError>([&] { History(folder / "h.csv"); }),
              HasSubstr("h.csv:3: this line has 1 cells, expected 2"));
}

}  // namespace
}  // namespace jounce::io
