#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::reflection_study {

namespace {

/// Tests the equations of section 4 along a run, with metric and constraints at the nodes q_k. D_2
/// L_d replaces the undefined D_2 of L_d with a bar.
void along_run(Study& study, Run const& run, Example const& example) {
  auto const [q, momenta] = DiscreteMotion(study.execute_quad(run));
  LargestValues largest;
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const at = example.at(q[k]), midpoint = example.at((q[k] + q[k - 1]) / 2);
    Vector const p = momenta[k - 1].p, p_plus = momenta[k - 1].p_plus;
    Vector const jump = p_plus - p, sum = p_plus + p;  // D_1 + D_2 L_d, D_2 - D_1 L_d
    Matrix const one = Matrix::Identity(example.n, example.n), Q_dual = at.projector().transpose(),
                 P_dual = one - Q_dual;
    largest.relative_to(largest_entry(p_plus));

    largest("FIM-02", "(6) gives (4a) and (4b)",
            larger_or_nan(largest_entry(P_dual * jump), largest_entry(Q_dual * sum)));
    largest.control("FIM-02", "sign in (4b)", largest_entry(Q_dual * jump));
    // Equations (4a) and (4b) as 2n equations for p^-.
    auto const solved = [&](int sign_a) {
      Matrix equations(2 * example.n, example.n);
      equations << P_dual, Q_dual;
      Vector const right = together(sign_a * P_dual * p_plus, -Q_dual * p_plus);
      return distance(least_squares(equations, right), (P_dual - Q_dual) * p_plus);
    };
    largest("FIM-02", "(4a) and (4b) give (6)", solved(1));
    largest.control("FIM-02", "sign in (4a)", solved(-1));

    auto const combined = [&](Geometry const& geometry) {
      return distance(p_plus - 2 * geometry.projector().transpose() * p_plus, p);
    };
    largest("FIM-23", combined(at));
    largest.control("FIM-23", "constraints at midpoints", combined(midpoint));

    Matrix const mu = at.forms, Z = at.gradients(), C = mu * Z, middle = midpoint.forms.transpose();
    auto const across = [&](Vector const& momentum) -> Vector {
      return mu.transpose() * solution(C, Z.transpose() * momentum);
    };
    // (5a), with (5b) as D_1 - sign D_2.
    auto const by_5 = [&](int sign) { return distance(p_plus - (1 + sign) * across(p_plus), p); };
    largest("FIM-40", "(4) gives (5a)", distance(jump, across(jump)));
    largest.control("FIM-40", "forms at midpoints in (5a)",
                    distance(jump, middle * least_squares(middle, jump)));
    largest("FIM-40", "(4) gives (5b)", largest_entry(Z.transpose() * sum) / 2);
    largest.control("FIM-40", "sign in (5b)", largest_entry(Z.transpose() * jump) / 2);
    largest("FIM-40", "(5a) and (5b) give (4)", by_5(1));
    largest.control("FIM-40", "solution with the sign in (5b)", by_5(-1));

    largest("FIM-03", largest_entry(Z.transpose() * sum) / 2);
    largest.control("FIM-03", "pre-momentum alone", largest_entry(Z.transpose() * p_plus));
  }
  largest.supply(study, in_quad(0, double(run.steps)), example.name);
}

/// Tests the reflection R = (P - Q)* at random configurations.
void at_random(Study& study, Example const& example) {
  auto const instance = [&](Random& random, LargestValues& largest) {
    auto const at = example.at(random_point(random, example.n));
    Matrix const one = Matrix::Identity(example.n, example.n), Q_dual = at.projector().transpose(),
                 P_dual = one - Q_dual, R = P_dual - Q_dual;
    Matrix const inverse = solution(at.metric, one);
    auto const norm_change = [&](Matrix const& A) {
      return distance(A.transpose() * inverse * A, inverse) / largest_entry(inverse);
    };
    // G^-1 with its i-th column multiplied by i.
    Vector const factors = Vector::LinSpaced(example.n, 1, example.n);
    Geometry const other{factors.cwiseInverse().asDiagonal() * at.metric, at.forms};
    largest("FIM-38", norm_change(R));
    largest.control("FIM-38", "projectors of another metric",
                    norm_change(one - 2 * other.projector().transpose()));

    auto const involution = [&](Matrix const& A) { return distance(A * A, one); };
    auto const reflects = [&](Matrix const& A) {
      return larger_or_nan(largest_entry((A - one) * P_dual), largest_entry((A + one) * Q_dual));
    };
    // P*, whose rank is that of D, annihilates the vectors.
    auto const annihilates = [&](Matrix const& vectors) {
      return larger_or_nan(largest_entry(vectors.transpose() * P_dual) / largest_entry(vectors),
                           std::abs(double(P_dual.trace()) - double(example.n - at.forms.rows())));
    };
    largest("FIM-42", "own inverse", involution(R));
    largest.control("FIM-42", "factor of the projector", involution(P_dual));
    largest("FIM-42", "reflection in the image", reflects(R));
    largest.control("FIM-42", "image of the other projector", reflects(-R));
    largest("FIM-42", "annihilator", annihilates(at.gradients()));
    largest.control("FIM-42", "annihilator of D", annihilates(P_dual.transpose()));
  };
  over_instances(study, instance, example.name);
}

/// Tests the statement of section 4.4 for a group.
void on_rotations(Study& study) {
  auto const run =
      run_of("constrained_so3", "FIM", "reduced_gni", RawQuad(1) / 10, 300, "multiplier");
  study.measure("FIM-03", "as printed", "rigid body",
                {.value = study.execute(run).max_violation, .steps = 300});
}

/// Measures the violation of the constraints by the momentum of one interval, which is O(h).
void single_momenta(Study& study) {
  auto& table = study.table("single_momenta", {"h", "p_plus", "average"});
  for (int const per_unit : {10, 20, 40, 80}) {
    auto const run =
        run_of("nonholonomic_particle", "P1", "gni", RawQuad(1) / per_unit, 4 * per_unit);
    auto const [q, momenta] = DiscreteMotion(study.execute(run));
    Largest single, average;
    for (std::size_t k = 1; k < q.size(); ++k) {
      Matrix const forms = particle().at(q[k]).forms;
      single(largest_entry(forms * momenta[k - 1].p_plus));
      average(largest_entry(forms * momenta[k - 1].average));
    }
    table.add({double(run.step), single.value, average.value});
  }
}

}  // namespace

void reflection(Study& study) {
  study.uses("E7");
  RawQuad const h = RawQuad(1) / 10;
  long const steps = study.quick ? 60 : 160;
  along_run(study, run_of("nonholonomic_particle", "P1", "gni", h, steps), particle());
  along_run(study, run_of("snakeboard", "FIM", "gni", h, steps), snakeboard());
  along_run(study, sleigh_run("gni", 60), sleigh());
  study.progress(0.7);
  for (auto const& example : examples()) at_random(study, example);
  on_rotations(study);
  single_momenta(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::reflection_study
