#pragma once

#include <memory>
#include <string>
#include <vector>

#include "input_files/frequency_step.h"
#include "input_files/keyword_output.h"
#include "run/run.h"

namespace jounce {

/// Steps that leave no state: modes, motions and harmonic responses in them, buckling, matrices and
/// substructures, about the initial state or, with PERTURBATION, about that which the steps before have left.
class StateSteps {
 public:
  /// @param general  numbers of the steps that leave a state
  StateSteps(const RunOptions& options, const std::shared_ptr<const keyword::Input>& file,
             const std::vector<std::size_t>& general)
      : options_(options),
        file_(file),
        input_(*file_),
        general_(general),
        frequencies_(options, file, general) {}

  /// Whether the general steps are of finite strain, so that their model has the stiffness of its stresses.
  void set_finite_strain(bool is_finite) { frequencies_.set_finite_strain(is_finite); }

  /// @param state  that which the steps before have left
  /// @param time  of all steps so far, to which the step adds its own
  /// @return what it has found, for the message of the run
  std::string run(std::size_t number, const Model& model, const State& state, double& time,
                  KeywordOutput& output);

 private:
  std::string buckle(std::size_t number, const Model& general, const State& now, KeywordOutput& output);
  std::string matrices(std::size_t number, const Model& model) const;
  std::string condense(std::size_t number, const Model& model, const State& state);
  const State& origin_of(const keyword::Step& step, const Model& model) const;
  /// The modes that a step in modes needs. Throws params::InputError.
  ModalDynamics& modes_for(const keyword::Step& step);

  const RunOptions& options_;
  std::shared_ptr<const keyword::Input> file_;
  const keyword::Input& input_;
  const std::vector<std::size_t>& general_;
  FrequencySteps frequencies_;
};

}  // namespace jounce
