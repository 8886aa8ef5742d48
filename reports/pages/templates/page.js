"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tip = document.getElementById("tip");
  const button = document.getElementById("theme");
  const wantsDark = window.matchMedia("(prefers-color-scheme: dark)");
  const boxes = [...document.querySelectorAll("[data-chart]")];
  const views = new Map();
  let theme = wantsDark.matches ? "dark" : "light";

  // A finger cannot stay over a cell: what it taps stays told until the next tap or scroll.
  let touches = false;
  let pinned = false;
  document.addEventListener("pointerdown", (event) => { touches = event.pointerType !== "mouse"; }, { capture: true });

  const hide = () => { pinned = false; tip.hidden = true; };

  const show = (handler, event, item, value) => {
    if (touches && event.type !== "click") return;
    tell(event, value);
  };

  const tell = (event, value) => {
    if (!value || typeof value !== "object") return hide();
    const list = document.createElement("dl");
    for (const [key, text] of Object.entries(value)) {
      const name = document.createElement("dt");
      const what = document.createElement("dd");
      name.textContent = key;
      what.textContent = text;
      list.append(name, what);
    }
    tip.replaceChildren(list);
    tip.hidden = false;
    const at = event.touches ? event.touches[0] || event.changedTouches[0] : event;
    const box = tip.getBoundingClientRect();
    const left = Math.min(at.clientX + 14, window.innerWidth - box.width - 8);
    const below = at.clientY + 16;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below + box.height > window.innerHeight ? Math.max(8, at.clientY - box.height - 12) : below}px`;
  };

  const tap = (event, item) => {
    if (touches) {
      tell(event, item && item.tooltip);
      pinned = !tip.hidden;
    }
    const command = item && item.datum && item.datum.example;
    if (command && navigator.clipboard) navigator.clipboard.writeText(command).catch(() => {});
  };

  const draw = async (box, colours) => {
    const before = views.get(box);
    const made = await vegaEmbed(box, data.charts[box.dataset.chart], {
      mode: "vega-lite", renderer: "svg", actions: false, config: data.themes[colours], tooltip: show,
    });
    if (before) before.finalize();
    made.view.addEventListener("click", tap);
    views.set(box, made.view);
  };

  const paint = (colours) => {
    document.documentElement.dataset.theme = colours;
    button.textContent = colours === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-pressed", String(colours === "dark"));
    return Promise.all(boxes.map((box) => draw(box, colours)));
  };

  const choose = (wanted) => { theme = wanted; hide(); paint(theme); };
  button.addEventListener("click", () => choose(theme === "dark" ? "light" : "dark"));
  wantsDark.addEventListener("change", (event) => choose(event.matches ? "dark" : "light"));
  document.addEventListener("scroll", hide, { passive: true, capture: true });
  document.addEventListener("click", (event) => { if (pinned && !event.target.closest(".chart")) hide(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details.section:not([open])")];
    folded.forEach((part) => { part.open = true; });
    if (theme === "dark") paint("light");
  });
  window.addEventListener("afterprint", () => {
    folded.forEach((part) => { part.open = false; });
    if (theme === "dark") paint("dark");
  });
  document.querySelectorAll("nav a").forEach((link) => link.addEventListener("click", () => {
    const part = document.querySelector(link.getAttribute("href"));
    if (part && part.tagName === "DETAILS") part.open = true;
  }));

  paint(theme);
})();
