// Scripts of all pages: search, and commands to copy.
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

  // ---- data of a page, compressed ----
  window.rattlebackData = async (name) => {
    const bytes = Uint8Array.from(atob(window[name]), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };

  // ---- search: library and entries are loaded at its first use ----
  let index;
  const prepare = () => index ??= Promise.all(
    [load("site/assets/lunr.min.js"), load("site/assets/search.js")]).then(() => {
    // Names such as dla_leapfrog can be found by each of their parts.
    lunr.tokenizer.separator = /[\s\-_,.:;()=+^*/<>"']+/;
    return lunr(function () {
      this.ref("at");
      this.field("title", { boost: 3 });
      this.field("words");
      this.field("kind", { boost: 2 });
      // No stemming and no stop words, which would damage formulas.
      this.pipeline.remove(lunr.stopWordFilter);
      this.searchPipeline.remove(lunr.stopWordFilter);
      rattlebackEntries.forEach(([kind, title, , words], at) => this.add(
        { at, title, words, kind }, { boost: kind === "statement" ? 1 : 2 }));
    });
  });

  const query = document.getElementById("query");
  const hits = document.getElementById("hits");

  const find = async () => {
    const built = await prepare();
    const words = query.value.toLowerCase().split(lunr.tokenizer.separator).filter(Boolean);
    if (words.length === 0) {
      hits.hidden = true;
      return;
    }
    const search = (presence) => built.query((q) => {
      for (const word of words) {
        q.term(word, { boost: 5, presence });
        if (presence === lunr.Query.presence.OPTIONAL)
          q.term(word, { wildcard: lunr.Query.wildcard.TRAILING });
      }
    });
    let found = search(lunr.Query.presence.REQUIRED);
    if (found.length < 3) found = search(lunr.Query.presence.OPTIONAL);
    const items = found.slice(0, 40).map(({ ref }) => {
      const [kind, title, address] = rattlebackEntries[ref];
      const item = document.createElement("li");
      const link = document.createElement("a");
      const label = document.createElement("span");
      link.href = root + address;
      label.className = "kind";
      label.textContent = kind;
      link.append(label, title);
      link.addEventListener("click", () => { hits.hidden = true; });
      item.append(link);
      return item;
    });
    if (items.length === 0) {
      const nothing = document.createElement("li");
      const words = document.createElement("p");
      words.textContent = "Nothing found.";
      nothing.append(words);
      items.push(nothing);
    }
    hits.replaceChildren(...items);
    hits.hidden = false;
  };

  query.addEventListener("focus", prepare, { once: true });
  query.addEventListener("input", find);
  document.querySelector(".search").addEventListener("keydown", (event) => {
    const links = [...hits.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const go = (to) => {
      event.preventDefault();
      (links[to] ?? query).focus();
    };
    if (event.key === "ArrowDown") go(Math.min(at + 1, links.length - 1));
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Escape") {
      hits.hidden = true;
      query.focus();
    } else if (event.key === "Enter" && event.target === query && links.length > 0)
      location.href = links[0].href;
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) hits.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    query.focus();
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
})();
