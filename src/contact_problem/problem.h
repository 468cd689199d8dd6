#pragma once

#include <memory>
#include <vector>

#include "contact_problem/block_matrix.h"

namespace jounce::contact_problem {

/// W as an operator, for problems whose Delassus matrix is not to be formed: W = H^T M^-1 H
/// (`mass_operator.h`) or anything else.
class DelassusOperator {
 public:
  virtual ~DelassusOperator() = default;
  /// u = W r.
  virtual void apply(const Vector& r, Vector& u) const = 0;
  /// The diagonal block of a contact, d x d, column by column.
  virtual void diagonal_block(Index contact, double* block) const = 0;
};

/// The frictional contact problem: find impulses (or forces) r and velocities u of all contacts with
///
///     u = W r + q,      K* contains u^ = u + (mu |u_T|, 0, 0)   perp   r in K,
///     K = {r : |r_T| <= mu r_N},   K* = {u : u_N >= mu |u_T|}
///
/// that is Signorini's law at velocity level and Coulomb's law with the exact second-order cone (De Saxce and
/// Feng, Math. Comput. Modelling 28 (1998) 225: u^ is what makes both one complementarity). Contact c has the
/// rows d c (normal), d c + 1 and in space d c + 2 (tangents, orthonormal). Any system of units; restitution
/// is part of q (the velocities at r = 0 plus e times those before the impact).
struct Problem {
  int dimension = 3;       ///< d: rows a contact, 2 in the plane, 3 in space
  std::vector<double> mu;  ///< friction coefficient of every contact, >= 0
  Vector q;                ///< size d * contacts
  BlockMatrix W;           ///< Delassus matrix; without contacts where only `W_operator` is given
  std::shared_ptr<const DelassusOperator> W_operator;  ///< used where W is not formed

  Index contacts() const { return static_cast<Index>(mu.size()); }
  Index size() const { return contacts() * dimension; }
  bool is_formed() const { return W.contacts() == contacts(); }
};

/// Throws std::invalid_argument that names the first contradiction: dimension, sizes, negative or non-finite
/// numbers, missing diagonal blocks, neither W nor an operator.
void check(const Problem& problem);

/// u = W r + q.
void velocities(const Problem& problem, const Vector& r, Vector& u);

/// The problem with W formed column by column from its operator.
Problem formed(const Problem& problem);

enum class Mode : unsigned char { open, stick, slide };

/// What the contacts do: open when r_N is below `threshold` times the largest r_N, sliding when the
/// tangential impulse lies on the cone to the same precision and the contact moves, else sticking.
std::vector<Mode> modes(const Problem& problem, const Vector& r, double threshold = 1e-8);

}  // namespace jounce::contact_problem
