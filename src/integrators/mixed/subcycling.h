#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "integrators/mixed/local_steps.h"
#include "integrators/mixed/step_limit.h"
#include "model/system.h"

namespace jounce {

/// Which elements of a model take substeps, and how many.
struct SubcyclingChoice {
  int substeps = 1;                      ///< p; 1: no element does
  StepLimit::Factors factors;            ///< for StepLimit
  std::vector<std::vector<int>> active;  ///< elements at the nodes of those, they included, of every block
  std::vector<std::uint8_t> moves;       ///< for each degree of freedom: it moves in substeps
  int fast = 0, evaluated = 0, elements = 0;  ///< that take substeps, at their nodes, all solid ones
  double longer = 1;                          ///< steps are, than without
  double gain = 1;                            ///< work of the elements without, over that with
  double possible_gain = 1;                   ///< if no elements were bound to whole steps

  /// "subcycling: 32 of 1000 elements take 4 substeps in a step, ..."
  std::string describe() const;
};

/// Chooses the step, at most `most` times that of the smallest element, in which the elements have the least
/// work: that of all of them once, and of the active ones p times more.
///
/// Nodes that contacts may touch, that springs, dampers, bars and bodies hang on, and nodes of elements with
/// Rayleigh's beta or nodal pressure, move in whole steps, and so do those of elements across which the
/// velocities of the state jump; elements at them take no substeps.
SubcyclingChoice choose_subcycling(const System& system, const State& state, int most);

/// Substeps of small elements in explicit steps h of the others (local time stepping: J. Diaz, M. J. Grote,
/// SIAM J. Sci. Comput. 31 (2009) 1985). Let P be the nodes of the small elements, and f(z) the force at
/// places z with the histories at q. In each step, from rest at q,
///
///   z_{m+1} - 2 z_m + z_{m-1} = (h/p)^2 M^-1 f(P z_m + (1 - P) q),   z_0 = q,   m < p        (nu = 0)
///   f_eff = M (z_p - q) 2 / h^2 = sum_m w_m f_m
///
/// (for nu > 0 see LocalSteps), and velocity Verlet takes f_eff in place of f. Only elements at nodes of P
/// are evaluated again. In a linear model the motion of the small elements is that of the substeps, at the
/// ends of steps: q(t + h) + q(t - h) = 2 z(h) for every motion; the matrix of f_eff is symmetric, and the
/// scheme keeps an energy. Otherwise the error is of order 2, as that of the scheme. f_eff depends on q and
/// on the force there alone: steps remain reversible, and all else in them (contacts, loads, histories, which
/// advance from step to step) is as without.
///
/// The resultant of f_eff is that of f to round-off, as forces within an element have none. Their moment is
/// zero about z_m, not about q: what is left, of order h^2, is taken away by forces m alpha x r on the nodes
/// of each connected part that no support holds.
///
/// h in f_eff is rounded up to a power of 2^(1/16), so that steps that hardly differ have the same forces.
class Subcycling {
 public:
  Subcycling(const System& system, SubcyclingChoice choice);

  const SubcyclingChoice& choice() const { return choice_; }
  /// f_eff in place of f: adds what the substeps make of it.
  /// @param state  with the histories at q, as next or committed ones
  void add(const State& state, double h, const Vector& inverse_mass, Vector& f);
  /// Drops the remembered answer.
  void forget() { is_known_ = false; }

  /// By how much h may be rounded up.
  static constexpr double kGrid = 1.0442737824274138;

 private:
  struct Node {
    std::array<Index, 3> dofs;
  };
  /// Elements that hang together by their nodes.
  struct Patch {
    std::vector<Node> nodes;
    bool is_free = true;
  };

  void list_nodes();
  void take_history(const State& state);
  void evaluate(Vector& f);
  void balance_moments(const Vector& q, const Vector& inverse_mass);
  void balance_moment(const Patch& patch, const Vector& q, const Vector& inverse_mass);
  bool knows(const State& state, double h, const Vector& f) const;

  const System& system_;
  SubcyclingChoice choice_;
  LocalSteps steps_;
  int dimension_ = 3;
  bool balances_ = true;
  std::vector<std::unique_ptr<ElementBlock>> parts_;
  std::vector<Patch> patches_;
  std::vector<Index> dofs_;   ///< of the active elements
  std::vector<Index> moved_;  ///< of P
  State inner_;
  std::vector<std::shared_ptr<std::vector<double>>> own_histories_;  ///< by place, where a state has none
  Vector force_, first_, change_, last_, next_;
  Vector known_q_, known_f_;
  double known_h_ = 0;
  bool is_known_ = false;
};

}  // namespace jounce
