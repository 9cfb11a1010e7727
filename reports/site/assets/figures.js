// Interactive figures: curves drawn from their data on demand.
"use strict";
(() => {
  const { study } = document.currentScript.dataset;
  const colours = ["#000000", "#d55e00", "#56b4e9", "#0072b2", "#e69f00", "#009e73", "#cc79a7"];
  const shapes = ["circle", "rect", "triangle", "rectRot", "star", "rectRounded"];

  const load = window.rattlebackLoad, element = window.rattlebackElement;
  let loaded;
  const prepare = () => loaded ??= Promise.all(
    [load("site/assets/chart.min.js"), load(`site/studies/${study}.curves.js`)])
    .then(() => window.rattlebackData("rattlebackFigures"));

  const axis = (title, logarithmic, range) => ({
    type: logarithmic ? "logarithmic" : "linear",
    title: { display: true, text: title, color: "#1c1c1c" },
    ticks: { color: "#1c1c1c", maxRotation: 0, callback: (value) => Number(value).toPrecision(12)
      .replace(/\.?0+$/, "").replace(/^0?\.?0{3,}\d+$/, Number(value).toExponential()) },
    grid: { color: "#ececec" },
    ...(range ? { min: range[0] ?? undefined, max: range[1] ?? undefined } : {}) });

  // Curves of one series share one data set, separated by gaps.
  const dataset = ({ label, style, curves }, i) => ({
    label: label || `series ${i + 1}`,
    data: curves.flatMap((curve) => [...curve.map(([x, y]) => ({ x, y })), { x: NaN, y: NaN }]),
    showLine: style.includes("line"), borderColor: colours[i % 7], backgroundColor: colours[i % 7],
    pointStyle: shapes[i % 6], borderWidth: 1.4, pointHoverRadius: 6,
    pointRadius: style === "lines" ? 0 : curves.flat().length > 400 ? 1.5 : 3.5 });

  const draw = (panel, place) => {
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${panel.title}: ${panel.y} against ${panel.x}`);
    place.append(element("div", { className: "canvas" }, canvas));
    return new Chart(canvas, {
      type: "scatter", data: { datasets: panel.series.map(dataset) },
      options: {
        animation: false, maintainAspectRatio: false,
        interaction: { mode: "nearest", intersect: false },
        scales: { x: axis(panel.x, panel.logarithmic[0], panel.x_range),
                  y: axis(panel.y, panel.logarithmic[1], panel.y_range) },
        plugins: {
          title: { display: panel.title !== "", text: panel.title, color: "#1c1c1c" },
          legend: { display: panel.series.some(({ label }) => label),
                    labels: { usePointStyle: true, color: "#1c1c1c" } },
          tooltip: { callbacks: { label: ({ dataset, raw }) =>
            `${dataset.label}: (${raw.x}, ${raw.y})` } } } } });
  };

  for (const button of document.querySelectorAll(".read-off"))
    button.addEventListener("click", async () => {
      const figures = await prepare();
      const place = button.closest("figure").querySelector(".panels");
      const show = place.hidden;
      place.hidden = !show;
      button.setAttribute("aria-expanded", String(show));
      button.textContent = show ? "Hide the diagram" : "Read values";
      if (show && !place.firstChild)
        for (const panel of figures[button.dataset.figure]) draw(panel, place);
    });
})();
