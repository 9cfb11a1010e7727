// What a reader takes away from the laboratory: pictures, tables, commands and the link.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;

  // Saves a file in the reader's folder of downloads.
  laboratory.save = (name, blob) => {
    const link = laboratory.element("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  // Saves a picture of a canvas on white, with the names of the methods below it if `runs` are given.
  laboratory.savePicture = (name, canvas, runs = []) => {
    const ratio = canvas.width / canvas.clientWidth, line = 22 * ratio;
    const picture = laboratory.element("canvas", { width: canvas.width, height: canvas.height + runs.length * line });
    const pen = picture.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, picture.width, picture.height);
    pen.drawImage(canvas, 0, 0);
    pen.font = `${13 * ratio}px sans-serif`;
    runs.forEach(({ slot, method }, i) => {
      const { colour, mark } = laboratory.looks[slot], y = canvas.height + (i + 0.5) * line;
      pen.strokeStyle = pen.fillStyle = colour;
      Chart.helpers.drawPoint(pen, { pointStyle: mark, radius: 4 * ratio, borderWidth: ratio }, 20 * ratio, y);
      pen.fillText(method.label, 34 * ratio, y + 4 * ratio);
    });
    picture.toBlob((blob) => laboratory.save(`${name}.png`, blob));
  };

  // Tables of several methods: one file, with the method in the first column. Numbers have all digits.
  laboratory.tableText = (runs) => {
    const lines = [["method", ...runs[0].columns].join(",")];
    for (const { method, columns, rows, table } of runs)
      for (let i = 0; i < rows; ++i)
        lines.push([method.id, ...table.subarray(i * columns.length, (i + 1) * columns.length)].join(","));
    return lines.join("\n").replaceAll("NaN", "nan") + "\n";
  };

  // ---- commands ----
  // Returns a line of a shell. Every word of a command goes through this function.
  const line = (...words) => words.map(String).map((text) =>
    /^[\w.,:+/@-][\w.,:=+/@-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`).join(" ");
  // Words of an option: one word if the value could be read as another option.
  const option = (name, value) => String(value).startsWith("-") ? [`${name}=${value}`] : [name, value];

  // Name of the file of a text: the id of a problem of the catalogue, otherwise from the text's title.
  laboratory.fileName = (state, problem, unchanged) => {
    const title = (problem?.name ?? "").toLowerCase().replace(/\W+/g, "_").replace(/^_|_$/g, "");
    return `${unchanged ? state.problem : title || "system"}.toml`;
  };

  // Returns the commands that give the numbers of the page, a line for each of `methods`.
  laboratory.commands = (state, problem, methods, unchanged) => {
    const file = laboratory.fileName(state, problem, unchanged);
    const every = laboratory.every(state);
    const runs = methods.map(({ id, start, options }) => line(
      "rattleback", "run", `./${file}`, id,
      ...state.case ? option("--case", state.case) : [],
      ...Object.entries(state.parameters).flatMap(([name, value]) => option("--set", `${name}=${value}`)),
      ...state.q ? [`--q=${state.q.join(",")}`] : [], ...state.v ? [`--v=${state.v.join(",")}`] : [],
      ...state.q || state.v ? ["--project"] : [],
      ...Object.entries(options).flatMap(([name, value]) => option("--option", `${name}=${value}`)),
      ...start ? option("--start", start) : [],
      ...option("--step", state.step), ...option("--steps", state.steps), ...every > 1 ? ["--every", every] : [],
      ...state.section ? [...option("--section", `${state.section.component}=${state.section.value}`),
                          ...option("--crossing", state.section.direction)] : [],
      "--json"));
    return [...unchanged ? [`${line("rattleback", "show", state.problem, "--text")} > ${line(file)}`] : [], ...runs].join("\n");
  };

  // Least distance of recorded nodes with at most 4000 rows.
  laboratory.every = ({ steps }) => Math.max(1, Math.ceil(Number(steps) / 4000)) || 1;

  // ---- buttons ----
  const copy = async (text, what) => {
    const place = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(text);
      place.textContent = `${what} copied.`;
    } catch {
      place.textContent = `The browser does not allow to copy: ${text}`;
    }
  };
  // Connects the buttons with what the page shows: functions that return the name of files, runs, crossings, the canvas
  // of the motion, and the link.
  laboratory.offer = ({ name, runs, crossings, motion, link }) => {
    const on = (selector, action) => {
      for (const button of document.querySelectorAll(selector)) button.addEventListener("click", () => action(button.dataset));
    };
    on("[name=copy-command]", () => copy(document.getElementById("commands").textContent, "Commands"));
    on("[name=copy-link]", async () => copy(await link(), "Link"));
    on("[data-png]", ({ png }) => png === "motion" ? laboratory.savePicture(`${name()}_motion`, motion(), runs())
      : laboratory.savePicture(`${name()}_${png}`, document.getElementById(`${png}-chart`)));
    on("[data-csv]", ({ csv }) => {
      const tables = csv === "section" ? crossings() : runs();
      if (tables.length > 0) laboratory.save(`${name()}_${csv}.csv`, new Blob([laboratory.tableText(tables)], { type: "text/csv" }));
    });
  };
})();
