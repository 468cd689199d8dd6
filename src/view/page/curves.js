// Curves of the history beside the model, with a cursor at the time of the picture.

const kCurveColours = ["#0b57a4", "#b3541e", "#1a7f37", "#7a3e9d"];

class Curves {
  constructor(element, data, goTo) {
    this.element = element;
    this.goTo = goTo;
    const [time, ...columns] = data.page.history;
    this.columns = columns.map(column => ({ ...column, numbers: data.floats(column.blob) }));
    this.isThere = this.columns.length > 0 && !data.isModes;
    element.hidden = !this.isThere;
    if (!this.isThere) return;
    this.time = { ...time, numbers: data.floats(time.blob) };
    this.cursor = data.page.times[0];
    this.charts = this.first().map((index, i) => this.addChart(index, kCurveColours[i % kCurveColours.length]));
  }

  /** Those that are shown first: columns of the deck, which come first, that are not constant. */
  first() {
    const changing = this.columns.map((_, i) => i).filter(i => { const [a, b] = widened(this.columns[i].numbers); return a < b; });
    const wanted = changing.filter(i => this.columns[i].name !== "step_size").slice(0, 3);
    return wanted.length ? wanted : [0];
  }

  addChart(index, colour) {
    const chart = { index, colour, box: document.createElement("div"), select: document.createElement("select"),
                    canvas: document.createElement("canvas") };
    chart.box.className = "curve";
    this.columns.forEach(({ name, unit: u }, i) => chart.select.add(new Option(u ? `${name} [${u}]` : name, i, false, i === index)));
    chart.select.setAttribute("aria-label", "column");
    chart.select.onchange = () => {
      chart.index = Number(chart.select.value);
      chart.isChosen = true;
      this.drawChart(chart);
    };
    const seek = event => {
      if (event.buttons !== 1 && event.type !== "pointerdown") return;
      const box = chart.canvas.getBoundingClientRect();
      const share = (event.clientX - box.left - chart.area.left) / (chart.area.right - chart.area.left);
      const [from, to] = this.span();
      this.goTo(from + clamp(share, 0, 1) * (to - from));
    };
    chart.canvas.onpointerdown = chart.canvas.onpointermove = seek;
    chart.box.append(chart.select, chart.canvas);
    this.element.append(chart.box);
    return chart;
  }

  /** Names of the columns that were chosen, null for charts as they were at first. */
  chosen() {
    return this.isThere ? this.charts.map(chart => (chart.isChosen ? this.columns[chart.index].name : null)) : [];
  }
  restore(names) {
    if (!this.isThere) return;
    names.forEach((name, i) => {
      const index = this.columns.findIndex(column => column.name === name), chart = this.charts[i];
      if (index < 0 || !chart) return;
      Object.assign(chart, { index, isChosen: true });
      chart.select.value = String(index);
    });
    this.draw();
  }

  span() {
    const { numbers } = this.time;
    return [numbers[0], numbers[numbers.length - 1]];
  }

  /** Value of a column at a time: that of the last row before. */
  valueAt(column, time) {
    const { numbers } = this.time;
    let low = 0, high = numbers.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (numbers[middle] <= time * (1 + 1e-6)) low = middle; else high = middle - 1;
    }
    return column.numbers[low];
  }

  setTime(time) {
    this.cursor = time;
    this.draw();
  }
  draw() {
    if (this.isThere) this.charts.forEach(chart => this.drawChart(chart));
  }

  drawChart(chart) {
    const { canvas } = chart, ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    const c = canvas.getContext("2d");
    c.scale(ratio, ratio);
    c.font = "11px system-ui, DejaVu Sans, sans-serif";
    const column = this.columns[chart.index];
    let [low, high] = widened(column.numbers);
    if (!(low <= high)) [low, high] = [0, 1];
    if (low === high) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
    const [from, to] = this.span(), marks = ticks(low, high, 4), texts = labels(marks);
    const left = 8 + Math.max(...texts.map(text => c.measureText(text).width));
    const area = chart.area = { left, right: width - 8, top: 8, bottom: height - 18 };
    const x = t => area.left + (t - from) / ((to - from) || 1) * (area.right - area.left);
    const y = v => area.bottom - (v - low) / (high - low) * (area.bottom - area.top);
    c.strokeStyle = "#dde3e9";
    c.fillStyle = "#5a6572";
    c.textBaseline = "middle";
    c.textAlign = "right";
    marks.forEach((mark, i) => {
      c.beginPath(); c.moveTo(area.left, y(mark)); c.lineTo(area.right, y(mark)); c.stroke();
      c.fillText(texts[i], area.left - 4, y(mark));
    });
    c.textBaseline = "top";
    c.textAlign = "center";
    const timeMarks = ticks(from, to, 4), timeTexts = labels(timeMarks);
    timeMarks.forEach((mark, i) => {
      const half = c.measureText(timeTexts[i]).width / 2;
      c.fillText(timeTexts[i], clamp(x(mark), area.left, width - half - 2), area.bottom + 4);
    });
    this.stroke(c, column.numbers, x, y, chart.colour);
    c.strokeStyle = "#b3261e";
    c.beginPath(); c.moveTo(x(this.cursor), area.top); c.lineTo(x(this.cursor), area.bottom); c.stroke();
    const text = shown(this.valueAt(column, this.cursor));
    const right = x(this.cursor) + c.measureText(text).width + 8 < width;
    const textLeft = right ? x(this.cursor) + 2 : x(this.cursor) - c.measureText(text).width - 6;
    c.fillStyle = "rgba(255,255,255,.85)";
    c.fillRect(textLeft, area.top - 1, c.measureText(text).width + 4, 13);
    c.fillStyle = "#b3261e";
    c.textAlign = right ? "left" : "right";
    c.fillText(text, x(this.cursor) + (right ? 4 : -4), area.top);
  }

  stroke(c, numbers, x, y, colour) {
    c.strokeStyle = colour;
    c.lineWidth = 1.3;
    c.beginPath();
    let isBroken = true;
    for (let i = 0; i < numbers.length; ++i) {
      if (!Number.isFinite(numbers[i])) { isBroken = true; continue; }
      const at = [x(this.time.numbers[i]), y(numbers[i])];
      if (isBroken) c.moveTo(...at); else c.lineTo(...at);
      isBroken = false;
    }
    c.stroke();
    c.lineWidth = 1;
  }
}
