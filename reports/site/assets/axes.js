// Axes and numbers of diagrams.
"use strict";
window.rattlebackAxes = (() => {
  const short = (x) => x === null ? "unknown" : Number(x.toPrecision(3)).toString();
  const superscript = (n) =>
    String(n).replace(/./g, (c) => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]);
  const power = (x) => {
    const n = Math.log10(x);
    return Math.abs(n - Math.round(n)) < 1e-9 ? "10" + superscript(Math.round(n)) : "";
  };
  // Axis of Chart.js; a logarithmic axis names powers of ten.
  const axis = (type, title = "") => ({
    type, title: { display: true, text: title, color: "#1c1c1c" },
    grid: { color: "#ececec", borderColor: "#1c1c1c" },
    ticks: { color: "#1c1c1c", maxRotation: 0,
             ...(type === "logarithmic" ? { callback: power, autoSkip: false } : {}) } });
  // Logarithmic axis with lines at powers of ten only, at most twelve of them.
  const decades = (title) => ({
    ...axis("logarithmic", title),
    afterBuildTicks: (scale) => {
      const from = Math.ceil(Math.log10(scale.min) - 1e-9), to = Math.floor(Math.log10(scale.max) + 1e-9);
      const every = Math.ceil((to - from + 1) / 12);
      scale.ticks = [];
      for (let n = from; n <= to; n += every) scale.ticks.push({ value: 10 ** n, label: "10" + superscript(n) });
    } });
  return { short, axis, decades };
})();
