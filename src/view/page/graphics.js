// The graphics processor: programs, buffers, and draw calls.

class Program {
  constructor(gl, [vertex, fragment]) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program));
    this.uniforms = new Map();
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; ++i) {
      const { name, type } = gl.getActiveUniform(this.program, i);
      this.uniforms.set(name, { type, place: gl.getUniformLocation(this.program, name) });
    }
  }

  /** Makes it the one in use, with values for those of its uniforms that it has. */
  use(values) {
    const { gl } = this;
    gl.useProgram(this.program);
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.uniforms.get(name);
      if (!uniform) continue;
      switch (uniform.type) {
        case gl.FLOAT_MAT4: gl.uniformMatrix4fv(uniform.place, false, value); break;
        case gl.FLOAT_MAT3: gl.uniformMatrix3fv(uniform.place, false, value); break;
        case gl.FLOAT_VEC4: gl.uniform4fv(uniform.place, value); break;
        case gl.FLOAT_VEC3: gl.uniform3fv(uniform.place, value); break;
        case gl.FLOAT_VEC2: gl.uniform2fv(uniform.place, value); break;
        case gl.FLOAT: gl.uniform1f(uniform.place, value); break;
        default: gl.uniform1i(uniform.place, value);
      }
    }
  }

  /** Binds a buffer of floats to an attribute, which advances once an instance where `each` is 1. */
  attribute(name, buffer, size, { stride = 0, offset = 0, each = 0 } = {}) {
    const { gl } = this, place = gl.getAttribLocation(this.program, name);
    if (place < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer.handle);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * stride, 4 * offset);
    gl.vertexAttribDivisor(place, each);
  }
}

/** Numbers in the memory of the graphics processor. */
class Buffer {
  constructor(gl, target) {
    this.gl = gl;
    this.target = target;
    this.handle = gl.createBuffer();
    this.bytes = -1;
  }
  set(array) {
    const { gl, target } = this;
    gl.bindVertexArray(null);
    gl.bindBuffer(target, this.handle);
    if (array.byteLength === this.bytes) gl.bufferSubData(target, 0, array);
    else gl.bufferData(target, array, gl.DYNAMIC_DRAW);
    this.bytes = array.byteLength;
    return this;
  }
}

class Graphics {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, stencil: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser shows no WebGL 2, which the picture needs.");
    this.gl = gl;
    this.canvas = canvas;
    this.mesh = new Program(gl, kMeshProgram);
    this.edge = new Program(gl, kEdgeProgram);
    this.shape = new Program(gl, kShapeProgram);
    this.shapeEdge = new Program(gl, kShapeEdgeProgram);
    this.plane = new Program(gl, kPlaneProgram);
    this.line = new Program(gl, kLineProgram);
    this.cap = new Program(gl, kCapProgram);
    this.map = gl.createTexture();
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  floats(array) { return new Buffer(this.gl, this.gl.ARRAY_BUFFER).set(array); }
  indices(array) { return new Buffer(this.gl, this.gl.ELEMENT_ARRAY_BUFFER).set(array); }

  /** Colours as bytes r, g, b, a, from the least value to the greatest. */
  setMap(bytes) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.map);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, bytes.length / 4, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
                                 [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
      gl.texParameteri(gl.TEXTURE_2D, name, value);
  }

  /** Begins a picture. The background is that of the page. */
  begin() {
    const { gl, canvas } = this, ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.pixel = [2 / width, 2 / height];
    this.ratio = ratio;
  }
}
