#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "collision/broad_phase.h"
#include "contact/contact_surface.h"
#include "contact/contacts.h"
#include "elements/solid_faces.h"
#include "math/shape_functions.h"
#include "model/linear_equation.h"

namespace jounce {
namespace {

using params::Params;

constexpr double kTolerance = 0.025;  ///< of the largest face: default distance of what is tied

constexpr double kNothing = 1e-6;  ///< share of a node that counts as none

/// The nearest point of a surface.
struct Foot {
  double distance = std::numeric_limits<double>::infinity();
  const ContactSurface::Face* face = nullptr;
  FaceValues N;
};

/// The nearest point of the sides of a face: where a node lies beyond them, that is the nearest one of all.
void project_on_sides(CellShape shape, const FaceNodes& nodes, const Vector3& place, FacePoint& p) {
  const auto corners = static_cast<std::size_t>(topology(shape).corners);
  const auto places = reference_nodes(shape);
  double least = std::numeric_limits<double>::infinity();
  Vector3 best = places[0];
  const auto distance = [&](const Vector3& xi) {
    p.move(shape, nodes, xi);
    const double d = (place - p.x).norm();
    if (d < least) {
      least = d;
      best = xi;
    }
    return d;
  };
  constexpr int kSteps = 60;  // of golden sections: to round-off
  const double golden = 0.5 * (std::sqrt(5.0) - 1);
  for (std::size_t c = 0; c < corners; ++c) {
    const Vector3& from = places[c];
    const Vector3 along = places[(c + 1) % corners] - from;
    double a = 0, b = 1;
    distance(from);
    for (int k = 0; k < kSteps && topology(shape).dimension == 2; ++k) {
      const double left = b - golden * (b - a), right = a + golden * (b - a);
      if (distance(from + left * along) < distance(from + right * along))
        b = right;
      else
        a = left;
    }
  }
  p.move(shape, nodes, best);
}

/// Feet of the nodes on the faces within the tolerance, by node.
std::vector<Foot> feet(const ContactSurface& surface, const ContactSurface& to, const Vector& q,
                       double tolerance) {
  std::vector<collision::Bounds> boxes;
  std::vector<int> groups;
  for (int node = 0; node < surface.nodes(); ++node) {
    const Vector3 x = surface.place(q, node), margin = Vector3::Constant(tolerance);
    boxes.push_back({x - margin, x + margin});
    groups.push_back(0);
  }
  FaceNodes nodes;
  for (const ContactSurface::Face& face : to.faces()) {
    to.gather(face, q, nodes);
    boxes.push_back({nodes.rowwise().minCoeff(), nodes.rowwise().maxCoeff()});
    groups.push_back(1);
  }
  std::vector<std::array<int, 2>> pairs;
  collision::BroadPhase().find(boxes, groups, pairs);
  std::vector<Foot> found(static_cast<std::size_t>(surface.nodes()));
  FacePoint p;
  for (const auto& [node, other] : pairs) {
    const ContactSurface::Face& face = to.faces()[other - surface.nodes()];
    to.gather(face, q, nodes);
    const Vector3 x = surface.place(q, node);
    p.xi = reference_centre(face.shape);
    if (!project_on_face(face.shape, nodes, x, p) || !is_on_face(face.shape, p.xi))
      project_on_sides(face.shape, nodes, x, p);
    Foot& foot = found[node];
    const double distance = (x - p.x).norm();
    if (distance > tolerance || !(distance < foot.distance)) continue;
    // Round-off of a node on an edge must not tie it to the nodes beyond.
    FaceValues N = (p.N.cwiseAbs().array() < kNothing).select(0.0, p.N);
    foot = {distance, &face, N / N.sum()};
  }
  return found;
}

void build_tie(const Params& params, ModelBuilder& builder) {
  if (params.text("surface") == params.text("to"))
    params.fail("to",
                "a surface cannot be tied to itself: its nodes are shared already; name the other side");
  const int dimension = builder.dimension();
  const ContactSurface surface(dimension, solid_faces(params, "surface", builder));
  const ContactSurface to(dimension, solid_faces(params, "to", builder));
  const Vector& q = builder.initial().q;
  const double tolerance = params.given("tolerance")
                               ? params.number("tolerance")
                               : kTolerance * std::max(surface.largest_face(), to.largest_face());
  const std::vector<Foot> found = feet(surface, to, q, tolerance);
  std::map<Index, int> node_of_dof;
  for (int node = 0; node < to.nodes(); ++node) node_of_dof[to.dofs(node)[0]] = node;
  const Index n_free = builder.model().system.n_free();
  for (int node = 0; node < surface.nodes(); ++node) {
    if (node_of_dof.count(surface.dofs(node)[0]) > 0) continue;  // shared: tied already
    const Foot& foot = found[node];
    if (foot.face == nullptr) {
      const Vector3 x = surface.place(q, node);
      params.fail("tolerance", fmt::format("node {} at ({:.6g}, {:.6g}, {:.6g}) has no face of '{}' within "
                                           "{:.6g}; remove it from '{}' or give a larger tolerance",
                                           surface.node_name(node), x.x(), x.y(), x.z(), params.text("to"),
                                           tolerance, params.text("surface")));
    }
    for (int k = 0; k < dimension; ++k) {
      const Index dof = surface.dofs(node)[k];
      std::vector<LinearEquation::Term> terms = {{dof, 1.0, q[dof]}};
      bool is_free = dof < n_free;
      for (int i = 0; i < foot.face->size(); ++i) {
        const Index other = to.dofs(foot.face->nodes[i])[k];
        if (foot.N[i] == 0) continue;
        terms.push_back({other, -foot.N[i], q[other]});
        is_free = is_free || other < n_free;
      }
      if (!is_free) continue;  // all of it is given by supports
      builder.add(std::make_unique<LinearEquation>(
          fmt::format("{}.{}.{}", params.name(), surface.node_name(node), "xyz"[k]), terms,
          params::TimeFunction(0.0)));
    }
  }
}

}  // namespace

ModelPart tie_part() {
  using namespace params;
  return {{"joint",
           "tie",
           "Ties the nodes of a surface to another one whose mesh does not match: their displacements are "
           "those of the nearest point of the other surface at the start. *TIE of Abaqus and CalculiX.",
           {name_of("surface", "mesh group of faces whose nodes are tied: the finer side").required(),
            name_of("to", "mesh group of faces to which they are tied").required(),
            number("tolerance",
                   "largest distance of a node from the other surface; by default 0.025 of the largest face")
                .unit(dim::length)
                .positive()}},
          build_tie};
}

}  // namespace jounce
