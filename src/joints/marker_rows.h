#pragma once

#include "model/marker_pair.h"

namespace jounce {

/// Keys of the stops of a joint: `lower`, `upper`, `restitution`.
std::vector<params::Key> limit_keys(const std::string& coordinate);

/// Adds the stops that the deck gives on the joint's free coordinate ("displacement" or "angle", as in
/// relative_coordinate), as a contact with the joint's name.
void add_limits(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers,
                const std::string& quantity);

/// A node, body or marker as it stands at the start, B, and the ground there, A.
MarkerPair against_ground(std::shared_ptr<const Marker> marker, const ModelBuilder& builder);

/// Rows that keep the two points together, in fixed axes: "x", "y" and in space "z".
void add_point_rows(int dimension, std::vector<MarkerRow>& rows, std::vector<std::string>& names);

/// Rows that keep the point of B on the line through A along `axis` (fixed in A): one in the plane, two in
/// space.
void add_line_rows(int dimension, const Vector3& axis, std::vector<MarkerRow>& rows,
                   std::vector<std::string>& names);

/// Row "along" that keeps B's point at A's along `axis` (fixed in A).
void add_along_row(const Vector3& axis, std::vector<MarkerRow>& rows, std::vector<std::string>& names);

/// Rows that keep the direction `axis` (fixed in A) parallel to its initial direction in B: two, in space.
void add_parallel_rows(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                       std::vector<std::string>& names);

/// The same two rows with directions fixed in A and the axis fixed in B: their moments on B, about the second
/// and against the first direction across the axis, then do not turn with B.
void add_parallel_rows_in_A(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                            std::vector<std::string>& names);

/// Row "turn" that keeps B from turning about `axis` (fixed in A), to first order where B turns about other
/// axes too: a direction across the axis in A stays at right angles to the other one in B.
void add_turn_row(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                  std::vector<std::string>& names);

/// Two unit vectors across a unit vector that make a right-handed frame with it: (first, second, axis). Rows
/// "across_1" and "across_2" have these directions.
std::pair<Vector3, Vector3> across(const Vector3& axis);

/// Rows that keep B's frame at its initial orientation to A's: one in the plane, three in space.
void add_orientation_rows(const params::Params& params, int dimension, const MarkerPair& markers,
                          std::vector<MarkerRow>& rows, std::vector<std::string>& names);

/// Adds the joint to the model.
void add_joint(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers,
               std::vector<MarkerRow> rows, std::vector<std::string> names);

}  // namespace jounce
