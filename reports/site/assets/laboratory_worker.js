// Worker of the laboratory: integrates with the module, so that the page stays free. The text in front of this one is
// the loader of the module; the page puts the module, compressed, into the constant `rattlebackBinary`.
// Request: {id, do: "catalogue" | "read" | "run" | "order", ...}. Answer: {id, ok, ...}, with the table of a run as a
// Float64Array; during a run ten times a second {id, progress: part that is done}.
"use strict";
(() => {
  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };
  let current, told;  // id of the request that is answered, and the time of the last message on its progress
  const progress = (part) => {
    const now = performance.now();
    if (now - told < 100) return;
    told = now;
    postMessage({ id: current, progress: part });
  };
  const module = unpack(rattlebackBinary).then((wasmBinary) => createLaboratory({ wasmBinary, progress }));

  addEventListener("message", async ({ data: { id, ...request } }) => {
    let answer;
    try {
      const laboratory = await module;
      current = id;
      told = performance.now();
      answer = laboratory.call(request);
    } catch (error) {
      answer = { ok: false, message: `the module ended: ${error.message ?? error}` };
    }
    postMessage({ id, ...answer }, answer.table ? [answer.table.buffer] : []);
  });
})();
