// node links.js ASSETS: no field of a link adds a word, an option or a command to the laboratory's commands.
// Prints one line for each fault; the exit status is 1 if there is one.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path"), { spawnSync } = require("child_process");
globalThis.window = { rattlebackLaboratory: {} };
for (const name of ["laboratory_state.js", "laboratory_export.js"])
  (0, eval)(fs.readFileSync(`${process.argv[2]}/${name}`, "utf8"));
const laboratory = window.rattlebackLaboratory;
const problems = new Map([["skate", { id: "skate", text: "x", step: "0.05" }]]);
const faults = [];
const check = (holds, what) => { if (!holds) faults.push(what); };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rattleback-links-"));
fs.writeFileSync(path.join(folder, "pwned"), "");
// Words of the commands as a shell reads them, in a folder with one file.
const wordsOf = (commands) => {
  const script = `rattleback() { printf '%s\\0' "$@"; printf '\\n\\0'; }\nexec 2>&1; ` + commands.replace(/ > \S+$/m, "");
  return spawnSync("/bin/sh", ["-s"], { input: script, cwd: folder, encoding: "utf8", env: { PATH: "/nowhere" } }).stdout.split("\0");
};
const fields = {
  problem: (x) => x, text: (x) => x, case: (x) => x, set: (x) => `a=${x}`, "set ": (x) => `${x}=1`, q: (x) => `1,${x}`,
  v: (x) => x, method: (x) => x, "method ": (x) => `gni;start=${x}`, "method  ": (x) => `gni;solver=${x}`,
  "method   ": (x) => `gni;${x}=1`, step: (x) => x, steps: (x) => x, section: (x) => `${x}=0;up`,
  "section ": (x) => `x=${x};up`, "section  ": (x) => `x=0;${x}` };
const hostile = ["up --json; touch pwned #", "$(echo pwned)", "`echo pwned`", "a'; echo pwned; '", "\necho pwned\n", "\r", "\0",
                 "--output=pwned", "-x", "1 2", "a|b", "a>b", "\\", "\"", "!!", "=ls", "~root", "*", "{a,b}", "\u2028x", "1e5;id"];

const link = (field, text) => {
  const all = new URLSearchParams({ problem: "skate", method: "gni" });
  all.set(field.trim(), text);
  return "#" + all;
};
const main = async () => {
  const plain = await laboratory.fromAddress(link("case", "A"), problems);
  const least = wordsOf(laboratory.commands(plain, {}, plain.methods, true)).length;
  for (const [field, write] of Object.entries(fields))
    for (const bad of hostile) {
      const state = await laboratory.fromAddress(link(field, write(bad)), problems);
      const methods = state.methods.length ? state.methods : plain.methods;
      const commands = laboratory.commands(state, { name: bad }, methods, state.problem !== "");
      const words = wordsOf(commands), what = `${JSON.stringify(bad)} as ${field.trim()} gives ${commands}`;
      check(words.length <= least + 3, `${what}: too many words`);
      check(!words.some((word) => word === "--output=pwned" || word.trim() === "pwned"), what);
      check(!/[\0-\x09\x0b-\x1f]/.test(commands) && commands.split("\n").length <= 2, `${what}: control characters`);
      if (["step", "steps", "q", "v"].includes(field.trim()) || field === "section  ")
        check(state.wrong.includes("damaged") && !commands.includes(bad), `${what}: accepted`);
    }
  // A link of the page comes back as it was.
  const own = { ...laboratory.initialState(), problem: "skate", text: "y", case: "it's, B", parameters: { a: "-1.5e-3" }, q: ["1", "2."],
                v: ["-.5", "0"], methods: [{ id: "gni", start: "plain", options: { solver: "newton" } }], automatic: false,
                step: "0.1", steps: "50", section: { component: "x", value: "-1", direction: "both" } };
  const { wrong, ...again } = await laboratory.fromAddress(await laboratory.toAddress(own, problems), problems);
  check(wrong === "" && JSON.stringify(again) === JSON.stringify(own), `a link is not read as written: ${JSON.stringify(again)}`);
  // A text that inflates to more than a megabyte is not unpacked.
  const bomb = { ...own, text: "x".repeat(50_000_000) };
  const packed = await laboratory.toAddress(bomb, problems);
  const { text, wrong: why } = await laboratory.fromAddress(packed, problems);
  check(text.length < 10 && why.includes("damaged"), `a link of ${packed.length} characters has a text of ${text.length}`);
};
main().then(() => {
  console.log(faults.slice(0, 20).join("\n"));
  process.exitCode = faults.length > 0 ? 1 : 0;
}).catch((failure) => { console.log(failure.stack); process.exitCode = 1; })
  .finally(() => fs.rmSync(folder, { recursive: true }));
