#include "statics/free_motions.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "elements/bar.h"
#include "elements/beam.h"
#include "math/rotation.h"
#include "statics/motion_names.h"

namespace jounce {
namespace {

constexpr double kRoundOff = 1e-9;   ///< of a row, over the sum of its absolute values
constexpr double kFree = 1e-12;      ///< square of the singular value below which a motion is free
constexpr int kMostUnknowns = 1200;  ///< rigid motions of a part whose inner ones are looked for

/// Numbers that belong together.
class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[as_size(i)] != i) i = parent_[as_size(i)] = parent_[as_size(parent_[as_size(i)])];
    return i;
  }
  void join(int a, int b) { parent_[as_size(root(a))] = root(b); }
  static std::size_t as_size(Index i) { return static_cast<std::size_t>(i); }

 private:
  std::vector<int> parent_;
};

std::size_t as_size(Index i) { return static_cast<std::size_t>(i); }

/// Blocks whose elements keep their shape in rigid motions alone.
bool is_continuum(const ElementBlock& block) {
  return block.is_solid() || dynamic_cast<const BeamBlock*>(&block) != nullptr ||
         dynamic_cast<const BarBlock<1>*>(&block) != nullptr ||
         dynamic_cast<const BarBlock<2>*>(&block) != nullptr ||
         dynamic_cast<const BarBlock<3>*>(&block) != nullptr;
}

/// Joins the nodes of every block of a matrix.
class JoinSink final : public MatrixSink {
 public:
  JoinSink(const std::vector<int>& node_of_dof, Groups& nodes) : node_of_dof_(node_of_dof), nodes_(nodes) {}
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
  Groups& nodes_;
};

using Row6 = Eigen::Matrix<double, 1, 6>;

/// The rigid motions of all pieces: three translations, three rotations about the piece's centre over its
/// size.
struct RigidMotions {
  std::vector<int> piece_of_dof;               ///< -1: a rigid motion does not move it
  std::vector<Row6> rows;                      ///< by degree of freedom
  std::vector<Vector3> centres;                ///< by piece
  std::vector<double> sizes;                   ///< by piece
  std::vector<std::vector<int>> nodes;         ///< by piece
  std::vector<Eigen::Matrix<double, 6, 6>> V;  ///< columns: directions of motions, orthonormal
  std::vector<int> ranks;                      ///< how many of the first columns are motions at all

  explicit RigidMotions(const System& system);
  int pieces() const { return static_cast<int>(centres.size()); }
};

Vector3 place_at(const System& system, const NodePlace& place) {
  Vector3 x = Vector3::Zero();
  for (std::size_t k = 0; k < 3; ++k)
    if (place.position[k] >= 0) x[static_cast<Index>(k)] = system.initial_state().q[place.position[k]];
  return x;
}

RigidMotions::RigidMotions(const System& system) {
  const auto& places = system.places();
  std::vector<int> node_of_dof(as_size(system.nv()), -1);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const auto& list : {places[i].position, {places[i].angle, -1, -1}, places[i].orientation})
      for (const Index dof : list)
        if (dof >= 0) node_of_dof[as_size(dof)] = static_cast<int>(i);
  Groups groups(places.size());
  for (const auto& block : system.blocks())
    if (is_continuum(*block)) {
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
    const auto values = solver.eigenvalues();
    int rank = 0;
    while (rank < 6 && values[5 - rank] > kFree * std::max(values[5], 1e-300)) ++rank;
    ranks.push_back(rank);
  }
}

/// A row over the rigid motions of the few pieces that it touches.
using PieceRow = std::vector<std::pair<int, Row6>>;

void add_part(PieceRow& row, int piece, const Row6& part) {
  const auto entry =
      std::find_if(row.begin(), row.end(), [&](const auto& known) { return known.first == piece; });
  if (entry == row.end())
    row.emplace_back(piece, part);
  else
    entry->second += part;
}

/// Rows of one block of the stiffness times B, with the sums of their absolute values.
class RigidProductSink final : public MatrixSink {
 public:
  struct Row {
    PieceRow entries;
    double sum = 0;
  };

  explicit RigidProductSink(const RigidMotions& B) : B_(B), place_(B.rows.size(), -1) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i) put(rows[i], cols[j], values[j * rows.size() + i]);
  }
  /// The rows of the block, which are forgotten.
  std::vector<Row> take() {
    for (const Index dof : dofs_) place_[as_size(dof)] = -1;
    dofs_.clear();
    return std::exchange(rows_, {});
  }

 private:
  void put(Index row, Index col, double value) {
    const int piece = B_.piece_of_dof[as_size(col)];
    if (value == 0 || piece < 0) return;
    int& place = place_[as_size(row)];
    if (place < 0) {
      place = static_cast<int>(rows_.size());
      rows_.emplace_back();
      dofs_.push_back(row);
    }
    Row& at = rows_[as_size(place)];
    const Row6 part = value * B_.rows[as_size(col)];
    add_part(at.entries, piece, part);
    at.sum += part.lpNorm<Eigen::Infinity>();
  }

  const RigidMotions& B_;
  std::vector<int> place_;  ///< of the row of a degree of freedom
  std::vector<Index> dofs_;
  std::vector<Row> rows_;
};

