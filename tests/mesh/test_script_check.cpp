// Scripts of Gmsh that act are refused, however the command is hidden; those that only look like it are read.

#include "mesh/script_check.h"

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
      {"SystemCall \"touch x\";", "runs a program"},
      {"System \"touch x\";", "runs a program"},
      {"NonBlockingSystemCall \"touch x\";", "runs a program"},
      {"SystemCall/* */\n'touch x';", "runs a program"},
      {"s = \"touch x\"; SystemCall s;", "runs a program"},
      {"SystemCall StrCat(\"touch \", \"x\");", "runs a program"},
      {"OnelabRun(\"a\", \"touch x\");", "runs a program"},
      {"Field[1] = ExternalProcess;", "runs a program"},
      {"Field[1].CommandLine = \"touch x\";", "names a program"},
      {"Solver.Executable0 = \"touch\";", "options that name programs"},
      {"General.TextEditor = \"touch %s\";", "names a file or a program"},
      {"General.TmpFileName = \"../x\";", "names a file or a program"},
      {"Geometry.DoubleClickedPointCommand = \"x\";", "names a file or a program"},
      {"Save \"x.msh\";", "writes a file"},
      {"Save View[0] \"x\";", "writes a file"},
      {"Print \"x.png\";", "writes a file"},
      {"Printf(\"x\") > \"x\";", "'Printf' with '>' writes a file"},
      {"Printf(\"%g\", (1 > 0)) >> \"x\";", "'Printf' with '>>' writes a file"},
      {"CreateDir \"x\";", "makes a folder"},
      {"Exit;", "ends Gmsh before there is a mesh"},
      {"Exit 3;", "ends Gmsh before there is a mesh"},
      {"Abort;", "ends Gmsh before there is a mesh"},
      {"Plugin(NewView).Run;", "may write files"},
      {"S2N[\"SystemCall\"] \"touch x\";", "which may be any command"},
      {"StringToName[StrCat(\"System\", \"Call\")] \"touch x\";", "which may be any command"},
      {"Include StrCat(\"a\", \".geo\");", "no plain string"},
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
  const std::string act = "SystemCall \"touch x\";", quoted = "SystemCall 'touch x';";
  const std::vector<std::pair<std::string, std::string>> hidden = {
      {"If (0)\n E/*\nEndIf\n" + act + "\n/* */\nEndIf\n", ":5: 'SystemCall'"},
      {"If (1)\nElse\n E/*\nEndIf\n" + act + "\n/* */\nEndIf\n", ":6: 'SystemCall'"},
      {"If (0)\n a = \"EndIf " + quoted + " \";\nEndIf\n", ":3: 'SystemCall'"},
      {"If (0)\n a = \"/*\";\nEndIf\n// */ EndIf " + act + "\n", ":5: 'SystemCall'"},
      {"Macro f\n a = \"Return " + quoted + " \";\nReturn\n", ":3: 'SystemCall'"},
      {"If (0)\n EndIf9" + act + "\n", ":3: 'SystemCall'"},
      {"For i In {1:2} /*\n" + act + "\n/* */\nEndFor\n", ":2: in a script with loops"},
      {"For i In {1:2}\na = \" */ " + quoted + " //\";\nEndFor /*\n*/\n", ":4: in a script with loops"},
      {"For i In {1:2} // \r " + act + "\nEndFor\n", ":2: in a script with loops"},
      {"For i In {1:2}\n/*\n" + act + "\n*/\nEndFor // x", ":6: in a script with loops"},
      {"For i In {1:2} " + std::string(20000, ' ') + act + "\nEndFor\n", ":2: 'SystemCall'"},
      {"For i In {1:2} " + std::string(20000, ' ') + "\nEndFor\n", ":2: in a script with loops"},
      {"Include \"a.geo\"; /*\n" + act + "\n*/\n", ":2: in a script with loops"},
      {"a = \"" + std::string(1030, 'x') + " " + quoted + " //\";\n", ":2: a string of more than 1000"},
      {"a = \"x\n", ":2: a comment or string has no end"},
      {"/* x\n", ":2: a comment or string has no end"},
      {std::string("/* \0 SystemCall \"touch x\"; */\n", 30), ":2: this is no text"},
  };
  for (const auto& [text, why] : hidden) EXPECT_THAT(said(text), HasSubstr("part.geo" + why)) << text;
}

