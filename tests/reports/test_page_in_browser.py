"""The page in a real browser: drawn, silent, without network, readable by everybody on any screen."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from reports.charts import themes
from reports.pages.report import write_report
from sim.runs.replayed import Again
from support.browser import chromium, opened
from support.made_runs import Made

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        chromium() is None and not os.environ.get("CI"), reason="needs Chromium: apt-get install chromium"
    ),
]

CONTRASTS = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, node = text.parentElement;
    if (!text.textContent.trim() || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.tagName)) continue;
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(node);
    const rects = [...(node.ownerSVGElement ? node.ownerSVGElement.querySelectorAll(".mark-rect path") : [])];
    const under = rects.find((rect) => {
      const r = rect.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      return r.left < x && x < r.right && r.top < y && y < r.bottom;
    });
    const back = under ? parse(getComputedStyle(under).fill).slice(0, 3) : behind(node.ownerSVGElement || node);
    const fore = parse(node.ownerSVGElement ? style.fill : style.color).slice(0, 3);
    const [a, b] = [light(fore), light(back)].sort((x, y) => y - x);
    found.push([(a + 0.05) / (b + 0.05), text.textContent.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def page_file(runs: dict[str, Made], tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = runs["standard"].load()
    run.play_again(Again(run.config, "the run"), 2000)
    return write_report([run], tmp_path_factory.mktemp("page") / "report").main


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)])
def test_page_is_drawn_silent_and_readable(page_file: Path, tmp_path: Path, scheme: str, width: int) -> None:
    with opened(page_file, tmp_path, scheme, width) as (page, seen):
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        assert page.locator(".chart").count() > 40
        drawn = "[...document.querySelectorAll('.chart svg')].every((svg) => svg.querySelectorAll('path').length > 3)"
        assert page.evaluate(drawn)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "the page is wider than the screen"
        low = [(round(ratio, 2), text) for ratio, text in page.evaluate(CONTRASTS) if ratio < 4.5]
        assert not low
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        assert len(picture.getcolors(1 << 24)) > 50, "the picture is blank"
        corner = picture.getpixel((2, picture.height - 2))
        assert (sum(corner) < 200) == (scheme == "dark")
        assert seen.messages == []
        assert seen.requests == [page_file.resolve().as_uri()]


def test_sections_fold_and_links_open_them(page_file: Path, tmp_path: Path) -> None:
    with opened(page_file, tmp_path) as (page, _):
        part = page.locator("details#loners")
        assert part.get_attribute("open") is not None
        part.locator("summary").first.click()
        assert part.get_attribute("open") is None
        assert not page.locator("#loners-by-seat").is_visible()
        page.locator("nav a", has_text="Lone hands").click()
        assert page.locator("#loners-by-seat").is_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_cells_tell_their_interval_sample_and_an_example(page_file: Path, tmp_path: Path, width: int) -> None:
    with opened(page_file, tmp_path, width=width) as (page, _):
        tip = page.locator("#tip")
        assert not tip.is_visible()
        cell = page.locator("[data-chart=net-by-upcard-round-1] .role-mark.mark-text text").first
        # Scrolling, which is smooth, hides what is told; so it has to be over first.
        page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
        cell.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
        cell.hover()
        page.wait_for_function("!document.getElementById('tip').hidden")
        told = tip.inner_text()
        assert "95 % interval" in told and "n\n" in told.replace("\n\n", "\n")
        assert "euchre-sim show" in told and "--game" in told
        box = tip.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_tap_opens_what_a_cell_has_to_tell(page_file: Path, tmp_path: Path) -> None:
    with opened(page_file, tmp_path, width=390, touch=True) as (page, seen):
        tip = page.locator("#tip")
        cells = page.locator("[data-chart=card-round-1-seat-1] .role-mark.mark-text text")
        page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
        cells.first.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
        told = []
        for cell in (cells.nth(0), cells.nth(1)):
            cell.tap()
            page.wait_for_timeout(300)
            assert tip.is_visible()
            told.append(tip.inner_text())
            assert "95 % interval" in told[-1] and "best action" in told[-1]
            box = tip.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert told[0] != told[1]
        page.locator("h1").tap()
        page.wait_for_timeout(300)
        assert not tip.is_visible()
        assert seen.messages == []


def test_wide_screens_are_used(page_file: Path, tmp_path: Path) -> None:
    """All four strategy cards of a round stand side by side."""
    with opened(page_file, tmp_path, width=1920) as (page, _):
        boxes = [page.locator(f"[data-chart=card-round-1-seat-{seat}]").bounding_box() for seat in range(1, 5)]
        places = [(box["x"], box["y"]) for box in boxes if box is not None]
        assert len({y for _, y in places}) == 1
        assert [x for x, _ in places] == sorted(x for x, _ in places)
        text = page.locator("article > p").first.bounding_box()
        assert text is not None and text["width"] < 900, "lines of text are too long to read"


def test_theme_can_be_chosen(page_file: Path, tmp_path: Path) -> None:
    with opened(page_file, tmp_path) as (page, seen):
        first = page.locator(".chart svg text").first
        before = first.evaluate("node => getComputedStyle(node).fill")
        page.locator("#theme").click()
        page.wait_for_timeout(1500)
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert first.evaluate("node => getComputedStyle(node).fill") != before
        assert page.locator("#theme").get_attribute("aria-pressed") == "true"
        assert seen.messages == []


def test_prints_in_light_colours_with_all_sections_open(page_file: Path, tmp_path: Path) -> None:
    with opened(page_file, tmp_path / "a", "dark") as (page, seen):
        page.evaluate("document.querySelectorAll('details.section').forEach((part) => { part.open = false; })")
        # Charts are drawn anew before a print; the page says how they look while it is printed.
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.wait_for_timeout(1500)
        assert page.evaluate("document.documentElement.dataset.theme") == "light"
        assert page.evaluate("[...document.querySelectorAll('details.section')].every((part) => part.open)")
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        page.wait_for_timeout(1500)
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert not page.evaluate("[...document.querySelectorAll('details.section')].some((part) => part.open)")
        assert len(page.pdf()) > 50_000
        assert seen.messages == []


def test_works_without_colour(page_file: Path, tmp_path: Path) -> None:
    """Every cell of a heat map has its number, and every number stands in a table too."""
    with opened(page_file, tmp_path) as (page, _):
        # Only heat maps: bars have their numbers beside them where there is room.
        charts = "[...document.querySelectorAll('.chart:not([data-chart^=results], [data-chart^=length])')]"
        cells = "box.querySelectorAll('.role-mark.mark-rect path').length"
        words = (
            "[...box.querySelectorAll('.role-mark.mark-text text')].filter((text) => text.textContent.trim()).length"
        )
        drawn = "box.querySelector('.mark-rect') && !box.dataset.chart.startsWith('lone-break')"
        counts = page.evaluate(f"{charts}.filter((box) => {drawn}).map((box) => [{cells}, {words}])")
        assert len(counts) > 25
        assert all(cells == words for cells, words in counts)
        assert page.locator("article").count() == page.locator("article table").count()


@pytest.mark.parametrize("dark", [False, True])
def test_text_is_readable_on_every_colour_of_the_scales(dark: bool) -> None:
    config = themes.config(dark)
    ink = config["text"]["color"]
    for colour in (*config["range"]["diverging"], *config["range"]["ramp"], *config["range"]["ordinal"]):
        assert contrast(ink, colour) >= 4.5
    paper = "#16181b" if dark else "#ffffff"
    for colour in (*config["range"]["category"], config["axis"]["titleColor"], config["axis"]["labelColor"]):
        assert contrast(colour, paper) >= 4.5


def contrast(a: str, b: str) -> float:
    light = sorted((luminance(a), luminance(b)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
