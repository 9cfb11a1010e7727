// Controls of the section of the laboratory: component, value and direction.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;

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
})();
