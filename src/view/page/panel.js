// Settings, legend, bar of the time, and what was picked.

const byId = id => document.getElementById(id);

/** An element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}
const labelled = (text, ...controls) => make("label", {}, make("span", { textContent: text }), ...controls);
function checked(text, isChecked, onchange, ...before) {
  const box = make("input", { type: "checkbox", checked: isChecked });
  box.onchange = () => onchange(box.checked);
  return make("label", { className: "check" }, box, ...before, make("span", { textContent: text }));
}
function select(options, value, onchange) {
  const element = make("select");
  for (const [key, text] of options) element.add(new Option(text, key, false, key === value));
  element.onchange = () => onchange(element.value);
  return element;
}

class Panel {
  constructor(viewer, player) {
    Object.assign(this, { viewer, player, data: viewer.data });
    this.element = byId("panel");
    this.addField();
    this.addShape();
    this.addView();
    this.addClip();
    this.addParts();
    this.element.append(make("p", { textContent: "Drag turns, Shift-drag moves, wheel zooms, click picks. Space plays, arrow keys step." }),
                        make("p", { textContent: this.data.page.program }));
    this.addBar();
    viewer.listeners.push(() => this.update());
  }

  addField() {
    const { viewer } = this, options = [["", "parts"], ...viewer.fields.map(f => [f.name, f.name])];
    this.field = select(options, "", name => this.chooseField(name));
    this.component = select([], "", component => viewer.change({ component }));
    this.componentRow = labelled("Component", this.component);
    this.map = select(Object.keys(viewer.maps).map(name => [name, name]), "viridis", map => viewer.change({ map }));
    this.bands = select([[0, "smooth"], [6, "6"], [10, "10"], [16, "16"]].map(([n, t]) => [String(n), t]), "0",
                        n => viewer.change({ bands: Number(n) }));
    this.range = select([["all", "all frames"], ["frame", "this frame"], ["given", "as given"]], "all", range => {
      if (range === "given") viewer.change({ low: viewer.range[0], high: viewer.range[1], range });
      else viewer.change({ range });
    });
    const number = key => {
      const input = make("input", { type: "text", inputMode: "decimal" });
      input.setAttribute("aria-label", key === "low" ? "least value" : "greatest value");
      input.onchange = () => {
        const value = Number(input.value);
        if (!Number.isFinite(value)) return;
        const [low, high] = viewer.range;
        this.range.value = "given";
        viewer.change({ low, high, range: "given", [key]: value });
      };
      return input;
    };
    this.low = number("low");
    this.high = number("high");
    this.colourRows = [
      this.componentRow, labelled("Colours", this.map), labelled("Steps", this.bands),
      this.reversed = checked("reversed", false, isReversed => viewer.change({ isReversed })),
      labelled("Range", this.range), labelled("From, to", this.low, this.high),
    ];
    this.element.append(make("h2", { textContent: "Colour by" }), labelled("Field", this.field), ...this.colourRows);
  }

  chooseField(name, component) {
    const { viewer } = this, field = viewer.fields.find(f => f.name === name);
    this.field.value = name;
    this.component.replaceChildren();
    if (field) {
      for (const text of field.names) this.component.add(new Option(text, text, false, text === (component ?? field.usual)));
      this.componentRow.hidden = field.names.length < 2;
    }
    if (viewer.settings.range === "given") this.range.value = "all";
    viewer.change({ field: field ? name : null, component: field ? this.component.value : "",
                    range: this.range.value });
  }

  addShape() {
    const { viewer } = this;
    const scale = make("input", { type: "number", value: 1, min: 0, step: "any" });
    scale.onchange = () => { if (scale.value !== "" && Number.isFinite(scale.valueAsNumber)) viewer.change({ scale: scale.valueAsNumber }); };
    this.scale = scale;
    const vectors = viewer.fields.filter(f => f.isVector).map(f => [f.name, f.name]);
    const length = this.length = make("input", { type: "range", min: -1, max: 1, step: 0.05, value: 0 });
    length.oninput = () => viewer.change({ arrowLength: 5 ** length.valueAsNumber });
    this.arrows = select([["", "none"], ...vectors], "", arrows => viewer.change({ arrows: arrows || null }));
    this.element.append(
      make("h2", { textContent: "Shape" }), labelled("Deformation", scale),
      this.edges = checked("edges", true, edges => viewer.change({ edges })));
    if (vectors.length) this.element.append(labelled("Arrows", this.arrows), labelled("Length", length));
  }

  addView() {
    const { viewer } = this;
    const button = (text, title, action) => {
      const element = make("button", { type: "button", textContent: text, title });
      element.onclick = () => { action(); viewer.redraw(); };
      return element;
    };
    this.element.append(make("h2", { textContent: "View" }), make("div", { className: "row" },
      button("fit", "show what is there now (f)", () => viewer.camera.fitTo(viewer.box())),
      button("oblique", "from the front, right, above", () => viewer.camera.home()),
      ...["x", "y", "z"].map(axis => button(axis, "along " + axis, () => viewer.camera.home(axis))),
      button("picture", "save as PNG", () => this.save())));
  }

  save() {
    this.viewer.draw();
    const link = make("a", { download: "view.png", href: this.viewer.canvas.toDataURL("image/png") });
    link.click();
  }

  addClip() {
    const { viewer } = this;
    this.clip = select([["", "off"], ["x", "x"], ["y", "y"], ["z", "z"]], "", clip => viewer.change({ clip }));
    this.clipPlace = make("input", { type: "range", min: 0, max: 1, step: 0.002, value: 0.5 });
    this.clipPlace.setAttribute("aria-label", "place of the plane");
    this.clipPlace.oninput = () => viewer.change({ clipPlace: this.clipPlace.valueAsNumber });
    this.element.append(make("h2", { textContent: "Clip" }), labelled("Across", this.clip), labelled("At", this.clipPlace),
                        this.otherSide = checked("other side", false, isOther => viewer.change({ clipSide: isOther ? -1 : 1 })));
  }

  addParts() {
    const { viewer } = this, list = make("div", { className: "parts" });
    this.partBoxes = viewer.parts.map((part, i) => {
      const swatch = make("span", { className: "swatch" });
      swatch.style.background = css(part.colour);
      return checked(part.name, true, isShown => viewer.showPart(i, isShown), swatch);
    });
    const all = isShown => {
      viewer.parts.forEach((part, i) => { part.isShown = isShown; this.partBoxes[i].firstChild.checked = isShown; });
      viewer.change({});
    };
    const button = (text, isShown) => { const b = make("button", { type: "button", textContent: text }); b.onclick = () => all(isShown); return b; };
    list.append(...this.partBoxes);
    this.element.append(make("h2", { textContent: "Parts" }), list);
    if (viewer.parts.length > 3) this.element.append(make("div", { className: "row" }, button("all", true), button("none", false)));
  }

  addBar() {
    const { viewer, player, data } = this, bar = byId("bar"), last = data.page.times.length - 1;
    this.play = make("button", { type: "button", textContent: "play" });
    this.play.onclick = () => player.toggle();
    player.listeners.push(() => { this.play.textContent = player.isPlaying ? "pause" : "play"; });
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, value: 0 });
    this.slider.setAttribute("aria-label", "frame");
    this.slider.oninput = () => { player.toggle(false); player.goToFrame(this.slider.valueAsNumber); };
    this.clock = make("output");
    const step = (text, by) => {
      const button = make("button", { type: "button", textContent: text, title: by < 0 ? "frame before" : "next frame" });
      button.onclick = () => { player.toggle(false); player.goToFrame(viewer.settings.frame + by); };
      return button;
    };
    const seconds = this.seconds = select([2, 5, 10, 20, 60].map(s => [String(s), s + " s"]), "", value => { player.seconds = Number(value); player.started = null; });
    const near = [2, 5, 10, 20, 60].reduce((a, b) => (Math.abs(b - player.seconds) < Math.abs(a - player.seconds) ? b : a));
    seconds.value = String(near);
    player.seconds = near;
    seconds.title = "duration of the whole motion";
    bar.append(this.play, step("\u2039", -1), step("\u203a", 1), this.slider, this.clock);
    if (!data.isModes) bar.append(seconds);
  }

  /** Settings that were made before, on another page of the same result. */
  restore(settings, hidden) {
    const { viewer } = this, isKnown = name => viewer.fields.some(f => f.name === name);
    const kept = { ...settings, field: isKnown(settings.field) ? settings.field : null,
                   arrows: isKnown(settings.arrows) ? settings.arrows : null };
    this.chooseField(kept.field || "", kept.component);
    kept.component = this.component.value;
    viewer.change(kept);
    for (const [control, value] of [[this.map, kept.map], [this.bands, kept.bands], [this.range, kept.range],
                                    [this.scale, kept.scale], [this.arrows, kept.arrows || ""], [this.clip, kept.clip],
                                    [this.length, Math.log(kept.arrowLength) / Math.log(5)], [this.clipPlace, kept.clipPlace]])
      control.value = String(value);
    for (const [label, isChecked] of [[this.reversed, kept.isReversed], [this.edges, kept.edges], [this.otherSide, kept.clipSide < 0]])
      label.firstChild.checked = isChecked;
    viewer.parts.forEach((part, i) => {
      part.isShown = !hidden.includes(part.name);
      this.partBoxes[i].firstChild.checked = part.isShown;
    });
  }

  timeText() {
    const { timeName, timeUnit } = this.data.page, time = shown(this.viewer.time, 6);
    return timeName ? `${timeName} ${time}` : `t = ${time}${timeUnit ? " " + timeUnit : ""}`;
  }

  /** Shows what the viewer has. */
  update() {
    const { viewer, data } = this, { field, settings, range } = viewer;
    this.slider.value = settings.frame;
    this.clock.textContent = `${this.timeText()}  (${settings.frame + 1}/${data.page.times.length})`;
    byId("heading").replaceChildren(data.page.title, make("span", { textContent: this.timeText() +
      (settings.scale !== 1 ? `, displacements x ${shown(settings.scale)}` : "") + (data.page.next ? ", the run goes on" : "") }));
    for (const row of this.colourRows) row.hidden = !field;
    if (field) {
      this.componentRow.hidden = field.names.length < 2;
      if (document.activeElement !== this.low) this.low.value = shown(range[0]);
      if (document.activeElement !== this.high) this.high.value = shown(range[1]);
    }
    this.drawLegend();
    if (this.pickedThing) this.showPicked();
  }

  drawLegend() {
    const { viewer } = this, { field, settings, range: [low, high] } = viewer, legend = byId("legend");
    legend.hidden = !field;
    if (!field) return;
    const canvas = make("canvas", { width: 1, height: 256 }), c = canvas.getContext("2d");
    const bytes = mapBytes(viewer.maps[settings.map], settings.isReversed);
    for (let i = 0; i < 256; ++i) {
      const share = settings.bands ? (Math.min(Math.floor(i / 256 * settings.bands), settings.bands - 1) + 0.5) / settings.bands : i / 255;
      const at = 4 * Math.round(share * 255);
      c.fillStyle = `rgb(${bytes[at]},${bytes[at + 1]},${bytes[at + 2]})`;
      c.fillRect(0, 255 - i, 1, 1);
    }
    const marks = make("div", { className: "ticks" });
    const list = settings.bands && settings.bands <= 10
      ? Array.from({ length: settings.bands + 1 }, (_, k) => low + (high - low) * k / settings.bands) : legendTicks(low, high);
    const texts = labels(list);
    list.forEach((value, i) => {
      const mark = make("div", { textContent: texts[i] });
      mark.style.top = `${high > low ? 100 * (high - value) / (high - low) : 50}%`;
      marks.append(mark);
    });
    const name = [field.name.replaceAll("_", " "), settings.component].filter(Boolean).join(" ");
    legend.replaceChildren(make("div", { className: "name", textContent: field.unit ? `${name} [${field.unit}]` : name }),
                           make("div", { className: "scale" }, canvas, marks));
  }

  pick(x, y) {
    this.pickedThing = this.viewer.pick(x, y);
    this.showPicked();
  }

  showPicked() {
    const box = byId("picked"), { viewer, data, pickedThing: thing } = this;
    box.hidden = !thing;
    if (!thing) return;
    const { part, point } = thing, rows = [["part", viewer.parts[part].name]];
    if (thing.piece) rows.push(["shape", data.page.names[thing.piece.name] || ""]);
    if (thing.cell >= 0) rows.push(["element", String(data.cellNumbers[thing.cell])]);
    if (thing.beam >= 0) rows.push(["element of", viewer.beams.beams[thing.beam].section.name]);
    if (point >= 0) {
      const isNode = !thing.piece, name = viewer.parts[data.pointParts[point]].name;
      if (isNode || data.page.parts[data.pointParts[point]].kind === "bodies")
        rows.push([isNode ? "node" : "body", isNode || data.isGroup(point) ? `${name}[${data.pointNumbers[point]}]` : name]);
      const length = data.page.lengthUnit ? " " + data.page.lengthUnit : "";
      rows.push(["place", viewer.state.position(point).map(x => shown(x)).join(", ") + length]);
      for (const field of viewer.fields) {
        const values = field.all(viewer.settings.frame).map(column => shown(column[point]));
        rows.push([field.name.replaceAll("_", " "), values.join(", ") + (field.unit ? " " + field.unit : "")]);
      }
      const { field } = viewer;
      if (field && viewer.settings.component && !/^[xyz]{1,2}$/.test(viewer.settings.component))
        rows.push([viewer.settings.component, shown(viewer.values[point]) + (field.unit ? " " + field.unit : "")]);
    }
    box.replaceChildren(make("table", {}, ...rows.filter(row => row[1]).map(([name, value]) =>
      make("tr", {}, make("th", { textContent: name }), make("td", { textContent: value })))));
  }
}

/** Round numbers between two values, and the values themselves; round-off beside the other value is zero. */
function legendTicks(low, high) {
  if (!(high > low)) return [low];
  if (Math.abs(low) < 1e-9 * Math.abs(high)) low = 0;
  if (Math.abs(high) < 1e-9 * Math.abs(low)) high = 0;
  const inner = ticks(low, high, 5).filter(x => x - low > 0.08 * (high - low) && high - x > 0.08 * (high - low));
  return [low, ...inner, high];
}
