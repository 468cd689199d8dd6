#pragma once

#include <unordered_map>
#include <vector>

#include "integrators/ggl/contact_model.h"
#include "integrators/ggl/ggl_constant.h"
#include "la/linear_solver.h"

namespace jounce {

/// Factor-once solution of an NSGA-GGL step for a linear system: constant M, C, K, G and contact directions.
///
/// Without contact the step is one solve with S* = (1 - alpha_m)/((1 - alpha_f) gamma) M + h C + beta
/// h^2/gamma K (bordered by G). A contact row with direction w, and a tangential row as well, acts through
/// fixed response columns,
///
///   m = M^-1 w,   s^U = -S*^-1 h K m,   s^W = -S*^-1 h C m,
///
/// of U to nu and of W to Lambda, and of v~ to both. Friction of a step also moves U, by h/2 Lambda_T m (B
/// 29c). The step is the ContactModel with these responses,
///
///   nu = h:         U = h m,         v~ = h s^U,              W = 0
///   Lambda = 1:     U = 0,           v~ = s^W,                W = m
///   Lambda_T = 1:   U = h/2 m,       v~ = h/2 s^U + s^W,      W = m
///   gap at q = h beta/gamma w . v~ + w . U,      gap at q~ = h beta/gamma w . v~,      u = w . (v~ + W)
///
/// the same semi-smooth Newton iteration as on S_t (B 44), with everything but the multipliers eliminated
/// exactly. Cost per step: O(n), and columns once per contact point.
class GglLinear final : public GglConstant, private ContactModel::Step {
 public:
  GglLinear(const System& system, const AlphaCoefficients& coefficients);
  /// Whether the columns of all contacts have room; without friction conjugate gradients decide.
  static bool pays_with_friction(const System& system);

  bool step(const State& start, const Vector& a, const Vector& acceleration, double h,
            const ContactSet& contacts, int max_iterations, State& next, int& iterations,
            int& worst_contact) override;
  void forget() override;
  void visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) override;
  long factorisations() const override { return smooth_.factorisations() + mass_.factorisations(); }

 private:
  /// Responses to a unit multiplier of a row, bordered by the joints' multipliers (n + b entries).
  struct Column {
    Vector m;    ///< of U to nu, and of W to Lambda
    Vector s_U;  ///< of v~ to nu
    Vector s_W;  ///< of v~ to Lambda
  };
  /// A contact row (direction -1), or a tangential one.
  struct RowIdentity {
    ContactIdentity contact;
    int direction = -1;

    bool operator==(const RowIdentity&) const = default;
    struct Hash {
      std::size_t operator()(const RowIdentity& row) const {
        return 3 * ContactIdentity::Hash()(row.contact) + static_cast<std::size_t>(row.direction + 1);
      }
    };
  };

  void prepare(const State& start, double h);
  void build(const State& start, const TangentWeights& weights, bool bordered, CsrMatrix& matrix);
  TangentWeights smooth_weights(double h) const {
    return {(1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma), h, c_.beta * h * h / c_.gamma};
  }
  void free_step(const State& start, const Vector& a, const Vector& acceleration, double h);
  void name_rows(const ContactSet& contacts);
  void begin_model(const ContactSet& contacts);
  const Column& column(int row);
  /// Direction of a row: contact rows, then tangential ones.
  double dot(int row, const Vector& x) const;
  /// Row, and share of m, s_U in U, v~ for its multiplier in the model.
  struct Action {
    int row = 0;
    double on_position = 0, on_velocity = 0;
  };
  Action action(int condition) const;
  void respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) override;
  bool follow_impacts(std::span<const std::uint8_t> closed) override;
  void pass() const override;
  void tried(int iteration, const std::vector<std::uint8_t>& sets,
             const std::vector<std::uint8_t>& wanted) override;
  void take_solution();
  void finish(const State& start, double h, State& next);

  double h_ = 0;
  bool damped_ = false;
  CsrMatrix S_, M_;  ///< bordered by G: n + b
  CsrMatrix K_, C_;  ///< n
  LinearSolver smooth_, mass_;
  RowJacobian G_;

  // free step
  Vector x_;  ///< Dv~, -h lambda~
  Vector right_, work_, rates_, values_;
  Vector U_;        ///< position correction of joints and contacts
  Vector U_joint_;  ///< position correction of the joints alone
  double U_joint_norm_ = 0;

  // contacts
  std::vector<Column> columns_;
  std::unordered_map<RowIdentity, int, RowIdentity::Hash> column_of_;
  const ContactSet* contacts_ = nullptr;  ///< of this step
  std::vector<RowIdentity> rows_, new_rows_;
  ContactModel model_;
  std::vector<std::uint8_t> model_sets_;
  Vector gap_free_, u_free_;  ///< u_free_: of contact rows, then of tangential ones
};

}  // namespace jounce
