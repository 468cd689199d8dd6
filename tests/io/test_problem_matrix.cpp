// Contact problems as text: the same random problem in every storage, each file written here number by
// number.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "io/contact_problem_file.h"
#include "la/decompositions.h"
#include "params/input_error.h"

namespace jounce::io {
namespace {

using contact_problem::Problem;
using contact_problem::Status;
using ::testing::HasSubstr;

constexpr std::array<const char*, 5> kStorages = {"dense", "blocks", "triplets", "columns", "rows"};

std::string numbers(const Vector& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{:.17g} ", value);
  return text + "\n";
}

std::string dense(const DenseMatrix& A) {
  std::string text = fmt::format("0\n{0}\n{1}\n{0}\t{1}\n", A.rows(), A.cols());
  for (int k = 0; k < A.size();
       ++k) {  // element i, j at i + j rows; lines as long as a row, as the format has it
    text += fmt::format("{:.17g}", A(k % A.rows(), k / A.rows()));
    text += (k + 1) % A.cols() == 0 ? "\n" : " ";
  }
  return text;
}

/// Blocks of `tall` x `wide` (the last ones smaller), those of zeros left out.
std::string blocks(const DenseMatrix& A, int tall, int wide) {
  std::string rows, last_columns, starts = "0", block_columns, entries;
  const int n = static_cast<int>(A.rows()), m = static_cast<int>(A.cols());
  int number = 0, block_rows = 0;
  for (int i = 0; i < n; i += tall, ++block_rows) {
    rows += fmt::format("{} ", std::min(n, i + tall));
    for (int j = 0; j < m; j += wide) {
      const DenseMatrix block = A.block(i, j, std::min(tall, n - i), std::min(wide, m - j));
      if (i == 0) last_columns += fmt::format("{} ", std::min(m, j + wide));
      if (block.isZero(0.0)) continue;
      block_columns += fmt::format("{} ", j / wide);
      entries += fmt::format("{}\n", number++);
      for (Eigen::Index b = 0; b < block.cols(); ++b)
        for (Eigen::Index a = 0; a < block.rows(); ++a) entries += fmt::format("{:.17g}\n", block(a, b));
    }
    starts += fmt::format(" {}", number);
  }
  return fmt::format("1\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", n, m, number, block_rows,
                     (m + wide - 1) / wide, rows, last_columns, block_rows + 1, number, starts, block_columns,
                     entries);
}

std::string triplets(const DenseMatrix& A) {
  std::string entries;
  int count = 0;
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j)
      if (A(i, j) != 0) {
        entries += fmt::format("    {} {} : {:.17g}\n", i, j, A(i, j));
        ++count;
      }
  return fmt::format("2\n{0}\n{1}\n1\nCSparse Version 3.1.9\ntriplet: {0}-by-{1}, nzmax: {2} nnz: {2}\n",
                     A.rows(), A.cols(), count) +
         entries;
}

/// Compressed columns, or compressed rows: those are printed as the columns of the transposed matrix.
std::string compressed(const DenseMatrix& A, bool is_by_rows) {
  const DenseMatrix B = is_by_rows ? DenseMatrix(A.transpose()) : A;
  std::string entries;
  int at = 0;
  for (int j = 0; j < B.cols(); ++j) {
    const auto count = static_cast<int>((B.col(j).array() != 0).count());
    entries += fmt::format("    col {} : locations {} to {}\n", j, at, at + count - 1);
    at += count;
    for (int i = 0; i < B.rows(); ++i)
      if (B(i, j) != 0) entries += fmt::format("      {} : {:.17g}\n", i, B(i, j));
  }
  return fmt::format("2\n{0}\n{1}\n{2}\nCSparse Version 3.1.9\n{0}-by-{1}, nzmax: {3} nnz: {3}, 1-norm: 1\n",
                     A.rows(), A.cols(), is_by_rows ? 3 : 2, at) +
         entries;
}

std::string stored(const std::string& storage, const DenseMatrix& A, int tall, int wide) {
  if (storage == "dense") return dense(A);
  if (storage == "blocks") return blocks(A, tall, wide);
  return storage == "triplets" ? triplets(A) : compressed(A, storage == "rows");
}

struct Generator {
  std::mt19937_64 random{24};

  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  }
  DenseMatrix matrix(Index height, Index width) {
    DenseMatrix A(height, width);
    for (Index j = 0; j < width; ++j)
      for (Index i = 0; i < height; ++i) A(i, j) = between(-1, 1);
    return A;
  }
  /// Positive definite and far from symmetric, with zero blocks.
  DenseMatrix unsymmetric(Index n, int d) {
    DenseMatrix A = matrix(n, n);
    for (Index i = 0; i < n; i += d)
      for (Index j = 0; j < n; j += d)
        if (i != j && between(0, 1) < 0.3) A.block(i, j, d, d).setZero();
    const double shift = 1.1 * A.cwiseAbs().rowwise().sum().maxCoeff();
    return A + shift * DenseMatrix::Identity(n, n);
  }
};

