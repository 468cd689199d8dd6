#pragma once

#include <memory>

#include "deck/deck.h"
#include "model/model.h"

namespace jounce::deck {

/// Builds the model that a validated deck describes. Throws params::InputError for what only the model can
/// see: missing mesh groups, dangling names, wrong kinds of bodies.
std::unique_ptr<Model> build_model(const Deck& deck);

}  // namespace jounce::deck
