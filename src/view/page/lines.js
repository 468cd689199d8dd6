// Lines of cells without a section; springs, dampers and what joins places that are apart.

const kCoilTurns = 7, kCoilSteps = 12, kLinkWidth = 0.016;

class Lines {
  constructor(graphics, data) {
    this.graphics = graphics;
    this.data = data;
    const ends = data.integers(data.page.surface.lines), cells = data.integers(data.page.surface.lineCells);
    this.list = Array.from(cells, (cell, i) => ({ a: ends[2 * i], b: ends[2 * i + 1], cell, part: data.cellParts[cell] }));
    this.corners = graphics.floats(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]));
    this.instances = graphics.floats(new Float32Array(0));
    this.count = 0;
  }

  follow(state, values, parts) {
    const numbers = [];
    for (const { a, b, cell, part } of this.list) {
      if (!parts[part].isShown || (state.status && state.status[cell] === 0)) continue;
      const from = state.position(a), to = state.position(b);
      const { kind, colour } = parts[part], value = i => (values && !kLinkPaths[kind] && Number.isFinite(values[i]) ? values[i] : 3e38);
      for (const [start, end] of linkLines(kind, from, to, kLinkWidth * this.data.size))
        numbers.push(...start, ...end, value(a), value(b), ...colour);
    }
    for (const link of this.data.page.links) {
      if (!parts[link.part].isShown || !link.points.every(point => state.isPresent(point))) continue;
      const [from, to] = this.endsOf(link, state);
      for (const [start, end] of linkLines(link.kind, from, to, kLinkWidth * this.data.size))
        numbers.push(...start, ...end, 3e38, 3e38, ...parts[link.part].colour);
    }
    this.count = numbers.length / 11;
    this.instances.set(new Float32Array(numbers));
  }

  /** Places on the two parts of a link. */
  endsOf({ points, places }, state) {
    return places.map((place, side) => (points[side] < 0 ? place : add(state.position(points[side]), turned(state.turn(points[side]), place))));
  }

  draw(uniforms) {
    if (this.count === 0) return;
    const { gl, line, pixel, ratio } = this.graphics;
    line.use({ ...uniforms, uPixel: pixel, uWidth: 1.5 * ratio });
    line.attribute("aCorner", this.corners, 2);
    let offset = 0;
    for (const [name, size] of [["iFrom", 3], ["iTo", 3], ["iValues", 2], ["iColour", 3]]) {
      line.attribute(name, this.instances, size, { stride: 11, offset, each: 1 });
      offset += size;
    }
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
  }
}

const kTurn = 2 * Math.PI;
const ringPath = (at, radius) => Array.from({ length: 17 }, (_, k) => [at, radius * Math.cos(kTurn * k / 16), radius * Math.sin(kTurn * k / 16)]);
const coilPath = () => [[0, 0, 0], ...Array.from({ length: kCoilTurns * kCoilSteps + 1 }, (_, k) =>
  [0.12 + 0.76 * k / (kCoilTurns * kCoilSteps), Math.cos(kTurn * k / kCoilSteps), Math.sin(kTurn * k / kCoilSteps)]), [1, 0, 0]];

/** A pot from `begin` to `end` with a piston on the rod that goes on to the other end. */
function potPaths(begin, end, piston, isClosed) {
  const sides = [-1, 1].flatMap(side => [
    [[begin, 0, 0], [begin, side, 0], [end, side, 0], ...(isClosed ? [[end, 0, 0]] : [])],
    [[begin, 0, side], [end, 0, side]], [[piston, 0, 0], [piston, 0.75 * side, 0]]]);
  return [[[0, 0, 0], [begin, 0, 0]], ringPath(begin, 1), ringPath(end, 1), ringPath(piston, 0.75), [[piston, 0, 0], [1, 0, 0]], ...sides];
}

/** Paths of points: the share along the line, and two distances across it in radii. */
const kLinkPaths = {
  spring: [coilPath()], damper: potPaths(0.3, 0.7, 0.5, false), actuator: potPaths(0.15, 0.6, 0.4, true),
};

/** Pairs of places, of the lines that draw a link. */
function linkLines(kind, from, to, radius) {
  const along = subtract(to, from), length = norm(along), paths = kLinkPaths[kind];
  if (!paths || !(length > 0)) return [[from, to]];
  const e = unit(along), f = unit(cross(e, Math.abs(e[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), g = cross(e, f);
  const r = Math.min(radius, 0.2 * length);
  const at = ([share, x, y]) => add(add(from, times(share, along)), add(times(r * x, f), times(r * y, g)));
  return paths.flatMap(path => path.slice(1).map((end, k) => [at(path[k]), at(end)]));
}
