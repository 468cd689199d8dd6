#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "contact_problem/problem.h"

namespace jounce::io {

/// A contact problem as read from a file, with the impulses that the file offers to start from.
struct ContactProblemFile {
  contact_problem::Problem problem;
  Vector guess;  ///< empty where there is none
};

/// Reads a frictional contact problem: FCLIB HDF5 by its signature, else the text format. Throws
/// params::InputError with line and column (text), OutputError (unreadable file, wrong content of HDF5).
ContactProblemFile read_contact_problem(const std::filesystem::path& path);

/// The text format of Siconos: dimension, number of contacts, the matrix W (`problem_matrix.h`: dense ones
/// and the blocks of sparse ones stand column after column), q, mu, and perhaps a flag. Normal component
/// first. With M, H, q, b, mu instead it is a global problem, M v = H r + q, u = H^T v + b, and W is given as
/// the operator H^T M^-1 H (`mass_operator.h`). Which of both it is follows from how many numbers there are.
/// @param name of the file, for messages
contact_problem::Problem read_contact_problem_text(std::string_view text, const std::string& name);
/// Writes storage 1 (sparse blocks), 17 digits. Throws OutputError.
void write_contact_problem_text(const std::filesystem::path& path, const contact_problem::Problem& problem);

/// Writes one line of CSV a contact: r and u, normal component first. Throws OutputError.
void write_contact_solution(const std::filesystem::path& path, const contact_problem::Problem& problem,
                            const Vector& r, const Vector& u);

/// FCLIB (V. Acary, M. Bremond, T. Koziara, F. Perignon, FCLIB: a collection of discrete 3D frictional
/// contact problems, INRIA RT-0444, 2014): /fclib_local (W, q, mu) or /fclib_global (M, H, f, w, mu; no
/// equality constraints), with matrices as triplets, compressed columns or compressed rows, and the first
/// guess of /guesses. Throws OutputError.
ContactProblemFile read_fclib(const std::filesystem::path& path);
/// Writes /fclib_local with W by compressed columns and, where `guess` has its size, /guesses/1.
void write_fclib(const std::filesystem::path& path, const ContactProblemFile& content,
                 std::string_view title);

}  // namespace jounce::io
