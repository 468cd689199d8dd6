#pragma once

#include <string>
#include <vector>

#include "integrators/impulse/domains.h"
#include "integrators/impulse/mass_blocks.h"
#include "integrators/integrator.h"

namespace jounce {

/// Half-implicit symplectic Euler step for rigid and flexible bodies with contacts and joints on impulses (M.
/// Anitescu, F. Potra 1997; D. Stewart, J. Trinkle 1996; paper N eq. 5-11, paper P section 3.1). With
/// everything but the new velocity taken at q_n:
///
///     M (v - v_n) = h f + W r + G^T p
///     G v + g_t + E(g)/h = 0
///     u = W^T v,    u_N + E(g_N)/h >= 0  perp  r_N >= 0,   friction law of the contact
///     q_{n+1} = q_n o exp(h v)
///
/// E(g) = g for open contacts, so that a contact closes at the end of a step and not before, and for
/// penetrations and joints what is corrected in a step: `error_reduction` times g, limited to the distance
/// that `recovery_speed` makes in a step (contacts only). With restitution e > 0, a contact that would close
/// within the step has u_N + e u_N^- >= 0 instead: it bounces with the speed that it comes with, at most one
/// step early.
///
/// Flexible bodies in floating frames have M(q_n), and elastic forces at the start of a step or at its end
/// (`ElasticForces`). Motion that is prescribed for a part of a body takes the others along,
///
///     M_ff (v_f - v_f,n) = h f_f - M_fp (v_p - v_p,n) + ...
///
/// On several ranks each has the contacts and joints of a part of space (`Domains`); state and forces are the
/// same on all of them.
///
/// The friction law is Coulomb's with the exact cone, maximum dissipation (paper P), or that of the cone
/// complementarity problem (paper N), where a sliding contact opens with mu |u_T|.
class ImpulseTimestepping final : public Integrator {
 public:
  struct Options {
    contact_problem::BodyOptions solver;
    double error_reduction = 1;
    double recovery_speed = -1;  ///< negative: no limit
    bool allows_unconverged = false;
    int bodies_per_rank = 500;  ///< from which on ranks share contacts and joints
    ElasticForces elastic_forces = ElasticForces::at_end;
  };

  /// Throws std::runtime_error for what it does not know: friction in joints.
  ImpulseTimestepping(const System& system, std::string_view name, const Options& options);

  /// Largest step that explicit elastic forces allow, and the flexible body that sets it.
  static std::pair<double, std::string> greatest_explicit_step(const System& system);

  std::string_view name() const override { return name_; }
  void initialise(const State& state, double h) override;
  bool start_acceleration(const State& state, Vector& a) override;
  bool step(State& state, double h, StepResult& result) override;
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void refresh() override;
  long factorisations() const override { return factorisations_; }
  /// Forces are those of the start, but for elastic ones of wide bodies.
  ImpulseRule impulse_rule() const override { return {0}; }
  std::string traffic() const override;

 private:
  /// Contacts and joints of this rank. Throws std::runtime_error, on all ranks alike, for what this scheme
  /// does not know.
  void add_rows(const State& state, double h);
  /// Contacts within reach, and joints, of this rank.
  void find_rows(const State& state, double h);
  std::span<const Index> dofs_of(const ContactRow& row);
  void touch_blocks();
  void put_shared_first();
  void add_contacts(const State& state, double h);
  void add_contact(const State& state, const ContactRow& row, double h);
  /// Where laws are sequential: the least gap velocities of contacts that close in this step are those that
  /// their impacts leave when they follow each other (`impact_sequence.h`).
  void follow_impacts(const State& state, double h);
  /// Rows of a contact in three directions; those that its space or law does not have are zero or, where a
  /// block has room, act on components that nothing moves.
  void fill_missing(int tangents, contact_problem::BodyProblem::ContactRows& rows);
  /// E(g)/h of a contact.
  double gap_rate(double gap, double h) const;
  void add_joints(double h);
  /// Splits a row over degrees of freedom into entries of two blocks, scaled by L^-1; those of wide bodies
  /// into `wide_rows_` too. @return rate that prescribed motions give the row
  double split(std::span<const Index> dofs, const double* values, double* entries,
               std::array<Index, 2>& bodies);
  /// What `split` left in `wide_rows_` beyond the first places goes into a tail.
  template <int kRows>
  void add_tail(int row, const std::array<Index, 2>& bodies, contact_problem::BodyTails<kRows>& tails);
  void warm_start();
  void store();
  /// All ranks' contacts in the memory of every rank.
  void complete_memory();
  contact_problem::BodyResult solve(Vector& lambda);
  void log_sweeps();                         ///< the solver tells the log, if there is one
  void begin(const State& state, double h);  ///< fills next_
  /// Momentum that prescribed motions and elastic forces at the end of the step add to `force_`.
  void add_changes(const State& state, double h);
  /// Takes the list of contacts out of the last result, which then has none.
  void take_rows(StepResult& result);
  /// Puts it back, with what happened.
  void report(const State& before, const State& after, double h, StepResult& result);
  /// h in `WideBody::factor`.
  double implicit_step(double h) const { return options_.elastic_forces == ElasticForces::at_end ? h : 0.0; }
  bool has_rates() const { return system_.n_free() < system_.nv(); }
  std::string failure_cause(const contact_problem::BodyResult& outcome);

  const System& system_;
  std::string name_;
  Options options_;
  MassBlocks masses_;
  Domains domains_;
  long steps_ = 0;
  long factorisations_ = 0;
  Index ground_ = 0;  ///< block of the ground

  // one step
  State next_;  ///< velocities at its end; q, that of the begin, is there for rows of what is prescribed
  std::vector<ContactRow> rows_;  ///< between steps the result has them: there is one list of very many
  contact_problem::BodyProblem problem_;
  Vector force_, g_, g_t_, r_, w_;
  Vector velocities_;            ///< L^T v of all blocks, on several ranks
  std::vector<int> own_joints_;  ///< rows of the joints of this rank
  RowJacobian G_;
  std::vector<std::array<double, 3>> before_;  ///< u of the contacts at v_n
  std::vector<double> rates_;                  ///< of the rows by prescribed motions, 3 a contact, or none
  struct Closing {
    double gap, speed;  ///< the smaller one of the gap velocities before and without contact
    double least;       ///< what the law asks of the gap velocity, as a number of s
  };
  bool follows_ = false;
  std::vector<Closing> closing_;                  ///< of the contacts, where a law is sequential
  std::vector<std::uint8_t> was_closed_;          ///< contacts that had an impulse in the last step
  std::vector<double> values_;                    ///< workspace: rows of a contact
  std::vector<Index> dofs_;                       ///< workspace: degrees of freedom of a contact
  std::array<std::vector<double>, 2> wide_rows_;  ///< workspace: a row on two bodies; empty: not wide

  // memory: pair, point, impulse, five numbers a contact, ascending; impulses of the joints
  Vector stored_, lambda_;
  Vector speed_ = Vector::Zero(1);  ///< greatest speed of a contact so far
};

}  // namespace jounce
