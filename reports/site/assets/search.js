// Search of the site: Lunr finds the entries for each word of a query; entries that contain more of
// the words, and pages of more general use, come first. Data: reports/search/search_entries.cpp.
"use strict";
(() => {
  const root = document.body.dataset.root, element = window.rattlebackElement;
  const query = document.getElementById("query");
  const hits = document.getElementById("hits");
  const shown_hits = 40;

  const text_of = (html) => html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot);/g,
    (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: "\"" })[name]);
  // Ids as in addresses: FIM-74/nodes, FIM-74-nodes and chaplygin_sphere, chaplygin sphere are equal.
  const id_of = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const words_of = (text) => id_of(text).split("-").filter(Boolean);
  const stem = (word) => lunr.stemmer(new lunr.Token(word, {})).toString();

  // ---- index: library and entries are loaded at the first use ----
  let search;
  const prepare = () => search ??= Promise.all(["site/assets/lunr.min.js",
    "site/assets/search_entries.js"].map(rattlebackLoad)).then(async () => {
    const { entries, topics, synonyms, ignored, weights, marks } = await rattlebackData("rattlebackSearch");
    // Names such as dla_leapfrog are found by each of their parts.
    lunr.tokenizer.separator = /[^\p{L}\p{N}]+/u;
    const index = lunr(function () {
      this.ref("at");
      this.field("title", { boost: 3 });
      this.field("words");
      this.pipeline.remove(lunr.stopWordFilter);  // would damage formulas
      entries.forEach(([kind, title, , words, verdict], at) =>
        this.add({ at, title: text_of(title), words: `${words} ${kind} ${verdict}` }));
    });
    const related = new Map();
    for (const group of synonyms) {
      const stems = group.split(" ").map(stem);
      for (const one of stems)
        related.set(one, [...(related.get(one) ?? []), ...stems.filter((other) => other !== one)]);
    }
    return {
      index, entries, related, weights, marks, ignored: new Set(ignored.split(" ")),
      topics: entries.map(([, , address]) => words_of(topics[address] ?? "")),
      titles: entries.map(([, title]) => id_of(text_of(title))),
      // "FIM-74" of an address with #FIM-74, "gni" of site/methods/gni.html.
      ids: entries.map(([, , address]) =>
        id_of(address.split("#")[1] ?? address.split("/").pop().replace(/\.html$/, ""))),
    };
  });

  // Scores: a rare word in a title has about 20 by Lunr (BM25, title three times the text).
  const of_topic = 45, of_id = 15, of_synonym = 0.7, of_beginning = 0.4, of_misspelling = 0.3;

  /// Returns the score of each entry that a word matches: as it is, by its beginning, by synonyms,
  /// as a topic of a page, as the id of a method or a problem; else with one letter changed.
  const scores_of = (word, { index, related, topics, ids }) => {
    const scores = new Map();
    const add = (at, score) => scores.set(Number(at), (scores.get(Number(at)) ?? 0) + score);
    const add_matches = (term, factor, options) => {
      for (const { ref, score } of index.query((q) => q.term(term, options)))
        add(ref, factor * score);
    };
    const root_of_word = stem(word);
    add_matches(word, 1, {});
    if (word.length > 1) add_matches(
      word, of_beginning, { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
    for (const other of related.get(root_of_word) ?? [])
      add_matches(other, of_synonym, { usePipeline: false });
    topics.forEach((topic, at) => {
      if (topic.some((one) => stem(one) === root_of_word)) add(at, of_topic);
      else if (word.length > 2 && topic.some((one) => one.startsWith(word)))
        add(at, of_beginning * of_topic);
    });
    ids.forEach((id, at) => { if (id === word) add(at, of_id); });
    if (scores.size === 0 && word.length > 3)
      add_matches(word, of_misspelling, { editDistance: 1, usePipeline: false });
    return scores;
  };

  /// Returns the numbers of the matching entries, the best first.
  const find = (text, data) => {
    const all = words_of(text), id = id_of(text);
    const content = all.filter((word) => !data.ignored.has(word));
    const words = content.length > 0 ? content : all;
    const totals = new Map();
    for (const word of words)
      for (const [at, score] of scores_of(word, data)) {
        const total = totals.get(at) ?? { score: 0, words: 0 };
        totals.set(at, { score: total.score + score, words: total.words + 1 });
      }
    const rank = ([at, total]) => {
      const weight = data.weights[data.entries[at][0].split(",")[0]];
      const named = data.ids[at] === id || data.titles[at] === id ? 2
        : /\d/.test(id) && data.ids[at].endsWith(`-${id}`) ? 1 : 0;
      return { at, rank: 1e6 * named + weight * total.score * (total.words / words.length) ** 2 };
    };
    return [...totals].map(rank).sort((a, b) => b.rank - a.rank).map(({ at }) => at);
  };

  // ---- list of hits ----
  const item_of = ([kind, title, address, , verdict], marks) => {
    const label = element("span", { className: "kind" }, kind);
    if (verdict) label.append(" · ", element("span", { className: "mark" }, marks[verdict].mark), ` ${verdict}`);
    const link = element("a", { href: root + address }, label, element("span", { innerHTML: title }));
    link.addEventListener("click", () => { hits.hidden = true; });
    return element("li", verdict ? { className: marks[verdict].class } : {}, link);
  };

  const show = async () => {
    const data = await prepare();
    if (words_of(query.value).length === 0) {
      hits.hidden = true;
      return;
    }
    const items = find(query.value, data).slice(0, shown_hits)
      .map((at) => item_of(data.entries[at], data.marks));
    if (items.length === 0) items.push(element("li", {}, element("p", {}, "Nothing found.")));
    hits.replaceChildren(...items);
    hits.hidden = false;
  };

  query.addEventListener("focus", prepare, { once: true });
  query.addEventListener("input", show);
  document.querySelector(".search").addEventListener("keydown", async (event) => {
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
    } else if (event.key === "Enter" && event.target === query) {
      await show();
      const first = hits.querySelector("a");
      if (!hits.hidden && first) location.href = first.href;
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) hits.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    query.focus();
  });

  // ---- index.html#FIM-74: opens the record of that id; shows the choices if several have it ----
  const open_record = async () => {
    const id = id_of(window.rattlebackAddressed());
    if (root !== "" || id === "" || document.getElementById(location.hash.slice(1))) return;
    const data = await prepare();
    const named = data.entries.filter((_, at) => data.ids[at] === id);
    if (named.length === 1) location.replace(named[0][2]);
    else if (named.length > 1) {
      query.value = id;
      query.focus();
      await show();
    }
  };
  addEventListener("hashchange", open_record);
  open_record();
})();
