// What lies under the pointer: the nearest triangle or ball along the line of sight.

/** Distance along a ray to a triangle, or Infinity (Moeller and Trumbore 1997). */
function hitTriangle(ray, a, b, c) {
  const e = subtract(b, a), f = subtract(c, a), p = cross(ray.along, f), det = dot(e, p);
  if (Math.abs(det) < 1e-30) return Infinity;
  const t = subtract(ray.from, a), u = dot(t, p) / det;
  if (u < 0 || u > 1) return Infinity;
  const q = cross(t, e), v = dot(ray.along, q) / det;
  return v < 0 || u + v > 1 ? Infinity : dot(f, q) / det;
}

class Picker {
  constructor(viewer) { this.viewer = viewer; }

  /** The nearest thing along a ray: { part, distance, place, ... }; null where there is nothing. */
  pick(ray, reach) {
    this.best = null;
    this.ray = ray;
    this.pickMesh(this.viewer.surface, "element");
    this.pickMesh(this.viewer.beams, "beam");
    this.pickShapes();
    this.pickSection();
    if (!this.best) this.pickLines(reach);
    if (this.best && this.best.point === undefined) this.best.point = this.nearestCorner(this.best);
    return this.best;
  }

  offer(distance, found, isOfCut = false) {
    if (!(distance < (this.best ? this.best.distance : Infinity))) return;
    const place = add(this.ray.from, times(distance, this.ray.along)), clip = this.viewer.clipPlane();
    if (!isOfCut && dot(clip, place) > clip[3]) return;
    this.best = { distance, place, ...found };
  }

  pickMesh(mesh, what) {
    const { positions: p, triangles: t, parts } = mesh;
    for (let i = 0; i < parts.length; ++i) {
      if (!this.viewer.parts[parts[i]].isShown) continue;
      const corners = [t[3 * i], t[3 * i + 1], t[3 * i + 2]];
      const distance = hitTriangle(this.ray, ...corners.map(k => triple(p, 3 * k)));
      if (distance < Infinity)
        this.offer(distance, { what, part: parts[i], cell: mesh.cells ? mesh.cells[i] : -1,
                               beam: what === "beam" ? mesh.beamOfTriangle[i] : -1,
                               corners: corners.map(k => mesh.vertexPoints[k]) });
    }
  }

  pickShapes() {
    const { shapes, state } = this.viewer;
    for (const group of shapes.groups) {
      if (group.kind === kPlane) continue;
      const { corners } = group.form;
      for (const piece of group.shown || []) {
        const { place, turn } = shapes.pose(piece, state), found = { what: "shape", part: piece.part, piece, point: piece.point };
        // In axes of the shape.
        const back = [-turn[0], -turn[1], -turn[2], turn[3]];
        const ray = { from: turned(back, subtract(this.ray.from, place)), along: turned(back, this.ray.along) };
        if (group.kind === kSphere) {
          const b = dot(ray.from, ray.along), c = dot(ray.from, ray.from) - piece.radius ** 2;
          if (b * b >= c) this.offer(-b - Math.sqrt(b * b - c), found);
          continue;
        }
        const at = k => [0, 1, 2].map(i => corners[9 * k + i] * piece.half[i] + corners[9 * k + 3 + i] * piece.radius);
        for (let k = 0; k < corners.length / 9; k += 3)
          this.offer(hitTriangle(ray, at(k), at(k + 1), at(k + 2)), found);
      }
    }
  }

  /** Within solids that the clip plane opens. */
  pickSection() {
    const { section, data } = this.viewer;
    section.visit((corners, cell, nodes) => {
      const distance = hitTriangle(this.ray, ...corners);
      if (distance < Infinity)
        this.offer(distance, { what: "element", part: data.cellParts[cell], cell, beam: -1, corners: nodes }, true);
    });
  }

  /** Lines nearer than `reach` to the line of sight. */
  pickLines(reach) {
    const { lines, state, parts } = this.viewer;
    for (const line of lines.list) {
      if (!parts[line.part].isShown) continue;
      const a = state.position(line.a), b = state.position(line.b);
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        const x = subtract(add(a, times(share, subtract(b, a))), this.ray.from), distance = dot(x, this.ray.along);
        if (norm(subtract(x, times(distance, this.ray.along))) < reach)
          this.offer(distance, { what: "line", part: line.part, cell: line.cell, corners: [line.a, line.b] });
      }
    }
  }

  nearestCorner({ corners, place }) {
    const far = point => norm(subtract(this.viewer.state.position(point), place));
    return corners.reduce((best, point) => (far(point) < far(best) ? point : best));
  }
}
