#include "io/frd_writer.h"

#include <gmock/gmock.h>

#include <cstring>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using testing::HasSubstr;

/// A bar and a triangle.
FrdMesh mesh() {
  return {{1, 2, 10}, {0, 0, 0, 1, 0, 0, 0.5, -2, 0}, {{7, 11, 2, {1, 2}}, {8, 7, 1, {1, 2, 10}}}, {"STEEL"}};
}

std::string written(bool binary) {
  const test::TemporaryFolder folder;
  FrdWriter writer(folder / "a.frd", mesh(), binary, "Jounce");
  FrdFrame frame;
  frame.value = 12.5;
  frame.increment = 3;
  frame.step = 2;
  frame.number = 4;
  const std::vector<int> nodes = {2, 10};
  writer.block(frame, "DISP", FrdValues::vector, nodes, std::vector<double>{1, -0.25, 1e-120, 0, 3e10, 2});
  frame.kind = FrdFrame::Kind::frequency;
  frame.value = 0.125;
  frame.mode = 5;
  frame.modal_stiffness = 2;
  writer.block(frame, "PE", FrdValues::scalar, nodes, std::vector<double>{0.5, 1});
  writer.close();
  return test::read(folder / "a.frd");
}

// The lines as CalculiX 2.20 writes them.
TEST(FrdWriter, TextHasTheColumnsOfCalculix) {
  const std::string text = written(false);
  for (const char* lines : {"    1C\n    1UUSER",
                            "    2C                             3                                     1\n"
                            " -1         1 0.00000E+00 0.00000E+00 0.00000E+00\n"
                            " -1         2 1.00000E+00 0.00000E+00 0.00000E+00\n"
                            " -1        10 5.00000E-01-2.00000E+00 0.00000E+00\n"
                            " -3\n"
                            "    3C                             2                                     1\n"
                            " -1         7   11    0    2\n"
                            " -2         1         2\n"
                            " -1         8    7    0    1\n"
                            " -2         1         2        10\n"
                            " -3\n"
                            "    1PSTEP                         1           3           2          \n"
                            "  100CL  104 12.50000000           2                     0    4           1\n"
                            " -4  DISP        4    1\n"
                            " -5  D1          1    2    1    0\n"
                            " -5  D2          1    2    2    0\n"
                            " -5  D3          1    2    3    0\n"
                            " -5  ALL         1    2    0    0    1ALL\n"
                            " -1         2 1.00000E+00-2.50000E-01 0.00000E+00\n"
                            " -1        10 0.00000E+00 3.00000E+10 2.00000E+00\n"
                            " -3\n",
                            "    1PMODE                         5                                  \n"
                            "  100CL  104 1.25000E-01           2                     2    5MODAL      1\n"
                            " -4  PE          1    1\n"
                            " -5  PE          1    1    0    0\n"
                            " -1         2 5.00000E-01\n"
                            " -1        10 1.00000E+00\n"
                            " -3\n"
                            " 9999\n"})
    EXPECT_THAT(text, HasSubstr(lines));
}

// Whole numbers of 4 bytes, places of 8, values of 4, and no ends of sections.
TEST(FrdWriter, BinaryHasNumbersInTheirSizes) {
  const std::string text = written(true);
  std::size_t at = text.find("    2C                             3                                     3\n");
  ASSERT_NE(at, std::string::npos);
  at = text.find('\n', at) + 1;
  const auto number = [&](auto value) {
    std::memcpy(&value, text.data() + at, sizeof value);
    at += sizeof value;
    return value;
  };
  for (const int node : {1, 2, 10}) {
    EXPECT_EQ(number(std::int32_t()), node);
    EXPECT_EQ(number(double()), node == 1 ? 0 : node == 2 ? 1 : 0.5);
    EXPECT_EQ(number(double()), node == 10 ? -2 : 0);
    EXPECT_EQ(number(double()), 0);
  }
  const std::string elements = "    3C                             2                                     2\n";
  ASSERT_EQ(text.substr(at, elements.size()), elements);
  at += elements.size();
  for (const int value : {7, 11, 0, 2, 1, 2, 8, 7, 0, 1, 1, 2, 10}) EXPECT_EQ(number(std::int32_t()), value);
  const std::string end_of_head = "    1ALL\n";
  at = text.find(end_of_head, at) + end_of_head.size();
  EXPECT_EQ(number(std::int32_t()), 2);
  EXPECT_EQ(number(float()), 1.0F);
  EXPECT_EQ(number(float()), -0.25F);
  EXPECT_EQ(number(float()), 0.0F);
  EXPECT_EQ(number(std::int32_t()), 10);
  at += 12;
  EXPECT_EQ(text.substr(at, 10), "    1PSTEP");
  EXPECT_TRUE(text.ends_with(" 9999\n"));
}

TEST(FrdWriter, LongElementsGoOverSeveralLines) {
  const test::TemporaryFolder folder;
  FrdMesh mesh;
  FrdMesh::Element element{1, 4, 1, {}};
  for (int node = 1; node <= 20; ++node) {
    mesh.numbers.push_back(node);
    mesh.places.insert(mesh.places.end(), 3, node);
    element.nodes.push_back(node);
  }
  mesh.elements = {element};
  FrdWriter(folder / "a.frd", mesh, false, "Jounce").close();
  EXPECT_THAT(
      test::read(folder / "a.frd"),
      HasSubstr(
          " -1         1    4    0    1\n"
          " -2         1         2         3         4         5         6         7         8         9  "
          "      10\n"
          " -2        11        12        13        14        15        16        17        18        19  "
          "      20\n -3\n"));
}

TEST(FrdWriter, PlacesThatCannotBeWrittenAreNamed) {
  const test::TemporaryFolder folder;
  const std::string message = test::message_of<OutputError>(
      [&] { FrdWriter(folder / "missing" / "a.frd", mesh(), false, "Jounce"); });
  EXPECT_THAT(message, HasSubstr("missing/a.frd"));
}

}  // namespace
}  // namespace jounce::io
