#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "../io/temporary_folder.h"

// Every test case of module_test.py, in the interpreter that the module was built for.

namespace jounce::test {
namespace {

class PythonModule : public testing::TestWithParam<const char*> {};

TEST_P(PythonModule, Passes) {
  const io::test::TemporaryFolder folder;
  const std::string scripts = std::string(JOUNCE_SOURCE_DIR) + "/tests/python";
  const std::string command = "cd '" + scripts +
                              "' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" JOUNCE_PYTHON_MODULE
                              "' '" JOUNCE_PYTHON "' -m unittest module_test." +
                              GetParam() + " > '" + (folder / "out").string() + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << io::test::read(folder / "out");
}

INSTANTIATE_TEST_SUITE_P(Cases, PythonModule,
                         testing::Values("DeckTest", "RunTest", "FunctionTest", "ScriptTest"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace jounce::test
