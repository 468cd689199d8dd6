#pragma once

#include <vector>

#include "integrators/integrators.h"
#include "model/part.h"
#include "params/component.h"

namespace jounce {

/// Elements, bodies, joints, loads, contact pairs a deck may use: one line each in registry.cpp.
const std::vector<ModelPart>& model_parts();
/// Integrators a deck may use.
const std::vector<IntegratorPart>& integrator_parts();
/// Everything a deck may contain: the kinds of tables and all components.
const params::Schema& deck_schema();

const ModelPart* find_model_part(const std::string& kind, const std::string& type);
const IntegratorPart* find_integrator(const std::string& type);

}  // namespace jounce
