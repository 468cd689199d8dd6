#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "cli/arguments.h"

namespace jounce::cli::test {

/// What a shell command prints, both streams.
inline std::string output_of(const std::string& command) {
  FILE* const pipe = popen(("(" + command + ") 2>&1").c_str(), "r");
  std::string text;
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  pclose(pipe);
  return text;
}

inline bool exists(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

/// What the command line prints on its standard output.
inline std::string printed(std::vector<std::string> words, int status = 0) {
  words.insert(words.begin(), "jounce");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  const int result = main(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(result, status) << text;
  return text;
}

/// Names of all sub-commands, from the message about an unknown one.
inline std::vector<std::string> sub_commands() {
  testing::internal::CaptureStderr();
  printed({"nothing-like-it"}, 2);
  std::string text = testing::internal::GetCapturedStderr();
  const std::string before = "the sub-commands are ";
  text = text.substr(text.find(before) + before.size());
  std::vector<std::string> names;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(",\n", start), text.size());
    if (end > start) names.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(", \n", end);
  }
  return names;
}

}  // namespace jounce::cli::test
