#include "mesh/gmsh_import.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "../io/temporary_folder.h"
#include "../support/specimens.h"
#include "mesh/gmsh_mesh.h"
#include "mesh/gmsh_process.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using io::test::message_of;
using io::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

const fs::path kFiles = fs::path(JOUNCE_SOURCE_DIR) / "tests/mesh";

class GmshFiles : public ::testing::Test {
 protected:
  fs::path file(const std::string& name, const std::string& text) {
    io::test::write(folder_ / name, text);
    return folder_ / name;
  }
  std::string error(const fs::path& path) {
    return message_of<MeshError>([&] { import_gmsh("m", path, {1}); });
  }
  std::string error(const std::string& name, const std::string& text) { return error(file(name, text)); }

  TemporaryFolder folder_;
};

/// A square of four nodes in both versions of text files, with a place for node 3 and the element's nodes.
std::string square(bool old, const std::string& third, const std::string& nodes) {
  if (old)
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 " + third +
           "\n4 0 1 0\n$EndNodes\n$Elements\n1\n7 3 2 1 1 " + nodes + "\n$EndElements\n";
  return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n" +
         third + "\n0 1 0\n$EndNodes\n$Elements\n1 1 7 7\n2 1 3 1\n7 " + nodes + "\n$EndElements\n";
}

TEST_F(GmshFiles, NodesAndElementsThatAreWrongAreNamed) {
  for (const bool old : {true, false}) {
    SCOPED_TRACE(old);
    const auto message = [&](const std::string& third, const std::string& nodes) {
      return error("square.msh", square(old, third, nodes));
    };
    EXPECT_EQ(import_gmsh("m", file("good.msh", square(old, "1 1 0", "1 2 3 4")), {1}).points.size(), 4U);
    EXPECT_THAT(message("1 nan 0", "1 2 3 4"),
                AllOf(HasSubstr(old ? "square.msh:8: " : "square.msh:13: "),
                      HasSubstr("node 3 has a coordinate that is not a finite number: (1, nan, 0)")));
    EXPECT_THAT(message("1 1 0", "1 2 3 9"),
                AllOf(HasSubstr(old ? "square.msh:13: " : "square.msh:19: "),
                      HasSubstr("element 7 names node 9, which the file does not have")));
    const auto changed = [&](const std::string& from, const std::string& to) {
      std::string text = square(old, "1 1 0", "1 2 3 4");
      return error("square.msh", text.replace(text.find(from), from.size(), to));
    };
    EXPECT_THAT(changed(old ? "2.2" : "4.1", "4"),
                HasSubstr("square.msh:2: version 4 of these files is not read"));
    if (old) {
      EXPECT_THAT(changed("$Nodes\n4", "$Nodes\n3"), HasSubstr("the section announces 3 nodes and has more"));
      EXPECT_THAT(changed("$Nodes\n4", "$Nodes\n5"), HasSubstr("the section announces 5 nodes and has 4"));
      EXPECT_THAT(changed("2 1 0 0", "2 1 0"), HasSubstr("square.msh:7: a node needs a number and three"));
      EXPECT_THAT(changed("7 3 ", "7 132 "), HasSubstr("element 7 is of type 132; those up to the second"));
    } else {
      EXPECT_THAT(changed("1 4 1 4", "1 3 1 4"),
                  HasSubstr("square.msh:10: the section announces 3 nodes and has more"));
      EXPECT_THAT(changed("1 4 1 4", "1 4 1 3"), HasSubstr("node 4 is not among those from 1 to 3"));
      EXPECT_THAT(changed("1 1 7 7", "1 0 7 7"), HasSubstr("the section announces 0 elements and has more"));
    }
    EXPECT_THAT(message("1 1 0", "1 2 3"), HasSubstr("element 7 has 3 nodes; elements of type 3 have 4"));
    EXPECT_THAT(message("1 1 0", "1 2 2 4"), HasSubstr("element 7 has node 2 twice"));
    EXPECT_THAT(message("1 0 0", "1 2 3 4"), HasSubstr("nodes 2 and 3 of element 7 both lie at (1, 0, 0)"));
  }
}

/// Lines of a mesh as pairs of coordinates, independent of any numbering.
std::vector<std::array<std::array<double, 2>, 2>> coordinates(const Mesh& mesh, const Mesh::Group& group) {
  std::vector<std::array<std::array<double, 2>, 2>> list;
  for (const auto& ends : mesh.lines(group)) {
    const Vector3& a = mesh.points[ends[0]];
    const Vector3& b = mesh.points[ends[1]];
    list.push_back({{{a.x(), a.y()}, {b.x(), b.y()}}});
  }
  return list;
}

