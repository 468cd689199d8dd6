#include "la/elastic_multigrid.h"

#include <petscksp.h>

#include <algorithm>
#include <limits>

#include "la/petsc.h"
#include "la/petsc_check.h"
#include "la/rigid_body_multigrid.h"

namespace jounce {
namespace {

constexpr std::size_t kWidestRow =
    60;  ///< unknowns of a row beyond which its stiffness would fill the matrix

/// N of the rows of one node.
Matrix3 projection(const std::vector<Vector3>& rows) {
  Matrix3 N = Matrix3::Identity();
  for (const Vector3& row : rows) {
    const Vector3 rest = N * row;
    if (rest.norm() > 1e-8 * row.norm()) N -= rest * rest.transpose() / rest.squaredNorm();
  }
  return N;
}

}  // namespace

class ElasticMultigrid::Implementation {
 public:
  explicit Implementation(NodeUnknowns nodes) : nodes_(std::move(nodes)), b_(nodes_.dimension) {
    MovableNodes movable(nodes_);
    node_of_ = std::move(movable.node_of);
    used_ = std::move(movable.order);
    places_.assign(node_of_.size(), -1);
    for (std::size_t i = 0; i < used_.size(); ++i)
      for (int c = 0; c < b_; ++c)
        if (const Index unknown = numbers(static_cast<Index>(i))[c]; unknown >= 0)
          places_[unknown] = static_cast<Index>(i) * b_ + c;
  }
  ~Implementation() { destroy(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool set_up(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
              const std::vector<StiffRow>& stiff) {
    start_petsc();
    destroy();
    n_ = unknowns;
    lay_out(matrix, stiff);
    fill(matrix, held, stiff);
    JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, size(), size(), starts_.data(), columns_.data(),
                                           values_.data(), &matrix_));
    JOUNCE_PETSC(VecCreateSeq(PETSC_COMM_SELF, size(), &right_));
    JOUNCE_PETSC(VecDuplicate(right_, &left_));
    JOUNCE_PETSC(PCCreate(PETSC_COMM_SELF, &pc_));
    JOUNCE_PETSC(PCSetOptionsPrefix(pc_, "multigrid_"));
    Matrix3X positions(3, static_cast<Index>(used_.size()));
    for (std::size_t i = 0; i < used_.size(); ++i)
      positions.col(static_cast<Index>(i)) = nodes_.positions.col(used_[i]);
    choose_multigrid(pc_, matrix_, positions, b_);
    JOUNCE_PETSC(PCSetOperators(pc_, matrix_, matrix_));
    JOUNCE_PETSC(PCSetFromOptions(pc_));
    // A coarse matrix that is singular is an error of a package: the caller has another way.
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    const PetscErrorCode code = PCSetUp(pc_);
    JOUNCE_PETSC(PetscPopErrorHandler());
    if (code != 0) destroy();
    return code == 0;
  }

  void apply(const Vector& r, Vector& z) {
    double* right = nullptr;
    JOUNCE_PETSC(VecGetArray(right_, &right));
    std::fill(right, right + size(), 0.0);
    for (Index i = 0; i < n_; ++i) right[place(i)] = r[i];
    JOUNCE_PETSC(VecRestoreArray(right_, &right));
    JOUNCE_PETSC(PCApply(pc_, right_, left_));
    const double* left = nullptr;
    JOUNCE_PETSC(VecGetArrayRead(left_, &left));
    z.resize(n_);
    for (Index i = 0; i < n_; ++i) z[i] = left[place(i)];
    JOUNCE_PETSC(VecRestoreArrayRead(left_, &left));
  }

  void release() {
    destroy();
    values_ = {};
    columns_ = {};
    block_columns_ = {};
  }

  Index node(Index unknown) const { return node_of_[unknown]; }

  DenseMatrix rigid_motions(Index unknowns) const {
    const Vector3 middle = nodes_.positions.rowwise().mean();
    const double size = (nodes_.positions.colwise() - middle).colwise().norm().maxCoeff();
    const int turns = b_ == 3 ? 3 : 1;
    DenseMatrix motions = DenseMatrix::Zero(unknowns, b_ + turns);
    for (std::size_t i = 0; i < nodes_.numbers.size(); ++i) {
      const Vector3 x = nodes_.positions.col(static_cast<Index>(i)) - middle;
      for (int c = 0; c < b_; ++c) {
        const Index number = nodes_.numbers[i][c];
        if (number < 0) continue;
        motions(number, c) = size;
        for (int turn = 0; turn < turns; ++turn)
          motions(number, b_ + turn) = Vector3::Unit(b_ == 3 ? turn : 2).cross(x)[c];
      }
    }
    return motions;
  }

