// node answer_requests.js MODULE < REQUESTS: one JSON request a line; prints one answer a line, without its table.
"use strict";
const fs = require("fs");
const file = process.argv[2];
const createLaboratory = require(file);
createLaboratory({ wasmBinary: fs.readFileSync(file.replace(/\.js$/, ".wasm")) }).then((module) => {
  for (const line of fs.readFileSync(0, "utf8").split("\n").filter((text) => text)) {
    const { table, ...answer } = module.call(JSON.parse(line));
    console.log(JSON.stringify({ ...answer, numbers: table ? table.length : 0 }));
  }
});
