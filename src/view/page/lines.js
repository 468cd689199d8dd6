// Lines of cells without a section, and springs as coils.

const kCoilTurns = 7, kCoilSteps = 12;

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
      const isSpring = parts[part].kind === "spring";
      const value = i => (values && !isSpring && Number.isFinite(values[i]) ? values[i] : 3e38);
      const path = isSpring ? coil(from, to, 0.016 * this.data.size) : [from, to];
      for (let k = 0; k + 1 < path.length; ++k)
        numbers.push(...path[k], ...path[k + 1], value(a), value(b), ...parts[part].colour);
    }
    this.count = numbers.length / 11;
    this.instances.set(new Float32Array(numbers));
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

/** Places along a coil with straight ends. */
function coil(from, to, radius) {
  const along = subtract(to, from), length = norm(along);
  if (!(length > 0)) return [from, to];
  const e = unit(along), f = unit(cross(e, Math.abs(e[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), g = cross(e, f);
  const path = [from], steps = kCoilTurns * kCoilSteps, r = Math.min(radius, 0.2 * length);
  for (let k = 0; k <= steps; ++k) {
    const angle = 2 * Math.PI * k / kCoilSteps, share = 0.12 + 0.76 * k / steps;
    const side = add(times(r * Math.cos(angle), f), times(r * Math.sin(angle), g));
    path.push(add(add(from, times(share, along)), side));
  }
  return path.concat([to]);
}
