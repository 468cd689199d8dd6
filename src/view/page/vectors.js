"use strict";
// Vectors are arrays of three numbers, quaternions of four: x, y, z, w.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (s, a) => [s * a[0], s * a[1], s * a[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = a => Math.hypot(a[0], a[1], a[2]);
const unit = a => { const n = norm(a); return n > 0 ? times(1 / n, a) : [0, 0, 0]; };
const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** v turned by the unit quaternion q. */
function turned(q, v) {
  const t = times(2, cross(q, v));
  return add(add(v, times(q[3], t)), cross(q, t));
}

/** The turn q, and after it p. */
function product(p, q) {
  return [
    p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
    p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
    p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
    p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
  ];
}

/** The shortest turn from one unit vector to another. */
function turnBetween(a, b) {
  const w = 1 + dot(a, b);
  if (w < 1e-9) {
    const side = unit(cross(a, Math.abs(a[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    return [side[0], side[1], side[2], 0];
  }
  const v = cross(a, b), n = Math.hypot(v[0], v[1], v[2], w);
  return [v[0] / n, v[1] / n, v[2] / n, w / n];
}

/** Three numbers of an array from `at` on. */
const triple = (array, at) => [array[at], array[at + 1], array[at + 2]];

/** Texts of different numbers that differ from each other, as short as they can be. */
function labels(numbers) {
  for (let digits = 4; ; ++digits) {
    const texts = numbers.map(x => shown(x, digits));
    if (digits >= 12 || new Set(texts).size === numbers.length) return texts;
  }
}

/** A number with so many significant digits, without superfluous ones. */
function shown(x, digits = 5) {
  if (!Number.isFinite(x)) return "-";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e6) return x.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(x.toPrecision(digits)));
}
