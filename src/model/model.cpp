#include "model/model.h"

namespace jounce {

std::shared_ptr<const Marker> Model::find_marker(const std::string& name) const {
  for (const auto& [known, marker] : markers)
    if (known == name) return marker;
  return nullptr;
}

int Model::find_constraint(const std::string& name) const {
  for (std::size_t i = 0; i < system.constraints().size(); ++i)
    if (system.constraints()[i]->name() == name) return static_cast<int>(i);
  return -1;
}

int Model::find_contact_pair(const std::string& name) const {
  for (std::size_t i = 0; i < system.contact_pairs().size(); ++i)
    if (system.contact_pairs()[i]->name() == name) return static_cast<int>(i);
  return -1;
}

const ElementBlock* Model::find_block(const std::string& name) const {
  for (const auto& block : system.blocks())
    if (block->name() == name) return block.get();
  return nullptr;
}

}  // namespace jounce
