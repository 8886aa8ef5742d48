"""A headless Chromium that notices everything a page does wrong."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Where the browser is; `.ci/run` installs it."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@dataclass
class Seen:
    """What the page did: messages on the console, errors, and requests beside the page itself."""

    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def opened(
    path: Path, folder: Path, scheme: str = "light", width: int = 1280, touch: bool = False
) -> Iterator[tuple[Page, Seen]]:
    """The page, opened from its file in a browser of its own."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(folder),
            executable_path=chromium(),
            headless=True,
            chromium_sandbox=False,
            args=list(FLAGS),
            viewport={"width": width, "height": 900},
            has_touch=touch,
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        try:
            page, seen = context.new_page(), Seen()
            page.on("console", lambda message: seen.messages.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: seen.messages.append(f"error: {error}"))
            page.on("request", lambda request: seen.requests.append(request.url))
            page.goto(path.resolve().as_uri())
            page.wait_for_function("[...document.querySelectorAll('.chart')].every(box => box.querySelector('svg'))")
            yield page, seen
        finally:
            context.close()
