#pragma once

#include <map>
#include <string>

#include "params/params.h"

namespace jounce {

struct MaterialPart;  // materials/material_part.h

/// Entries of the deck that others name: materials, sections, and joints that other joints couple. A name
/// that is not among them is refused at its place in the deck, with the nearest one.
class DeclaredParts {
 public:
  using Params = params::Params;

  /// @param part  how the law of this type is made
  void add_material(const Params& material, const MaterialPart* part) {
    materials_[material.name()] = {&material, part};
  }
  void add_section(const Params& section) { sections_[section.name()] = &section; }
  void add_joint(const Params& joint) { joints_[joint.name()] = &joint; }

  /// Entry of the material that `key` names; bars and beams take linear-elastic ones only.
  const Params& material(const Params& source, const std::string& key) const;
  const Params& material_of_any_type(const Params& source, const std::string& key) const;
  /// How the law of this material is made.
  const MaterialPart& material_part(const Params& source, const std::string& key) const;
  const Params& section(const Params& source, const std::string& key) const;
  /// Entry of the joint `name`, which `key` gives.
  const Params& joint(const Params& source, const std::string& key, const std::string& name) const;

 private:
  struct Material {
    const Params* entry = nullptr;
    const MaterialPart* part = nullptr;
  };
  const Material& known_material(const Params& source, const std::string& key) const;

  std::map<std::string, Material> materials_;
  std::map<std::string, const Params*> sections_, joints_;
};

}  // namespace jounce
