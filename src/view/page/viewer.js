// The picture: what is shown of the model, and how.

class Viewer {
  constructor(canvas, data) {
    this.data = data;
    this.graphics = new Graphics(canvas);
    this.canvas = canvas;
    this.state = new State(data);
    this.parts = data.page.parts.map((part, i) => ({ ...part, isShown: true, colour: partColour(part, i) }));
    this.surface = makeSurface(this.graphics, data);
    this.beams = new Beams(this.graphics, data);
    this.shapes = new Shapes(this.graphics, data);
    this.lines = new Lines(this.graphics, data);
    this.arrows = new Arrows(this.graphics);
    this.section = new Section(this.graphics, data);
    this.caps = new Caps(this);
    this.fields = data.page.fields.map(field => new Field(data, field, this.state.displacement));
    this.camera = new Camera(data);
    this.picker = new Picker(this);
    this.maps = { "viridis": data.page.colours, ...kMaps };
    this.listeners = [];
    this.settings = {
      frame: 0, scale: 1, swing: 1, field: null, component: "", map: "viridis", isReversed: false, bands: 0,
      range: "all", low: 0, high: 1, edges: true, arrows: null, arrowLength: 1, clip: "", clipPlace: 0.5, clipSide: 1,
    };
    this.change({});
    this.setMap();
    new ResizeObserver(() => this.redraw()).observe(canvas);
  }

  get field() { return this.fields.find(field => field.name === this.settings.field) || null; }
  get time() { return this.data.page.times[this.settings.frame]; }

  /** Changes settings and draws. */
  change(settings) {
    Object.assign(this.settings, settings);
    this.isStale = true;
    if ("map" in settings || "isReversed" in settings) this.setMap();
    this.redraw();
  }
  showPart(index, isShown) {
    this.parts[index].isShown = isShown;
    this.change({});
  }
  setMap() { this.graphics.setMap(mapBytes(this.maps[this.settings.map], this.settings.isReversed)); }

  /** Draws with the next picture of the screen. */
  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  /** Values, range and places of the settings. */
  update() {
    const { settings, state, parts, field } = this;
    state.set(settings.frame, settings.scale * settings.swing);
    this.values = field ? field.values(settings.frame, settings.component) : null;
    this.range = this.rangeOfColours();
    this.surface.follow(state);
    this.beams.follow(state);
    this.surface.setValues(this.values);
    this.beams.setValues(this.values);
    this.shapes.follow(state, this.values, parts);
    if (settings.clip) this.section.follow(state, this.values, parts, this.clipPlane());
    else this.section.clear();
    this.lines.follow(state, this.values, parts);
    const arrows = this.fields.find(f => f.name === settings.arrows);
    if (arrows) {
      const most = arrows.range("magnitude")[1] || 1;
      this.arrows.follow(state, arrows.all(settings.frame), parts, this.data.pointParts, most,
                         0.18 * settings.arrowLength * this.data.size);
    } else {
      this.arrows.clear();
    }
    this.isStale = false;
    for (const listener of this.listeners) listener();
  }

  rangeOfColours() {
    const { settings, field } = this;
    if (!field) return [0, 1];
    if (settings.range === "given") return [settings.low, settings.high];
    if (settings.range === "frame") {
      const [low, high] = widened(this.values);
      return low <= high ? [low, high] : [0, 0];
    }
    return field.range(settings.component);
  }

  /** Direction and distance of the plane beyond which nothing is drawn. */
  clipPlane() {
    const { clip, clipPlace, clipSide } = this.settings;
    if (!clip) return [0, 0, 0, 1];
    const axis = "xyz".indexOf(clip), { low, high } = this.data.page, plane = [0, 0, 0, 0];
    const margin = 0.002 * this.data.size;
    plane[axis] = clipSide;
    plane[3] = clipSide * (low[axis] - margin + clipPlace * (high[axis] - low[axis] + 2 * margin));
    return plane;
  }

  /** Box around what is there in this frame. */
  box() {
    if (this.isStale) this.update();
    const { state, shapes, parts, data } = this, low = [Infinity, Infinity, Infinity], high = low.map(x => -x);
    const include = (x, r) => x.forEach((c, i) => { low[i] = Math.min(low[i], c - r); high[i] = Math.max(high[i], c + r); });
    for (let point = 0; point < data.page.points; ++point)
      if (state.isPresent(point) && parts[data.pointParts[point]].isShown) include(state.position(point), 0);
    for (const { kind, shown: pieces } of shapes.groups)
      for (const piece of kind === kPlane ? [] : pieces || [])
        include(shapes.pose(piece, state).place, piece.geometry < 0 ? piece.radius + Math.hypot(...piece.half) : 0);
    return low[0] <= high[0] ? { low, high } : data.page;
  }