/// The natural map of Coulomb's law over |q|, with nothing but the numbers of the problem.
double measured(const DenseMatrix& W, const Vector& q, const std::vector<double>& mu, const Vector& r) {
  const int d = static_cast<int>(q.size() / static_cast<Eigen::Index>(mu.size()));
  const Vector u = W * r + q;
  double sum = 0;
  for (Index c = 0; c < static_cast<Index>(mu.size()); ++c) {
    const double m = mu[c], w = W.diagonal().segment(d * c, d).mean();
    Vector x = w * r.segment(d * c, d) - u.segment(d * c, d);
    x[0] -= m * u.segment(d * c + 1, d - 1).norm();
    const double t = x.tail(d - 1).norm(), n = x[0];
    if (m * t <= -n) {
      x.setZero();
    } else if (t > m * n) {
      x[0] = (n + m * t) / (1 + m * m);
      x.tail(d - 1) *= m * x[0] / t;
    }
    sum += (w * r.segment(d * c, d) - x).squaredNorm();
  }
  return std::sqrt(sum) / q.norm();
}

TEST(ProblemMatrix, UnsymmetricOnesAreSolvedAsTheFileHasThem) {
  Generator generator;
  int of_the_transposed = 0;
  for (int i = 0; i < 60; ++i) {
    const int d = 2 + i % 2, contacts = 1 + i % 7, n = d * contacts;
    const DenseMatrix W = generator.unsymmetric(n, d);
    const Vector q = generator.matrix(n, 1);
    const std::vector<double> mu(static_cast<std::size_t>(contacts), generator.between(0, 0.8));
    for (const std::string storage : kStorages) {
      const std::string text = fmt::format("{}\n{}\n", d, contacts) + stored(storage, W, d, d) + numbers(q) +
                               numbers(Eigen::Map<const Vector>(mu.data(), contacts)) +
                               (i % 3 == 0 ? "0\n" : "");
      const Problem p = read_contact_problem_text(text, "p.dat");
      check(p);
      ASSERT_EQ(p.W.dense(), W) << storage << " " << i;
      ASSERT_EQ(p.q, q);
      const auto result = solve(p, {}, {});
      ASSERT_EQ(result.status, Status::solved) << storage << " " << i;
      ASSERT_LE(measured(W, q, mu, result.r), 2e-10) << storage << " " << i;
      of_the_transposed += measured(W.transpose(), q, mu, result.r) <= 1e-6 ? 1 : 0;
    }
  }
  EXPECT_LT(of_the_transposed, 150)
      << "problems that the transposed matrix would solve as well prove nothing";
}

