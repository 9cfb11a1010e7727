// Controls of the laboratory: case, start, parameters, methods, steps, section and text. They write into the state.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;

  const element = laboratory.element = window.rattlebackElement;
  const labelled = (text, control) => element("label", {}, `${text} `, control);

  // Selects an entry of a list of options; the first one if there is no such entry.
  laboratory.fill = (select, options, wanted) => {
    select.replaceChildren(...options.map((one) => one instanceof Element ? one : new Option(one, one)));
    select.value = wanted;
    if (select.selectedIndex < 0) select.selectedIndex = 0;
  };

  // Range of a slider: from zero to twice the value; from -1 to 1 about zero.
  const rangeOf = (value) => value === 0 ? [-1, 1] : value > 0 ? [0, 2 * value] : [2 * value, 0];

  // Values of the parameters in a case, by name.
  laboratory.valuesOf = (problem, chosen) =>
    new Map([...problem.parameters.map(({ name, value }) => [name, value]), ...Object.entries(chosen?.parameters ?? {})]);

  laboratory.Controls = class {
    // `changed()` is called after each change of the state by the reader.
    constructor(catalogue, state, changed) {
      this.catalogue = catalogue;
      this.state = state;
      this.changed = changed;
      this.form = document.getElementById("input");
      const { elements } = this.form;
      this.form.addEventListener("submit", (event) => event.preventDefault());
      elements.case.addEventListener("change", () => this.choose(elements.case.value));
      elements["reset-point"].addEventListener("click", () => {
        Object.assign(this.state, { q: null, v: null });
        this.showPoint();
        changed();
      });
      for (const name of ["step", "steps"])
        elements[name].addEventListener("input", () => {
          this.state[name] = elements[name].value.trim();
          this.showLength();
          changed();
        });
    }

    // Shows the state for a problem, as the module reads it; `state` replaces the earlier one.
    show(problem, state) {
      this.problem = problem;
      this.state = state;
      const { cases } = problem, chosen = this.case = cases.find(({ name }) => name === state.case) ?? cases[0];
      if (chosen && state.case !== "" && chosen.name !== state.case) state.case = "";
      for (const [key, names] of [["q", problem.coordinates], ["v", problem.velocities]])
        if (state[key] && state[key].length !== names.length) state[key] = null;
      const known = new Set(problem.parameters.map(({ name }) => name));
      for (const name of Object.keys(state.parameters)) if (!known.has(name)) delete state.parameters[name];
      const select = this.form.elements.case;
      laboratory.fill(select, cases.map(({ name }) => name), state.case);
      select.disabled = cases.length === 0;
      const note = document.getElementById("case-note");
      note.textContent = chosen?.note ?? "";
      note.hidden = !chosen?.note;
      this.showPoint();
      this.showParameters();
      this.showMethods();
      this.form.elements.step.value = state.step;
      this.form.elements.steps.value = state.steps;
      this.showLength();
    }

    choose(name) {
      Object.assign(this.state, { case: name, parameters: {}, q: null, v: null });
      this.show(this.problem, this.state);
      this.changed();
    }

    // ---- initial condition ----
    showPoint() {
      const { state, problem } = this;
      for (const [key, id, names] of [["q", "positions", problem.coordinates], ["v", "velocities", problem.velocities]]) {
        const values = state[key] ?? (this.case?.[key] ?? names.map(() => 0)).map(String);
        const fields = names.map((name, i) => {
          const field = element("input", { name: `${key}-${name}`, value: values[i], title: values[i] });
          field.setAttribute("inputmode", "decimal");
          field.addEventListener("input", () => {
            state[key] = fields.map(({ value }) => value.trim());
            this.form.elements["reset-point"].hidden = false;
            this.changed();
          });
          return field;
        });
        // The nine entries of a rotation are seldom changed one by one.
        const isRotation = (_, i) => /^R\d\d$/.test(names[i]);
        const labels = fields.map((field, i) => labelled(names[i], field));
        const rotation = labels.filter(isRotation);
        document.getElementById(id).replaceChildren(...labels.filter((one, i) => !isRotation(one, i)),
          ...rotation.length > 0 ? [element("details", {}, element("summary", {}, "Rotation"),
                                            element("div", { className: "fields" }, ...rotation))] : []);
      }
      this.form.elements["reset-point"].hidden = !state.q && !state.v;
    }

    // ---- parameters ----
    showParameters() {
      const values = laboratory.valuesOf(this.problem, this.case);
      const rows = [...values].map(([name, value]) => this.slider(name, value));
      document.querySelector("#parameters .sliders").replaceChildren(...rows);
      document.getElementById("parameters").hidden = rows.length === 0;
    }

    slider(name, standard) {
      const { state } = this;
      const field = element("input", { name: `parameter-${name}`, value: state.parameters[name] ?? String(standard) });
      field.setAttribute("inputmode", "decimal");
      const range = element("input", { type: "range", name: `slider-${name}` });
      range.setAttribute("aria-label", `${name}, slider`);
      const [low, high] = rangeOf(Number(standard));
      const follow = () => {
        const value = Number(field.value);
        if (field.value.trim() === "" || !Number.isFinite(value)) return;
        range.min = Math.min(low, value);
        range.max = Math.max(high, value);
        range.step = (high - low) / 200;
        range.value = value;
      };
      const take = () => {
        const text = field.value.trim();
        if (text === String(standard)) delete state.parameters[name];
        else state.parameters[name] = text;
        this.changed();
      };
      field.addEventListener("input", () => { follow(); take(); });
      range.addEventListener("input", () => {
        field.value = String(Number(Number(range.value).toPrecision(5)));
        take();
      });
      follow();
      return element("div", { className: "slider" }, labelled(name, field), range);
    }

    // ---- methods: up to three ----
    showMethods() {
      const applies = new Map(this.problem.methods.map((one) => [one.id, one]));
      const open = [...document.querySelectorAll("#methods details")].map((one) => one.open);
      document.getElementById("methods").replaceChildren(
        ...[0, 1, 2].map((slot) => this.method(slot, applies, open[slot] ?? false)));
    }

    method(slot, applies, open) {
      const { state } = this, chosen = state.methods[slot];
      const select = element("select", { name: `method-${slot}` });
      if (slot > 0) select.add(new Option("none", ""));
      for (const { id } of this.catalogue.methods) {
        const option = new Option(id, id);
        option.disabled = applies.get(id)?.applies === false && id !== chosen?.id;
        select.add(option);
      }
      if (chosen && ![...select.options].some(({ value }) => value === chosen.id)) select.add(new Option(chosen.id, chosen.id));
      select.value = chosen?.id ?? "";
      select.addEventListener("change", () => {
        state.automatic = false;
        if (select.value === "") state.methods.splice(slot, 1);
        else state.methods.splice(Math.min(slot, state.methods.length), 1, { id: select.value, start: "", options: {} });
        this.showMethods();
        document.querySelector(`[name=method-${slot}]`).focus();
        this.changed();
      });
      const parts = [element("p", {}, labelled(`Method ${slot + 1}`, select))];
      const card = this.catalogue.methods.find(({ id }) => id === chosen?.id);
      if (chosen && !card)
        parts.push(element("p", { className: "soft" }, `The page has no method '${chosen.id}'; the program may have it.`));
      else if (chosen && applies.get(chosen.id)?.applies === false)
        parts.push(element("p", { className: "soft" }, `Does not apply: ${applies.get(chosen.id).reason}`));
      if (card) parts.push(this.options(card, chosen, open));
      return element("div", { className: "method" }, ...parts);
    }

    // Start and options of a method.
    options(card, chosen, open) {
      const rows = [];
      const add = (label, name, choices, value, standard, take) => {
        const control = choices ? element("select", { name }) : element("input", { name, value: value || standard });
        if (choices) laboratory.fill(control, choices, value || standard);
        control.addEventListener(choices ? "change" : "input", () => { take(control.value.trim()); this.changed(); });
        rows.push(element("p", {}, labelled(label, control)));
      };
      if (card.starts.length > 1)
        add("Start", `start-${card.id}`, card.starts.map(({ name }) => name).filter((name) => name !== "pair"), chosen.start, card.starts[0].name,
            (value) => { chosen.start = value === card.starts[0].name ? "" : value; });
      for (const option of card.options) {
        if (option.of_driven_systems && !this.problem.driven) continue;
        const standard = String(option.default);
        add(option.name, `option-${card.id}-${option.name}`, option.choices, chosen.options[option.name], standard, (value) => {
          if (value === standard || value === "") delete chosen.options[option.name];
          else chosen.options[option.name] = value;
        });
        rows.push(element("p", { className: "soft" }, option.meaning));
      }
      const page = `${document.body.dataset.root}site/methods/${card.id.replace(/[^\w]/g, "-")}.html`;
      return element("details", { open }, element("summary", {}, card.name),
                     element("p", {}, element("a", { href: page }, `Page of ${card.id}`)), ...rows);
    }

    showLength() {
      const length = Number(this.state.step) * Number(this.state.steps);
      document.getElementById("length").textContent =
        Number.isFinite(length) ? `Up to t = ${Number(length.toPrecision(12))}.` : "";
    }
  };

  // Controls of the section: component, value and direction.
  laboratory.Section = class {
    // `runs()` returns the runs that are shown; `changed()` is called after each change by the reader.
    constructor(runs, changed) {
      this.runs = runs;
      const find = (name) => document.querySelector(`#sections [name=${name}]`);
      Object.assign(this, { on: find("section"), component: find("component"), value: find("value"), direction: find("direction") });
      for (const control of [this.on, this.component, this.value, this.direction])
        control.addEventListener(control === this.value ? "input" : "change", () => {
          const was = this.state.section;
          if (control === this.component || (control === this.on && !was)) this.propose();
          this.state.section = this.on.checked
            ? { component: this.component.value, value: this.value.value.trim(), direction: this.direction.value } : null;
          if (was || this.state.section) changed();
        });
    }

    show(problem, state) {
      this.state = state;
      const { section } = state;
      this.on.checked = section !== null;
      laboratory.fill(this.component, [...problem.coordinates, ...problem.velocities], section?.component ?? this.component.value);
      if (!section) return;
      this.value.value = section.value;
      this.direction.value = section.direction;
    }

    // Proposes the plane through the middle of the motion, which is crossed.
    propose() {
      const name = this.component.value;
      const column = this.runs().find(({ columns }) => columns.includes(name))?.column(name);
      if (!column?.length) return;
      this.value.value = String(Number((column.reduce((sum, x) => sum + x, 0) / column.length).toPrecision(3)));
    }
  };

  // Editor of a system's text, with the program's message on a mistake.
  laboratory.Editor = class {
    // `typed(text)` is called after each change by the reader.
    constructor(typed) {
      this.message = document.getElementById("mistake");
      this.line = document.getElementById("mistake-line");
      this.mark = null;
      this.view = window.CodeMirror(document.getElementById("editor"), {
        mode: "toml", lineNumbers: true, lineWrapping: true, inputStyle: "contenteditable", viewportMargin: Infinity,
        extraKeys: { Tab: false, "Shift-Tab": false },  // the tabulator leaves the editor
        screenReaderLabel: "Text of the system" });
      const field = this.view.getInputField();
      field.setAttribute("role", "textbox");
      field.setAttribute("aria-multiline", "true");
      field.setAttribute("aria-describedby", "mistake");
      this.view.on("change", (_, { origin }) => {
        if (origin !== "setValue") typed(this.view.getValue());
      });
    }

    show(text) {
      if (this.view.getValue() !== text) this.view.setValue(text);
    }

    // Returns the part of a line around a mistake, and a caret below it.
    excerpt({ line, column }) {
      const width = 44, text = this.view.getLine(Math.min(line, this.view.lineCount()) - 1) ?? "";
      const from = Math.max(0, Math.min(column - 1 - width / 2, text.length - width));
      return `${text.slice(from, from + width)}\n${" ".repeat(column - 1 - from)}^`;
    }

    // Shows a mistake {message, line, column}; null removes it.
    showMistake(mistake) {
      this.mark?.clear();
      this.mark = null;
      this.view.getInputField().setAttribute("aria-invalid", String(mistake !== null));
      this.line.hidden = !mistake?.line;
      const place = mistake?.line ? `line ${mistake.line}, column ${mistake.column}: ` : "";
      this.message.textContent = mistake ? place + mistake.message : "";
      this.line.textContent = mistake?.line ? this.excerpt(mistake) : "";
      if (!mistake?.line) return;
      const line = Math.min(mistake.line, this.view.lineCount()) - 1;
      const from = { line, ch: mistake.column - 1 };
      const word = /^\w*/.exec(this.view.getLine(line).slice(from.ch))[0];
      const to = { line, ch: from.ch + Math.max(1, word.length) };
      this.mark = this.view.markText(from, to, { className: "wrong" });
    }
  };
})();
