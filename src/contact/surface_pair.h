#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "contact/kept_search.h"
#include "contact/limited_reach.h"
#include "contact/sharp_features.h"
#include "contact/surface_search.h"
#include "contact/swept_surfaces.h"

namespace jounce {

/// Two surfaces of solids and shells that must not overlap: mortar contact (M. A. Puso, T. A. Laursen,
/// Comput. Methods Appl. Mech. Eng. 193 (2004) 601 and 4891). A row belongs to a corner a of the first
/// surface and its gap is a mean with the function phi_a of first order,
///
///   g_a = int phi_a g dA / int phi_a dA,    g = n . (x - y) - s_x - s_y,
///
/// over the part of the initial surface that faces the other one; y is the point of the other side that is
/// closest to x and n its outward normal, so that dg = n . (dx - dy) exactly, at whatever gap. Areas and
/// faces are those of the search; the closest point is found anew at every q. Forces n phi_a p_a with
/// pressures p_a = lambda_a / int phi_a dA are in balance with each other, moments as well where the gap is
/// closed. With functions of first order on faces of second order all areas are positive (M. A. Puso, T. A.
/// Laursen, J. Solberg, Comput. Methods Appl. Mech. Eng. 197 (2008) 555).
///
/// With a law of pressures p(-g) (softened contact, in statics) a row belongs to a point of integration of
/// the overlapping faces and its force is dA p(-g) at that point: surfaces that give need no functions for
/// the multipliers.
///
/// A surface may meet itself (see SelfPairing): rows are the same, their nodes are all of the one surface.
///
/// Shells are the surfaces of their nodes, moved out to both sides by s, of solids 0 (see ContactSurface);
/// the forces act on the nodes' surfaces at x and y, along the line through both.
///
/// In space, rows of sharp edges and corners (SharpFeatures) come before those of means, unless there are
/// shells.
///
/// Tangential: u_T = mean of t . (v_x - v_y), in space t_1 in the plane of n and a fixed axis, t_2 = n x t_1.
class SurfacePair final : public ContactPair, public LimitedReach {
 public:
  /// @param point_areas  of single nodes: what each stands for, for all or none
  /// @param is_self      both are the same surface
  /// @param rest         the rest of the boundary of the bodies of `opposite`: see WayOut
  /// @param own_rest     the same of `surface`, where it is another: see SweptSurfaces
  SurfacePair(std::string name, ContactLaw law, ContactSurface surface, ContactSurface opposite, double reach,
              std::vector<double> point_areas = {}, bool is_self = false,
              const std::vector<SurfaceFaces>& rest = {}, const std::vector<SurfaceFaces>& own_rest = {});
  ~SurfacePair() override;

  const ContactSurface& surface() const { return surface_; }
  const ContactSurface& opposite() const { return opposite_; }

  double reach() const override { return search_.reach(); }
  double lever() const override { return std::max(surface_.largest_shift(), opposite_.largest_shift()); }
  double stray(const State& begin, double h, const State& end) const override;
  bool looks_for_crossings() const override { return true; }
  std::optional<Crossing> crossing(const State& begin, const State& end) const override;
  bool has_faces() const override { return true; }
  double part_size(const ContactRow& row) const override;
  void forget_search() const override { kept_.forget(); }
  const LimitedReach* limited_reach() const override { return this; }
  void append_searched_parts(std::vector<Index>& dofs) const override;
  double distance(const State& state, int pair_number, const Counts& counts) const override;

  int points() const override { return 0; }
  std::string point_name(const ContactRow& row) const override;
  bool is_linear() const override { return false; }
  void search(const State& state, const SearchRange& range, int pair_number,
              std::vector<ContactRow>& rows) const override;
  void append_touching_dofs(std::vector<Index>& dofs) const override;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const override;
  void prepare(const State& state, const ContactRow& row) const override;
  void release() const override;
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
  void find_opposite(const Vector& q, const FacingPoints::Point& point, Facing& facing) const;
  /// The same with the tangents of a row. @param own  used where the points are not prepared
  const Facing& face_each_other(const Vector& q, const FacingPoints& found, const FacingPoints::Row& row,
                                const FacingPoints::Share& share, Facing& own) const;
  template <class Begin, class Visit, class End>
  void for_face_pairs(const Vector& q, const ContactRow& row, bool only_layout, const Begin& begin,
                      const Visit& visit, const End& end) const;
  const Index* node_dofs(int node) const;
  bool is_by_points() const { return law().pressure != nullptr && !surface_.is_of_points(); }
  /// Rows of a search at a state that begins a short step, from the last search where nothing has moved far.
  void search_nearby(const State& state, const SearchRange& range, int pair_number,
                     std::vector<ContactRow>& rows) const;
  double gap(const State& state, const FacingPoints& found, const FacingPoints::Row& row) const;
  ContactRow make_row(std::shared_ptr<const FacingPoints> found, std::size_t place, int pair_number) const;
  /// The node of a row, or a node of its face.
  int node_of(const ContactRow& row) const;
  SweptSurfaces& swept() const;
  bool has_shells() const { return surface_.has_shells() || opposite_.has_shells(); }
  /// Rows of edges and corners; null in the plane, for points, and for laws of pressures.
  std::unique_ptr<SharpFeatures> sharp_features();

  ContactSurface surface_, opposite_, rest_, own_rest_;
  std::vector<double> point_areas_;
  bool is_self_;
  mutable SurfaceSearch search_;
  mutable KeptSearch kept_;
  mutable HeldParts held_;
  mutable std::unique_ptr<SweptSurfaces> swept_;  ///< from when steps ask for it
  std::unique_ptr<SharpFeatures> sharp_;
  mutable std::vector<Index> dofs_;  ///< workspace
  mutable std::vector<Facing> prepared_;
  mutable const FacingPoints* prepared_for_ = nullptr;
};

}  // namespace jounce
