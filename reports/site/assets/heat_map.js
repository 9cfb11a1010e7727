// Comparison: heat map of problems by methods, filters, and the table behind it.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const { methods, problems, cells, reasons } = await window.rattlebackData("rattlebackHeatMap");
  const { root } = document.body.dataset;
  const form = document.querySelector("form.filters");
  const map = document.getElementById("heat-map");
  const readout = document.getElementById("pair");
  const pairs = document.getElementById("pairs");
  const controls = form.elements;

  const trends = { "square-root": "√", linear: "╱", exponential: "e", drifting: "~", undecided: "?" };
  const growth = { exact: "exact to rounding", bounded: "bounded", "square-root": "grows like the square root of time",
                   linear: "grows linearly", exponential: "grows exponentially",
                   drifting: "drifts at a varying rate", undecided: "growth undecided" };
  const assessments = { failed: "fails on the long run", lost: "loses the motion", broken: "breaks a promise",
                        kept: "preserves all that it promises", ran: "runs; no promise was measured" };
  const page = (folder, id) => `${root}site/${folder}/${id.replace(/[^\w]/g, "-")}.html`;
  const element = (name, attributes = {}, ...children) => {
    const one = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.append(...children);
    return one;
  };

  // Colours have seven steps: two decades each between rounding and a tenth of the kinetic energy.
  const level = ([kind, decades, trend]) => {
    if (kind === "failed" || kind === "lost") return kind;
    if (trend === "exact") return "exact";
    if (decades === null) return "unknown";
    return decades <= -8 ? "below-8" : decades <= -6 ? "below-6" : decades <= -4 ? "below-4"
         : decades <= -2 ? "below-2" : decades <= -1 ? "below-1" : "lost";
  };
  const isFirst = (p, m) => problems[p].first === methods[m].id;
  const applies = (p, m) => Array.isArray(cells[p][m]);
  const mark = (p, m) => {
    const [kind, , trend] = cells[p][m];
    return (isFirst(p, m) ? "★" : "") + (kind === "failed" ? "✗" : kind === "broken" ? "!" : "") + (trends[trend] ?? "");
  };
  const size = ([, decades, trend]) =>
    trend === "exact" ? "rounding" : decades === null ? "" : `10^${decades}`.replace("-", "−");
  const sized = (cell) => {  // with a raised exponent
    const [base, exponent] = size(cell).split("^");
    return exponent ? [base, element("sup", {}, exponent)] : [base];
  };
  const words = (p, m) => {
    const cell = cells[p][m], pair = `${methods[m].name} on ${problems[p].name}`;
    if (cell === null) return [`${pair}: not compared`];
    if (!applies(p, m)) return [`${pair}: does not apply, because ${reasons[cell]}`];
    const [kind, decades, trend, order, note] = cell;
    return [`${pair}: ${assessments[kind]}`, ...(trend ? [`; energy deviation `, ...sized(cell),
      decades === null || trend === "exact" ? "" : " of the largest kinetic energy", `, ${growth[trend]}`] : []),
      order ? `; observed order ${order}` : "", note ? `; ${note}` : "",
      isFirst(p, m) ? "; named first by choose for an error of 1e-4 up to t = 100" : ""];
  };

  // ---- filters ----
  const has = ({ tags }, tag) => !tag || tags.includes(tag);
  const chosen = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const rows = problems.map((_, p) => p).filter((p) =>
      (!wanted.problem || problems[p].id === wanted.problem) && has(problems[p], wanted.system));
    const { order } = wanted;
    const columns = methods.map((_, m) => m).filter((m) => {
      const one = methods[m];
      return (!wanted.method || one.id === wanted.method) && (!wanted.family || one.family === wanted.family) &&
        (!wanted.explicit || has(one, "explicit")) && (!wanted.anymass || has(one, "varying mass")) &&
        (!wanted.groups || has(one, "group")) &&
        (!order || (order === "adaptive" ? one.order === null : one.order >= Number(order))) &&
        rows.some((p) => applies(p, m));
    });
    return { rows: rows.filter((p) => columns.some((m) => applies(p, m))), columns,
             single: Boolean(wanted.problem || wanted.method) };
  };

  // ---- map ----
  const draw = ({ rows, columns }) => {
    const table = element("table", { class: "heat", role: "grid", "aria-label": "Energy deviation of methods on problems" });
    const families = element("tr"), names = element("tr");
    const head = element("thead", {}, families, names);
    families.append(element("td"));
    names.append(element("th", { scope: "col" }, "Problem"));
    columns.forEach((m, i) => {
      const { family, id, name } = methods[m];
      const same = columns.filter((other) => methods[other].family === family).length;
      if (i === 0 || methods[columns[i - 1]].family !== family)
        families.append(element("th", { scope: "colgroup", colspan: same, class: "family", title: family },
                                element("span", {}, family)));
      const begins = i > 0 && methods[columns[i - 1]].family !== family;
      names.append(element("th", { scope: "col", ...(begins ? { class: "begins" } : {}) },
                           element("a", { href: page("methods", id), title: name }, id)));
    });
    const body = element("tbody");
    for (const p of rows) {
      const row = element("tr", {}, element("th", { scope: "row" },
        element("a", { href: page("problems", problems[p].id) }, problems[p].name)));
      columns.forEach((m, i) => {
        const begins = i > 0 && methods[columns[i - 1]].family !== methods[m].family ? " begins" : "";
        row.append(applies(p, m)
          ? element("td", { class: level(cells[p][m]) + begins, tabindex: -1, "data-p": p, "data-m": m,
                            "data-problem": problems[p].id, "data-method": methods[m].id },
                    mark(p, m) || element("span", { class: "unseen" }, size(cells[p][m])))
          : element("td", { class: `empty${begins}`, tabindex: -1, "data-p": p, "data-m": m }));
      });
      body.append(row);
    }
    table.append(head, body);
    map.replaceChildren(table);
    const first = body.querySelector("td");
    if (first) first.tabIndex = 0;
  };
  const tell = (cell) => {
    if (!cell) return;
    const p = Number(cell.dataset.p), m = Number(cell.dataset.m);
    readout.replaceChildren(...words(p, m));
    if (!cell.title) cell.title = readout.textContent;
  };
  const open = (cell) => {
    if (cell && applies(Number(cell.dataset.p), Number(cell.dataset.m)))
      location.href = `${page("problems", problems[cell.dataset.p].id)}#${methods[cell.dataset.m].id.replace(/[^\w]/g, "-")}`;
  };
  map.addEventListener("pointerover", (event) => tell(event.target.closest("td[data-p]")));
  map.addEventListener("focusin", (event) => tell(event.target.closest("td[data-p]")));
  map.addEventListener("click", (event) => open(event.target.closest("td[data-p]")));
  map.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td[data-p]");
    if (!cell) return;
    if (event.key === "Enter") return open(cell);
    const row = cell.parentElement, at = cell.cellIndex;
    const next = { ArrowRight: cell.nextElementSibling, ArrowLeft: cell.previousElementSibling,
                   ArrowDown: row.nextElementSibling?.cells[at], ArrowUp: row.previousElementSibling?.cells[at] }[event.key];
    if (!next?.matches("td[data-p]")) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  // ---- table behind the map: as data, sorted by the reader ----
  const list = ({ rows, columns }) => {
    const body = pairs.querySelector("tbody");
    const lines = [];
    for (const p of rows)
      for (const m of columns) {
        if (!applies(p, m)) continue;
        const cell = cells[p][m], [kind, decades, trend, order, note] = cell;
        lines.push(element("tr", { class: kind, "data-problem": problems[p].id, "data-method": methods[m].id },
          element("td", {}, element("a", { href: page("problems", problems[p].id) }, problems[p].name)),
          element("td", {}, element("a", { href: page("methods", methods[m].id) }, methods[m].id), isFirst(p, m) ? " ★" : ""),
          element("td", { class: "number", "data-key": trend === "exact" ? -99 : decades ?? 99 },
                  element("span", { class: `swatch ${level(cell)}`, "aria-hidden": "true" }), ...sized(cell)),
          element("td", {}, growth[trend] ?? ""),
          element("td", { class: "number", "data-key": order || -99 }, order),
          element("td", {}, assessments[kind], note ? element("span", { class: "soft note" }, ` ${note}`) : "")));
      }
    body.replaceChildren(...lines);
    window.rattlebackSort(pairs.querySelector("table"));
  };

  const narrow = matchMedia("(max-width: 52rem)");
  const show = () => {
    const choice = chosen();
    map.hidden = choice.single;
    readout.hidden = choice.single;
    if (choice.single) pairs.open = true;
    else draw(choice);
    if (pairs.open) list(choice);
    controls.shown.textContent = `${choice.rows.length} of ${problems.length} problems, ${choice.columns.length} of ${methods.length} methods`;
  };

  for (const { id, name } of problems) controls.problem.add(new Option(name, id));
  for (const { id } of methods) controls.method.add(new Option(id, id));
  for (const family of new Set(methods.map((one) => one.family))) controls.family.add(new Option(family, family));
  // A phone shows one problem at a time.
  if (narrow.matches) controls.problem.selectedIndex = 1;
  window.rattlebackFilters(form, show);
  pairs.addEventListener("toggle", () => { if (pairs.open) list(chosen()); });
});
