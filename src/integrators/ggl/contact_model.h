#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "integrators/ggl/ggl_conditions.h"
#include "la/decompositions.h"
#include "la/gmres.h"
#include "stepping/contact_model_problem.h"
#include "stepping/contact_set.h"

namespace jounce {

/// Linear model of a step in its contact conditions alone (Josephy and Newton: N. H. Josephy, MRC report
/// 1965, University of Wisconsin, 1979). Everything but the multipliers c of the contacts is eliminated:
///
///   y = y_free + R (c - c_0),      g(q~)/h = smooth_free + R~ (c - c_0)
///
/// Conditions of m contact rows: positions y = g/h with c = nu/h, velocities y = u + e u_n with c = Lambda,
/// then tangents y = s with c = Lambda_T; sizes m, m and s. Complementarity and Coulomb's law stay as they
/// are. Their sets are iterated without a factorisation; columns of R are asked for once and kept until
/// `forget`. Where the sets go round in circles, or slip jams, the positions and then the velocities are
/// solved as the contact problems that they are (solve_contact_model).
class ContactModel {
 public:
  /// The step that the model is of.
  class Step {
   public:
    Step() = default;
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    virtual ~Step() = default;
    /// Column of R and of R~ of a condition; sized.
    virtual void respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) = 0;
    /// Whether R is known by its products and single entries, which many conditions then take in place of
    /// columns.
    virtual bool has_products() const { return false; }
    /// y = R x, smooth = R~ x; sized.
    virtual void multiply(const Vector& /*x*/, Vector& /*y*/, Vector& /*smooth*/) {}
    /// R of a condition by another one.
    virtual double response(int /*of*/, int /*by*/) { return 0; }
    /// The contacts with these flags close. True when `y_free` has other targets since then.
    virtual bool follow_impacts(std::span<const std::uint8_t>) { return false; }
    /// Before sets are tried: whoever watches may stop the iteration.
    virtual void pass() const {}
    /// After `sets` were tried, and `wanted` are next.
    virtual void tried(int, const std::vector<std::uint8_t>&, const std::vector<std::uint8_t>&) {}
  };

  /// Size of the model of a contact set: its positions, velocities and tangents of contacts.
  static int conditions(const ContactSet& contacts);
  /// Sizes the vectors. Columns stay known when the size is the same.
  void begin(const ContactSet& contacts, double h);
  void forget();  ///< columns are no longer true

  Vector y_free, smooth_free, c_0;  ///< to be filled after `begin`
  Vector c;                         ///< in: where to start; out: the solution
  const Vector& y() const { return y_; }
  const Vector& smooth() const { return smooth_; }
  int rows() const { return m_; }  ///< contact rows
  int size() const { return size_; }

  struct Options {
    int most_sets = 60;     ///< sets that are tried
    bool is_exact = false;  ///< also where slip turns; else a step of Newton's method for each of the sets
    bool may_be_solved = false;    ///< `c` may be the solution already, but for round-off
    double slip_error_before = 0;  ///< at the iterate that the model was made at
  };
  /// Largest error of the law of slip at `c`, among the contacts that slip by `sets`, relative to their
  /// friction.
  double slip_error(const std::vector<std::uint8_t>& sets);
  /// The sets that `c` asks for.
  void first_sets(Step& step, std::vector<std::uint8_t>& sets);
  /// @param sets  in: from where to start, out: the sets of the solution
  /// @return sets that were tried; negative where the sets did not settle and no other solution was found
  int solve(Step& step, std::vector<std::uint8_t>& sets, const Options& options);
  /// Row whose sets changed most often; -1 when none did.
  int most_flipped() const;

  // As a GglIterate
  const ContactSet& contacts() const { return *contacts_; }
  GglRow row(int row) const {
    return {h_ * c[row], h_ * y_[row], h_ * smooth_[row], c[m_ + row], y_[m_ + row]};
  }
  std::span<const std::uint8_t> in_use() const { return in_use_; }
  bool has_cones() const { return false; }
  PositionLaw position_law() const { return PositionLaw::ggl; }
  bool decides(const ContactSet::FrictionRows& at) const { return at.in_contact(); }
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const;

 private:
  /// Rows  d.N c_N + d.T c_T + d.S y_T  of the friction of a contact among them, linearised.
  struct Friction {
    Index place;  ///< of the first row
    int row, first, size;
    CoulombPoint::Derivatives d;
  };

  void know_column(Step& step, int condition);
  void find_columns(Step& step, const std::vector<std::uint8_t>& sets);
  auto column(int condition) const { return R_.col(place_of_[condition]); }
  double R(int row, int condition) const {
    return by_products_ ? step_->response(row, condition) : R_(row, place_of_[condition]);
  }
  void evaluate();
  void open_contacts(const std::vector<std::uint8_t>& sets);
  void solve_sets(const std::vector<std::uint8_t>& sets);
  /// Positions and velocities among the active conditions, which come before friction.
  Index normals() const {
    return friction_.empty() ? static_cast<Index>(active_.size()) : friction_.front().place;
  }
  void linearise_friction(const std::vector<std::uint8_t>& sets, Index first);
  double friction_entry(const Friction& at, Index a, int k) const;
  void fill_matrix();
  void solve_dense();
  bool solve_iteratively();
  void invert_blocks();
  void multiply_active(const Vector& x, Vector& y);
  double largest_residual(const std::vector<std::uint8_t>& sets) const;
  void want(Step& step, const std::vector<std::uint8_t>& sets);
  bool is_solved(Step& step, const std::vector<std::uint8_t>& sets);
  int iterate_sets(Step& step, std::vector<std::uint8_t>& sets, const Options& options);
  bool solve_laws(Step& step, std::vector<std::uint8_t>& sets);
  bool solve_positions(Step& step, const std::vector<std::uint8_t>& sets);
  bool solve_velocities(Step& step);
  bool solve_problem(const std::vector<ModelContact>& contacts, const std::vector<int>& conditions,
                     const std::vector<int>& follow);
  double largest_slip_error(const std::vector<std::uint8_t>& sets) const;

  const ContactSet* contacts_ = nullptr;
  Step* step_ = nullptr;      ///< of the present solution
  bool by_products_ = false;  ///< R is taken by its products
  int m_ = 0, size_ = 0;
  double h_ = 0;
  Index known_ = 0;            ///< columns
  std::vector<int> place_of_;  ///< column of a condition; -1: not known yet
  DenseMatrix R_, R_smooth_;   ///< conditions and contact rows by known columns
  Vector y_, smooth_, last_c_, change_, moved_, moved_smooth_;
  std::vector<std::uint8_t> in_use_, wanted_, laws_sets_, closed_;
  bool targets_changed_ = false;
  std::vector<int> active_;  ///< conditions that hold as equations: positions, velocities, friction
  std::vector<Friction> friction_;
  DenseMatrix matrix_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
  Vector right_, row_scale_, scale_, dense_step_;
  bool is_inexact_ = false;  ///< the last equations were solved to kRough
  struct Block {             ///< of the unknowns of one contact among the active conditions
    int size = 0;
    std::array<int, 4> places{};
    const Friction* friction = nullptr;
    Eigen::Matrix4d inverse;
  };
  std::vector<Block> blocks_;
  std::vector<int> block_of_;  ///< of a contact row; -1: none
  Gmres gmres_;
  CyclingGuard guard_;
};

}  // namespace jounce
