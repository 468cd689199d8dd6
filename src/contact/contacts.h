#pragma once

#include "model/contact.h"
#include "model/part.h"

// Declarations of the contact pairs that decks may use, listed in src/registry.cpp.

namespace jounce {

ModelPart point_plane_part();
ModelPart point_shape_part();
ModelPart body_contacts_part();
ModelPart surface_pair_part();
ModelPart gap_part();
ModelPart tether_part();
/// A joint, but one between surfaces.
ModelPart tie_part();
ModelPart inflow_part();
/// Every region of [[outflow]] type = "...".
std::vector<ModelPart> outflow_parts();
/// Every shape of [[shape]] type = "...".
std::vector<ModelPart> shape_parts();

/// Law from the keys that every contact has.
ContactLaw read_law(const params::Params& params, int dimension);

}  // namespace jounce
