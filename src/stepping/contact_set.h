#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stepping/coulomb.h"
#include "stepping/scales.h"
#include "stepping/stepper.h"

namespace jounce {

/// The unilateral rows of one step: what the search found, their directions and velocities at the start of
/// the step, the activation parameter r of (B 38), and the multipliers of the last step by identity (warm
/// start).
class ContactSet {
 public:
  /// Searches at the state that begins a step, as far as bodies may come within the horizon, and adds the
  /// rows of `expected`. Returns true when the list of rows changed (matrix patterns change).
  bool begin(const System& system, const State& state, const Scales& scales, double envelope,
             double activation, double horizon = 0, const std::vector<ContactRow>& expected = {});
  /// The same without a search, on the rows of another set.
  void begin_on(const std::vector<ContactRow>& rows, const System& system, const State& state,
                const Scales& scales, double activation);

  /// For schemes whose contacts are exact on position level: rows that begin a step of size h overlapped,
  /// since a search found them late, are closed in it only if that is a small part (kClosed) of the way that
  /// their points go in the step. Others are pushed out at kOut of the speed of their points, or of that of a
  /// fall from this depth: to close them at once would make energy.
  void keep_overlaps(const System& system, const State& state, double h);

  int size() const { return static_cast<int>(rows_.size()); }
  const std::vector<ContactRow>& rows() const { return rows_; }
  const Vector& velocity_before() const { return velocity_before_; }  ///< g_q,n v_n
  /// Least gap velocity after an impact: -e u_n, or that which `follow_impacts` found.
  double target(int row) const {
    if (targets_.size() > 0) return targets_[row];
    return -rows_[row].law->restitution * velocity_before_[row];
  }
  /// Where laws are sequential, and a contact approaches: targets are the velocities that the impacts of the
  /// rows closed in this step leave when they follow each other (`impact_sequence.h`), and 0 for rows of the
  /// same group without one. To be told whenever the closed rows may have changed. @param closed flags of the
  /// rows, others may stand behind them @return whether targets are others than before
  bool follow_impacts(const System& system, const State& start, std::span<const std::uint8_t> closed) const;
  double r(int row) const { return r_[row]; }
  double effective_mass(int row) const { return effective_mass_[row]; }
  /// Round-off that a gap may have gathered over many steps: 1e-12 (sum |w_i q_i| + |g|). Gaps within it
  /// count as zero, so that an exact tie is decided by a rule and not by the last bit: the same in every
  /// solver and system of units.
  double gap_round_off(int row) const { return gap_round_off_[row]; }
  /// Least position multiplier of a contact that others hold closed: well above what a predicted gap within
  /// its round-off asks for, so that a tie is decided by that gap alone.
  double held_by_others(int row) const { return 16 * r_[row] * gap_round_off_[row]; }
  /// A gap, or a gap velocity less its target, that Newton cannot tell from zero: 64 units of round-off of
  /// the coordinates, 1e-12 of the velocities that a row is made of.
  double gap_tie(int row) const { return gap_tie_[row]; }
  double velocity_tie(int row) const { return velocity_tie_[row]; }
  const RowJacobian& jacobian_before() const { return W_; }
  const RowJacobian& tangents_before() const { return D_; }  ///< the tangential rows

  /// A place with friction: a contact, or a joint. The first of its tangential rows, how many these are, and
  /// the place of its branch among the flags of a step, which has one for every contact row and then one for
  /// every joint with friction.
  struct FrictionRows {
    int row = 0;  ///< of the contact; -1 in a joint
    int first = 0, size = 0;
    double r = 0;         ///< weight of the slip velocity in Coulomb's law
    double slip_tie = 0;  ///< a slip velocity that Newton cannot tell from zero
    int flag = 0;
    const JointFriction* joint = nullptr;   ///< null at a contact
    int first_reaction = 0, reactions = 0;  ///< rows of the joint among all joint rows

    bool in_contact() const { return joint == nullptr; }
  };
  const std::vector<FrictionRows>& friction() const { return friction_; }
  int tangents() const { return D_.rows(); }
  /// True when the derivatives of the laws depend on their branches alone: not of slip in two directions, and
  /// not with a coefficient that depends on the slip speed.
  bool has_constant_derivatives() const;
  int flags() const { return size() + joints_; }  ///< contact rows and joints with friction
  const Vector& tangential_before() const { return tangential_before_; }  ///< W_T^T v_n

  /// What Coulomb's law looks at: impulses of contacts, along the tangential rows and of the joints,
  /// tangential velocities at the end, and the time over which constant forces act.
  struct Impulses {
    const Vector &Lambda, &Lambda_T, &tangential_velocity, &joint;
    double duration;
  };
  /// The law of a place with friction; without an impact law there is no tangential restitution.
  CoulombPoint coulomb(const FrictionRows& at, const Impulses& impulses, bool has_impact_law = true) const;
  /// N of every joint with friction for the impulses of all joints.
  void joint_normals(const Vector& joint_impulse, Vector& N) const;
  /// d(Lambda_N) of Coulomb's law: calls add(i, dLambda_N/dp_i) for the joint rows of a joint with friction.
  template <typename Add>
  void for_each_reaction(const FrictionRows& at, const Vector& joint_impulse, Add&& add) const {
    std::array<double, 6> gradient{};
    at.joint->normal(joint_impulse.data() + at.first_reaction, gradient.data());
    for (int i = 0; i < at.reactions; ++i) add(at.first_reaction + i, gradient[i]);
  }
  /// w d(W_T Lambda)/dq and w d(W_T^T v)/dq of tangential direction k of a place with friction.
  void add_reaction_gradient(const System& system, const FrictionRows& at, int k, const State& state,
                             double Lambda, double w, MatrixSink& sink) const;
  void add_velocity_gradient(const System& system, const FrictionRows& at, int k, const State& state,
                             double w, Index matrix_row, MatrixSink& sink) const;
  /// What a flag belongs to, for messages: "contact 'floor'", "friction of joint 'pin'".
  std::string describe(const System& system, int flag) const;

