#include "contact_problem/one_contact.h"

namespace jounce::contact_problem {

namespace {
constexpr double kSingular = 1e-13;  ///< relative size of a determinant that is round-off
}

OneContact3::OneContact3(const double* A, double mu) : mu_(mu), A_(A) {
  const double trace = A[0] + A[4] + A[8];
  if (!(A[0] > kSingular * trace)) return;
  inverse_normal_ = 1 / A[0];
  a_[0] = A[3] * inverse_normal_;
  a_[1] = A[6] * inverse_normal_;
  c_[0] = A[1];
  c_[1] = A[2];
  B_[0] = A[4] - A[1] * a_[0];
  B_[1] = A[5] - A[2] * a_[0];
  B_[2] = A[7] - A[1] * a_[1];
  B_[3] = A[8] - A[2] * a_[1];
  trace_ = B_[0] + B_[3];
  determinant_ = B_[0] * B_[3] - B_[1] * B_[2];
  is_definite_ = trace_ > kSingular * trace && determinant_ > kSingular * trace_ * trace_;
  if (is_definite_) least_ = determinant_ / trace_;
}

OneContact2::OneContact2(const double* A, double mu) : mu_(mu), A_(A) {
  const double determinant = A[0] * A[3] - A[1] * A[2];
  if (determinant > kSingular * A[0] * A[3]) inverse_determinant_ = 1 / determinant;
  for (int side = 0; side < 2; ++side) {
    const double pivot = A[0] - (side == 0 ? mu : -mu) * A[2];
    if (pivot > kSingular * A[0]) inverse_slide_[side] = 1 / pivot;
  }
}

}  // namespace jounce::contact_problem
