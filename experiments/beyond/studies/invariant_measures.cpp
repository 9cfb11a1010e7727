// Study of the volume of phase space under methods, relative to the measure that the motion
// preserves.

#include <cmath>

#include "experiments/beyond/shared/volume.hpp"
#include "experiments/comparison/symmetric_torus_test.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond::invariant_measures_study {

namespace {

/// Run whose volume is measured, without a method.
Run run_on(char const* problem, char const* case_name, long time, int per_unit = 10) {
  return Run{problem, "", case_name}.with(RawQuad(1) / per_unit, per_unit * time);
}

VolumeSeries volume_by(Study& study, char const* method, Run run) {
  run.method = method;
  return volume_along(study, run);
}

double rate_of(VolumeSeries const& series) {
  return trend_of(series.times, series.logarithms).rate;
}

/// Logarithms of the closed forms for dx dy dz dvy dvz with the density (1 + |y|^2)^(1/2), M = 1
/// and one constraint. y has one component on the contact oscillator and several on the chaotic
/// systems.
struct ClosedForm {
  std::size_t y, parts;  ///< first component of y in q, and number of components
  double h;

  double dot(std::vector<double> const& a, std::vector<double> const& b) const {
    double sum = 0;
    for (std::size_t i = y; i < y + parts; ++i) sum += a[i] * b[i];
    return sum;
  }
  double density(std::vector<double> const& q) const { return std::sqrt(1 + dot(q, q)); }

  /// Returns log J and densities for (4.18): J = (1 + |y0|^2 + (h/2) y0 . vy0)/(1 + |y1|^2 - (h/2)
  /// y1 . vy1).
  double leapfrog(std::vector<double> const& q0, std::vector<double> const& v0,
                  std::vector<double> const& q1, std::vector<double> const& v1) const {
    return std::log((1 + dot(q0, q0) + h / 2 * dot(q0, v0)) /
                    (1 + dot(q1, q1) - h / 2 * dot(q1, v1)) * density(q1) / density(q0));
  }
  /// Returns log J and densities for (4.12): J = (1 + y0 . y1)/(1 + |y1|^2).
  double euler(std::vector<double> const& q0, std::vector<double> const& q1) const {
    return std::log((1 + dot(q0, q1)) / (1 + dot(q1, q1)) * density(q1) / density(q0));
  }
};

/// Measures the formulas along orbits, and the rates of methods of order one.
void closed_forms(Study& study) {
  double const h = 0.1;
  long const time = study.quick ? 20 : 200;
  Run const contact = run_on("contact_oscillator", "IC-C", time),
            chaotic = run_on("chaotic_r7", "IC-R", study.quick ? 15 : 100);
  std::vector<VolumeSeries> of_contact;
  Cases differences;
  Largest exchanged;
  for (auto const& [run, form] :
       {std::pair{contact, ClosedForm{1, 1, h}}, std::pair{chaotic, ClosedForm{1, 3, h}}})
    for (std::string const method : {"dla_leapfrog", "dla_euler"}) {
      auto const s = volume_by(study, method.c_str(), run);
      Largest here;
      for (std::size_t i = 0; i < s.steps.size(); ++i) {
        double const leapfrog = form.leapfrog(s.q[i], s.v[i], s.q[i + 1], s.v[i + 1]),
                     euler = form.euler(s.q[i], s.q[i + 1]);
        here(s.steps[i] - (method == "dla_euler" ? euler : leapfrog));
        exchanged(s.steps[i] - (method == "dla_euler" ? leapfrog : euler));
      }
      differences.add(here.value, fmt::format("{} on {} {:.1e}", method, run.problem, here.value));
      if (run.problem == contact.problem) of_contact.push_back(s);
    }
  study.add_finding("IM-01", {differences.largest.value, exchanged.value}, differences.words());

  auto& table = study.table("contact", {"time", "leapfrog", "euler", "euler_adjoint"});
  auto const adjoint = volume_by(study, "dla_euler_adjoint", contact);
  for (std::size_t i = 0; i < adjoint.times.size(); i += 4)
    table.add({adjoint.times[i], of_contact[0].logarithms[i], of_contact[1].logarithms[i],
               adjoint.logarithms[i]});
  auto const halved = volume_by(study, "dla_euler", run_on("contact_oscillator", "IC-C", time, 20));
  study.add_finding("IM-03",
                    {rate_of(of_contact[1]) / h,
                     rate_of(of_contact[0]) / h,
                     {rate_of(halved) / (h / 2), -rate_of(adjoint) / h}},
                    fmt::format("(4.18) stays within {:.2e}", largest(of_contact[0].logarithms)));
}

/// (4.18) on the knife edge preserves cos(h vy/2) dx dy dz dvy du.
void knife_edge(Study& study) {
  double const h = 0.1;
  auto const series =
      volume_by(study, "dla_leapfrog", run_on("knife_edge_cvt", "c1", study.quick ? 20 : 200));
  Largest of_own, of_flow;
  for (std::size_t i = 0; i < series.steps.size(); ++i) {
    of_own(series.steps[i] +
           std::log(std::cos(h * series.v[i + 1][1] / 2) / std::cos(h * series.v[i][1] / 2)));
    of_flow(series.steps[i]);
  }
  study.add_finding("IM-06", {of_own.value, of_flow.value}, "");
}

/// Rates of (4.18) on the torus a2 of the pendulum, from v and from -v, and on the torus a0, which
/// a reversing symmetry maps to itself.
void pendulum(Study& study) {
  long const time = study.quick ? 20 : 200;
  auto const scaled_rate = [&](int per_unit, bool reversed, char const* torus = "a2") {
    auto run = run_on("pendulum_cvt", torus, time, per_unit);
    if (reversed) run.v = reversed_velocity(find_problem(run.problem), run.case_name);
    return rate_of(volume_by(study, "dla_leapfrog", run)) * per_unit * per_unit;
  };
  study.add_finding(
      "IM-07", {scaled_rate(10, false), scaled_rate(10, true), {scaled_rate(20, false)}},
      fmt::format("on the torus a0, which a reversing symmetry maps to itself, {:.1e}",
                  scaled_rate(10, false, "a0")));
}

}  // namespace

void invariant_measures(Study& study) {
  closed_forms(study);
  study.progress(0.8);
  knife_edge(study);
  pendulum(study);
}

}  // namespace rattleback::beyond::invariant_measures_study
