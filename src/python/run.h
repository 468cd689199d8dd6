#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include "deck/deck.h"
#include "run/step_sequence.h"

namespace jounce::python {

/// A step that failed for good, or results that could not be written.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A deck as Python holds it.
class Input {
 public:
  Input(const std::filesystem::path& file, const pybind11::dict& set);
  static std::shared_ptr<Input> from_text(const std::string& text, const pybind11::dict& set);

  const deck::Deck& deck() const { return deck_; }

 private:
  explicit Input(deck::Deck deck) : deck_(std::move(deck)) {}
  deck::Deck deck_;
};

using Functions = std::map<std::string, pybind11::function>;

/// A simulation as Python holds it. Results are open from the start to close().
class Run {
 public:
  Run(std::shared_ptr<Input> input, const std::optional<std::filesystem::path>& output,
      const std::optional<std::filesystem::path>& restart, bool changed_model, const Functions& forces,
      const Functions& gaps, const Functions& masses);
  ~Run();

  bool step();
  std::string run();
  std::string close();

  double time() const { return steps_->now().state().t; }
  pybind11::array q() const;
  pybind11::array v() const;
  pybind11::array acceleration() const;
  pybind11::array position(const std::string& name) const;
  pybind11::array velocity(const std::string& name) const;
  pybind11::dict history() const;
  pybind11::dict energies() const;
  pybind11::dict contacts() const;
  int iterations() const { return steps_->now().last_step().iterations; }

 private:
  enum class Quantity { position, velocity };
  pybind11::array of_markers(const std::string& name, Quantity quantity) const;

  std::shared_ptr<Input> input_;
  RunOptions options_;
  std::unique_ptr<StepSequence> steps_;
  bool closed_ = false;
  std::string summary_;
};

/// Ends MPI and PETSc, which the first Run has started.
void end_session();

}  // namespace jounce::python
