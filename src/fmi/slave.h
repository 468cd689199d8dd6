#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fmi/interface.h"
#include "run/step_sequence.h"

namespace jounce::fmi {

/// A wrong call of an importer; what() says which and what is expected.
struct WrongCall : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A copy of all that the next steps of a slave depend on.
struct Snapshot {
  io::CheckpointContent content;

  /// As bytes: numbers keep their bits.
  std::string bytes() const;
  /// Throws WrongCall for what bytes() has not made.
  static Snapshot of(std::string_view bytes);
};

/// An instance of an FMU for co-simulation, independent of the version of the standard.
class Slave {
 public:
  /// Throws WrongCall for a wrong token, io::OutputError or params::InputError for wrong resources.
  Slave(const std::filesystem::path& resources, std::string_view token);

  double get(unsigned reference);
  /// Inputs; parameters before the start. Throws WrongCall before anything is set.
  void set(std::span<const unsigned> references, std::span<const double> values);
  /// The time at which the master starts; it must be that of the deck.
  void start_at(double time);
  /// The initial state is found here, at the latest.
  void start();
  void reset();

  /// Goes on by `size` in steps of the deck, or somewhat smaller equal ones where the size is no multiple of
  /// them. Throws WrongCall before anything happens. @return false where a step fails for good; see failure()
  bool step(double time, double size);
  std::string failure() const { return steps_->now().failure(); }
  double time() const;

  Snapshot snapshot();
  void restore(const Snapshot& snapshot);

 private:
  const Variable& variable(unsigned reference) const;
  void require_settable(unsigned reference, double value) const;
  void build();
  void observe();  ///< the outputs

  std::filesystem::path resources_;
  Interface interface_;
  std::vector<double> values_;    ///< of all variables
  std::vector<bool> is_set_;      ///< by the master
  std::vector<unsigned> inputs_;  ///< value references
  std::vector<bool> is_motion_;   ///< of inputs_
  params::Signals signals_;       ///< of inputs_
  RunOptions options_;
  std::unique_ptr<deck::Deck> deck_;
  std::unique_ptr<StepSequence> steps_;
  bool started_ = false;
};

}  // namespace jounce::fmi
