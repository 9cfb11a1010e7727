#pragma once
// Equations of motion of the peers in C++, multipliers eliminated by hand, and the loop over
// orbits.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>

/// Contact oscillator: coordinates, then velocities.
struct ContactOscillator {
  using State = std::array<double, 6>;
  static constexpr int coordinates = 3;
  static constexpr State start = {0.5, 0.3, -0.4, -0.24, 0.6, 0.8};
  static void derivative(double /*t*/, double const* s, double* d) {
    double const force = (s[0] + s[1] * s[2] - s[4] * s[5]) / (1 + s[1] * s[1]);
    for (int i = 0; i < 3; ++i) d[i] = s[3 + i];
    d[3] = force - s[0];
    d[4] = -s[1];
    d[5] = s[1] * force - s[2];
  }
};

/// Chaotic system on R^7: x, y, z and their velocities.
struct ChaoticR7 {
  using State = std::array<double, 14>;
  static constexpr int coordinates = 7;
  static constexpr State start = {0.1,   0.5, -0.4, 0.3, 0.6, -0.2, 0.7,
                                  -0.52, 0.2, -0.3, 0.4, 0.5, -0.6, 0.1};
  static void derivative(double /*t*/, double const* s, double* d) {
    double const *y = s + 1, *z = s + 4, *v = s + 7;
    double g[3];
    double numerator = s[0], denominator = 1;
    for (int i = 0; i < 3; ++i) {
      g[i] = z[i] * (1 + y[i] * y[i]);
      if (i < 2) g[i] += z[i] * z[1 - i] * z[1 - i];
      numerator += y[i] * g[i] - v[1 + i] * v[4 + i];
      denominator += y[i] * y[i];
    }
    double const force = numerator / denominator;
    for (int i = 0; i < 7; ++i) d[i] = v[i];
    d[7] = force - s[0];
    for (int i = 0; i < 3; ++i) {
      d[8 + i] = -y[i] * (1 + z[i] * z[i]);
      d[11 + i] = y[i] * force - g[i];
    }
  }
};

/// Snakeboard: x, y, theta, psi, phi, u, psi', phi', with the speed r cos(phi) u and the rate
/// -sin(phi) u.
struct Snakeboard {
  using State = std::array<double, 8>;
  static constexpr int coordinates = 5;
  static constexpr State start = {0, 0, 0, 0, 0.3, 1, 1, 0.2};
  static void derivative(double /*t*/, double const* s, double* d) {
    constexpr double m = 2, r = 0.5, inertia = 0.5;
    double const c = std::cos(s[4]), n = std::sin(s[4]), v = r * c * s[5];
    d[0] = v * std::cos(s[2]);
    d[1] = v * std::sin(s[2]);
    d[2] = -n * s[5];
    d[3] = s[6];
    d[4] = s[7];
    d[5] = -n * c * (inertia - m * r * r) * s[7] * s[5] / (m * r * r * c * c + inertia * n * n);
    d[6] = d[7] = 0;
  }
};

/// Chaplygin's sphere: x, y, the rows of the rotation, the angular velocity in the body.
struct ChaplyginSphere {
  using State = std::array<double, 14>;
  static constexpr int coordinates = 11;
  static constexpr State start = {1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -0.2, 0, 0.4};
  static void derivative(double /*t*/, double const* s, double* d) {
    constexpr double D = 3, I[3] = {1, 1.1, 1.2};
    double const *a = s + 2, *b = s + 5, *c = s + 8, *w = s + 11;
    double n[3], above = 0, below = 1;
    d[0] = d[1] = 0;
    for (int i = 0; i < 3; ++i) {
      int const j = (i + 1) % 3, k = (i + 2) % 3;
      n[i] = (I[j] - I[k]) * w[j] * w[k];
      above += D * c[i] * n[i] / (I[i] + D);
      below -= D * c[i] * c[i] / (I[i] + D);
      d[0] += b[i] * w[i];
      d[1] -= a[i] * w[i];
      for (int row = 0; row < 9; row += 3) d[2 + row + i] = a[row + j] * w[k] - a[row + k] * w[j];
    }
    for (int i = 0; i < 3; ++i) d[11 + i] = (n[i] + c[i] * above / below) / (I[i] + D);
  }
};