/// The same mesh as a script and as files of both versions.
TEST_F(GmshFiles, ReadsScriptsAndFilesAlike) {
  for (const char* const name : {"square.geo", "square_22.msh", "square_41.msh"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = import_gmsh("square", kFiles / name, {1});
    EXPECT_EQ(mesh.name, "square");
    ASSERT_EQ(mesh.points.size(), 4u) << "points of no element are left out, and the curve without a group";
    ASSERT_EQ(mesh.lines().size(), 3u) << "a line in two groups is one line";
    ASSERT_EQ(mesh.groups.size(), 5u);
    EXPECT_EQ(mesh.groups[0].name, "corner");
    EXPECT_EQ(mesh.groups[1].name, "both ends");

    const Mesh::Group* corner = mesh.find("corner");
    ASSERT_NE(corner, nullptr);
    ASSERT_EQ(corner->points.size(), 1u);
    EXPECT_TRUE(mesh.lines(*corner).empty());
    EXPECT_EQ(mesh.points[corner->points[0]], Vector3(2, 0, 0));

    const Mesh::Group* ends = mesh.find("both ends");
    ASSERT_NE(ends, nullptr);
    ASSERT_EQ(ends->points.size(), 2u);
    EXPECT_LT(ends->points[0], ends->points[1]);

    const Mesh::Group *floor = mesh.find("floor"), *lee = mesh.find("lee"), *unnamed = mesh.find("12");
    ASSERT_TRUE(floor && lee && unnamed);
    EXPECT_EQ(mesh.lines(*floor).size(), 2u);
    EXPECT_EQ(floor->points.size(), 3u);
    EXPECT_EQ(mesh.lines(*lee).size(), 3u);
    EXPECT_EQ(lee->points.size(), 4u);
    ASSERT_EQ(mesh.lines(*unnamed).size(), 1u);
    const auto side = coordinates(mesh, *unnamed)[0];
    EXPECT_EQ(side, (std::array<std::array<double, 2>, 2>{{{2, 0}, {2, 2}}}));
    for (const auto& line : coordinates(mesh, *floor)) EXPECT_NEAR(line[1][0] - line[0][0], 1, 1e-10);
  }
}

TEST_F(GmshFiles, ScalesCoordinates) {
  const Mesh mesh = import_gmsh("square", kFiles / "square_41.msh", {1e-3});
  EXPECT_EQ(mesh.points[mesh.find("corner")->points[0]], Vector3(2e-3, 0, 0));
}

TEST_F(GmshFiles, WithoutPhysicalCurvesTakesAllLines) {
  const std::string two_lines =
      "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Point(3) = {2,0,0}; Line(1) = {1,2}; Line(2) = {2,3};\n"
      "Transfinite Curve{:} = 2;\n";
  const Mesh plain = import_gmsh("m", file("plain.geo", two_lines), {1});
  EXPECT_EQ(plain.points.size(), 3u);
  EXPECT_EQ(plain.lines().size(), 2u);
  EXPECT_TRUE(plain.groups.empty());
  const Mesh named = import_gmsh("m", file("named.geo", two_lines + R"(Physical Point("end") = {3};
)"),
                                 {1});
  EXPECT_EQ(named.lines().size(), 2u);
  ASSERT_EQ(named.find("end")->points.size(), 1u);
  EXPECT_EQ(named.points[named.find("end")->points[0]], Vector3(2, 0, 0));
}

TEST_F(GmshFiles, KeepsNamedPointsThatNoLineUses) {
  const Mesh mesh = import_gmsh(
      "m",
      file(
          "a.geo",
          R"(Point(1) = {0,0,0}; Point(2) = {1,0,0}; Point(3) = {5,0,0}; Line(1) = {1,2}; Transfinite Curve{1} = 2;
Physical Curve("bar") = {1}; Physical Point("hook") = {3};
)"),
      {});
  ASSERT_EQ(mesh.points.size(), 3u);
  ASSERT_EQ(mesh.find("hook")->points.size(), 1u);
  EXPECT_EQ(mesh.points[mesh.find("hook")->points[0]], Vector3(5, 0, 0));
}

TEST_F(GmshFiles, RefusesFilesThatAreNotThere) {
  EXPECT_THAT(error(folder_ / "none.geo"), AllOf(HasSubstr("there is no file"), HasSubstr("none.geo")));
  fs::create_directory(folder_ / "folder.msh");
  EXPECT_THAT(error(folder_ / "folder.msh"), HasSubstr("is no file"));
}

TEST_F(GmshFiles, RefusesUnknownExtensions) {
  EXPECT_THAT(error("a.txt", "Point(1) = {0,0,0};"),
              AllOf(HasSubstr("'.txt'"), HasSubstr(".geo, .msh, .step")));
  EXPECT_THAT(error("a", ""), HasSubstr("expected .geo, .msh"));
}

TEST_F(GmshFiles, PassesGmshsErrorsOn) {
  EXPECT_THAT(error("a.geo", "Point(1) = {0,0,0};\nLine(1) = {1,7};\n"),
              AllOf(HasSubstr("Gmsh cannot use"), HasSubstr("a.geo"), HasSubstr("Unknown control point 7")));
  EXPECT_THAT(error("b.geo", "Point(1) = {0,0,0}\nPoint(2) = {1,0,0};\n"),
              HasSubstr("b.geo:2: syntax error"));
  EXPECT_THAT(error("c.geo", R"(Error("needs a newer file");
)"),
              HasSubstr("needs a newer file"));
  EXPECT_THAT(error("d.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n"),
              HasSubstr("d.msh:6: the section announces 2 nodes and has 1"));
  EXPECT_THAT(error("e.msh", "no mesh at all\n"), HasSubstr("e.msh:1: a mesh begins with $MeshFormat"));
}

TEST_F(GmshFiles, RefusesMeshesWithoutLines) {
  EXPECT_THAT(error("a.geo", "Point(1) = {0,0,0};\n"), HasSubstr("no elements of curves"));
  EXPECT_THAT(error("b.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"), HasSubstr("no elements of curves"));
  EXPECT_THAT(error("c.geo", R"(Point(1) = {0,0,0}; Physical Point("p") = {1};
)"),
              HasSubstr("no elements of curves"));
}

/// A unit cube with the given kind of cells on three layers, as physical groups "cube", "top", "edge".
std::string cube(const std::string& settings, const std::string& extrusion) {
  return settings +
         "Point(1) = {0,0,0,1}; Point(2) = {1,0,0,1}; Point(3) = {1,1,0,1}; Point(4) = {0,1,0,1};\n"
         "Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1}; Curve Loop(1) = {1,2,3,4};\n"
         "Plane Surface(1) = {1};\n" +
         extrusion + R"(Physical Volume("cube") = {solid[1]}; Physical Surface("top") = {solid[0]};
Physical Curve("edge") = {1};
)";
}
constexpr const char* kFree = "solid[] = Extrude {0,0,1} { Surface{1}; };\n";
constexpr const char* kLayers = "solid[] = Extrude {0,0,1} { Surface{1}; Layers{3}; Recombine; };\n";
constexpr const char* kBricks =
    "Transfinite Surface{1}; Recombine Surface{1};\n"
    "solid[] = Extrude {0,0,1} { Surface{1}; Layers{3}; Recombine; };\n";

