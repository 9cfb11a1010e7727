// Bodies of problems as lines in space, for animations.
"use strict";
// Returns the function (state, size) -> {at, lines} of a body: `at` is the contact point or the moving point, `lines`
// are lists of points. A state has the coordinates by name; `size` is the length of a body without dimensions.
window.rattlebackBody = ({ body, heading, axes = [0, 0, 0], offset = 0, dimensions = {}, across, upward }) => {
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
    "plane": (s) => ({ at: [s[across], s[upward], 0], lines: [] }),  // of two coordinates
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
  return bodies[body];
};
