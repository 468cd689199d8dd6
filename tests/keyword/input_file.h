#pragma once

#include <gtest/gtest.h>

#include <string>

#include "../io/temporary_folder.h"
#include "deck/deck.h"
#include "keyword/translation.h"
#include "registry.h"

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
    return translate(input, general_steps(input));
  }
  /// The deck that a text stands for, as the run leaves it behind.
  std::string deck_of(const std::string& text) { return printed(translated(text)); }
  static std::string printed(const Translation& translation) {
    return deck::read_deck_tree(translation.deck(), "a.inp", deck_schema()).given_toml();
  }
  std::string error(const std::string& text) {
    return io::test::message_of<params::InputError>([&] { translated(text); });
  }

  io::test::TemporaryFolder folder_;
};

}  // namespace jounce::keyword
