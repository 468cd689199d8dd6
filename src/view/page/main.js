// Starts the page: puts the parts together and follows pointer and keys.

/** Turns, moves and zooms by pointers, wheel and keys. */
function followPointers(canvas, viewer, panel, player) {
  const pointers = new Map();
  let moved = 0;
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return [2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height];
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = 0;
  });
  canvas.addEventListener("pointermove", event => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = (event.clientX - before[0]) / canvas.clientHeight, dy = (event.clientY - before[1]) / canvas.clientHeight;
    moved += Math.hypot(dx, dy) * canvas.clientHeight;
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const distance = p => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
      viewer.camera.zoom(distance(before) / distance([event.clientX, event.clientY]), ...place(event));
      viewer.camera.pan(dx / 2, dy / 2);
    } else if (event.shiftKey || event.buttons & 6) {
      viewer.camera.pan(dx, dy);
    } else {
      viewer.camera.orbit(dx, dy);
    }
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    viewer.redraw();
  });
  const release = event => {
    if (event.type === "pointerup" && pointers.size === 1 && moved < 4) panel.pick(...place(event));
    pointers.delete(event.pointerId);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    viewer.camera.zoom(Math.exp(clamp(event.deltaY, -200, 200) * 0.0016), ...place(event));
    viewer.redraw();
  }, { passive: false });
  document.addEventListener("keydown", event => {
    if (/^(INPUT|SELECT|TEXTAREA|BUTTON)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      " ": () => player.toggle(),
      "ArrowLeft": () => { player.toggle(false); player.goToFrame(viewer.settings.frame - 1); },
      "ArrowRight": () => { player.toggle(false); player.goToFrame(viewer.settings.frame + 1); },
      "f": () => viewer.camera.fitTo(viewer.box()), "x": () => viewer.camera.home("x"), "y": () => viewer.camera.home("y"),
      "z": () => viewer.camera.home("z"), "o": () => viewer.camera.home(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
    viewer.redraw();
  });
}

/** Directions of the axes in a corner of the picture. */
function drawAxes(element, camera) {
  const { right, up } = camera.axes(), size = 74, middle = size / 2, names = ["x", "y", "z"], colours = ["#b3261e", "#1a7f37", "#0b57a4"];
  const text = names.map((name, i) => {
    const x = 25 * right[i], y = -25 * up[i];
    if (Math.hypot(x, y) < 2) return "";
    return `<line x1="${middle}" y1="${middle}" x2="${middle + x}" y2="${middle + y}" stroke="${colours[i]}" stroke-width="2"/>` +
      `<text x="${middle + 1.28 * x}" y="${middle + 1.28 * y + 4}" text-anchor="middle" fill="${colours[i]}" font-size="12">${name}</text>`;
  });
  element.innerHTML = `<svg width="${size}" height="${size}">${text.join("")}</svg>`;
}

function start() {
  const data = new Data(), canvas = byId("canvas");
  document.title = data.page.title;
  const viewer = new Viewer(canvas, data), player = new Player(viewer), panel = new Panel(viewer, player);
  const curves = new Curves(byId("curves"), data, time => { player.toggle(false); player.go(time); });
  viewer.listeners.push(() => { if (curves.isThere && curves.cursor !== viewer.time) curves.setTime(viewer.time); });
  if (curves.isThere) new ResizeObserver(() => curves.draw()).observe(byId("curves"));
  const draw = viewer.draw.bind(viewer);
  viewer.draw = () => { draw(); drawAxes(byId("axes"), viewer.camera); };
  followPointers(canvas, viewer, panel, player);
  // The last frame, coloured as the pictures of jounce draw are.
  const usual = ["von_mises_stress", "stress", "displacement", "shape"].map(name => viewer.fields.find(f => f.name === name)).find(Boolean);
  const isOfMeshes = viewer.surface.parts.length + viewer.beams.parts.length > 0;
  panel.chooseField(usual && isOfMeshes ? usual.name : "");
  viewer.change({ frame: data.isModes ? 0 : data.page.times.length - 1 });
  const follower = new Follower({ viewer, player, panel, curves, data });
  follower.restore();
  requestAnimationFrame(() => {
    viewer.camera.aspect = canvas.clientWidth / canvas.clientHeight;
    if (!viewer.camera.isMoved) viewer.camera.fit();
    viewer.redraw();
  });
  window.jounce = { viewer, player, panel, curves, data, follower };
  follower.start();
}

try {
  start();
} catch (error) {
  byId("trouble").textContent = error.message;
  byId("trouble").hidden = false;
  throw error;
}
