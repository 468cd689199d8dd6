#include "contact_problem/one_contact.h"

namespace jounce::contact_problem {

OneContact2::OneContact2(const double* A, double mu) : mu_(mu), A_(A) {
  const double determinant = A[0] * A[3] - A[1] * A[2];
  if (determinant > OneContact3::kSingular * A[0] * A[3]) inverse_determinant_ = 1 / determinant;
  for (int side = 0; side < 2; ++side) {
    const double pivot = A[0] - (side == 0 ? mu : -mu) * A[2];
    if (pivot > OneContact3::kSingular * A[0]) inverse_slide_[side] = 1 / pivot;
  }
}

}  // namespace jounce::contact_problem
