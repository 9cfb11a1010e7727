#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// Residuals of the equations of section 4 along a run, relative to the largest momentum.
struct Equations {
  double along, across;        ///< (4a), (4b)
  double combined;             ///< (4) in one equation
  double multiplier, average;  ///< (5a), (5b)
  double solved;               ///< p^- from (5a), (5b) less (P - Q)* p^+
  long steps;

  /// With metric and constraints at the nodes q_k only, from `geometry_of`.
  template <int n, class Of>
  static Equations along_run(Study& study, Run const& run, Of const& geometry_of) {
    auto const t = study.execute_quad(run);
    auto const q = nodes_of<Quad, n>(t);
    auto const momenta = momenta_of<Quad, n>(t);
    Largest size, along, across, combined, multiplier, mean, solved;
    for (std::size_t k = 1; k < q.size(); ++k) {
      auto const g = geometry_of(q[k]);
      auto const [p, p_plus, average, velocity] = momenta[k - 1];
      auto const Z = g.gradients();
      Eigen::Matrix<Quad, n, n> const Q_dual = g.projector().transpose();
      auto const C = (g.forms * Z).eval();
      Vector<Quad, n> const jump = p_plus - p, sum = p_plus + p;  // D_1 + D_2 L_d, D_2 - D_1 L_d
      size(largest_entry(p_plus));
      along(largest_entry(jump - Q_dual * jump));
      across(largest_entry(Q_dual * sum));
      combined(largest_entry(p_plus - 2 * Q_dual * p_plus - p));
      auto const lambda = (C.inverse() * Z.transpose() * jump).eval();
      multiplier(largest_entry(jump - g.forms.transpose() * lambda));
      mean(largest_entry(Z.transpose() * sum) / 2);
      auto const solution = (2 * C.inverse() * Z.transpose() * p_plus).eval();
      solved(largest_entry(p_plus - g.forms.transpose() * solution - p));
    }
    return {along.value / size.value,
            across.value / size.value,
            combined.value / size.value,
            multiplier.value / size.value,
            mean.value / size.value,
            solved.value / size.value,
            run.steps};
  }

  void measure(Study& study, std::string const& example) const {
    auto const add = [&](char const* id, double value, std::string words) {
      study.measure(
          id, "as printed", example,
          measured_in_quad(value, double(steps),
                           "{}, along {} steps with 113 bits, relative to the largest momentum",
                           words, steps));
    };
    add("FIM-02", larger_or_nan(along, across),
        fmt::format("residuals {:.1e} of (4a) and {:.1e} of (4b) for momenta that fulfil (6)",
                    along, across));
    add("FIM-23", combined,
        fmt::format("{:.1e}: residual of the combined equation with metric and constraints at the "
                    "nodes q_k alone",
                    combined));
    add("FIM-40", larger_or_nan({multiplier, average, solved}),
        fmt::format("residuals {:.1e} of (5a) and {:.1e} of (5b), {:.1e} between their solution "
                    "and that of (4)",
                    multiplier, average, solved));
    add("FIM-03", average,
        fmt::format("{:.1e}: largest violation of the constraints by the average momentum",
                    average));
  }
};

/// The reflection R = (P - Q)* at random configurations.
struct Reflection {
  double norm, involution;

  template <int n, int m, class Of>
  static Reflection at_random(unsigned seed, Of const& geometry_of) {
    auto const momenta = random_points<n>(seed + 1);
    auto const identity = Eigen::Matrix<Quad, n, n>::Identity();
    Largest norm, involution;
    std::size_t k = 0;
    for (auto const& q : random_points<n>(seed)) {
      auto const g = geometry_of(q);
      auto const& p = momenta[k++];
      Eigen::Matrix<Quad, n, n> const Q_dual = g.projector().transpose(),
                                      P_dual = identity - Q_dual;
      Eigen::Matrix<Quad, n, n> const R = P_dual - Q_dual;
      Vector<Quad, n> const reflected = R * p;
      Quad const before = p.dot(g.inverse_metric * p);
      norm(double(abs(Quad(reflected.dot(g.inverse_metric * reflected) / before - 1))));
      involution(largest_entry(R * R - identity));
      involution(largest_entry(R * P_dual - P_dual));
      involution(largest_entry(R * Q_dual + Q_dual));
      involution(largest_entry(g.gradients().transpose() * P_dual) / largest_entry(g.gradients()));
      involution(double(abs(Quad(P_dual.trace() - (n - m)))));
    }
    return {norm.value, involution.value};
  }

