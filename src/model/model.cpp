#include "model/model.h"

namespace jounce {

std::shared_ptr<const Marker> Model::find_marker(const std::string& name) const {
  const auto* const known = markers.find(name);
  return known == nullptr ? nullptr : known->second;
}

int Model::find_constraint(const std::string& name) const { return system.joints().find(name); }

int Model::find_contact_pair(const std::string& name) const { return system.contacts().find(name); }

const ElementBlock* Model::find_block(const std::string& name) const {
  const int place = system.find_block(name);
  return place < 0 ? nullptr : system.blocks()[static_cast<std::size_t>(place)].get();
}

const FlexiblePart* Model::find_flexible_part(const std::string& element) const {
  for (const FlexiblePart& part : flexible_parts)
    if (part.own->find_block(element) != nullptr) return &part;
  return nullptr;
}

State FlexiblePart::recover(const State& state) const {
  const System& system = own->system;
  Vector q(data->n), v(data->n);
  for (std::size_t i = 0; i < elastic.size(); ++i) {
    q[static_cast<Index>(i)] = state.q[elastic[i]];
    v[static_cast<Index>(i)] = state.v[elastic[i]];
  }
  State deformed = system.initial_state();
  const Vector displacement = Vector(data->Phi * q).head(system.nv());
  system.manifold().retract(deformed.q, displacement, deformed.q);
  deformed.v = Vector(data->Phi * v).head(system.nv());
  deformed.t = state.t;
  return deformed;
}

}  // namespace jounce
