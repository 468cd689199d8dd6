#!/usr/bin/env python3
"""Opens pages of `jounce view` and `jounce report` in Chromium and uses them: turns, plays, picks, colours, clips, points.

    tests/browser/test_view.py PROGRAM SOURCE [--keep FOLDER]

Ends with status 77, which CTest counts as skipped, where there is no Chromium (package chromium). With --keep pages and
pictures of them stay in a folder.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import quoteattr

from browser import Browser, find_chromium

SKIPPED = 77

# Number of pixels that show something, and a sum that changes with their colours and places.
PIXELS = """(() => {
  const { viewer } = jounce, { gl } = viewer.graphics;
  viewer.draw();
  const w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, bytes = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  let count = 0, sum = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    if (bytes[i + 3] > 128) ++count;
    sum = (sum * 31 + bytes[i] + 256 * bytes[i + 1] + 65536 * bytes[i + 2]) % 4294967291;
  }
  return [count, sum];
})()"""

checks = []  # what was looked at, and whether it was right


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what, flush=True)
    checks.append((what, bool(condition)))


def write_counts():
    """Leaves the checks where GTEST_OUTPUT says, as the other test programs do, for the count of tests."""
    kind, _, path = os.environ.get("GTEST_OUTPUT", "").partition(":")
    if kind != "xml":
        return
    lines = ["<testsuites>"]
    for what, is_right in checks:
        lines.append(f"<testcase name={quoteattr(what)} result=\"completed\">")
        lines.append("</testcase>" if is_right else "<failure/></testcase>")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["</testsuites>", ""]))


class Page:
    def __init__(self, browser, path, name):
        self.browser, self.name = browser, name
        browser.messages.clear()
        browser.open(path)
        browser.settle()

    def js(self, text):
        return self.browser.evaluate(text)

    def pixels(self):
        return self.js(PIXELS)

    def check(self, condition, what):
        check(condition, f"{self.name}: {what}")

    def choose(self, label, value):
        """Chooses in the list behind a label of the panel, as a user does."""
        self.js(f"""(() => {{
          const row = [...document.querySelectorAll('#panel label')].find(l => l.firstChild.textContent === {label!r});
          const list = row.querySelector('select');
          list.value = {value!r};
          if (list.value !== {value!r}) throw new Error({label!r} + ' has no ' + {value!r});
          list.dispatchEvent(new Event('change'));
        }})()""")
        self.browser.settle()

    def middle(self):
        """Of the canvas, in pixels of the window."""
        return self.js("(() => { const b = canvas.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()")

    def window_place(self, point):
        """Where a point of the model is in the window."""
        return self.js(f"""(() => {{
          const {{ viewer }} = jounce, {{ camera }} = viewer, x = {point}, b = canvas.getBoundingClientRect();
          const {{ right, up }} = camera.axes(), d = subtract(x, camera.target);
          return [b.left + b.width / 2 * (1 + dot(right, d) / camera.extent / camera.aspect),
                  b.top + b.height / 2 * (1 - dot(up, d) / camera.extent)];
        }})()""")

    def quiet(self):
        self.check(not self.browser.messages, f"no message in the console {self.browser.messages or ''}")


def play(page):
    page.js("jounce.player.goToFrame(0)")
    page.browser.settle()
    begin = page.pixels()
    page.js("document.querySelector('#bar button').click()")
    page.browser.wait("jounce.viewer.settings.frame > 2", 30)
    page.js("document.querySelector('#bar button').click()")
    page.check(page.js("!jounce.player.isPlaying"), "stops playing")
    page.check(page.pixels() != begin, "looks otherwise after some frames")
    cursor = page.js("jounce.curves.cursor")
    page.check(cursor == page.js("jounce.viewer.time"), "the cursor of the curves follows the time")
    before = page.js("jounce.viewer.settings.frame")
    page.js("canvas.focus()")
    page.browser.key("ArrowRight")
    page.check(page.js("jounce.viewer.settings.frame") == before + 1, "an arrow key steps")


def shapes(browser, path):
    """Rigid bodies of all kinds in a bowl of triangles."""
    page = Page(browser, path, "shapes")
    count, _ = page.pixels()
    page.check(count > 5000, f"the model is seen ({count} pixels)")
    play(page)
    # The ball is where the history says: its height is a column of it.
    page.js("jounce.player.goToFrame(jounce.player.count - 1)")
    browser.settle()
    height = page.js("""(() => { const c = jounce.curves.columns.find(c => c.name === 'ball_height');
                        return c.numbers[c.numbers.length - 1]; })()""")
    ball = "jounce.viewer.shapes.list.find(p => jounce.viewer.parts[p.part].name === 'ball')"
    place = page.js(f"jounce.viewer.state.position({ball}.point)")
    page.check(abs(place[2] - height) < 1e-5, "the ball is where its history has it")
    page.js("jounce.viewer.camera.home('z')")
    browser.settle()
    browser.click(*page.window_place(place))
    text = page.js("byId('picked').textContent")
    page.check("ball" in text and "velocity" in text, f"a click picks the ball: {text[:60]}")
    browser.click(*page.js("(() => { const b = canvas.getBoundingClientRect(); return [b.left + 8, b.top + b.height / 2]; })()"))
    page.check(page.js("byId('picked').hidden"), "a click beside everything picks nothing")
    # A plane through the middle of each body that is seen along its normal: the cut has the colour of the body.
    names = page.js("jounce.viewer.shapes.list.filter(p => !p.isSymbol && p.kind !== kPlane && p.point >= 0).map(p => jounce.viewer.parts[p.part].name)")
    for name in dict.fromkeys(names):
        piece = f"jounce.viewer.shapes.list.find(p => jounce.viewer.parts[p.part].name === {name!r})"
        x = page.js(f"jounce.viewer.shapes.pose({piece}, jounce.viewer.state).place")
        page.js(f"jounce.viewer.change({{ clip: 'z', clipPlace: ({x[2]} - jounce.data.page.low[2]) / (jounce.data.page.high[2] - jounce.data.page.low[2]) }})")
        browser.settle()
        x = [x[0] + 0.012, x[1] + 0.017, x[2]]
        found, colour = page.js(COLOUR_AT + f"({x})"), page.js(f"jounce.viewer.parts[{piece}.part].colour")
        page.check(is_near(found, lit(colour)), f"{name} is filled where it is cut ({found}, {lit(colour)})")
    page.choose("Across", "")
    before = page.pixels()
    page.js("[...document.querySelectorAll('.parts label')].find(l => l.textContent === 'bowl').firstChild.click()")
    browser.settle()
    page.check(page.pixels()[0] < before[0], "a part can be hidden")
    page.choose("Arrows", "velocity")
    page.js("jounce.player.goToFrame(30)")
    browser.settle()
    page.check(page.js("jounce.viewer.arrows.group.count") >= 5, "falling bodies have arrows of their velocities")
    page.quiet()


# Colour of the picture at a point of the model, from 0 to 1.
COLOUR_AT = """(point => {
  const { viewer } = jounce, { gl } = viewer.graphics, { camera } = viewer, { right, up } = camera.axes();
  viewer.draw();
  const d = subtract(point, camera.target), w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, bytes = new Uint8Array(4);
  gl.readPixels(Math.round(w / 2 * (1 + dot(right, d) / camera.extent / camera.aspect)),
                Math.round(h / 2 * (1 + dot(up, d) / camera.extent)), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return [...bytes].slice(0, 3).map(c => c / 255);
})"""


def lit(colour):
    """A face that looks at the viewer, by the light of shaders.js."""
    return [0.9039 * c + 0.0068 for c in colour]


def is_near(colour, other):
    return all(abs(a - b) < 0.02 for a, b in zip(colour, other))


def cut(page):
    """The bar is cut across: its section is filled, and has the values within."""
    page.js("jounce.viewer.camera.home('x'); jounce.viewer.change({ clipPlace: 0.4966 })")  # not in the middle of a cell
    page.browser.settle()
    area = page.js("""(() => { let sum = 0;
      jounce.viewer.section.visit(([a, b, c]) => { sum += norm(cross(subtract(b, a), subtract(c, a))) / 2; });
      return sum; })()""")
    page.check(abs(area - 1e-4) < 0.02e-4, f"the cut has the area of the section, 1e-4 m^2 ({area})")
    # Between two nodes displacements are linear.
    error = page.js("""(() => { const { viewer } = jounce, { section } = viewer, { nodes, cells } = section;
      const x = p => viewer.state.positions[3 * p], place = viewer.clipPlane()[3];
      const k = section.triangleCells[0], own = Array.from(nodes.subarray(8 * k, 8 * k + 8));
      const low = own.filter(p => x(p) <= place), high = own.filter(p => x(p) > place);
      const mean = (list, f) => list.reduce((sum, p) => sum + f(p), 0) / list.length, u = p => viewer.values[p];
      const [a, b] = [mean(low, x), mean(high, x)], t = (place - a) / (b - a);
      const wanted = mean(low, u) + t * (mean(high, u) - mean(low, u));
      const found = section.values.slice(0, 36).reduce((s, v) => s + v, 0) / 36;
      return Math.abs(found - wanted) / Math.abs(wanted); })()""")
    page.check(error < 1e-3, f"values of the cut lie between those of the nodes ({error:.1e})")
    middle = page.js("(() => { const n = jounce.viewer.section.positions; return [0, 1, 2].map(i => { let s = 0; for (let k = i; k < n.length; k += 3) s += n[k]; return 3 * s / n.length; }); })()")
    place = [middle[0], middle[1] + 0.0011, middle[2] + 0.0013]  # not on an edge
    shade = page.js("""(() => { const { viewer } = jounce, { range: [low, high], section: { values } } = viewer;
      const map = mapBytes(viewer.maps[viewer.settings.map], false), at = 4 * Math.round(255 * (values[0] - low) / (high - low));
      return [0, 1, 2].map(i => map[at + i] / 255); })()""")
    found = page.js(COLOUR_AT + f"({place})")
    page.check(is_near(found, lit(shade)), f"the cut has the colour of its values ({found}, {lit(shade)})")
    page.browser.click(*page.window_place(place))
    text = page.js("byId('picked').textContent")
    page.check("element" in text and "displacement" in text, f"a click picks an element in the cut: {text[:60]}")
    plane = page.js("jounce.viewer.clipPlane()[3]")
    page.check(abs(page.js("jounce.panel.pickedThing.place[0]") - plane) < 1e-6, "which lies on the plane")
    field = page.js("jounce.viewer.settings.field")
    page.js("jounce.panel.chooseField('')")
    page.browser.settle()
    found, colour = page.js(COLOUR_AT + f"({place})"), page.js("jounce.viewer.parts[0].colour")
    page.check(is_near(found, lit(colour)), f"without a field it has the colour of the part ({found}, {lit(colour)})")
    page.js("jounce.viewer.section.clear()")
    found = page.js(COLOUR_AT + f"({place})")
    page.check(is_near(found, lit(colour)), "a cap fills it without cells too")
    page.js("jounce.viewer.camera.home()")  # obliquely, where the sides within have other shades
    capped = page.js(COLOUR_AT + f"({place})")
    hollow = page.js(f"(() => {{ const {{ caps }} = jounce.viewer; caps.draw = () => {{}}; const c = {COLOUR_AT}({place}); delete caps.draw; return c; }})()")
    page.check(not is_near(capped, hollow), f"the cap hides what is within ({capped}, {hollow})")
    page.js(f"jounce.panel.chooseField({field!r})")
    page.js("jounce.viewer.camera.home()")
    page.browser.settle()


def solid(browser, path):
    """A bar of solid elements that hits a wall."""
    page = Page(browser, path, "solid")
    count, colours = page.pixels()
    page.check(count > 3000, f"the model is seen ({count} pixels)")
    page.choose("Field", "displacement")
    page.choose("Component", "x")
    page.check(page.pixels()[1] != colours, "another field has other colours")
    legend = page.js("byId('legend').textContent")
    page.check("displacement x" in legend and "[m]" in legend, f"the legend names it: {legend}")
    colours = page.pixels()[1]
    page.choose("Colours", "rainbow")
    page.check(page.pixels()[1] != colours, "another map has other colours")
    page.choose("Range", "frame")
    low, high = page.js("jounce.viewer.range")
    page.check(page.js("(() => { const [a, b] = widened(jounce.viewer.values); return [a, b]; })()") == [low, high],
               "the range is that of the frame")
    count = page.pixels()[0]
    page.choose("Across", "x")
    half = page.pixels()[0]
    page.check(0.2 * count < half < 0.8 * count, f"a plane across x leaves about a half ({half} of {count} pixels)")
    cut(page)
    page.choose("Across", "")
    play(page)
    colours = page.pixels()[1]
    page.js("[...document.querySelectorAll('#panel label')].find(l => l.textContent === 'edges').firstChild.click()")
    browser.settle()
    page.check(page.pixels()[1] != colours, "edges can be left out")
    x, y = page.middle()
    turn = page.js("jounce.viewer.camera.azimuth")
    browser.drag(x, y, x + 80, y)
    page.check(page.js("jounce.viewer.camera.azimuth") < turn, "dragging turns")
    target = page.js("jounce.viewer.camera.target")
    browser.drag(x, y, x + 80, y, modifiers=8)
    page.check(page.js("jounce.viewer.camera.target") != target, "dragging with Shift moves")
    extent = page.js("jounce.viewer.camera.extent")
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-200)
    browser.settle()
    page.check(page.js("jounce.viewer.camera.extent") < extent, "the wheel zooms")
    # Displacements count twice as much.
    moved = "(() => { const s = jounce.viewer.state; return [s.positions[0] - s.reference[0], s.positions[1] - s.reference[1], s.positions[2] - s.reference[2]]; })()"
    once = page.js(moved)
    page.js("(() => { const p = jounce.panel.scale; p.value = 2; p.dispatchEvent(new Event('change')); })()")
    browser.settle()
    twice = page.js(moved)
    page.check(all(abs(b - 2 * a) < 1e-5 * (1 + abs(b)) for a, b in zip(once, twice)), "displacements are magnified")
    page.quiet()


def linkage(browser, path):
    """Rods of a planar mechanism on pins."""
    page = Page(browser, path, "linkage")
    page.check(page.js("jounce.data.page.isPlane && jounce.viewer.camera.elevation > 1.5"), "is seen from above")
    page.check(page.js("jounce.viewer.shapes.list.length") == 7, "has seven pins")
    # Each pin holds two rods or a rod on the ground: where it is, the end of a rod is.
    apart = page.js("""(() => { const { shapes, state, lines } = jounce.viewer;
      return Math.max(...shapes.list.map(pin => { const { place } = shapes.pose(pin, state);
        return Math.min(...lines.list.flatMap(l => [l.a, l.b]).map(p => norm(subtract(state.position(p), place)))); })); })()""")
    page.check(apart < 1e-5, f"pins are at ends of rods ({apart:.1e})")
    page.quiet()


def top(browser, path):
    """A body in space that turns about a point of the ground."""
    page = Page(browser, path, "top")
    # The joint is a place of the body, a length of 1 from its centre; it stays at the origin however the body turns.
    apart = page.js("""(() => { const { viewer } = jounce, joint = viewer.shapes.list.find(p => viewer.parts[p.part].kind === 'joints');
      let most = 0;
      for (let frame = 0; frame < jounce.player.count; ++frame) {
        viewer.state.set(frame, 1);
        most = Math.max(most, norm(viewer.shapes.pose(joint, viewer.state).place));
      }
      return [most, norm(joint.place)]; })()""")
    page.check(apart[0] < 1e-5 and abs(apart[1] - 1) < 1e-5, f"the joint stays where it is ({apart})")
    page.quiet()


def follow(browser, program, source, folder):
    """A page of a run that goes on loads itself and keeps what it shows."""
    result, path = os.path.join(folder, "slow"), os.path.join(folder, "slow.html")
    run = subprocess.Popen([program, "run", os.path.join(source, "inputs", "solid_bar_against_wall.toml"), "-q", "-o", result,
                            "--set", "integrator.step=2e-10", "--set", "output.frames=500"])
    while not os.path.exists(os.path.join(result, "jounce.lock")) and run.poll() is None:
        time.sleep(0.02)
    view = subprocess.Popen([program, "view", result, "--follow", "-o", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)
    check(view.stdout.readline() == path + "\n", "follow: the page is named when it is there")
    page = Page(browser, path, "follow")
    loaded = "Boolean(window.jounce && jounce.viewer.drawn > 1)"

    def next_page(condition):
        """Waits for another page than the one that is marked."""
        page.js("window.isOld = true")
        browser.wait(f"!window.isOld && {loaded} && ({condition})", 40)
        use()

    def use():
        """As somebody does who works with the page: it does not load itself meanwhile."""
        for attempt in range(5):
            try:
                page.js("document.body.dispatchEvent(new Event('input', { bubbles: true }))")
                browser.settle()
                return
            except RuntimeError:  # it was about to
                browser.wait(loaded, 40)
        raise RuntimeError("the page never stays")

    use()
    page.check("the run goes on" in page.js("byId('heading').textContent"), "it says that the run goes on")
    before = page.js("jounce.data.page.times.length")
    next_page(f"jounce.data.page.times.length > {before}")
    page.check(page.js("jounce.viewer.settings.frame === jounce.player.count - 1"), "it stays at the last frame")
    page.check(page.js("!jounce.viewer.camera.isMoved"), "a camera that nobody moved shows the whole model")
    page.choose("Field", "velocity")
    page.choose("Component", "y")
    page.choose("Colours", "rainbow")
    page.choose("Across", "x")
    page.choose("Arrows", "velocity")
    page.js("(() => { const p = jounce.panel.scale; p.value = 3; p.dispatchEvent(new Event('change')); })()")
    page.js("(() => { const l = document.querySelector('.curve select'); l.value = l.options.length - 1; l.dispatchEvent(new Event('change')); })()")
    x, y = page.middle()
    browser.drag(x, y, x + 90, y + 40)
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-200)
    page.js("jounce.player.goToFrame(1)")
    browser.click(*page.window_place(page.js("jounce.viewer.state.position(jounce.viewer.surface.vertexPoints[0])")))
    kept = """JSON.stringify((() => { const { viewer, panel, curves } = jounce, { azimuth, elevation, extent, target } = viewer.camera;
      const { field, component, map, clip, arrows, scale } = viewer.settings;
      return [azimuth, elevation, extent, target, field, component, map, clip, arrows, scale, viewer.time, curves.charts[0].index,
        panel.field.value, panel.component.value, panel.map.value, panel.clip.value, panel.arrows.value, panel.scale.value,
        document.querySelector('.curve select').value]; })())"""
    page.js("document.activeElement.blur()")
    before, frames = page.js(kept), page.js("jounce.data.page.times.length")
    next_page(f"jounce.data.page.times.length > {frames}")
    after = page.js(kept)
    page.check(after == before, f"camera, field, time and curves are kept ({before} {after})")
    # Nothing is loaded while a button of the mouse is down.
    page.js("window.isOld = true")
    browser.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
    time.sleep(5)
    page.check(page.js("window.isOld === true"), "it does not load itself under the hand")
    browser.mouse("mouseReleased", x, y, button="left", buttons=0, clickCount=1)
    page.js("jounce.player.goToFrame(jounce.player.count - 1)")
    browser.settle()
    subprocess.run([program, "stop", result, "--wait"], check=True, stdout=subprocess.DEVNULL)
    run.wait(30)
    _, notes = view.communicate(timeout=60)
    page.check(view.returncode == 0 and "no run writes into the folder any more" in notes, f"the program ends with the run: {notes}")
    browser.wait(f"{loaded} && !jounce.data.page.next", 60)
    browser.settle()
    page.js("window.isOld = true")
    page.check("the run goes on" not in page.js("byId('heading').textContent"), "the last page says nothing of a run")
    page.check(page.js("jounce.viewer.settings.frame === jounce.player.count - 1 && jounce.player.count === jounce.data.page.frameCount"),
               "it has the last frame")
    time.sleep(4)
    page.check(page.js("window.isOld === true"), "the last page stays")
    page.quiet()


def report(browser, path):
    """The model within a report, and values of its curves at the pointer."""
    browser.messages.clear()
    browser.open(path, "document.querySelector('.hover output')")
    def say(condition, what):
        check(condition, f"report: {what}")
    browser.evaluate("document.querySelector('.hover').scrollIntoView({block: 'center'})")
    browser.settle()
    hidden = browser.evaluate("document.querySelector('.hover output').hidden")
    left, top, width, height = browser.evaluate("""(() => { const b = document.querySelector('.hover').getBoundingClientRect();
      return [b.left, b.top, b.width, b.height]; })()""")
    low, high = browser.evaluate("JSON.parse(document.querySelector('.hover').dataset.curves).axes[0].slice(0, 2)")
    browser.mouse("mouseMoved", left + width * (low + 0.25 * (high - low)), top + height / 2)
    browser.settle()
    text = browser.evaluate("document.querySelector('.hover output').textContent").split("\n")
    say(hidden and not browser.evaluate("document.querySelector('.hover output').hidden"), "values are shown at the pointer alone")
    time = float(text[0].split()[2])
    say(text[0].startswith("time = ") and abs(time - 0.5) < 0.02, f"a quarter of the axis is a quarter of the time ({text[0]})")
    # The nearest of the numbers that the page has, which are rows of the history.
    wanted = browser.evaluate(f"""(() => {{ const {{ x, curves }} = JSON.parse(document.querySelector('.hover').dataset.curves);
      const k = x.numbers.findIndex(t => Math.abs(t - {time}) < 1e-5); return curves.map(c => c.numbers[k]); }})()""")
    shown = [float(line.split(" = ")[1].split()[0]) for line in text[1:]]
    say(len(shown) > 0 and all(abs(a - b) <= 1e-5 * max(abs(b), 1e-30) for a, b in zip(shown, wanted)), f"the values are those of the curves ({text[1:]})")
    browser.mouse("mouseMoved", 2, 2)
    browser.settle()
    say(browser.evaluate("document.querySelector('.hover output').hidden"), "they go with the pointer")
    browser.evaluate("document.querySelector('iframe.scene').scrollIntoView({block: 'center'})")
    size = 0
    for _ in range(40):  # the page within loads when it is seen
        browser.settle()
        size = len(browser.picture_of("iframe.scene"))
        if size > 15000:
            break
        browser.evaluate("new Promise(done => setTimeout(done, 250))")
    say(size > 15000, f"the model is there (a picture of {size} bytes)")
    say(not browser.messages, f"no message in the console {browser.messages or ''}")


MODELS = {
    "shapes": (shapes, "shapes.toml", ["output.frames=60", "integrator.end=1.2"]),
    "solid": (solid, "solid_bar_against_wall.toml", ["output.frames=40"]),
    "top": (top, "heavy_top.toml", ["output.frames=10", "integrator.end=0.5"]),
    "linkage": (linkage, "four_bar.toml", ["output.frames=20", "integrator.end=2"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("source")
    parser.add_argument("--keep", metavar="FOLDER")
    arguments = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("skipped: there is no Chromium (package chromium)")
        write_counts()
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="jounce-pages-") as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        browser = Browser(chromium)
        try:
            for name, (use, deck, changes) in MODELS.items():
                result, page = os.path.join(folder, name), os.path.join(folder, name + ".html")
                sets = [word for change in changes for word in ("--set", change)]
                subprocess.run([arguments.program, "run", os.path.join(arguments.source, "inputs", deck), "-q", "-o", result,
                                *sets], check=True)
                subprocess.run([arguments.program, "view", result, "-o", page], check=True)
                use(browser, page)
                if arguments.keep:
                    browser.screenshot(os.path.join(folder, name + ".png"))
            follow(browser, arguments.program, arguments.source, folder)
            if arguments.keep:
                browser.screenshot(os.path.join(folder, "follow.png"))
            page = os.path.join(folder, "report.html")
            subprocess.run([arguments.program, "report", os.path.join(folder, "linkage"), "-o", page], check=True)
            report(browser, page)
            if arguments.keep:
                browser.screenshot(os.path.join(folder, "report.png"))
        finally:
            browser.close()
    write_counts()
    failed = sum(not is_right for _, is_right in checks)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
