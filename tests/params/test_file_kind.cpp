#include "params/file_kind.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "../io/temporary_folder.h"

namespace jounce::params {
namespace {

using io::test::TemporaryFolder;
using io::test::write;
using testing::HasSubstr;

TEST(FileKind, DecksAreNoOtherThing) {
  const TemporaryFolder folder;
  for (const char* const name : {"a.toml", "a.inp", "a.INP", "a", "a.txt", "a.deck"}) {
    write(folder / name, R"(title = "x"
)");
    EXPECT_EQ(why_no_deck(folder / name), "") << name;
  }
}

TEST(FileKind, OtherFilesAreNamed) {
  const TemporaryFolder folder;
  const std::pair<const char*, const char*> files[] = {
      {"part.geo", "a geometry, not a deck"}, {"part.STEP", "a geometry, not a deck"},
      {"part.stp", "a geometry, not a deck"}, {"part.msh", "a mesh, not a deck"},
      {"history.csv", "a table, not a deck"}, {"fields.vtkhdf", "field results, not a deck"},
      {"problem.dat", "a contact problem"},   {"plot.png", "a picture"}};
  for (const auto& [name, what] : files) {
    write(folder / name, "x");
    EXPECT_THAT(why_no_deck(folder / name), HasSubstr(what)) << name;
  }
  EXPECT_THAT(why_no_deck(folder / "part.geo"),
              HasSubstr((folder / "part.geo").string() + R"(" and 'size')"));
}

TEST(FileKind, ContentCountsMoreThanTheName) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", "$MeshFormat\n4.1 0 8\n");
  EXPECT_THAT(why_no_deck(folder / "deck.toml"), HasSubstr("a mesh, not a deck"));
  write(folder / "checkpoint.h5", "\x89HDF\r\n\x1a\n");
  EXPECT_THAT(why_no_deck(folder / "checkpoint.h5"), HasSubstr("--restart"));
}

TEST(FileKind, WhatIsNoFileIsNotOpened) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe.toml").c_str(), 0600), 0);
  EXPECT_THAT(why_no_deck(folder / "pipe.toml"), HasSubstr("a pipe"));  // would wait for a writer
  EXPECT_THAT(why_no_deck("/dev/zero"), HasSubstr("a device"));
  EXPECT_THAT(why_no_deck(folder.path()), HasSubstr("not a folder"));
  EXPECT_EQ(why_no_deck(folder / "nothing"), "there is no such file");
  write(folder / "run.toml", "");
  EXPECT_THAT(why_no_deck(folder.path()), HasSubstr("a result folder, not a deck"));
}

}  // namespace
}  // namespace jounce::params
