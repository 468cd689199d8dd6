#include "contact/surface_pair.h"

#include <Eigen/LU>
#include <cmath>
#include <limits>

namespace jounce {

/// A point of the first surface and the closest one of the other side.
struct SurfacePair::Facing {
  const ContactSurface::Face *face = nullptr, *opposite = nullptr;
  const FaceValues* N = nullptr;
  FacePoint y;
  FaceNodes opposite_nodes;
  Vector3 x;
  std::array<Vector3, 2> t;
  double gap = 0;
  double turn = 0;  ///< dt_1 = turn t_2 (t_2 . dn) + ...

  Vector3 direction(Direction d) const {
    return d == Direction::normal ? y.n : t[static_cast<std::size_t>(d) - 1];
  }
  int nodes() const { return face->size() + opposite->size(); }
  /// dx - dy = sum of shares times displacements of the nodes.
  double share(int node) const { return node < face->size() ? (*N)[node] : -y.N[node - face->size()]; }
};

SurfacePair::SurfacePair(std::string name, ContactLaw law, ContactSurface surface, ContactSurface opposite,
                         double reach, std::vector<double> point_areas)
    : ContactPair(std::move(name), std::move(law)),
      surface_(std::move(surface)),
      opposite_(std::move(opposite)),
      point_areas_(std::move(point_areas)),
      search_(surface_, opposite_, reach, is_by_points()) {}

namespace {

const FacingPoints& found_of(const ContactRow& row) { return static_cast<const FacingPoints&>(*row.found); }
const FacingPoints::Row& row_of(const ContactRow& row) { return found_of(row).rows[row.place]; }

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
    const FacingPoints::Point& point = found.points[static_cast<std::size_t>(share.point)];
    if (point.face == face && point.opposite == opposite) continue;
    take(face = point.face);
    take(opposite = point.opposite);
  }
  return value;
}

}  // namespace

int SurfacePair::node_of(const ContactRow& row) const {
  if (is_by_points()) return surface_.faces()[static_cast<std::size_t>(SurfaceSearch::face_of(row))].nodes[0];
  const auto faces = static_cast<std::int64_t>(opposite_.faces().size());
  return static_cast<int>(surface_.is_of_points() ? row.point / faces : row.point);
}

std::string SurfacePair::point_name(const ContactRow& row) const { return surface_.node_name(node_of(row)); }

const Index* SurfacePair::node_dofs(int node) const {
  return node < surface_.nodes() ? surface_.dofs(node) : opposite_.dofs(node - surface_.nodes());
}

void SurfacePair::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  for (const int node : found_of(row).nodes_of(row_of(row)))
    dofs.insert(dofs.end(), node_dofs(node), node_dofs(node) + surface_.dimension());
}

void SurfacePair::face_each_other(const Vector& q, const FacingPoints& found, const FacingPoints::Row& row,
                                  const FacingPoints::Share& share, Facing& facing) const {
  const FacingPoints::Point& point = found.points[static_cast<std::size_t>(share.point)];
  facing.face = &surface_.faces()[static_cast<std::size_t>(point.face)];
  facing.opposite = &opposite_.faces()[static_cast<std::size_t>(point.opposite)];
  facing.N = &point.N;
  facing.x.setZero();
  for (int i = 0; i < facing.face->size(); ++i)
    facing.x += point.N[i] * surface_.place(q, facing.face->nodes[static_cast<std::size_t>(i)]);
  opposite_.gather(*facing.opposite, q, facing.opposite_nodes);
  facing.y.xi = point.xi_opposite;
  if (!project_on_face(facing.opposite->shape, facing.opposite_nodes, facing.x, facing.y)) {
    facing.gap = std::numeric_limits<double>::quiet_NaN();  // an iterate far away: the step fails
    return;
  }
  const Vector3& n = facing.y.n;
  facing.gap = n.dot(facing.x - facing.y.x);
  if (surface_.dimension() == 2) {
    facing.t = directions_across(n, 2);
    return;
  }
  const double cosine = n.dot(row.axis);
  const double sine = (row.axis - cosine * n).norm();
  facing.t[0] = (row.axis - cosine * n) / sine;
  facing.t[1] = n.cross(facing.t[0]);
  facing.turn = -cosine / sine;
}

void SurfacePair::search(const State& state, const SearchRange& range, int pair_number,
                         std::vector<ContactRow>& rows) const {
  const auto found = search_.find(state, range.horizon);
  for (std::size_t place = 0; place < found->rows.size(); ++place) {
    ContactRow& row = rows.emplace_back();
    row.pair = pair_number;
    row.point = found->rows[place].point;
    row.law = &law();
    row.found = found;
    row.place = place;
    row.area = found->rows[place].area;
    if (!point_areas_.empty()) row.area = point_areas_[static_cast<std::size_t>(node_of(row))];
    row.layout = layout_of(*found, found->rows[place]);
    if (!(gap(state, row) <= range.envelope)) rows.pop_back();
  }
}

