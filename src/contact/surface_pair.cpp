#include "contact/surface_pair.h"

#include <algorithm>
#include <cmath>

namespace jounce {

SurfacePair::SurfacePair(std::string name, ContactLaw law, ContactSurface surface, ContactSurface opposite,
                         double reach, std::vector<double> point_areas, bool is_self,
                         const std::vector<SurfaceFaces>& rest, const std::vector<SurfaceFaces>& own_rest)
    : ContactPair(std::move(name), std::move(law)),
      surface_(std::move(surface)),
      opposite_(std::move(opposite)),
      rest_(opposite_.dimension(), rest),
      own_rest_(opposite_.dimension(), own_rest),
      point_areas_(std::move(point_areas)),
      is_self_(is_self),
      search_(surface_, opposite_, rest_, reach, is_by_points(), is_self),
      kept_(surface_, opposite_, reach),
      held_(surface_.nodes(), opposite_.nodes()),
      sharp_(sharp_features()) {
  if (!this->law().is_soft() && !has_shells())
    search_.know_walls([this](bool first, int node) {
      return std::max(swept().wall_behind(first, node), swept().typical_wall(first));
    });
}

SurfacePair::~SurfacePair() = default;

namespace {

/// A number (FNV-1a) of the nodes of a row and of its pairs of faces: second derivatives couple the nodes of
/// a pair only, so that both make up the places in matrices.
std::uint64_t layout_of(const FacingPoints& found, const FacingPoints::Row& row) {
  std::uint64_t value = 14695981039346656037ULL;
  const auto take = [&](int number) {
    value = (value ^ static_cast<std::uint64_t>(number)) * 1099511628211ULL;
  };
  for (const int node : found.nodes_of(row)) take(node);
  int face = -1, opposite = -1;
  for (const FacingPoints::Share& share : found.shares_of(row)) {
    const FacingPoints::Point& point = found.points[share.point];
    if (point.face == face && point.opposite == opposite) continue;
    take(face = point.face);
    take(opposite = point.opposite);
  }
  return value;
}

}  // namespace

int SurfacePair::node_of(const ContactRow& row) const {
  if (is_by_points()) return surface_.faces()[SurfaceSearch::face_of(row)].nodes[0];
  const auto faces = static_cast<std::int64_t>(opposite_.faces().size());
  return static_cast<int>(surface_.is_of_points() ? row.point / faces : row.point);
}

std::string SurfacePair::point_name(const ContactRow& row) const {
  return FeatureRows::has(row) ? sharp_->of(row).name_of(row) : surface_.node_name(node_of(row));
}

const Index* SurfacePair::node_dofs(int node) const {
  return node < surface_.nodes() ? surface_.dofs(node) : opposite_.dofs(node - surface_.nodes());
}

void SurfacePair::append_touching_dofs(std::vector<Index>& dofs) const {
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (int node = 0; node < side->nodes(); ++node)
      dofs.insert(dofs.end(), side->dofs(node), side->dofs(node) + side->dimension());
}

void SurfacePair::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  if (FeatureRows::has(row)) return sharp_->of(row).append_dofs(row, dofs);
  for (const int node : found_of(row).nodes_of(row_of(row)))
    dofs.insert(dofs.end(), node_dofs(node), node_dofs(node) + surface_.dimension());
}

void SurfacePair::find_opposite(const Vector& q, const FacingPoints::Point& point, Facing& facing) const {
  facing.face = &surface_.faces()[point.face];
  facing.opposite = &opposite_.faces()[point.opposite];
  facing.N = &point.N;
  facing.find(q, surface_, opposite_, point.xi_opposite);
}

void SurfacePair::prepare(const State& state, const ContactRow& row) const {
  if (FeatureRows::has(row)) return;
  const FacingPoints& found = found_of(row);
  prepared_.resize(found.points.size());
  for (std::size_t i = 0; i < found.points.size(); ++i) find_opposite(state.q, found.points[i], prepared_[i]);
  prepared_for_ = &found;
}

void SurfacePair::release() const { prepared_for_ = nullptr; }

const Facing& SurfacePair::face_each_other(const Vector& q, const FacingPoints& found,
                                           const FacingPoints::Row& row, const FacingPoints::Share& share,
                                           Facing& own) const {
  const bool is_prepared = prepared_for_ == &found;
  Facing& facing = is_prepared ? prepared_[share.point] : own;
  if (!is_prepared) find_opposite(q, found.points[share.point], facing);
  if (!std::isnan(facing.gap)) facing.find_tangents(row.axis);
  return facing;
}

void SurfacePair::search(const State& state, const SearchRange& range, int pair_number,
                         std::vector<ContactRow>& rows) const {
  if (sharp_) {
    ContactRow row;
    row.pair = pair_number;
    row.law = &law();
    sharp_->search(state, std::min(range.envelope, reach()), row, rows);
  }
  if (kept_.is_for(range.envelope)) return search_nearby(state, range, pair_number, rows);
  const auto found = search_.find(state, range.horizon);
  for (std::size_t place = 0; place < found->rows.size(); ++place)
    if (gap(state, *found, found->rows[place]) <= range.envelope)
      rows.push_back(make_row(found, place, pair_number));
}

