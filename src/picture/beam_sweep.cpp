#include "picture/beam_sweep.h"

#include <map>
#include <vector>

#include "scene/triangulate.h"

namespace jounce::picture {
namespace {

using Ring = std::vector<Vector3>;

class BeamSweep {
 public:
  BeamSweep(const scene::Scene& scene, const FrameState& state) : scene_(scene), state_(state) {
    for (std::size_t i = 0; i < scene.beams.size(); ++i)
      for (const std::int32_t point : scene.beams[i].points) meeting_[point].push_back(i);
  }

  Vector3 at(const io::SceneBeam& beam, int end) const { return state_.at(scene_.points[beam.points[end]]); }

  /// Corners of the section at an end.
  Ring ring(std::size_t i, int end) const {
    const io::SceneBeam& beam = scene_.beams[i];
    const auto& [x, y, z, w] = beam.rotation;
    const std::int64_t point = scene_.points[beam.points[end]];
    // Nodes turn the section where they have an orientation; else it follows the line.
    Quaternion q(w, x, y, z);
    if (!scene_.is_plane) q = state_.turn(point) * q;
    const Vector3 tangent = tangent_of(i, end);
    if (tangent.norm() > 0) q = Quaternion::FromTwoVectors(q * Vector3::UnitX(), tangent) * q;
    const auto& outline = scene_.sections[beam.section].outline;
    Ring ring;
    for (std::size_t k = 0; k + 1 < outline.size(); k += 2)
      ring.push_back(state_.at(point) + q * Vector3(0, outline[k], outline[k + 1]));
    return ring;
  }

 private:
  Vector3 along(std::size_t i) const {
    const Vector3 line = at(scene_.beams[i], 1) - at(scene_.beams[i], 0);
    return line.norm() > 0 ? Vector3(line.normalized()) : line;
  }

  Vector3 tangent_of(std::size_t i, int end) const {
    const std::int32_t point = scene_.beams[i].points[end];
    Vector3 own = along(i);
    const auto& others = meeting_.at(point);
    if (others.size() != 2) return own;
    const std::size_t other = others[0] == i ? others[1] : others[0];
    if (scene_.beams[other].section != scene_.beams[i].section) return own;
    const double sign = scene_.beams[other].points[end] == point ? -1 : 1;
    const Vector3 next = sign * along(other);
    constexpr double kBend = 0.5;  // cosine; sharper ones are corners
    return next.dot(own) > kBend ? Vector3((own + next).normalized()) : own;
  }

  const scene::Scene& scene_;
  const FrameState& state_;
  std::map<std::int32_t, std::vector<std::size_t>> meeting_;  ///< beams at a point
};

Vector3 middle_of(const Ring& ring) {
  Vector3 sum = Vector3::Zero();
  for (const Vector3& corner : ring) sum += corner / static_cast<double>(ring.size());
  return sum;
}

/// The side between two corners of a section; round ones have normals from the middle.
void draw_side(const std::array<const Ring*, 2>& rings, std::size_t k, bool is_round,
               const std::array<double, 2>& values, int plain, Canvas& canvas) {
  const std::size_t next = (k + 1) % rings[0]->size();
  const auto& a = *rings[0];
  const auto& b = *rings[1];
  const Vector3 flat = (b[k] - a[k]).cross(a[next] - a[k]).normalized();
  const auto vertex = [&](int end, std::size_t corner) {
    const Ring& ring = *rings[end];
    return Vertex{ring[corner], is_round ? Vector3((ring[corner] - middle_of(ring)).normalized()) : flat,
                  values[end]};
  };
  const Vertex a0 = vertex(0, k), a1 = vertex(0, next), b0 = vertex(1, k), b1 = vertex(1, next);
  canvas.triangle({a0, b0, b1}, plain);
  canvas.triangle({a0, b1, a1}, plain);
  canvas.edge(a[k], a[next]);
  canvas.edge(b[k], b[next]);
  if (!is_round) canvas.edge(a[k], b[k]);
}

}  // namespace

void draw_sections(const scene::Scene& scene, const FrameState& state,
                   const std::function<int(const io::SceneBeam&)>& colour_of,
                   const std::function<double(std::int64_t point, const io::SceneBeam&)>& value_of,
                   Canvas& canvas) {
  const BeamSweep sweep(scene, state);
  for (std::size_t i = 0; i < scene.beams.size(); ++i) {
    const io::SceneBeam& beam = scene.beams[i];
    const int plain = colour_of(beam);
    if (plain < 0) continue;
    const std::array<Ring, 2> rings = {sweep.ring(i, 0), sweep.ring(i, 1)};
    if (rings[0].size() < 3) continue;
    const std::array<double, 2> values = {value_of(scene.points[beam.points[0]], beam),
                                          value_of(scene.points[beam.points[1]], beam)};
    for (std::size_t k = 0; k < rings[0].size(); ++k)
      draw_side({&rings[0], &rings[1]}, k, scene.sections[beam.section].is_round, values, plain, canvas);
    const Vector3 line = sweep.at(beam, 1) - sweep.at(beam, 0);
    for (const int end : {0, 1})
      for (const auto& [a, b, c] : scene::triangulate(rings[end])) {
        const Vector3 normal = (end == 0 ? -1 : 1) * (line.norm() > 0 ? Vector3(line.normalized()) : line);
        const auto vertex = [&](int k) { return Vertex{rings[end][k], normal, values[end]}; };
        canvas.triangle({vertex(a), vertex(b), vertex(c)}, plain);
      }
  }
}

}  // namespace jounce::picture
