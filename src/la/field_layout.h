#pragma once

#include <vector>

#include "la/unknown_fields.h"

namespace jounce {

/// Where the unknowns of several fields are in vectors that ranks share: a rank has, field after field, whole
/// nodes with all their displacements (those that are held have a row of the identity), then its part of the
/// other unknowns of the field. On one rank that is all of them. Nodes are on the ranks that own them, where
/// UnknownFields says which, else there are as many on each.
class FieldLayout {
 public:
  struct Size {
    Index nodes = 0;  ///< entries of whole nodes
    Index rest = 0;
    Index all() const { return nodes + rest; }
  };

  FieldLayout() = default;
  FieldLayout(const UnknownFields& fields, int rank, int ranks);

  int rank() const { return rank_; }
  int dimension() const { return b_; }
  int fields() const { return static_cast<int>(names_.size()); }
  const std::string& name(int field) const { return names_[field]; }
  /// Unknowns other than displacements on all ranks.
  Index rest(int field) const { return static_cast<Index>(rest_[field].size()); }
  Index field_size(int field) const { return offset(field, ranks_); }  ///< with held displacements
  /// Of this rank's part.
  Size own(int field) const { return size(field, rank_); }
  Index own_first(int field) const { return offset(field, rank_); }  ///< of its first entry in the field
  Index own_size() const { return own_size(rank_); }                 ///< of all fields
  Index own_size(int rank) const;
  Index size() const;  ///< of all fields on all ranks

  Index unknowns() const { return static_cast<Index>(field_of_.size()); }
  int field_of(Index unknown) const { return field_of_[unknown]; }
  /// In the vector of its field.
  Index place_in_field(Index unknown) const { return in_field_[unknown]; }
  /// In the vectors of all ranks, one after the other.
  Index place(Index unknown) const { return places_[unknown]; }
  /// Rank that has the unknown.
  int rank_of(Index unknown) const { return ranks_of_[unknown]; }
  /// Displacement along which axis; -1 for other unknowns.
  int axis(Index unknown) const;
  /// Unknown of an entry of this rank's part of a field; -1 for displacements that are held.
  Index unknown(int field, Index own_entry) const;
  const std::vector<Index>& own_nodes() const { return own_nodes_; }

 private:
  static Index share(Index count, int rank, int ranks) {
    return static_cast<Index>(static_cast<long>(count) * rank / ranks);
  }
  Index first_node(int rank) const { return first_nodes_[rank]; }
  void order_nodes(const UnknownFields& fields);
  Size size(int field, int rank) const;
  Index offset(int field, int rank) const;

  int b_ = 3, rank_ = 0, ranks_ = 1;
  std::vector<std::string> names_;
  std::vector<Index> first_;                ///< unknown of every field
  std::vector<std::array<Index, 3>> used_;  ///< unknowns of every node that can move, in a field
  std::vector<Index> first_nodes_;          ///< in used_, of every rank, and their end
  std::vector<Index> own_nodes_;            ///< their numbers in NodeUnknowns
  std::vector<std::vector<Index>> rest_;    ///< unknowns of every field that no node has
  std::vector<int> field_of_, ranks_of_;
  std::vector<std::int8_t> axis_;  ///< within a field
  std::vector<Index> in_field_, places_;
};

}  // namespace jounce