TEST_F(Scripts, ThatOnlyTalkOfItAreRead) {
  for (const std::string text : {
           "// SystemCall \"touch x\"; Save \"x\";\n",
           "/* SystemCall \"touch x\";\nExit; */\n",
           "Physical Curve(\"SystemCall 'x'; Exit; Save all\") = {1};\n",
           "Printf(\"SystemCall > Save\");\nPrintf(\"%g\", 2 > 1);\n",
           "Save = 1; Print = 2; a = Save + Print; Print.Background = 0; Mesh.SaveAll = 1;\n",
           "System() = {1, 2};\nMerge = 3;\n",
           "If (1 > 0)\n  // Else: Save the rest, don't Exit\n  a = 1;\nElse\n  a = 2; // Return to Print "
           "it\nEndIf\n",
           "/* A block of comment\nthat says SystemCall */\nFor i In {1:2}\n  b = i; // don't\nEndFor\n",
           "Macro f\n  c = 1; /* short */\nReturn\nCall f;\n",
           "Plugin(Crack).Dimension = 1;\nPlugin(Crack).Run;\n",
           "Mesh 1;\nSetFactory(\"OpenCASCADE\");\nSetName \"x\";\nGeneral.Terminal = 1;\n",
           "Field[1] = MathEval; Field[1].F = \"x > 1 ? 0.1 : 0.2\"; Background Field = 1;\n",
       })
    EXPECT_EQ(said(text), "") << text;
}

TEST_F(Scripts, ReadFilesBesideThem) {
  io::test::write(folder_ / "good.geo", "a = 1;\n");
  io::test::write(folder_ / "bad.geo", "a = 1;\n\nExit;\n");
  io::test::write(folder_ / "bad.msh", "Exit;\n");
  std::filesystem::create_directory(folder_ / "below");
  io::test::write(folder_ / "below/deep.geo", "Include \"../bad.geo\";\n");
  EXPECT_EQ(said("Include \"good.geo\"; Merge \"good.geo\"; Include \"none.geo\";\n"), "");
  EXPECT_EQ(said("Include \"part.geo\";\n"), "") << "itself";
  EXPECT_THAT(said("Include \"bad.geo\";\n"), HasSubstr("bad.geo:3: 'Exit'"));
  EXPECT_THAT(said("Merge \"below/deep.geo\";\n"), HasSubstr("bad.geo:3: 'Exit'"));
  EXPECT_THAT(said("Merge \"bad.msh\";\n"), HasSubstr("bad.msh:1: a mesh begins with $MeshFormat"));
  EXPECT_THAT(said("\nMerge \"good.sh\";\n"), ::testing::Not(HasSubstr("good.sh"))) << "is not there";
  io::test::write(folder_ / "good.sh", "");
  EXPECT_THAT(said("\nMerge \"good.sh\";\n"),
              AllOf(HasSubstr("part.geo:3: "), HasSubstr("good.sh' may not be read")));
  for (const char* const outside : {"../x.geo", "/etc/passwd", "below/../../x"})
    EXPECT_THAT(said("Include \"" + std::string(outside) + "\";\n"),
                AllOf(HasSubstr("part.geo:2: "), HasSubstr(outside),
                      HasSubstr("the folder of the geometry or below")));
  std::filesystem::create_symlink("/etc/passwd", folder_ / "link.geo");
  EXPECT_THAT(said("Include \"link.geo\";\n"), HasSubstr("the folder of the geometry or below"));
}

/// Gmsh reads NAME.opt with every file NAME.
TEST_F(Scripts, BringTheirOptions) {
  io::test::write(folder_ / "part.geo.opt", "Mesh.MeshSizeMax = 1;\n");
  EXPECT_EQ(said(""), "");
  io::test::write(folder_ / "part.geo.opt", "\nSystemCall \"touch x\";\n");
  EXPECT_THAT(said(""), HasSubstr("part.geo.opt:2: 'SystemCall'"));
}

}  // namespace
}  // namespace jounce
