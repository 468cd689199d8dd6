#pragma once

#include <string>

#include "model/system.h"

namespace jounce {

/// Rotations that differ by 2 pi are one orientation, so an iterate that goes astray may converge a whole
/// turn away, with the angular velocity of that turn: v_{n+1} is then off by 2 pi/(theta h), where theta <= 1
/// is the share of v_{n+1} in the motion of the step (beta/gamma of Newmark's method, theta of Moreau's).
/// Elements and joints do not see the difference; kinetic energy does.
/// @param before,after  velocities of the motion at the ends of a step h
/// @return a free degree of freedom of rotation whose velocity changes by more than 2 pi/h; -1: there is none
Index find_whole_turn(const System& system, const Vector& before, const Vector& after, double h);

/// For StepResult::failure_cause.
std::string describe_whole_turn(const System& system, Index dof);

}  // namespace jounce
