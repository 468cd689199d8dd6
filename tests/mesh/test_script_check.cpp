// Scripts of Gmsh that act are refused, however the command is hidden; those that only look like it are read.

#include "mesh/script_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../io/temporary_folder.h"
#include "mesh/gmsh_import.h"

namespace jounce {
namespace {

using io::test::message_of;
using io::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kLine = "Point(1) = {0,0,0}; Point(2) = {1,0,0}; Line(1) = {1,2};\n";

class Scripts : public ::testing::Test {
 protected:
  /// What is said about a script with this text behind a line.
  std::string said(const std::string& text, const std::string& name = "part.geo") {
    io::test::write(folder_ / name, kLine + text);
    return message_of<MeshError>([&] { ScriptCheck(folder_ / name).merged(folder_ / name); });
  }

  TemporaryFolder folder_;
};

TEST_F(Scripts, ThatActAreRefusedWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> acts = {
      {R"(SystemCall "touch x";)", "runs a program"},
      {R"(System "touch x";)", "runs a program"},
      {R"(NonBlockingSystemCall "touch x";)", "runs a program"},
      {"SystemCall/* */\n'touch x';", "runs a program"},
      {R"(s = "touch x"; SystemCall s;)", "runs a program"},
      {R"(SystemCall StrCat("touch ", "x");)", "runs a program"},
      {R"(OnelabRun("a", "touch x");)", "runs a program"},
      {"Field[1] = ExternalProcess;", "runs a program"},
      {R"(Field[1].CommandLine = "touch x";)", "names a program"},
      {R"(Solver.Executable0 = "touch";)", "options that name programs"},
      {R"(General.TextEditor = "touch %s";)", "names a file or a program"},
      {R"(General.TmpFileName = "../x";)", "names a file or a program"},
      {R"(Geometry.DoubleClickedPointCommand = "x";)", "names a file or a program"},
      {R"(Save "x.msh";)", "writes a file"},
      {R"(Save View[0] "x";)", "writes a file"},
      {R"(Print "x.png";)", "writes a file"},
      {R"(Printf("x") > "x";)", "'Printf' with '>' writes a file"},
      {R"(Printf("%g", (1 > 0)) >> "x";)", "'Printf' with '>>' writes a file"},
      {R"(CreateDir "x";)", "makes a folder"},
      {"Exit;", "ends Gmsh before there is a mesh"},
      {"Exit 3;", "ends Gmsh before there is a mesh"},
      {"Abort;", "ends Gmsh before there is a mesh"},
      {"Plugin(NewView).Run;", "may write files"},
      {R"(S2N["SystemCall"] "touch x";)", "which may be any command"},
      {R"(StringToName[StrCat("System", "Call")] "touch x";)", "which may be any command"},
      {R"(Include StrCat("a", ".geo");)", "no plain string"},
      {"Merge name;", "no plain string"},
      {"a() = ListFromFile[name];", "no plain string"},
  };
  for (const auto& [text, why] : acts)
    EXPECT_THAT(said(text + "\n"),
                AllOf(HasSubstr("part.geo:2: "), HasSubstr(why), HasSubstr("trusted_script = true")))
        << text;
}

/// Gmsh 4.8 runs each of these, although a scanner sees a comment or a string: it goes on reading where it
/// stops to skip, or at the begin of a line that a loop or another file has left.
TEST_F(Scripts, ThatHideWhatTheyDoAreRefused) {
  const std::string act = R"(SystemCall "touch x";)", quoted = "SystemCall 'touch x';";
  const std::vector<std::pair<std::string, std::string>> hidden = {
      {"If (0)\n E/*\nEndIf\n" + act + "\n/* */\nEndIf\n", ":5: 'SystemCall'"},
      {"If (1)\nElse\n E/*\nEndIf\n" + act + "\n/* */\nEndIf\n", ":6: 'SystemCall'"},
      {fmt::format(R"(If (0)
 a = "EndIf {} ";
EndIf
)",
                   quoted),
       ":3: 'SystemCall'"},
      {fmt::format(R"(If (0)
 a = "/*";
EndIf
// */ EndIf {}
)",
                   act),
       ":5: 'SystemCall'"},
      {fmt::format(R"(Macro f
 a = "Return {} ";
Return
)",
                   quoted),
       ":3: 'SystemCall'"},
      {"If (0)\n EndIf9" + act + "\n", ":3: 'SystemCall'"},
      {"For i In {1:2} /*\n" + act + "\n/* */\nEndFor\n", ":2: in a script with loops"},
      {fmt::format(R"(For i In {{1:2}}
a = " */ {} //";
EndFor /*
*/
)",
                   quoted),
       ":4: in a script with loops"},
      {"For i In {1:2} // \r " + act + "\nEndFor\n", ":2: in a script with loops"},
      {"For i In {1:2}\n/*\n" + act + "\n*/\nEndFor // x", ":6: in a script with loops"},
      {"For i In {1:2} " + std::string(20000, ' ') + act + "\nEndFor\n", ":2: 'SystemCall'"},
      {"For i In {1:2} " + std::string(20000, ' ') + "\nEndFor\n", ":2: in a script with loops"},
      {R"(Include "a.geo"; /*
)" + act + "\n*/\n",
       ":2: in a script with loops"},
      {fmt::format(R"(a = "{} {} //";
)",
                   std::string(1030, 'x'), quoted),
       ":2: a string of more than 1000"},
      {R"(a = "x
)",
       ":2: a comment or string has no end"},
      {"/* x\n", ":2: a comment or string has no end"},
      {std::string("/* \0 SystemCall \"touch x\"; */\n", 30), ":2: this is no text"},
  };
  for (const auto& [text, why] : hidden) EXPECT_THAT(said(text), HasSubstr("part.geo" + why)) << text;
}

