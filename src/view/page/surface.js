// Triangles that follow the points: surfaces of meshes, and sections swept along beams.

/** Triangles whose normals are the means over those that share a vertex. */
class Mesh {
  /**
   * @param vertexPoints  point whose value each vertex has
   * @param triangles     three vertices each, part by part
   * @param cells         cell of each triangle; null: none
   * @param parts         part of each triangle
   * @param edges         two vertices each; edgeCells: cell of each, or null; edgeParts: part of each
   */
  constructor(graphics, { vertexPoints, triangles, cells, parts, edges, edgeCells, edgeParts }) {
    Object.assign(this, { graphics, vertexPoints, triangles, cells, parts, edges, edgeCells, edgeParts });
    this.positions = new Float32Array(3 * vertexPoints.length);
    this.normals = new Float32Array(3 * vertexPoints.length);
    this.values = new Float32Array(vertexPoints.length);
    this.buffers = {
      positions: graphics.floats(this.positions), normals: graphics.floats(this.normals),
      values: graphics.floats(this.values), triangles: graphics.indices(triangles), edges: graphics.indices(edges),
    };
    this.ranges = rangesOf(parts);
    this.edgeRanges = rangesOf(edgeParts);
  }

  /** Follows the state; `place` fills the positions. */
  follow(state) {
    this.place(state);
    if (state.status && this.cells) this.leaveOut(state.status);
    this.findNormals();
    this.buffers.positions.set(this.positions);
    this.buffers.normals.set(this.normals);
  }

  place(state) {
    const { positions, vertexPoints } = this, from = state.positions;
    for (let i = 0, at = 0; i < vertexPoints.length; ++i) {
      const point = 3 * vertexPoints[i];
      positions[at++] = from[point];
      positions[at++] = from[point + 1];
      positions[at++] = from[point + 2];
    }
  }

  /** Takes the triangles and edges of the cells that are there. */
  leaveOut(status) {
    const { all = this.triangles, allParts = this.parts, allCells = this.cells } = this;
    Object.assign(this, { all, allParts, allCells });
    const kept = [];
    for (let i = 0; i < allCells.length; ++i) if (status[allCells[i]] !== 0) kept.push(i);
    this.triangles = new Int32Array(3 * kept.length);
    kept.forEach((i, k) => this.triangles.set(all.subarray(3 * i, 3 * i + 3), 3 * k));
    this.parts = kept.map(i => allParts[i]);
    this.cells = kept.map(i => allCells[i]);
    this.buffers.triangles.set(this.triangles);
    this.ranges = rangesOf(this.parts);
    const edges = [...this.edgeCells.keys()].filter(i => status[this.edgeCells[i]] !== 0);
    this.buffers.edges.set(new Int32Array(edges.flatMap(i => [this.edges[2 * i], this.edges[2 * i + 1]])));
    this.edgeRanges = rangesOf(edges.map(i => this.edgeParts[i]));
  }

  findNormals() {
    const { positions: p, normals: n, triangles: t } = this;
    n.fill(0);
    for (let i = 0; i < t.length; i += 3) {
      const a = 3 * t[i], b = 3 * t[i + 1], c = 3 * t[i + 2];
      const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
      const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
      n[a] += x; n[a + 1] += y; n[a + 2] += z;
      n[b] += x; n[b + 1] += y; n[b + 2] += z;
      n[c] += x; n[c + 1] += y; n[c + 2] += z;
    }
    for (let i = 0; i < n.length; i += 3) {
      const length = Math.hypot(n[i], n[i + 1], n[i + 2]);
      if (length > 0) { n[i] /= length; n[i + 1] /= length; n[i + 2] /= length; }
    }
  }

  /** Values of the points, or null. */
  setValues(values) {
    if (!values) return;
    for (let i = 0; i < this.values.length; ++i) {
      const value = values[this.vertexPoints[i]];
      this.values[i] = Number.isFinite(value) ? value : 3e38;
    }
    this.buffers.values.set(this.values);
  }

  draw(uniforms, parts) {
    for (const [part, [first, count]] of this.ranges)
      if (parts[part].isShown) this.drawTriangles(uniforms, first, count, parts[part]);
  }

  drawTriangles(uniforms, first, count, { colour }) {
    const { graphics: { gl, mesh }, buffers } = this;
    mesh.use({ ...uniforms, uColour: uniforms.uByField ? kNoValue : colour });
    mesh.attribute("aPosition", buffers.positions, 3);
    mesh.attribute("aNormal", buffers.normals, 3);
    mesh.attribute("aValue", buffers.values, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers.triangles.handle);
    gl.drawElements(gl.TRIANGLES, 3 * count, gl.UNSIGNED_INT, 12 * first);
  }

