"""A real JupyterLab on loopback, driven in a real Chromium: what the tests here share.

The page is never clicked into a fresh kernel: JupyterLab loses a run that is asked for before its
session has settled. So the app's own promises are awaited and its commands are run.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

_SETTLED = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""

_CONTRASTS = """index => {
  const cell = window.jupyterapp.shell.currentWidget.content.widgets[index];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const over = (colour, under) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = under;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${r} ${g} ${b})`;
  };
  const paper = element => getComputedStyle(element).backgroundColor;
  const behind = element =>
    element ? over(paper(element), behind(element.parentElement)) : 'white';
  const light = colour => {
    const parts = colour.match(/\\d+/g).map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const texts = [...cell.outputArea.node.querySelectorAll('p, pre, figcaption, label, select')];
  return texts.filter(element => element.innerText.trim()).map(element => {
    const ground = behind(element);
    const ink = over(getComputedStyle(element).color, ground);
    const [dark, bright] = [light(ground), light(ink)].sort((a, b) => a - b);
    return { contrast: (bright + 0.05) / (dark + 0.05), text: element.innerText.slice(0, 60) };
  });
}"""

_NOTEBOOK = "window.jupyterapp.shell.currentWidget.content"


@contextlib.contextmanager
def server(folder: Path, settings: Path, **environment: str) -> Iterator[str]:
    """JupyterLab on ``folder``; gives its address. Nothing of the person's own settings is read."""
    _settings(settings)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", "--ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="),
        *(f"--ServerApp.root_dir={folder}", "--expose-app-in-browser"),
    ]
    own = {
        "JUPYTER_CONFIG_DIR": str(settings / "config"),
        "JUPYTER_DATA_DIR": str(settings / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(settings / "lab"),
        "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
        "IPYTHONDIR": str(settings / "ipython"),
    }
    with (settings / "server.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, env={**os.environ, **own, **environment}, stdout=log, stderr=log
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process, settings / "server.log")
            yield address
        finally:
            process.terminate()
            process.wait(30)


def _settings(folder: Path) -> None:
    """No news, no update checks: both would go out to the network, and cover the page."""
    chosen = {
        "apputils-extension/notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
            "doNotDisturbMode": True,
        },
    }
    for name, values in chosen.items():
        path = folder / "lab" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")


def _wait(address: str, process: subprocess.Popen, log: Path) -> None:
    """Ask until the server answers; a server that has ended is noticed at once."""
    while process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api/status"):
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    raise AssertionError(f"JupyterLab ended: {log.read_text(encoding='utf-8')[-2000:]}")


class Notebook:
    """One notebook open in JupyterLab, and what went over the page's wire meanwhile."""

    def __init__(self, page: Any, address: str, name: str) -> None:
        self.page = page
        self.hosts: set[str] = set()
        self.errors: list[str] = []
        page.on("request", lambda request: self._seen(request.url))
        page.on(
            "console", lambda said: self.errors.append(said.text) if said.type == "error" else None
        )
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{address}/lab/tree/{name}?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        page.evaluate(_SETTLED)
        if page.viewport_size["width"] < 800:
            self.command("application:toggle-left-area")  # as a person does on a small screen

    def _seen(self, url: str) -> None:
        if url.startswith(("http", "ws")):
            self.hosts.add(str(urllib.parse.urlsplit(url).hostname))

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's commands and wait for it."""
        self.page.evaluate(
            "([name, arguments]) => window.jupyterapp.commands.execute(name, arguments)",
            [name, arguments],
        )

    def select(self, index: int) -> None:
        """Make a cell the active one, in command mode."""
        self.page.evaluate(
            f"""index => {{
                const notebook = {_NOTEBOOK};
                notebook.activeCellIndex = index;
                notebook.mode = 'command';
                notebook.activate();
            }}""",
            index,
        )

    def find(self, text: str) -> int:
        """The index of the first code cell whose text holds ``text``."""
        cells = self.page.evaluate(
            f"() => {_NOTEBOOK}.widgets.map(c => [c.model.type, c.model.sharedModel.source])"
        )
        return next(
            i for i, (kind, source) in enumerate(cells) if kind == "code" and text in source
        )

    def write(self, index: int, source: str) -> None:
        """Put a text into a cell."""
        self.page.evaluate(
            f"([at, source]) => {{ {_NOTEBOOK}.widgets[at].model.sharedModel.source = source }}",
            [index, source],
        )

    def run(self, index: int) -> str:
        """Run one cell to its end; gives the text of its output."""
        self.select(index)
        self.command("notebook:run-cell")
        self.scroll_to(index)
        return self.output(index)

    def run_all(self) -> None:
        """Run every cell to its end, or to the first that is red."""
        self.command("notebook:run-all-cells")

    def scroll_to(self, index: int) -> None:
        """Bring a cell into sight: JupyterLab draws what can be seen."""
        self.page.evaluate(f"index => {_NOTEBOOK}.scrollToItem(index, 'smart')", index)

    def output(self, index: int) -> str:
        """The text that a cell in sight shows under itself."""
        return str(
            self.page.evaluate(
                f"index => {_NOTEBOOK}.widgets[index].outputArea.node.innerText", index
            )
        )

    def leave(self) -> None:
        """End the kernel and close the page, as a person does who comes back tomorrow."""
        self.page.evaluate("() => window.jupyterapp.serviceManager.sessions.shutdownAll()")
        self.page.close()

    def wait_for(self, index: int, text: str) -> None:
        """Wait until a cell shows a text under itself."""
        self.scroll_to(index)
        self.page.wait_for_function(
            f"([at, text]) => {_NOTEBOOK}.widgets[at].outputArea.node.innerText.includes(text)",
            arg=[index, text],
            timeout=20_000,
        )

    def tab_to_lists(self, index: int) -> None:
        """From the cell, in command mode, to its first drop-down list, with Tab alone."""
        self.select(index)
        for _ in range(12):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.tagName") == "SELECT":
                return
        raise AssertionError("no list can be reached with Tab")

    def take(self, place: int, before: int = -1) -> None:
        """Open the list that has the focus, go from one option to another, and take it."""
        self.page.keyboard.press("Space")
        for _ in range(abs(place - before)):
            self.page.keyboard.press("ArrowDown" if place > before else "ArrowUp")
        self.page.keyboard.press("Enter")

    def focus_is_seen(self) -> bool:
        """Whether what has the focus is drawn with a visible outline."""
        return bool(
            self.page.evaluate(
                """() => {
                    const style = getComputedStyle(document.activeElement);
                    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                }"""
            )
        )

    def wait_for_lists(self, index: int, places: list[int]) -> None:
        """Wait until a cell's lists show these options; the first entry is none of them."""
        self.page.wait_for_function(
            f"""([index, places]) => {{
                const lists = [...{_NOTEBOOK}.widgets[index].node.querySelectorAll('select')];
                return lists.length === places.length &&
                    lists.every((list, at) => list.selectedIndex === places[at] + 1);
            }}""",
            arg=[index, places],
            timeout=20_000,
        )

    def contrasts(self, index: int) -> list[tuple[float, str]]:
        """The contrast of each text that a cell shows with what lies behind it (WCAG 2)."""
        found = self.page.evaluate(_CONTRASTS, index)
        return [(one["contrast"], one["text"]) for one in found]

    def saved(self) -> None:
        """Save the file and wait until it is."""
        self.command("docmanager:save")

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme and wait until it is on."""
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_function(
            "name => document.body.dataset.jpThemeName === name", arg=name, timeout=20_000
        )

    def shot(self, path: Path, index: int | None = None) -> None:
        """A picture: of one cell, or of the page."""
        if index is None:
            self.page.screenshot(path=path)
            return
        self.page.evaluate(f"index => {_NOTEBOOK}.scrollToItem(index, 'start')", index)
        handle = self.page.evaluate_handle(f"index => {_NOTEBOOK}.widgets[index].node", index)
        handle.as_element().screenshot(path=path)
