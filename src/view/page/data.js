// What the page holds: a description, and arrays in elements of their own, decoded when they are asked for.

/** Bytes of a base64 text. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

class Data {
  constructor() {
    this.page = JSON.parse(document.getElementById("description").textContent);
    this.pointParts = this.integers(this.page.pointParts);
    this.pointNumbers = this.integers(this.page.pointNumbers);
    this.cellParts = this.integers(this.page.cellParts);
    this.cellNumbers = this.integers(this.page.cellNumbers);
    this.size = Math.hypot(...subtract(this.page.high, this.page.low)) || 1;
    this.middle = times(0.5, add(this.page.low, this.page.high));
    this.isModes = this.page.timeName === "mode";
  }

  /** Whether the part of a point has several. */
  isGroup(point) {
    const part = this.pointParts[point];
    return this.pointParts.some((other, i) => other === part && i !== point);
  }

  /** The array of a number; its text is given up. */
  bytes(number) {
    const element = document.getElementById("blob" + number);
    const bytes = bytesOf(element.textContent);
    element.remove();
    return bytes.buffer;
  }
  integers(number) { return new Int32Array(this.bytes(number)); }
  floats(number) { return new Float32Array(this.bytes(number)); }
  /** Numbers in all frames; null where the result has none. */
  frames(description, rows) { return description ? new Frames(this, description, rows) : null; }
}

/** Numbers of points or cells in all frames. */
class Frames {
  constructor(data, description, rows) {
    this.data = data;
    this.description = description;
    this.rows = rows;
    this.components = description.components;
    this.numbers = null;
  }

  /** Fills `out` with one component in a frame. */
  read(frame, component, out) {
    const { low, high, quantised, blob } = this.description;
    if (blob < 0) return out.fill(low[component]);
    if (!this.numbers) {
      const bytes = this.data.bytes(blob);
      this.numbers = quantised ? new Uint16Array(bytes) : new Float32Array(bytes);
    }
    const first = (frame * this.components + component) * this.rows;
    const part = this.numbers.subarray(first, first + this.rows);
    if (!quantised) { out.set(part); return out; }
    const step = (high[component] - low[component]) / 65534;
    for (let i = 0; i < part.length; ++i) out[i] = part[i] === 65535 ? NaN : low[component] + step * part[i];
    return out;
  }
}

/** A field by which the model can be coloured. */
class Field {
  constructor(data, description, displacement) {
    this.data = data;
    this.name = description.name;
    this.unit = description.unit;
    this.usual = description.usual;
    this.names = description.components.length ? description.components : [""];
    this.frames = description.data ? data.frames(description.data, data.page.points) : displacement;
    this.isVector = this.frames.components === 3;
    this.ranges = new Map();
    this.columns = [];
  }

  /** Values of the points in a frame. */
  values(frame, component, out = new Float32Array(this.data.page.points)) {
    const place = this.names.indexOf(component), count = this.frames.components;
    if (place < count) return this.frames.read(frame, Math.max(place, 0), out);
    const c = this.all(frame);
    for (let i = 0; i < out.length; ++i) {
      if (component === "magnitude") {
        let sum = 0;
        for (let k = 0; k < count; ++k) sum += c[k][i] * c[k][i];
        out[i] = Math.sqrt(sum);
      } else if (component === "pressure") {
        out[i] = -(c[0][i] + c[1][i] + c[2][i]) / 3;
      } else {  // von Mises
        const xy = c[0][i] - c[1][i], yz = c[1][i] - c[2][i], zx = c[2][i] - c[0][i];
        out[i] = Math.sqrt((xy * xy + yz * yz + zx * zx) / 2 +
                           3 * (c[3][i] * c[3][i] + c[4][i] * c[4][i] + c[5][i] * c[5][i]));
      }
    }
    return out;
  }

  /** All components in a frame. */
  all(frame) {
    const count = this.frames.components;
    while (this.columns.length < count) this.columns.push(new Float32Array(this.data.page.points));
    for (let k = 0; k < count; ++k) this.frames.read(frame, k, this.columns[k]);
    return this.columns;
  }

  /** Least and greatest value over all frames. */
  range(component) {
    if (!this.ranges.has(component)) {
      let low = Infinity, high = -Infinity;
      const place = Math.max(this.names.indexOf(component), 0);
      if (place < this.frames.components) {
        ({ low: { [place]: low }, high: { [place]: high } } = this.frames.description);
      } else {
        const values = new Float32Array(this.data.page.points);
        for (let k = 0; k < this.data.page.times.length; ++k)
          [low, high] = widened(this.values(k, component, values), low, high);
      }
      this.ranges.set(component, low <= high ? [low, high] : [0, 0]);
    }
    return this.ranges.get(component);
  }
}

/** The range [low, high] with these values in it. */
function widened(values, low = Infinity, high = -Infinity) {
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Where everything is in one frame. */
class State {
  constructor(data) {
    const { page } = data;
    this.data = data;
    this.reference = data.floats(page.reference);
    this.displacement = data.frames(page.displacement, page.points);
    this.orientation = data.frames(page.orientation, page.points);
    this.presence = data.frames(page.present, page.points);
    this.cellStatus = data.frames(page.status, data.cellParts.length);
    this.positions = new Float32Array(3 * page.points);
    this.turns = this.orientation ? new Float32Array(4 * page.points) : null;  // quaternions
    this.present = this.presence ? new Float32Array(page.points) : null;
    this.status = this.cellStatus ? new Float32Array(data.cellParts.length) : null;
    this.column = new Float32Array(page.points);
  }

  /** Displacements count `scale` times. */
  set(frame, scale) {
    const { positions, reference, column, turns } = this;
    for (let axis = 0; axis < 3; ++axis) {
      this.displacement.read(frame, axis, column);
      for (let i = 0, at = axis; i < column.length; ++i, at += 3) positions[at] = reference[at] + scale * column[i];
    }
    if (turns) {
      for (let axis = 0; axis < 3; ++axis) {
        this.orientation.read(frame, axis, column);
        for (let i = 0; i < column.length; ++i) turns[4 * i + axis] = column[i];
      }
      for (let at = 0; at < turns.length; at += 4) {
        const rest = 1 - turns[at] ** 2 - turns[at + 1] ** 2 - turns[at + 2] ** 2;
        turns[at + 3] = Math.sqrt(Math.max(0, rest));
      }
    }
    if (this.present) this.presence.read(frame, 0, this.present);
    if (this.status) this.cellStatus.read(frame, 0, this.status);
  }

  position(point) { return triple(this.positions, 3 * point); }
  turn(point) {
    return this.turns && point >= 0 ? this.turns.subarray(4 * point, 4 * point + 4) : [0, 0, 0, 1];
  }
  isPresent(point) { return !this.present || point < 0 || this.present[point] !== 0; }
}
