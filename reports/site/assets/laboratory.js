// Page of the laboratory: reads the text, runs the methods, shows the results, and keeps the address up to date.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const laboratory = window.rattlebackLaboratory;
  const { Engine, Run, element } = laboratory;
  const find = (selector) => document.querySelector(selector);
  const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const fail = (text) => { Object.assign(find("#failure"), { textContent: text, hidden: false }); };

  const problems = new Map((await window.rattlebackData("rattlebackProblems")).map((one) => [one.id, one]));
  let state = await laboratory.fromAddress(location.hash, problems);
  let problem = null;   // of the text, as the module reads it; null while the text has a mistake
  let runs = [], crossings = null;
  let written = "";     // address that the page wrote itself

  const address = await laboratory.workerAddress();
  const reader = new Engine(address), runner = new Engine(address);
  const catalogue = await reader.ask({ do: "catalogue" });
  if (catalogue.ok === false) return fail(`The laboratory cannot start: ${catalogue.message}.`);
  await later();

  const own = () => problems.get(state.problem);
  const unchanged = () => own() !== undefined && own().text === state.text;

  // ---- address, commands, links ----
  const writeAddress = async () => {
    written = await laboratory.toAddress(state, problems);
    if (written !== location.hash) history.replaceState(null, "", written);
  };
  let waiting;
  const note = () => {
    clearTimeout(waiting);
    waiting = setTimeout(writeAddress, 250);
    find("#commands").textContent = laboratory.commands(state, problem, runnable(), unchanged());
    const save = find("#save-text");
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([state.text], { type: "text/plain" }));
    save.download = laboratory.fileName(state, problem, unchanged());
    find("[name=restore]").hidden = own() === undefined || unchanged();
    const page = find("#problem-page");
    page.hidden = !own();
    if (own()) page.href = `${document.body.dataset.root}site/problems/${state.problem}.html`;
  };

  // ---- runs ----
  const status = find("#status"), progress = find("progress"), stop = find("[name=stop]");
  const working = (on) => {
    stop.disabled = !on;
    find("#laboratory").dataset.working = on ? "yes" : "no";
    if (!on) progress.hidden = true;
  };
  const request = (method) => ({
    text: state.text, case: state.case, parameters: state.parameters, q: state.q, v: state.v, project: Boolean(state.q || state.v),
    method: method.id, options: method.options, start: method.start, step: state.step, steps: Number(state.steps),
    every: laboratory.every(state), section: null });
  const labels = (methods) => methods.map((method, i) => {
    const { id, start, options } = method;
    const same = methods.filter((other) => other.id === id).length > 1;
    const details = [...start ? [start] : [], ...Object.entries(options).map(([name, value]) => `${name}=${value}`)];
    return { ...method, slot: i, label: same && details.length ? `${id} (${details.join(", ")})` : id };
  });
  // Methods that are in the module and apply to the problem.
  const runnable = () => labels(state.methods).filter(({ id }) =>
    catalogue.methods.some((one) => one.id === id) && problem?.methods.find((one) => one.id === id)?.applies !== false);

  let wanted = 0, current = Promise.resolve();
  // Runs the methods again. A run that is under way has a fifth of a second to end, then it is stopped.
  const run = async () => {
    const turn = ++wanted;
    note();
    if (runner.busy) await Promise.race([current, later(200)]);
    if (turn !== wanted) return;
    if (runner.busy) runner.stop();
    current = compute(() => turn === wanted);
  };

  const compute = async (isWanted) => {
    const { steps } = state, count = Number(steps);
    const messages = [];
    const say = () => find("#failures").replaceChildren(...messages.map((text) => element("li", {}, text)));
    if (!problem) return;
    if (!/^\d+$/.test(steps) || count < 1) {
      messages.push(`The number of steps is a whole number from 1, not '${steps}'.`);
      return say();
    }
    working(true);
    status.textContent = "Running …";
    const begun = performance.now(), methods = runnable(), found = [], orders = new Map();
    for (const [at, method] of methods.entries()) {
      const answer = await runner.ask({ do: "run", ...request(method) }, (part) => {
        progress.hidden = false;
        progress.value = (at + part) / methods.length;
        status.textContent = `${method.label}: ${Math.round(part * count)} of ${count} steps`;
      });
      if (!isWanted()) return;
      if (answer.stopped) return finish("Stopped.");
      if (!answer.ok) messages.push(`${method.label}: ${answer.message}`);
      else {
        answer.steps = Math.max(1, Math.round(answer.time / Number(state.step)));
        if (answer.outcome !== "ok") messages.push(`${method.label}: ${answer.message}`);
        messages.push(...answer.warnings.map((text) => `${method.label}: ${text}`));
        found.push(new Run(method.slot, method, answer));
      }
    }
    const elapsed = performance.now() - begun;
    say();
    runs = found;
    showKey();
    showProjected();
    find("#motion").hidden = runs.length === 0;
    if (runs.length > 0) motion.show(problem, unchanged() ? own().body : null, state, runs);
    await later();
    if (!isWanted()) return;
    await results.show(problem, state, runs);
    results.showPromises(catalogue, runs, orders, orderLength());
    crossings = state.section ? [] : null;
    for (const { method } of state.section ? runs : []) {
      const answer = await runner.ask({ do: "run", ...request(method), section: state.section });
      if (!isWanted()) return;
      if (answer.stopped) return finish("Stopped.");
      if (answer.ok) crossings.push(new Run(method.slot, method, answer));
      else messages.push(`${method.label}: ${answer.message}`);
    }
    results.showSection(problem, state, crossings);
    for (const { method } of runs) {
      const answer = await runner.ask({ do: "order", ...request(method), steps: orderSteps() });
      if (!isWanted()) return;
      if (answer.stopped) return finish("Stopped.");
      orders.set(method.slot, answer);
    }
    if (runs.length > 0) results.showPromises(catalogue, runs, orders, orderLength());
    say();
    finish(runs.length === 0 ? "" : `${runs.length === 1 ? "One method" : `${runs.length} methods`}, ${count} steps each, in ${
      elapsed < 1000 ? `${Math.round(elapsed)} ms` : `${(elapsed / 1000).toFixed(1)} s`}.`);
  };
  const finish = (text) => {
    status.textContent = text;
    working(false);
  };
  const orderSteps = () => Math.min(20, Number(state.steps));  // of the coarsest of three runs
  const orderLength = () => Number((Number(state.step) * orderSteps()).toPrecision(12));

  // A typed velocity is replaced by the nearest one that satisfies the constraints.
  const showProjected = () => {
    const place = find("#projected"), [first] = runs;
    place.hidden = !first || !(state.q || state.v) || !(problem.constraints > 0);
    if (place.hidden) return;
    const values = problem.velocities.map((name) => `${name} = ${Number(first.column(name)[0].toPrecision(6))}`);
    place.textContent = `Nearest velocity that satisfies the constraints: ${values.join(", ")}.`;
  };

  const showKey = () => {
    const key = find("#key");
    key.hidden = runs.length < 2;
    key.replaceChildren(...runs.map(({ slot, method }) => {
      const sample = element("canvas", { width: 28, height: 28 }), pen = sample.getContext("2d");
      pen.scale(2, 2);
      pen.strokeStyle = pen.fillStyle = laboratory.looks[slot].colour;
      Chart.helpers.drawPoint(pen, { pointStyle: laboratory.looks[slot].mark, radius: 4, borderWidth: 1 }, 7, 7);
      sample.style.width = "14px";
      return element("span", {}, sample, method.label);
    }));
  };

  // ---- text ----
  const controls = new laboratory.Controls(catalogue, state, () => { run(); });
  const motion = new laboratory.Motion(state, note);
  await later();
  const results = new laboratory.Results(note);
  await results.prepare();
  // Methods of the state; if none applies, or fewer than two of another problem, the usual ones that apply are added.
  const suitable = ({ methods }, isOther) => {
    const applies = (id) => methods.some((one) => one.id === id && one.applies);
    const known = isOther ? state.methods.filter(({ id }) => applies(id)) : state.methods;
    const missing = isOther || state.methods.length === 0 ? 2 : 1;
    if (known.filter(({ id }) => applies(id)).length >= missing) return known;
    const ids = new Set(known.map(({ id }) => id));
    const usual = ["dla_leapfrog", "gni", "odeint_rk4", "implicit_midpoint"].filter((id) => applies(id) && !ids.has(id));
    return [...known, ...usual.slice(0, 3).map((id) => ({ id, start: "", options: {} }))].slice(-3);
  };
  let reading = 0;
  // Reads the text and runs it. `isOther`: the reader chose another problem; methods that do not apply make room.
  const read = async (isOther = false) => {
    const turn = ++reading;
    const answer = await reader.ask({ do: "read", text: state.text });
    if (turn !== reading) return;
    editor.showMistake(answer.ok ? null : answer);
    find("#output").classList.toggle("outdated", !answer.ok);
    if (!answer.ok) {
      ++wanted;
      if (runner.busy) runner.stop();
      return finish("The text has a mistake.");
    }
    problem = answer.problem;
    state.methods = suitable(problem, isOther);
    controls.show(problem, state);
    section.show(problem, state);
    await later();
    await run();
  };
  const section = new laboratory.Section(() => runs, () => { run(); });
  let typing;
  const editor = new laboratory.Editor((text) => {
    state.text = text;
    note();
    clearTimeout(typing);
    typing = setTimeout(() => read(), 150);
  });

  // ---- problem, buttons ----
  const select = find("[name=problem]");
  const showProblems = () => {
    const title = (text) => text.length > 60 ? `${text.slice(0, 58)} …` : text;
    laboratory.fill(select, [...state.problem ? [] : [new Option("your own text", "")],
                             ...[...problems.values()].map(({ id, name }) => new Option(title(name), id))], state.problem);
  };
  const showState = async (isOther) => {
    showProblems();
    find("#failure").hidden = !state.wrong;
    if (state.wrong) fail(state.wrong);
    editor.show(state.text);
    await read(isOther);
  };
  select.addEventListener("change", () => {
    const { automatic, methods, steps } = state, { text = "", step = "0.1" } = problems.get(select.value) ?? {};
    Object.assign(state, laboratory.initialState(),
                  { automatic, methods: automatic ? [] : methods, step, steps, problem: select.value, text });
    showState(true);
  });
  find("[name=restore]").addEventListener("click", () => {
    state.text = own().text;
    showState();
  });
  find("[name=run]").addEventListener("click", () => { if (problem) run(); });
  stop.addEventListener("click", () => {
    ++wanted;
    runner.stop();
    finish("Stopped.");
  });
  laboratory.offer({
    name: () => laboratory.fileName(state, problem, unchanged()).replace(/\.toml$/, ""),
    runs: () => runs, crossings: () => crossings ?? [], motion: () => motion.canvas.canvas,
    link: async () => { await writeAddress(); return location.href; } });
  addEventListener("hashchange", async () => {
    if (location.hash === written) return;
    state = await laboratory.fromAddress(location.hash, problems);
    await showState();
  });

  await showState();
  window.rattlebackTest = { runs: () => runs };  // tables, for tests and for the console
  laboratory.ready = true;
});