  /// Where the model is in parts: whether this rank counts a row, and a number of it that is the same on all
  /// ranks. Empty where one rank has all rows.
  const std::vector<std::uint8_t>& own_rows() const { return own_rows_; }
  const std::vector<double>& row_numbers() const { return row_numbers_; }
  bool is_own(int row) const { return own_rows_.empty() || own_rows_[static_cast<std::size_t>(row)] != 0; }

  /// Multipliers of the last accepted step for the present rows; 0 for new rows.
  const Vector& warm_nu() const { return warm_nu_; }
  const Vector& warm_Lambda() const { return warm_Lambda_; }
  const Vector& warm_Lambda_T() const { return warm_Lambda_T_; }
  /// Lambda_T that a store holds for the present rows; 0 for new rows.
  Vector stored_Lambda_T(const Vector& store) const;
  /// True when the same rows carry an impulse as in the last accepted step: between the two, motions have no
  /// kink.
  bool are_as_before(const Vector& Lambda) const;
  /// Keeps the multipliers of an accepted step.
  void accept(const Vector& nu, const Vector& Lambda, const Vector& Lambda_T);

  /// Warm start of every row as one vector, for checkpoints.
  Vector& store() { return store_; }

 private:
  void number_rows(const System& system);
  void warm_start();
  void follow_group(const DenseMatrix& A, const std::vector<int>& rows,
                    const std::vector<Index>& group) const;
  void take_friction(const System& system, const Scales& scales, double activation);
  bool take_rows(const System& system, const State& state, const Scales& scales, double activation);

  std::vector<ContactRow> rows_, found_;
  std::vector<std::uint8_t> own_rows_;
  std::vector<double> row_numbers_;
  RowJacobian W_, D_;
  std::vector<FrictionRows> friction_;
  int joints_ = 0;       ///< joints with friction: the last of friction_
  int first_joint_ = 0;  ///< number that the first of them has in the store: that of contact pairs
  Vector velocity_before_, effective_mass_, r_, gap_, gap_round_off_, gap_tie_, velocity_tie_;
  Vector tangential_before_;
  bool has_sequences_ = false;
  mutable std::vector<std::uint8_t> followed_;  ///< closed rows that `targets_` belong to
  mutable Vector targets_;                      ///< empty: -e u_n
  Vector warm_nu_, warm_Lambda_, warm_Lambda_T_;
  /// pair, point, nu, Lambda, Lambda_T (two) of every row of the last accepted step, then of every joint
  /// with friction
  Vector store_;
};

/// What a step found at its contacts: one entry per contact row, and one per tangential row.
struct ContactOutcome {
  const Vector &nu, &Lambda, &velocity;
  const Vector &Lambda_T, &tangential_velocity;
  /// The branch of every flag at the end of the step, or contact_set::cone where there was none; without any,
  /// the values of each place with friction tell.
  std::span<const std::uint8_t> sets = {};
};
/// Fills the contact part of a result: rows, multipliers, velocities, work, what sticks and slips, and an
/// impact for every row whose gap was closing and that received an impulse.
void report_contacts(const ContactSet& contacts, const ContactOutcome& outcome, double time,
                     StepResult& result);

/// Makes the sums of a result, of which ranks have parts, those of all ranks.
void sum_over_ranks(const System& system, StepResult& result);

/// Guards an active-set iteration against cycling: remembers the sets seen in a step; once one returns, only
/// the first differing row may change at a time (least-index rule), which ends for the complementarity
/// problems of contact.
class CyclingGuard {
 public:
  void begin();
  /// Flags of a model in parts: some are on several ranks, one of which counts them.
  struct Shared {
    parallel::Numbering& numbering;
    std::vector<double> numbers;       ///< the same on all ranks
    std::vector<std::uint8_t> is_own;  ///< of this rank
  };
  /// Replaces `wanted` by the sets to use next, given the sets in use; counts flips per row for the
  /// failure_cause. @param shared  null: this rank has all flags; else collective
  void choose(const std::vector<std::uint8_t>& current, std::vector<std::uint8_t>& wanted,
              const Shared* shared = nullptr);
  bool cycled() const { return least_index_; }
  /// Row that flipped most often; -1 when none did.
  int most_flipped() const;

 private:
  /// Number of the first flag that differs; infinite where none does.
  double first_change(const std::vector<std::uint8_t>& current, const std::vector<std::uint8_t>& wanted,
                      const Shared* shared);

  bool least_index_ = false;
  std::vector<std::uint64_t> seen_;
  std::vector<int> flips_;
};

}  // namespace jounce
