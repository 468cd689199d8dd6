#pragma once

#include "input_files/keyword_output.h"
#include "keyword/translation.h"
#include "la/eigen_solver.h"
#include "model/model.h"
#include "run/run.h"

namespace jounce {

/// What a *STEADY STATE DYNAMICS step starts from.
struct HarmonicStart {
  std::shared_ptr<const keyword::Input> input;
  const Model& model;  ///< of the undeformed state
  const EigenPairs& modes;
  const State& base;    ///< that the modes are about
  const State& origin;  ///< from which displacements are counted
};

/// *STEADY STATE DYNAMICS: harmonic response in modes to loads f (complex: LOAD CASE=2 is the imaginary part)
/// and motions of supports whose amplitudes are the values of the step, over frequency where they have an
/// *AMPLITUDE. With the static displacement d of
/// the supports' amplitude:
///
///   u = (d + Phi eta) e^(i omega t),
///   (Lambda - omega^2 + i omega (alpha + beta Lambda + D)) eta = Phi^T (f + (omega^2 - i omega alpha) M d
///                                                                       - i omega C d)
///
/// with C and D of the dampers. At each frequency the participation factors eta, the real parts of what
/// *NODE PRINT and *EL PRINT ask for and their imaginary parts are printed.
///
/// With HARMONIC=NO loads and motions are periodic: amplitudes are over time, whose range [t_0, t_1] (sixth
/// and seventh number) is one period, and takes 1/f at each frequency f. Their values at N equal parts of it
/// (fifth number) are a sum of N/2 harmonics, and the motion that of the responses to each; it is printed at
/// the same N times.
void harmonic_step(const RunOptions& options, std::size_t number, const HarmonicStart& start,
                   KeywordOutput& output);

}  // namespace jounce
