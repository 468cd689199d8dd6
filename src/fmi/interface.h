#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "params/signal.h"

namespace jounce::fmi {

enum class Causality : std::uint8_t { time, input, parameter, output };

/// A variable of an FMU, a real number. Its value reference is its place in Interface::variables.
struct Variable {
  Causality causality = Causality::time;
  std::string name;  ///< "load.push.force[1]", "parameters.mass", a column of the history
  double start = 0;  ///< of inputs and parameters
  std::string unit = {}, description = {};
};

/// What an FMU shows of a deck. In its resources it stands in `interface.txt`.
struct Interface {
  std::string token;                   ///< names this deck with these variables
  std::vector<std::string> overrides;  ///< of the deck in the resources: "path.to.key=value"
  std::vector<Variable> variables;

  void write(const std::filesystem::path& file) const;
  /// Throws io::OutputError where the file is missing or is none.
  static Interface read(const std::filesystem::path& file);
};

/// A function of time of a load, a driver, an actuator or a support that has a name.
struct Drive {
  std::string path;        ///< "load.push.force[1]", "joint.crank.motion"
  bool is_given = false;   ///< written in the deck
  bool is_free = false;    ///< does not depend on time: an input where the user does not say which
  bool is_motion = false;  ///< goes in a straight line over a communication step; else it holds
  double start = 0;        ///< at the start of the deck
};

/// All of a deck.
std::vector<Drive> drives_of(const deck::Deck& deck);
/// Overrides by which these inputs of the deck become signals, in their order; entries of a list that are no
/// inputs keep their function.
std::vector<std::string> as_signals(const deck::Deck& deck, const std::vector<std::string>& inputs);

}  // namespace jounce::fmi
