#include "la/elastic_multigrid.h"

#include <petscksp.h>

#include <algorithm>

#include "la/petsc.h"
#include "la/petsc_check.h"
#include "la/rigid_body_multigrid.h"
#include "parallel/owned_entries.h"

namespace jounce {

class ElasticMultigrid::Implementation {
 public:
  explicit Implementation(NodeUnknowns nodes) : blocks_(std::move(nodes)) {}
  ~Implementation() { destroy(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool set_up(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
              const std::vector<StiffRow>& stiff) {
    start_petsc();
    destroy();
    n_ = unknowns;
    if (matrix.owners() && !blocks_.is_shared()) {
      const auto owners = std::span(*matrix.owners()).first(static_cast<std::size_t>(n_));
      blocks_.share(owners, mpi_rank());
      entries_ = parallel::OwnedEntries(owners);
    }
    blocks_.take(matrix, unknowns, held, stiff);
    create_matrix();
    JOUNCE_PETSC(MatCreateVecs(matrix_, &right_, &left_));
    JOUNCE_PETSC(PCCreate(blocks_.is_shared() ? MPI_COMM_WORLD : PETSC_COMM_SELF, &pc_));
    JOUNCE_PETSC(PCSetOptionsPrefix(pc_, "multigrid_"));
    choose_multigrid(pc_, matrix_, blocks_.positions(), blocks_.width());
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
    std::fill(right, right + blocks_.size(), 0.0);
    blocks_.each_own([&](Index unknown, Index at) { right[at] = r[unknown]; });
    JOUNCE_PETSC(VecRestoreArray(right_, &right));
    JOUNCE_PETSC(PCApply(pc_, right_, left_));
    const double* left = nullptr;
    JOUNCE_PETSC(VecGetArrayRead(left_, &left));
    z.resize(n_);
    blocks_.each_own([&](Index unknown, Index at) { z[unknown] = left[at]; });
    JOUNCE_PETSC(VecRestoreArrayRead(left_, &left));
    if (blocks_.is_shared()) entries_.complete({z.data(), static_cast<std::size_t>(n_)});
  }

  void release() {
    destroy();
    blocks_.release();
  }

  Index node(Index unknown) const { return blocks_.node(unknown); }

  DenseMatrix rigid_motions(Index unknowns) const {
    const NodeUnknowns& nodes = blocks_.nodes();
    const int b = blocks_.width(), turns = b == 3 ? 3 : 1;
    const Vector3 middle = nodes.positions.rowwise().mean();
    const double size = (nodes.positions.colwise() - middle).colwise().norm().maxCoeff();
    DenseMatrix motions = DenseMatrix::Zero(unknowns, b + turns);
    for (std::size_t i = 0; i < nodes.numbers.size(); ++i) {
      const Vector3 x = nodes.positions.col(static_cast<Index>(i)) - middle;
      for (int c = 0; c < b; ++c) {
        const Index number = nodes.numbers[i][c];
        if (number < 0) continue;
        motions(number, c) = size;
        for (int turn = 0; turn < turns; ++turn)
          motions(number, b + turn) = Vector3::Unit(b == 3 ? turn : 2).cross(x)[c];
      }
    }
    return motions;
  }

 private:
  void create_matrix() {
    const Index rows = blocks_.size();
    const auto &starts = blocks_.starts(), &columns = blocks_.columns();
    if (!blocks_.is_shared()) {
      JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, rows, rows, const_cast<Index*>(starts.data()),
                                             const_cast<Index*>(columns.data()), blocks_.values().data(),
                                             &matrix_));
      return;
    }
    JOUNCE_PETSC(MatCreateMPIAIJWithArrays(MPI_COMM_WORLD, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE,
                                           starts.data(), columns.data(), blocks_.values().data(), &matrix_));
    blocks_.drop_values();  // it has copies
  }

  void destroy() {
    PCDestroy(&pc_);
    VecDestroy(&right_);
    VecDestroy(&left_);
    MatDestroy(&matrix_);
  }

  NodeBlocks blocks_;
  Index n_ = 0;  ///< unknowns of the matrix
  parallel::OwnedEntries entries_;
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
