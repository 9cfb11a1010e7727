#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::ball_study {

namespace {

constexpr double inertia = 0.4;

/// Energy plus `factor` Omega times the angular momentum about the axis of the table; -1 is the
/// energy relative to the table.
double energy_plus(double factor, double Omega, double x, double y, double vx, double vy) {
  return (1 + inertia) / 2 * (vx * vx + vy * vy) + inertia * Omega * Omega / 2 * (x * x + y * y) -
         Omega * (inertia - factor) * (x * vy - y * vx);
}

/// Measures the moving energy and the energy over 20000 steps of 0.01.
void moving_energy(Study& study) {
  long const steps = study.quick ? 5000 : 20000;
  Largest most;
  double of_changed = std::numeric_limits<double>::infinity();
  std::string words;
  for (std::string const name : {"BALL", "BALL-opposite"}) {
    auto const motion = ball_run(name);
    auto const run = study.execute(motion.with(Quad(1) / 100, steps));
    double const Omega = name == "BALL" ? -3.5 : 3.5;
    std::vector<double> moving, other_sign, energy, exact;
    for (std::size_t k = 1; k < run.q.size(); ++k) {
      auto const& v = run.v[k];  // velocity of the interval that ends at node k
      double const x = (run.q[k - 1][0] + run.q[k][0]) / 2, y = (run.q[k - 1][1] + run.q[k][1]) / 2;
      moving.push_back(energy_plus(-1, Omega, x, y, v[0], v[1]));
      other_sign.push_back(energy_plus(1, Omega, x, y, v[0], v[1]));
      energy.push_back(run.invariant_values[k][0]);
    }
    for (auto const& at : study.reference(motion, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}))
      exact.push_back(energy_plus(0, Omega, double(at.q[0]), double(at.q[1]), double(at.v[0]),
                                  double(at.v[1])));
    most(relative_spread(moving));
    of_changed = smaller_or_nan({of_changed, relative_spread(other_sign), relative_spread(exact)});
    auto const [low, high] = minmax_element_or_nan(energy.begin(), energy.end());
    words += fmt::format(
        "{}{}: {:.1e}, {:.1e} with +$Omega$; the energy runs from {:.2f} to "
        "{:.2f}, on the exact motion it changes by {:.1e}",
        words.empty() ? "" : "; ", name, relative_spread(moving), relative_spread(other_sign), *low,
        *high, relative_spread(exact));
    auto& table = study.table("moving_energy_" + name, {"t", "moving", "energy"});
    for (std::size_t k = 0; k < moving.size(); k += 20)
      table.add({run.times[k + 1], std::abs(moving[k] / moving[0] - 1) + 1e-17,
                 std::abs(energy[k] / energy[0] - 1) + 1e-17});
  }
  study.add_finding("moving-energy", {most.value, of_changed}, words);
}

}  // namespace

void ball(Study& study) {
  moving_energy(study);
  study.progress(0.6);
  std::vector<ErrorOf> const errors{error_of_q("contact-point", 0, 2),
                                    error_of_q("rotation", 2, 11)};
  measure_orders(study, "B0", "ball", "ball with $alpha$ = -1",
                 errors_of(study, "BALL", ball_run("BALL"), {40, 80, 160, 320, 640, 1280}, errors));
  control_orders(study, "B0", "another table", ball_run("BALL"), 4,
                 error_of_q("contact-point", 0, 2),
                 motion_of_another(study, ball_run("BALL"), 4, {{"Omega", -3.4_quad}}));
  // On the larger circle the ball rotates up to four times as fast.
  measure_orders(study, "B0", "ball", "ball with $alpha$ = 1",
                 errors_of(study, "BALL-opposite", ball_run("BALL-opposite"),
                           {80, 160, 320, 640, 1280, 2560}, errors));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::ball_study