/// Adds up A^T A by pairs of pieces and remembers which pieces rows join.
class Rows {
 public:
  explicit Rows(const RigidMotions& B) : B_(B), groups_(B.centres.size()) {}

  void add(PieceRow row, double sum) {
    if (!(sum > 0)) return;
    for (auto& [piece, values] : row) {
      values /= sum;
      values = (values.array().abs() < kRoundOff).select(0, values);
    }
    std::erase_if(row, [](const auto& entry) { return entry.second.isZero(0); });
    for (const auto& [a, left] : row) {
      groups_.join(a, row.front().first);
      for (const auto& [b, right] : row)
        gram_.try_emplace({a, b}, Eigen::Matrix<double, 6, 6>::Zero()).first->second +=
            left.transpose() * right;
    }
  }
  void add(const RowJacobian& G) {
    for (int row = 0; row < G.rows(); ++row) {
      PieceRow entries;
      double sum = 0;
      for (std::size_t k = 0; k < G.dofs(row).size(); ++k) {
        const Index dof = G.dofs(row)[k];
        const int piece = B_.piece_of_dof[as_size(dof)];
        if (piece < 0) continue;
        const Row6 part = G.values(row)[k] * B_.rows[as_size(dof)];
        sum += part.lpNorm<Eigen::Infinity>();
        add_part(entries, piece, part);
      }
      add(std::move(entries), sum);
    }
  }
  /// Pieces that belong together.
  std::vector<std::vector<int>> parts() {
    std::map<int, std::vector<int>> all;
    for (int piece = 0; piece < B_.pieces(); ++piece) all[groups_.root(piece)].push_back(piece);
    std::vector<std::vector<int>> list;
    for (auto& [root, pieces] : all) list.push_back(std::move(pieces));
    std::sort(list.begin(), list.end());
    return list;
  }
  /// Calls `visit` with the places of two pieces among those of a part, and their A^T A.
  template <class Visit>
  void each(const std::vector<int>& pieces, const Visit& visit) const {
    std::map<int, std::size_t> place;
    for (std::size_t i = 0; i < pieces.size(); ++i) place[pieces[i]] = i;
    for (const int piece : pieces)
      for (auto at = gram_.lower_bound({piece, 0}); at != gram_.end() && at->first.first == piece; ++at)
        visit(place.at(piece), place.at(at->first.second), at->second);
  }

 private:
  const RigidMotions& B_;
  Groups groups_;
  std::map<std::pair<int, int>, Eigen::Matrix<double, 6, 6>> gram_;
};

/// How many motions of the pieces, each by itself, the rows leave free.
int free_count(const Rows& rows, const RigidMotions& B, const std::vector<int>& pieces) {
  std::vector<Index> first = {0};
  for (const int piece : pieces) first.push_back(first.back() + B.ranks[as_size(piece)]);
  DenseMatrix A = DenseMatrix::Zero(first.back(), first.back());
  rows.each(pieces, [&](std::size_t a, std::size_t b, const Eigen::Matrix<double, 6, 6>& gram) {
    const int rank_a = B.ranks[as_size(pieces[a])], rank_b = B.ranks[as_size(pieces[b])];
    A.block(first[a], first[b], rank_a, rank_b) += B.V[as_size(pieces[a])].leftCols(rank_a).transpose() *
                                                   gram * B.V[as_size(pieces[b])].leftCols(rank_b);
  });
  if (A.size() == 0) return 0;
  const Vector values = Eigen::SelfAdjointEigenSolver<DenseMatrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
  return static_cast<int>((values.array() < kFree).count());
}

