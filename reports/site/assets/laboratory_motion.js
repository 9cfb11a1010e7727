// Motion of the laboratory: which picture a problem has, and its animation.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;

  // Coordinates that a body needs, besides its heading.
  const needs = { "point": ["x", "y", "z"], "cylindrical point": ["r", "theta", "z"], "blade": ["x", "y"],
                  "board": ["x", "y", "phi", "psi"], "robot": ["x", "y"], "wheel": ["x", "y", "phi", "theta"],
                  "rolling": ["x", "y", "R11", "R33"], "turning": ["R11", "R33"],
                  "bicycle": ["x", "y", "psi", "phi", "theta", "delta", "theta_R", "theta_F"] };
  const titles = { "point": "point in space", "cylindrical point": "point in space", "blade": "blade in the plane",
                   "board": "board in the plane", "robot": "robot in the plane", "wheel": "rolling wheel",
                   "rolling": "rolling body", "turning": "rotating body", "bicycle": "bicycle" };

  // Body of a text by the names of its coordinates; null without one.
  const bodyByNames = (names) => {
    const has = (...wanted) => wanted.every((name) => names.includes(name));
    const heading = ["theta", "phi"].find((name) => has(name));
    if (has("R33", "x", "y")) return { body: "rolling", axes: ["r", "r", "r"], offset: "" };
    if (has("R33")) return { body: "turning", axes: ["", "", ""] };
    if (has("x", "y") && heading) return { body: "blade", heading };
    if (has("x", "y", "z") && names.length === 3) return { body: "point" };
    if (has("r", "theta", "z")) return { body: "cylindrical point" };
    return null;
  };

  // Returns the body with numbers in place of parameters, or null if the text has no coordinates for it.
  const bodyOf = (problem, known, state, values) => {
    const names = problem.coordinates;
    const fits = ({ body, heading }) => [...needs[body], ...heading ? [heading] : []].every((name) => names.includes(name));
    const named = known && fits(known) ? known : bodyByNames(names);
    if (!named) return null;
    const value = (name) => {
      const number = Number(state.parameters[name] ?? values.get(name));
      return Number.isFinite(number) ? number : 1;
    };
    const unnamed = named.body === "turning" ? 1 : 0;
    return { ...named, axes: (named.axes ?? []).map((name) => name === "" ? unnamed : value(name)),
             offset: named.offset ? value(named.offset) : 0,
             dimensions: Object.fromEntries((named.dimensions ?? []).map((name) => [name, value(name)])) };
  };

  laboratory.Motion = class {
    constructor(state, changed) {
      this.state = state;
      this.runs = [];
      this.place = document.getElementById("animation");
      this.canvas = new window.rattlebackMotionCanvas(this.place, (i) => this.tell(i));
      const find = (name) => document.querySelector(`#motion [name=${name}]`);
      this.controls = { picture: find("picture"), across: find("across"), upward: find("upward") };
      for (const [name, control] of Object.entries(this.controls))
        control.addEventListener("change", () => { this.state.view[name] = control.value; this.draw(); changed(); });
    }

    // Shows runs of a problem; `known` is the body of a problem of the catalogue, or null.
    show(problem, known, state, runs) {
      const { picture, across, upward } = this.controls;
      this.state = state;
      this.runs = runs;
      const chosen = problem.cases.find(({ name }) => name === state.case) ?? problem.cases[0];
      this.body = bodyOf(problem, known, state, laboratory.valuesOf(problem, chosen));
      const names = [...problem.coordinates, ...problem.velocities, "t"];
      const pictures = [...this.body ? [new Option(titles[this.body.body], "body")] : [], new Option("plane of two coordinates", "plane")];
      laboratory.fill(picture, pictures, state.view.picture);
      laboratory.fill(across, names, state.view.across ?? names[0]);
      laboratory.fill(upward, names, state.view.upward ?? names[1] ?? names[0]);
      this.draw();
    }

    draw() {
      const { picture, across, upward } = this.controls;
      const flat = picture.value === "plane";
      document.getElementById("axes").hidden = !flat;
      const draw = window.rattlebackBody(flat ? { body: "plane", across: across.value, upward: upward.value } : this.body);
      const single = this.runs.length === 1;
      const tracks = this.runs.map((run) => {
        const { colour, mark } = laboratory.looks[run.slot];
        return { count: run.finite, state: (i) => run.state(i), draw, mark, colour: single ? undefined : colour };
      });
      this.canvas.show(tracks, { names: flat ? [across.value, upward.value] : null, stay: true });
    }

    tell(i) {
      const longest = this.runs.reduce((a, b) => a && a.finite >= b.finite ? a : b, null);
      if (!longest || longest.finite === 0) return "";
      return `t = ${Number(longest.column("t")[Math.min(i, longest.finite - 1)].toPrecision(6))}`;
    }
  };
})();
