#include "keyword/adjust.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "keyword/element_sides.h"
#include "mesh/cell_shape.h"

namespace jounce::keyword {
namespace {

constexpr double kOnFace = 1e-6;  ///< distance from the foot to the face, over the size of the face

/// A piece of a face: a triangle, or in the plane a line (its third corner is not used).
struct Piece {
  std::array<Vector3, 3> corners;
  Vector3 normal;  ///< outward
  double size;
};

void add_line(const Vector3& a, const Vector3& b, std::vector<Piece>& pieces) {
  const Vector3 d = b - a;
  pieces.push_back({{a, b, b}, Vector3(d.y(), -d.x(), 0).normalized(), d.norm()});
}

void add_triangle(const Vector3& a, const Vector3& b, const Vector3& c, std::vector<Piece>& pieces) {
  const Vector3 normal = (b - a).cross(c - a);
  pieces.push_back({{a, b, c}, normal.normalized(), std::sqrt(normal.norm())});
}

/// Corners with the middles of their edges, and the polygon that is left.
void add_pieces(const std::vector<Vector3>& x, int corners, std::vector<Piece>& pieces) {
  const auto n = static_cast<std::size_t>(corners);
  if (n == 2) {
    if (x.size() == 2) return add_line(x[0], x[1], pieces);
    add_line(x[0], x[2], pieces);
    return add_line(x[2], x[1], pieces);
  }
  std::vector<Vector3> inner(x.begin(), x.begin() + corners);
  if (x.size() > n) {
    for (std::size_t i = 0; i < n; ++i) {
      inner[i] = x[n + i];
      add_triangle(x[i], x[n + i], x[n + (i + n - 1) % n], pieces);
    }
  }
  for (std::size_t i = 2; i < n; ++i) add_triangle(inner[0], inner[i - 1], inner[i], pieces);
}

/// Foot of x on a piece, if it is on it.
std::optional<Vector3> foot_on(const Piece& piece, const Vector3& x, bool is_line) {
  const Vector3 foot = x - (x - piece.corners[0]).dot(piece.normal) * piece.normal;
  const std::size_t edges = is_line ? 2 : 3;
  for (std::size_t i = 0; i < edges; ++i) {
    const Vector3 &a = piece.corners[i], &b = piece.corners[(i + 1) % edges];
    const Vector3 inwards = is_line ? Vector3(b - a) : Vector3(piece.normal.cross(b - a));
    if ((foot - a).dot(inwards.normalized()) < -kOnFace * piece.size) return {};
  }
  return foot;
}

class Adjustment {
 public:
  Adjustment(Input& input, const SurfacePair& pair) : input_(input), pair_(pair) {
    const std::string& given = pair.card->at("ADJUST");
    if (const auto set = input.node_sets.find(given); set != input.node_sets.end())
      chosen_ = std::set<int>(set->second.begin(), set->second.end());
    else
      distance_ = pair.card->number({pair.card->line, {given}}, 0);
    if (distance_ < 0) pair.card->fail(0, "ADJUST takes a distance that is not negative, or a set of nodes");
  }

  void adjust() {
    const auto slave = input_.surfaces.find(pair_.slave), master = input_.surfaces.find(pair_.master);
    if (slave == input_.surfaces.end() || master == input_.surfaces.end()) return;  // refused with contacts
    if (master->second.is_of_nodes_only() || pair_.slave == pair_.master)
      pair_.card->fail(pair_.line, "ADJUST needs a slave surface and a master surface of sides of elements");
    take_pieces(master->second);
    std::set<int> nodes(slave->second.nodes.begin(), slave->second.nodes.end());
    for (const ElementFace& face : slave->second.faces)
      for (const int node : side_nodes(input_, face)) nodes.insert(node);
    int moved = 0;
    double farthest = 0;
    for (const int node : nodes) {
      Vector3& X = input_.nodes[node];
      const auto foot = place_of(node, X);
      if (!foot || *foot == X) continue;
      farthest = std::max(farthest, (*foot - X).norm());
      X = *foot;
      ++moved;
    }
    input_.notes.push_back(fmt::format("{}: ADJUST moved {} {} of '{}' by up to {:.3g}",
                                       params::to_string(pair_.card->where(pair_.line)), moved,
                                       moved == 1 ? "node" : "nodes", pair_.slave, farthest));
  }

 private:
  void take_pieces(const Surface& master) {
    for (const ElementFace& face : master.faces) {
      if (find_side(input_, face) == nullptr) continue;
      const CellTopology& side = topology(find_side(input_, face)->shape);
      is_line_ = side.dimension == 1;
      std::vector<Vector3> x;
      for (const int node : side_nodes(input_, face)) x.push_back(input_.nodes[node]);
      add_pieces(x, side.corners, pieces_);
    }
  }

  /// Where a node goes to: nothing where it stays.
  std::optional<Vector3> place_of(int node, const Vector3& X) const {
    if (!chosen_.empty() && chosen_.count(node) == 0) return {};
    std::optional<Vector3> nearest;
    double gap = 0;
    for (const Piece& piece : pieces_)
      if (const auto foot = foot_on(piece, X, is_line_);
          foot && (!nearest || (*foot - X).norm() < (*nearest - X).norm())) {
        nearest = foot;
        gap = (X - *foot).dot(piece.normal);
      }
    if (chosen_.empty() && gap > distance_ * (1 + kOnFace)) return {};  // round-off of places
    return nearest;
  }

  Input& input_;
  const SurfacePair& pair_;
  std::set<int> chosen_;  ///< empty: by distance
  double distance_ = 0;
  std::vector<Piece> pieces_;
  bool is_line_ = false;
};

}  // namespace

void adjust_surfaces(Input& input) {
  for (const SurfacePair& pair : input.contacts)
    if (pair.card->has("ADJUST")) Adjustment(input, pair).adjust();
}

}  // namespace jounce::keyword
