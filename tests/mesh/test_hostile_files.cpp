// Whatever Gmsh does with a file is one message, nothing else happens, and the next file is read.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../io/temporary_folder.h"
#include "../support/specimens.h"
#include "mesh/gmsh_import.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using io::test::message_of;
using io::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kBar = "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Line(1) = {1,2};\n";

/// What Gmsh's process says at its end is that of the sanitizers' runtime in such a build.
bool runtime_takes_signals() { return std::getenv("JOUNCE_SANITIZED") != nullptr; }

class HostileFiles : public ::testing::Test {
 protected:
  std::string said(const std::string& name, const std::string& text, const GmshImport& options = {}) {
    io::test::write(folder_ / name, text);
    return message_of<MeshError>([&] { import_gmsh("m", folder_ / name, options); });
  }
  bool acted() const { return fs::exists(folder_ / "owned"); }
  std::string path() const { return (folder_ / "owned").string(); }

  TemporaryFolder folder_;
};

TEST_F(HostileFiles, DoNotAct) {
  const std::vector<std::string> acts = {fmt::format(R"(SystemCall "touch {}";
)",
                                                     path()),
                                         fmt::format(R"(Printf("x") > "{}";
)",
                                                     path()),
                                         R"(Printf("x") >> "owned";
)",
                                         R"(CreateDir "owned";
)",
                                         fmt::format(R"(Save "{}";
)",
                                                     path())};
  for (const std::string& text : acts) {
    EXPECT_THAT(said("a.geo", kBar + text), HasSubstr("a.geo:2: '")) << text;
    EXPECT_THAT(said("a.msh", text), HasSubstr("a.msh:1: a mesh begins with $MeshFormat")) << text;
    EXPECT_THAT(said("b.msh", "\n" + text), HasSubstr("b.msh:1: a mesh begins with $MeshFormat")) << text;
    EXPECT_FALSE(acted()) << text;
  }
  EXPECT_THAT(message_of<params::InputError>([&] {
                test::build(fmt::format(R"(
[[mesh]]
name = "m"
type = "gmsh"
file = "{}"
)",
                                        (folder_ / "a.geo").string()),
                            2);
              }),
              AllOf(HasSubstr("test.toml:10:"), HasSubstr("a.geo:2: 'Save' writes a file")));
}

TEST_F(HostileFiles, ActWhereTheDeckTrustsThem) {
  if (runtime_takes_signals()) GTEST_SKIP() << "the runtime of sanitizers takes signals and ends";
  GmshImport trusting;
  trusting.trusted = true;
  EXPECT_EQ(said("a.geo",
                 kBar + fmt::format(R"(SystemCall "touch {}";
)",
                                    path()),
                 trusting),
            "");
  EXPECT_TRUE(acted());
  EXPECT_THAT(said("b.geo", kBar + "Exit;\n", trusting),
              HasSubstr("b.geo:2: Gmsh ended here with status 0, before there was a mesh"));
}

TEST_F(HostileFiles, ThatCrashGmshAreNamedWithTheirLine) {
  if (runtime_takes_signals()) GTEST_SKIP() << "the runtime of sanitizers takes signals and ends";
  EXPECT_THAT(said("a.geo", kBar + "\na = 5 % 0;\n"),
              AllOf(HasSubstr("a.geo:3: Gmsh crashed"), HasSubstr("integer division by zero")));
  EXPECT_EQ(said("b.geo", kBar), "") << "the next one is read";
}

/// An entity line of another file: Gmsh frees memory twice and hung in our handler of signals.
TEST_F(HostileFiles, EntitiesThatAreNotThere) {
  const std::string nodes =
                        "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n1 1 0\n$EndNodes\n"
                        "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n",
                    head = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n", tail = "$EndEntities\n";
  EXPECT_EQ(said("a.msh", head + "0 0 1 0\n1 0 0 0 1 1 0 0 0\n" + tail + nodes), "");
  EXPECT_THAT(said("a.msh", head + "2 0 02 0 0\n1 0 0 0 1 1 0 0 0\n" + tail + nodes), HasSubstr("a.msh"));
  EXPECT_THAT(said("a.msh", head + "0 0 1 0\n2 0 02 0 0\n" + tail + nodes),
              AllOf(HasSubstr("a.msh:"), HasSubstr("entit")));
  EXPECT_THAT(said("a.msh", head + "0 0 1 0\n1 0 0 0 1 1 0 1000000000 0\n" + tail + nodes),
              AllOf(HasSubstr("a.msh:6: "), HasSubstr("entit")));
}

TEST_F(HostileFiles, AreLimitedInTimeAndMemory) {
  if (runtime_takes_signals()) GTEST_SKIP() << "the runtime of sanitizers takes signals and ends";
  GmshImport limited;
  limited.time_limit = 1;
  EXPECT_THAT(said("a.geo", kBar + "For i In {1:1000000000}\n  b = i;\nEndFor\n", limited),
              AllOf(HasSubstr("a.geo:"), HasSubstr("after 1 s of processor time"), HasSubstr("time_limit")));
  // Ends when no more files can be opened.
  EXPECT_THAT(said("b.geo", kBar + R"(Include "b.geo";
)",
                   limited),
              AllOf(HasSubstr("b.geo"), HasSubstr("point with tag 1 already exists")));
  EXPECT_THAT(said("c.geo", kBar + "Sleep 100;\n", limited),
              AllOf(HasSubstr("c.geo:2: "), HasSubstr("it was idle for ")));
  limited.time_limit = 60;
  limited.memory_limit = 0.3e9;
  EXPECT_THAT(said("d.geo", kBar + "a() = LinSpace[0, 1, 30000000];\n", limited),
              AllOf(HasSubstr("d.geo:2: "), HasSubstr("more memory"), HasSubstr("memory_limit")));
}

TEST_F(HostileFiles, CoordinatesThatAreNoNumbers) {
  EXPECT_THAT(said("a.geo", "Point(1) = {0,0,0}; Point(2) = {0/0,0,0}; Line(1) = {1,2};\n"),
              HasSubstr("a.geo"));
}

/// Five sides of a cube.
TEST_F(HostileFiles, AShellThatDoesNotCloseIsSaidToBeOpen) {
  std::string text =
      R"(Point(1) = {0,0,0}; Point(2) = {1,0,0}; Point(3) = {1,1,0}; Point(4) = {0,1,0};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1};
Curve Loop(1) = {1,2,3,4}; Plane Surface(1) = {1};
f[] = Extrude {0,0,1} { Line{1}; }; g[] = Extrude {0,0,1} { Line{2}; };
h[] = Extrude {0,0,1} { Line{3}; }; k[] = Extrude {0,0,1} { Line{4}; }; Coherence;
Surface Loop(1) = {1, f[1], g[1], h[1], k[1]}; Volume(1) = {1};
Physical Volume("cube") = {1}; Mesh.MeshSizeMax = 0.5;
)";
  EXPECT_THAT(said("open.geo", text), AllOf(HasSubstr("open.geo: the shell of volume 1 does not close"),
                                            HasSubstr(", 1)"), Not(HasSubstr("No elements"))));
}

}  // namespace
}  // namespace jounce
