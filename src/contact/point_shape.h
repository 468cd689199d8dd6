#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "contact/limited_reach.h"
#include "contact/touching.h"
#include "model/body_shape.h"
#include "model/contact.h"

namespace jounce {

/// Points (nodes of meshes, centres of balls) against the surfaces of rigid shapes that are fixed in bodies
/// or to the ground: with the signed distance phi of a shape (collision/signed_distance.h) and the place x of
/// a point,
///
///   g = phi(x) - radius      n = grad phi      c = x - radius n
///
/// or g = -phi(x) - radius, n = -grad phi for points inside a hollow shape. A row for every point and shape
/// has the directions of TouchingFrame at c; with delta e = delta x - delta x_A - delta theta x (x - x_A),
/// the motion of the point as the body A of the shape sees it,
///
///   delta g = n . delta e      delta n = delta theta x n + H delta e      H = second derivatives of phi
///
/// t_1 is the part normal to n of a direction fixed in A, which a search chooses; in the plane it is n turned
/// by 90 degrees.
class PointShapePair final : public ContactPair, public LimitedReach {
 public:
  struct Point {
    std::shared_ptr<const Marker> marker;
    double area = 0;  ///< of the surface that it stands for; 0 when not known
  };
  struct Options {
    int dimension = 3;
    double radius = 0;    ///< distance from the points at which they touch
    double rounding = 0;  ///< radius of the edges of boxes and cylinders
    bool inside = false;  ///< the shapes are hollow, and the points inside them
    double reach = std::numeric_limits<double>::infinity();  ///< largest gap of a row
  };

  PointShapePair(std::string name, ContactLaw law, std::vector<BodyShape> shapes, std::vector<Point> points,
                 const Options& options);

  const std::vector<Point>& list() const { return points_; }
  const std::vector<BodyShape>& shapes() const { return shapes_; }
  /// Place in the list of the point that a row belongs to.
  int place_of(const ContactRow& row) const {
    return static_cast<int>(row.point / static_cast<std::int64_t>(shapes_.size()));
  }

  double reach() const override { return options_.reach; }
  double stray(const State& begin, double h, const State& end) const override;
  bool looks_for_crossings() const override { return !options_.inside; }
  std::optional<Crossing> crossing(const State& begin, const State& end) const override;
  double part_size(const ContactRow& row) const override;
  const LimitedReach* limited_reach() const override { return this; }
  void append_searched_parts(std::vector<Index>& dofs) const override;
  double distance(const State& state, int pair_number, const Counts& counts) const override;
  std::span<const BodyShape> body_shapes() const override { return shapes_; }

  int points() const override { return 0; }
  std::string point_name(const ContactRow& row) const override;
  bool is_linear() const override;
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_touching_dofs(std::vector<Index>& dofs) const override;
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
  class Frame;
  /// Where a shape is and how its body moves.
  struct Placed {
    collision::Pose pose;
    Vector3 x, velocity, omega;  ///< of the body; velocities where a search has a horizon
  };

  const BodyShape& shape(const ContactRow& row) const {
    return shapes_[row.point % static_cast<std::int64_t>(shapes_.size())];
  }
  const Marker& point(const ContactRow& row) const { return *points_[place_of(row)].marker; }
  bool is_near(const Placed& placed, const MarkerKinematics& point, const Vector3& n, double gap,
               const SearchRange& range) const;

  std::vector<BodyShape> shapes_;
  std::vector<Point> points_;
  Options options_;
  bool is_linear_;

  // workspace
  mutable std::vector<Placed> placed_;
  mutable DenseMatrix gradient_;
  mutable Vector row_;
  mutable std::vector<Index> dofs_;
};

}  // namespace jounce
