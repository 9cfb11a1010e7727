// Animation of motions on a canvas: paths, moving points and bodies, with play, pause and a slider.
"use strict";
// A track is a motion: {count, state(i), time(i), draw, colour, mark}, where draw(state, size) is a function of
// rattlebackBody. A single track without a colour is drawn as on the problem's page: path, passed part, body, contact.
window.rattlebackMotionCanvas = class {
  // `place` contains a canvas, a button, a slider and an output. `tell(i)` returns the text of the output.
  constructor(place, tell) {
    this.canvas = place.querySelector("canvas");
    [this.play] = place.getElementsByTagName("button");
    this.slider = place.querySelector("input[type=range]");
    this.readout = place.querySelector("output");
    this.tell = tell;
    this.tracks = [];
    this.begun = null;
    this.play.addEventListener("click", () => this.begun === null ? this.start() : this.pause());
    this.slider.addEventListener("input", () => { this.pause(); this.draw(); });
    addEventListener("resize", () => this.redraw());
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const respect = () => {
      if (still.matches) this.pause();
      this.play.hidden = still.matches;
    };
    still.addEventListener("change", respect);
    respect();
  }

  // Shows tracks from the beginning, or at the fraction of the slider if `stay`. `names` of two axes give a view from
  // above with scales of its own for both axes; otherwise the view is oblique.
  show(tracks, { names = null, stay = false } = {}) {
    const fraction = stay && this.slider.max > 0 ? this.slider.value / this.slider.max : 0;
    this.tracks = tracks;
    this.names = names;
    const most = Math.max(1, ...tracks.map((track) => track.count - 1));
    this.slider.max = most;
    this.slider.value = Math.round(fraction * most);
    this.measure();
    this.redraw();
  }

  // ---- view: oblique, or from above; scaled to the canvas ----
  seen([x, y, z]) {
    if (this.names) return [x, y];
    const azimuth = -1.0, elevation = 0.6;
    const along = Math.cos(azimuth) * x + Math.sin(azimuth) * y;
    return [Math.cos(azimuth) * y - Math.sin(azimuth) * x, Math.cos(elevation) * z - Math.sin(elevation) * along];
  }

  // Bounds of all paths, and of bodies at a hundred times.
  measure() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const extend = (from, to, point) => point.forEach((x, i) => {
      if (x < from[i]) from[i] = x;
      if (x > to[i]) to[i] = x;
    });
    for (const track of this.tracks) {
      track.every = Math.max(1, Math.ceil(track.count / 1500));  // more points are not seen, and take long
      track.path = Array.from({ length: Math.ceil(track.count / track.every) },
                              (_, k) => track.draw(track.state(k * track.every), 1).at);
      for (const point of track.path) extend(low, high, point);
    }
    this.size = 0.08 * Math.max(0, ...high.map((x, i) => x - low[i]));
    this.low = [Infinity, Infinity];
    this.high = [-Infinity, -Infinity];
    for (const track of this.tracks) {
      track.seen = track.path.map((point) => this.seen(point));
      for (const point of track.seen) extend(this.low, this.high, point);
      const every = Math.max(1, Math.floor(track.count / 100));
      for (let i = 0; i < track.count; i += every)
        for (const line of track.draw(track.state(i), this.size).lines)
          for (const point of line) extend(this.low, this.high, this.seen(point));
    }
  }

  // ---- drawing ----
  // Sets the size of the canvas and draws the whole paths, which do not depend on the time, into a picture.
  redraw() {
    const ratio = devicePixelRatio || 1, { clientWidth: width, clientHeight: height } = this.canvas;
    const margin = this.names ? { left: 56, right: 16, top: 14, bottom: 34 } : { left: 14, right: 14, top: 14, bottom: 14 };
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const room = [width - margin.left - margin.right, height - margin.top - margin.bottom];
    const extent = this.high?.map((x, i) => x - this.low[i] || 1);
    if (!this.tracks.some(({ count }) => count > 0) || room[0] <= 0) return;
    const scale = room.map((pixels, i) => pixels / extent[i]);
    if (!this.names) scale.fill(Math.min(...scale));
    const left = margin.left + (room[0] - scale[0] * extent[0]) / 2;
    const bottom = height - margin.bottom - (room[1] - scale[1] * extent[1]) / 2;
    this.at = ([x, y]) => [left + scale[0] * (x - this.low[0]), bottom - scale[1] * (y - this.low[1])];
    this.picture = document.createElement("canvas");
    this.picture.width = this.canvas.width;
    this.picture.height = this.canvas.height;
    const pen = this.picture.getContext("2d");
    pen.scale(ratio, ratio);
    if (this.names) this.frame(pen, margin, width, height);
    for (const track of this.tracks) this.line(pen, track.seen, track.colour ? `${track.colour}70` : "#c4c4c4", 1);
    this.draw();
  }

  frame(pen, margin, width, height) {
    const { short } = window.rattlebackAxes;
    pen.strokeStyle = pen.fillStyle = "#1c1c1c";
    pen.font = "12px sans-serif";
    pen.strokeRect(margin.left - 6, margin.top - 6, width - margin.left - margin.right + 12, height - margin.top - margin.bottom + 12);
    const write = (text, x, y, align) => { pen.textAlign = align; pen.fillText(text, x, y); };
    const base = height - margin.bottom + 22;
    write(short(this.low[0]), margin.left, base, "left");
    write(this.names[0], (margin.left + width - margin.right) / 2, base, "center");
    write(short(this.high[0]), width - margin.right, base, "right");
    write(short(this.low[1]), margin.left - 11, height - margin.bottom, "right");
    write(this.names[1], margin.left - 11, (margin.top + height - margin.bottom) / 2, "right");
    write(short(this.high[1]), margin.left - 11, margin.top + 8, "right");
  }

  line(pen, points, colour, thickness) {
    pen.beginPath();
    for (let i = 0; i < points.length; ++i) pen[i ? "lineTo" : "moveTo"](...this.at(points[i]));
    pen.strokeStyle = colour;
    pen.lineWidth = thickness;
    pen.stroke();
  }

  mark(pen, [x, y], { mark = "circle", colour }) {
    pen.beginPath();
    if (mark === "rect") pen.rect(x - 4.5, y - 4.5, 9, 9);
    else if (mark === "triangle") { pen.moveTo(x, y - 6); pen.lineTo(x + 5.5, y + 4.5); pen.lineTo(x - 5.5, y + 4.5); }
    else pen.arc(x, y, 4.5, 0, 2 * Math.PI);
    pen.fillStyle = colour ?? "#d55e00";
    pen.fill();
  }

  draw() {
    const ratio = devicePixelRatio || 1, pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.picture || this.picture.width === 0) return;
    pen.drawImage(this.picture, 0, 0);
    pen.scale(ratio, ratio);
    const now = Number(this.slider.value);
    for (const track of this.tracks) {
      if (track.count === 0) continue;
      const i = Math.min(now, track.count - 1);
      const { at, lines } = track.draw(track.state(i), this.size);
      const passed = [...track.seen.slice(0, Math.floor(i / track.every) + 1), this.seen(at)];
      this.line(pen, passed, track.colour ?? "#0072b2", 1.6);
      for (const points of lines) this.line(pen, points.map((point) => this.seen(point)), track.colour ?? "#000000", 1.4);
      this.mark(pen, this.at(this.seen(at)), track);
    }
    const text = this.tell(now);
    this.readout.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  // ---- play and pause ----
  start() {
    const seconds = 12;  // duration of the animation
    const last = Number(this.slider.max);
    this.begun = performance.now() - (this.slider.value % last) / last * 1000 * seconds;
    this.play.textContent = "Pause";
    const step = (clock) => {
      if (this.begun === null) return;
      const next = Math.max(0, Math.floor((clock - this.begun) / (1000 * seconds) * last));
      this.slider.value = Math.min(next, last);
      this.draw();
      if (next >= last) this.pause();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.begun = null;
    this.play.textContent = "Play";
  }
};
