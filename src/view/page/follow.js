// Follows a run that goes on: the page, which the program writes anew, loads itself, and shows what it showed before.

const kIdleSeconds = 1.5, kChoosingSeconds = 10, kLongestWait = 60;

class Follower {
  constructor(parts) {
    Object.assign(this, parts);
    this.key = "jounce view " + location.pathname;
    this.touched = -Infinity;
    this.pressed = 0;
    this.wait = this.data.page.next || 0;
  }

  /** What the page before this one has left; null where there was none. */
  kept() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key));
      sessionStorage.removeItem(this.key);
      return kept;
    } catch {  // a page in a frame has no storage
      return null;
    }
  }

  restore() {
    const kept = this.kept(), { viewer, player, panel, curves, data } = this;
    if (!kept) return;
    const last = data.page.times.length - 1;
    if (data.page.next && kept.last === data.page.times[last]) this.wait = Math.min(2 * kept.wait, kLongestWait);
    panel.restore({ ...kept.settings, frame: 0 }, kept.hidden);
    if (kept.isAtEnd) player.goToFrame(last);
    else player.go(kept.time);
    Object.assign(viewer.camera, kept.camera);
    if (!kept.camera.isMoved) viewer.camera.fit();
    panel.seconds.value = String(player.seconds = kept.seconds);
    panel.element.scrollTop = kept.scroll;
    curves.restore(kept.curves);
    const { picked } = kept;
    if (picked && picked.part < viewer.parts.length && picked.point < data.page.points)
      panel.pickedThing = { ...picked, piece: viewer.shapes.list[picked.pieceNumber] };
    player.toggle(kept.isPlaying);
  }

  keep() {
    const { viewer, player, panel, curves, data } = this, { azimuth, elevation, extent, target, isMoved } = viewer.camera;
    const last = data.page.times.length - 1, thing = panel.pickedThing;
    const picked = thing && { part: thing.part, point: thing.point, cell: thing.cell ?? -1, beam: thing.beam ?? -1,
                              pieceNumber: viewer.shapes.list.indexOf(thing.piece) };
    const kept = {
      settings: viewer.settings, hidden: viewer.parts.filter(part => !part.isShown).map(part => part.name),
      camera: { azimuth, elevation, extent, target, isMoved }, time: viewer.time, isAtEnd: viewer.settings.frame === last,
      last: data.page.times[last], wait: this.wait, isPlaying: player.isPlaying, seconds: player.seconds,
      scroll: panel.element.scrollTop, curves: curves.chosen(), picked,
    };
    sessionStorage.setItem(this.key, JSON.stringify(kept));
  }

  /** Nobody turns, types or chooses now, and no motion is shown in its middle. */
  isIdle() {
    if (document.hidden || this.pressed > 0) return false;
    const { viewer, player, data } = this, active = document.activeElement;
    const isChoosing = active && /^(SELECT|INPUT)$/.test(active.tagName);
    const seconds = (performance.now() - this.touched) / 1000;
    if (seconds < (isChoosing ? kChoosingSeconds : kIdleSeconds)) return false;
    return !player.isPlaying || viewer.settings.frame === data.page.times.length - 1;
  }

  start() {
    if (!this.data.page.next) return;
    const touch = by => event => {
      this.touched = performance.now();
      this.pressed = Math.max(0, event.type === "pointercancel" ? 0 : this.pressed + by);
    };
    for (const [type, by] of [["pointerdown", 1], ["pointerup", -1], ["pointercancel", 0], ["wheel", 0], ["keydown", 0], ["input", 0], ["change", 0]])
      document.addEventListener(type, touch(by), { capture: true, passive: true });
    let due = Infinity;  // counted from the first picture; loading takes at most a fifth of the time
    requestAnimationFrame(() => setTimeout(() => { due = performance.now() + Math.max(1000 * this.wait, 4 * performance.now()); }));
    const timer = setInterval(() => {
      if (performance.now() < due || !this.isIdle()) return;
      clearInterval(timer);
      try {
        this.keep();
        location.reload();
      } catch {  // without storage the page would forget what it shows: it stays as it is
      }
    }, 250);
  }
}
