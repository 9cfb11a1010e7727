#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// L and the constraint of a particle are invariant under translations in y and z, and the section
/// xi(q) = (0, 1, -a(x)) of that algebra lies in the constraint. Its momentum J = vy - a(x) vz
/// obeys
///   J' = <dL/dv, xi'>,
/// and (15), tested with xi(q_i), says for J_i = <D_2 L_d(q_(i-1), q_i), xi(q_i)>
///   J_(i+1) - J_i = <D_2 L_d(q_i, q_(i+1)), xi(q_(i+1)) - xi(q_i)>.
struct Momentum {
  std::vector<double> time, J, defect;  ///< defect: of that equation, the first is 0
  /// Relative to the momentum.
  double relative_defect() const { return largest(defect) / largest(J); }
};

Trajectory<double> trajectory(Study& study, System const& system, std::string const& method) {
  return study.execute(run_of(system, method, "legendre", system.step, system.steps));
}

/// a(x).
double coefficient(System const& system, double x) {
  return system.connection<double>({x, 0}, {0, 1});
}

/// From the reduced nodes of a method; vz of an interval from the constraint at its midpoint.
/// @param sign  of the right-hand side of the equation
Momentum momentum(Study& study, System const& system, std::string const& method, int sign = 1) {
  auto const t = trajectory(study, system, method);
  double const h = double(system.step);
  Momentum m;
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    auto const &a = t.q[i - 1], &b = t.q[i];
    double const vy = (b[1] - a[1]) / h, vz = -coefficient(system, (a[0] + b[0]) / 2) * vy;
    m.time.push_back(t.times[i]);
    m.J.push_back(vy - coefficient(system, b[0]) * vz);
    if (i == 1) {
      m.defect.push_back(0);
      continue;
    }
    double const change = coefficient(system, a[0]) - coefficient(system, b[0]);  // of xi
    m.defect.push_back(m.J.back() - m.J[m.J.size() - 2] - sign * change * vz);
  }
  return m;
}

/// Defect of RDLA's own version, J_(i+1) - J_i = (h/2) (F_y + F_y) with J_i = (1 + a^2) vy and
/// F_y = a a' vx vy at the midpoints: the y-component of (21). Relative to the momentum.
double reduced_defect(Study& study, System const& system) {
  double const h = double(system.step);
  auto const t = trajectory(study, system, "rdla");
  std::vector<double> J, force, defect;
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    auto const &a = t.q[i - 1], &b = t.q[i];
    double const x = (a[0] + b[0]) / 2, s = coefficient(system, x);
    double const slope = system.sinusoidal() ? std::cos(x) : 1;
    double const vx = (b[0] - a[0]) / h, vy = (b[1] - a[1]) / h;
    J.push_back((1 + s * s) * vy);
    force.push_back(s * slope * vx * vy);
    if (i == 1) continue;
    auto const k = J.size() - 1;
    defect.push_back(J[k] - J[k - 1] - h / 2 * (force[k] + force[k - 1]));
  }
  return largest(defect) / largest(J);
}

/// Along the exact motion up to t = 10: largest change of J relative to its start, and largest
/// defect of J' = <dL/dv, xi'> = -a' vx vz by differences of sixth order, relative to J. Largest
/// change of vx, the momentum of the constant section (1, 0, 0) of the constraint.
struct Flow {
  double change = 0, defect = 0, other_sign = 0, of_vx = 0;
};
Flow along_the_flow(Study& study, System const& system) {
  auto const& problem = study.problem(system.problem);
  auto const J = [&](ReferenceState const& s) -> RawQuad {
    RawQuad const a = system.sinusoidal() ? sinq(s.q[0]) : s.q[0];
    return s.v[1] - a * s.v[2];
  };
  RawQuad const d = RawQuad(1) / 4096;
  auto const start = problem.exact({}, {0})[0];
  RawQuad const initial = J(start);
  Flow flow;
  double most = 0;
  for (int i = 1; i <= 10; ++i) {
    auto const s = problem.exact({}, seven_around(RawQuad(i), d));
    std::array<RawQuad, 7> values;
    for (int j = 0; j < 7; ++j) values[j] = J(s[j]);
    RawQuad const rate = middle_slope(values, d);
    RawQuad const slope = system.sinusoidal() ? cosq(s[3].q[0]) : RawQuad(1);
    keep(flow.change, J(s[3]) / initial - 1);
    keep(flow.of_vx, s[3].v[0] / start.v[0] - 1);
    keep(flow.defect, rate + slope * s[3].v[0] * s[3].v[2]);
    keep(flow.other_sign, rate - slope * s[3].v[0] * s[3].v[2]);
    keep(most, J(s[3]));
  }
  flow.defect /= most;
  flow.other_sign /= most;
  return flow;
}

void measure_system(Study& study, System const& system) {
  auto const flow = along_the_flow(study, system);
  auto const defect = [&](std::string const& method, int sign = 1) {
    return momentum(study, system, method, sign).relative_defect();
  };
  double const full = defect("dla_midpoint"), other_sign = defect("dla_midpoint", -1);
  supply(study, system.name,
         {{"NMa", "as printed", flow.change},
          {"NMa", "constant section", flow.of_vx, true},
          {"NMd", "as printed", flow.defect},
          {"NMd", "sign of the right-hand side", flow.other_sign, true},
          {"NMb", "as printed", full},
          {"NMb", "sign of the right-hand side", other_sign, true},
          {"NMc", "forces (22)-(23)", full},
          {"NMc", "forces (24)-(25)", defect("rdla")},
          {"NMc", "reduced equation", reduced_defect(study, system)}},
         {.value = 0, .steps = 200});
}

}  // namespace

void nonholonomic_momentum(Study& study) {
  study.uses("E1");
  for (std::string const method : {"dla_midpoint", "rdla", "pthdel"}) {
    auto const m = momentum(study, sinusoidal, method);
    auto& table = study.table(method, {"t", "J", "defect"});
    for (std::size_t i = 1; i < m.time.size(); ++i)
      table.add({m.time[i], m.J[i], std::abs(m.defect[i]) / 0.05});
  }
  for (auto const& system : {particle, sinusoidal}) measure_system(study, system);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