double SurfacePair::gap(const State& state, const ContactRow& row) const {
  const FacingPoints& found = found_of(row);
  Facing facing;
  double gap = 0;
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    face_each_other(state.q, found, row_of(row), share, facing);
    gap += share.weight * facing.gap;
  }
  return gap;
}

void SurfacePair::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                           double* W_T) const {
  const FacingPoints& found = found_of(row);
  const int dimension = surface_.dimension();
  const auto size = found.nodes_of(row_of(row)).size() * static_cast<std::size_t>(dimension);
  std::fill(W, W + size, 0.0);
  if (W_T != nullptr) std::fill(W_T, W_T + size * static_cast<std::size_t>(law().tangents), 0.0);
  gap = 0;
  Facing facing;
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    face_each_other(state.q, found, row_of(row), share, facing);
    gap += share.weight * facing.gap;
    for (int i = 0; i < facing.nodes(); ++i) {
      const double factor = share.weight * facing.share(i);
      const std::size_t at = static_cast<std::size_t>(share.places[static_cast<std::size_t>(i)] * dimension);
      for (int k = 0; k < dimension; ++k) {
        W[at + static_cast<std::size_t>(k)] += factor * facing.y.n[k];
        for (int d = 0; d < law().tangents && W_T != nullptr; ++d)
          W_T[static_cast<std::size_t>(d) * size + at + static_cast<std::size_t>(k)] +=
              factor * facing.t[static_cast<std::size_t>(d)][k];
      }
    }
  }
}

void SurfacePair::jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const {
  const FacingPoints& found = found_of(row);
  const int dimension = surface_.dimension();
  std::fill(W, W + found.nodes_of(row_of(row)).size() * static_cast<std::size_t>(dimension), 0.0);
  Facing facing;
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    face_each_other(state.q, found, row_of(row), share, facing);
    const Vector3 along = facing.direction(direction);
    for (int i = 0; i < facing.nodes(); ++i)
      for (int k = 0; k < dimension; ++k)
        W[share.places[static_cast<std::size_t>(i)] * dimension + k] +=
            share.weight * facing.share(i) * along[k];
  }
}

/// Adds weight times dW/dq of one point, W being the row of the direction. With dx - dy = w, the rows over
/// the displacements
///   T_a = a_a . w,   B_a = n . dy,a,   X = (A^-1)(T + g B) = dxi,   A_ab = a_a . a_b - g n . y,ab,
///   dn = -a^a N_a,   N_a = B_a + n . y,ab X_b
/// it is  -(a^a . w) N_a - B_a X_a  for the normal (T. A. Laursen, J. C. Simo, Int. J. Numer. Methods Eng. 36
/// (1993) 3451) and  dt . w - (t . dy,a) X_a  for a tangent t.
void SurfacePair::add_second_derivatives(const Facing& facing, Direction direction, double weight,
                                         LocalMatrix& K) const {
  const int dimension = surface_.dimension(), parameters = dimension - 1;
  const FacePoint& y = facing.y;
  const FaceCurvatures second = face_curvatures(facing.opposite->shape, y.xi);
  const auto along = [&](const Vector3& d) {
    LocalRow r(facing.nodes() * dimension);
    for (int i = 0; i < facing.nodes(); ++i)
      for (int k = 0; k < dimension; ++k) r[i * dimension + k] = facing.share(i) * d[k];
    return r;
  };
  const auto gradient = [&](const Vector3& d, int a) {  // d . dy,a
    LocalRow r = LocalRow::Zero(facing.nodes() * dimension);
    for (int j = 0; j < facing.opposite->size(); ++j)
      for (int k = 0; k < dimension; ++k) r[(facing.face->size() + j) * dimension + k] = y.dN(j, a) * d[k];
    return r;
  };
  Eigen::Matrix2d metric = Eigen::Matrix2d::Identity(), curvature = Eigen::Matrix2d::Zero();
  constexpr int kColumn[2][2] = {{0, 2}, {2, 1}};
  for (int a = 0; a < parameters; ++a)
    for (int b = 0; b < parameters; ++b) {
      metric(a, b) = y.a[static_cast<std::size_t>(a)].dot(y.a[static_cast<std::size_t>(b)]);
      curvature(a, b) = y.n.dot(facing.opposite_nodes * second.col(kColumn[a][b]));
    }
  const Eigen::Matrix2d inverse = metric.inverse();
  const Eigen::Matrix2d A_inverse = (metric - facing.gap * curvature).inverse();
  std::array<LocalRow, 2> T, B, X;
  std::array<Vector3, 2> dual;  // a^a
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    T[a] = along(y.a[a]);
    B[a] = gradient(y.n, static_cast<int>(a));
    dual[a].setZero();
    for (int b = 0; b < parameters; ++b)
      dual[a] += inverse(static_cast<int>(a), b) * y.a[static_cast<std::size_t>(b)];
  }
  for (int a = 0; a < parameters; ++a) {
    LocalRow& x = X[static_cast<std::size_t>(a)];
    x.setZero(facing.nodes() * dimension);
    for (int b = 0; b < parameters; ++b)
      x += A_inverse(a, b) * (T[static_cast<std::size_t>(b)] + facing.gap * B[static_cast<std::size_t>(b)]);
  }
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    LocalRow N = B[a];
    for (int b = 0; b < parameters; ++b)
      N += curvature(static_cast<int>(a), b) * X[static_cast<std::size_t>(b)];
    if (direction == Direction::normal) {
      K.noalias() -= weight * (along(dual[a]) * N.transpose());
      K.noalias() -= weight * (B[a] * X[a].transpose());
      continue;
    }
    const std::size_t d = static_cast<std::size_t>(direction) - 1;
    const Vector3& t = facing.t[d];
    LocalRow change = t.dot(dual[a]) * along(y.n);
    if (dimension == 3)
      change += (d == 0 ? -1.0 : 1.0) * facing.turn * facing.t[1].dot(dual[a]) * along(facing.t[1 - d]);
    K.noalias() += weight * (change * N.transpose());
    K.noalias() -= weight * (gradient(t, static_cast<int>(a)) * X[a].transpose());
  }
}

