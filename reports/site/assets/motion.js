// Animation of a problem's motion on its page. Initially paused.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const { columns, rows, ...body } = await window.rattlebackData("rattlebackMotion");
  const state = (i) => Object.fromEntries(columns.map((name, k) => [name, rows[i][k]]));
  const canvas = new window.rattlebackMotionCanvas(document.getElementById("animation"),
    (i) => `t = ${rows[i][0].toFixed(2)}`);
  canvas.show([{ count: rows.length, state, draw: window.rattlebackBody(body) }]);
});
