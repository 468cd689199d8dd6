#pragma once

#include <optional>

#include "contact_problem/problem.h"
#include "integrators/mixed/lumped_delassus.h"
#include "stepping/contact_set.h"

namespace jounce {

/// Velocities after the impulses of contacts on a model without joints whose mass matrix is diagonal:
///
///   M (v - v_free) = W p + D p_T,   u = W^^T v, s = D^^T v,
///   0 <= u_N + e u_N- perp p >= 0,  p_T by Coulomb's law on s + e_T s-
///
/// W^, D^ belong to where the laws hold, W, D to where the forces act. The motion is eliminated: what is left
/// is a frictional contact problem of the closed contacts alone, whose blocks are nearly diagonal, as
/// contacts meet only where they share a node; its solvers end at round-off.
class LumpedStage {
 public:
  /// @param inverse_mass  1 / M over the free degrees of freedom
  LumpedStage(const System& system, const Vector& inverse_mass)
      : system_(system), inverse_mass_(inverse_mass) {}

  /// 1 / M of a model that has such stages, else nothing.
  static Vector inverse_mass(const System& system, const State& state);
  /// Whether these contacts have laws of constant friction coefficients.
  static bool serves(const ContactSet& contacts);

  struct Form {
    const State* laws_at = nullptr;
    bool forces_at_start = false;  ///< forces act where the contacts were found; else where the laws hold
    bool has_impact_law = false;   ///< else e = e_T = 0
    double warm = 1;  ///< part of the contact impulses of the last step that the iteration starts from
  };
  /// False where the contact problem was not solved to round-off, or where contacts depend on each other,
  /// whose forces its solvers would share in no particular way; then nothing counts, and v is v_free.
  /// @param v  over all degrees of freedom: v_free, and v after it
  bool solve(const Form& form, const ContactSet& contacts, const std::vector<std::uint8_t>& closed,
             Vector& v);

  const Vector& contact_impulse() const { return p_; }
  const Vector& friction_impulse() const { return p_T_; }
  const Vector& contact_velocity() const { return u_; }
  const Vector& tangential_velocity() const { return s_; }
  const std::vector<std::uint8_t>& sets() const { return sets_; }

 private:
  using FrictionRows = ContactSet::FrictionRows;
  using Contact = LumpedDelassus::Contact;

  void list_contacts(const ContactSet& contacts, const std::vector<std::uint8_t>& closed);
  void form_problem(const Form& form, const ContactSet& contacts, const RowJacobian& W, const RowJacobian& D);
  bool has_dependent_contacts() const;
  bool solve_problem(const ContactSet& contacts);

  const System& system_;
  const Vector& inverse_mass_;
  Vector p_, p_T_, u_, s_, gap_, start_, no_joint_impulse_;
  std::vector<std::uint8_t> sets_;
  RowJacobian C_, D_;
  contact_problem::Problem problem_;
  LumpedDelassus delassus_;
  std::vector<Contact> list_;                ///< closed ones
  std::vector<const FrictionRows*> places_;  ///< their friction; null: none
};

}  // namespace jounce