  drawPart(uniforms, wanted) {
    for (const [part, [first, count]] of this.ranges)
      if (part === wanted) this.drawTriangles(uniforms, first, count, { colour: kNoValue });
  }

  drawEdges(uniforms, parts) {
    const { graphics: { gl, edge }, buffers } = this;
    edge.use(uniforms);
    edge.attribute("aPosition", buffers.positions, 3);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers.edges.handle);
    for (const [part, [first, count]] of this.edgeRanges)
      if (parts[part].isShown) gl.drawElements(gl.LINES, 2 * count, gl.UNSIGNED_INT, 8 * first);
  }
}

/** First place and number of what follows each other with one part: pairs [part, [first, count]]. */
function rangesOf(parts) {
  const ranges = [];
  for (let i = 0; i < parts.length; ++i) {
    const last = ranges[ranges.length - 1];
    if (last && last[0] === parts[i]) last[1][1] += 1;
    else ranges.push([parts[i], [i, 1]]);
  }
  return ranges;
}

/** The surface of the meshes. */
function makeSurface(graphics, data) {
  const { surface } = data.page;
  const vertexPoints = data.integers(surface.vertices), cells = data.integers(surface.triangleCells);
  const vertexOf = new Map();
  vertexPoints.forEach((point, vertex) => { if (!vertexOf.has(point)) vertexOf.set(point, vertex); });
  const edgeCells = data.integers(surface.edgeCells), ends = data.integers(surface.edges);
  const order = [...edgeCells.keys()].sort((a, b) => data.cellParts[edgeCells[a]] - data.cellParts[edgeCells[b]]);
  return new Mesh(graphics, {
    vertexPoints, cells, triangles: data.integers(surface.triangles),
    parts: Array.from(cells, cell => data.cellParts[cell]),
    edges: new Int32Array(order.flatMap(i => [vertexOf.get(ends[2 * i]), vertexOf.get(ends[2 * i + 1])])),
    edgeCells: order.map(i => edgeCells[i]),
    edgeParts: order.map(i => data.cellParts[edgeCells[i]]),
  });
}

/** Sections along beams. */
class Beams extends Mesh {
  constructor(graphics, data) {
    const { beams } = data.page;
    const integers = data.integers(beams.integers), rotations = data.floats(beams.rotations);
    const list = [];
    for (let i = 0; i < integers.length / 3; ++i)
      list.push({ points: [integers[3 * i], integers[3 * i + 1]], section: beams.sections[integers[3 * i + 2]],
                  turn: Array.from(rotations.subarray(4 * i, 4 * i + 4)) });
    list.sort((a, b) => data.pointParts[a.points[0]] - data.pointParts[b.points[0]]);
    const built = new BeamBuilder(data, list);
    super(graphics, built.arrays());
    this.beams = list;
    this.corners = built.corners;  // of each vertex: beam, end, y, z
    this.beamOfTriangle = built.beamOfTriangle;
    this.isPlane = data.page.isPlane;
    const meeting = new Map();  // beams at a point
    list.forEach((beam, i) => beam.points.forEach(point => {
      if (!meeting.has(point)) meeting.set(point, []);
      meeting.get(point).push(i);
    }));
    this.meeting = meeting;
  }

  place(state) {
    const { beams, corners, positions } = this;
    const along = beams.map(({ points: [a, b] }) => unit(subtract(state.position(b), state.position(a))));
    const axes = beams.map((beam, i) => [0, 1].map(end => this.sectionAxes(state, i, end, along)));
    for (let k = 0, at = 0; k < corners.length; k += 4) {
      const beam = corners[k], end = corners[k + 1], y = corners[k + 2], z = corners[k + 3];
      const x = 3 * beams[beam].points[end], [e, f] = axes[beam][end];
      for (let axis = 0; axis < 3; ++axis)
        positions[at++] = state.positions[x + axis] + y * e[axis] + z * f[axis];
    }
  }