TEST_F(Scripts, ThatOnlyTalkOfItAreRead) {
  for (const std::string text : {
           R"(// SystemCall "touch x"; Save "x";
)",
           R"(/* SystemCall "touch x";
Exit; */
)",
           R"(Physical Curve("SystemCall 'x'; Exit; Save all") = {1};
)",
           R"(Printf("SystemCall > Save");
Printf("%g", 2 > 1);
)",
           "Save = 1; Print = 2; a = Save + Print; Print.Background = 0; Mesh.SaveAll = 1;\n",
           "System() = {1, 2};\nMerge = 3;\n",
           R"(If (1 > 0)
  // Else: Save the rest, don't Exit
  a = 1;
Else
  a = 2; // Return to Print it
EndIf
)",
           "/* A block of comment\nthat says SystemCall */\nFor i In {1:2}\n  b = i; // don't\nEndFor\n",
           "Macro f\n  c = 1; /* short */\nReturn\nCall f;\n",
           "Plugin(Crack).Dimension = 1;\nPlugin(Crack).Run;\n",
           R"(Mesh 1;
SetFactory("OpenCASCADE");
SetName "x";
General.Terminal = 1;
)",
           R"(Field[1] = MathEval; Field[1].F = "x > 1 ? 0.1 : 0.2"; Background Field = 1;
)",
       })
    EXPECT_EQ(said(text), "") << text;
}

TEST_F(Scripts, ReadFilesBesideThem) {
  io::test::write(folder_ / "good.geo", "a = 1;\n");
  io::test::write(folder_ / "bad.geo", "a = 1;\n\nExit;\n");
  io::test::write(folder_ / "bad.msh", "Exit;\n");
  std::filesystem::create_directory(folder_ / "below");
  io::test::write(folder_ / "below/deep.geo", R"(Include "../bad.geo";
)");
  EXPECT_EQ(said(R"(Include "good.geo"; Merge "good.geo"; Include "none.geo";
)"),
            "");
  EXPECT_EQ(said(R"(Include "part.geo";
)"),
            "")
      << "itself";
  EXPECT_THAT(said(R"(Include "bad.geo";
)"),
              HasSubstr("bad.geo:3: 'Exit'"));
  EXPECT_THAT(said(R"(Merge "below/deep.geo";
)"),
              HasSubstr("bad.geo:3: 'Exit'"));
  EXPECT_THAT(said(R"(Merge "bad.msh";
)"),
              HasSubstr("bad.msh:1: a mesh begins with $MeshFormat"));
  EXPECT_THAT(said(R"(
Merge "good.sh";
)"),
              ::testing::Not(HasSubstr("good.sh")))
      << "is not there";
  io::test::write(folder_ / "good.sh", "");
  EXPECT_THAT(said(R"(
Merge "good.sh";
)"),
              AllOf(HasSubstr("part.geo:3: "), HasSubstr("good.sh' may not be read")));
  for (const char* const outside : {"../x.geo", "/etc/passwd", "below/../../x"})
    EXPECT_THAT(said(fmt::format(R"(Include "{}";
)",
                                 outside)),
                AllOf(HasSubstr("part.geo:2: "), HasSubstr(outside),
                      HasSubstr("the folder of the geometry or below")));
  std::filesystem::create_symlink("/etc/passwd", folder_ / "link.geo");
  EXPECT_THAT(said(R"(Include "link.geo";
)"),
              HasSubstr("the folder of the geometry or below"));
}

/// Gmsh reads NAME.opt with every file NAME.
TEST_F(Scripts, BringTheirOptions) {
  io::test::write(folder_ / "part.geo.opt", "Mesh.MeshSizeMax = 1;\n");
  EXPECT_EQ(said(""), "");
  io::test::write(folder_ / "part.geo.opt", R"(
SystemCall "touch x";
)");
  EXPECT_THAT(said(""), HasSubstr("part.geo.opt:2: 'SystemCall'"));
}

}  // namespace
}  // namespace jounce