 private:
  Index size() const { return static_cast<Index>(used_.size()) * b_; }
  Index place(Index unknown) const { return places_[unknown]; }

  static bool is_narrow(const StiffRow& row) { return row.unknowns.size() <= kWidestRow; }

  /// Whole blocks of nodes, held or not: aggregates are of nodes.
  void lay_out(const CsrMatrix& matrix, const std::vector<StiffRow>& stiff) {
    const auto nodes = static_cast<Index>(used_.size());
    std::vector<std::vector<Index>> rows_of(stiff.empty() ? 0 : used_.size());
    for (std::size_t k = 0; k < stiff.size(); ++k)
      for (const Index unknown : stiff[k].unknowns)
        if (is_narrow(stiff[k])) rows_of[place(unknown) / b_].push_back(static_cast<Index>(k));
    block_starts_.assign(1, 0);
    block_columns_.clear();
    std::vector<Index> seen(used_.size(), -1);
    for (Index i = 0; i < nodes; ++i) {
      const auto take = [&](Index unknown) {
        const Index j = place(unknown) / b_;
        if (seen[j] == i) return;
        seen[j] = i;
        block_columns_.push_back(j);
      };
      for (const Index unknown : numbers(i)) {
        if (unknown < 0) continue;
        for (Index k = matrix.row_starts()[unknown]; k < matrix.row_starts()[unknown + 1]; ++k)
          if (const Index column = matrix.columns()[k]; column < n_) take(column);
      }
      if (!rows_of.empty())
        for (const Index k : rows_of[i])
          for (const Index unknown : stiff[k].unknowns) take(unknown);
      std::sort(block_columns_.begin() + block_starts_.back(), block_columns_.end());
      block_starts_.push_back(static_cast<Index>(block_columns_.size()));
    }
    starts_.resize(static_cast<std::size_t>(size()) + 1);
    columns_.resize(block_columns_.size() * static_cast<std::size_t>(b_ * b_));
    values_.assign(columns_.size(), 0.0);
    for (Index i = 0; i < nodes; ++i)
      for (int a = 0; a < b_; ++a) {
        Index at = starts_[i * b_ + a] = place_in_values(i, a, block_starts_[i], 0);
        for (Index k = block_starts_[i]; k < block_starts_[i + 1]; ++k)
          for (int c = 0; c < b_; ++c) columns_[at++] = block_columns_[k] * b_ + c;
      }
    starts_.back() = static_cast<Index>(columns_.size());
  }

  const std::array<Index, 3>& numbers(Index i) const { return nodes_.numbers[used_[i]]; }

  /// Of entry (a, c) of the block number k, which is in the block row i.
  Index place_in_values(Index i, int a, Index k, int c) const {
    const Index first = block_starts_[i];
    const Index length = block_starts_[i + 1] - first;
    return b_ * b_ * first + b_ * length * a + b_ * (k - first) + c;
  }
  double& entry(Index i, int a, Index k, int c) { return values_[place_in_values(i, a, k, c)]; }
  Index block(Index i, Index j) const {
    const auto first = block_columns_.begin() + block_starts_[i];
    const auto last = block_columns_.begin() + block_starts_[i + 1];
    return static_cast<Index>(std::lower_bound(first, last, j) - block_columns_.begin());
  }

  void fill(const CsrMatrix& matrix, const std::vector<StiffRow>& held, const std::vector<StiffRow>& stiff) {
    for (Index unknown = 0; unknown < n_; ++unknown) {
      const Index row = place(unknown), i = row / b_;
      Index k = block_starts_[i];
      for (Index at = matrix.row_starts()[unknown]; at < matrix.row_starts()[unknown + 1]; ++at) {
        const Index column = matrix.columns()[at];
        if (column >= n_) break;
        const Index j = place(column) / b_;
        if (block_columns_[k] != j) k = block(i, j);
        entry(i, row % b_, k, place(column) % b_) = matrix.values()[at];
      }
    }
    for (const StiffRow& row : stiff)
      if (is_narrow(row)) add(row);
    take_out(held);
  }

