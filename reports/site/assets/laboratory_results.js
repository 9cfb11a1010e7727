// Results of the laboratory: runs as tables, diagrams, promises and measurements.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;
  const { element, fill } = laboratory;

  // ---- diagrams: errors against time on a logarithmic axis, and points of a section ----
  const { axis, decades } = window.rattlebackAxes;

  // Three methods differ in colour, dash and mark, and so also without colour.
  laboratory.looks = [{ colour: "#000000", dash: [], mark: "circle", sign: "○" },
                      { colour: "#d55e00", dash: [9, 4], mark: "rect", sign: "□" },
                      { colour: "#0072b2", dash: [2, 3], mark: "triangle", sign: "△" }];

  const ink = "#1c1c1c";
  const options = (x, y) => ({
    animation: false, maintainAspectRatio: false, parsing: false, normalized: true, spanGaps: false,
    events: ["mousemove", "mouseout"], interaction: { mode: "nearest", intersect: false },
    scales: { x, y },
    plugins: { legend: { labels: { boxWidth: 34, boxHeight: 0, color: ink } },
               tooltip: { displayColors: false, callbacks: {
                 label: ({ dataset, raw }) => `${dataset.label}: (${short(raw.x)}, ${short(raw.y)})` } } } });
  const short = (x) => Number(x.toPrecision(4)).toString();

  // Least and largest point of each of `count` parts of a curve, in their order: a drawn curve looks the same.
  const thinned = (xs, ys, count) => {
    const points = [], size = Math.max(1, xs.length / count);
    for (let part = 0; part * size < xs.length; ++part) {
      const from = Math.floor(part * size), to = Math.min(xs.length, Math.floor((part + 1) * size));
      let low = from, high = from;
      for (let i = from; i < to; ++i) {
        if (ys[i] < ys[low]) low = i;
        if (ys[i] > ys[high]) high = i;
      }
      for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) points.push({ x: xs[i], y: ys[i] });
    }
    return points;
  };

  // Diagram of errors against time.
  laboratory.ErrorChart = class {
    constructor(id) {
      this.chart = new Chart(document.getElementById(id), {
        type: "line", data: { datasets: [] }, options: options(axis("linear", "Time"), decades("")) });
    }

    // `curves`: {name, slot, xs, ys}. Zeros lie on the lower edge, except at the initial point, where they mean nothing.
    show(curves, title) {
      const drawn = curves.map((curve) => ({ ...curve, points: thinned(curve.xs.subarray(1), curve.ys.subarray(1), 250) }));
      const sizes = drawn.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y > 0 && y < Infinity).sort((a, b) => a - b);
      // An error that passes through zero now and then leaves room for the others.
      const least = sizes[Math.floor(0.02 * sizes.length)] ?? 1e-17, most = sizes.at(-1) ?? 1e-15;
      const top = 10 ** Math.ceil(Math.log10(most * 1.0001));
      const { x, y } = this.chart.options.scales;
      Object.assign(x, { min: 0, max: Math.max(0, ...curves.map(({ xs }) => xs.at(-1) ?? 0)) || 1 });
      Object.assign(y, { min: Math.min(10 ** Math.floor(Math.log10(least)), top / 100), max: top });
      y.title.text = sizes.length > 0 ? title : `${title}: zero`;
      this.chart.data.datasets = drawn.map(({ name, slot, points }) => {
        const { colour, dash, mark, sign } = laboratory.looks[slot];
        const every = Math.max(1, Math.round(points.length / 12));
        return { label: `${sign} ${name}`, data: points.map((p) => ({ x: p.x, y: Math.max(p.y, y.min) })), borderColor: colour,
                 backgroundColor: "#fff", borderDash: dash, borderWidth: 1.5, pointStyle: mark, clip: 6, pointBorderWidth: 1.5,
                 pointRadius: points.map((_, i) => (i + slot * Math.floor(every / 3)) % every === 0 ? 4 : 0),
                 pointHoverRadius: 5 };
      });
      this.chart.update();
    }
  };

  // Diagram of the points of a section.
  laboratory.PointChart = class {
    constructor(id) {
      this.chart = new Chart(document.getElementById(id), {
        type: "scatter", data: { datasets: [] }, options: options(axis("linear"), axis("linear")) });
    }

    show(curves, across, upward) {
      const { x, y } = this.chart.options.scales;
      x.title.text = across;
      y.title.text = upward;
      const most = 1200;  // marks of a method
      this.chart.data.datasets = curves.map(({ name, slot, xs, ys }) => {
        const { colour, mark, sign } = laboratory.looks[slot];
        const every = Math.max(1, Math.ceil(xs.length / most));
        const data = [];
        for (let i = 0; i < xs.length; i += every) data.push({ x: xs[i], y: ys[i] });
        return { label: `${sign} ${name}`, data, borderColor: colour, backgroundColor: "#fff", pointStyle: mark,
                 pointRadius: data.length > 200 ? 1.5 : 3, borderWidth: 1 };
      });
      this.chart.update();
    }
  };

  // ---- runs and their results ----
  // Run of a method: the answer of the module with its columns by name.
  laboratory.Run = class {
    constructor(slot, method, answer) {
      Object.assign(this, answer, { slot, method, columnsRead: new Map() });
      this.table ??= new Float64Array(0);  // no crossings
      this.finite = 0;
      const width = this.columns.length;
      while (this.finite < this.rows && this.isFinite(this.finite * width, width)) ++this.finite;
    }

    isFinite(from, width) {
      for (let i = from; i < from + width; ++i) if (!Number.isFinite(this.table[i])) return false;
      return true;
    }

    column(name) {
      if (!this.columnsRead.has(name)) {
        const at = this.columns.indexOf(name), width = this.columns.length;
        this.columnsRead.set(name, Float64Array.from({ length: this.finite }, (_, i) => this.table[i * width + at]));
      }
      return this.columnsRead.get(name);
    }

    state(i) {
      const width = this.columns.length;
      return Object.fromEntries(this.columns.map((name, k) => [name, this.table[i * width + k]]));
    }
  };

  // Names of the quantities that runs record: energy or balance, then invariants.
  const quantitiesOf = (problem, runs) => {
    const others = new Set(["t", "constraint", ...problem.coordinates, ...problem.velocities]);
    return [...new Set(runs.flatMap(({ columns }) => columns))].filter((name) => !others.has(name));
  };

  const pause = () => new Promise((resolve) => setTimeout(resolve));  // lets the page handle its events

  const number = (x) => {
    if (x === undefined || x === null || !Number.isFinite(Number(x))) return "–";
    if (x === 0) return "0";
    const size = Math.abs(x);
    return size >= 0.01 && size < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(1).replace("-", "−").replace("e+", "e");
  };

  laboratory.Results = class {
    constructor(changed) {
      this.quantity = document.querySelector("[name=quantity]");
      this.axes = ["scatter-across", "scatter-upward"].map((name) => document.querySelector(`[name=${name}]`));
      this.quantity.addEventListener("change", () => {
        this.state.view.quantity = this.quantity.value;
        this.showQuantity();
        changed();
      });
      for (const axis of this.axes)
        axis.addEventListener("change", () => {
          this.state.view[axis.name] = axis.value;
          this.showPoints();
          changed();
        });
    }

    // Makes the diagrams, one after the other: all at once would block the page.
    async prepare() {
      this.errors = new laboratory.ErrorChart("quantity-chart");
      await pause();
      this.violations = new laboratory.ErrorChart("constraint-chart");
      await pause();
      this.points = new laboratory.PointChart("section-chart");
      await pause();
    }

    // Draws the errors of runs. Each diagram is a task of its own.
    async show(problem, state, runs) {
      Object.assign(this, { problem, state, runs });
      document.getElementById("errors").hidden = runs.length === 0;
      if (runs.length === 0) return;
      fill(this.quantity, quantitiesOf(problem, runs), state.view.quantity);
      this.showQuantity();
      await pause();
      const constrained = problem.constraints > 0;
      document.getElementById("constraint-chart").parentElement.hidden = !constrained;
      if (constrained) this.violations.show(this.curves("constraint", (x) => Math.abs(x)), "Violation of the constraints");
      await pause();
    }

    curves(name, error) {
      return this.runs.filter(({ columns }) => columns.includes(name)).map((run) => ({
        name: run.method.label, slot: run.slot, xs: run.column("t"), ys: run.column(name).map((x, i, all) => error(x, all[0])) }));
    }

    showQuantity() {
      const name = this.quantity.value, balance = name === "balance";
      const curves = this.curves(name, balance ? (x) => Math.abs(x) : (x, first) => Math.abs(x - first));
      this.errors.show(curves, balance ? "|energy − work|" : `|${name} − initial value|`);
    }

    // ---- section ----
    // Shows the crossings of runs; null hides them.
    showSection(problem, state, crossings) {
      document.getElementById("crossings").hidden = crossings === null;
      this.crossings = crossings ?? [];
      if (crossings === null || crossings.length === 0) return;
      const names = crossings[0].columns.filter((name) => name !== "constraint");
      const free = names.filter((name) => name !== state.section.component && name !== "t");
      this.axes.forEach((axis, i) => fill(axis, names, state.view[axis.name] ?? free[i]));
      document.getElementById("crossing-count").textContent =
        `Crossings: ${crossings.map(({ method, finite }) => `${method.label} ${finite}`).join(", ")}.`;
      this.showPoints();
    }

    showPoints() {
      const [across, upward] = this.axes.map(({ value }) => value);
      this.points.show(this.crossings.map((run) => ({
        name: run.method.label, slot: run.slot, xs: run.column(across), ys: run.column(upward) })), across, upward);
    }

    // ---- promises and measurements ----
    // `orders`: answers to "order" by slot.
    showPromises(catalogue, runs, orders, until) {
      const table = document.querySelector("#promises table");
      document.getElementById("promises").hidden = runs.length === 0;
      document.getElementById("order-until").textContent = `t = ${until}`;
      const cards = runs.map(({ method }) => catalogue.methods.find(({ id }) => id === method.id));
      const rows = [
        ["Order", runs.map(({ slot, method }, i) => this.order(cards[i], method, orders.get(slot)))],
        ["Constraints", runs.map(({ largest }, i) => this.small(cards[i].keeps_constraint, largest.constraint))],
        [this.problem.driven ? "Balance of energy and work" : "Energy",
         runs.map(({ largest }, i) => this.small(cards[i].keeps_energy, largest.energy_error))],
        ["Reversible", runs.map(({ reversibility }, i) => this.reversible(cards[i].reversible, reversibility))],
        ["Derivatives of the Lagrangian per step", runs.map(({ work, steps }) => number(work.lagrangian_derivatives / steps))],
        ["Newton iterations per step", runs.map(({ work, steps }) => number(work.newton_iterations / steps))],
        ["Steps per second", runs.map(({ seconds, steps }) => Math.round(steps / seconds).toLocaleString("en"))]];
      if (!(this.problem.constraints > 0)) rows.splice(1, 1);
      const head = element("tr", {}, element("td"), ...runs.map(({ method }) => element("th", { scope: "col" }, method.label)));
      const body = rows.map(([name, cells]) => element("tr", {}, element("th", { scope: "row" }, name),
                                                       ...cells.map((cell) => element("td", {}, ...[cell].flat()))));
      table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
    }

    verdict(promised, kept) {
      if (!promised) return "";
      return element("span", { className: `mark ${kept ? "kept" : "failed"}` }, kept ? " ✓" : " ✗");
    }

    small(promised, measured) {
      return [promised ? "to rounding: " : "no promise: ", `error ${number(measured)}`,
              this.verdict(promised && Number.isFinite(measured), measured <= 1e-10)];
    }

    order(card, method, answer) {
      const start = card.starts.find(({ name }) => name === method.start) ?? card.starts[0];
      const promised = start?.order ?? 0;
      const says = promised > 0 ? `promised ${promised}: ` : "no promise: ";
      if (!answer) return `${says}…`;
      if (!answer.ok) return `${says}not measured, ${answer.message}`;
      const orders = [answer.positions.order, answer.velocities.order];
      const [q, v] = orders.map((one) => one === null ? "rounding" : one.toFixed(2));
      const measured = orders.filter((one) => one !== null);
      return [says, q === v ? q : `${q} (positions), ${v} (velocities)`,
              this.verdict(promised > 0 && measured.length > 0, measured.every((one) => one >= promised - 0.3)),
              element("span", { className: "rule" }, `differences ${answer.positions.differences.map(number).join(", ")}`)];
    }

    reversible(promised, defect) {
      const says = promised ? "promised" : "no promise";
      if (!Number.isFinite(defect)) return says;
      return [`${says}: defect ${number(defect)}`, this.verdict(promised, defect <= 1e-10)];
    }
  };
})();
