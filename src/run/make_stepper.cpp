#include "run/make_stepper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "deck/flexible_bodies.h"
#include "elements/grains.h"
#include "params/input_error.h"
#include "registry.h"
#include "statics/static_equilibrium.h"
#include "statics/static_iterative.h"

namespace jounce {
namespace {

bool is_zero(const params::Params& entry, const std::string& key) {
  if (key != "friction") return entry.number(key) == 0;
  const params::TimeFunction& mu = entry.function(key);
  return mu.is_constant() && mu(0) == 0;
}

/// Blames the first contact or joint that has friction.
[[noreturn]] void refuse_friction(const deck::Deck& deck, const std::string& why,
                                  std::initializer_list<const char*> kinds = {"contact", "joint"}) {
  for (const char* const kind : kinds)
    for (const params::Params* entry : deck.entries(kind))
      for (const char* const key : {"friction", "friction_force", "friction_torque"})
        if (entry->given(key) && !is_zero(*entry, key)) entry->fail(key, why);
  deck.table("model").fail("", why);
}

/// For schemes of rigid bodies, particles and flexible bodies in floating frames: elements that are no part
/// of such a body, and contact of their surfaces.
void refuse_deformable_meshes(const deck::Deck& deck, const std::string& scheme) {
  for (const params::Params* contact : deck.entries("contact"))
    if (contact->type() == "surfaces")
      contact->fail("type", fmt::format("the integrator '{}' supports contact of points and of bodies, not "
                                        "of deformable surfaces; use nsga-ggl",
                                        scheme));
  const std::string why = fmt::format(
      "the integrator '{}' supports rigid bodies, particles and flexible bodies in floating frames, not "
      "deformable meshes; use the mesh in a [[body]] of type \"flexible\", or use nsga-ggl or moreau-jean",
      scheme);
  for (const params::Params* element : deck.entries("element"))
    for (const char* const type : {"bar", "beam", "euler-bernoulli", "solid"})
      if (element->type() == type && !deck::is_flexible_element(deck, *element)) element->fail("type", why);
}

void refuse_restitution(const deck::Deck& deck, const std::string& why) {
  for (const char* const kind : {"contact", "joint"})
    for (const params::Params* entry : deck.entries(kind))
      if (entry->given("restitution") && entry->number("restitution") > 0) entry->fail("restitution", why);
  for (const params::Params* entry : deck.entries("contact"))
    if (entry->text("impact_law") != "newton") entry->fail("impact_law", why);
}

void refuse_nonholonomic(const deck::Deck& deck, const System& system, const std::string& why) {
  const Constraint* const joint = nonholonomic_joint(system);
  if (joint == nullptr) return;
  for (const params::Params* entry : deck.entries("joint"))
    if (entry->name() == joint->name())
      entry->fail("type",
                  fmt::format("joint '{}' constrains velocities, and {}: use one that constrains positions",
                              joint->name(), why));
}

void refuse_deletion(const deck::Deck& deck) {
  for (const params::Params* material : deck.entries("material"))
    if (material->has("deletion") && material->boolean("deletion"))
      material->fail(
          "deletion",
          "a static analysis does not delete elements, as nothing would hold what is torn apart; use "
          "half-explicit or an implicit scheme");
}

/// Blames the first element whose nodes in contact have no mass.
[[noreturn]] void refuse_massless_nodes(const deck::Deck& deck, const std::string& why) {
  for (const params::Params* element : deck.entries("element"))
    if (element->type() == "solid" && element->number("contact_mass") == 0)
      element->fail("contact_mass", why);
  deck.table("model").fail("", why);
}

}  // namespace

void refuse_passing_bodies(const deck::Deck& deck, const std::string& why) {
  for (const params::Params* body : deck.entries("body"))
    if (body->type() == "grains" && come_and_go(*body))
      body->fail(body->given("spare") ? "spare" : "hole", why);
}

void refuse_no_tangents(const deck::Deck& deck, const std::string& why, bool in_flexible_bodies_only) {
  for (const params::Params* element : deck.entries("element"))
    if (element->type() == "solid" && element->text("formulation") == "nodal-pressure" &&
        (!in_flexible_bodies_only || deck::is_flexible_element(deck, *element)))
      element->fail(
          "formulation",
          fmt::format("elements of 'nodal-pressure' have forces but no stiffness matrix, and {}: use "
                      "half-explicit, or tetrahedra of second order",
                      why));
}

void check_inflows(const deck::Deck& deck, const Model& model) {
  const params::Params& time = control_table(deck);
  for (const params::Params* entry : deck.entries("inflow")) {
    if (entry->number("start") < time.number("start"))
      entry->fail("start", fmt::format("the inflow must not start before the run (integrator.start = {})",
                                       time.number("start")));
    for (const Inflow& inflow : model.exchange.inflows())
      if (inflow.name == entry->name() && time.number("step") * inflow.velocity.norm() > inflow.thickness)
        entry->fail(
            "thickness",
            fmt::format("a step of {} is longer than the time in which the plane moves by the thickness",
                        time.number("step")));
  }
}

bool is_static(const deck::Deck& deck) { return deck.table("analysis").type() == "static"; }

const params::Params& control_table(const deck::Deck& deck) {
  if (is_static(deck)) {
    if (deck.has("integrator"))
      deck.table("integrator").fail("", "a static analysis has no time integration: remove [integrator]");
    return deck.table("analysis");
  }
  if (!deck.has("integrator"))
    throw params::InputError({params::Diagnostic{
        {deck.path().string(), 1, 1},
        "the deck does not have the table [integrator], which a dynamic analysis requires",
        {}}});
  const params::Params& time = deck.table("integrator");
  if (!time.has("step") && !find_integrator(time.type())->finds_step)
    time.fail("", "[integrator] lacks the required key 'step': a number");
  return time;
}

std::unique_ptr<Stepper> make_statics(const deck::Deck& deck, const System& system) {
  const params::Params& control = control_table(deck);
  refuse_deletion(deck);
  refuse_no_tangents(deck, "a static analysis needs it");
  refuse_passing_bodies(deck, "a static analysis does not support inflow and outflow");
  if (!system.contacts().joint_frictions().empty())
    refuse_friction(deck, "a static analysis supports friction in contacts, not in joints", {"joint"});
  refuse_restitution(deck, "a static analysis has no impacts and does not support restitution");
  refuse_nonholonomic(deck, system, "a static analysis has none");
  const StaticOptions options = static_options(control);
  if (const std::string why = why_not_iterative(system, options);
      options.solver == StaticSolver::iterative && !why.empty())
    control.fail("solver",
                 "conjugate gradients cannot be used for this analysis: " + why + "; take \"auto\"");
  return std::make_unique<StaticEquilibrium>(system, options);
}

std::unique_ptr<Integrator> make_integrator(const deck::Deck& deck, const System& system) {
  const params::Params& control = control_table(deck);
  if (deck.table("analysis").text("from") == "equilibrium")
    refuse_nonholonomic(deck, system, "the equilibrium that the motion starts from has none");
  const IntegratorPart& part = *find_integrator(control.type());
  refuse_no_tangents(deck, "flexible bodies in floating frames need it", true);
  if (part.needs_tangents)
    refuse_no_tangents(deck, fmt::format("the integrator '{}' needs it", control.type()));
  if (deck.table("analysis").text("from") == "equilibrium")
    refuse_no_tangents(deck, "the equilibrium that the motion starts from needs it");
  if (system.contacts().has_friction() && !part.has_friction) {
    std::vector<std::string> able;
    for (const IntegratorPart& other : integrator_parts())
      if (other.has_friction) able.push_back(fmt::format("'{}'", other.component.type));
    refuse_friction(deck, fmt::format("the integrator '{}' does not support friction; these do: {}",
                                      control.type(), fmt::join(able, ", ")));
  }
  if (!part.lets_bodies_pass) {
    std::vector<std::string> able;
    for (const IntegratorPart& other : integrator_parts())
      if (other.lets_bodies_pass) able.push_back(fmt::format("'{}'", other.component.type));
    refuse_passing_bodies(deck,
                          fmt::format("the integrator '{}' does not support inflow and outflow; these do: {}",
                                      control.type(), fmt::join(able, ", ")));
  }
  if (part.lets_bodies_pass) refuse_deformable_meshes(deck, control.type());
  if (!part.has_impact_law)
    refuse_restitution(deck, fmt::format("the integrator '{}' has no impact law and does not support "
                                         "restitution; use nsga-ggl, moreau-jean or a mixed scheme",
                                         control.type()));
  if (!system.dofs().massless.empty() && !part.takes_massless_nodes) {
    std::vector<std::string> able;
    for (const IntegratorPart& other : integrator_parts())
      if (other.takes_massless_nodes) able.push_back(fmt::format("'{}'", other.component.type));
    refuse_massless_nodes(deck, fmt::format("the integrator '{}' needs mass at nodes in contact; these do "
                                            "not: {}. Or use a positive share, such as 0.01",
                                            control.type(), fmt::join(able, ", ")));
  }
  return part.make(control, system);
}

std::unique_ptr<Stepper> make_stepper(const deck::Deck& deck, const System& system) {
  if (is_static(deck)) return make_statics(deck, system);
  return make_integrator(deck, system);
}

}  // namespace jounce
