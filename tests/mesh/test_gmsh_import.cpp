#include "mesh/gmsh_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "../io/temporary_folder.h"
#include "../support/specimens.h"
#include "mesh/gmsh_loader.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using io::test::message_of;
using io::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

const fs::path kFiles = fs::path(JOUNCE_SOURCE_DIR) / "tests/mesh";

class GmshImport : public ::testing::Test {
 protected:
  fs::path file(const std::string& name, const std::string& text) {
    io::test::write(folder_ / name, text);
    return folder_ / name;
  }
  std::string error(const fs::path& path) {
    return message_of<MeshError>([&] { import_gmsh("m", path, 1); });
  }
  std::string error(const std::string& name, const std::string& text) { return error(file(name, text)); }

  TemporaryFolder folder_;
};

/// Lines of a mesh as pairs of coordinates, independent of any numbering.
std::vector<std::array<std::array<double, 2>, 2>> coordinates(const Mesh& mesh,
                                                              const std::vector<int>& lines) {
  std::vector<std::array<std::array<double, 2>, 2>> list;
  for (const int line : lines) {
    const auto& ends = mesh.lines[static_cast<std::size_t>(line)];
    const Vector3& a = mesh.points[static_cast<std::size_t>(ends[0])];
    const Vector3& b = mesh.points[static_cast<std::size_t>(ends[1])];
    list.push_back({{{a.x(), a.y()}, {b.x(), b.y()}}});
  }
  return list;
}

