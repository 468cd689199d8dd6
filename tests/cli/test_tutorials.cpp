#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "../run/program.h"

// The tutorials are kept true: files are shown as they are in inputs/tutorials, and commands print what the
// pages say.

namespace jounce::test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = JOUNCE_SOURCE_DIR;

/// A fenced block: ```toml impact.toml shows a piece of a file, ```console commands after "$ " and what they
/// print.
struct PageBlock {
  std::string language, file;
  std::vector<std::string> lines;
};

std::vector<PageBlock> blocks_of(const std::string& page) {
  std::vector<PageBlock> blocks;
  bool inside = false;
  for (const std::string& line : lines(kSource / "docs/tutorials" / (page + ".md"))) {
    if (!line.starts_with("```")) {
      if (inside) blocks.back().lines.push_back(line);
      continue;
    }
    if (!inside) {
      std::istringstream words(line.substr(3));
      words >> blocks.emplace_back().language >> blocks.back().file;
    }
    inside = !inside;
  }
  return blocks;
}

std::vector<std::string> pages() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSource / "docs/tutorials"))
    if (entry.path().extension() == ".md" && entry.path().stem() != "README")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// A command of a page, what it prints according to the page, and its exit status, shown by `echo $?`.
struct ShownCommand {
  std::string line;
  std::vector<std::string> prints;
  int status = 0;
};

std::vector<ShownCommand> commands_of(const std::string& page) {
  std::vector<ShownCommand> commands;
  for (const PageBlock& block : blocks_of(page)) {
    if (block.language != "console") continue;
    bool continued = false, is_status = false;
    for (std::string line : block.lines) {
      if (line == "$ echo $?") {
        is_status = true;
      } else if (is_status) {
        commands.back().status = std::stoi(line);
        is_status = false;
      } else if (line.starts_with("$ ") || continued) {
        if (!continued) commands.emplace_back();
        continued = line.ends_with(R"(\)");
        if (continued) line.pop_back();
        commands.back().line += line.substr(line.starts_with("$ ") ? 2 : 0);
      } else if (!line.empty()) {
        commands.back().prints.push_back(line);
      }
    }
  }
  return commands;
}

/// Numbers of a line, and the line with # for each of them and single blanks. Times of runs in studies are
/// left out.
std::pair<std::string, std::vector<double>> without_numbers(std::string line) {
  line = std::regex_replace(line, std::regex("complete +[0-9.]+"), "complete");
  static const std::regex number("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  std::vector<double> numbers;
  for (std::sregex_iterator it(line.begin(), line.end(), number), end; it != end; ++it)
    numbers.push_back(std::stod(it->str()));
  line = std::regex_replace(line, number, "#");
  return {std::regex_replace(line, std::regex(" +"), " "), numbers};
}

/// Whether a printed line is the one of a page, its numbers within 2 %, or round-off both. "..." at the end
/// of the latter stands for more.
bool is_line(const std::string& printed, std::string shown) {
  const bool open = shown.ends_with("...");
  if (open) shown.erase(shown.size() - 3);
  const auto [text, numbers] = without_numbers(printed);
  const auto [wanted, figures] = without_numbers(shown);
  if (open ? !text.starts_with(wanted) : text != wanted) return false;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const double size = std::max(std::abs(numbers[i]), std::abs(figures[i]));
    if (std::abs(numbers[i] - figures[i]) > 0.02 * size && size > 1e-8) return false;
  }
  return true;
}

class Tutorial : public testing::TestWithParam<std::string> {};

TEST_P(Tutorial, ShowsFilesInFull) {
  std::map<std::string, std::string> shown;
  for (const PageBlock& block : blocks_of(GetParam())) {
    if (block.file.empty()) continue;
    for (const std::string& line : block.lines)
      if (!line.empty()) shown[block.file] += line + '\n';
  }
  EXPECT_FALSE(shown.empty());
  for (const auto& [file, text] : shown) {
    std::string whole;  // empty lines between pieces are free
    for (const std::string& line : lines(kInputs + "tutorials/" + file))
      if (!line.empty()) whole += line + '\n';
    EXPECT_EQ(text, whole) << file;
  }
}

TEST_P(Tutorial, SaysWhatCommandsPrint) {
  const TemporaryFolder folder;
  for (const char* const name : {"inputs", "meshes"})
    fs::create_directory_symlink(kSource / name, folder / name);
  fs::create_directory_symlink(fs::path(JOUNCE_BINARY).parent_path(), folder / "build");
  for (const char* const name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
    setenv(name, "1", 0);
  const std::vector<ShownCommand> commands = commands_of(GetParam());
  EXPECT_FALSE(commands.empty());
  for (ShownCommand command : commands) {
    const std::size_t python = command.line.find("python3 ");
    if (python != std::string::npos) {
#ifdef JOUNCE_PYTHON
      command.line.replace(python, 7, JOUNCE_PYTHON);
#else
      continue;
#endif
    }
    const int status = std::system(
        fmt::format("cd '{}' && ({}) > printed 2>&1", folder.path().string(), command.line).c_str());
    EXPECT_EQ(WEXITSTATUS(status), command.status) << command.line << '\n' << read(folder / "printed");
    const std::vector<std::string> printed = lines(folder / "printed");
    auto next = printed.begin();
    for (const std::string& line : command.prints) {
      if (line == "...") continue;
      const auto found =
          std::find_if(next, printed.end(), [&](const auto& other) { return is_line(other, line); });
      EXPECT_TRUE(found != printed.end()) << command.line << "\nprints no line\n"
                                          << line << "\nbut\n"
                                          << read(folder / "printed");
      if (found != printed.end()) next = found + 1;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Tutorial, testing::ValuesIn(pages()),
                         [](const auto& test) { return test.param; });

TEST(Tutorials, ShowEveryFileOfTheirFolder) {
  std::vector<std::string> shown;
  for (const std::string& page : pages())
    for (const PageBlock& block : blocks_of(page)) shown.push_back(block.file);
  for (const auto& entry : fs::directory_iterator(kInputs + "tutorials"))
    EXPECT_THAT(shown, testing::Contains(entry.path().filename().string()));
}

TEST(Tutorials, AreAllInTheIndex) {
  const std::string index = read(kSource / "docs/tutorials/README.md");
  for (const std::string& page : pages()) EXPECT_THAT(index, testing::HasSubstr("(" + page + ".md)"));
}

TEST(Tutorials, CompareLinesByTextAndNumbers) {
  EXPECT_TRUE(
      is_line("600 steps to t = 0.0006 s, largest 1.7e-21 m", "600 steps to t = 0.0006 s, largest 0 m"));
  EXPECT_TRUE(is_line("a  1.00 b complete 0.3 4", "a 1.01 b complete 7 4"));
  EXPECT_TRUE(is_line("one two 3 four", "one two ..."));
  EXPECT_FALSE(is_line("600 steps to t = 0.0006 s", "600 steps to t = 0.0007 s"));
  EXPECT_FALSE(is_line("600 steps", "600 stops"));
}

}  // namespace
}  // namespace jounce::test
