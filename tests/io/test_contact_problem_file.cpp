#include "io/contact_problem_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <fstream>

#include "io/output_error.h"
#include "params/input_error.h"

namespace jounce::io {
namespace {

namespace fs = std::filesystem;
using contact_problem::Problem;
using ::testing::HasSubstr;

constexpr const char* kDense = "3\n1\n\n0\n3\n3\n\n3\t3\n\n15 -1 -2\n-1 14 1\n-2 1 16\n\n-1 2 3\n0.1\n";

fs::path scratch(const char* name) { return fs::path(::testing::TempDir()) / name; }

std::string error_of(const std::string& text) {
  try {
    read_contact_problem_text(text, "p.dat");
  } catch (const params::InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, old.size(), by);
}

TEST(ContactProblemText, ReadsDense) {
  const Problem p = read_contact_problem_text(kDense, "p.dat");
  DenseMatrix W(3, 3);
  W << 15, -1, -2, -1, 14, 1, -2, 1, 16;
  EXPECT_EQ(p.W.dense(), W);
  EXPECT_EQ(p.q, Vector3(-1, 2, 3));
  EXPECT_EQ(p.mu, std::vector<double>{0.1});
}

TEST(ContactProblemText, ReadsBlocksByColumns) {
  const Problem p = read_contact_problem_text(
      "2 2 1 4 4  3 2 2  2 4  2 4  3 3  0 2 3  0 1 1  0  1 2 3 4  1  5 6 7 8  2  9 10 11 12  1 2 3 4  0.5 "
      "0.6 0",
      "p.dat");
  DenseMatrix W(4, 4);
  W << 1, 3, 5, 7, 2, 4, 6, 8, 0, 0, 9, 11, 0, 0, 10, 12;
  EXPECT_EQ(p.W.dense(), W);
}

TEST(ContactProblemText, ReadsColumns) {
  const Problem p = read_contact_problem_text(
      "2\n1\n2\n2\n2\n2\nCSparse Version 3\n2-by-2, nzmax: 3 nnz: 3, 1-norm: 4\n"
      "    col 0 : locations 0 to 1\n      0 : 5\n      1 : -1\n    col 1 : locations 2 to 2\n      1 : 4\n"
      "1 2\n0.5\n",
      "p.dat");
  DenseMatrix W(2, 2);
  W << 5, 0, -1, 4;
  EXPECT_EQ(p.W.dense(), W);
}

TEST(ContactProblemText, SaysWhereItIsWrong) {
  EXPECT_THAT(error_of(replaced(kDense, "14", "x14")),
              HasSubstr("p.dat:11:4: an entry of W must be a finite"));
  EXPECT_THAT(error_of(replaced(kDense, "14", "nan")), HasSubstr("p.dat:11:4"));
  EXPECT_THAT(error_of("4\n1\n"), HasSubstr("p.dat:1:1: the dimension must be a whole number from 2 to 3"));
  EXPECT_THAT(error_of("3\n1\n7\n"), HasSubstr("p.dat:3:1: the storage of W"));
  EXPECT_THAT(error_of("3\n1\n0\n3\n4\n"), HasSubstr("p.dat:5:1: the number of columns"));
  EXPECT_THAT(error_of(replaced(kDense, "0.1", "-0.1")), HasSubstr("must not be negative"));
  EXPECT_THAT(error_of(replaced(kDense, "0.1\n", "")),
              HasSubstr("the file ends where a friction coefficient"));
  EXPECT_THAT(error_of(std::string(kDense) + "0 5"), HasSubstr("expected the end of the file, found '5'"));
  EXPECT_THAT(error_of(""), HasSubstr("the file ends where the dimension is expected"));
}

Problem two_contacts() {
  Problem p;
  p.dimension = 2;
  p.mu = {0.25, 1.5};
  DenseMatrix W(4, 4);
  W << 2, 0.1, 0.3, 0, 0.1, 1, 0, 0.2, 0.3, 0, 3, 0, 0, 0.2, 0, 1.0 / 3;
  p.W = contact_problem::block_matrix(W, 2);
  p.q = Vector(4);
  p.q << -1, 0.3, 1e-17, 1.0 / 7;
  return p;
}

TEST(ContactProblemFile, TextAndFclibKeepEveryBit) {
  const Problem p = two_contacts();
  const Vector guess = Vector::Constant(4, 0.1);
  const fs::path text = scratch("jounce-problem.dat"), hdf5 = scratch("jounce-problem.hdf5");
  write_contact_problem_text(text, p);
  write_fclib(hdf5, {p, guess}, "test");
  for (const fs::path& file : {text, hdf5}) {
    const ContactProblemFile back = read_contact_problem(file);
    EXPECT_EQ(back.problem.W.dense(), p.W.dense()) << file;
    EXPECT_EQ(back.problem.q, p.q) << file;
    EXPECT_EQ(back.problem.mu, p.mu) << file;
    EXPECT_EQ(back.guess.size(), file == hdf5 ? 4 : 0);
  }
  fs::remove(text);
  fs::remove(hdf5);
}

TEST(ContactProblemFile, RefusesWhatIsNoProblem) {
  EXPECT_THROW(read_contact_problem(scratch("jounce-does-not-exist")), OutputError);
  EXPECT_THROW(write_contact_problem_text(scratch("no/such/folder/x.dat"), two_contacts()), OutputError);
  EXPECT_THROW(write_fclib(scratch("no/such/folder/x.hdf5"), {two_contacts(), {}}, ""), OutputError);
  const fs::path file = scratch("jounce-empty.hdf5");
  H5Fclose(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  try {
    read_contact_problem(file);
    ADD_FAILURE() << "accepted";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("neither '/fclib_local' nor '/fclib_global'"));
  }
  write_fclib(file, {two_contacts(), {}}, "test");
  hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(id, "/fclib_local/vectors/q", H5P_DEFAULT);
  H5Fclose(id);
  try {
    read_contact_problem(file);
    ADD_FAILURE() << "accepted";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no '/fclib_local/vectors/q'"));
  }
  fs::remove(file);
}

}  // namespace
}  // namespace jounce::io