/// Robot of docs/examples/driven_robot.toml: x, y, theta, r, l, speed, turning rate.
struct DrivenRobot {
  using State = std::array<double, 7>;
  static constexpr int coordinates = 5;
  static constexpr State start = {0, 0, 0.4, 0, 0, 0.68, 0.6};
  static void derivative(double t, double const* s, double* d) {
    constexpr double m = 12, I = 0.9, Jw = 0.01, a = 0.08, e = 0.05, b = 0.2, R = 0.1, k = 0.1;
    constexpr double A = m + 2 * Jw / (R * R), B = -m * e, C = I + 2 * Jw * b * b / (R * R);
    static double const weight = m * 9.81 * std::sin(0.02);
    double const c = std::cos(s[2]), n = std::sin(s[2]), v = s[5], w = s[6];
    double const vr = (v + b * w) / R, vl = (v - b * w) / R, steering = 0.2 * std::sin(t);
    double const right = 1 + steering - k * vr, left = 1 - steering - k * vl;
    double const f = m * a * w * w - weight * c + (right + left) / R;
    double const g = -m * a * v * w + weight * (a * n + e * c) + b * (right - left) / R;
    d[0] = v * c;
    d[1] = v * n;
    d[2] = w;
    d[3] = vr;
    d[4] = vl;
    d[5] = (C * f - B * g) / (A * C - B * B);
    d[6] = (A * g - B * f) / (A * C - B * B);
  }
};

/// Runs the orbits of one system for each tolerance and prints the lines of python_peers.py.
template <class System, class Orbit>
int run_orbits(Orbit orbit, int count, char** words) {
  double const end = std::atof(words[3]), seconds = std::atof(words[4]);
  long const orbits = std::atol(words[5]);
  for (int i = 6; i < count; ++i) try {
      auto const begin = std::clock();
      auto cpu = [&] { return double(std::clock() - begin) / CLOCKS_PER_SEC; };
      long done = 0;
      typename System::State first{};
      for (; done < orbits && (done == 0 || cpu() < seconds); ++done) {
        auto state = System::start;
        state[0] += 0.001 * double(done) / double(orbits);
        orbit(System{}, state, std::string(words[2]), end, std::atof(words[i]));
        if (done == 0) first = state;
      }
      std::printf("%.9g %ld", cpu(), done);
      for (int j = 0; j < System::coordinates; ++j) std::printf(" %.17g", first[std::size_t(j)]);
      std::puts("");
      std::fflush(stdout);
    } catch (std::exception const& reason) {
      std::printf("failed: %s\n", reason.what());
      std::fflush(stdout);
    }
  return 0;
}

/// Selects the system by its name; arguments: SYSTEM METHOD END SECONDS ORBITS TOLERANCE...
template <class Orbit>
int run_peer(Orbit orbit, int count, char** words) {
  std::string const name = count > 6 ? words[1] : "";
  if (name == "contact_oscillator") return run_orbits<ContactOscillator>(orbit, count, words);
  if (name == "chaotic_r7") return run_orbits<ChaoticR7>(orbit, count, words);
  if (name == "snakeboard") return run_orbits<Snakeboard>(orbit, count, words);
  if (name == "chaplygin_sphere") return run_orbits<ChaplyginSphere>(orbit, count, words);
  if (name == "driven_robot") return run_orbits<DrivenRobot>(orbit, count, words);
  std::fputs("usage: SYSTEM METHOD END SECONDS ORBITS TOLERANCE...\n", stderr);
  return 2;
}
