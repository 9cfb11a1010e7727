% One peer in Octave: SYSTEM METHOD END SECONDS ORBITS TOLERANCE..., with the output of python_peers.py.
1;

function d = contact_oscillator(t, s)
  q = s(1:3); v = s(4:6);
  force = (q(1) + q(2) * q(3) - v(2) * v(3)) / (1 + q(2)^2);
  d = [v; force - q(1); -q(2); q(2) * force - q(3)];
end

function d = chaotic_r7(t, s)
  x = s(1); y = s(2:4); z = s(5:7); v = s(8:14);
  g = z .* (1 + y.^2) + [z(1) * z(2)^2; z(2) * z(1)^2; 0];
  force = (x + y' * g - v(2:4)' * v(5:7)) / (1 + y' * y);
  d = [v; force - x; -y .* (1 + z.^2); y * force - g];
end

function d = snakeboard(t, s)
  m = 2; r = 0.5; inertia = 0.5;
  c = cos(s(5)); n = sin(s(5)); u = s(6);
  v = r * c * u;
  du = -n * c * (inertia - m * r^2) * s(8) * u / (m * r^2 * c^2 + inertia * n^2);
  d = [v * cos(s(3)); v * sin(s(3)); -n * u; s(7); s(8); du; 0; 0];
end

function d = chaplygin_sphere(t, s)
  D = 3; I = [1; 1.1; 1.2]; J = I + D;
  R = reshape(s(3:11), 3, 3)'; w = s(12:14);
  W = [0, -w(3), w(2); w(3), 0, -w(1); -w(2), w(1), 0];
  n = -W * (I .* w);
  gamma = R(3, :)';
  n += gamma * (D * (gamma' * (n ./ J)) / (1 - D * (gamma' * (gamma ./ J))));
  d = [R(2, :) * w; -R(1, :) * w; reshape((R * W)', 9, 1); n ./ J];
end

function d = driven_robot(t, s)
  m = 12; I = 0.9; Jw = 0.01; a = 0.08; e = 0.05; b = 0.2; R = 0.1; k = 0.1;
  weight = m * 9.81 * sin(0.02);
  c = cos(s(3)); n = sin(s(3)); v = s(6); w = s(7);
  wheels = [v + b * w; v - b * w] / R;
  torque = 1 + [0.2; -0.2] * sin(t) - k * wheels;
  M = [m + 2 * Jw / R^2, -m * e; -m * e, I + 2 * Jw * b^2 / R^2];
  f = [m * a * w^2 - weight * c + sum(torque) / R;
       -m * a * v * w + weight * (a * n + e * c) + b * (torque(1) - torque(2)) / R];
  d = [v * c; v * n; w; wheels; M \ f];
end

function s = orbit(f, method, s0, finish, tolerance)
  if strcmp(method, "daspk")
    daspk_options("relative tolerance", tolerance);
    daspk_options("absolute tolerance", tolerance);
    % Output times, because daspk takes at most 500 steps between two of them.
    [y, ydot, status, message] = daspk(@(s, d, t) d - f(t, s), s0, f(0, s0), linspace(0, finish, 101));
    if status < 0
      error(message);
    end
  else
    [t, y] = feval(method, f, [0, finish], s0, odeset("RelTol", tolerance, "AbsTol", tolerance));
    if t(end) < finish
      error("%s stops at t = %g", method, t(end));
    end
  end
  s = y(end, :);
end

warning("off", "all");
words = argv();
[name, method] = words{1:2};
numbers = cellfun(@str2double, words(3:end));
[finish, seconds, orbits] = num2cell(numbers(1:3)){:};
starts.contact_oscillator = {3, [0.5, 0.3, -0.4, -0.24, 0.6, 0.8]};
starts.chaotic_r7 = {7, [0.1, 0.5, -0.4, 0.3, 0.6, -0.2, 0.7, -0.52, 0.2, -0.3, 0.4, 0.5, -0.6, 0.1]};
starts.snakeboard = {5, [0, 0, 0, 0, 0.3, 1, 1, 0.2]};
starts.chaplygin_sphere = {11, [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -0.2, 0, 0.4]};
starts.driven_robot = {5, [0, 0, 0.4, 0, 0, 0.68, 0.6]};
[coordinates, start] = starts.(name){:};
for tolerance = numbers(4:end)'
  try
    begin = cputime();
    done = 0;
    while done < orbits && (done == 0 || cputime() - begin < seconds)
      s0 = start';
      s0(1) += 0.001 * done / orbits;
      s = orbit(str2func(name), method, s0, finish, tolerance);
      if done == 0
        first = s;
      end
      done += 1;
    end
    printf("%.9g %d%s\n", cputime() - begin, done, sprintf(" %.17g", first(1:coordinates)));
  catch reason
    printf("failed: %s\n", strrep(reason.message, "\n", " "));
  end
  fflush(stdout);
end
