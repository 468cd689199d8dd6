#include "model/declared_parts.h"

#include <fmt/format.h>

#include <vector>

namespace jounce {
namespace {

/// The entry of `name`; throws with the names that are known.
template <class Entry>
const Entry& find(const std::map<std::string, Entry>& entries, const std::string& name,
                  const params::Params& source, const std::string& key, const char* kind) {
  const auto place = entries.find(name);
  if (place != entries.end()) return place->second;
  std::vector<std::string> names;
  for (const auto& [known, entry] : entries) names.push_back(known);
  source.fail(key, fmt::format("there is no {} named '{}'", kind, name), name, names);
}

}  // namespace

const params::Params& DeclaredParts::material(const Params& source, const std::string& key) const {
  const Params& material = material_of_any_type(source, key);
  for (const char* const thermal : {"expansion", "expansion_along"})
    if (material.given(thermal))
      source.fail(key, fmt::format("material '{}' has '{}', but only solids expand with temperature",
                                   material.name(), thermal));
  if (material.type() == "linear-elastic") return material;
  source.fail(key, fmt::format("material '{}' is of type '{}', which is for solids: 'linear-elastic' is "
                               "required here",
                               material.name(), material.type()));
}

const params::Params& DeclaredParts::material_of_any_type(const Params& source,
                                                          const std::string& key) const {
  return *known_material(source, key).entry;
}

const MaterialPart& DeclaredParts::material_part(const Params& source, const std::string& key) const {
  return *known_material(source, key).part;
}

const DeclaredParts::Material& DeclaredParts::known_material(const Params& source,
                                                             const std::string& key) const {
  return find(materials_, source.text(key), source, key, "material");
}

const params::Params& DeclaredParts::joint(const Params& source, const std::string& key,
                                           const std::string& name) const {
  return *find(joints_, name, source, key, "joint");
}

const params::Params& DeclaredParts::section(const Params& source, const std::string& key) const {
  return *find(sections_, source.text(key), source, key, "section");
}

}  // namespace jounce