/// The same mesh as a script and as files of both versions.
TEST_F(GmshImport, ReadsScriptsAndFilesAlike) {
  for (const char* const name : {"square.geo", "square_22.msh", "square_41.msh"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = import_gmsh("square", kFiles / name, 1);
    EXPECT_EQ(mesh.name, "square");
    ASSERT_EQ(mesh.points.size(), 4u) << "points of no element are left out, and the curve without a group";
    ASSERT_EQ(mesh.lines.size(), 3u) << "a line in two groups is one line";
    ASSERT_EQ(mesh.groups.size(), 5u);
    EXPECT_EQ(mesh.groups[0].name, "corner");
    EXPECT_EQ(mesh.groups[1].name, "both ends");

    const Mesh::Group* corner = mesh.find("corner");
    ASSERT_NE(corner, nullptr);
    ASSERT_EQ(corner->points.size(), 1u);
    EXPECT_TRUE(corner->lines.empty());
    EXPECT_EQ(mesh.points[static_cast<std::size_t>(corner->points[0])], Vector3(2, 0, 0));

    const Mesh::Group* ends = mesh.find("both ends");
    ASSERT_NE(ends, nullptr);
    ASSERT_EQ(ends->points.size(), 2u);
    EXPECT_LT(ends->points[0], ends->points[1]);

    const Mesh::Group *floor = mesh.find("floor"), *lee = mesh.find("lee"), *unnamed = mesh.find("12");
    ASSERT_TRUE(floor && lee && unnamed);
    EXPECT_EQ(floor->lines.size(), 2u);
    EXPECT_EQ(floor->points.size(), 3u);
    EXPECT_EQ(lee->lines.size(), 3u);
    EXPECT_EQ(lee->points.size(), 4u);
    ASSERT_EQ(unnamed->lines.size(), 1u);
    const auto side = coordinates(mesh, unnamed->lines)[0];
    EXPECT_EQ(side, (std::array<std::array<double, 2>, 2>{{{2, 0}, {2, 2}}}));
    for (const auto& line : coordinates(mesh, floor->lines)) EXPECT_NEAR(line[1][0] - line[0][0], 1, 1e-10);
  }
}

TEST_F(GmshImport, ScalesCoordinates) {
  const Mesh mesh = import_gmsh("square", kFiles / "square_41.msh", 1e-3);
  EXPECT_EQ(mesh.points[static_cast<std::size_t>(mesh.find("corner")->points[0])], Vector3(2e-3, 0, 0));
}

TEST_F(GmshImport, WithoutPhysicalCurvesTakesAllLines) {
  const std::string two_lines =
      "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Point(3) = {2,0,0}; Line(1) = {1,2}; Line(2) = {2,3};\n"
      "Transfinite Curve{:} = 2;\n";
  const Mesh plain = import_gmsh("m", file("plain.geo", two_lines), 1);
  EXPECT_EQ(plain.points.size(), 3u);
  EXPECT_EQ(plain.lines.size(), 2u);
  EXPECT_TRUE(plain.groups.empty());
  const Mesh named = import_gmsh("m", file("named.geo", two_lines + "Physical Point(\"end\") = {3};\n"), 1);
  EXPECT_EQ(named.lines.size(), 2u);
  ASSERT_EQ(named.find("end")->points.size(), 1u);
  EXPECT_EQ(named.points[static_cast<std::size_t>(named.find("end")->points[0])], Vector3(2, 0, 0));
}

TEST_F(GmshImport, KeepsNamedPointsThatNoLineUses) {
  const Mesh mesh = import_gmsh("m",
                                file("a.geo",
                                     "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Point(3) = {5,0,0}; Line(1) = "
                                     "{1,2}; Transfinite Curve{1} = 2;\n"
                                     "Physical Curve(\"bar\") = {1}; Physical Point(\"hook\") = {3};\n"),
                                1);
  ASSERT_EQ(mesh.points.size(), 3u);
  ASSERT_EQ(mesh.find("hook")->points.size(), 1u);
  EXPECT_EQ(mesh.points[static_cast<std::size_t>(mesh.find("hook")->points[0])], Vector3(5, 0, 0));
}

TEST_F(GmshImport, RefusesFilesThatAreNotThere) {
  EXPECT_THAT(error(folder_ / "none.geo"), AllOf(HasSubstr("there is no file"), HasSubstr("none.geo")));
  fs::create_directory(folder_ / "folder.msh");
  EXPECT_THAT(error(folder_ / "folder.msh"), HasSubstr("is no file"));
}

TEST_F(GmshImport, RefusesUnknownExtensions) {
  EXPECT_THAT(error("a.txt", "Point(1) = {0,0,0};"), AllOf(HasSubstr("'.txt'"), HasSubstr(".geo or .msh")));
  EXPECT_THAT(error("a", ""), HasSubstr("expected .geo or .msh"));
}

TEST_F(GmshImport, PassesGmshsErrorsOn) {
  EXPECT_THAT(error("a.geo", "Point(1) = {0,0,0};\nLine(1) = {1,7};\n"),
              AllOf(HasSubstr("Gmsh cannot use"), HasSubstr("a.geo"), HasSubstr("Unknown control point 7")));
  EXPECT_THAT(error("b.geo", "Point(1) = {0,0,0}\nPoint(2) = {1,0,0};\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("syntax error")));
  EXPECT_THAT(error("c.geo", "Error(\"needs a newer file\");\n"), HasSubstr("needs a newer file"));
  EXPECT_THAT(error("d.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n"),
              HasSubstr("Error loading"));
  EXPECT_THAT(error("e.msh", "no mesh at all\n"), HasSubstr("Gmsh cannot use"));
}

TEST_F(GmshImport, RefusesMeshesWithoutLines) {
  EXPECT_THAT(error("a.geo", "Point(1) = {0,0,0};\n"), HasSubstr("no line elements"));
  EXPECT_THAT(error("b.msh", ""), HasSubstr("no line elements"));
  EXPECT_THAT(error("c.geo", "Point(1) = {0,0,0}; Physical Point(\"p\") = {1};\n"),
              HasSubstr("no line elements"));
}

TEST_F(GmshImport, RefusesLinesOfHigherOrder) {
  EXPECT_THAT(error("a.geo",
                    "Mesh.ElementOrder = 2; Point(1) = {0,0,0}; Point(2) = {1,0,0}; Line(1) = {1,2};\n"
                    "Physical Curve(\"c\") = {1};\n"),
              HasSubstr("two-node lines"));
}

TEST_F(GmshImport, RefusesGroupsOfOneName) {
  const std::string line = "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Line(1) = {1,2};\n";
  EXPECT_THAT(error("a.geo", line + "Physical Point(\"a\", 1) = {1}; Physical Curve(\"a\", 2) = {1};\n"),
              HasSubstr("two physical groups are named 'a'"));
  EXPECT_THAT(error("b.geo", line + "Physical Point(1) = {1}; Physical Curve(1) = {1};\n"),
              HasSubstr("two physical groups are named '1'"));
}

TEST_F(GmshImport, AnErrorLeavesGmshUsable) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(error("a.geo", "Line(1) = {1,7};\n"), HasSubstr("Unknown control point"));
    EXPECT_EQ(import_gmsh("square", kFiles / "square.geo", 1).lines.size(), 3u)
        << "nothing of another model is left";
  }
}

TEST(GmshLoader, SaysWhereTheModuleIsMissing) {
  const TemporaryFolder folder;
  const std::string message = message_of<MeshError>([&] { GmshLoader({folder / "here", folder / "there"}); });
  EXPECT_THAT(message, AllOf(HasSubstr("jounce_gmsh.so"), HasSubstr("here, "), HasSubstr("there"),
                             HasSubstr("target 'jounce_gmsh'"), HasSubstr("libgmsh-dev")));
}

TEST(GmshLoader, SaysWhyTheModuleCannotBeOpened) {
  const TemporaryFolder folder;
  io::test::write(folder / "jounce_gmsh.so", "no library");
  EXPECT_THAT(message_of<MeshError>([&] { GmshLoader({folder.path()}); }),
              AllOf(HasSubstr("cannot be opened"), HasSubstr("jounce_gmsh.so"), HasSubstr("libgmsh")));
}

/// Decks: mistakes about mesh files are reported at the key.
std::string deck_error(const std::string& keys, int dimension) {
  return message_of<params::InputError>(
      [&] { test::build("[[mesh]]\nname = \"m\"\ntype = \"gmsh\"\n" + keys, dimension); });
}

TEST_F(GmshImport, DecksReportMistakesAtTheirPlace) {
  EXPECT_THAT(deck_error("file = \"none.msh\"\n", 2),
              AllOf(HasSubstr("test.toml:9:"), HasSubstr("there is no file")));
  const std::string here = "file = \"" + (kFiles / "square.geo").string() + "\"\n";
  EXPECT_EQ(deck_error(here, 2), "");
  EXPECT_EQ(deck_error(here, 3), "");
  EXPECT_THAT(deck_error(here, 1),
              HasSubstr("has a point with y = 2, but the model has model.dimension = 1"));
  const fs::path space = file("space.geo", "Point(1) = {0,0,0}; Point(2) = {1,0,0.5}; Line(1) = {1,2};\n");
  EXPECT_THAT(deck_error("file = \"" + space.string() + "\"\n", 2), HasSubstr("has a point with z = 0."));
}

TEST_F(GmshImport, TheTrussOfTheExamplesHasItsBars) {
  const Mesh mesh = import_gmsh("truss", fs::path(JOUNCE_SOURCE_DIR) / "meshes/truss.geo", 1);
  EXPECT_EQ(mesh.points.size(), 10u);
  EXPECT_EQ(mesh.lines.size(), 16u);
  EXPECT_EQ(mesh.find("bars")->lines.size(), 16u);
  EXPECT_EQ(mesh.find("diagonals")->lines.size(), 4u);
  EXPECT_EQ(mesh.find("supports")->points.size(), 2u);
  EXPECT_EQ(mesh.points[static_cast<std::size_t>(mesh.find("tip")->points[0])], Vector3(4, 0, 0));
}

}  // namespace
}  // namespace jounce
