#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "../io/temporary_folder.h"

// Every test case of the files *_test.py, in the interpreter that the module was built for. What is skipped
// there, because a package is missing, is skipped here with its reason.

namespace jounce::test {
namespace {

class PythonModule : public testing::TestWithParam<const char*> {};

TEST_P(PythonModule, Passes) {
  const io::test::TemporaryFolder folder;
  const std::string scripts = std::string(JOUNCE_SOURCE_DIR) + "/tests/python";
  const std::string command = "cd '" + scripts +
                              "' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" JOUNCE_PYTHON_MODULE
                              "' '" JOUNCE_PYTHON "' -m unittest -v " +
                              GetParam() + " > '" + (folder / "out").string() + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << io::test::read(folder / "out");
  const std::string text = io::test::read(folder / "out");
  if (const std::size_t skipped = text.find("... skipped "); skipped != std::string::npos)
    GTEST_SKIP() << text.substr(skipped, text.find('\n', skipped) - skipped);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, PythonModule,
    testing::Values("module_test.DeckTest", "module_test.RunTest", "module_test.FunctionTest",
                    "module_test.ScriptTest", "model_test.MatrixTest", "model_test.TableTest",
                    "model_test.StateTest", "back_test.SavedRunTest", "back_test.UndoTest",
                    "back_test.StateOfRunTest", "back_test.AfterStepTest", "back_test.RecordTest",
                    "parts_test.TableDeckTest", "parts_test.PartDocumentationTest", "results_test.ResultTest",
                    "results_test.DisplayTest", "results_test.StubTest", "notebook_test.NotebookTest",
                    "wheel_test.WheelTest", "manual_test.ManualTest"),
    [](const auto& each) {
      const std::string name = each.param;
      return name.substr(name.find('.') + 1);
    });

}  // namespace
}  // namespace jounce::test