/// Calls visit(degrees of freedom, dW/dq) for every pair of faces in the row; without derivatives,
/// `only_layout`, with zeros.
template <class Visit>
void SurfacePair::for_face_pairs(const Vector& q, const ContactRow& row, Direction direction,
                                 bool only_layout, Visit&& visit) const {
  const FacingPoints& found = found_of(row);
  const auto shares = found.shares_of(row_of(row));
  const int dimension = surface_.dimension();
  Facing facing;
  LocalMatrix K;
  for (std::size_t i = 0; i < shares.size();) {  // points of one pair of faces follow each other
    const FacingPoints::Point& first = found.points[static_cast<std::size_t>(shares[i].point)];
    const ContactSurface::Face& face = surface_.faces()[static_cast<std::size_t>(first.face)];
    const ContactSurface::Face& opposite = opposite_.faces()[static_cast<std::size_t>(first.opposite)];
    dofs_.clear();
    for (int k = 0; k < face.size(); ++k) {
      const Index* dofs = surface_.dofs(face.nodes[static_cast<std::size_t>(k)]);
      dofs_.insert(dofs_.end(), dofs, dofs + dimension);
    }
    for (int k = 0; k < opposite.size(); ++k) {
      const Index* dofs = opposite_.dofs(opposite.nodes[static_cast<std::size_t>(k)]);
      dofs_.insert(dofs_.end(), dofs, dofs + dimension);
    }
    K.setZero(static_cast<Index>(dofs_.size()), static_cast<Index>(dofs_.size()));
    for (; i < shares.size(); ++i) {
      const FacingPoints::Point& point = found.points[static_cast<std::size_t>(shares[i].point)];
      if (point.face != first.face || point.opposite != first.opposite) break;
      if (only_layout) continue;
      face_each_other(q, found, row_of(row), shares[i], facing);
      add_second_derivatives(facing, direction, shares[i].weight, K);
    }
    visit(dofs_, K);
  }
}

void SurfacePair::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double lambda, double w, MatrixSink& sink) const {
  for_face_pairs(state.q, row, direction, lambda == 0, [&](const std::vector<Index>& dofs, LocalMatrix& K) {
    K *= w * lambda;
    sink.add(dofs, dofs, K.data());
  });
}

void SurfacePair::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double w, Index matrix_row, MatrixSink& sink) const {
  const std::array<Index, 1> at = {matrix_row};
  LocalRow v, change;
  for_face_pairs(state.q, row, direction, false, [&](const std::vector<Index>& dofs, const LocalMatrix& K) {
    v.resize(K.rows());
    for (Index i = 0; i < v.size(); ++i) v[i] = state.v[dofs[static_cast<std::size_t>(i)]];
    change.noalias() = w * (K.transpose() * v);
    sink.add(at, dofs, change.data());
  });
}

Vector3 SurfacePair::position(const State& state, const ContactRow& row) const {
  const FacingPoints& found = found_of(row);
  Facing facing;
  Vector3 place = Vector3::Zero();
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    face_each_other(state.q, found, row_of(row), share, facing);
    place += share.weight * facing.x;
  }
  return place;
}

Vector3 SurfacePair::axis(const State& state, const ContactRow& row, Direction direction) const {
  const FacingPoints& found = found_of(row);
  Facing facing;
  Vector3 mean = Vector3::Zero();
  for (const FacingPoints::Share& share : found.shares_of(row_of(row))) {
    face_each_other(state.q, found, row_of(row), share, facing);
    mean += share.weight * facing.direction(direction);
  }
  return mean.normalized();
}

}  // namespace jounce
