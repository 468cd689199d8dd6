#include "integrators/ggl/ggl_matrix.h"

#include "integrators/ggl/iterative_choice.h"
#include "la/field_layout.h"
#include "model/node_unknowns.h"

namespace jounce {

void GglMatrix::split() {
  is_split_ = true;
  fields_.nodes = node_unknowns(system_);
  shares_all_mass_ = has_shareable_mass(system_);
}

const UnknownFields* GglMatrix::fields() const {
  const bool are_whole_for_factors = system_.share() != nullptr && !is_partial();
  return is_split_ && !are_whole_for_factors ? &fields_ : nullptr;
}

/// Nodes of the matrix on the ranks that own their degrees of freedom.
void GglMatrix::share() {
  own_rows_.clear();
  if (!is_partial()) return;
  ElementShare& share = *system_.share();
  fields_.owners.assign(fields_.nodes.numbers.size(), 0);
  for (std::size_t node = 0; node < fields_.owners.size(); ++node)
    for (const Index dof : fields_.nodes.numbers[node])
      if (dof >= 0) fields_.owners[node] = share.owner()[dof];
  const FieldLayout layout(fields_, share.ranks().rank(), share.ranks().size());
  std::vector<int> owners;
  for (Index row = 0; row < layout.unknowns(); ++row) {
    owners.push_back(layout.rank_of(row));
    own_rows_.push_back(layout.rank_of(row) == layout.rank());
  }
  owners_ = std::make_shared<const std::vector<int>>(std::move(owners));
}

void GglMatrix::name_fields() {
  fields_.fields = {{"smooth", equations_.smooth_size()}, {"position", equations_.position_size()}};
  if (equations_.has_velocity_projection())
    fields_.fields.push_back({"velocity", equations_.velocity_size()});
  share();
}

void GglMatrix::assemble() {
  const auto add = [&](MatrixSink& sink) {
    if (!is_partial()) {
      equations_.assemble(sink);
      return;
    }
    RowFilterSink own(sink, own_rows_);
    equations_.assemble({sink, own});
  };
  if (!is_laid_out_) {
    if (is_split_) name_fields();
    PatternBuilder pattern(equations_.size());
    add(pattern);
    is_partial() ? pattern.build_part(matrix_, owners_) : pattern.build(matrix_);
    is_laid_out_ = true;
  }
  matrix_.set_zero();
  add(matrix_);
}

}  // namespace jounce
