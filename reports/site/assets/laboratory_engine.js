// Workers of the laboratory, as the page uses them.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory = {};

  // Returns the address of the worker's code, which is embedded: a page without a server cannot fetch it.
  laboratory.workerAddress = async () => {
    const { code, binary } = window.rattlebackModule;
    const text = await window.rattlebackUnpacked(code).text();
    return URL.createObjectURL(
      new Blob(["const rattlebackBinary = \"", binary, "\";\n", text], { type: "text/javascript" }));
  };

  // A worker that answers requests in their order. Stopping ends it at once and begins another.
  laboratory.Engine = class {
    constructor(address) {
      this.address = address;
      this.waiting = new Map();
      this.last = 0;
      this.begin();
    }

    begin() {
      this.worker = new Worker(this.address);
      this.worker.addEventListener("message", ({ data: { id, progress, ...answer } }) => {
        const request = this.waiting.get(id);
        if (progress !== undefined) return request?.tell?.(progress);
        this.waiting.delete(id);
        request?.resolve(answer);
      });
      this.worker.addEventListener("error", (event) =>
        this.end({ ok: false, message: `the worker ended: ${event.message}` }));
    }

    // Resolves to the answer; {stopped: true} if the worker was stopped before. `tell(part)` reports progress.
    ask(request, tell) {
      const id = ++this.last;
      return new Promise((resolve) => {
        this.waiting.set(id, { resolve, tell });
        this.worker.postMessage({ id, ...request });
      });
    }

    get busy() { return this.waiting.size > 0; }

    end(answer) {
      const open = [...this.waiting.values()];
      this.waiting.clear();
      for (const { resolve } of open) resolve(answer);
    }

    stop() {
      this.worker.terminate();
      this.end({ ok: false, stopped: true, message: "stopped" });
      this.begin();
    }
  };
})();
