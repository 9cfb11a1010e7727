#include <complex>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::homogeneous_ball_study {

namespace {

using namespace ball;
using Complex = std::complex<double>;

// Data m = r = Omega = 1, I = 2/3.
constexpr double inertia = 2.0 / 3, alpha = 0.4;
constexpr Complex i{0, 1};

Run run_of(std::string const& start, std::string const& retraction = "cayley") {
  return printed_ball("figure_1", start_called(start), {{"retraction", retraction}});
}
Complex contact(Trajectory<double> const& t, std::size_t k) { return {t.q[k][0], t.q[k][1]}; }

/// Invariants of the reflection in addition to the energy: m r vx + I w2, m r vy - I w1, I w3.
struct Conserved {
  double values[4];  ///< last value: moving energy
};
Conserved conserved(Numbers const& p, Complex z) {
  double const kinetic =
      (p[0] * p[0] + p[1] * p[1]) / 2 + (p[2] * p[2] + p[3] * p[3] + p[4] * p[4]) / (2 * inertia);
  return {{p[0] + p[3], p[1] - p[2], p[4], kinetic - (z.real() * p[1] - z.imag() * p[0])}};
}

/// Centre of the discrete motion, from v = i alpha (z - z_c) with the conserved momenta and (40).
Complex centre_of(Trajectory<double> const& t) {
  auto const k = conserved(momenta_of_step(t, 1).p, contact(t, 1));
  return Complex(-k.values[1], k.values[0]) / inertia;
}

/// Closed form z_k = z_c + A exp(i k phi) + B (-1)^k exp(-i k phi), sin phi = h alpha.
struct ClosedForm {
  Complex centre, A, B;
  double phi;
  ClosedForm(Trajectory<double> const& t, double h) : phi(std::asin(h * alpha)) {
    centre = centre_of(t);
    Complex const rotation = std::polar(1.0, phi), z0 = contact(t, 0) - centre;
    A = (contact(t, 1) - centre + z0 * std::conj(rotation)) / (2 * rotation.real());
    B = z0 - A;
  }
  Complex at(std::size_t k) const {
    Complex const rotation = std::polar(1.0, double(k) * phi);
    return centre + A * rotation + (k % 2 ? -1.0 : 1.0) * B * std::conj(rotation);
  }
};

/// Largest distance from the closed form, residual of the recurrence, and changes of the conserved
/// quantities.
struct Kept {
  Largest closed_form, recurrence, momenta, moving_energy;
};
void follow(Study& study, std::string const& start, Kept& most) {
  double const h = 0.1;
  auto const t = study.execute(run_of(start).with(0.1_quad, 10000));
  ClosedForm const form(t, h);
  auto& table = study.table("closed_form_" + start, {"k", "radius", "distance"});
  auto const first = conserved(momenta_of_step(t, 1).p, contact(t, 1));
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    Complex const z = contact(t, k);
    double const off = std::abs(z - form.at(k));
    most.closed_form(off);
    table.add({double(k), std::abs(z - form.centre), off});
    if (k == 0) continue;
    auto const now = conserved(momenta_of_step(t, k).p, z);
    for (int c = 0; c < 3; ++c) most.momenta(now.values[c] - first.values[c]);
    most.moving_energy(now.values[3] - first.values[3]);
    if (k + 1 < t.q.size())
      most.recurrence(std::abs(contact(t, k + 1) - contact(t, k - 1) -
                               2.0 * i * h * alpha * (z - form.centre)));
  }
}

/// Draws distances from the centre for steps near the limit h alpha = 1.
void draw_stability(Study& study) {
  for (auto const& [name, product] : {std::pair{"below", 0.99}, std::pair{"above", 1.01}}) {
    double const h = product / alpha;
    auto const t = study.execute(run_of("B").with(h, 60));
    Complex const centre = centre_of(t);
    auto& table = study.table(std::string("radius_") + name, {"k", "radius"});
    for (std::size_t n = 0; n < t.q.size(); ++n)
      table.add({double(n), std::abs(contact(t, n) - centre)});
  }
}

}  // namespace

void homogeneous_ball(Study& study) {
  Kept most;
  follow(study, "A", most);
  follow(study, "B", most);
  study.add_finding(
      "FJM-21/closed-form", most.closed_form.value,
      fmt::format("10000 steps of 0.1, two starts: largest distance from the closed form "
                  "{:.1e}, residual of the recurrence {:.1e}, change of the momenta {:.1e} "
                  "and of the moving energy {:.1e}",
                  most.closed_form.value, most.recurrence.value, most.momenta.value,
                  most.moving_energy.value));
  study.progress(0.6);
  draw_stability(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::homogeneous_ball_study
