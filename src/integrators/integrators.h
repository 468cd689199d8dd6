#pragma once

#include <memory>

#include "integrators/integrator.h"
#include "integrators/integrator_options.h"
#include "params/component.h"
#include "params/params.h"

// Declarations of the integrators that decks may use, listed in src/registry.cpp.

namespace jounce {

/// An integrator that a deck may name in [integrator] type = "...".
struct IntegratorPart {
  params::Component component;
  std::unique_ptr<Integrator> (*make)(const params::Params& params, const System& system);
  bool has_friction = false;          ///< the scheme knows Coulomb's law
  bool lets_bodies_pass = false;      ///< bodies may come and go between its steps; no deformable meshes
  bool has_impact_law = true;         ///< the scheme knows restitution
  bool takes_massless_nodes = false;  ///< steps are regular where M is not but M + h^2 K is
  bool finds_step = false;            ///< it does without the key `step`
  bool needs_tangents = true;         ///< of the elements: K = -df/dq
  bool lumps_masses = false;          ///< with lumped masses it needs no matrix, so they are the default
  /// The energy ledger, which integrates work by the ends of steps, says what the scheme gains or takes.
  bool ledger_closes = true;
};

/// Reads the options that a scheme declared; those it did not keep their defaults.
IntegratorOptions read_options(const params::Params& params);

/// Keys that several schemes have.
params::Key initial_acceleration_key();
params::Key newton_key();

IntegratorPart nsga_ggl_part();
IntegratorPart nsga_modified_lcp_part();
IntegratorPart moreau_jean_part();
IntegratorPart generalized_alpha_part();
IntegratorPart mixed_generalized_alpha_part();
IntegratorPart mixed_bathe_part();
IntegratorPart mixed_ed_alpha_part();
IntegratorPart half_explicit_part();
IntegratorPart event_driven_part();
IntegratorPart ccp_euler_part();
IntegratorPart impulse_velocity_part();

}  // namespace jounce
