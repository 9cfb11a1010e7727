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
  const longest = 1_000_000;  // bytes of a text
  const through = async (bytes, stream) => {
    const parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      parts.push(value);
      if ((size += value.length) <= longest) continue;
      reader.cancel().catch(() => {});
      throw new RangeError(`The text exceeds ${longest} bytes.`);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };
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

  // ---- fields of an address: each is a value of its type; `fromAddress` names the first that is not ----
  const type = (pattern, noun) => (text) => {
    if (pattern.test(text)) return text;
    throw new RangeError(`The link is damaged: '${text}' is not ${noun}.`);
  };
  const readNumber = type(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, "a number");
  const readCount = type(/^[1-9]\d*$/, "a whole number from 1");
  const readName = type(/^[\p{L}_][\p{L}\p{M}\w]*$/u, "a name");
  const readMethodId = type(/^[A-Za-z][\w(),.-]*$/, "a method");
  const readText = type(/^\P{Cc}*$/u, "a text without control characters");
  const readDirection = type(/^(up|down|both)$/, "up, down or both");
  const readPair = (text, readValue) => {
    const [name, value] = split(text, "=");
    return [readName(name), readValue(value)];
  };
  const readMethod = (text) => {
    const [id, ...rest] = text.split(";");
    const { start = "", ...options } = Object.fromEntries(rest.map((part) => readPair(part, readText)));
    return { id: readMethodId(id), start, options };
  };
  const readSection = (text) => {
    const [plane, direction] = split(text, ";");
    const [component, value] = readPair(plane, readNumber);
    return { component, value, direction: readDirection(direction || "up") };
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
    // A field that is not a value of its type stays as at the beginning.
    const take = (name, read) => {
      if (!all.has(name)) return;
      try {
        read(all.getAll(name));
      } catch (mistake) {
        state.wrong ||= mistake.message;
      }
    };
    state.step = problems.get(state.problem)?.step ?? state.step;
    take("case", ([text]) => { state.case = readText(text); });
    take("set", (parts) => { state.parameters = Object.fromEntries(parts.map((part) => readPair(part, readNumber))); });
    for (const name of ["q", "v"]) take(name, ([text]) => { state[name] = text.split(",").map(readNumber); });
    take("method", (parts) => { state.methods = parts.slice(0, most).map(readMethod); });
    state.automatic = state.methods.length === 0;
    take("step", ([text]) => { state.step = readNumber(text); });
    take("steps", ([text]) => { state.steps = readCount(text); });
    take("section", ([text]) => { state.section = readSection(text); });
    for (const name of viewNames) if (all.has(name)) state.view[name] = all.get(name);
    return state;
  };
})();
