#include "io/event_writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::read;
using test::TemporaryFolder;

const std::string event_header = "time,contact,impulse,velocity_before,velocity_after,energy_lost\n";

TEST(EventWriter, WritesTheFirstEventAtOnce) {
  const TemporaryFolder folder;
  EventWriter writer(folder / "events.csv");
  EXPECT_EQ(read(folder / "events.csv"), event_header);
  writer.event({0.402, "floor", 7.22, -4.02, 3.2, 2.9});
  EXPECT_EQ(read(folder / "events.csv"), event_header + "0.402,floor,7.22,-4.02,3.2,2.9\n");
}

TEST(EventWriter, CollectsBurstsUntilPolled) {
  const TemporaryFolder folder;
  EventWriter writer(folder / "events.csv");
  for (int i = 0; i < 1000; ++i) writer.event({1.0 * i, "a", 1.0, -1.0, 0.0, 0.5});
  EXPECT_LT(read(folder / "events.csv").size(), event_header.size() + 15000);
  usleep(300000);
  writer.poll();
  const std::string text = read(folder / "events.csv");
  EXPECT_EQ(text.substr(text.size() - 18), "\n999,a,1,-1,0,0.5\n");
}

TEST(EventWriter, QuotesNamesAndAppends) {
  const TemporaryFolder folder;
  EventWriter(folder / "events.csv").event({1.0, R"(left, "low")", 1.0, -1.0, 0.0, 0.5});
  EXPECT_EQ(truncate_after(folder / "events.csv", 1.0, 0.1), 1u);
  EventWriter(folder / "events.csv", LineFile::Start::append).event({2.0, "b", 1.0, -1.0, 0.0, 0.5});
  EXPECT_EQ(read(folder / "events.csv"), event_header + R"(1,"left, ""low""",1,-1,0,0.5
2,b,1,-1,0,0.5
)");
}

TEST(EventWriter, FullDisk) { EXPECT_THROW(EventWriter("/dev/full"), OutputError); }

}  // namespace
}  // namespace jounce::io