  draw() {
    if (this.isStale) this.update();
    const { graphics, graphics: { gl }, camera, parts, settings } = this;
    graphics.begin();
    const uniforms = {
      uView: camera.matrix(this.canvas.width / this.canvas.height), uTurn: camera.turn(), uRange: this.range,
      uBands: settings.bands, uByField: this.field !== null, uClip: this.clipPlane(), uMap: 0, uMarked: settings.edges,
      uInk: [0.1, 0.12, 0.15, 0.55],
    };
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    this.surface.draw(uniforms, parts);
    this.beams.draw(uniforms, parts);
    this.shapes.draw(uniforms);
    if (settings.clip) {
      gl.disable(gl.POLYGON_OFFSET_FILL);
      this.caps.draw(uniforms, uniforms.uClip);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(-1, -1);
      if (this.field) this.section.draw(uniforms);
      gl.polygonOffset(1, 1);
    }
    this.arrows.group.draw({ ...uniforms, uByField: false });
    gl.disable(gl.POLYGON_OFFSET_FILL);
    this.lines.draw(uniforms);
    gl.enable(gl.BLEND);
    if (settings.edges) {
      this.surface.drawEdges({ ...uniforms, uInk: this.edgeInk(uniforms.uInk) }, parts);
      this.section.drawEdges({ ...uniforms, uInk: this.edgeInk(uniforms.uInk) });
      this.beams.drawEdges(uniforms, parts);
      this.shapes.drawEdges(uniforms);
    }
    gl.depthMask(false);
    this.shapes.drawPlanes(uniforms, this.data.page.isPlane);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    this.drawn = (this.drawn || 0) + 1;
  }

  /** Edges fade where elements are a few pixels small. */
  edgeInk([r, g, b, a]) {
    const elements = this.surface.parts.length / 2;
    if (!elements) return [r, g, b, a];
    const area = (this.data.size / this.camera.extent * this.canvas.height) ** 2 / 6, pixels = Math.sqrt(area / elements);
    return [r, g, b, a * clamp((pixels - 2) / 8, 0, 1)];
  }

  /** What is under a place of the canvas, from -1 to 1 each way. */
  pick(x, y) {
    return this.picker.pick(this.camera.ray(x, y), 6 * this.camera.extent / this.canvas.clientHeight);
  }
}

/** Plays frames over time. */
class Player {
  constructor(viewer) {
    this.viewer = viewer;
    this.count = viewer.data.page.times.length;
    this.seconds = clamp(this.count / 25, 2, 10);
    this.isPlaying = false;
    this.listeners = [];
  }
  toggle(isPlaying = !this.isPlaying) {
    if (isPlaying === this.isPlaying) return;
    this.isPlaying = isPlaying;
    this.started = null;
    if (isPlaying) requestAnimationFrame(now => this.step(now));
    else if (this.viewer.data.isModes) this.viewer.change({ swing: 1 });
    for (const listener of this.listeners) listener();
  }
  step(now) {
    if (!this.isPlaying) return;
    if (this.viewer.data.isModes) {
      this.viewer.change({ swing: Math.sin(now / 1000 * Math.PI) });
    } else if (this.count > 1) {
      const { page: { times: list } } = this.viewer.data;
      const from = list[0], span = list[this.count - 1] - from || 1;
      if (this.started === null) {
        const isAtEnd = this.viewer.settings.frame === this.count - 1;
        this.started = now - (isAtEnd ? 0 : (this.viewer.time - from) / span) * this.seconds * 1000;
      }
      const share = ((now - this.started) / 1000 / this.seconds) % 1.08;  // rests at the end
      this.go(from + Math.min(1, share) * span);
    }
    requestAnimationFrame(next => this.step(next));
  }
  /** To the frame nearest to a time. */
  go(time) {
    const { times: list } = this.viewer.data.page;
    let best = 0;
    for (let k = 0; k < list.length; ++k) if (Math.abs(list[k] - time) < Math.abs(list[best] - time)) best = k;
    this.goToFrame(best);
  }
  goToFrame(frame) {
    frame = clamp(frame, 0, this.count - 1);
    if (frame !== this.viewer.settings.frame) this.viewer.change({ frame });
  }
}
