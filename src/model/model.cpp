#include "model/model.h"

namespace jounce {

std::shared_ptr<const Marker> Model::find_marker(const std::string& name) const {
  for (const auto& [known, marker] : markers)
    if (known == name) return marker;
  return nullptr;
}

int Model::find_constraint(const std::string& name) const {
  for (std::size_t i = 0; i < system.joints().all().size(); ++i)
    if (system.joints().all()[i]->name() == name) return static_cast<int>(i);
  return -1;
}

int Model::find_contact_pair(const std::string& name) const {
  for (std::size_t i = 0; i < system.contacts().all().size(); ++i)
    if (system.contacts().all()[i]->name() == name) return static_cast<int>(i);
  return -1;
}

const ElementBlock* Model::find_block(const std::string& name) const {
  for (const auto& block : system.blocks())
    if (block->name() == name) return block.get();
  return nullptr;
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
