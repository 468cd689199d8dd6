#include "la/rigid_body_multigrid.h"

#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr PetscReal kStrong = 0.01;  ///< coupling of nodes below which they are not aggregated, relative

}  // namespace

void choose_multigrid(PC pc, ::Mat matrix, const Matrix3X& positions, int b) {
  JOUNCE_PETSC(MatSetBlockSize(matrix, b));
  for (const MatOption option : {MAT_SYMMETRIC, MAT_SPD})
    JOUNCE_PETSC(MatSetOption(matrix, option, PETSC_TRUE));
  ::Vec places = nullptr;
  JOUNCE_PETSC(MatCreateVecs(matrix, &places, nullptr));
  JOUNCE_PETSC(VecSetBlockSize(places, b));
  double* x = nullptr;
  JOUNCE_PETSC(VecGetArrayWrite(places, &x));
  for (Index i = 0; i < positions.cols(); ++i)
    for (int c = 0; c < b; ++c) x[b * i + c] = positions(c, i);
  JOUNCE_PETSC(VecRestoreArrayWrite(places, &x));
  MatNullSpace motions = nullptr;
  JOUNCE_PETSC(MatNullSpaceCreateRigidBody(places, &motions));
  JOUNCE_PETSC(MatSetNearNullSpace(matrix, motions));
  MatNullSpaceDestroy(&motions);
  VecDestroy(&places);
  JOUNCE_PETSC(PCSetType(pc, PCGAMG));
  PetscReal threshold = kStrong;
  JOUNCE_PETSC(PCGAMGSetThreshold(pc, &threshold, 1));
}

}  // namespace jounce
