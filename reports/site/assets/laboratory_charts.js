// Diagrams of the laboratory: errors against time on a logarithmic axis, and points of a section.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;
  const { axis } = window.rattlebackAxes;

  // Three methods differ in colour, dash and mark, and so also without colour.
  laboratory.looks = [{ colour: "#000000", dash: [], mark: "circle" }, { colour: "#d55e00", dash: [9, 4], mark: "rect" },
                      { colour: "#0072b2", dash: [2, 3], mark: "triangle" }];

  const ink = "#1c1c1c";
  const options = (xType, yType, x, y) => ({
    animation: false, maintainAspectRatio: false, parsing: false, normalized: true, spanGaps: false,
    events: ["mousemove", "mouseout"], interaction: { mode: "nearest", intersect: false },
    scales: { x: axis(xType, x), y: axis(yType, y) },
    plugins: { legend: { labels: { usePointStyle: true, color: ink, pointStyleWidth: 40 } },
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
        type: "line", data: { datasets: [] }, options: options("linear", "logarithmic", "Time", "") });
    }

    // `curves`: {name, slot, xs, ys}. Zeros lie on the lower edge.
    show(curves, title) {
      const drawn = curves.map((curve) => ({ ...curve, points: thinned(curve.xs, curve.ys, 250) }));
      let least = Infinity, most = 0, last = 0;
      for (const { points } of drawn)
        for (const { x, y } of points) {
          if (y > 0 && y < least) least = y;
          if (y > most && y < Infinity) most = y;
          if (x > last) last = x;
        }
      if (most === 0) [least, most] = [1e-17, 1e-15];  // all errors are zero
      // At most eighteen decades: an error that touches zero now and then leaves no room for the others.
      const top = 10 ** Math.ceil(Math.log10(most * 1.0001));
      const bottom = Math.max(10 ** Math.floor(Math.log10(least)), top * 1e-18);
      const { x, y } = this.chart.options.scales;
      Object.assign(x, { min: 0, max: last || 1 });
      Object.assign(y, { min: Math.min(bottom, top / 10), max: top });
      y.title.text = title;
      this.chart.data.datasets = drawn.map(({ name, slot, points }) => {
        const { colour, dash, mark } = laboratory.looks[slot];
        const every = Math.max(1, Math.round(points.length / 12));
        return { label: name, data: points.map((p) => ({ x: p.x, y: Math.max(p.y, y.min) })), borderColor: colour,
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
        type: "scatter", data: { datasets: [] }, options: options("linear", "linear", "", "") });
    }

    show(curves, across, upward) {
      const { x, y } = this.chart.options.scales;
      x.title.text = across;
      y.title.text = upward;
      const most = 1200;  // marks of a method
      this.chart.data.datasets = curves.map(({ name, slot, xs, ys }) => {
        const { colour, mark } = laboratory.looks[slot];
        const every = Math.max(1, Math.ceil(xs.length / most));
        const data = [];
        for (let i = 0; i < xs.length; i += every) data.push({ x: xs[i], y: ys[i] });
        return { label: name, data, borderColor: colour, backgroundColor: "#fff", pointStyle: mark,
                 pointRadius: data.length > 200 ? 1.5 : 3, borderWidth: 1 };
      });
      this.chart.update();
    }
  };
})();
