// What a clip plane opens: caps over closed surfaces, and values within solids.

const kMostCaps = 2000;  // of bodies and beams

/** Whether each side of the triangles, from one point to another, has another triangle that goes back along it. */
function isClosed(triangles, pointOf = k => k) {
  const open = new Map();
  for (let i = 0; i < triangles.length; i += 3)
    for (let k = 0; k < 3; ++k) {
      const a = pointOf(triangles[i + k]), b = pointOf(triangles[i + (k + 1) % 3]);
      if (a === b) continue;
      const key = a < b ? a + "," + b : b + "," + a, left = (open.get(key) || 0) + (a < b ? 1 : -1);
      if (left) open.set(key, left); else open.delete(key);
    }
  return triangles.length > 0 && open.size === 0;
}

/** The cut through the cells of solids: triangles with values, and lines between cells. */
class Section {
  constructor(graphics, data) {
    const { solids } = data.page;
    Object.assign(this, { graphics, data, shapes: solids.shapes });
    for (const name of ["shapeOfCell", "cells", "nodes"]) this[name] = data.integers(solids[name]);
    this.shapes = solids.shapes.map(shape => ({ nodes: shape.nodes, triangles: shape.triangles.flat() }));
    const empty = () => graphics.floats(new Float32Array(0));
    this.buffers = { positions: empty(), normals: empty(), values: empty(), edges: empty() };
    this.clear();
  }

  clear() { Object.assign(this, { positions: [], values: [], triangleCells: [], edges: [] }); }

  /** Cuts by the plane dot(normal, x) = distance. */
  follow(state, values, parts, [nx, ny, nz, distance]) {
    this.clear();
    const { positions: p } = state, { cells, nodes, shapes, shapeOfCell, data } = this, beyond = new Float32Array(p.length / 3);
    for (let i = 0; i < beyond.length; ++i) beyond[i] = nx * p[3 * i] + ny * p[3 * i + 1] + nz * p[3 * i + 2] - distance;
    let at = 0;
    for (let k = 0; k < cells.length; ++k) {
      const shape = shapes[shapeOfCell[k]], first = at;
      at += shape.nodes;
      let isBelow = false, isAbove = false;
      for (let i = first; i < at; ++i) if (beyond[nodes[i]] > 0) isAbove = true; else isBelow = true;
      if (!isBelow || !isAbove) continue;
      if ((state.status && state.status[cells[k]] === 0) || !parts[data.cellParts[cells[k]]].isShown) continue;
      this.cutCell(k, nodes.subarray(first, at), shape, p, values, beyond);
    }
    this.buffers.positions.set(new Float32Array(this.positions));
    this.buffers.values.set(new Float32Array(this.values));
    this.buffers.edges.set(new Float32Array(this.edges));
    const normals = new Float32Array(this.positions.length);
    for (let i = 0; i < normals.length; i += 3) normals.set([nx, ny, nz], i);
    this.buffers.normals.set(normals);
  }

  /** A cell is divided into tetrahedra between its middle and the triangles of its sides. */
  cutCell(k, own, shape, p, values, beyond) {
    const corner = node => [p[3 * node], p[3 * node + 1], p[3 * node + 2], values ? values[node] : NaN, beyond[node]];
    const corners = Array.from(own, corner), middle = [0, 1, 2, 3, 4].map(i => corners.reduce((sum, c) => sum + c[i], 0) / corners.length);
    const { triangles } = shape;
    for (let i = 0; i < triangles.length; i += 3)
      this.cutTetrahedron(k, [corners[triangles[i]], corners[triangles[i + 1]], corners[triangles[i + 2]], middle]);
  }

  cutTetrahedron(k, corners) {
    const above = corners.filter(c => c[4] > 0), below = corners.filter(c => !(c[4] > 0));
    if (!above.length || !below.length) return;
    const between = (a, b) => { const t = a[4] / (a[4] - b[4]); return [0, 1, 2, 3].map(i => a[i] + t * (b[i] - a[i])); };
    const ring = above.length === 2
      ? [[0, 0], [0, 1], [1, 1], [1, 0]].map(([i, j]) => between(above[i], below[j]))
      : above.flatMap(a => below.map(b => between(a, b)));
    for (let i = 2; i < ring.length; ++i) {
      for (const c of [ring[0], ring[i - 1], ring[i]]) {
        this.positions.push(c[0], c[1], c[2]);
        this.values.push(Number.isFinite(c[3]) ? c[3] : 3e38);
      }
      this.triangleCells.push(k);
    }
    const onSide = [[0, 1], [1, 2], [2, 0]].filter(([i, j]) => corners[i][4] > 0 !== corners[j][4] > 0);
    if (onSide.length === 2)
      for (const [i, j] of onSide) this.edges.push(...between(corners[i], corners[j]).slice(0, 3));
  }

  draw(uniforms) {
    if (!this.values.length) return;
    const { graphics: { gl, mesh }, buffers } = this;
    mesh.use({ ...uniforms, uColour: kNoValue, uClip: [0, 0, 0, 1] });
    mesh.attribute("aPosition", buffers.positions, 3);
    mesh.attribute("aNormal", buffers.normals, 3);
    mesh.attribute("aValue", buffers.values, 1);
    gl.drawArrays(gl.TRIANGLES, 0, this.values.length);
  }

  drawEdges(uniforms) {
    if (!this.edges.length) return;
    const { graphics: { gl, edge }, buffers } = this;
    edge.use({ ...uniforms, uClip: [0, 0, 0, 1] });
    edge.attribute("aPosition", buffers.edges, 3);
    gl.drawArrays(gl.LINES, 0, this.edges.length / 3);
  }

