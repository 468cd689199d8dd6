#include "registry.h"

#include "contact/contacts.h"
#include "elements/elements.h"
#include "elements/section.h"
#include "joints/joints.h"
#include "materials/make_material.h"
#include "model/kinds.h"
#include "statics/static_equilibrium.h"
#include "user/user.h"

namespace jounce {

const std::vector<ModelPart>& model_parts() {
  static const std::vector<ModelPart> parts = [] {
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
  }();
  return parts;
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
    params::Schema s = base_schema();
    for (params::Component& known : s.components)
      if (known.kind == "material")
        for (const params::Key& key : thermal_keys()) known.keys.push_back(key);
    for (params::Component& material : material_components()) s.components.push_back(std::move(material));
    for (params::Component& section : section_components()) s.components.push_back(std::move(section));
    for (const ModelPart& part : model_parts()) s.components.push_back(part.component);
    for (const IntegratorPart& part : integrator_parts()) s.components.push_back(part.component);
    s.components.push_back(static_component());
    return s;
  }();
  return schema;
}

const ModelPart* find_model_part(const std::string& kind, const std::string& type) {
  for (const ModelPart& part : model_parts())
    if (part.component.kind == kind && part.component.type == type) return &part;
  return nullptr;
}

const IntegratorPart* find_integrator(const std::string& type) {
  for (const IntegratorPart& part : integrator_parts())
    if (part.component.type == type) return &part;
  return nullptr;
}

}  // namespace jounce
