// Animation of a problem's body: path, contact with the ground, body. Initially paused.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const { body, heading, axes = [0, 0, 0], offset = 0, dimensions = {}, columns, rows } = await window.rattlebackData("rattlebackMotion");
  const place = document.getElementById("animation");
  const canvas = place.querySelector("canvas");
  const [play] = place.getElementsByTagName("button");
  const [slider] = place.getElementsByTagName("input");
  const readout = place.querySelector("output");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const state = (row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]));
  const times = (m, v) => m.map((row) => row.reduce((sum, x, i) => sum + x * v[i], 0));
  const sum = (a, b, factor = 1) => a.map((x, i) => x + factor * b[i]);

  // ---- drawing of a state: path, contact point and lines of the body ----
  const ring = (point) => Array.from({ length: 49 }, (_, k) => point(k * Math.PI / 24));
  const rotation = (s) => [[s.R11, s.R12, s.R13], [s.R21, s.R22, s.R23], [s.R31, s.R32, s.R33]];
  // Three ellipses in the body's coordinate planes; of a disk, the rim and two diameters.
  const ellipsoid = (turn, centre) => {
    const [a, b, c] = axes;
    return [(u) => [a * Math.cos(u), b * Math.sin(u), 0], (u) => [a * Math.cos(u), 0, c * Math.sin(u)],
            (u) => [0, b * Math.cos(u), c * Math.sin(u)]]
      .map((point) => ring((u) => sum(centre, times(turn, point(u)))));
  };
  const flat = (s, points) => {
    const c = Math.cos(s[heading]), n = Math.sin(s[heading]);
    return points.map(([x, y]) => [s.x + c * x - n * y, s.y + n * x + c * y, 0]);
  };
  // Wheel below the board, rotated relative to the board.
  const wheel = (x, angle, size) => [[x - size * Math.cos(angle), -size * Math.sin(angle)],
                                     [x + size * Math.cos(angle), size * Math.sin(angle)]];
  const bodies = {
    "point": (s) => ({ at: [s.x, s.y, s.z], lines: [] }),
    "cylindrical point": (s) => ({ at: [s.r * Math.cos(s.theta), s.r * Math.sin(s.theta), s.z], lines: [] }),
    "blade": (s, size) => ({ at: [s.x, s.y, 0], lines: [
      flat(s, [[-size, 0], [size, 0]]), flat(s, [[0.6 * size, 0.25 * size], [size, 0], [0.6 * size, -0.25 * size]])] }),
    "board": (s, size) => ({ at: [s.x, s.y, 0], lines: [
      flat(s, [[-size, 0], [size, 0]]), flat(s, wheel(size, s.phi, 0.4 * size)),
      flat(s, wheel(-size, -s.phi, 0.4 * size)),
      flat(s, wheel(0, s.psi, 0.6 * size))] }),
    "robot": (s, size) => ({ at: [s.x, s.y, 0], lines: [
      flat(s, [[-size, -size], [1.4 * size, 0], [-size, size], [-size, -size]]),
      flat(s, [[-0.5 * size, size], [0.5 * size, size]]), flat(s, [[-0.5 * size, -size], [0.5 * size, -size]])] }),
    "wheel": (s) => {
      const c = Math.cos(s.phi), n = Math.sin(s.phi), u = Math.cos(s.theta), w = Math.sin(s.theta);
      const turn = [[c * u, -c * w, n], [n * u, -n * w, -c], [-w, -u, 0]];
      return { at: [s.x, s.y, 0], lines: ellipsoid(turn, [s.x, s.y, axes[0]]) };
    },
    // The lowest point of the ellipsoid touches the ground: its height follows from the support plane.
    "rolling": (s) => {
      const turn = rotation(s), up = turn[2];
      const height = Math.hypot(...axes.map((a, i) => a * up[i]));
      const mass = [s.x, s.y, height - offset * up[2]];
      const centre = sum(mass, times(turn, [0, 0, offset]));
      const contact = times(turn, axes.map((a, i) => -a * a * up[i] / height));
      return { at: sum(centre, contact), lines: ellipsoid(turn, centre) };
    },
    // Both wheels with a spoke, frame with the rider's centre of mass, fork; the third axis points down. Enlarged about
    // the rear contact if the path is long.
    "bicycle": (s, size) => {
      const { w, c, lambda_s: tilt, rR, rF, xB, zB } = dimensions;
      const about = (axis, angle, [x, y, z]) => {
        const k = Math.cos(angle), n = Math.sin(angle);
        return [[x, k * y - n * z, n * y + k * z], [k * x + n * z, y, k * z - n * x], [k * x - n * y, n * x + k * y, z]][axis];
      };
      const frame = (v) => about(2, s.psi, about(0, s.phi, about(1, s.theta, v)));
      const fork = (v) => frame(about(1, tilt, about(2, s.delta, about(1, -tilt, v))));
      const lean = (v) => about(2, s.psi, about(0, s.phi, v));
      const hub = sum([s.x, s.y, 0], lean([0, 0, -rR]));
      const ground = sum(hub, frame([w + c, 0, rR]));  // point of the steering axis
      const axle = sum(ground, fork([-c, 0, -rF]));
      const circle = (centre, turn, radius) => ring((u) => sum(centre, turn([radius * Math.sin(u), 0, radius * Math.cos(u)])));
      const spoke = (centre, turn, radius, angle) => [1, -1].map((side) =>
        sum(centre, turn([side * radius * Math.sin(angle), 0, side * radius * Math.cos(angle)])));
      // Points of the steering axis at the heights of the crown and of the handlebar.
      const along = (height) => sum(ground, frame([-height * Math.tan(tilt), 0, -height]));
      const crown = along(2.1 * rF), bar = along(3 * rF);
      const seat = sum(hub, frame([xB, 0, zB + rR]));
      const handle = [1, -1].map((side) => sum(bar, fork([0, 0.25 * side, 0])));
      const contact = [s.x, s.y, 0], scale = Math.max(1, size / w);
      const up = (points) => points.map((point) => {
        const [x, y, z] = sum(contact, sum(point, contact, -1), scale);
        return [x, -y, -z];
      });
      return { at: up([contact])[0], lines: [
        circle(hub, lean, rR), spoke(hub, lean, rR, s.theta + s.theta_R), circle(axle, fork, rF),
        spoke(axle, fork, rF, s.theta_F), [hub, seat, crown, hub], [axle, crown, bar], handle].map(up) };
    },
    "turning": (s) => {
      const turn = rotation(s);
      return { at: times(turn, [0, 0, 1]), lines: [...ellipsoid(turn, [0, 0, 0]), [[0, 0, 0], times(turn, [0, 0, 1])]] };
    },
  };

  // ---- view: oblique, from above, scaled to the canvas ----
  const azimuth = -1.0, elevation = 0.6;
  const seen = ([x, y, z]) => {
    const along = Math.cos(azimuth) * x + Math.sin(azimuth) * y;
    return [Math.cos(azimuth) * y - Math.sin(azimuth) * x,
            Math.cos(elevation) * z - Math.sin(elevation) * along,
            Math.cos(elevation) * along + Math.sin(elevation) * z];
  };
  const path = rows.map((row) => bodies[body](state(row), 1).at);
  const extent = Math.max(...[0, 1, 2].map((i) => {
    const values = path.map((point) => point[i]);
    return Math.max(...values) - Math.min(...values);
  }));
  const size = 0.08 * extent;
  const frames = rows.map((row) => bodies[body](state(row), size));
  const all = frames.flatMap(({ at, lines }) => [at, ...lines.flat()]).map(seen);
  const low = [0, 1].map((i) => Math.min(...all.map((p) => p[i])));
  const high = [0, 1].map((i) => Math.max(...all.map((p) => p[i])));

  const draw = () => {
    const ratio = devicePixelRatio || 1, margin = 14;
    const { clientWidth: width, clientHeight: height } = canvas;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const scale = Math.min((width - 2 * margin) / (high[0] - low[0] || 1), (height - 2 * margin) / (high[1] - low[1] || 1));
    const left = (width - scale * (high[0] - low[0])) / 2, bottom = (height + scale * (high[1] - low[1])) / 2;
    const at = (point) => {
      const [x, y] = seen(point);
      return [left + scale * (x - low[0]), bottom - scale * (y - low[1])];
    };
    const line = (points, colour, thickness) => {
      context.beginPath();
      points.forEach((point, i) => context[i ? "lineTo" : "moveTo"](...at(point)));
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      context.stroke();
    };
    const now = Number(slider.value);
    line(path, "#c4c4c4", 1);
    line(path.slice(0, now + 1), "#0072b2", 1.6);
    for (const points of frames[now].lines) line(points, "#000000", 1.4);
    context.beginPath();
    context.arc(...at(frames[now].at), 4.5, 0, 2 * Math.PI);
    context.fillStyle = "#d55e00";
    context.fill();
    const time = `t = ${rows[now][0].toFixed(2)}`;
    readout.textContent = time;
    slider.setAttribute("aria-valuetext", time);
  };

  // ---- slider and play button ----
  const seconds = 12;  // duration of the animation
  let begun = null;
  const pause = () => {
    begun = null;
    play.textContent = "Play";
  };
  const step = (clock) => {
    if (begun === null) return;
    const next = Math.floor((clock - begun) / (1000 * seconds) * (rows.length - 1));
    slider.value = Math.min(next, rows.length - 1);
    draw();
    if (next >= rows.length - 1) pause();
    else requestAnimationFrame(step);
  };
  play.addEventListener("click", () => {
    if (begun !== null) return pause();
    const from = Number(slider.value) % (rows.length - 1);
    begun = performance.now() - from / (rows.length - 1) * 1000 * seconds;
    play.textContent = "Pause";
    requestAnimationFrame(step);
  });
  const respect = () => {
    if (still.matches) pause();
    play.hidden = still.matches;
  };
  still.addEventListener("change", respect);
  respect();
  slider.max = rows.length - 1;
  slider.addEventListener("input", () => { pause(); draw(); });
  addEventListener("resize", draw);
  draw();
});
