#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "contact_problem/fast_clones.h"
#include "la/types.h"

namespace jounce::contact_problem {

/// What rows of contacts (three each) and of joints (one) have beyond six components of a body. A wide body,
/// one with more components of w, takes several places of six in w that follow each other; its rows name the
/// first of them, and their tail has a piece for each other one. Rows of other bodies have no tail, and where
/// no body is wide nothing is kept.
template <int kRows>
class BodyTails {
 public:
  static constexpr int kPlace = 6;

  struct Piece {
    Index body;                                                        ///< place in w
    std::array<double, static_cast<std::size_t>(kPlace* kRows)> rows;  ///< row by row
  };

  bool empty() const { return pieces_.empty(); }
  /// Number of the last contact or joint row with a tail, and one.
  std::size_t size() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  JOUNCE_INLINE std::span<const Piece> of(std::size_t number) const {
    if (number + 1 >= starts_.size()) return {};
    return {pieces_.data() + starts_[number], pieces_.data() + starts_[number + 1]};
  }
  std::span<Piece> pieces() { return pieces_; }

  void clear() {
    pieces_.clear();
    starts_.clear();
    open_ = 0;
  }
  /// Sets six numbers of a row (0 to kRows - 1) in the tail that is closed next.
  void add(Index body, int row, const double* values) {
    auto piece = std::find_if(pieces_.begin() + static_cast<std::ptrdiff_t>(open_), pieces_.end(),
                              [&](const Piece& known) { return known.body == body; });
    if (piece == pieces_.end()) piece = pieces_.insert(pieces_.end(), Piece{body, {}});
    std::copy_n(values, kPlace, piece->rows.begin() + kPlace * row);
  }
  /// What was added since the last tail is that of a contact or joint row; numbers ascend.
  void close(std::size_t number) {
    if (open_ == pieces_.size()) return;
    starts_.resize(number + 1, open_);
    starts_.push_back(pieces_.size());
    open_ = pieces_.size();
  }

  /// u += what the tail has of H^T w.
  JOUNCE_INLINE void add_velocity(std::size_t number, const double* w, double* u) const {
    for (const Piece& piece : of(number)) {
      const double* const at = w + kPlace * static_cast<std::ptrdiff_t>(piece.body);
      for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t i = 0; i < kPlace; ++i) u[row] += piece.rows[kPlace * row + i] * at[i];
    }
  }
  /// w += what the tail has of H d.
  JOUNCE_INLINE void add_impulse(std::size_t number, const double* d, double* w) const {
    for (const Piece& piece : of(number)) {
      double* const at = w + kPlace * static_cast<std::ptrdiff_t>(piece.body);
      for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t i = 0; i < kPlace; ++i) at[i] += piece.rows[kPlace * row + i] * d[row];
    }
  }
  /// What tails a and b have of H_a^T H_b, rows of a and columns of b.
  Eigen::Matrix<double, kRows, kRows> product(std::size_t a, std::size_t b) const {
    using Block = Eigen::Map<const Eigen::Matrix<double, kPlace, kRows>>;
    Eigen::Matrix<double, kRows, kRows> sum = Eigen::Matrix<double, kRows, kRows>::Zero();
    for (const Piece& x : of(a))
      for (const Piece& y : of(b))
        if (x.body == y.body) sum += Block(x.rows.data()).transpose() * Block(y.rows.data());
    return sum;
  }

 private:
  std::vector<Piece> pieces_;
  std::vector<std::size_t> starts_;  ///< of the tails among the pieces, and the end of the last
  std::size_t open_ = 0;
};

}  // namespace jounce::contact_problem
