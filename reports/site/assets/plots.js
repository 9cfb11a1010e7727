// Curves of a problem's page: choice of axes and curves, values on hover.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const data = await window.rattlebackData("rattlebackCurves"), element = window.rattlebackElement;

  // Colours of Okabe and Ito; shapes and dashes distinguish curves without colour. Crosses are failures.
  const colours = ["#000000", "#d55e00", "#56b4e9", "#0072b2", "#e69f00", "#009e73", "#cc79a7"];
  const dashes = [[], [9, 4], [2, 3], [10, 3, 2, 3], [5, 3]];
  const shapes = ["circle", "rect", "triangle", "rectRot", "star", "rectRounded"];
  const look = (curve) => ({ colour: colours[curve.look % 7], shape: shapes[curve.look % 6],
                             dash: dashes[(curve.look + (curve.dash ?? 0)) % 5] });

  const { short, axis } = window.rattlebackAxes;

  // Curves with many points have marks only at some of them.
  const sparse = (count) => (context) =>
    context.dataIndex % Math.max(1, Math.round(count / 15)) === 0 ? 4 : 0;

  const plots = [];

  class Plot {
    // `curves`: {name, family, look, dash, extra}; `choose(controls)` returns {points(curve), x, y, state} where
    // points are {x, y, failed, text}, x and y the titles of the axes.
    constructor(root, curves, choose) {
      this.root = root;
      this.curves = curves;
      this.choose = choose;
      this.visible = this.first();
      this.fillKey();
      for (const select of root.querySelectorAll("select"))
        select.addEventListener("change", () => this.draw());
      this.chart = new Chart(root.querySelector(".canvas canvas"), {
        type: "scatter", data: { datasets: [] }, options: this.options() });
      plots.push(this);
      this.draw();
    }

    // Initially six curves are shown: those of the methods that `choose` names first, then the curve with the
    // smallest error of each family, then the second of each family.
    first() {
      const points = this.choose(this.root).points;
      const least = (curve) => points(curve).filter((p) => !p.failed && p.y > 0)
        .reduce((low, p) => Math.min(low, p.y), Infinity);
      const chosen = new Set();
      const take = (i) => { if (chosen.size < 6) chosen.add(i); };
      const drawn = this.curves.map((curve, i) => ({ ...curve, i, error: least(curve) }))
        .filter(({ error, extra }) => error < Infinity && !extra).sort((a, b) => a.error - b.error);
      for (const method of data.first)
        for (const { i } of drawn.filter((curve) => curve.method === method).slice(0, 1)) take(i);
      const families = new Map();
      for (const { family, i } of drawn) families.set(family, [...families.get(family) ?? [], i]);
      const lists = [...families.values()];
      for (let round = 0; lists.some((list) => round < list.length); ++round)
        for (const list of lists) if (round < list.length) take(list[round]);
      return this.curves.map((_, i) => chosen.has(i));
    }

    options() {
      return {
        animation: false, maintainAspectRatio: false,
        scales: { x: axis("logarithmic"), y: axis("logarithmic") },
        interaction: { mode: "nearest", intersect: true },
        onHover: (event, hits) => {
          const texts = hits.map((hit) => this.text(hit.datasetIndex, hit.index));
          this.root.querySelector(".readout").textContent = texts.join(" · ");
        },
        plugins: { legend: { display: false }, tooltip: {
          displayColors: false,
          callbacks: { label: (item) => this.text(item.datasetIndex, item.dataIndex) } } } };
    }

    text(dataset, index) {
      return this.chart.data.datasets[dataset].data[index].text;
    }

    // The key lists the drawn curves; a list that opens below it has all curves by family.
    fillKey() {
      const key = this.root.querySelector(".key");
      this.shownKey = element("p", { className: "shown" });
      const words = element("input", { type: "search", className: "find" });
      words.addEventListener("input", () => {
        for (const curve of this.curves)
          curve.label.hidden = !`${curve.family} ${curve.name}`.toLowerCase()
            .includes(words.value.toLowerCase());
        this.hideEmptyGroups();
      });
      const tools = element("div", { className: "controls" }, element("label", {}, "Find a curve ", words));
      for (const [name, text, which] of [["all", "All curves", () => true], ["none", "No curve", () => false]]) {
        const button = element("button", { type: "button", name }, text);
        button.addEventListener("click", () => this.show(which));
        tools.append(button);
      }
      const summary = element("summary", {}, `Choose among ${this.curves.length} curves`);
      const all = element("details", {}, summary, tools);
      const groups = new Map();
      this.curves.forEach((curve, i) => {
        if (!groups.has(curve.family)) {
          const toggle = element("button", { type: "button", title: "Switch these curves on or off" }, curve.family);
          toggle.dataset.family = curve.family;
          toggle.addEventListener("click", () => this.toggle(curve.family));
          const group = element("fieldset", {}, element("legend", {}, toggle));
          all.append(group);
          groups.set(curve.family, group);
        }
        const box = element("input", { type: "checkbox", checked: this.visible[i] });
        box.dataset.curve = curve.name;
        box.addEventListener("change", () => { this.visible[i] = box.checked; this.draw(); });
        const { colour, dash, shape } = look(curve);
        const label = element("label", {}, box, this.sample(colour, dash, shape), curve.name);
        for (const event of ["mouseenter", "focusin"])
          label.addEventListener(event, () => { this.front = i; this.draw(); });
        for (const event of ["mouseleave", "focusout"])
          label.addEventListener(event, () => { this.front = undefined; this.draw(); });
        curve.label = label;
        groups.get(curve.family).append(label);
      });
      this.failureKey = element("span", { className: "failure-key" }, this.sample("#1c1c1c", null, "crossRot"),
                                "failed run, in the strip along the top");
      key.append(this.shownKey, all);
    }

    // Writes the samples and names of the drawn curves.
    writeKey(drawn) {
      this.shownKey.replaceChildren(...drawn.map((curve) => {
        const { colour, dash, shape } = look(curve);
        return element("span", {}, this.sample(colour, dash, shape), curve.name);
      }), this.failureKey);
    }

    sample(colour, dash, shape) {
      const canvas = element("canvas", { width: 72, height: 28 });
      canvas.style.width = "36px";
      const pen = canvas.getContext("2d");
      pen.scale(2, 2);
      pen.strokeStyle = colour;
      pen.fillStyle = "#fff";
      pen.lineWidth = 1.5;
      if (dash) {
        pen.setLineDash(dash);
        pen.beginPath();
        pen.moveTo(0, 7);
        pen.lineTo(36, 7);
        pen.stroke();
        pen.setLineDash([]);
      }
      Chart.helpers.drawPoint(pen, { pointStyle: shape, radius: 4, borderWidth: 1.5 }, 18, 7);
      return canvas;
    }

    toggle(family) {
      const on = this.curves.some((curve, i) => curve.family === family && !this.visible[i]);
      this.show((curve, i) => curve.family === family ? on : this.visible[i]);
    }

    show(which) {
      // The key is sorted by family, the curves are not: each box refers to its curve.
      this.visible = this.curves.map((curve, i) => which(curve, i));
      this.curves.forEach((curve, i) => {
        curve.label.querySelector("input").checked = this.visible[i];
      });
      this.draw();
    }

    hideEmptyGroups() {
      for (const group of this.root.querySelectorAll(".key fieldset"))
        group.hidden = [...group.querySelectorAll("label")]
          .every((l) => l.hidden || l.style.display === "none");
    }

    draw() {
      const choice = this.choose(this.root);
      const points = this.curves.map((curve) => choice.points(curve));
      const numbers = (pick, list) => list.map(pick).filter((x) => x !== null && x > 0);
      const all = points.filter((_, i) => this.visible[i]).flat();
      const linear = choice.linear === true;
      const xs = numbers((p) => p.x, all);
      const ys = numbers((p) => p.y, all.filter((p) => !p.failed));
      const least = (list, other) => list.reduce((a, b) => Math.min(a, b), list[0] ?? other);
      const most = (list, other) => list.reduce((a, b) => Math.max(a, b), list[0] ?? other);
      const xLow = linear ? 0 : least(xs, 0.13) / 1.3;
      const xHigh = linear ? most(xs, 1) : most(xs, 1) * 1.3;
      const low = 10 ** Math.floor(Math.log10(least(ys, 0.1)));
      const top = Math.max(10 * low, 10 ** Math.ceil(Math.log10(most(ys, 1))));
      const high = top * (top / low) ** 0.1;  // strip for failures above the errors
      const x = (p) => p.x > 0 || (linear && p.x === 0) ? p.x : p.failed ? xHigh : null;

      const datasets = [];
      const drawn = [];
      let failures = 0, missing = 0;
      this.curves.forEach((curve, i) => {
        curve.label.style.display = points[i].length === 0 ? "none" : "";
        if (!this.visible[i] || points[i].length === 0) return;
        drawn.push(curve);
        const { colour, dash, shape } = look(curve);
        const faded = this.front !== undefined && this.front !== i;
        const stroke = faded ? colour + "30" : colour;
        const base = { borderColor: stroke, backgroundColor: faded ? "#ffffff80" : "#fff",
                       order: this.front === i ? 0 : 1 };
        const good = points[i].filter((p) => !p.failed && x(p) !== null && p.y !== null);
        const bad = points[i].filter((p) => p.failed);
        missing += points[i].length - good.length - bad.length;
        failures += bad.length;
        // A failure between two runs breaks the line.
        const line = points[i].filter((p) => p.failed || (x(p) !== null && p.y !== null))
          .map((p) => ({ x: x(p), y: p.failed ? NaN : p.y > 0 ? p.y : low, text: p.text }));
        datasets.push({ ...base, data: line, showLine: true, borderDash: dash, borderWidth: 1.6,
                        pointStyle: shape, pointHoverRadius: 6.5,
                        pointRadius: choice.marks === false ? sparse(line.length) : 4.5,
                        pointBorderWidth: 1.6, clip: 8 });
        datasets.push({ ...base, pointStyle: "crossRot", pointRadius: 6, pointHoverRadius: 8,
                        pointBorderWidth: 2.4, clip: 8,
                        data: bad.map((p) => ({ x: x(p), y: Math.sqrt(top * high), text: p.text })) });
      });
      this.hideEmptyGroups();
      this.writeKey(drawn);
      this.failureKey.hidden = failures === 0;
      this.chart.options.scales.x = axis(linear ? "linear" : "logarithmic");
      const { x: xScale, y: yScale } = this.chart.options.scales;
      xScale.title.text = choice.x;
      yScale.title.text = choice.y;
      Object.assign(xScale, { min: xLow, max: xHigh });
      Object.assign(yScale, { min: low, max: high });
      this.chart.data.datasets = datasets;
      this.chart.update();

      const total = points.filter((list) => list.length > 0).length;
      const rule = total > 6 ? " Initially six are shown: first answers of choose, then the smallest errors." : "";
      let status = `${drawn.length} of ${total} curves.${rule} ${choice.y} against ${choice.x.toLowerCase()}.`;
      if (failures > 0) status += ` Crosses in the strip along the top: ${failures} failed runs.`;
      if (missing > 0) status += ` ${missing} runs lack this quantity and are not drawn.`;
      this.root.querySelector(".status").textContent = status;
      Object.assign(this.root.dataset, choice.state,
                    { curves: drawn.length, failures, xTitle: choice.x, yTitle: choice.y });
    }
  }

  const fill = (select, entries) => {
    for (const entry of entries) {
      const option = new Option(entry.measured === false ? `${entry.label} (not measured)`
                                                         : entry.label, entry.id);
      option.disabled = entry.measured === false;
      select.add(option);
    }
    const first = entries.find((entry) => entry.measured !== false);
    if (first) select.value = first.id;
  };

  const convergence = document.getElementById("convergence-plot");
  if (data.convergence.length === 0) convergence.textContent = "No orders were measured.";
  else {
    fill(convergence.querySelector("select"), data.components.map((c) => ({ id: c, label: c })));
    const names = new Map();  // one entry of the key for all components
    for (const row of data.convergence) {
      if (!names.has(row.name)) names.set(row.name, { ...row, rows: new Map() });
      names.get(row.name).rows.set(row.component, row);
    }
    new Plot(convergence, [...names.values()], (root) => {
      const component = root.querySelector("select").value;
      const points = (curve) => {
        const row = curve.rows.get(component);
        if (!row) return [];
        const order = row.order === null ? "order not measured"
          : `observed order ${row.order.toFixed(2)}` +
            (row.confidence === null ? "" : ` ± ${row.confidence.toFixed(2)}`);
        const promised = row.promised > 0 ? `, promised ${row.promised}` : "";
        return row.steps.map((h, i) => ({
          x: h, y: row.errors[i], failed: row.errors[i] === null,
          text: `${curve.name}: h = ${short(h)}, ` +
            (row.errors[i] === null ? "failed" : `error ${short(row.errors[i])}`) +
            ` (${order}${promised})` }));
      };
      return { points, x: "Step h (dimensionless)", y: `Error of the ${component} (problem's units)`,
               state: { component } };
    });
  }

  const work = document.getElementById("work-plot");
  if (data.work.length === 0) work.textContent = "No work was measured.";
  else {
    fill(work.querySelector("[name=cost]"), data.costs);
    fill(work.querySelector("[name=error]"), data.errors);
    new Plot(work, data.work, (root) => {
      const find = (name, list) => list.find((q) => q.id === root.querySelector(`[name=${name}]`).value);
      const cost = find("cost", data.costs), error = find("error", data.errors);
      const points = (curve) => curve.runs.value.map((_, i) => {
        const run = (name) => curve.runs[name]?.[i] ?? null;
        const failed = run("failed").includes(error.id);
        return { x: run(cost.id), y: run(error.id), failed,
          text: `${curve.name}, ${run("parameter")} = ${short(run("value"))}: ` +
            (failed ? `failed (${run("outcome") === "ok" ? "not finite" : run("outcome")})`
                    : `error ${short(run(error.id))}`) +
            `, ${short(run(cost.id))} ${cost.label === "processor time" ? "s" : cost.label}` };
      });
      return { points, x: cost.axis, y: error.axis, state: { cost: cost.id, error: error.id } };
    });
  }

  const energy = document.getElementById("energy-plot");
  if (energy) {
    fill(energy.querySelector("select"), [{ id: "linear", label: "linear" },
                                          { id: "logarithmic", label: "logarithmic" }]);
    new Plot(energy, data.energy, (root) => {
      const time = root.querySelector("select").value;
      // Errors are hundredths of their decimal logarithms; "0" stands for an error of zero.
      const size = (error) => error === "0" ? 0 : error === null ? null : 10 ** (error / 100);
      const points = (curve) => curve.times.map((t, i) => ({
        x: t, y: size(curve.errors[i]), failed: curve.errors[i] === null,
        text: `${curve.name}: t = ${short(t)}, ` +
          (curve.errors[i] === null ? "failed" : `error ${short(size(curve.errors[i]))}`) +
          (curve.class ? ` (${curve.class})` : "") }));
      return { points, linear: time === "linear", marks: false, state: { time },
               x: "Time (dimensionless)", y: "|H − H₀| (problem's units)" };
    });
  }

  const text = (number) => number === null ? "–" : Number(number).toFixed(2);
  const orders = { id: "orders", rows: data.convergence.map(({ name, component, promised, order, confidence }) =>
      [name, component, promised > 0 ? String(promised) : "–", text(order), text(confidence)]),
    columns: [["Method", false], ["Component", false], ["Promised order", true], ["Observed order", true],
              ["Confidence (±)", true]] };
  window.rattlebackTables([...data.tables, orders]);
  window.rattlebackPlots = plots;
});