double volume(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  return (b - a).dot((c - a).cross(d - a)) / 6;
}

TEST_F(GmshFiles, NodesOfCellsAreInTheirOrder) {
  const struct {
    const char* name;
    const char* mesh;
    CellShape linear, quadratic, face;
  } kinds[] = {
      {"tetrahedra", kFree, CellShape::tetrahedron4, CellShape::tetrahedron10, CellShape::triangle6},
      {"wedges", kLayers, CellShape::wedge6, CellShape::wedge15, CellShape::triangle6},
      {"bricks", kBricks, CellShape::hexahedron8, CellShape::hexahedron20, CellShape::quadrilateral8}};
  for (const auto& kind : kinds) {
    SCOPED_TRACE(kind.name);
    const fs::path script = file(std::string(kind.name) + ".geo", cube("", kind.mesh));
    const Mesh linear = import_gmsh("m", script, {});
    EXPECT_GE(linear.find(kind.linear), 0);
    GmshImport options;
    options.order = 2;
    const Mesh mesh = import_gmsh("m", script, options);
    const int place = mesh.find(kind.quadratic), face = mesh.find(kind.face),
              edge = mesh.find(CellShape::line3);
    ASSERT_GE(place, 0);
    ASSERT_GE(face, 0);
    ASSERT_GE(edge, 0);
    double cube_volume = 0;
    for (const Mesh::Cells& cells : mesh.cells)
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto at = [&](int node) { return mesh.points[cells.cell(i)[node]]; };
        for (const CellFace& side : topology(cells.shape).faces) {
          const auto corners = static_cast<std::size_t>(topology(side.shape).corners);
          for (std::size_t k = corners; k < side.nodes.size(); ++k)
            EXPECT_LT((at(side.nodes[k]) -
                       0.5 * (at(side.nodes[k - corners]) + at(side.nodes[(k - corners + 1) % corners])))
                          .norm(),
                      1e-10);
        }
        if (cells.shape == CellShape::tetrahedron10) cube_volume += volume(at(0), at(1), at(2), at(3));
        if (cells.shape == CellShape::wedge15)
          cube_volume += volume(at(0), at(1), at(2), at(3)) + volume(at(1), at(2), at(3), at(5)) +
                         volume(at(1), at(5), at(3), at(4));
        if (cells.shape == CellShape::hexahedron20) cube_volume += 6 * volume(at(0), at(1), at(3), at(4));
      }
    EXPECT_NEAR(cube_volume, 1, 1e-9) << "cells are not inside out and fill the cube";
    for (const int point : mesh.find("top")->points) EXPECT_NEAR(mesh.points[point].z(), 1, 1e-12);
    EXPECT_FALSE(mesh.find("top")->cells[face].empty());
    EXPECT_EQ(mesh.find("edge")->cells[edge].size(), mesh.cells[edge].size());
  }
}

