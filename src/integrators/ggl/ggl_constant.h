#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "integrators/alpha_coefficients.h"
#include "integrators/ggl/ggl_conditions.h"
#include "stepping/contact_set.h"
#include "stepping/stepper.h"

namespace jounce {

/// A step of NSGA-GGL for a linear system: constant M, C, K, G and contact directions. What the ways of
/// solving it share: the predictor, the contact rows and their sets (B 38) with the branches of friction.
class GglConstant {
 public:
  GglConstant(const System& system, const AlphaCoefficients& coefficients);
  virtual ~GglConstant() = default;
  GglConstant(const GglConstant&) = delete;
  GglConstant& operator=(const GglConstant&) = delete;

  /// Solves the step from `start`; all vectors have nv entries. False when the active set did not settle;
  /// `worst_contact` is then the contact row that flipped most.
  virtual bool step(const State& start, const Vector& a, const Vector& acceleration, double h,
                    const ContactSet& contacts, int max_iterations, State& next, int& iterations,
                    int& worst_contact) = 0;
  /// Drops what is kept between steps.
  virtual void forget() = 0;
  virtual long factorisations() const = 0;
  virtual long linear_iterations() const { return 0; }
  /// See Stepper::visit_matrices.
  virtual void visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) = 0;
  /// Where the choices of the active set are logged, with the solver's residual where it iterates; or null.
  void log_to(ConvergenceLog* log) { log_ = log; }

  const Vector& acceleration() const { return acceleration_; }  ///< v~'_{n+1}
  const Vector& lambda() const { return lambda_; }              ///< lambda~_{n+1}
  const Vector& nu() const { return nu_; }
  const Vector& Lambda() const { return Lambda_; }
  const Vector& Lambda_joint() const { return Lambda_joint_; }
  const Vector& velocity_after() const { return u_; }
  const Vector& Lambda_T() const { return Lambda_T_; }                        ///< tangential rows
  const Vector& tangential_velocity() const { return tangential_velocity_; }  ///< tangential rows
  /// The branches at velocity level.
  std::span<const std::uint8_t> velocity_sets() const {
    return std::span(sets_).last(static_cast<std::size_t>(u_.size()));
  }

 protected:
  /// trial_ = the predictor with v~' = 0 at the end of the step, q_increment_ from its start.
  void predict(const State& start, const Vector& a, const Vector& acceleration, double h);
  /// next.q = start.q + (q_increment_ + further) for the free coordinates: increments that cancel, as
  /// where a contact sticks, leave no round-off of the coordinates. Those that are given are those of trial_.
  template <class Increment>
  void place(const State& start, const Increment& further, State& next) const {
    next.t = trial_.t;
    next.q.resize(trial_.q.size());
    next.q.head(n_) = start.q.head(n_) + (q_increment_.head(n_) + further);
    next.q.tail(trial_.q.size() - n_) = trial_.q.tail(trial_.q.size() - n_);
  }
  /// force_ = f(trial_), less M times the prescribed accelerations; what this rank's elements add.
  void trial_force();
  void resize_rows(int rows, int tangents = 0);
  void wanted_sets(const ContactSet& contacts);
  /// The sets are those in use, and the targets of their velocities too.
  bool is_settled() const { return wanted_ == sets_ && !targets_changed_; }
  void keep_ties(const ContactSet& contacts);
  void split_sets(int rows);  ///< A_ and B_ from sets_
  /// When wanted_ is about to replace sets_. @param residual over its tolerance; NaN: exact
  void log_sets(const ContactSet& contacts, int iteration, double residual);

  const System& system_;
  AlphaCoefficients c_;
  Index n_, b_;
  State trial_;
  Vector q_increment_, force_, acceleration_, lambda_, Lambda_joint_;

  // contacts
  std::vector<std::uint8_t> sets_, wanted_;
  bool targets_changed_ = false;  ///< by the last wanted_sets
  CyclingGuard guard_;
  ConvergenceLog* log_ = nullptr;
  std::vector<int> A_, B_;
  Vector nu_, Lambda_, gap_, gap_smooth_, u_;
  Vector Lambda_T_, tangential_velocity_;

 private:
  void count_of_ranks(const ContactSet& contacts, ConvergenceLog::Row& row) const;

  struct Iterate;
};

}  // namespace jounce
