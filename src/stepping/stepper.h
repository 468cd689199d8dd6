#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "la/csr_matrix.h"
#include "model/system.h"
#include "stepping/convergence_log.h"

namespace jounce {

/// A velocity jump at a contact.
struct Impact {
  double time = 0;
  ContactRow row;
  double impulse = 0;
  double velocity_before = 0;  ///< gap velocity, negative when approaching
  double velocity_after = 0;
  double friction_work = 0;  ///< work of the tangential impulse
};

/// What a place with friction does at the end of a step.
enum class FrictionState : std::uint8_t { open, sticks, slips };

/// What one step (or one integrator's interval) did, beside the new State. Where ranks share the contacts,
/// rank 0 has the lists of all of them and the others their own; where the model is in parts, every rank has
/// the lists of the contacts that it counts. Sums and joint forces are those of all.
struct StepResult {
  int iterations = 0;
  std::vector<ContactRow> rows;  ///< contacts considered; the vectors below have one entry each
  Vector impulse;                ///< Lambda: impulse of the contact force over the step
  Vector position_multiplier;    ///< nu (zero for schemes without position constraint)
  Vector velocity_before;        ///< g_q v at the start of the step
  Vector velocity_after;         ///< g_q v at the end
  Vector friction_impulse;  ///< Lambda_T: tangential rows of `rows`, then of joints (empty without friction)
  Vector slip_velocity;     ///< W_T^T v at the end, over the same rows
  std::vector<FrictionState>
      friction_state;           ///< of every row with friction, then of every joint with friction
  Vector joint_normal_impulse;  ///< N of Coulomb's law of every joint with friction, over the step
  int active_contacts = 0;      ///< rows with a contact force
  Vector reaction;              ///< force of every constraint row: lambda~ + Lambda / h
  Vector acceleration;          ///< v' of the smooth motion at the end of the step
  double contact_work = 0;      ///< work of normal impulses, sum of Lambda (u_before + u_after) / 2
  double friction_work = 0;     ///< work of tangential impulses, the same sum
  Vector increment;             ///< statics: what the load step moved every degree of freedom by
  double held_work = 0;         ///< statics: work of what holds initial forces back while they come on
  std::vector<Impact> impacts;

  // What the ledger of energy makes the scheme's own impulses from, beside ImpulseRule
  Vector joint_force;       ///< of every constraint row at the end, whose impulse follows ImpulseRule
  Vector joint_impulse;     ///< of the same rows over the step, beside that
  Vector smooth_velocity;   ///< v before the impulses of an impact at the end of the step; empty: v
  Vector force_velocity;    ///< mean of v in the forces of the step; empty: by ImpulseRule
  Vector force_jump;        ///< by which v in the forces jumps from v~ within the step; empty: it does not
  Vector renewed_velocity;  ///< in forces with which the next step begins in place of those remembered, ...
  Vector renewed_joint_force;  ///< ... and those of the constraint rows; empty: it remembers

  std::string warning;        ///< of a step that succeeded: what a user has to know; empty for nothing
  std::string failure_cause;  ///< after a failure: which contact, joint or body
  std::string advice;  ///< and what to try, where neither a smaller step nor more of Newton's iterations help
};

/// What a scheme can do with the elements that ranks share (System::share): every rank adds up its own, and
/// gets the sums.
enum class Sharing : std::uint8_t {
  none,      ///< every rank computes all elements
  forces,    ///< forces and energies; matrices, where there are any, are whole on every rank
  matrices,  ///< matrices as well
  model,     ///< every rank has a part of the model (Stepper::works_in_parts)
};

/// A matrix that the steps of a scheme keep.
struct StepMatrix {
  std::string name;
  const CsrMatrix* matrix;
  bool is_definite = false;   ///< symmetric positive definite: one factor will do
  bool is_factorised = true;  ///< else it is only multiplied with
  int count = 1;              ///< how many of this pattern there are
  double bytes = 7.5;         ///< memory for a nonzero where it is not factorised; this is for upper halves
};

/// What advances a State in steps: an integrator in time, or statics along a load path. It keeps its own
/// algorithmic memory (accelerations, warm start).
class Stepper {
 public:
  virtual ~Stepper() = default;

  virtual std::string_view name() const = 0;
  /// Computes what the first step begins with; throws std::runtime_error when the initial state is
  /// inconsistent.
  virtual void initialise(const State& state, double h) = 0;
  /// Advances `state` from t to t + h. Returns false and leaves the state and all memory as they were when
  /// the step does not converge; result.failure_cause then says why.
  virtual bool step(State& state, double h, StepResult& result) = 0;

  /// Contacts that the next steps take for rows beside those that their search finds, in its order; until the
  /// next call.
  void expect(std::vector<ContactRow> rows) { expected_ = std::move(rows); }

  /// What ranks may share of the system that it was made for.
  virtual Sharing sharing() const { return Sharing::none; }

  /// Whether it can be the stepper of a model in parts (System::numbering): for each rank its own.
  virtual bool works_in_parts() const { return false; }

  /// True when the stepper itself decides how far a step goes; `h` then only scales it.
  virtual bool chooses_step() const { return false; }

  /// Algorithmic memory by name, for checkpoints: complete on every rank, so all of them have to call this.
  /// The pointers stay valid as long as the stepper.
  virtual std::vector<std::pair<std::string, Vector*>> memory() = 0;
  /// What a vector of the memory is over, where the model is in parts.
  enum class MemoryKind : std::uint8_t {
    same,      ///< the same on all ranks
    dofs,      ///< degrees of freedom
    contacts,  ///< rows of kContactMemory numbers, of which the first two are pair and point
  };
  static constexpr int kContactMemory = 6;
  virtual MemoryKind memory_kind(const std::string& /*name*/) const { return MemoryKind::same; }
  /// Drops every cache (kept factorisations), so that a restarted run and an uninterrupted one are the same.
  virtual void refresh() = 0;
  /// For estimates of cost: shows the matrices of a step that begins at `state`, with the contacts that are
  /// found there. In place of `initialise`, which comes again before a run. Nothing for schemes without
  /// matrices of the size of the model.
  using VisitMatrix = std::function<void(const StepMatrix&)>;
  virtual void visit_matrices(const State& /*state*/, double /*h*/, const VisitMatrix& /*visit*/) {}
  /// Numeric factorisations so far, for the statistics of a run.
  virtual long factorisations() const = 0;
  /// Where the iterations of the following steps are logged; null: nowhere, at no cost.
  void log_to(ConvergenceLog* log) { log_ = log; }

  /// What ranks exchanged and iterative solvers took so far, in words, for the summary; empty for neither.
  virtual std::string traffic() const { return {}; }

 protected:
  ConvergenceLog* log_ = nullptr;
  std::vector<ContactRow> expected_;
};

/// Adds those of `more` whose identity is not among `rows`; both in the order of a search, and so is the
/// result.
void join_rows(std::vector<ContactRow>& rows, const std::vector<ContactRow>& more);

}  // namespace jounce
