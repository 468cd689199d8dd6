#include "elements/bushing.h"
#include "elements/elements.h"
#include "la/decompositions.h"
#include "model/marker_pair.h"

namespace jounce {
namespace {

using Matrix6 = Bushing::Matrix6;

/// Diagonal from `along` (translations) and `about` (rotations), or all of it from `whole`.
Matrix6 read_matrix(const params::Params& params, const ModelBuilder& builder, const char* along,
                    const char* about, const char* whole) {
  Matrix6 matrix = Matrix6::Zero();
  if (params.given(whole)) {
    if (builder.dimension() != 3) params.fail(whole, "6 x 6 matrices require model.dimension = 3");
    if (params.given(along) || params.given(about))
      params.fail(whole, "give the matrix or its diagonal, not both");
    matrix = Eigen::Map<const Matrix6>(params.numbers(whole).data());
    if (!matrix.isApprox(matrix.transpose(), 1e-12)) params.fail(whole, "the matrix must be symmetric");
    if (Eigen::SelfAdjointEigenSolver<Matrix6>(matrix).eigenvalues().minCoeff() < -1e-12 * matrix.norm())
      params.fail(whole, "the matrix must not have negative eigenvalues");
    return matrix;
  }
  if (params.given(along)) matrix.topLeftCorner<3, 3>().diagonal() = to_vector(params.numbers(along));
  if (params.given(about)) {
    if (builder.dimension() == 3)
      matrix.bottomRightCorner<3, 3>().diagonal() = to_vector(params.numbers(about));
    else
      matrix(5, 5) = params.numbers(about)[0];
  }
  return matrix;
}

void build_bushing(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "bushings need model.dimension = 2 or 3");
  const MarkerPair markers = marker_pair(params, builder);
  const Matrix6 K = read_matrix(params, builder, "stiffness", "rotational_stiffness", "stiffness_matrix");
  const Matrix6 C = read_matrix(params, builder, "damping", "rotational_damping", "damping_matrix");
  builder.add(std::make_unique<Bushing>(params.name(), markers.A, markers.B, markers.initial_A,
                                        markers.initial_B, K, C));
}

}  // namespace

ModelPart bushing_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  const std::vector<Key> own = {
      numbers("stiffness", "force per displacement along the axes of the first part's frame")
          .unit(dim::stiffness)
          .non_negative()
          .of_size(dimension_sized),
      numbers("rotational_stiffness", "moment per angle about these axes (in the plane: one)")
          .unit(dim::moment)
          .non_negative()
          .of_size(rotation_sized),
      numbers("damping", "force per velocity").unit(dim::damping).non_negative().of_size(dimension_sized),
      numbers("rotational_damping", "moment per angular velocity")
          .unit(dim::torsional_damping)
          .non_negative()
          .of_size(rotation_sized),
      numbers("stiffness_matrix", "symmetric 6 x 6 matrix of displacements and rotations, row by row")
          .of_size(36),
      numbers("damping_matrix", "symmetric 6 x 6 matrix of their rates, row by row").of_size(36)};
  keys.insert(keys.end(), own.begin(), own.end());
  return {{"element", "bushing",
           "Elastic support between two parts: forces linear in displacement and small rotation, in the "
           "frame of the first; unloaded at the start.",
           std::move(keys)},
          build_bushing};
}

}  // namespace jounce