/// Rigid motions (translation, rotation about `centre` over `size`) of the part as one that are free; an
/// orthonormal basis.
DenseMatrix free_as_one(const Rows& rows, const RigidMotions& B, const std::vector<int>& pieces,
                        const Vector3& centre, double size) {
  const auto to_piece = [&](int piece) {
    Eigen::Matrix<double, 6, 6> T = Eigen::Matrix<double, 6, 6>::Identity();
    for (Index k = 0; k < 3; ++k) {
      const Vector3 w = Vector3::Unit(k) / size;
      T.block<3, 1>(0, 3 + k) = w.cross(B.centres[as_size(piece)] - centre);
      T.block<3, 1>(3, 3 + k) = w * B.sizes[as_size(piece)];
    }
    const int rank = B.ranks[as_size(piece)];
    const auto V = B.V[as_size(piece)].leftCols(rank);
    return Eigen::Matrix<double, 6, 6>(V * V.transpose() * T);
  };
  Eigen::Matrix<double, 6, 6> A = Eigen::Matrix<double, 6, 6>::Zero(), moves = A;
  for (const int piece : pieces) {
    const auto T = to_piece(piece);
    moves += T.transpose() * T;
  }
  rows.each(pieces, [&](std::size_t a, std::size_t b, const Eigen::Matrix<double, 6, 6>& gram) {
    A += to_piece(pieces[a]).transpose() * gram * to_piece(pieces[b]);
  });
  // Motions first: those of the part that move anything.
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> of_moves(moves);
  const auto largest = of_moves.eigenvalues()[5];
  const Index zero = (of_moves.eigenvalues().array() < kFree * largest).count();
  const DenseMatrix all = of_moves.eigenvectors().rightCols(6 - zero);
  const Eigen::SelfAdjointEigenSolver<DenseMatrix> of_rows(DenseMatrix(all.transpose() * A * all));
  const Index free = (of_rows.eigenvalues().array() < kFree).count();
  return all * of_rows.eigenvectors().leftCols(free);
}

}  // namespace

std::vector<FreePart> free_motions(const System& system, const std::vector<ContactRow>& contacts,
                                   bool friction) {
  const State& state = system.initial_state();
  const RigidMotions B(system);
  Rows rows(B);
  for (Index dof = system.n_free(); dof < system.nv(); ++dof)
    if (const int piece = B.piece_of_dof[as_size(dof)]; piece >= 0)
      rows.add({{piece, B.rows[as_size(dof)]}}, B.rows[as_size(dof)].lpNorm<Eigen::Infinity>());
  RowJacobian G;
  system.constraint_jacobian(state, G);
  rows.add(G);
  if (!contacts.empty()) {
    RowJacobian W, D;
    Vector gaps;
    system.contacts_at(contacts, state, gaps, W, D);
    rows.add(W);
    if (friction) rows.add(D);
  }
  RigidProductSink product(B);
  for (const auto& block : system.blocks()) {
    block->add_tangent(state, 0, 1, product);
    for (RigidProductSink::Row& row : product.take()) rows.add(std::move(row.entries), row.sum);
  }
  std::vector<FreePart> found;
  for (const std::vector<int>& pieces : rows.parts()) {
    Vector3 centre = Vector3::Zero();
    double size = 0;
    for (const int piece : pieces) centre += B.centres[as_size(piece)] / static_cast<double>(pieces.size());
    int unknowns = 0;
    std::vector<int> nodes;
    for (const int piece : pieces) {
      size = std::max(size, (B.centres[as_size(piece)] - centre).norm() + B.sizes[as_size(piece)]);
      unknowns += B.ranks[as_size(piece)];
      nodes.insert(nodes.end(), B.nodes[as_size(piece)].begin(), B.nodes[as_size(piece)].end());
    }
    const DenseMatrix basis = free_as_one(rows, B, pieces, centre, size);
    FreePart part;
    part.motions = names_of_motions(basis, centre, size);
    if (pieces.size() > 1 && unknowns <= kMostUnknowns)
      part.inner = std::max(0, free_count(rows, B, pieces) - static_cast<int>(basis.cols()));
    if (part.count() == 0) continue;
    part.name = name_of_nodes(system, std::move(nodes));
    found.push_back(std::move(part));
  }
  return found;
}

std::vector<ContactRow> closed_at_start(const System& system) {
  const State& state = system.initial_state();
  std::vector<ContactRow> rows;
  if (system.contact_pairs().empty()) return rows;
  const double size = state.q.size() > 0 ? state.q.lpNorm<Eigen::Infinity>() : 0;
  system.search(state, {kRoundOff * size}, rows);
  Vector gaps;
  system.gaps(rows, state, gaps);
  std::vector<ContactRow> closed;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (gaps[static_cast<Index>(i)] <= kRoundOff * size) closed.push_back(rows[i]);
  return closed;
}

std::string to_text(const std::vector<FreePart>& parts) {
  constexpr std::size_t kListed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(parts.size(), kListed); ++i) {
    const FreePart& part = parts[i];
    std::string what = listed_motions(part.motions);
    if (part.inner > 0)
      what += fmt::format("{}{} in which its pieces move against each other",
                          what.empty() ? "" : fmt::format("{} and ", part.motions.size() > 1 ? "," : ""),
                          part.inner == 1 ? "one" : std::to_string(part.inner));
    text += fmt::format("{}{} rigid motion{} free: {} of the part {}", text.empty() ? "" : "; ", part.count(),
                        part.count() == 1 ? " is" : "s are", what, part.name);
  }
  if (parts.size() > kListed) text += fmt::format("; and so do {} more parts move", parts.size() - kListed);
  return text;
}

}  // namespace jounce
