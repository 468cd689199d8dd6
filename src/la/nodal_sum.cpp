#include "la/nodal_sum.h"

#include <algorithm>

namespace jounce {

NodalSum::NodalSum(std::span<const NodalMatrices> parts, double w_K, double w_M, std::span<const Index> dofs,
                   std::vector<Index>& places)
    : w_K_(w_K), w_M_(w_M) {
  std::vector<Index> wanted(places.size(), -1);
  for (std::size_t i = 0; i < dofs.size(); ++i) wanted[dofs[i]] = static_cast<Index>(i);
  for (const NodalMatrices& part : parts) {
    if (w_K != 0) {
      add_piece(part, 0, part.directions(), wanted);
      continue;
    }
    for (Index k = 0; k < part.directions(); ++k) add_piece(part, k, 1, wanted);
  }
  number(dofs, places);
}

void NodalSum::add_piece(const NodalMatrices& part, Index first, Index directions,
                         const std::vector<Index>& wanted) {
  Piece piece{part, first, directions, {}};
  piece.places.reserve(part.nodes() * directions);
  for (Index node = 0; node < part.nodes(); ++node)
    for (Index k = first; k < first + directions; ++k) {
      const auto dof = static_cast<std::size_t>(part.dofs[node * part.directions() + k]);
      piece.places.push_back(dof < wanted.size() ? wanted[dof] : -1);
    }
  if (std::ranges::any_of(piece.places, [](Index place) { return place >= 0; }))
    pieces_.push_back(std::move(piece));
}

void NodalSum::number(std::span<const Index> dofs, std::vector<Index>& places) {
  is_direct_ = pieces_.size() == 1;
  if (!is_direct_) {
    size_ = static_cast<Index>(dofs.size());
    for (std::size_t i = 0; i < dofs.size(); ++i) places[dofs[i]] = static_cast<Index>(i);
    return;
  }
  std::vector<Index>& of_piece = pieces_.front().places;
  size_ = static_cast<Index>(of_piece.size());
  for (Index place = 0; place < size_; ++place) {
    const Index i = of_piece[place];
    if (i < 0)
      empty_.push_back(place);
    else
      places[dofs[i]] = place;
  }
  of_piece = {};
}

void NodalSum::add_product(const Piece& piece, double w, const double* x, double* y) const {
  const SymmetricBlocks<1>& M = *piece.of.M;
  if (w_K_ == 0) return M.add_product(w * w_M_, x, y);
  std::visit([&](const auto* K) { K->add_product(w * w_K_, w * w_M_, M, x, y); }, piece.of.K);
}

void NodalSum::add_product(double w, const double* x, double* y) const {
  if (is_direct_) {
    add_product(pieces_.front(), w, x, y);
    for (const Index place : empty_) y[place] = 0;
    return;
  }
  for (const Piece& piece : pieces_) {
    x_.clear();
    for (const Index place : piece.places) x_.push_back(place < 0 ? 0.0 : x[place]);
    y_.assign(x_.size(), 0.0);
    add_product(piece, w, x_.data(), y_.data());
    for (std::size_t i = 0; i < y_.size(); ++i)
      if (const Index place = piece.places[i]; place >= 0) y[place] += y_[i];
  }
}

Vector NodalSum::diagonal() const {
  Vector d = Vector::Zero(size_);
  for (const Piece& piece : pieces_) {
    Index i = 0;
    for (Index node = 0; node < piece.of.nodes(); ++node)
      for (Index k = 0; k < piece.directions; ++k, ++i) {
        const Index place = is_direct_ ? i : piece.places[i];
        if (place < 0) continue;
        d[place] += w_M_ * *piece.of.M->diagonal(node);
        if (w_K_ == 0) continue;
        const double* const block = std::visit([&](const auto* K) { return K->diagonal(node); }, piece.of.K);
        d[place] += w_K_ * block[k * (piece.directions + 1)];
      }
  }
  for (const Index place : empty_) d[place] = 0;
  return d;
}

}  // namespace jounce
