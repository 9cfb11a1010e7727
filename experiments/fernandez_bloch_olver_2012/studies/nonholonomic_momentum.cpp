#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_forces.hpp"

namespace rattleback::fernandez_bloch_olver_2012::nonholonomic_momentum_study {

namespace {

/// Momentum of a particle for a section of its symmetry algebra. L and the constraint are invariant
/// under translations in y and z; the section xi(q) = (0, 1, -a(x)) of this algebra satisfies the
/// constraint. The momentum J = vy - a(x) vz obeys
///   J' = <dL/dv, xi'>.
/// (15), tested with xi(q_i), gives for J_i = <D_2 L_d(q_(i-1), q_i), xi(q_i)>
///   J_(i+1) - J_i = <D_2 L_d(q_i, q_(i+1)), xi(q_(i+1)) - xi(q_i)>.
struct Momentum {
  std::vector<double> time, J,
      defect;  ///< defect: of the discrete equation, the first is 0
  /// Largest defect relative to the momentum.
  double relative_defect() const { return largest(defect) / largest(J); }
};

/// Derivative a'(x) of a particle.
template <class R>
Quad slope_of_a(System const& system, R const& r) {
  return slope([&](auto const& at) { return system.a(at); }, theory::vector_of<Quad>(r, 0, 2))[0];
}

/// Momentum from the reduced nodes of a run; vz of an interval from the constraint at its midpoint.
/// @param sign  sign of the right-hand side of the equation; 0: without it
Momentum momentum(System const& system, Simulation const& run, int sign = 1) {
  double const h = run.step;
  Momentum m;
  auto const vy = [&](std::size_t i) { return run.increment(i)[1] / h; };
  auto const vz = [&](std::size_t i) { return -system.a(run.middle(i)) * vy(i); };
  m.J = run.over_intervals([&](auto i) { return vy(i) - system.a(run.node(i + 1)) * vz(i); });
  m.defect = run.over_intervals([&](std::size_t i) {
    double const change = system.a(run.node(i)) - system.a(run.node(i + 1));  // change of xi
    return i == 0 ? 0 : m.J[i] - m.J[i - 1] - sign * change * vz(i);
  });
  return m;
}
Momentum momentum(Study& study, System const& system, std::string const& method, int sign = 1) {
  auto const run =
      simulation(study, system, run_of(system, method, "legendre", system.step, system.steps));
  auto m = momentum(system, run, sign);
  m.time = from(1, run.trajectory.times);
  return m;
}

/// Run by (21) with the forces (22)-(23), from r_0 = (0, 0) and r_1 = (h, h): nodes and step.
Simulation run_by_21(System const& system) {
  double const h = double(system.step);
  auto const momenta = [&](Plane const& r, Plane const& v) -> EndMomenta {
    Vector ends(4);
    ends << (r - h / 2 * v).cast<Quad>(), (r + h / 2 * v).cast<Quad>();
    Interval<Quad> const over{system, system.step, ends};
    Eigen::Vector4d const p = (over.slopes() - over.forces()).cast<double>();
    return {-p.head(2), p.tail(2)};
  };
  Simulation run{.step = h};
  for (auto const& r : path(momenta, h, int(system.steps)))
    run.trajectory.q.push_back({r[0], r[1]});
  return run;
}

/// Measures along the exact motion up to t = 10: change of J relative to its initial value; defect
/// of J' = <dL/dv, xi'> = -a' vx vz by differences of sixth order, relative to J; change of vx, the
/// momentum of the constant section (1, 0, 0) of the constraint.
/// @param start_name  case of the catalogue
void measure_flow(Study& study, System const& system, std::string const& start_name) {
  auto const& problem = study.problem(system.problem);
  auto const J = [&](ReferenceState const& s) -> Quad { return s.v[1] - system.a(s.q) * s.v[2]; };
  Setting const setting{.case_name = start_name};
  auto const start = problem.exact(setting, {0})[0];
  std::vector<SevenStates> points;
  for (int i = 1; i <= 10; ++i)
    points.push_back({problem.exact(setting, SevenStates::around(Quad(i)))});
  double const most =
      largest(series(10, [&](std::size_t i) { return double(J(points[i].middle())); }));
  auto const change = [&](SevenStates const& at, Quad of_J) -> Size {
    auto const& s = at.middle();
    return (of_J == 1 ? J(s) / J(start) : s.v[0] / start.v[0]) - 1;
  };
  over(study, points,
       {{"NMa", "as printed", "horizontal symmetry of L alone", 1, 0, change},
        {"NMd", "as printed", "sign of the right-hand side", 1, -1,
         [&](auto& at, Quad sign) {
           auto const& [time, q, v, multipliers] = at.middle();
           return (at.rate(J) + sign * slope_of_a(system, q) * v[0] * v[2]) / Quad(most);
         }}},
       system.name + ", " + start_name, {.value = 0, .steps = 200});
}

void measure_system(Study& study, System const& system) {
  auto const defect = [&](std::string const& method, int sign = 1) {
    return momentum(study, system, method, sign).relative_defect();
  };
  for (std::string const start : {"FBO", "generic"}) measure_flow(study, system, start);
  supply(study, system.name,
         {{"NMb", "as printed", defect("dla_midpoint")},
          {"NMb", "sign of the right-hand side", defect("dla_midpoint", -1), true},
          {"NMb", "momentum conserved", defect("dla_midpoint", 0), true},
          {"NMc", "forces (22)-(23)", momentum(system, run_by_21(system)).relative_defect()},
          {"NMc", "forces (24)-(25)", defect("rdla")}},
         {.value = 0, .steps = 200});
}

}  // namespace

void nonholonomic_momentum(Study& study) {
  study.uses("E1");
  for (std::string const method : {"dla_midpoint", "rdla", "pthdel"}) {
    auto const m = momentum(study, sinusoidal, method);
    auto const rate = series(m.defect.size(), [&](auto i) { return std::abs(m.defect[i]) / 0.05; });
    tabulate(study, method,
             {{"t", from(1, m.time)}, {"J", from(1, m.J)}, {"defect", from(1, rate)}});
  }
  for (auto const& system : {particle, sinusoidal}) measure_system(study, system);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::nonholonomic_momentum_study