  void measure(Study& study, std::string const& example) const {
    auto const where = " at 200 random configurations with 113 bits";
    study.measure(
        "FIM-38", "as printed", example,
        measured_in_quad(
            norm, 1,
            "{:.1e}: relative change of the squared norm of a momentum by the reflection{}", norm,
            where));
    study.measure(
        "FIM-42", "as printed", example,
        measured_in_quad(involution, 1,
                         "{:.1e}: largest of R^2 - 1, R P* - P*, R Q* + Q*, the products of P* "
                         "with the complement of D, and the rank of P* less that of D{}",
                         involution, where));
  }
};

/// Section 4.4 says it on a group as well.
void on_rotations(Study& study) {
  auto const run =
      run_of("constrained_so3", "FIM", "reduced_gni", RawQuad(1) / 10, 300, "multiplier");
  double const violation = study.execute(run).max_violation;
  study.measure(
      "FIM-03", "as printed", "rigid body",
      {.value = violation,
       .words = fmt::format(
           "{:.1e}: largest violation of the constraint by the average momentum, SO(3), 300 steps",
           violation),
       .steps = 300});
}

/// The momentum of one interval violates the constraints by O(h).
void single_momenta(Study& study) {
  auto& table = study.table("single_momenta", {"h", "p_plus", "average"});
  std::vector<double> sizes, violations;
  for (int const per_unit : {10, 20, 40, 80}) {
    auto const run =
        run_of("nonholonomic_particle", "P1", "gni", RawQuad(1) / per_unit, 4 * per_unit);
    auto const t = study.execute(run);
    auto const q = nodes_of<double, 3>(t);
    auto const momenta = momenta_of<double, 3>(t);
    Largest single, average;
    for (std::size_t k = 1; k < q.size(); ++k) {
      auto const forms = particle_geometry(q[k]).forms;
      single(std::abs(forms.dot(momenta[k - 1].p_plus)));
      average(std::abs(forms.dot(momenta[k - 1].average)));
    }
    sizes.push_back(double(run.step));
    violations.push_back(single.value);
    table.add({sizes.back(), single.value, average.value});
  }
  double const slope = fit_power(sizes, violations).slope;
  study.find("FIM-03/single", slope,
             fmt::format("{:.3f}; the violation is {:.2e} at h = .1", slope, violations.front()));
}

}  // namespace

void reflection(Study& study) {
  RawQuad const h = RawQuad(1) / 10;
  long const steps = study.quick ? 60 : 160;
  auto const snakeboard = [](auto const& q) { return snakeboard_geometry(q); };
  auto const sleigh = [](auto const& q) { return sleigh_geometry(q); };
  Equations::along_run<3>(study, run_of("nonholonomic_particle", "P1", "gni", h, steps),
                          particle_geometry<Quad>)
      .measure(study, "particle");
  Equations::along_run<5>(study, run_of("snakeboard", "FIM", "gni", h, steps), snakeboard)
      .measure(study, "snakeboard");
  Equations::along_run<3>(study, sleigh_run("gni", 60), sleigh).measure(study, "sleigh");
  study.progress(0.7);
  Reflection::at_random<3, 1>(1, particle_geometry<Quad>).measure(study, "particle");
  Reflection::at_random<5, 2>(3, snakeboard).measure(study, "snakeboard");
  Reflection::at_random<3, 1>(5, sleigh).measure(study, "sleigh");
  on_rotations(study);
  single_momenta(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
