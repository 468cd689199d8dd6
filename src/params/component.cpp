#include "params/component.h"

#include <algorithm>

namespace jounce::params {

const Kind* Schema::find(std::string_view kind) const {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == kind; });
  return found == kinds.end() ? nullptr : &*found;
}

const Component* Schema::find(std::string_view kind, std::string_view type) const {
  const auto found = std::find_if(components.begin(), components.end(),
                                  [&](const Component& c) { return c.kind == kind && c.type == type; });
  return found == components.end() ? nullptr : &*found;
}

std::vector<std::string> Schema::types_of(std::string_view kind) const {
  std::vector<std::string> types;
  for (const Component& component : components) {
    if (component.kind == kind) types.push_back(component.type);
  }
  return types;
}

}  // namespace jounce::params
