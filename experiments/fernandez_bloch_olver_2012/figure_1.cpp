#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>

#include "experiments/fernandez_bloch_olver_2012/particle_orders.hpp"
#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using namespace particles;

/// tau(t), by inverting the problem's own t(tau).
double tau_at(ProblemEntry const& entry, double t) {
  auto const miss = [&](double tau) {
    return double(entry.times_at({}, {RawQuad(tau)})[0] - RawQuad(t));
  };
  std::uintmax_t iterations = 100;
  auto const [low, high] = boost::math::tools::toms748_solve(
      miss, 0.0, t, boost::math::tools::eps_tolerance<double>(50), iterations);
  return (low + high) / 2;
}

/// How far (53)-(57) are from the certified motion, and (54) from the integral of f dt.
double defect_of_solutions(ProblemEntry const& entry) {
  std::vector<RawQuad> const times{1, 2, 5, 10};
  double defect = 0;
  for (auto const& state : entry.reference({}, times).states) {
    double const t = double(state.time), x = double(state.q[0]), y = double(state.q[1]);
    double const logarithm = std::log(t + std::sqrt(1 + t * t));  // (53) and (54)
    double const tau = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
        [](double s) { return 1 / hamiltonizable.F(s); }, 0.0, t, 10, 1e-15);
    defect = larger_or_nan({defect, std::abs(x - t), std::abs(y - logarithm),
                            std::abs(tau - logarithm), std::abs(std::sinh(tau) - x),
                            std::abs(tau - y), std::abs(std::sinh(y) - x)});
  }
  return defect;
}

void compute(Findings& findings) {
  auto const& entry = find_problem(hamiltonizable.problem);
  auto const runs = paper_runs(hamiltonizable);
  add_errors(findings, runs);
  std::vector<double> worst;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    worst.push_back(largest(runs[m].errors));
    findings.measure(fmt::format("P{}", 3 + m), worst[m],
                     fmt::format("{:.3e} (at the end {:.3e})", worst[m], runs[m].errors.back()));
  }
  findings.measure("P6", worst[2] / worst[0]);

  double const energy = entry.energy({});
  findings.measure("P1", energy,
                   fmt::format("{:.15g} (first discrete energy of RDLA 1 + {:.6e})", energy,
                               runs[0].energies[0]));
  double const tau = tau_at(entry, 10);
  findings.measure("P2", tau, fmt::format("{:.8f}", tau));
  findings.measure("P2/steps", tau / double(step), fmt::format("{:.4f}", tau / double(step)));

  double const defect = defect_of_solutions(entry);
  findings.measure("P19", defect, fmt::format("{:.1e}", defect));
  measure_orders(findings, "P19/order", hamiltonizable);
}

std::vector<Claim> claims() {
  std::vector<Claim> all{
      {.id = "P1",
       .place = "section 5.1",
       .statement = "Energy of the initial condition",
       .printed = "1",
       .criterion = within(1, 1e-15),
       .reason = "rounding"},
      {.id = "P2",
       .place = "section 5.1",
       .statement = "tau(10)",
       .printed = "2.998",
       .criterion = within(2.998, 5e-4),
       .reason = "half a unit of the last printed digit"},
      {.id = "P2/steps",
       .place = "section 5.1",
       .statement = "The run to t = 10 is 60 steps of tau long",
       .printed = "60",
       .criterion = within(60, 0.5),
       .reason = "a whole number of steps"},
      {.id = "P6",
       .place = "section 5.1",
       .statement = "PTHDEL's rmsd over RDLA's: two orders of magnitude apart",
       .printed = "10^2",
       .criterion = between(std::pow(10, 1.5), std::pow(10, 2.5)),
       .reason = "the ratio's decimal logarithm rounds to 2",
       .correction = rdla_force + "; " + pthdel_energy,
       .assumption = euler_start},
      {.id = "P19",
       .place = "(53)-(57)",
       .statement = "The closed forms of the motion in t and in tau: distance from the certified "
                    "reference and from the integral of f dt, t = 1, 2, 5, 10",
       .printed = "exact",
       .criterion = at_most(1e-12),
       .reason = "rounding in double at values of 10"},
      orders_claim("P19/order", "(53), (56)", hamiltonizable)};
  std::string const errors[]{"10^-4", "10^-3", "10^-2"};
  for (int m = 0; m < 3; ++m)
    all.insert(all.begin() + 3 + m,
               {.id = fmt::format("P{}", 3 + m),
                .place = fmt::format("figure 1({})", "abc"[m]),
                .statement = "Largest pointwise error (\"rmsd\") of (x, y) by " +
                             name_of(methods[m]) + (m == 1 ? ", in tau" : ""),
                .printed = errors[m],
                .criterion = of_order(4 - m),
                .reason = order_reason,
                .correction = correction_of(methods[m], hamiltonizable),
                .assumption = euler_start});
  return all;
}

}  // namespace

Experiment figure_1() {
  return {.id = "fbo2012_figure_1",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Nonholonomic particle: errors of the three methods",
          .about =
              "vz + x vy = 0 with x0 = y0 = 0, alpha_x = alpha_y = 1, epsilon = 0.5, "
              "h = h_tau = 0.05, N = 200, N_tau = 60. The paper's rmsd is the pointwise "
              "distance from the exact (x, y), at tau_i for HDEL.",
          .choices = choices(),
          .claims = claims(),
          .figures = {error_figure(hamiltonizable, "1",
                                   "Nonholonomic particle: pointwise errors of (x, y) by (a) RDLA, "
                                   "(b) HDEL in its own time τ, (c) PTHDEL.")},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
