#include "input_files/support_motion.h"

#include <algorithm>

#include "deck/build_model.h"
#include "run/model_file.h"
#include "statics/static_equilibrium.h"

namespace jounce {

bool moves_supports(const keyword::Step& step) {
  return std::any_of(step.boundaries.begin(), step.boundaries.end(),
                     [](const keyword::NodeLoad& support) { return support.value != 0; });
}

std::unique_ptr<Model> model_of_step(const std::shared_ptr<const keyword::Input>& input,
                                     const RunOptions& options, std::size_t number, keyword::LoadPart loads) {
  const auto translation = keyword::translate(*input, {number}, {.loads = loads});
  return deck::build_model(deck_of(input, translation.model, options.overrides));
}

SupportMotion::SupportMotion(const std::shared_ptr<const keyword::Input>& input, const RunOptions& options,
                             std::size_t number, const Model& rest)
    : rest_(rest) {
  if (moves_supports(input->steps[number]))
    moved_ = model_of_step(input, options, number, keyword::LoadPart::none);
}

Vector SupportMotion::at(double t) const {
  const State& rest = rest_.system.initial_state();
  const Index nv = rest.v.size();
  if (moved_ == nullptr) return Vector::Zero(nv);
  State state = moved_->system.initial_state();
  state.t = t;
  find_equilibrium(moved_->system, state, 1);
  return state.q.head(nv) - rest.q.head(nv);
}

}  // namespace jounce
