// Rigid shapes: one set of triangles for all shapes of a kind, drawn once for each with its place, turn and size.

const kSphere = 1, kCapsule = 2, kBox = 3, kCylinder = 4, kHull = 5, kSurface = 6, kPlane = 8, kArrow = 9;
const kMostSphereTriangles = 2e6;

/** Corners of triangles (half, radius, normal: 3 numbers each) and ends of edges (half, radius) of a shape. */
class ShapeForm {
  constructor() {
    this.corners = [];
    this.edges = [];
  }
  /** Corners are pairs [half, radius]; normals are given for each, or one for all. */
  face(corners, normals) {
    const n = k => (Array.isArray(normals[0]) ? normals[k] : normals);
    for (let k = 2; k < corners.length; ++k)
      for (const i of [0, k - 1, k]) this.corners.push(...corners[i][0], ...corners[i][1], ...n(i));
  }
  edge(a, b) { this.edges.push(...a[0], ...a[1], ...b[0], ...b[1]); }
}

/** Points of the unit sphere and triangles between them: an icosahedron whose faces are divided. */
function icosphere(level) {
  const g = (1 + Math.sqrt(5)) / 2;
  const points = [[-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g], [0, -1, -g], [0, 1, -g],
                  [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1]].map(unit);
  let faces = [[0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6],
               [7, 1, 8], [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10],
               [8, 6, 7], [9, 8, 1]];
  for (let i = 0; i < level; ++i) {
    const known = new Map();
    const between = (a, b) => {
      const key = a < b ? a + "," + b : b + "," + a;
      if (!known.has(key)) known.set(key, points.push(unit(add(points[a], points[b]))) - 1);
      return known.get(key);
    };
    faces = faces.flatMap(([a, b, c]) => {
      const ab = between(a, b), bc = between(b, c), ca = between(c, a);
      return [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    });
  }
  return { points, faces };
}

function sphereForm(count) {
  const form = new ShapeForm();
  const level = [3, 2, 1].find(l => count * 20 * 4 ** l <= kMostSphereTriangles) || 1;
  const { points, faces } = icosphere(level);
  for (const face of faces) {
    const at = face.map(i => points[i]);
    form.face(at.map(p => [[0, 0, 0], p]), at);
  }
  return form;
}

/** Triangles of half spheres about the ends, and the side between them. */
function capsuleForm() {
  const form = new ShapeForm(), around = 24, up = 8;
  const at = (i, j) => {
    const a = 2 * Math.PI * i / around, e = Math.PI * (j - up) / (2 * up), c = Math.cos(e);
    return [c * Math.cos(a), c * Math.sin(a), Math.sin(e)];
  };
  // Rows from below to the lower rim, then from the upper rim up.
  const rows = [...Array(up + 1).keys()].map(j => [j, -1]).concat([...Array(up + 1).keys()].map(j => [j + up, 1]));
  for (let r = 0; r + 1 < rows.length; ++r)
    for (let i = 0; i < around; ++i) {
      const corners = [[i, r], [i + 1, r], [i + 1, r + 1], [i, r + 1]]
        .map(([k, row]) => [[0, 0, rows[row][1]], at(k, rows[row][0])]);
      form.face(corners, corners.map(c => c[1]));
    }
  for (const end of [-1, 1])
    for (let i = 0; i < around; ++i) form.edge([[0, 0, end], at(i, up)], [[0, 0, end], at(i + 1, up)]);
  return form;
}

function cylinderForm() {
  const form = new ShapeForm(), n = 32;
  const rim = i => [Math.cos(2 * Math.PI * i / n), Math.sin(2 * Math.PI * i / n), 0];
  for (let i = 0; i < n; ++i) {
    const a = rim(i), b = rim(i + 1);
    form.face([[[0, 0, -1], a], [[0, 0, -1], b], [[0, 0, 1], b], [[0, 0, 1], a]], [a, b, b, a]);
    for (const end of [-1, 1]) {
      form.face([[[0, 0, end], [0, 0, 0]], [[0, 0, end], end > 0 ? a : b], [[0, 0, end], end > 0 ? b : a]], [0, 0, end]);
      form.edge([[0, 0, end], a], [[0, 0, end], b]);
    }
    if (i % 8 === 0) form.edge([[0, 0, -1], a], [[0, 0, 1], a]);
  }
  return form;
}

function boxForm() {
  const form = new ShapeForm(), zero = [0, 0, 0];
  for (let axis = 0; axis < 3; ++axis)
    for (const side of [-1, 1]) {
      const corner = (u, v) => {
        const p = [0, 0, 0];
        p[axis] = side; p[(axis + 1) % 3] = u; p[(axis + 2) % 3] = v;
        return [p, zero];
      };
      const normal = [0, 0, 0];
      normal[axis] = side;
      const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      form.face(side > 0 ? ring : [...ring].reverse(), normal);
      for (let k = 0; k < 4; ++k) form.edge(ring[k], ring[(k + 1) % 4]);
    }
  return form;
}

/** A square in the plane z = 0. */
function planeForm() {
  const form = new ShapeForm();
  form.face([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [[x, y, 0], [0, 0, 0]]), [0, 0, 1]);
  for (const [x, y] of [[1, 0], [0, 1]]) form.edge([[-x, -y, 0], [0, 0, 0]], [[x, y, 0], [0, 0, 0]]);
  return form;
}

/** Along z from the origin: half is the length, radius that of the shaft. */
function arrowForm() {
  const form = new ShapeForm(), n = 12;
  const rim = (i, r) => [r * Math.cos(2 * Math.PI * i / n), r * Math.sin(2 * Math.PI * i / n), 0];
  const tip = [[0, 0, 1], [0, 0, 0]], neck = 0.72;
  for (let i = 0; i < n; ++i) {
    const a = rim(i, 1), b = rim(i + 1, 1), a3 = rim(i, 2.6), b3 = rim(i + 1, 2.6);
    form.face([[[0, 0, 0], a], [[0, 0, 0], b], [[0, 0, neck], b], [[0, 0, neck], a]], [a, b, b, a]);
    form.face([[[0, 0, neck], a3], [[0, 0, neck], b3], tip], [unit(a), unit(b), unit(a)]);
    form.face([[[0, 0, neck], [0, 0, 0]], [[0, 0, neck], b3], [[0, 0, neck], a3]], [0, 0, -1]);
  }
  return form;
}

/** Triangles of a hull or surface, each with its normal; edges where faces meet at an angle. */
function triangleForm(points, triangles) {
  const form = new ShapeForm(), zero = [0, 0, 0], sides = new Map();
  for (let i = 0; i < triangles.length; i += 3) {
    const t = [triangles[i], triangles[i + 1], triangles[i + 2]], p = t.map(k => triple(points, 3 * k));
    const normal = unit(cross(subtract(p[1], p[0]), subtract(p[2], p[0])));
    form.face(p.map(x => [x, zero]), normal);
    for (let k = 0; k < 3; ++k) {
      const [a, b] = [t[k], t[(k + 1) % 3]], key = a < b ? a + "," + b : b + "," + a;
      if (!sides.has(key)) sides.set(key, { ends: [p[k], p[(k + 1) % 3]], normals: [] });
      sides.get(key).normals.push(normal);
    }
  }
  for (const { ends, normals } of sides.values())
    if (normals.length !== 2 || Math.abs(dot(normals[0], normals[1])) < 0.9999) form.edge([ends[0], zero], [ends[1], zero]);
  return form;
}

/** Shapes of one form. An instance has 15 numbers: place, turn, half, radius, value, colour. */
class ShapeGroup {
  constructor(graphics, form, kind) {
    this.graphics = graphics;
    this.kind = kind;
    this.form = form;
    this.corners = graphics.floats(new Float32Array(form.corners));
    this.edges = graphics.floats(new Float32Array(form.edges));
    this.pieces = [];
    this.instances = graphics.floats(new Float32Array(0));
    this.count = 0;
  }
  setInstances(numbers) {
    this.numbers = numbers;
    this.count = numbers.length / 15;
    this.instances.set(numbers);
  }
  bind(program, corners, stride, first = 0) {
    program.attribute("aHalf", corners, 3, { stride });
    program.attribute("aRadius", corners, 3, { stride, offset: 3 });
    if (stride === 9) program.attribute("aNormal", corners, 3, { stride, offset: 6 });
    let offset = 15 * first;
    for (const [name, size] of [["iPosition", 3], ["iTurn", 4], ["iHalf", 3], ["iNumbers", 2], ["iColour", 3]]) {
      program.attribute(name, this.instances, size, { stride: 15, offset, each: 1 });
      offset += size;
    }
  }
  draw(uniforms, first = 0, count = this.count) {
    if (count === 0) return;
    const { gl, shape, plane } = this.graphics, program = this.kind === kPlane ? plane : shape;
    program.use({ ...uniforms, uMarked: this.kind === kSphere && uniforms.uMarked });
    this.bind(program, this.corners, 9, first);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.form.corners.length / 9, count);
  }
  drawEdges(uniforms) {
    if (this.count === 0 || this.form.edges.length === 0) return;
    const { gl, shapeEdge } = this.graphics;
    shapeEdge.use(uniforms);
    this.bind(shapeEdge, this.edges, 6);
    gl.drawArraysInstanced(gl.LINES, 0, this.form.edges.length / 6, this.count);
  }
}

