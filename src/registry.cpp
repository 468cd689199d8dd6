#include "registry.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "contact/contacts.h"
#include "elements/elements.h"
#include "elements/section.h"
#include "joints/joints.h"
#include "materials/materials.h"
#include "model/kinds.h"
#include "statics/static_equilibrium.h"
#include "user/user.h"

namespace jounce {

namespace {

std::vector<ModelPart> listed_model_parts() {
  std::vector<ModelPart> all = {
      // bodies
      point_mass_part(),
      rigid_body_part(),
      spatial_body_part(),
      grains_part(),
      flexible_body_part(),
      // elements
      bar_part(),
      beam_part(),
      euler_bernoulli_part(),
      solid_part(),
      shell_part(),
      spring_part(),
      torsion_spring_part(),
      bushing_part(),
      actuator_part(),
      user_mass_part(),
      // joints
      revolute_part(),
      spherical_part(),
      universal_part(),
      prismatic_part(),
      cylindrical_part(),
      planar_part(),
      fixed_part(),
      point_on_line_part(),
      distance_part(),
      equation_part(),
      collinear_part(),
      coplanar_part(),
      symmetry_part(),
      rotation_support_part(),
      mean_rotation_part(),
      knot_part(),
      tie_part(),
      motion_part(),
      gear_part(),
      rack_and_pinion_part(),
      knife_edge_part(),
      rolling_wheel_part(),
      // contact
      point_plane_part(),
      point_shape_part(),
      body_contacts_part(),
      surface_pair_part(),
      gap_part(),
      tether_part(),
      user_gap_part(),
      // loads
      body_acceleration_part(),
      centrifugal_part(),
      force_part(),
      moment_part(),
      torque_part(),
      pressure_part(),
      traction_part(),
      temperature_part(),
      user_force_part(),
  };
  for (ModelPart& shape : shape_parts()) all.push_back(std::move(shape));
  all.push_back(inflow_part());
  for (ModelPart& outflow : outflow_parts()) all.push_back(std::move(outflow));
  return all;
}

/// All parts, and whether the schema has been made of them.
struct Parts {
  std::vector<ModelPart> model = listed_model_parts();
  std::vector<MaterialPart> materials = {
      linear_elastic_part(),    orthotropic_part(), anisotropic_part(),
      thermoelastic_part(),     neo_hookean_part(), ogden_part(),
      hyperfoam_part(),         umat_part(),        deformation_plastic_part(),
      thermoanisotropic_part(), plastic_part(),     polynomial_part(),
      johnson_cook_part(),
  };
  std::vector<MeshPart> meshes = {
      line_mesh_part(),   polyline_mesh_part(), gmsh_mesh_part(),
      abaqus_mesh_part(), block_mesh_part(),    sheet_mesh_part(),
  };
  bool is_closed = false;
};

Parts& parts() {
  static Parts all;
  return all;
}

Parts& open_parts() {
  if (parts().is_closed) throw std::logic_error("parts must be added before the schema is used");
  return parts();
}

/// A [[step]] is a static analysis or a motion by one of the integrators, with their keys. It begins where
/// the step before it ends.
void add_steps(params::Schema& schema) {
  std::vector<params::Component> steps;
  for (const params::Component& component : schema.components) {
    const bool is_motion = component.kind == "integrator";
    if (!is_motion && !(component.kind == "analysis" && component.type == "static")) continue;
    params::Component step = component;
    step.kind = "step";
    step.same_keys_as = component.kind;
    if (is_motion) {
      const auto& common = schema.find("integrator")->keys;
      step.keys.insert(step.keys.begin(), common.begin(), common.end());
    }
    for (params::Key& key : step.keys)
      if (key.name == "start") key.fallback.reset();
    steps.push_back(std::move(step));
  }
  std::move(steps.begin(), steps.end(), std::back_inserter(schema.components));
}

/// [[history]] knows the quantities of elements and materials, beside those of its own.
void add_quantities(params::Schema& schema) {
  for (params::Kind& kind : schema.kinds) {
    if (kind.name != "history") continue;
    for (params::Key& key : kind.keys) {
      if (key.name != "quantity") continue;
      auto& names = key.choices;
      const std::set<std::string> own(names.begin(), names.end());
      auto place = std::find(names.begin(), names.end(), "support_force");
      for (const QuantityType* type : quantity_types()) {
        if (own.count(type->name) > 0)
          throw std::logic_error("[[history]] has a quantity '" + std::string(type->name) + "' of its own");
        if (std::find(names.begin(), names.end(), type->name) != names.end())
          continue;  // of another part, too
        place = names.insert(place, type->name) + 1;
      }
    }
  }
}

}  // namespace

const std::vector<ModelPart>& model_parts() { return parts().model; }
const std::vector<MaterialPart>& material_parts() { return parts().materials; }
const std::vector<MeshPart>& mesh_parts() { return parts().meshes; }
void add_part(ModelPart part) { open_parts().model.push_back(std::move(part)); }
void add_part(MaterialPart part) { open_parts().materials.push_back(std::move(part)); }
void add_part(MeshPart part) { open_parts().meshes.push_back(std::move(part)); }

std::vector<const QuantityType*> quantity_types() {
  std::vector<const QuantityType*> types;
  const auto add = [&](const std::vector<const QuantityType*>& own) {
    for (const QuantityType* type : own)
      if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  };
  for (const ModelPart& part : model_parts()) add(part.quantities);
  for (const MaterialPart& part : material_parts()) add(part.quantities);
  return types;
}

const std::vector<IntegratorPart>& integrator_parts() {
  static const std::vector<IntegratorPart> parts = {
      nsga_ggl_part(),          nsga_modified_lcp_part(),       moreau_jean_part(),
      generalized_alpha_part(), mixed_generalized_alpha_part(), mixed_bathe_part(),
      mixed_ed_alpha_part(),    half_explicit_part(),           event_driven_part(),
      ccp_euler_part(),         impulse_velocity_part(),
  };
  return parts;
}

const params::Schema& deck_schema() {
  static const params::Schema schema = [] {
    parts().is_closed = true;
    params::Schema s = base_schema();
    add_quantities(s);
    for (const MeshPart& part : mesh_parts()) s.components.push_back(part.component);
    for (const MaterialPart& part : material_parts()) {
      s.components.push_back(part.component);
      for (const params::Key& key : thermal_keys()) s.components.back().keys.push_back(key);
    }
    for (params::Component& section : section_components()) s.components.push_back(std::move(section));
    for (const ModelPart& part : model_parts()) s.components.push_back(part.component);
    for (const IntegratorPart& part : integrator_parts()) s.components.push_back(part.component);
    s.components.push_back(static_component());
    add_steps(s);
    return s;
  }();
  return schema;
}

const ModelPart* find_model_part(const std::string& kind, const std::string& type) {
  for (const ModelPart& part : model_parts())
    if (part.component.kind == kind && part.component.type == type) return &part;
  return nullptr;
}

const MeshPart* find_mesh_part(const std::string& type) {
  for (const MeshPart& part : mesh_parts())
    if (part.component.type == type) return &part;
  return nullptr;
}

const MaterialPart* find_material_part(const std::string& type) {
  for (const MaterialPart& part : material_parts())
    if (part.component.type == type) return &part;
  return nullptr;
}

const IntegratorPart* find_integrator(const std::string& type) {
  for (const IntegratorPart& part : integrator_parts())
    if (part.component.type == type) return &part;
  return nullptr;
}

}  // namespace jounce
