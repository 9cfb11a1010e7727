#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::theorem_1_study {

namespace {

Run body(std::string case_name, std::string retraction, long steps, RawQuad s = 1) {
  std::string const start = case_name == "FIM-momentum" ? "plain" : "multiplier";
  auto run = run_of("constrained_so3", std::move(case_name), "reduced_gni", RawQuad(1) / 10, steps,
                    start, {{"retraction", std::move(retraction)}});
  run.parameters = {{"s", s}};
  return run;
}

/// Twice the energies H at nodes 1, 2, ... of the momenta before and after the reflection, and of
/// their average.
struct Energies {
  std::vector<Quad> pre, post, average;

  template <class S>
  Energies(Trajectory<S> const& run, Vector const& inertia) {
    auto const H = [&](Vector const& p) -> Quad { return p.dot(p.cwiseQuotient(inertia)); };
    for (auto const& k : DiscreteMotion(run).momenta) {
      pre.push_back(H(k.p_plus));
      post.push_back(H(k.p));
      average.push_back(H(k.average));
    }
  }
};

Vector3 const unit_inertia(1, 1, 1), distinct_inertia(1, 2, 3);

/// Measures theorem 1 and the remark after it, also from an initial momentum that violates the
/// constraint.
void theorem(Study& study) {
  long const steps = study.quick ? 300 : 2000, quad_steps = study.quick ? 60 : 400;
  auto const measure = [&](std::string const& instance, Energies const& e, Measured as) {
    for (auto const& [id, momenta] : {std::pair{"FIM-04", &e.post}, {"FIM-54", &e.pre}}) {
      as.value = relative_spread(*momenta);
      study.measure(id, "as printed", instance, as);
    }
  };
  Measured const in_double{.value = 0, .steps = double(steps)};
  auto const double_run = [&](std::string const& instance, Run const& run) {
    Energies const e(study.execute(run), unit_inertia);
    measure(instance, e, in_double);
    return e.post;
  };
  auto const cayley = double_run("Cayley's map", body("FIM", "cayley", steps));
  double_run("exp", body("FIM", "exp", steps));
  double_run("Cayley's map, off the constraint", body("FIM-momentum", "cayley", steps));
  for (std::string const retraction : {"cayley", "exp"})
    measure(retraction + ", 113 bits",
            Energies(study.execute_quad(body("FIM", retraction, quad_steps)), unit_inertia),
            in_quad(0, double(quad_steps)));

  Energies const counter(study.execute(body("FIM-inertia", "cayley", steps)), distinct_inertia);
  double const spread = relative_spread(counter.post);
  study.control("FIM-04", "left-invariant metric", {.value = spread, .steps = double(steps)});
  study.control("FIM-54", "left-invariant metric",
                {.value = relative_spread(counter.pre), .steps = double(steps)});
  study.add_finding("FIM-04/hypothesis", spread,
                    fmt::format("{:.4f} in {} steps; with equal inertias {:.1e}", spread, steps,
                                relative_spread(cayley)));
  auto& table = study.table("energy", {"k", "bi_invariant", "left_invariant"});
  for (std::size_t k = 0; k < cayley.size(); k += 5)
    table.add({double(k + 1), std::abs(double(cayley[k] / cayley[0] - 1)),
               std::abs(double(counter.post[k] / counter.post[0] - 1))});
}

/// Measures one step of L_d = l_d(W) + c tr(A^T g_k), which is left-invariant if c = 0 and never
/// right-invariant, for a random W: post-momenta p at g_k and the reflected p^+ at g_(k+1), and
/// their averages for a right-invariant D, whose form is constant in the spatial frame.
void left_invariant_only(Random& random, LargestValues& largest) {
  LeftInvariant<So3> const l_d;
  Matrix3 const g = random_rotation(random), W = random_rotation(random), one = Matrix3::Identity();
  Vector3 const form = random_point(random, 3);
  Vector const slopes = l_d.momenta(W);
  Vector3 const p = -slopes.head(3), p_plus = slopes.tail(3);
  Vector3 slope;
  for (int i = 0; i < 3; ++i) slope[i] = pairing(l_d.A, g * So3::hat<Quad>(Vector3::Unit(i)));
  auto const change = [](Vector3 const& after, Vector3 const& before) {
    return double(after.squaredNorm() / before.squaredNorm() - 1);
  };
  auto const average = [&](Vector3 const& momentum, Matrix3 const& at) -> Vector3 {
    return (momentum + reflected(momentum, at.transpose() * form, one)) / 2;
  };
  // P* of a momentum, which is its average with its reflection.
  auto const on_constraint = [&](Vector3 const& momentum, Matrix3 const& at) -> Vector3 {
    Vector3 const normal = at.transpose() * form;
    return momentum - normal * (normal.dot(momentum) / normal.squaredNorm());
  };
  largest("FIM-04", change(reflected(p_plus, form, one), p));
  largest("FIM-54", change(p_plus, p));
  largest("FIM-06", change(average(p_plus, g * W), average(p, g)));
  largest("FIM-06", change(average(p_plus, g * W), on_constraint(p, g)));
  largest.control("FIM-04", "L_d not left-invariant",
                  change(reflected(p_plus, form, one), p - slope));
  largest.control("FIM-54", "L_d not left-invariant", change(p_plus, p - slope));
  largest.control("FIM-06", "L_d not left-invariant",
                  change(average(p_plus, g * W), average(p - slope, g)));
}

/// Measures section 4.4, in which D is right-invariant (s = 0). The initial momentum violates the
/// constraint: otherwise the momenta would not jump.
void right_invariant(Study& study) {
  long const steps = study.quick ? 300 : 2000;
  for (std::string const retraction : {"cayley", "exp"}) {
    Energies const e(study.execute(body("FIM-momentum", retraction, steps, 0)), unit_inertia);
    study.measure("FIM-06", "as printed", retraction,
                  {.value = relative_spread(e.average), .steps = double(steps)});
  }
  Energies const other(study.execute(body("FIM", "cayley", steps)), unit_inertia);
  double const spread = relative_spread(other.average);
  study.control("FIM-06", "constraint without symmetry", {.value = spread, .steps = double(steps)});

  auto const [translation, first, all] = average_momentum(study, steps);
  LargestValues members;
  members("FIM-56", "letters as in our copy", all.printed);
  // The lift of the right translation uses its inverse, so that two readings coincide.
  members("FIM-56", "cotangent lift", larger_or_nan(translation.right, first.printed));
  for (char const* const reading : {"index and inverse", "index, cotangent lift"})
    members("FIM-56", reading, all.right);
  members.control("FIM-56", "constraint without symmetry",
                  average_momentum(study, steps, 1).members.right);
  members.supply(study, {.value = 0, .steps = double(steps)});

  // Projector R P R^T in the spatial frame.
  auto const change = [](Matrix3 const& R, int s) {
    auto const projector = [s](Matrix3 const& at) -> Matrix3 {
      Vector3 const form = constraint_form(at, s);
      return at * (Matrix3::Identity() - form * form.transpose() / form.squaredNorm()) *
             at.transpose();
    };
    return distance(projector(R), projector(Matrix3::Identity()));
  };
  over_instances(study, [&](Random& random, LargestValues& largest) {
    Matrix3 const R = random_rotation(random);
    largest("FIM-55", change(R, 0));
    largest.control("FIM-55", "constraint without symmetry", change(R, 1));
  });
}

/// Measures p_k = (P - Q)* Ad*_(W_(k-1)) p_(k-1) on the sleigh, whose constraint is left-invariant.
void reduced_equation(Study& study) {
  SleighData const data{1.5, 0.8, 0.6};
  // Metric and form in the body frame, in which they do not depend on the point.
  Vector3 const point(0.3, -0.2, 0.7);
  auto const at = sleigh(data).at(point);
  Matrix3 const B = body_to_chart(point[2]),
                inverse_metric = inverse(B.transpose() * at.metric * B);
  Vector3 const form = B.transpose() * at.forms.transpose();
  for (std::string const retraction : {"cayley", "exp"}) {
    auto run = sleigh_run("reduced_gni", 60);
    run.options = {{"retraction", retraction}};
    run.parameters = {{"m", data.m}, {"I", data.I}, {"a", data.a}};
    DiscreteMotion const motion(study.execute_quad(run));
    LargestValues largest;
    for (std::size_t k = 1; k < motion.momenta.size(); ++k) {
      auto const Ad_after = [&](std::size_t node) -> Matrix3 {
        return Ad<Se2, Quad>(inverse(motion_of_plane(motion.q[node])) *
                             motion_of_plane(motion.q[node + 1]));
      };
      Matrix3 const Ad_W = Ad_after(k), dual = Ad_W.transpose();
      Vector3 const p = motion.momenta[k - 1].p, next = motion.momenta[k].p;
      auto const residual = [&](Matrix3 const& Ad_dual) {
        return distance(reflected(Ad_dual * p, form, inverse_metric), next);
      };
      // P* p is the mean of p and its reflection.
      Vector3 const translated = dual * p, mirror = reflected(translated, form, inverse_metric);
      largest.relative_to(largest_entry(next));
      largest("FIM-05", residual(dual));
      largest.control("FIM-05", "inverse of W", residual(inverse(Ad_W).transpose()));
      if (k + 1 < motion.momenta.size())  // the run ends with W_k-1
        largest.control("FIM-05", "W_k in place of W_k-1", residual(Ad_after(k + 1).transpose()));
      largest.control("FIM-05", "projection in place of reflection",
                      distance((translated + mirror) / 2, next));
      largest.control("FIM-05", "reflection before Ad*",
                      distance(dual * reflected(p, form, inverse_metric), next));
    }
    largest.supply(study, in_quad(0, 60), retraction);
  }
}

}  // namespace

void theorem_1(Study& study) {
  for (char const* const erratum : {"E10", "E11"}) study.uses(erratum);
  theorem(study);
  over_instances(study, left_invariant_only, "$L_d$ left-invariant only");
  study.progress(0.6);
  right_invariant(study);
  reduced_equation(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::theorem_1_study
