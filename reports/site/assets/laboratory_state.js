// State of the laboratory: everything that a link holds.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;
  const most = 3;  // methods side by side

  laboratory.initialState = () => ({
    problem: "",      // id of a problem of the catalogue; empty for a text of the reader
    text: "",         // text that runs
    case: "",         // name; empty for the first
    parameters: {},   // values that differ from those of the case, as typed
    q: null, v: null, // initial condition as typed, if it differs from that of the case
    methods: [],      // {id, start, options}, at most three
    automatic: true,  // methods of the page; false once the reader chose one
    step: "0.1", steps: "1000",
    section: null,    // {component, value, direction}
    view: {} });      // chosen axes, by the names of the controls

  const viewNames = ["quantity", "picture", "across", "upward", "scatter-across", "scatter-upward"];

  // ---- texts in an address: compressed, in the base64 of addresses ----
  const through = async (bytes, stream) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const pack = async (text) => {
    const bytes = await through(text, new CompressionStream("deflate-raw"));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  };
  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  };

  // Method with start and options: "gni;start=plain;multipliers=newton".
  const methodText = ({ id, start, options }) =>
    [id, ...(start ? [`start=${start}`] : []), ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(";");
  const split = (text, mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  };
  const readMethod = (text) => {
    const [id, ...rest] = text.split(";");
    const { start = "", ...options } = Object.fromEntries(rest.map((part) => split(part, "=")));
    return { id, start, options };
  };

  // Returns the part of an address after its hash. `problems`: texts of the catalogue by id.
  laboratory.toAddress = async (state, problems) => {
    const all = new URLSearchParams();
    if (state.problem) all.set("problem", state.problem);
    if (state.text !== problems.get(state.problem)?.text) all.set("text", await pack(state.text));
    if (state.case) all.set("case", state.case);
    for (const [name, value] of Object.entries(state.parameters)) all.append("set", `${name}=${value}`);
    for (const name of ["q", "v"]) if (state[name]) all.set(name, state[name].join(","));
    for (const method of state.methods) all.append("method", methodText(method));
    all.set("step", state.step);
    all.set("steps", state.steps);
    if (state.section) all.set("section", `${state.section.component}=${state.section.value};${state.section.direction}`);
    for (const name of viewNames) if (state.view[name]) all.set(name, state.view[name]);
    return "#" + all;
  };

  // Returns the state of an address; what the address does not state is as at the beginning.
  laboratory.fromAddress = async (hash, problems) => {
    const all = new URLSearchParams(hash.replace(/^#/, ""));
    const state = laboratory.initialState();
    const id = all.get("problem") ?? (all.has("text") ? "" : problems.keys().next().value);
    state.problem = problems.has(id) ? id : "";
    state.text = problems.get(state.problem)?.text ?? "";
    state.wrong = id && !problems.has(id) && !all.has("text") ? `No text states a problem '${id}'.` : "";
    if (all.has("text"))
      try {
        state.text = await unpack(all.get("text"));
      } catch {
        state.wrong = "The link is damaged: its text cannot be read.";
      }
    state.case = all.get("case") ?? "";
    state.parameters = Object.fromEntries(all.getAll("set").map((part) => split(part, "=")));
    for (const name of ["q", "v"]) if (all.has(name)) state[name] = all.get(name).split(",");
    state.methods = all.getAll("method").slice(0, most).map(readMethod);
    state.automatic = state.methods.length === 0;
    state.step = all.get("step") ?? problems.get(state.problem)?.step ?? state.step;
    state.steps = all.get("steps") ?? state.steps;
    if (all.has("section")) {
      const [plane, direction] = split(all.get("section"), ";");
      const [component, value] = split(plane, "=");
      state.section = { component, value, direction: direction || "up" };
    }
    for (const name of viewNames) if (all.has(name)) state.view[name] = all.get(name);
    return state;
  };
})();