  /** Directions y and z of the section at an end. */
  sectionAxes(state, i, end, along) {
    const { points, turn, section } = this.beams[i];
    // Nodes turn the section where they have an orientation that follows the line; else it follows the line itself.
    let q = this.isPlane ? turn : product(Array.from(state.turn(points[end])), turn);
    let tangent = along[i];
    const others = this.meeting.get(points[end]);
    if (others.length === 2) {  // in the plane that halves the angle of two
      const other = others[0] === i ? others[1] : others[0];
      const sign = this.beams[other].points[end] === points[end] ? -1 : 1;
      if (sign * dot(along[other], tangent) > 0.5 && this.beams[other].section === section)
        tangent = unit(add(tangent, times(sign, along[other])));
    }
    if (norm(tangent) > 0) q = product(turnBetween(turned(q, [1, 0, 0]), tangent), q);
    return [turned(q, [0, 1, 0]), turned(q, [0, 0, 1])];
  }
}

/** Vertices, triangles and edges of sections along beams. */
class BeamBuilder {
  constructor(data, beams) {
    this.data = data;
    this.corners = [];
    this.vertexPoints = [];
    this.triangles = [];
    this.parts = [];
    this.edges = [];
    this.edgeParts = [];
    this.beamOfTriangle = [];
    const caps = new Map();
    beams.forEach((beam, i) => {
      const { section } = beam;
      if (!caps.has(section)) caps.set(section, earsOf(section.outline));
      this.part = data.pointParts[beam.points[0]];
      this.addSides(beam, i);
      for (const end of [0, 1]) this.addEnd(beam, i, end, caps.get(section));
    });
  }

  vertex(beam, i, end, k) {
    const { outline } = beam.section, n = outline.length / 2;
    this.corners.push(i, end, outline[2 * (k % n)], outline[2 * (k % n) + 1]);
    this.vertexPoints.push(beam.points[end]);
    return this.vertexPoints.length - 1;
  }
  triangle(i, a, b, c) {
    this.triangles.push(a, b, c);
    this.parts.push(this.part);
    this.beamOfTriangle.push(i);
  }
  edge(a, b) {
    this.edges.push(a, b);
    this.edgeParts.push(this.part);
  }

  addSides(beam, i) {
    const n = beam.section.outline.length / 2, { round } = beam.section;
    let previous = [0, 1].map(end => this.vertex(beam, i, end, 0));
    const first = previous;
    if (!round) this.edge(...previous);
    for (let k = 1; k <= n; ++k) {
      const next = k === n && round ? first : [0, 1].map(end => this.vertex(beam, i, end, k));
      this.triangle(i, previous[0], previous[1], next[1]);
      this.triangle(i, previous[0], next[1], next[0]);
      for (const end of [0, 1]) this.edge(previous[end], next[end]);
      if (!round && k < n) {
        this.edge(...next);
        previous = [0, 1].map(end => this.vertex(beam, i, end, k));  // sides have normals of their own
      } else {
        previous = next;
      }
    }
  }

  addEnd(beam, i, end, triangles) {
    const n = beam.section.outline.length / 2;
    const ring = Array.from({ length: n }, (_, k) => this.vertex(beam, i, end, k));
    for (const [a, b, c] of triangles) this.triangle(i, ring[end ? b : a], ring[end ? a : b], ring[c]);  // with the sense of the sides
  }

  arrays() {
    return { vertexPoints: new Int32Array(this.vertexPoints), triangles: new Int32Array(this.triangles),
             parts: this.parts, cells: null, edges: new Int32Array(this.edges), edgeParts: this.edgeParts };
  }
}

/** Triangles of a closed line of points y, z, counter-clockwise: ears are cut off one after another. */
function earsOf(outline) {
  const at = k => [outline[2 * k], outline[2 * k + 1]];
  const area = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const left = Array.from({ length: outline.length / 2 }, (_, k) => k), triangles = [];
  const sense = Math.sign(left.reduce((sum, _, k) => sum + area([0, 0], at(k), at((k + 1) % left.length)), 0));
  const isEar = k => {
    const [a, b, c] = [left[(k + left.length - 1) % left.length], left[k], left[(k + 1) % left.length]];
    if (!(sense * area(at(a), at(b), at(c)) > 0)) return false;
    return left.every(p => p === a || p === b || p === c ||
      !(sense * area(at(a), at(b), at(p)) >= 0 && sense * area(at(b), at(c), at(p)) >= 0 &&
        sense * area(at(c), at(a), at(p)) >= 0));
  };
  while (left.length >= 3) {
    const k = Math.max(0, left.findIndex((_, i) => isEar(i)));
    triangles.push([left[(k + left.length - 1) % left.length], left[k], left[(k + 1) % left.length]]);
    left.splice(k, 1);
  }
  return triangles;
}