TEST(ProblemMatrix, UnsymmetricOnesSurviveWriting) {
  Generator generator;
  for (int i = 0; i < 12; ++i) {
    const int d = 2 + i % 2, contacts = 1 + i % 5;
    Problem p;
    p.dimension = d;
    p.mu.assign(contacts, 0.25);
    p.W = contact_problem::block_matrix(generator.unsymmetric(d * contacts, d), d);
    p.q = generator.matrix(d * contacts, 1);
    for (const char* name : {"jounce-unsymmetric.dat", "jounce-unsymmetric.hdf5"}) {
      const auto file = std::filesystem::path(::testing::TempDir()) / name;
      file.extension() == ".dat" ? write_contact_problem_text(file, p) : write_fclib(file, {p, {}}, "test");
      const Problem back = read_contact_problem(file).problem;
      EXPECT_EQ(back.W.dense(), p.W.dense()) << name;
      EXPECT_EQ(back.q, p.q) << name;
      std::filesystem::remove(file);
    }
  }
}

TEST(ProblemMatrix, GlobalProblemsAreReadInEveryStorage) {
  Generator generator;
  for (int i = 0; i < 24; ++i) {
    const int d = 2 + i % 2, contacts = 1 + i % 4, n = d * contacts;
    const int unknowns = i % 3 == 0 ? n : n + i % 5 + 1;  // M as large as W, too
    const DenseMatrix M = generator.unsymmetric(unknowns, 1), H = generator.matrix(unknowns, n);
    const Vector q = generator.matrix(unknowns, 1), b = generator.matrix(n, 1);
    const std::vector<double> mu(static_cast<std::size_t>(contacts), generator.between(0, 0.8));
    const DenseMatrix inverse = M.inverse();
    const DenseMatrix W = H.transpose() * inverse * H;
    for (const std::string of_M : kStorages)
      for (const std::string of_H : kStorages) {
        const std::string text = fmt::format("{}\n{}\n", d, contacts) + stored(of_M, M, 3, 3) +
                                 stored(of_H, H, 3, d) + numbers(q) + numbers(b) +
                                 numbers(Eigen::Map<const Vector>(mu.data(), contacts)) +
                                 (i % 2 == 0 ? "0\n" : "");
        const Problem p = formed(read_contact_problem_text(text, "p.dat"));
        check(p);
        ASSERT_LE((p.W.dense() - W).norm(), 1e-12 * W.norm()) << of_M << " " << of_H << " " << i;
        ASSERT_LE((p.q - H.transpose() * (inverse * q) - b).norm(), 1e-12) << of_M << " " << of_H << " " << i;
      }
  }
}

TEST(ProblemMatrix, SaysWhatIsWrong) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      read_contact_problem_text(text, "p.dat");
    } catch (const params::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(error_of("2 2 0 2 2 2 2 1 0 0 1 5 5 0.1"),
              HasSubstr("2 contacts in 2 dimensions need W of 4 rows, this one has 2"));
  EXPECT_THAT(error_of("2 1 0 2 2 2 2 1 0 0 1  0 3 2 3 2 1 1 1 1 1 1  1 1  1 1  0.1"),
              HasSubstr("H is 3 x 2, but M of 2 x 2 and 1 contacts in 2 dimensions need 2 x 2"));
  EXPECT_THAT(error_of("2 1 2 2 2 1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n0 0 : 1\n"
                       "0 2 2 2 2 1 1 1 1  1 1  1 1  0.1"),
              HasSubstr("M has no entry in row 1"));
  EXPECT_THAT(error_of("2 1 1 2 2 1 1 1 3 2 2 1 0 1 0 0 1 2 3 4 1 1 0.1"),
              HasSubstr("the end of a block row must be 2, not '3'"));
  EXPECT_THAT(error_of("2 1 2 2 2 1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n0 2 : 1\n1 1 0.1"),
              HasSubstr("p.dat:4:3: a column must be a whole number from 0 to 1, not '2'"));
}

}  // namespace
}  // namespace jounce::io
