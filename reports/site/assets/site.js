// Scripts of all pages: filters stored in the address, and commands to copy.
"use strict";
(() => {
  const root = document.body.dataset.root;

  // ---- scripts loaded on demand ----
  const load = window.rattlebackLoad = (address) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(address));
    document.head.append(script);
  });

  // ---- commands to copy ----
  for (const code of document.querySelectorAll("code.copy")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    });
    code.after(button);
  }

  // ---- statements: filters, stored in the address after its hash ----
  const form = document.querySelector(".filters");
  const statements = [...document.querySelectorAll(".statement")];

  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.matches(".statement")) return;
    target.hidden = false;
    target.closest(".part").hidden = false;
    target.open = true;
    target.scrollIntoView();
  };

  const show = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = (wanted.words ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const part of document.querySelectorAll(".part")) {
      let any = false;
      for (const one of part.querySelectorAll(".statement")) {
        const { verdict, kind, background } = one.dataset;
        const hit = (!wanted.verdict || wanted.verdict === verdict) &&
          (!wanted.kind || wanted.kind === kind) &&
          (!wanted.section || wanted.section === part.dataset.section) &&
          (wanted.background || wanted.verdict === "background" || background === undefined) &&
          words.every((word) => one.textContent.toLowerCase().includes(word));
        one.hidden = !hit;
        any ||= hit;
        shown += hit ? 1 : 0;
      }
      part.hidden = !any;
    }
    form.elements.shown.textContent = `${shown} of ${statements.length} statements`;
  };

  if (form) {
    const read = () => {
      if (!location.hash.includes("=")) return;
      const wanted = new URLSearchParams(location.hash.slice(1));
      for (const control of form.elements) {
        if (control.type === "checkbox") control.checked = wanted.has(control.name);
        else if (control.name && control.name !== "shown") control.value = wanted.get(control.name) ?? "";
      }
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      show();
      const wanted = [...new FormData(form)].filter(([, value]) => value !== "");
      history.replaceState(null, "", "#" + new URLSearchParams(wanted));
    });
    addEventListener("hashchange", () => { read(); show(); open(); });
    read();
    show();
    open();
  }
})();
