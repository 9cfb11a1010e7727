// Diagrams of the laboratory: errors against time on a logarithmic axis, and points of a section.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;
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
})();
