#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "input_files/keyword_output.h"
#include "linear_dynamics/linearisation.h"
#include "linear_dynamics/modal_dynamics.h"
#include "run/run.h"

namespace jounce {

/// *FREQUENCY steps of a file: modes about the initial state or, with PERTURBATION, about that which the
/// steps before have left, and what later steps in modes take from them.
class FrequencySteps {
 public:
  /// @param general  numbers of the steps that leave a state
  FrequencySteps(const RunOptions& options, std::shared_ptr<const keyword::Input> file,
                 const std::vector<std::size_t>& general)
      : options_(options), file_(std::move(file)), input_(*file_), general_(general) {}

  /// Whether the general steps are of finite strain, so that their model has the stiffness of its stresses.
  void set_finite_strain(bool is_finite) { finite_strain_ = is_finite; }

  /// Finds the modes of a step and writes them; a step has the period 1 unless it says otherwise.
  /// @param time  at which it begins
  /// @return a line for each mode
  std::string run(std::size_t number, const Model& model, const State& state, double time,
                  KeywordOutput& output);

  /// The stiffness about the state that the steps before a step have left: with that of its stresses, without
  /// that of pressures that follow.
  Linearisation linearise_loaded(std::size_t number, const Model& model, const State& state);

  /// The modes of the last step; none of nodal diameters.
  std::optional<ModalDynamics>& modal() { return modal_; }
  /// The state that they are about.
  const State& base() const { return base_; }

 private:
  std::vector<ContactRow> closed_contacts(const System& system, const State& state, std::size_t step) const;
  const Model& prestressed();
  /// A model as it is in the last of the general steps.
  std::unique_ptr<Model> model_at_end(const keyword::Translation& translation) const;
  std::string cyclic_modes(const keyword::Step& step, int count, const System& system,
                           const Linearisation& linear, const State& state, double time, bool has_friction,
                           KeywordOutput& output);

  const RunOptions& options_;
  std::shared_ptr<const keyword::Input> file_;
  const keyword::Input& input_;
  const std::vector<std::size_t>& general_;
  bool finite_strain_ = false;
  std::unique_ptr<Model> prestressed_;
  std::optional<ModalDynamics> modal_;
  State base_;
};

}  // namespace jounce
