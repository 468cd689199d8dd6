#pragma once

#include <gtest/gtest.h>

#include <string>

#include "../io/temporary_folder.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// Reads texts of input files and translates them to decks.
class InputFile : public ::testing::Test {
 protected:
  Input read(const std::string& text) {
    io::test::write(folder_ / "a.inp", text);
    return read_input(folder_ / "a.inp");
  }
  Translation translated(const std::string& text) {
    const Input input = read(text);
    return translate(input, "a.inp", general_steps(input));
  }
  std::string error(const std::string& text) {
    return io::test::message_of<params::InputError>([&] { translated(text); });
  }

  io::test::TemporaryFolder folder_;
};

}  // namespace jounce::keyword
