#include "statics/motion_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "la/decompositions.h"
#include "statics/free_motions.h"

namespace jounce {
namespace {

constexpr double kSame = 1e-5;  ///< of unit vectors: motions are known to about 1e-6

std::string vector_text(const Vector3& v) {
  const auto number = [](double x) { return std::abs(x) < kSame ? 0.0 : x; };
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", number(v.x()), number(v.y()), number(v.z()));
}

/// Basis of the columns' span in which leading entries are 1 and nothing else stands beside them.
DenseMatrix reduced(DenseMatrix columns) {
  Index done = 0;
  for (Index row = 0; row < columns.rows() && done < columns.cols(); ++row) {
    Index best = done;
    for (Index k = done; k < columns.cols(); ++k)
      if (std::abs(columns(row, k)) > std::abs(columns(row, best))) best = k;
    if (std::abs(columns(row, best)) < kSame) continue;
    columns.col(done).swap(columns.col(best));
    columns.col(done) /= columns(row, done);
    for (Index k = 0; k < columns.cols(); ++k)
      if (k != done) columns.col(k) -= columns(row, k) * columns.col(done);
    ++done;
  }
  return columns;
}

/// "x" along an axis, else the direction.
std::string direction_text(Vector3 d) {
  d.normalize();
  for (Index k = 0; k < 3; ++k)
    if (std::abs(std::abs(d[k]) - 1) < kSame) return std::string(1, "xyz"[k]);
  return vector_text(d);
}

/// Null space of the lower half: the combinations of columns without rotation; and the rest of them.
void split(const DenseMatrix& basis, DenseMatrix& translations, DenseMatrix& rotations) {
  const Eigen::JacobiSVD<DenseMatrix> svd(basis.bottomRows(3), Eigen::ComputeFullV);
  Index rank = 0;
  while (rank < svd.singularValues().size() && svd.singularValues()[rank] > kSame) ++rank;
  rotations = basis * svd.matrixV().leftCols(rank);
  translations = (basis * svd.matrixV().rightCols(basis.cols() - rank)).topRows(3);
}

std::string rotation_text(const Eigen::Matrix<double, 6, 1>& motion, const DenseMatrix& translations,
                          const Vector3& centre, double size) {
  const Vector3 w = motion.tail<3>() / size;
  Vector3 t = motion.head<3>();
  for (Index k = 0; k < translations.cols(); ++k)
    t -= translations.col(k).normalized() * translations.col(k).normalized().dot(t);
  const std::string about = direction_text(w);
  const Vector3 along = w * w.dot(t) / w.squaredNorm();
  const Vector3 arm = w.cross(t) / w.squaredNorm();
  if (along.norm() > kSame * w.norm() * size)
    return fmt::format("screw about {} through {}", about, vector_text(centre + arm));
  // Where the body may shift across the axis, any parallel axis will do.
  Index across = 0;
  for (Index k = 0; k < translations.cols(); ++k)
    if (std::abs(translations.col(k).normalized().dot(w.normalized())) < 1 - kSame) ++across;
  if (across >= 2) return "rotation about " + about;
  return fmt::format("rotation about {} through {}", about, vector_text(centre + arm));
}

}  // namespace

std::vector<std::string> names_of_motions(const DenseMatrix& basis, const Vector3& centre, double size) {
  if (basis.cols() == 0) return {};
  DenseMatrix translations, rotations;
  split(basis, translations, rotations);
  translations = reduced(translations);
  std::vector<std::string> names;
  for (Index k = 0; k < translations.cols(); ++k)
    names.push_back("translation along " + direction_text(translations.col(k)));
  // Rotations reduced by their lower halves.
  DenseMatrix turned(6, rotations.cols());
  turned << rotations.bottomRows(3), rotations.topRows(3);
  turned = reduced(turned);
  for (Index k = 0; k < turned.cols(); ++k) {
    Eigen::Matrix<double, 6, 1> motion;
    motion << turned.col(k).tail(3), turned.col(k).head(3);
    names.push_back(rotation_text(motion, translations, centre, size));
  }
  return names;
}

std::string listed_motions(const std::vector<std::string>& names) {
  std::string text;
  std::size_t i = 0;
  while (i < names.size()) {
    const auto kind = [](const std::string& name) {
      return name.substr(0, name.find(' ', name.find(' ') + 1));
    };
    std::vector<std::string> same;
    const std::string first = kind(names[i]);
    for (; i < names.size() && kind(names[i]) == first; ++i)
      same.push_back(names[i].substr(first.size() + 1));
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", first, same.front());
    for (std::size_t k = 1; k < same.size(); ++k) text += (k + 1 == same.size() ? " and " : ", ") + same[k];
  }
  return text;
}

std::string name_of_nodes(const System& system, std::vector<int> nodes) {
  constexpr std::size_t kListed = 4;
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> names;
  std::vector<char> named(nodes.size(), 0);
  for (const NodeNames& candidate :
       system.dofs().node_names) {  // meshes come before their groups of one node
    const auto first = std::lower_bound(nodes.begin(), nodes.end(), candidate.first);
    const auto last = std::lower_bound(first, nodes.end(), candidate.first + candidate.count);
    if (first == last || named[first - nodes.begin()] != 0) continue;
    std::fill(named.begin() + (first - nodes.begin()), named.begin() + (last - nodes.begin()), 1);
    if (last - first == candidate.count || candidate.kind != NodeNames::Kind::mesh) {
      const bool is_one = candidate.kind == NodeNames::Kind::bodies && last - first == 1;
      names.push_back(is_one ? fmt::format("'{}[{}]'", candidate.name, *first - candidate.first)
                             : fmt::format("'{}'", candidate.name));
      continue;
    }
    Vector3 centre = Vector3::Zero();
    for (auto node = first; node != last; ++node)
      for (std::size_t k = 0; k < 3; ++k)
        if (const Index dof = system.dofs().places[*node].position[k]; dof >= 0)
          centre[static_cast<Index>(k)] += system.initial_state().q[dof] / static_cast<double>(last - first);
    names.push_back(fmt::format("of '{}' with {} node{} about {}", candidate.name, last - first,
                                last - first == 1 ? "" : "s", vector_text(centre)));
  }
  if (names.empty()) return "without a name";
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kListed); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return names.size() > kListed ? text + fmt::format(" and {} more", names.size() - kListed) : text;
}

std::string to_text(const std::vector<FreePart>& parts) {
  constexpr std::size_t kListed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(parts.size(), kListed); ++i) {
    const FreePart& part = parts[i];
    std::string what = listed_motions(part.motions);
    if (part.inner > 0)
      what += fmt::format("{}{} in which its pieces move relative to each other",
                          what.empty() ? "" : fmt::format("{} and ", part.motions.size() > 1 ? "," : ""),
                          part.inner == 1 ? "one" : std::to_string(part.inner));
    text += fmt::format("{}{} rigid motion{} free: {} of the part {}", text.empty() ? "" : "; ", part.count(),
                        part.count() == 1 ? " is" : "s are", what, part.name);
  }
  if (parts.size() > kListed) text += fmt::format("; {} more parts can also move", parts.size() - kListed);
  return text;
}

}  // namespace jounce
