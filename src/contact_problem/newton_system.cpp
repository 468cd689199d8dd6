#include "contact_problem/newton_system.h"

#include "contact_problem/contact_functions.h"
#include "la/decompositions.h"

namespace jounce::contact_problem {
namespace {

constexpr Index kDense = 60;          ///< largest system that is dense whatever its pattern
constexpr Index kLargestDense = 400;  ///< largest dense system

template <int D>
using BlockMap = Eigen::Map<const SmallMatrix<D>>;

}  // namespace

NewtonSystem::NewtonSystem(const Problem& problem, Method function)
    : problem_(problem), function_(function), place_(problem.mu.size()) {}

bool NewtonSystem::step(const Vector& r, const Vector& u, double epsilon, Vector& dr) {
  return problem_.dimension == 3 ? step_of_dimension<3>(r, u, epsilon, dr)
                                 : step_of_dimension<2>(r, u, epsilon, dr);
}

template <int D>
bool NewtonSystem::step_of_dimension(const Vector& r, const Vector& u, double epsilon, Vector& dr) {
  const BlockMatrix& W = problem_.W;
  const Index contacts = problem_.contacts();
  dr.setZero(r.size());
  active_.clear();
  F_r_.clear();
  F_u_.clear();
  right_side_.resize(r.size());
  for (Index c = 0; c < contacts; ++c) {
    const double mu = problem_.mu[c];
    const SmallVector<D> r_c = r.segment<D>(D * c), u_c = u.segment<D>(D * c);
    const ContactFunction<D> f = function_ == Method::fischer_burmeister ? fischer_burmeister<D>(mu, r_c, u_c)
                                                                         : alart_curnier<D>(mu, r_c, u_c);
    place_[c] = -1;
    if (f.is_open) {
      dr.segment<D>(D * c) = -r_c;
      continue;
    }
    const auto place = static_cast<Index>(active_.size());
    place_[c] = place;
    active_.push_back(c);
    F_r_.insert(F_r_.end(), f.F_r.data(), f.F_r.data() + D * D);
    F_u_.insert(F_u_.end(), f.F_u.data(), f.F_u.data() + D * D);
    right_side_.segment<D>(D * place) = -f.F;
  }
  const Index unknowns = D * static_cast<Index>(active_.size());
  if (unknowns == 0) return true;
  std::size_t blocks = 0;
  for (Index i = 0; i * D < unknowns; ++i) {  // moves the known steps of open contacts to the right side
    const auto row = static_cast<std::size_t>(active_[i]);
    SmallVector<D> known = SmallVector<D>::Zero();
    for (Index k = W.row_starts[row]; k < W.row_starts[row + 1]; ++k) {
      const Index column = W.columns[k];
      if (place_[column] < 0)
        known += BlockMap<D>(W.block(k)) * dr.segment<D>(D * column);
      else
        ++blocks;
    }
    right_side_.segment<D>(D * i) -= BlockMap<D>(&F_u_[D * D * i]) * known;
  }
  right_side_.conservativeResize(unknowns);
  const double n = static_cast<double>(active_.size());
  const bool is_dense =
      unknowns <= kDense || (unknowns <= kLargestDense && static_cast<double>(blocks) > kFullShare * n * n);
  Vector x;
  if (!(is_dense ? solve_dense<D>(unknowns, epsilon, x) : solve_sparse<D>(unknowns, epsilon, x)))
    return false;
  for (Index i = 0; i * D < unknowns; ++i) dr.segment<D>(D * active_[i]) = x.segment<D>(D * i);
  return dr.allFinite();
}

template <int D>
bool NewtonSystem::solve_dense(Index unknowns, double epsilon, Vector& x) {
  const BlockMatrix& W = problem_.W;
  DenseMatrix J = DenseMatrix::Zero(unknowns, unknowns);
  for (Index i = 0; i * D < unknowns; ++i) {
    const auto row = static_cast<std::size_t>(active_[i]);
    const BlockMap<D> F_r(&F_r_[D * D * i]);
    const BlockMap<D> F_u(&F_u_[D * D * i]);
    for (Index k = W.row_starts[row]; k < W.row_starts[row + 1]; ++k) {
      const Index j = place_[W.columns[k]];
      if (j >= 0) J.block<D, D>(D * i, D * j) = F_u * BlockMap<D>(W.block(k));
    }
    J.block<D, D>(D * i, D * i) += F_r + epsilon * F_u;
  }
  x = J.partialPivLu().solve(right_side_);
  return x.allFinite();
}

template <int D>
bool NewtonSystem::solve_sparse(Index unknowns, double epsilon, Vector& x) {
  const BlockMatrix& W = problem_.W;
  const auto assemble = [&](MatrixSink& sink) {
    for (Index i = 0; i * D < unknowns; ++i) {
      const auto row = static_cast<std::size_t>(active_[i]);
      const BlockMap<D> F_r(&F_r_[D * D * i]);
      const BlockMap<D> F_u(&F_u_[D * D * i]);
      std::array<Index, D> rows, columns;
      for (int a = 0; a < D; ++a) rows[a] = D * i + a;
      for (Index k = W.row_starts[row]; k < W.row_starts[row + 1]; ++k) {
        const Index j = place_[W.columns[k]];
        if (j < 0) continue;
        for (int a = 0; a < D; ++a) columns[a] = D * j + a;
        SmallMatrix<D> block = F_u * BlockMap<D>(W.block(k));
        if (i == j) block += F_r + epsilon * F_u;
        sink.add(rows, columns, block.data());
      }
    }
  };
  if (active_ != last_active_) {
    PatternBuilder pattern(unknowns);
    assemble(pattern);
    pattern.build(matrix_);
    last_active_ = active_;
  }
  matrix_.set_zero();
  assemble(matrix_);
  try {
    if (!solver_) solver_.emplace(MatrixKind::general);
    solver_->factor(matrix_);
    solver_->solve(right_side_, x);
  } catch (const SingularMatrix&) {
    solver_.reset();
    return false;
  }
  return x.allFinite();
}

}  // namespace jounce::contact_problem
