#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "io/field_writer.h"

namespace jounce::io {

/// Colour of a number, "#rrggbb": grey for negative ones, few of them for colour-blind eyes (Okabe and Ito).
std::string part_colour(int part);

/// The gnuplot script that `draw_cells` feeds to gnuplot, data included.
/// @param parts number of every cell, which is its colour; negative: grey
/// What lies in the plane z = const is seen from above, everything else obliquely from the front with x to
/// the right and z up: of solids the faces that no other shares, those farther away first, darker where they
/// are turned away from the light.
std::string cell_picture_script(const FieldMesh& mesh, std::span<const double> parts,
                                const std::string& title, const std::filesystem::path& png);

/// Draws a PNG of cells by running gnuplot. Throws OutputError: gnuplot missing (names the package) or
/// failing.
void draw_cells(const FieldMesh& mesh, std::span<const double> parts, const std::string& title,
                const std::filesystem::path& png);

}  // namespace jounce::io