TEST_F(GmshFiles, SizesAndOrderMayBeGiven) {
  const fs::path script = file("cube.geo", cube("", kFree));
  GmshImport options;
  options.scale = 10;
  const std::size_t coarse = import_gmsh("m", script, options).points.size();
  options.size = 2;
  EXPECT_GT(import_gmsh("m", script, options).points.size(), 4 * coarse) << "the size is that after scaling";
}

TEST_F(GmshFiles, RefusesNodesInsideOfCells) {
  EXPECT_THAT(error("a.geo", cube("Mesh.SecondOrderIncomplete = 0; Mesh.ElementOrder = 2;\n", kBricks)),
              AllOf(HasSubstr("'Quadrilateral 9'"), HasSubstr("SecondOrderIncomplete")));
}

TEST_F(GmshFiles, ReadsNastran) {
  const fs::path bulk = file("one.bdf",
                             "BEGIN BULK\n"
                             "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,0.,1.,0.\nGRID,4,,0.,0.,1.\n"
                             "CTETRA,1,7,1,2,3,4\nENDDATA\n");
  const Mesh mesh = import_gmsh("m", bulk, {});
  ASSERT_EQ(mesh.points.size(), 4u);
  ASSERT_EQ(mesh.find(CellShape::tetrahedron4), 0);
  EXPECT_EQ(mesh.cells[0].size(), 1u);
  ASSERT_EQ(mesh.groups.size(), 1u);
  EXPECT_EQ(mesh.groups[0].name, "volume_7");
  EXPECT_EQ(mesh.groups[0].points.size(), 4u);
}

TEST_F(GmshFiles, MeshesStep) {
  GmshImport options;
  options.scale = 1e-3;  // STEP counts in millimetres
  options.size = 5e-3;
  const Mesh mesh = import_gmsh("m", kFiles / "block.step", options);
  EXPECT_GE(mesh.find(CellShape::tetrahedron4), 0);
  ASSERT_NE(mesh.find("volume_1"), nullptr);
  ASSERT_NE(mesh.find("surface_6"), nullptr);
  Vector3 largest = Vector3::Zero();
  for (const Vector3& x : mesh.points) largest = largest.cwiseMax(x);
  EXPECT_LT((largest - Vector3(0.01, 0.02, 0.03)).norm(), 1e-12);
}

TEST_F(GmshFiles, RefusesGroupsOfOneName) {
  const std::string line = "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Line(1) = {1,2};\n";
  EXPECT_THAT(error("a.geo", line + R"(Physical Point("a", 1) = {1}; Physical Curve("a", 2) = {1};
)"),
              HasSubstr("two physical groups are named 'a'"));
  EXPECT_THAT(error("b.geo", line + "Physical Point(1) = {1}; Physical Curve(1) = {1};\n"),
              HasSubstr("two physical groups are named '1'"));
}

TEST_F(GmshFiles, AnErrorLeavesGmshUsable) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(error("a.geo", "Line(1) = {1,7};\n"), HasSubstr("Unknown control point"));
    EXPECT_EQ(import_gmsh("square", kFiles / "square.geo", {1}).lines().size(), 3u)
        << "nothing of another model is left";
  }
}

TEST(GmshProcess, SaysWhereTheReaderIsMissing) {
  const TemporaryFolder folder;
  const std::string message = message_of<MeshError>([&] {
    GmshProcess({folder / "here", folder / "there"});
  });
  EXPECT_THAT(message, AllOf(HasSubstr("jounce_gmsh"), HasSubstr("here, "), HasSubstr("there"),
                             HasSubstr("target 'jounce_gmsh'"), HasSubstr("libgmsh-dev")));
}

