#pragma once

#include <cstdint>

#include "la/newton_solver.h"
#include "params/choices.h"

namespace jounce {

/// How the equations of a step are solved, see the key `solver` of nsga-ggl.
enum class StepSolver : std::uint8_t {
  automatic,
  direct,
  iterative,
  surface,
  motion,
  monolithic,
  condensed,
  sequential,
  field_split
};
inline constexpr params::Choices<StepSolver, 9> kStepSolvers = {{{"auto", StepSolver::automatic},
                                                                 {"direct", StepSolver::direct},
                                                                 {"iterative", StepSolver::iterative},
                                                                 {"surface", StepSolver::surface},
                                                                 {"motion", StepSolver::motion},
                                                                 {"monolithic", StepSolver::monolithic},
                                                                 {"condensed", StepSolver::condensed},
                                                                 {"sequential", StepSolver::sequential},
                                                                 {"field-split", StepSolver::field_split}}};

inline constexpr params::Choices<NewtonMethod, 4> kNewtonMethods = {{{"auto", NewtonMethod::automatic},
                                                                     {"direct", NewtonMethod::direct},
                                                                     {"full", NewtonMethod::full},
                                                                     {"snes", NewtonMethod::snes}}};

/// Function of the semi-smooth Newton method at velocity level.
enum class ContactFunction : std::uint8_t { alart_curnier, fischer_burmeister };
inline constexpr params::Choices<ContactFunction, 2> kContactFunctions = {
    {{"alart-curnier", ContactFunction::alart_curnier},
     {"fischer-burmeister", ContactFunction::fischer_burmeister}}};

/// The acceleration that the first step remembers: of the initial time, of t_0 + (alpha_m - alpha_f) h (order
/// 2 of the multipliers), or without joint forces.
enum class InitialAcceleration : std::uint8_t { consistent, shifted, free };
inline constexpr params::Choices<InitialAcceleration, 3> kInitialAccelerations = {
    {{"consistent", InitialAcceleration::consistent},
     {"shifted", InitialAcceleration::shifted},
     {"free", InitialAcceleration::free}}};

/// What answers to contacts within a step of nsga-ggl: M, or M and the forces of the model; see Corrections.
enum class CorrectionChoice : std::uint8_t { automatic, mass, elastic };
inline constexpr params::Choices<CorrectionChoice, 3> kCorrections = {
    {{"auto", CorrectionChoice::automatic},
     {"mass", CorrectionChoice::mass},
     {"elastic", CorrectionChoice::elastic}}};

/// Options common to the schemes; each scheme documents what it uses.
struct IntegratorOptions {
  double rho_inf = 0.8;      ///< spectral radius at infinite frequency
  double theta = -1;         ///< Moreau-Jean; negative: 1 / (1 + rho_inf)
  double tolerance = 1e-12;  ///< residual of momentum, relative to the model's own scales
  int max_iterations = 30;   ///< Newton iterations a step
  StepSolver solver = StepSolver::automatic;
  NewtonMethod newton = NewtonMethod::automatic;
  ContactFunction contact_function = ContactFunction::alart_curnier;  ///< of nsga-ggl, monolithic
  InitialAcceleration initial_acceleration = InitialAcceleration::consistent;
  CorrectionChoice corrections = CorrectionChoice::mass;  ///< of nsga-ggl
  bool joints_on_acceleration = false;  ///< mixed schemes: joints as G a + ... = 0, not G v + ... = 0
  double envelope = -1;     ///< search distance of contacts; negative: every contact point is a row
  double activation = 0.5;  ///< r of (B 38) as a fraction of the effective mass of the contact
};

}  // namespace jounce
