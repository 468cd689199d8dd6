#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <deque>
#include <memory>
#include <optional>

#include "python/model.h"
#include "run/step_sequence.h"

namespace jounce::python {

/// Where a run was, with all that its next steps depend on.
struct SavedRun {
  std::shared_ptr<const ModelView> model;
  Snapshot snapshot;
};

/// What a run is asked for when it is made.
struct RunChoice {
  std::optional<std::filesystem::path> output, restart;
  bool changed_model = false;
  int undo = 0;         ///< steps that can be taken back
  bool record = false;  ///< the history is kept
};

/// A simulation as Python holds it. Results are open from the start to close().
class Run {
 public:
  Run(std::shared_ptr<Input> input, const RunChoice& choice, const Functions& forces, const Functions& gaps,
      const Functions& masses);
  ~Run();

  bool step();
  std::string run();
  std::string close();
  void stop() { stopped_ = true; }

  // Going back
  std::shared_ptr<SavedRun> save();
  void restore(const SavedRun& saved);
  void restore_state(const StateView& state);
  void undo();

  pybind11::function after_step(pybind11::function callback);
  void forget(const pybind11::function& callback);

  double time() const { return now().state().t; }
  double step_size() const;
  const std::shared_ptr<ModelView>& model() const { return model_; }
  std::shared_ptr<StateView> state();
  pybind11::array q() const;
  pybind11::array v() const;
  pybind11::array acceleration() const;
  pybind11::array forces() const;
  pybind11::array position(const std::string& name);
  pybind11::array velocity(const std::string& name);
  pybind11::dict history();
  pybind11::object recorded() const;
  pybind11::dict energies() const;
  pybind11::dict contacts() const;
  pybind11::dict reactions() const;
  pybind11::dict fields();
  pybind11::array points();
  std::string scene();
  int iterations() const { return now().last_step().iterations; }
  const std::shared_ptr<Input>& deck() const { return input_; }

 private:
  Simulation& now() { return steps_->now(); }
  const Simulation& now() const { return steps_->now(); }
  void begin();  ///< the step of the deck that has been built
  void go_back_allowed() const;
  void moved_back();
  void record();
  void call_back();

  std::shared_ptr<PetscSession> session_ = begin_session();  ///< first, so that it ends last
  std::shared_ptr<Input> input_;
  RunOptions options_;
  RunChoice choice_;
  std::unique_ptr<StepSequence> steps_;
  std::shared_ptr<ModelView> model_;  ///< of the present step of the deck
  bool closed_ = false, stopped_ = false, calling_ = false;
  std::string summary_;
  std::deque<Snapshot> before_;  ///< of the last steps
  std::vector<pybind11::function> callbacks_;
  std::vector<std::string> columns_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace jounce::python
