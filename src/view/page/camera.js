// How the model is looked at: parallel projection, turned about the vertical axis z and up and down.

class Camera {
  constructor(data) {
    this.data = data;
    this.home(data.page.isPlane ? "z" : "");
  }

  /** Looks along an axis, or obliquely, at the whole model. */
  home(axis = "") {
    this.isMoved = false;
    const angles = { x: [0, 0], y: [-Math.PI / 2, 0], z: [-Math.PI / 2, Math.PI / 2], "": [-0.98, 0.46] };
    [this.azimuth, this.elevation] = angles[axis];
    this.fit();
  }
  /** Moves so that a box is seen: that of the model at all times, unless another is given. */
  fit({ low, high } = this.data.page) {
    this.target = times(0.5, add(low, high));
    this.aspect = this.aspect || 1.5;
    const { right, up } = this.axes();
    let width = 0, height = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const x = subtract([0, 1, 2].map(i => (corner >> i & 1 ? high[i] : low[i])), this.target);
      width = Math.max(width, Math.abs(dot(right, x)));
      height = Math.max(height, Math.abs(dot(up, x)));
    }
    this.extent = 1.13 * Math.max(height, width / this.aspect, 1e-6 * this.data.size);
  }

  /** Another view than the usual one of the whole model. */
  fitTo(box) {
    this.fit(box);
    this.isMoved = true;
  }

  axes() {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth);
    const ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    const towards = [ce * ca, ce * sa, se], right = [-sa, ca, 0];
    return { right, up: cross(towards, right), towards };
  }

  /** Turns to axes of the screen, as columns. */
  turn() {
    const { right, up, towards } = this.axes();
    return new Float32Array([0, 1, 2].flatMap(i => [right[i], up[i], towards[i]]));
  }

  /** Places to the cube of WebGL. */
  matrix(aspect) {
    this.aspect = aspect;
    const { right, up, towards } = this.axes();
    const depth = 1.6 * this.data.size + norm(subtract(this.target, this.data.middle));
    const rows = [times(1 / (this.extent * aspect), right), times(1 / this.extent, up), times(-1 / depth, towards)];
    const matrix = new Float32Array(16);
    rows.forEach((row, i) => {
      for (let k = 0; k < 3; ++k) matrix[4 * k + i] = row[k];
      matrix[12 + i] = -dot(row, this.target);
    });
    matrix[15] = 1;
    return matrix;
  }

  /** By parts of the height of the picture. */
  orbit(dx, dy) {
    this.isMoved = true;
    this.azimuth -= 3.2 * dx;
    this.elevation = clamp(this.elevation + 3.2 * dy, -Math.PI / 2, Math.PI / 2);
  }
  pan(dx, dy) {
    this.isMoved = true;
    const { right, up } = this.axes();
    this.target = add(this.target, add(times(-2 * this.extent * dx, right), times(2 * this.extent * dy, up)));
  }
  /** About a place of the picture, from -1 to 1 each way. */
  zoom(factor, x, y) {
    this.isMoved = true;
    const { right, up } = this.axes();
    const shift = this.extent * (1 - factor);
    this.target = add(this.target, add(times(shift * this.aspect * x, right), times(shift * y, up)));
    this.extent *= factor;
  }

  /** The line of sight through a place of the picture. */
  ray(x, y) {
    const { right, up, towards } = this.axes();
    const at = add(this.target, add(times(this.extent * this.aspect * x, right), times(this.extent * y, up)));
    return { from: add(at, times(4 * this.data.size, towards)), along: times(-1, towards) };
  }
}
