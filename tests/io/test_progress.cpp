#include "io/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace jounce::io {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// A terminal of a given width whose output can be read.
class Terminal {
 public:
  explicit Terminal(unsigned short width) {
    const winsize size{24, width, 0, 0};
    int inner = -1;
    if (openpty(&outer_, &inner, nullptr, nullptr, &size) != 0) throw std::runtime_error("no terminal");
    fcntl(outer_, F_SETFL, O_NONBLOCK);
    stream_ = fdopen(inner, "w");
  }
  ~Terminal() {
    std::fclose(stream_);
    ::close(outer_);
  }
  std::FILE* stream() const { return stream_; }
  std::string text() const {
    std::string text;
    char block[4096];
    for (ssize_t count; (count = ::read(outer_, block, sizeof block)) > 0;) {
      text.append(block, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int outer_ = -1;
  std::FILE* stream_ = nullptr;
};

std::string content(std::FILE* file) {
  std::fflush(file);
  std::rewind(file);
  std::string text(100000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Runs for `seconds` of wall time with steps of about 1 ms, evenly towards `end_time`. @return the true wall
/// time
double run(Progress& progress, double seconds, double end_time) {
  const double began = now();
  double passed = 0.0;
  for (int step = 1; passed < seconds; ++step) {
    usleep(1000);
    passed = now() - began;
    progress.update({.step = step,
                     .time = std::min(end_time, end_time * passed / seconds),
                     .newton_iterations = 2,
                     .active_contacts = 5});
  }
  return passed;
}

/// Containers without /dev/pts have no terminals to draw on.
class ProgressBar : public testing::Test {
 protected:
  void SetUp() override {
    int outer = -1, inner = -1;
    if (openpty(&outer, &inner, nullptr, nullptr, nullptr) != 0) GTEST_SKIP() << "no pseudo-terminals here";
    ::close(outer);
    ::close(inner);
  }
};

TEST_F(ProgressBar, BarOnATerminal) {
  const Terminal terminal(120);
  Progress progress({.start_time = 0.0, .end_time = 1.5, .time_unit = "s", .stream = terminal.stream()});
  ASSERT_EQ(progress.mode(), ProgressMode::bar);
  const double seconds = run(progress, 0.6, 1.5);
  const std::string text = terminal.text();
  EXPECT_THAT(text, HasSubstr("[#"));
  EXPECT_THAT(text, HasSubstr(" / 1.5 s"));
  EXPECT_THAT(text, HasSubstr("Newton 2"));
  EXPECT_THAT(text, HasSubstr("contacts 5"));
  EXPECT_THAT(text, HasSubstr("step "));
  EXPECT_THAT(text, HasSubstr("left "));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
  const auto drawings = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(drawings, 1);
  EXPECT_LE(static_cast<double>(drawings), 10.5 * seconds + 1.0);
  progress.finish({.step = 600, .time = 1.5, .newton_iterations = 2, .active_contacts = 0});
  EXPECT_THAT(terminal.text(), EndsWith("\r\n"));
}

TEST_F(ProgressBar, BarFitsANarrowTerminal) {
  for (const unsigned short width : {20, 40, 60, 80}) {
    const Terminal terminal(width);
    Progress progress({.start_time = 0.0, .end_time = 1.5, .time_unit = "s", .stream = terminal.stream()});
    run(progress, 0.25, 1.5);
    const std::string text = terminal.text();
    EXPECT_THAT(text, HasSubstr(" %"));
    std::size_t begin = 0;
    while ((begin = text.find('\r', begin)) != std::string::npos) {
      const std::size_t end = std::min(text.find("\033[K", begin), text.size());
      EXPECT_LT(end - begin - 1, width);
      begin = end;
    }
  }
}

TEST_F(ProgressBar, NoteDoesNotMixWithTheBar) {
  const Terminal terminal(100);
  Progress progress({.start_time = 0.0, .end_time = 1.0, .time_unit = "s", .stream = terminal.stream()});
  run(progress, 0.3, 0.5);
  terminal.text();
  progress.note("step cut");
  EXPECT_EQ(terminal.text(), "\r\033[Kstep cut\r\n");
  progress.note("again");
  EXPECT_EQ(terminal.text(), "again\r\n");
}

TEST_F(ProgressBar, UnfinishedBarEndsItsLine) {
  const Terminal terminal(100);
  {
    Progress progress({.start_time = 0.0, .end_time = 1.0, .time_unit = "s", .stream = terminal.stream()});
    run(progress, 0.3, 0.5);
  }
  EXPECT_THAT(terminal.text(), EndsWith("\r\n"));
}

TEST(Progress, PlainLinesElsewhere) {
  std::FILE* file = std::tmpfile();
  Progress progress({.start_time = 1.0, .end_time = 3.0, .time_unit = "ms", .stream = file});
  ASSERT_EQ(progress.mode(), ProgressMode::lines);
  const double seconds = run(progress, 2.4, 3.0);
  const std::string text = content(file);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_GE(lines, 1) << text;
  EXPECT_LE(static_cast<double>(lines), seconds / 2.0) << text;
  EXPECT_THAT(text, HasSubstr(" ms  left "));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  progress.finish({.step = 2400, .time = 3.0, .newton_iterations = 1, .active_contacts = 0}, "done");
  EXPECT_THAT(content(file), EndsWith("done\n"));
  std::fclose(file);
}

TEST(Progress, ALineSaysWhatALongStepDoes) {
  std::FILE* file = std::tmpfile();
  Progress progress({.end_time = 3.0, .stream = file, .patience = 0.2});
  for (int i = 0; i < 5; ++i) progress.update({.step = i, .time = 0.1});
  const double began = now();
  for (int i = 0; now() - began < 0.9; ++i) {
    usleep(1000);
    progress.iterate(
        {.step = 6, .time = 0.1, .iteration = i, .cuts = 2, .residual = 1234.5, .stage = "sweeps, sticking"});
  }
  const std::string text = content(file);
  EXPECT_THAT(text, HasSubstr("  t = 0.1 s  step 6  cut 2  iteration "));
  EXPECT_THAT(text, HasSubstr("  residual 1.23e+03  (sweeps, sticking)\n"));
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_GE(lines, 2) << text;
  EXPECT_LE(lines, 5) << text;
  std::fclose(file);
}

TEST_F(ProgressBar, ShowsTheIterationsOfALongStep) {
  const Terminal terminal(120);
  Progress progress({.end_time = 1.5, .stream = terminal.stream()});
  run(progress, 0.3, 0.5);
  terminal.text();
  const double began = now();
  while (now() - began < 1.2) {
    usleep(1000);
    progress.iterate({.step = 7, .time = 0.5, .iteration = 42, .residual = 3});
  }
  const std::string text = terminal.text();
  EXPECT_THAT(text, HasSubstr("t = 0.5 s  step 7  iteration 42  residual 3"));
  EXPECT_GE(std::count(text.begin(), text.end(), '\r'), 2);
}

TEST_F(ProgressBar, SaysWhichPartHowFastAndHowWell) {
  const Terminal terminal(200);
  Progress progress({.end_time = 1.0, .stream = terminal.stream(), .part = "2/3"});
  const double began = now();
  for (int step = 500; now() - began < 0.8; ++step) {
    usleep(10000);
    progress.update({.step = step,
                     .time = 0.5,
                     .newton_iterations = 2,
                     .active_contacts = 5,
                     .cuts = 3,
                     .energy_error = 0.0123});
  }
  const std::string text = terminal.text();
  EXPECT_THAT(text, HasSubstr("] 2/3  50.0 %  t = 0.5 / 1 s"));
  EXPECT_THAT(text, HasSubstr("contacts 5  cuts 3  energy error 0.01  "));
  // About 100 a second, on a machine that does other things too; steps before this run do not count.
  const std::size_t end = text.rfind(" steps/s"), begin = text.rfind("  ", end);
  ASSERT_NE(end, std::string::npos);
  const double rate = std::stod(text.substr(begin, end - begin));
  EXPECT_GT(rate, 20);
  EXPECT_LT(rate, 105);
}

TEST(Progress, NothingWhenQuiet) {
  std::FILE* file = std::tmpfile();
  Progress progress({0.0, 1.0, "s", file, ProgressMode::none});
  run(progress, 0.2, 1.0);
  progress.note("text");
  progress.finish({});
  EXPECT_EQ(content(file), "");
  std::fclose(file);
}

}  // namespace
}  // namespace jounce::io
