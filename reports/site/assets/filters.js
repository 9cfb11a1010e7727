// Filters stored in the address after its hash, and tables that sort.
"use strict";
(() => {
  // Reads the controls from the address, calls `show` now and after each change, and writes the address.
  window.rattlebackFilters = (form, show) => {
    const read = () => {
      if (!location.hash.includes("=")) return;
      const wanted = new URLSearchParams(location.hash.slice(1));
      for (const control of form.elements) {
        if (control.type === "checkbox") control.checked = wanted.has(control.name);
        else if (control.matches("select, input")) control.value = wanted.get(control.name) ?? "";
      }
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      show();
      const wanted = [...new FormData(form)].filter(([, value]) => value !== "");
      history.replaceState(null, "", "#" + new URLSearchParams(wanted));
    });
    addEventListener("hashchange", () => { read(); show(); });
    read();
    show();
  };

  // ---- items of a page: statements, rows of tables ----
  // form.filters[data-items=SELECTOR]: a select NAME keeps items whose data-NAME has its value among the words;
  // "words" are searched in the text; a checkbox NAME shows items with the attribute data-NAME, hidden otherwise.
  for (const form of document.querySelectorAll("form.filters[data-items]")) {
    const items = [...document.querySelectorAll(form.dataset.items)];
    const texts = items.map((one) => one.textContent.toLowerCase());
    const keeps = (item, text, wanted) => [...form.elements].every((control) => {
      const { name } = control, own = item.dataset[name];
      if (control.type === "search")
        return (wanted.words ?? "").toLowerCase().split(/\s+/).every((word) => text.includes(word));
      if (control.type === "checkbox") return wanted[name] || own === undefined || wanted.verdict === name;
      return !control.matches("select") || !wanted[name] || (own ?? "").split("|").includes(wanted[name]);
    });
    const open = () => {
      const target = document.getElementById(window.rattlebackAddressed());
      if (!target || !items.includes(target)) return;
      target.hidden = false;
      const part = target.closest(".part");
      if (part) part.hidden = false;
      for (const one of target.matches("details") ? [target] : target.querySelectorAll("details")) one.open = true;
      target.scrollIntoView();
    };
    window.rattlebackFilters(form, () => {
      const wanted = Object.fromEntries(new FormData(form));
      items.forEach((item, i) => { item.hidden = !keeps(item, texts[i], wanted); });
      for (const part of document.querySelectorAll(".part"))
        part.hidden = !items.some((item) => !item.hidden && part.contains(item));
      const shown = items.filter((item) => !item.hidden).length;
      form.elements.shown.textContent = `${shown} of ${items.length} ${form.dataset.noun}`;
      open();
    });
  }

  // ---- tables: a button in each heading sorts by its column ----
  const key = (cell) => cell?.dataset.key ?? cell?.textContent.trim() ?? "";
  const compare = (a, b) => {
    const x = Number(a), y = Number(b);
    return a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : a.localeCompare(b, "en", { numeric: true });
  };
  window.rattlebackSort = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    const sort = (heading, down) => {
      const at = headings.indexOf(heading);
      for (const body of table.tBodies)
        body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a.cells[at]), key(b.cells[at]))));
      for (const one of headings) one.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    };
    for (const heading of headings) {
      if (heading.querySelector("button") || heading.textContent === "") continue;
      const button = window.rattlebackElement("button", { type: "button" }, ...heading.childNodes);
      button.addEventListener("click", () => sort(heading, heading.getAttribute("aria-sort") === "ascending"));
      heading.append(button);
    }
    const sorted = headings.find((one) => one.hasAttribute("aria-sort"));
    if (sorted) sort(sorted, sorted.getAttribute("aria-sort") === "descending");
  };
  for (const table of document.querySelectorAll("table.sortable")) window.rattlebackSort(table);
})();