  void add(const StiffRow& row) {
    for (std::size_t p = 0; p < row.unknowns.size(); ++p)
      for (std::size_t q = 0; q < row.unknowns.size(); ++q) {
        const Index at = place(row.unknowns[p]), to = place(row.unknowns[q]);
        entry(at / b_, at % b_, block(at / b_, to / b_), to % b_) +=
            row.stiffness * row.values[p] * row.values[q];
      }
  }

  void take_out(const std::vector<StiffRow>& held) {
    std::vector<std::vector<Vector3>> rows(used_.size());
    for (const StiffRow& row : held) {
      Vector3 w = Vector3::Zero();
      for (std::size_t k = 0; k < row.unknowns.size(); ++k) w[place(row.unknowns[k]) % b_] = row.values[k];
      rows[place(row.unknowns[0]) / b_].push_back(w);
    }
    std::vector<Matrix3> N(used_.size(), Matrix3::Identity());
    std::vector<std::uint8_t> is_held(used_.size(), 0);
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (!rows[i].empty()) N[i] = projection(rows[i]);
      for (int c = 0; c < b_; ++c)
        if (numbers(static_cast<Index>(i))[c] < 0) {
          N[i].row(c).setZero();
          N[i].col(c).setZero();
        }
      is_held[i] = N[i] != Matrix3::Identity();
    }
    for (Index i = 0; i < static_cast<Index>(used_.size()); ++i)
      for (Index k = block_starts_[i]; k < block_starts_[i + 1]; ++k) {
        const Index j = block_columns_[k];
        if (is_held[i] == 0 && is_held[j] == 0) continue;
        Matrix3 K = Matrix3::Zero();
        for (int a = 0; a < b_; ++a)
          for (int c = 0; c < b_; ++c) K(a, c) = entry(i, a, k, c);
        Matrix3 A = N[i] * K * N[j];
        if (i == j) {
          const double mean =
              std::max(K.topLeftCorner(b_, b_).trace() / b_, std::numeric_limits<double>::min());
          A += mean * (Matrix3::Identity() - N[i]);
        }
        for (int a = 0; a < b_; ++a)
          for (int c = 0; c < b_; ++c) entry(i, a, k, c) = A(a, c);
      }
  }

  void destroy() {
    PCDestroy(&pc_);
    VecDestroy(&right_);
    VecDestroy(&left_);
    MatDestroy(&matrix_);
  }

  NodeUnknowns nodes_;
  int b_;                                ///< unknowns of a node
  Index n_ = 0;                          ///< unknowns of the matrix
  std::vector<Index> node_of_, places_;  ///< of unknowns; in vectors of whole nodes
  std::vector<Index> used_;              ///< nodes that can move
  std::vector<Index> block_starts_, block_columns_;
  std::vector<Index> starts_, columns_;
  std::vector<double> values_;
  ::Mat matrix_ = nullptr;
  ::Vec right_ = nullptr, left_ = nullptr;
  PC pc_ = nullptr;
};

ElasticMultigrid::ElasticMultigrid(NodeUnknowns nodes)
    : implementation_(std::make_unique<Implementation>(std::move(nodes))) {}
ElasticMultigrid::~ElasticMultigrid() = default;
ElasticMultigrid::ElasticMultigrid(ElasticMultigrid&&) noexcept = default;
ElasticMultigrid& ElasticMultigrid::operator=(ElasticMultigrid&&) noexcept = default;
bool ElasticMultigrid::set_up(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
                              const std::vector<StiffRow>& stiff) {
  return implementation_->set_up(matrix, unknowns, held, stiff);
}
void ElasticMultigrid::apply(const Vector& r, Vector& z) { implementation_->apply(r, z); }
void ElasticMultigrid::release() { implementation_->release(); }
Index ElasticMultigrid::node(Index unknown) const { return implementation_->node(unknown); }
DenseMatrix ElasticMultigrid::rigid_motions(Index unknowns) const {
  return implementation_->rigid_motions(unknowns);
}

}  // namespace jounce
