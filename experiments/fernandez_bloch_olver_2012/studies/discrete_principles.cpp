#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012::discrete_principles_study {

namespace {

/// Discrete Lagrangian L_d of HDEL or PTHDEL (E = 1) at epsilon = 1/2.
template <class T>
T discrete_lagrangian(System const& system, std::string const& method, Quad k, VectorOf<T> const& a,
                      VectorOf<T> const& b) {
  VectorOf<T> const z = together((a + b) / T(2), (b - a) / T(k));
  return T(k) * (method == "hdel" ? hamiltonized(system)(z) : poincare_lagrangian(system, 1)(z));
}

/// Largest derivative of the action sum of method `of_action` with respect to the inner nodes of a
/// run of `method`, in quad precision, relative to the momenta.
double gradient_of_action(Study& study, System const& system, std::string const& method,
                          std::string const& of_action) {
  auto run = run_of(system, method, "legendre", Quad(1) / 16, 6, {{"solve", "newton"}});
  if (system.knife()) run.parameters = {{"alpha", quad_pi / 36}};
  std::vector<Vector> r;
  for (auto const& q : study.execute_quad(run).q) r.push_back(theory::vector_of<Quad>(q, 0, 2));
  Largest of_action_sum, momentum;
  for (std::size_t i = 1; i + 1 < r.size(); ++i) {
    auto const before = [&]<class T>(VectorOf<T> const& moved) -> T {
      return discrete_lagrangian<T>(system, of_action, run.step, r[i - 1].cast<T>(), moved);
    };
    auto const action = [&]<class T>(VectorOf<T> const& moved) -> T {
      return before(moved) +
             discrete_lagrangian<T>(system, of_action, run.step, moved, r[i + 1].cast<T>());
    };
    of_action_sum(largest_entry(slope(action, r[i])));
    momentum(largest_entry(slope(before, r[i])));
  }
  return of_action_sum.value / momentum.value;
}

/// Distance of (10) from an equation that is linear in q_(i+1), for L = (1 + metric q^2) v^2/2 - V:
/// second difference relative to the slope 1/h.
/// @param force  V' as a function of q
double departure_from_linear(double epsilon, double (*force)(double), int metric = 0) {
  double const h = 0.1, q = 0.7;
  /// Derivative D_1 L_d of (13) as a function of its second argument.
  auto const left = [&](double next) {
    double sum = 0;
    for (double const e : {epsilon, 1 - epsilon}) {
      double const x = (1 - e) * q + e * next, v = (next - q) / h;
      sum += (-(1 + metric * x * x) * v + h * (1 - e) * (metric * x * v * v - force(x))) / 2;
    }
    return sum;
  };
  return std::abs(left(2.0) - 2 * left(1.0) + left(0.0)) * h;
}

double quartic(double q) { return q * q * q; }

}  // namespace

void discrete_principles(Study& study) {
  for (auto const& system : systems)
    for (auto const& [method, other] : {std::pair{"hdel", "pthdel"}, {"pthdel", "hdel"}})
      supply(study, name_of(method) + ", " + system.name,
             {{"G11", "as printed", gradient_of_action(study, system, method, method)},
              {"G11", "action of the other method",
               gradient_of_action(study, system, method, other), true}});
  for (auto const& [name, force] : {std::pair{"$V = q^4$/4", &quartic},
                                    {"$V$ = -cos($q$)", +[](double q) { return std::sin(q); }}}) {
    study.measure("G12", "end points", name, {departure_from_linear(0, force)});
    study.measure("G12", "midpoint", name, {departure_from_linear(0.5, force)});
  }
  study.control("G12", "metric that is not constant", {departure_from_linear(0, &quartic, 1)});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::discrete_principles_study