/** All rigid shapes of the scene. */
class Shapes {
  constructor(graphics, data) {
    const { pieces } = data.page;
    const integers = data.integers(pieces.integers), numbers = data.floats(pieces.numbers);
    const list = [];
    for (let i = 0; i < pieces.count; ++i) {
      const [kind, point, part, name, geometry, isSymbol] = integers.subarray(6 * i, 6 * i + 6);
      const n = numbers.subarray(11 * i, 11 * i + 11);
      list.push({ kind, point, part, name, geometry, isSymbol: isSymbol !== 0, radius: n[0], half: triple(n, 1),
                  place: triple(n, 4), turn: Array.from(n.subarray(7, 11)) });
    }
    const forms = { [kCapsule]: capsuleForm, [kBox]: boxForm, [kCylinder]: cylinderForm, [kPlane]: planeForm };
    const groups = new Map();
    for (const piece of list) {
      const key = piece.kind + "," + piece.geometry;
      if (!groups.has(key)) {
        let form, triangles = null;
        if (piece.kind === kSphere) form = sphereForm(list.filter(p => p.kind === kSphere).length);
        else if (forms[piece.kind]) form = forms[piece.kind]();
        else {
          const geometry = pieces.geometries[piece.geometry];
          triangles = data.integers(geometry.triangles);
          form = triangleForm(data.floats(geometry.points), triangles);
        }
        groups.set(key, Object.assign(new ShapeGroup(graphics, form, piece.kind), { triangles }));
      }
      const hasGeometry = piece.kind === kHull || piece.kind === kSurface;
      if (hasGeometry) piece.half = [1, 1, 1];
      groups.get(key).pieces.push(piece);
    }
    this.list = list;
    this.groups = [...groups.values()];
  }