TEST(GmshProcess, SaysWhyTheReaderDoesNotRun) {
  const TemporaryFolder folder;
  const auto message = [&] { return message_of<MeshError>([&] { GmshProcess({folder.path()}); }); };
  const fs::path program = folder / "jounce_gmsh";
  io::test::write(program, "no program");
  EXPECT_THAT(message(), AllOf(HasSubstr("cannot be started"), HasSubstr("jounce_gmsh")));
  io::test::write(program, "#!/bin/sh\necho 'libgmsh.so: not found' >&2\n");
  fs::permissions(program, fs::perms::owner_all);
  EXPECT_THAT(message(), AllOf(HasSubstr("does not run: libgmsh.so: not found"), HasSubstr("libgmsh4.8")));
}

TEST(GmshProcess, StartsAgainWhenItIsGone) {
  const TemporaryFolder folder;
  GmshTask task;
  task.file = kFiles / "square.geo";
  GmshProcess reader(gmsh_folders());
  EXPECT_EQ(reader.read(task).coordinates.size(), 12U);
  const pid_t child = fork();  // a copy of this process has a reader of its own
  if (child == 0) _exit(reader.read(task).coordinates.size() == 12 ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(reader.read(task).coordinates.size(), 12U);
}

TEST(GmshMesh, ComesBackFromBytesAndIsNotBelieved) {
  GmshMesh mesh;
  mesh.coordinates = {0, 0, 0, 1, 0, 0, 1, 1, 0};
  mesh.shapes = {CellShape::line2, CellShape::triangle3};
  mesh.nodes = {{0, 1, 1, 2}, {0, 1, 2}};
  mesh.groups = {{"end", {2}, {}}, {"sides", {}, {{0, 1}, {}}}};
  const std::string bytes = packed(mesh);
  const auto read = unpacked(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(packed(*read), bytes);
  EXPECT_FALSE(unpacked(bytes + "x"));
  int accepted = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(unpacked(std::string_view(bytes).substr(0, i)));
    for (const int change : {1, 127, 255}) {
      std::string wrong = bytes;
      wrong[i] = static_cast<char>(static_cast<unsigned char>(wrong[i]) ^ static_cast<unsigned char>(change));
      if (const auto other = unpacked(wrong)) {
        ++accepted;
        for (const auto& nodes : other->nodes)
          for (const int node : nodes)
            EXPECT_TRUE(node >= 0 && static_cast<std::size_t>(node) < other->coordinates.size() / 3);
      }
    }
  }
  EXPECT_GT(accepted, 0) << "other coordinates and names are a mesh, too";
}

/// Decks: mistakes about mesh files are reported at the key.
std::string deck_error(const std::string& keys, int dimension) {
  return message_of<params::InputError>([&] {
    test::build(R"(
[[mesh]]
name = "m"
type = "gmsh"
)" + keys,
                dimension);
  });
}

TEST_F(GmshFiles, DecksReportMistakesAtTheirPlace) {
  EXPECT_THAT(deck_error(R"(file = "none.msh"
)",
                         2),
              AllOf(HasSubstr("test.toml:10:"), HasSubstr("there is no file")));
  const std::string here = fmt::format(R"(file = "{}"
)",
                                       (kFiles / "square.geo").string());
  EXPECT_EQ(deck_error(here, 2), "");
  EXPECT_EQ(deck_error(here, 3), "");
  EXPECT_THAT(deck_error(here, 1),
              HasSubstr("has a point with y = 2, but the model has model.dimension = 1"));
  const fs::path space = file("space.geo", "Point(1) = {0,0,0}; Point(2) = {1,0,0.5}; Line(1) = {1,2};\n");
  EXPECT_THAT(deck_error(fmt::format(R"(file = "{}"
)",
                                     space.string()),
                         2),
              HasSubstr("has a point with z = 0."));
}

TEST_F(GmshFiles, TheTrussOfTheExamplesHasItsBars) {
  const Mesh mesh = import_gmsh("truss", fs::path(JOUNCE_SOURCE_DIR) / "meshes/truss.geo", {1});
  EXPECT_EQ(mesh.points.size(), 10u);
  EXPECT_EQ(mesh.lines().size(), 16u);
  EXPECT_EQ(mesh.lines(*mesh.find("bars")).size(), 16u);
  EXPECT_EQ(mesh.lines(*mesh.find("diagonals")).size(), 4u);
  EXPECT_EQ(mesh.find("supports")->points.size(), 2u);
  EXPECT_EQ(mesh.points[mesh.find("tip")->points[0]], Vector3(4, 0, 0));
}

}  // namespace
}  // namespace jounce
