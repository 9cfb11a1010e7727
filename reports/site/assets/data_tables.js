// Tables written from data when a reader opens them: details.data-table[data-table=ID].
"use strict";
window.rattlebackTables = (tables) => {
  const { root } = document.body.dataset, element = window.rattlebackElement;
  const cell = (name, text, numeric) => {
    const one = element(name, numeric ? { className: "number" } : {});
    const [, mantissa, exponent] = (numeric && /^(-?[\d.]+)e(-?\d+)$/.exec(text)) || [];
    if (!exponent) {
      one.textContent = text;
      return one;
    }
    one.append(`${mantissa.replace("-", "−")}×10`, element("sup", {}, exponent.replace("-", "−")));
    one.dataset.key = text;
    return one;
  };
  const write = (table, { columns, rows, folder, pages }) => {
    const head = table.createTHead().insertRow(), body = table.createTBody();
    head.append(...columns.map(([heading, numeric]) => cell("th", heading, numeric)));
    rows.forEach((row, at) => {
      const line = body.insertRow();
      line.append(...row.map((text, i) => cell("td", text, columns[i][1])));
      if (!pages) return;
      line.id = pages[at];
      line.cells[0].replaceChildren(element("a", { href: `${root}site/${folder}/${pages[at]}.html` }, row[0]));
    });
    window.rattlebackSort(table);
  };
  for (const details of document.querySelectorAll("details.data-table")) {
    const data = tables.find((one) => one.id === details.dataset.table);
    const wanted = window.rattlebackAddressed();  // an address may name a row
    const open = () => {
      if (!details.open || details.querySelector("tbody")) return;
      write(details.querySelector("table"), data);
      const row = document.getElementById(wanted);
      if (!row || !details.contains(row)) return;
      row.classList.add("wanted");
      row.scrollIntoView({ block: "center" });
    };
    details.addEventListener("toggle", open);
    if (data.pages?.includes(wanted)) details.open = true;
    open();
  }
};
