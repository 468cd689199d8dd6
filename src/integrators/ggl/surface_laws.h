#pragma once

#include <cstdint>
#include <vector>

#include "la/gmres.h"
#include "stepping/contact_set.h"

namespace jounce {

/// The contact conditions of a linear system, whose motion at the contacts is known as a function of their
/// multipliers. With c = (nu^, Lambda, Lambda_T), nu^ = nu/hb, hb = h beta/gamma, theta = gamma/(2 beta), and
/// the compliances of the contacts K_S = a W^T S^-1 W and K_M = W^T M^-1 W (rows: normals, then tangents)
///
///   w_S = K_S (nu^, theta Lambda_T),    w_M = K_M (Lambda - nu^, (1 - theta) Lambda_T),
///   g/hb = g_free/hb + w_S,N,    g~ = g - hb [K_M (nu^, theta Lambda_T)]_N,    u = u_free + w_S + w_M.
///
/// Newton's method for the branches in use, by GMRES with the blocks of single contacts as preconditioner:
///
///   g = 0 or nu = 0,    u_N = target or Lambda = 0,    Coulomb's law (CoulombPoint) or Lambda_T = 0
class SurfaceLaws {
 public:
  /// What multipliers make of the contacts.
  struct Point {
    Vector nu, Lambda, Lambda_T;            ///< nu, not nu^
    Vector gap, gap_smooth, u, tangential;  ///< g, g~, u_N, u_T
  };

  /// @param h_beta  hb  @param theta  share of friction that acts with the motion of the step
  void use(double h_beta, double theta) {
    h_beta_ = h_beta;
    theta_ = theta;
  }
  /// Lower triangles of K_S and K_M.
  void set_compliances(DenseMatrix K_S, DenseMatrix K_M);
  /// Contacts and their motion without multipliers: g and (u_N, u_T).
  void begin(const ContactSet& contacts, Vector gap_free, Vector u_free);
  /// Motion for the multipliers in `at`.
  void evaluate(Point& at);
  /// Multipliers of open contacts become 0.
  void clear_open(const std::vector<std::uint8_t>& sets, Point& at) const;
  /// Largest residual of the branches `sets` (those of positions, then those of velocities), in units of
  /// velocity, for a point whose open contacts have no multipliers.
  double residual(const Point& at, const std::vector<std::uint8_t>& sets, double h);
  /// One step of Newton's method from the point of the last `residual`; evaluates the new point.
  void solve(const std::vector<std::uint8_t>& sets, double tolerance, Point& at);
  /// Forces at the contact rows that act on S (times hb: on U) and on M.
  const Vector& on_motion() const { return f_S_; }
  const Vector& on_jump() const { return f_M_; }
  long iterations() const { return gmres_.iterations(); }

 private:
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 4, 4>;
  struct Contact {
    bool at_position = false, at_velocity = false, has_friction = false;
    int first = 0, tangents = 0;
    double r = 1;
    CoulombPoint::Derivatives law;
    Block inverse;
  };

  void split(const Vector& c);
  void multiply(const Vector& x, Vector& y);
  void precondition(const Vector& x, Vector& y) const;
  void invert_blocks();

  double h_beta_ = 1, theta_ = 1;
  DenseMatrix K_S_, K_M_;
  const ContactSet* contacts_ = nullptr;
  int m_ = 0, s_ = 0;
  Vector gap_free_, u_free_;
  Vector f_S_, f_M_, w_S_, w_M_, w_U_;  ///< by contact rows
  std::vector<Contact> of_row_;
  Vector right_, step_, c_;
  Gmres gmres_;
};

}  // namespace jounce
