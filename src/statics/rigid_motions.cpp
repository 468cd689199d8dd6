#include "statics/rigid_motions.h"

#include <algorithm>
#include <map>

#include "la/decompositions.h"
#include "math/rotation.h"

namespace jounce {
namespace {

/// Joins the nodes of every block of a matrix.
class JoinSink final : public MatrixSink {
 public:
  JoinSink(const std::vector<int>& node_of_dof, JoinedNumbers& nodes)
      : node_of_dof_(node_of_dof), nodes_(nodes) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    int first = -1;
    for (const auto& list : {rows, cols})
      for (const Index dof : list) {
        const int node = node_of_dof_[as_size(dof)];
        if (node < 0) continue;
        if (first >= 0) nodes_.join(node, first);
        first = node;
      }
  }
  bool wants_values() const override { return false; }

 private:
  const std::vector<int>& node_of_dof_;
  JoinedNumbers& nodes_;
};

Vector3 place_at(const System& system, const NodePlace& place) {
  Vector3 x = Vector3::Zero();
  for (std::size_t k = 0; k < 3; ++k)
    if (place.position[k] >= 0) x[static_cast<Index>(k)] = system.initial_state().q[place.position[k]];
  return x;
}

}  // namespace

RigidMotions::RigidMotions(const System& system) {
  const auto& places = system.dofs().places;
  std::vector<int> node_of_dof(as_size(system.nv()), -1);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const auto& list : {places[i].position, {places[i].angle, -1, -1}, places[i].orientation})
      for (const Index dof : list)
        if (dof >= 0) node_of_dof[as_size(dof)] = static_cast<int>(i);
  JoinedNumbers groups(places.size());
  for (const auto& block : system.blocks())
    if (block->connectivity().size() > 0) {  // its elements keep their shape in rigid motions alone
      JoinSink sink(node_of_dof, groups);
      block->add_tangent(system.initial_state(), 0, 1, sink);
    }
  std::map<int, int> piece_of_root;
  std::vector<int> piece_of_node(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [found, is_new] =
        piece_of_root.try_emplace(groups.root(static_cast<int>(i)), static_cast<int>(nodes.size()));
    if (is_new) nodes.emplace_back();
    piece_of_node[i] = found->second;
    nodes[as_size(found->second)].push_back(static_cast<int>(i));
  }
  for (const std::vector<int>& list : nodes) {
    Vector3 centre = Vector3::Zero();
    for (const int node : list) centre += place_at(system, places[as_size(node)]);
    centre /= static_cast<double>(list.size());
    double size = 0;
    for (const int node : list)
      size = std::max(size, (place_at(system, places[as_size(node)]) - centre).norm());
    centres.push_back(centre);
    sizes.push_back(size > 0 ? size : 1);
  }
  piece_of_dof.assign(as_size(system.nv()), -1);
  rows.assign(as_size(system.nv()), Row6::Zero());
  std::vector<Eigen::Matrix<double, 6, 6>> gram(nodes.size(), Eigen::Matrix<double, 6, 6>::Zero());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto piece = as_size(piece_of_node[i]);
    const Vector3 arm = (place_at(system, places[i]) - centres[piece]) / sizes[piece];
    Matrix3 axes = Matrix3::Identity();
    if (const Index dof = places[i].orientation[0]; dof >= 0)
      if (const int rotation = system.manifold().rotation_of(dof); rotation >= 0) {
        const auto q =
            system.initial_state().q.segment<4>(system.manifold().rotations()[as_size(rotation)].quaternion);
        axes = Quaternion(q[0], q[1], q[2], q[3]).toRotationMatrix();
      }
    const auto put = [&](Index dof, const Vector3& translation, const Vector3& rotation) {
      if (dof < 0) return;
      piece_of_dof[as_size(dof)] = static_cast<int>(piece);
      rows[as_size(dof)] << translation.transpose(), rotation.transpose();
      gram[piece] += rows[as_size(dof)].transpose() * rows[as_size(dof)];
    };
    for (Index k = 0; k < 3; ++k) {
      const Vector3 e = Vector3::Unit(k);
      put(places[i].position[as_size(k)], e, arm.cross(e));  // e . (w x arm) = w . (arm x e)
      put(places[i].orientation[as_size(k)], Vector3::Zero(), axes * e / sizes[piece]);
    }
    put(places[i].angle, Vector3::Zero(), Vector3::UnitZ() / sizes[piece]);
  }
  for (std::size_t piece = 0; piece < nodes.size(); ++piece) {
    // Of largest singular value first; each column scaled to the length of the motion.
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> solver(gram[piece]);
    V.emplace_back(solver.eigenvectors().rowwise().reverse());
    const auto& values = solver.eigenvalues();
    int rank = 0;
    while (rank < 6 && values[5 - rank] > kFreeMotion * std::max(values[5], 1e-300)) ++rank;
    ranks.push_back(rank);
  }
}

}  // namespace jounce
