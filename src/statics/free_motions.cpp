#include "statics/free_motions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "la/decompositions.h"
#include "statics/motion_names.h"
#include "statics/rigid_motions.h"

namespace jounce {
namespace {

constexpr double kRoundOff = 1e-9;   ///< of a row, over the sum of its absolute values
constexpr int kMostUnknowns = 1200;  ///< rigid motions of a part whose inner ones are looked for

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
  JoinedNumbers groups_;
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
  return static_cast<int>((values.array() < kFreeMotion).count());
}

/// What a motion (translation, rotation about `centre` over `size`) is as one of a piece.
Eigen::Matrix<double, 6, 6> as_of_piece(const RigidMotions& B, int piece, const Vector3& centre,
                                        double size) {
  Eigen::Matrix<double, 6, 6> T = Eigen::Matrix<double, 6, 6>::Identity();
  for (Index k = 0; k < 3; ++k) {
    const Vector3 w = Vector3::Unit(k) / size;
    T.block<3, 1>(0, 3 + k) = w.cross(B.centres[as_size(piece)] - centre);
    T.block<3, 1>(3, 3 + k) = w * B.sizes[as_size(piece)];
  }
  const int rank = B.ranks[as_size(piece)];
  const auto V = B.V[as_size(piece)].leftCols(rank);
  return V * V.transpose() * T;
}

/// Rigid motions of the part as one that are free; an orthonormal basis.
DenseMatrix free_as_one(const Rows& rows, const RigidMotions& B, const std::vector<int>& pieces,
                        const Vector3& centre, double size) {
  const auto to_piece = [&](int piece) { return as_of_piece(B, piece, centre, size); };
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
  const Index zero = (of_moves.eigenvalues().array() < kFreeMotion * largest).count();
  const DenseMatrix all = of_moves.eigenvectors().rightCols(6 - zero);
  const Eigen::SelfAdjointEigenSolver<DenseMatrix> of_rows(DenseMatrix(all.transpose() * A * all));
  const Index free = (of_rows.eigenvalues().array() < kFreeMotion).count();
  return all * of_rows.eigenvectors().leftCols(free);
}

/// As many free degrees of freedom as there are motions, so that no motion leaves all of them where they are:
/// one after the other that which moves most in the motions that the others leave. A rotation counts as the
/// displacement at half the size of the piece.
std::vector<Index> support_of(const System& system, const RigidMotions& B, const std::vector<int>& pieces,
                              const DenseMatrix& basis, const Vector3& centre, double size) {
  std::map<int, DenseMatrix> motions;
  for (const int piece : pieces) motions[piece] = as_of_piece(B, piece, centre, size) * basis;
  DenseMatrix left = DenseMatrix::Identity(basis.cols(), basis.cols());
  std::vector<Index> support;
  while (left.cols() > 0) {
    Index best = -1;
    double most = 0;
    Vector direction;
    for (Index dof = 0; dof < system.n_free(); ++dof) {
      const auto found = motions.find(B.piece_of_dof[as_size(dof)]);
      if (found == motions.end()) continue;
      const bool turns = system.dofs().kinds[static_cast<std::size_t>(dof)] == DofKind::rotation;
      const double weight = turns ? B.sizes[as_size(found->first)] / 2 : 1;
      const Vector moves = weight * (B.rows[as_size(dof)] * found->second * left).transpose();
      if (moves.squaredNorm() <= most) continue;
      most = moves.squaredNorm();
      best = dof;
      direction = moves;
    }
    if (best < 0) return {};
    support.push_back(best);
    const DenseMatrix Q = direction.householderQr().householderQ();
    left = (left * Q.rightCols(left.cols() - 1)).eval();
  }
  return support;
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
  system.joints().jacobian(state, G);
  rows.add(G);
  if (!contacts.empty()) {
    RowJacobian W, D;
    Vector gaps;
    system.contacts().evaluate(contacts, state, gaps, W, D);
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
    part.support = support_of(system, B, pieces, basis, centre, size);
    part.name = name_of_nodes(system, std::move(nodes));
    found.push_back(std::move(part));
  }
  return found;
}

std::vector<ContactRow> closed_at_start(const System& system) {
  const State& state = system.initial_state();
  std::vector<ContactRow> rows;
  if (system.contacts().is_empty()) return rows;
  const double size = state.q.size() > 0 ? state.q.lpNorm<Eigen::Infinity>() : 0;
  system.contacts().search(state, {kRoundOff * size}, rows);
  Vector gaps;
  system.contacts().gaps(rows, state, gaps);
  std::vector<ContactRow> closed;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (gaps[static_cast<Index>(i)] <= kRoundOff * size) closed.push_back(rows[i]);
  return closed;
}

}  // namespace jounce