ContactRow SurfacePair::make_row(std::shared_ptr<const FacingPoints> found, std::size_t place,
                                 int pair_number) const {
  ContactRow row;
  row.pair = pair_number;
  row.point = found->rows[place].point;
  row.law = &law();
  row.place = place;
  row.area = found->rows[place].area;
  row.layout = layout_of(*found, found->rows[place]);
  row.found = std::move(found);
  if (!point_areas_.empty()) row.area = point_areas_[node_of(row)];
  return row;
}

void SurfacePair::search_nearby(const State& state, const SearchRange& range, int pair_number,
                                std::vector<ContactRow>& rows) const {
  std::vector<std::size_t> near;
  if (!kept_.find_near(search_, state, range.envelope, near)) {
    const double within = kept_.range_for(range.envelope);
    const auto found = search_.find(state, range.horizon, within);
    std::vector<double> gaps;
    for (const FacingPoints::Row& row : found->rows) gaps.push_back(gap(state, *found, row));
    kept_.keep(found, std::move(gaps), within, state);
    kept_.find_near(search_, state, range.envelope, near);
  }
  const auto& found = kept_.found();
  std::erase_if(
      near, [&](std::size_t place) { return !(gap(state, *found, found->rows[place]) <= range.envelope); });
  if (near.empty()) return;
  const auto nearest = only_rows(*found, near);
  for (std::size_t place = 0; place < near.size(); ++place)
    rows.push_back(make_row(nearest, place, pair_number));
}

double SurfacePair::gap(const State& state, const ContactRow& row) const {
  return FeatureRows::has(row) ? sharp_->of(row).gap(state, row) : gap(state, found_of(row), row_of(row));
}

double SurfacePair::gap(const State& state, const FacingPoints& found, const FacingPoints::Row& row) const {
  Facing own;
  double gap = 0;
  for (const FacingPoints::Share& share : found.shares_of(row)) {
    const Facing& facing = face_each_other(state.q, found, row, share, own);
    gap += share.weight * facing.gap;
  }
  return gap;
}

void SurfacePair::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                           double* W_T) const {
  if (FeatureRows::has(row)) return sharp_->of(row).evaluate(state, row, gap, W, W_T);
  const FacingPoints& found = found_of(row);
  const int dimension = surface_.dimension();
  const auto size = found.nodes_of(row_of(row)).size() * static_cast<std::size_t>(dimension);
  std::fill(W, W + size, 0.0);
  if (W_T != nullptr) std::fill(W_T, W_T + size * static_cast<std::size_t>(law().tangents), 0.0);
  gap = 0;
  Facing own;
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    const Facing& facing = face_each_other(state.q, found, row_of(row), share, own);
    gap += share.weight * facing.gap;
    for (int i = 0; i < facing.nodes(); ++i) {
      const double factor = share.weight * facing.share(i);
      const std::size_t at = static_cast<std::size_t>(share.places[i] * dimension);
      for (int k = 0; k < dimension; ++k) {
        W[at + static_cast<std::size_t>(k)] += factor * facing.y.n[k];
        for (int d = 0; d < law().tangents && W_T != nullptr; ++d)
          W_T[static_cast<std::size_t>(d) * size + at + static_cast<std::size_t>(k)] +=
              factor * facing.t[d][k];
      }
    }
  }
}

void SurfacePair::jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const {
  if (FeatureRows::has(row)) return sharp_->of(row).jacobian(state, row, direction, W);
  const FacingPoints& found = found_of(row);
  const int dimension = surface_.dimension();
  std::fill(W, W + found.nodes_of(row_of(row)).size() * static_cast<std::size_t>(dimension), 0.0);
  Facing own;
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    const Facing& facing = face_each_other(state.q, found, row_of(row), share, own);
    const Vector3 along = facing.direction(direction);
    for (int i = 0; i < facing.nodes(); ++i)
      for (int k = 0; k < dimension; ++k)
        W[share.places[i] * dimension + k] += share.weight * facing.share(i) * along[k];
  }
}

Vector3 SurfacePair::position(const State& state, const ContactRow& row) const {
  if (FeatureRows::has(row)) return sharp_->of(row).position(state, row);
  const FacingPoints& found = found_of(row);
  Facing own;
  Vector3 place = Vector3::Zero();
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    const Facing& facing = face_each_other(state.q, found, row_of(row), share, own);
    place += share.weight * facing.x;
  }
  return place;
}

Vector3 SurfacePair::axis(const State& state, const ContactRow& row, Direction direction) const {
  if (FeatureRows::has(row)) return sharp_->of(row).axis(state, row, direction);
  const FacingPoints& found = found_of(row);
  Facing own;
  Vector3 mean = Vector3::Zero();
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    const Facing& facing = face_each_other(state.q, found, row_of(row), share, own);
    mean += share.weight * facing.direction(direction);
  }
  return mean.normalized();
}

}  // namespace jounce