  /** Calls hit(triangle, cell of the file, its nodes) for the triangles of the cut. */
  visit(hit) {
    const { positions, triangleCells, cells, nodes } = this;
    if (!triangleCells.length) return;
    const first = [0];
    for (let k = 0; k < cells.length; ++k) first.push(first[k] + this.shapes[this.shapeOfCell[k]].nodes);
    triangleCells.forEach((k, i) => hit([0, 3, 6].map(c => triple(positions, 9 * i + c)), cells[k],
                                        Array.from(nodes.subarray(first[k], first[k + 1]))));
  }
}

/** Areas of the plane that lie within closed surfaces: where fewer faces look back than forth along the line of sight. */
class Caps {
  constructor(viewer) {
    this.viewer = viewer;
    const { graphics, surface, beams, shapes } = viewer, allParts = surface.parts, allTriangles = surface.triangles;
    this.graphics = graphics;
    this.corners = graphics.floats(new Float32Array(12));
    this.closedParts = new Set(rangesOf(allParts).filter(([, [first, count]]) =>
      isClosed(allTriangles.subarray(3 * first, 3 * (first + count)), k => surface.vertexPoints[k])).map(([part]) => part));
    this.beamRanges = rangesOf(beams.beamOfTriangle);
    for (const group of shapes.groups) {
      const { corners } = group.form;
      group.isClosed = group.kind !== kPlane && (!group.triangles || isClosed(group.triangles));
      group.reach = 0;
      for (let i = 0; group.triangles && i < corners.length; i += 9) group.reach = Math.max(group.reach, Math.hypot(...corners.slice(i, i + 3)));
    }
  }

  draw(uniforms, plane) {
    const { graphics: { gl }, viewer } = this, { camera } = viewer, normal = plane.slice(0, 3);
    if (Math.abs(dot(normal, camera.axes().towards)) < 0.01) return;  // seen along the plane
    this.placeQuad(plane);
    this.uniforms = { ...uniforms, uNormal: normal };
    gl.enable(gl.STENCIL_TEST);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    this.capMeshes();
    this.left = kMostCaps;
    this.capBeams(plane);
    this.capShapes(plane);
    gl.disable(gl.STENCIL_TEST);
  }

  /** Corners of a square on the plane that the picture lies within. */
  placeQuad([nx, ny, nz, distance]) {
    const { camera, data } = this.viewer, n = [nx, ny, nz], e = turned(turnBetween([0, 0, 1], n), [1, 0, 0]), f = cross(n, e);
    const middle = add(camera.target, times(distance - dot(n, camera.target), n));
    const half = 4 * (data.size + camera.extent * (1 + camera.aspect));
    this.corners.set(new Float32Array([[-1, -1], [1, -1], [-1, 1], [1, 1]].flatMap(([x, y]) =>
      add(middle, add(times(half * x, e), times(half * y, f))))));
  }

  /** Fills the area within what `drawSurface` draws. */
  cap(drawSurface, colour, value) {
    const { graphics: { gl, cap }, uniforms } = this;
    gl.colorMask(false, false, false, false);
    gl.depthMask(false);
    gl.disable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.ALWAYS, 0, 255);
    gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
    gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
    drawSurface();
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.enable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.NOTEQUAL, 0, 255);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);  // ready for the next
    cap.use({ ...uniforms, uColour: colour, uValue: value });
    cap.attribute("aPosition", this.corners, 3);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  capMeshes() {
    const { viewer: { surface, parts }, uniforms } = this;
    for (const part of this.closedParts)
      if (parts[part].isShown)
        this.cap(() => surface.drawPart(uniforms, part), uniforms.uByField ? kNoValue : parts[part].colour, 3e38);
  }

  capBeams([nx, ny, nz, distance]) {
    const { viewer: { beams, state, parts, data, values }, uniforms } = this;
    for (const [number, [first, count]] of this.beamRanges) {
      const { points, section } = beams.beams[number], part = parts[data.pointParts[points[0]]];
      if (!part.isShown) continue;
      const [a, b] = points.map(point => dot([nx, ny, nz], state.position(point)) - distance);
      const reach = section.reach ??= Math.max(...section.outline.map(Math.abs)) * 1.5;
      if (Math.min(a, b) > reach || Math.max(a, b) < -reach || this.left-- <= 0) continue;
      const share = a === b ? 0.5 : clamp(a / (a - b), 0, 1);
      const value = values ? values[points[0]] * (1 - share) + values[points[1]] * share : NaN;
      this.cap(() => beams.drawTriangles(uniforms, first, count, part), uniforms.uByField ? kNoValue : part.colour,
               Number.isFinite(value) ? value : 3e38);
    }
  }

  capShapes([nx, ny, nz, distance]) {
    const { viewer: { shapes }, uniforms } = this;
    for (const group of shapes.groups) {
      if (!group.isClosed) continue;
      for (let i = 0; i < group.count; ++i) {
        const n = group.numbers.subarray(15 * i, 15 * i + 15), far = nx * n[0] + ny * n[1] + nz * n[2] - distance;
        if (Math.abs(far) > (group.reach || Math.hypot(n[7], n[8], n[9]) + n[10]) || this.left-- <= 0) continue;
        this.cap(() => group.draw(uniforms, i, 1), [n[12], n[13], n[14]], n[11]);
      }
    }
  }
}