  /** Where a shape is: its place and turn in fixed axes. */
  pose(piece, state) {
    if (piece.point < 0) return { place: piece.place, turn: piece.turn };
    const q = state.turn(piece.point);
    return { place: add(state.position(piece.point), turned(q, piece.place)), turn: product(q, piece.turn) };
  }

  /** Shapes that are there, of parts that are shown, with the values of their points. */
  follow(state, values, parts) {
    for (const group of this.groups) {
      group.shown = group.pieces.filter(piece => parts[piece.part].isShown && state.isPresent(piece.point));
      const numbers = new Float32Array(15 * group.shown.length);
      let at = 0;
      for (const piece of group.shown) {
        const { place, turn } = this.pose(piece, state);
        const value = values && piece.point >= 0 && parts[piece.part].kind !== "joints" ? values[piece.point] : NaN;
        numbers.set(place, at);
        numbers.set(turn, at + 3);
        numbers.set(piece.half, at + 7);
        numbers[at + 10] = piece.radius;
        numbers[at + 11] = Number.isFinite(value) ? value : 3e38;
        numbers.set(parts[piece.part].colour, at + 12);
        at += 15;
      }
      group.setInstances(numbers);
    }
  }

  draw(uniforms) {
    for (const group of this.groups) if (group.kind !== kPlane) group.draw(uniforms);
  }
  drawEdges(uniforms) {
    for (const group of this.groups) if (group.kind !== kPlane) group.drawEdges(uniforms);
  }
  /** Planes are transparent and come last. Seen along their surface, in plane models, they are lines. */
  drawPlanes(uniforms, isPlane) {
    for (const group of this.groups) {
      if (group.kind !== kPlane) continue;
      if (isPlane) group.drawEdges(uniforms);
      else group.draw(uniforms);
    }
  }
}

const kMostArrows = 4000;

/** Arrows of a vector field at the points. */
class Arrows {
  constructor(graphics) {
    this.group = new ShapeGroup(graphics, arrowForm(), kArrow);
  }
  clear() { this.group.setInstances(new Float32Array(0)); }

  /** @param longest  length of the arrow of the greatest value `most` */
  follow(state, columns, parts, pointParts, most, longest) {
    const [x, y, z] = columns, found = [], { seenPoints } = state.data.page;
    for (let i = 0; i < seenPoints; ++i) {
      const size = Math.hypot(x[i], y[i], z[i]);
      if (size > 2e-3 * most && parts[pointParts[i]].isShown && state.isPresent(i)) found.push([size, i]);
    }
    if (found.length > kMostArrows) found.sort((a, b) => b[0] - a[0]).length = kMostArrows;
    const numbers = new Float32Array(15 * found.length);
    found.forEach(([size, i], k) => {
      const length = longest * size / most, radius = Math.min(0.05 * length, 0.02 * longest);
      const turn = turnBetween([0, 0, 1], unit([x[i], y[i], z[i]]));
      numbers.set([...state.position(i), ...turn, 0, 0, length, radius, size, 0.78, 0.16, 0.12], 15 * k);
    });
    this.group.setInstances(numbers);
  }
}
