#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// The equations of section 4 along a run, with metric and constraints at the nodes q_k from
/// `geometry_of`; D_2 L_d in place of the undefined D_2 of L_d with a bar.
template <int n, class Of>
void along_run(Study& study, Run const& run, std::string const& example, Of const& geometry_of) {
  using Covector = Vector<Quad, n>;
  using Square = Eigen::Matrix<Quad, n, n>;
  auto const t = study.execute_quad(run);
  auto const q = nodes_of<Quad, n>(t);
  auto const momenta = momenta_of<Quad, n>(t);
  Worst worst;
  Largest size;
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const g = geometry_of(q[k]);
    Covector const p = momenta[k - 1].p, p_plus = momenta[k - 1].p_plus;
    Covector const jump = p_plus - p, sum = p_plus + p;  // D_1 + D_2 L_d, D_2 - D_1 L_d
    Square const Q_dual = g.projector().transpose(), P_dual = Square::Identity() - Q_dual;
    size(largest_entry(p_plus));

    worst("FIM-02", "(6) gives (4a) and (4b)",
          larger_or_nan(largest_entry(P_dual * jump), largest_entry(Q_dual * sum)));
    worst.control("FIM-02", "sign in (4b)", largest_entry(Q_dual * jump));
    // (4a) and (4b) as 2n equations for p^-, by their normal equations.
    auto const solved = [&](int sign_a) {
      Covector const right =
          P_dual.transpose() * P_dual * p_plus * sign_a - Q_dual.transpose() * Q_dual * p_plus;
      Square const normal = P_dual.transpose() * P_dual + Q_dual.transpose() * Q_dual;
      Covector const by_6 = (P_dual - Q_dual) * p_plus;
      return largest_entry(normal.inverse() * right - by_6);
    };
    worst("FIM-02", "(4a) and (4b) give (6)", solved(1));
    worst.control("FIM-02", "sign in (4a)", solved(-1));

    auto const combined = [&](Covector const& at) {
      Covector const across = geometry_of(at).projector().transpose() * p_plus;
      return largest_entry(p_plus - 2 * across - p);
    };
    worst("FIM-23", combined(q[k]));
    worst.control("FIM-23", "constraints at midpoints", combined((q[k] + q[k - 1]) / 2));

    auto const Z = g.gradients();
    auto const C_inverse = (g.forms * Z).inverse().eval();
    auto const with_forms = [&](auto const& lambda) {
      return Covector(g.forms.transpose() * lambda);
    };
    worst("FIM-40", "(4) gives (5a)",
          largest_entry(jump - with_forms(C_inverse * Z.transpose() * jump)));
    worst("FIM-40", "(4) gives (5b)", largest_entry(Z.transpose() * sum) / 2);
    // (5b) as D_1 - sign D_2.
    auto const solution = [&](int sign) {
      return largest_entry(p_plus - with_forms((1 + sign) * (C_inverse * Z.transpose() * p_plus)) -
                           p);
    };
    worst("FIM-40", "(5a) and (5b) give (4)", solution(1));
    worst.control("FIM-40", "forms at midpoints in (5a)", [&] {
      auto const middle = geometry_of((q[k] + q[k - 1]) / 2).forms;
      auto const inverse = (middle * middle.transpose()).inverse().eval();
      return largest_entry(jump - middle.transpose() * (inverse * middle * jump));
    }());
    worst.control("FIM-40", "sign in (5b)", largest_entry(Z.transpose() * jump) / 2);
    worst.control("FIM-40", "solution with the sign in (5b)", solution(-1));

    worst("FIM-03", largest_entry(Z.transpose() * sum) / 2);
    worst.control("FIM-03", "pre-momentum alone", largest_entry(Z.transpose() * p_plus));
  }
  worst.supply(study, example, in_quad(0, double(run.steps)), size.value);
}

/// The reflection R = (P - Q)* at random configurations.
template <int n, int m, class Of>
void at_random(Study& study, std::string const& example, unsigned seed, Of const& geometry_of) {
  using Square = Eigen::Matrix<Quad, n, n>;
  auto const momenta = random_points<n>(seed + 1);
  Worst worst;
  std::size_t k = 0;
  for (auto const& q : random_points<n>(seed)) {
    auto const g = geometry_of(q);
    auto const& p = momenta[k++];
    Square const one = Square::Identity(), Q_dual = g.projector().transpose(),
                 P_dual = one - Q_dual, R = P_dual - Q_dual;
    auto const norm_change = [&](Square const& reflection) {
      auto const squared = [&](Vector<Quad, n> const& c) { return c.dot(g.inverse_metric * c); };
      return double(squared(reflection * p) / squared(p) - 1);
    };
    auto other = g;
    for (int i = 0; i < n; ++i) other.inverse_metric.col(i) *= Quad(i + 1);
    worst("FIM-38", norm_change(R));
    worst.control("FIM-38", "projectors of another metric",
                  norm_change(one - 2 * other.projector().transpose()));

    auto const involution = [&](Square const& A) { return largest_entry(A * A - one); };
    auto const reflects = [&](Square const& A) {
      return larger_or_nan(largest_entry(A * P_dual - P_dual), largest_entry(A * Q_dual + Q_dual));
    };
    // The vectors are annihilated by P*, whose rank is that of D.
    auto const annihilates = [&](auto const& vectors) {
      return larger_or_nan(largest_entry(vectors.transpose() * P_dual) / largest_entry(vectors),
                           double(P_dual.trace()) - (n - m));
    };
    worst("FIM-42", "own inverse", involution(R));
    worst.control("FIM-42", "factor of the projector", involution(one - Q_dual));
    worst("FIM-42", "reflection in the image", reflects(R));
    worst.control("FIM-42", "image of the other projector", reflects(-R));
    worst("FIM-42", "annihilator", annihilates(g.gradients()));
    worst.control("FIM-42", "annihilator of D", annihilates(Square(P_dual.transpose())));
  }
  worst.supply(study, example, in_quad(0));
}

/// Section 4.4 says it on a group as well.
void on_rotations(Study& study) {
  auto const run =
      run_of("constrained_so3", "FIM", "reduced_gni", RawQuad(1) / 10, 300, "multiplier");
  study.measure("FIM-03", "as printed", "rigid body",
                {.value = study.execute(run).max_violation, .steps = 300});
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
  study.uses("E7");
  RawQuad const h = RawQuad(1) / 10;
  long const steps = study.quick ? 60 : 160;
  auto const particle = [](auto const& q) { return particle_geometry<Quad>(q); };
  auto const snakeboard = [](auto const& q) { return snakeboard_geometry<Quad>(q); };
  auto const sleigh = [](auto const& q) { return sleigh_geometry<Quad>(q); };
  along_run<3>(study, run_of("nonholonomic_particle", "P1", "gni", h, steps), "particle", particle);
  along_run<5>(study, run_of("snakeboard", "FIM", "gni", h, steps), "snakeboard", snakeboard);
  along_run<3>(study, sleigh_run("gni", 60), "sleigh", sleigh);
  study.progress(0.7);
  at_random<3, 1>(study, "particle", 1, particle);
  at_random<5, 2>(study, "snakeboard", 3, snakeboard);
  at_random<3, 1>(study, "sleigh", 5, sleigh);
  on_rotations(study);
  single_momenta(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
