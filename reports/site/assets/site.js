// Scripts of all pages: loading of scripts and data, citations, and commands to copy.
"use strict";
(() => {
  const root = document.body.dataset.root;

  // Returns the id that the address names after its hash; as written if its percent signs encode no text.
  window.rattlebackAddressed = () => {
    const written = location.hash.slice(1);
    try {
      return decodeURIComponent(written);
    } catch {
      return written;
    }
  };

  // Returns an element with these properties and children.
  const element = window.rattlebackElement = (name, properties = {}, ...children) => {
    const one = Object.assign(document.createElement(name), properties);
    one.append(...children);
    return one;
  };

  // ---- scripts loaded on demand ----
  const load = window.rattlebackLoad = (address) => new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(address));
    document.head.append(element("script", { src: root + address, onload: resolve, onerror }));
  });

  // ---- data of a page, compressed; `rattlebackPending` counts data that are being unpacked ----
  const unpacked = window.rattlebackUnpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  };
  window.rattlebackPending = 0;
  window.rattlebackData = async (name) => {
    window.rattlebackPending += 1;
    const data = await unpacked(window[name]).json();
    setTimeout(() => { window.rattlebackPending -= 1; });  // after the page has used the data
    return data;
  };

  // ---- formulas wider than the page: scrollable by keyboard ----
  const widths = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
  });
  for (const formula of document.querySelectorAll(".formula")) widths.observe(formula);

  // ---- citations of the program, and of the number in the row of a statement ----
  const citation = (row) => {
    const { version, commit, mode, date } = document.body.dataset;
    const text = (part) => row.querySelector(part).textContent.replace(/[✓≈✗○·?]/g, " ")
      .replace(/\s+/g, " ").trim();
    const number = row && [text(".id"), text(".verdict"), text(".measured").replace(/^Measured /, "")];
    const key = row ? `rattleback_${row.id}` : "rattleback";
    const of_row = row ? `; ${document.querySelector("h1").textContent}, statement ${number.filter(Boolean).join(", ")}` : "";
    const tex = (words) => words.replace(/[&%#_]/g, "\\$&");
    return `@misc{${key.replace(/\W+/g, "_").toLowerCase()},
  author = {{The Rattleback developers}},
  title = {Rattleback: benchmarks and reproducibility for nonholonomic integrators},
  year = {${(date || "").slice(0, 4)}},
  note = {Version ${version}, commit ${commit}, ${mode} run of ${date}${tex(of_row)}}
}`;
  };
  for (const block of document.querySelectorAll("pre.citation")) block.textContent = citation(null);
  for (const button of document.querySelectorAll("button.cite"))
    button.addEventListener("click", () => {
      const text = citation(button.closest(".statement"));
      button.closest("p").after(element("pre", { className: "citation" }, text));
      button.remove();
    });

  // ---- commands to copy ----
  for (const code of document.querySelectorAll("code.copy")) {
    const button = element("button", { type: "button" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    });
    code.after(button);
  }
})();
