"""Chromium without a window, driven by its DevTools protocol over two pipes (standard library only)."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """A page in Chromium, with WebGL by software. Messages of the console are in `messages`."""

    def __init__(self, chromium, width=1500, height=900):
        self.folder = tempfile.mkdtemp(prefix="jounce-browser-")
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def pipes():  # the browser reads from 3 and writes to 4
            spare = [os.dup(to_child), os.dup(from_child)]
            high = [os.dup2(spare[0], 20), os.dup2(spare[1], 21)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
             "--remote-debugging-pipe", f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            close_fds=False, preexec_fn=pipes, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.rest = b""
        self.number = 0
        self.messages = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def receive(self, timeout):
        end = time.monotonic() + timeout
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.read_end], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            block = os.read(self.read_end, 1 << 20)
            if not block:
                raise EOFError("the browser has ended")
            self.rest += block
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, timeout=60, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        while True:
            answer = self.receive(timeout)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            # The browser tells that pictures are read back, which only this test does.
            if "GPU stall due to ReadPixels" not in params["entry"]["text"]:
                self.messages.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:", "blob:")):
                self.messages.append("the page asks for " + url)

    def open(self, path, ready="window.jounce && jounce.viewer.drawn > 1"):
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait(ready)

    def evaluate(self, text, timeout=60):
        result = self.call("Runtime.evaluate", timeout=timeout, expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", text))
        return result["result"].get("value")

    def wait(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"in vain: {condition}; {self.messages}")
            time.sleep(0.05)

    def settle(self):
        """Waits until what was changed is drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", buttons=0, clickCount=1)
        self.settle()

    def drag(self, x, y, to_x, to_y, modifiers=0):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1, modifiers=modifiers)
        for k in range(1, 6):
            self.mouse("mouseMoved", x + (to_x - x) * k / 5, y + (to_y - y) * k / 5, button="left", buttons=1,
                       modifiers=modifiers)
        self.mouse("mouseReleased", to_x, to_y, button="left", buttons=0, clickCount=1, modifiers=modifiers)
        self.settle()

    def key(self, key, text=None):
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def screenshot(self, path):
        self.settle()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def picture_of(self, selector):
        """Bytes of a PNG of an element."""
        box = self.evaluate(f"""(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();
          return [b.left + scrollX, b.top + scrollY, b.width, b.height]; }})()""")
        clip = dict(zip(("x", "y", "width", "height"), box), scale=1)
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", clip=clip)["data"])

    def close(self):
        try:
            self.session = None
            self.call("Browser.close", timeout=5)
            self.process.wait(10)
        except (TimeoutError, EOFError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
