#pragma once

#include "keyword/translation.h"
#include "model/model.h"
#include "run/run.h"

namespace jounce {

/// Whether supports move in a step.
bool moves_supports(const keyword::Step& step);

/// The model of an input file with such loads and the supports of one step.
std::unique_ptr<Model> model_of_step(const std::shared_ptr<const keyword::Input>& input,
                                     const RunOptions& options, std::size_t number, keyword::LoadPart loads);

/// Static displacement d under the moved supports of a step, over all degrees of freedom: K d = 0 at the free
/// ones.
class SupportMotion {
 public:
  /// @param rest  the model of the undeformed state; lives longer
  SupportMotion(const std::shared_ptr<const keyword::Input>& input, const RunOptions& options,
                std::size_t number, const Model& rest);

  /// At a time of the step; over frequency in harmonic steps. Zero where no support moves.
  Vector at(double t) const;

 private:
  const Model& rest_;
  std::unique_ptr<Model> moved_;
};

}  // namespace jounce
