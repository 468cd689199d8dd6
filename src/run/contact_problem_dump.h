#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "contact_problem/problem.h"
#include "io/checkpoint.h"
#include "params/params.h"
#include "stepping/stepper.h"

namespace jounce {

/// The frictional contact problem of a step, with the impulses that the step found.
struct StepContactProblem {
  contact_problem::Problem problem;
  Vector impulses;  ///< r: normal component first, tangents, of every contact
};

/// The contacts of a step that are closed: those with an impulse, and those whose gap is not positive at the
/// end and that do not approach. With M, G and the contact directions W_c = (W_N, W_T) at the end of the step
///
///     W = W_c^T (M^-1 - M^-1 G^T (G M^-1 G^T)^-1 G M^-1) W_c,     q = u+ + e u- - W r
///
/// so that r and the velocities u+ + e u- of the step (normal and tangential restitution included) solve the
/// problem: q holds all that the scheme does between its impulses - free flight, stiffness, curved paths. mu
/// is that of the step's slip velocity. Contacts without friction have mu = 0 and tangential rows of zeros;
/// without any friction the problem is written in the plane. Needs a regular matrix of M and G.
/// @param before, after states at the begin and the end of the step
StepContactProblem contact_problem_of(const System& system, const State& before, const State& after,
                                      const StepResult& result);

/// Writes contact problems of a run into the folder `contact_problems` of its results, as the deck's table
/// [output] says: every k-th step, or the one that took most iterations so far. The files are `step-N` (nine
/// digits or more) or `worst`, with the extensions hdf5, or dat and csv; other files there are left alone.
class ContactProblemDump {
 public:
  /// @param scheme the integrator's name; only those with all impulses of a step in one problem can, others
  ///   are refused as an error of the deck
  ContactProblemDump(const params::Params& output, std::string_view scheme,
                     const std::filesystem::path& results);

  bool is_on() const { return format_ != "none"; }
  /// Makes the folder fit to a run that goes on after so many steps (0: a new one): removes the files of
  /// later steps, which an earlier run left, and `worst`, or writes that again as the checkpoint had it.
  /// Throws OutputError.
  void begin(long steps);
  /// A step from `before` to `after` is done. Throws OutputError.
  void step(const System& system, const State& before, const State& after, const StepResult& result,
            long number);

  /// The worst problem so far, for a checkpoint; nothing where there is none.
  void store(io::CheckpointWriter& writer) const;
  /// Throws CheckpointError.
  void restore(const io::CheckpointReader& reader);

 private:
  struct Worst {
    StepContactProblem found;
    long number = 0;
    double time = 0;
    int iterations = 0;
  };
  void write(const std::string& name, const StepContactProblem& found, long number, double time) const;

  std::string format_;
  bool is_worst_only_ = false;
  long every_ = 1;
  std::optional<Worst> worst_;
  std::filesystem::path folder_;
};

}  // namespace jounce
