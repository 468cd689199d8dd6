#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "verify/evaluation.h"

namespace jounce::verify {

/// The head of the table of figures.
void print_table_head(std::ostream& out);

/// One line of the table: case, quantity, computed, reference, tolerance, pass or FAIL, kind; a second line
/// with the reason when the figure could not be computed.
void print_table_row(const Figure& figure, std::ostream& out);

/// One JSON object on one line: case, group, quantity, reference, kind, source, relation, computed,
/// tolerance, pass, and message when there is one. Numbers that are not finite become null.
std::string json_object(const Figure& figure);

}  // namespace jounce::verify
