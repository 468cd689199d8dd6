#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collision/broad_phase.h"
#include "collision/collide.h"
#include "contact/limited_reach.h"
#include "contact/rim.h"
#include "contact/touching.h"
#include "model/body_shape.h"
#include "model/contact.h"

namespace jounce {

/// Shapes of bodies against each other: a search by boxes on a grid and shape by shape finds the points,
/// which come and go and keep their identity while the same parts of two shapes touch. Shapes of one body,
/// and of bodies that a joint holds together, do not touch each other. Bodies that are not there (State)
/// touch nothing.
///
/// Gaps and directions at any q are those of `Touching`: exact between balls, and between a corner, ball or
/// edge end and a face; between two edges the plane is held from the search to the end of the step. The rim
/// of a cylinder on a plane is one contact that rolls on (Rim).
class BodyContacts final : public ContactPair, public LimitedReach {
 public:
  using Piece = BodyShape;
  static constexpr std::size_t kMaxPieces = 1 << 20;

  /// @param envelope the farthest that a search looks
  /// @param apart pairs of groups that do not touch each other, sorted, the lesser first
  BodyContacts(std::string name, ContactLaw law, double envelope, std::vector<Piece> pieces,
               std::vector<std::array<int, 2>> apart);

  const std::vector<Piece>& pieces() const { return pieces_; }
  double envelope() const { return envelope_; }
  double reach() const override { return envelope_; }
  double stray(const State& begin, double h, const State& end) const override;
  double part_size(const ContactRow& row) const override;
  const LimitedReach* limited_reach() const override { return this; }
  void append_searched_parts(std::vector<Index>& dofs) const override;
  double distance(const State& state, int pair_number, const Counts& counts) const override;
  std::span<const BodyShape> body_shapes() const override { return pieces_; }
  /// Whether two pieces may touch each other at all.
  bool may_touch(std::size_t a, std::size_t b) const;
  bool can_touch() const override;

  int points() const override { return 0; }
  std::string point_name(const ContactRow& row) const override;
  bool is_linear() const override { return false; }
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const override;
  double gap(const State& state, const ContactRow& row) const override;
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override;
  void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                double* W_T) const override;
  void add_reaction_gradient(const State& state, const ContactRow& row, Direction direction, double lambda,
                             double w, MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, const ContactRow& row, Direction direction, double w,
                             Index matrix_row, MatrixSink& sink) const override;
  Vector3 position(const State& state, const ContactRow& row) const override;
  Vector3 axis(const State& state, const ContactRow& row, Direction direction) const override;

 private:
  /// Where a piece is and how far it may move within the horizon.
  struct Placed {
    collision::Pose pose;  ///< of the shape
    double reach = 0;
  };

  const Piece& piece(const ContactRow& row, std::size_t side) const {
    return pieces_[row.touching.shapes[side]];
  }
  void place(const State& state, const SearchRange& range, double envelope) const;
  void find_candidates(const SearchRange& range) const;
  /// Velocity at which two points of pieces a and b move apart, if both bodies go on as they do.
  Vector3 relative_velocity(const State& state, std::size_t a, std::size_t b,
                            const collision::ContactPoint& point) const;
  /// The kinematics of a row.
  Touching touching(const State& state, const ContactRow& row, Derivatives derivatives) const {
    return Touching(row.touching, *piece(row, 0).body, *piece(row, 1).body, state, derivatives,
                    static_cast<const Rim*>(row.found.get()));
  }
  /// Rim whose lowest point a search found between pieces i and j.
  std::shared_ptr<const Rim> rim_of(const State& state, const SearchRange& range,
                                    const collision::ContactPoint& point, int i, int j) const;
  TouchingPoints in_body_axes(const collision::ContactPoint& point, int i, int j) const;

  std::vector<Piece> pieces_;
  std::vector<std::array<int, 2>> apart_;
  Rims rims_;
  std::vector<int> groups_;
  std::vector<double> radii_;  ///< farthest point of a shape from the centre of its body
  double envelope_;

  // workspace of a search
  mutable collision::BroadPhase broad_phase_;
  mutable std::vector<Placed> placed_;
  mutable std::vector<collision::Bounds> boxes_;
  mutable std::vector<int> owners_;  ///< ranks of the pieces, of a search that ranks share
  mutable std::vector<int> near_, near_groups_;
  mutable std::vector<collision::Bounds> near_boxes_;
  mutable std::vector<std::array<int, 2>> candidates_;
  mutable std::vector<collision::ContactPoint> found_;
  mutable DenseMatrix gradient_;
  mutable Vector row_;
  mutable std::vector<Index> dofs_;
};

}  // namespace jounce
