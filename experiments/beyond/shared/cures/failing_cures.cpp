#include "experiments/beyond/shared/cures/failing_cures.hpp"

#include <array>
#include <map>

#include "generated/contact_oscillator.hpp"
#include "generated/pendulum_cvt.hpp"
#include "generated/tilted_sleigh.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/geometric_nonholonomic/free_steps.hpp"

namespace rattleback::beyond {

namespace {

MethodCard card_of_cure(char const* id, char const* name) {
  return {.id = id,
          .name = name,
          .equations = "see failing_cures.hpp",
          .source = "this project",
          .applies_to = "problems with a constant mass matrix",
          .starts = {{"plain", 2}},
          .options = {}};
}

/// Returns the momentum p_0^- with half of the exact reaction, independent of earlier steps.
template <ConstantMassSystem P>
Vec<double, dof_of<P>> fresh_momentum(P const& system, Point<P, double> const& z, double h) {
  auto const lambda = accelerations(system, z).multipliers;
  return momentum_of(system, z.q, z.v) + h / 2 * constraint_force(system, z.q, lambda);
}

/// Advances q by a free step from p^-; returns the reflection and projection of p^+ at its end.
template <ConstantMassSystem P>
Reflected<P, double> advance(P const& system, Vec<double, size_of<P>>& q,
                             Vec<double, dof_of<P>> const& p_minus, double h) {
  Vec<double, dof_of<P>> force1;
  auto const end = verlet_step(system, q, p_minus, force(system, q), h, force1);
  q = end.q;
  return reflect(system, end.q, end.p_plus);
}

struct FreshMultiplier {
  static MethodCard card() { return card_of_cure("fresh_multiplier", "GNI, fresh multiplier"); }

  template <ConstantMassSystem P>
  Step<P, double> step(P const& system, Point<P, double> const& z, NoMemory&, double h) const {
    auto q = z.q;
    auto const r = advance(system, q, fresh_momentum(system, z, h), h);
    return {{q, r.velocity}, {}, multiplier_outcome(r.impulses)};
  }
};

struct SharedMultiplier {
  static MethodCard card() { return card_of_cure("shared_multiplier", "GNI, shared multiplier"); }

  template <class P>
  struct Memory {
    Vec<double, P::constraints> mu{};
  };
  template <ConstantMassSystem P>
  Memory<P> memory(P const&, Point<P, double> const&, double) const {
    return {};
  }

  template <ConstantMassSystem P>
  Step<P, double> step(P const& system, Point<P, double> const& z, Memory<P>& memory,
                       double h) const {
    constexpr int m = P::constraints;
    auto const A0 = constraint_terms(system, z.q, z.v).mu;
    auto const p0 = momentum_of(system, z.q, z.v);
    auto const force0 = force(system, z.q);
    auto mu = memory.mu;
    Vec<double, dof_of<P>> force1;
    for (int iteration = 1; iteration <= 50; ++iteration) {
      auto const end = verlet_step(system, z.q, p0 - transposed_times(A0, mu), force0, h, force1);
      auto const v_plus = mass_inverse(system, end.p_plus);
      auto const [A1, phi] = constraint_terms(system, end.q, v_plus);
      auto residual = phi;
      Mat<double, m, dof_of<P>> raised;
      Mat<double, m, m> slope;
      for (int a = 0; a < m; ++a) {
        raised.row[a] = mass_inverse(system, A1.row[a]);
        residual[a] -= dot(raised.row[a], transposed_times(A1, mu));
        for (int b = 0; b < m; ++b) slope(a, b) = dot(raised.row[a], A0.row[b] + A1.row[b]);
      }
      auto const change = solve(slope, residual).x;
      mu = mu + change;
      if (!all_finite(mu)) return {{}, {}, Outcome::non_finite, iteration};
      if (largest(change) > 4e-16 * larger(1., largest(p0))) continue;
      memory.mu = mu;
      return {{end.q, v_plus - transposed_times(raised, mu)}, {}, Outcome::ok, iteration};
    }
    return {{}, {}, Outcome::newton_diverged, 50};
  }
};

struct Reset {
  static MethodCard card() { return card_of_cure("reset", "GNI, alternating part reset"); }

  template <class P>
  struct Memory {
    Vec<double, dof_of<P>> p;
    std::array<Vec<double, P::constraints>, 6> eta;  ///< d = A^T eta at the last nodes, modulo 6
    long steps = 0;
  };
  template <ConstantMassSystem P>
  Memory<P> memory(P const& system, Point<P, double> const& z, double h) const {
    return {fresh_momentum(system, z, h), {}, 0};
  }

  template <ConstantMassSystem P>
  Step<P, double> step(P const& system, Point<P, double> const& z, Memory<P>& memory,
                       double h) const {
    constexpr double binomials[]{1, -5, 10, -10, 5, -1};
    auto q = z.q;
    auto const r = advance(system, q, memory.p, h);
    memory.p = r.p;
    memory.eta[memory.steps % 6] = -0.5 * r.impulses;
    if (++memory.steps % 50 == 0) {
      Vec<double, P::constraints> alternating{};
      for (int j = 0; j < 6; ++j)
        alternating = alternating + binomials[j] / 32 * memory.eta[(memory.steps - 1 - j) % 6];
      memory.p = memory.p + constraint_force(system, q, alternating);
    }
    return {{q, r.velocity}, {}, multiplier_outcome(r.impulses)};
  }
};

struct CompensatedReflection {
  static MethodCard card() {
    return card_of_cure("compensated_reflection", "GNI, compensated reflection");
  }

  template <class P>
  struct Memory {
    Vec<double, dof_of<P>> p;
  };
  template <ConstantMassSystem P>
  Memory<P> memory(P const& system, Point<P, double> const& z, double h) const {
    return {fresh_momentum(system, z, h)};
  }

  template <ConstantMassSystem P>
  requires(P::constraints == 1) Step<P, double> step(P const& system, Point<P, double> const& z,
                                                     Memory<P>& memory, double h)
  const {
    auto q = z.q;
    auto const r = advance(system, q, memory.p, h);
    auto const A = constraint_terms(system, q, r.velocity).mu.row[0];
    auto const raised = mass_inverse(system, A);
    using D = Dual<double, 1>;  // derivative along W A^T
    Vec<D, size_of<P>> moving;
    for (int i = 0; i < size_of<P>; ++i) moving[i] = {q[i], Vec<double, 1>{raised[i]}};
    double const change = uncounted(system).constraint(moving, cast<D>(r.velocity))[0].slope[0];
    double const G = change / dot(A, raised);
    memory.p = r.average + std::exp(-h * G) * (r.p - r.average);
    return {{q, r.velocity}, {}, multiplier_outcome(r.impulses)};
  }
};

template <template <class> class Problem>
std::map<std::string, MethodEntry> cures_of() {
  std::map<std::string, MethodEntry> all;
  auto const& problem = find_problem(Problem<double>::card().id).functions;
  auto const add = [&]<class M>(M) { all[M::card().id] = method_on<Problem, M>(problem); };
  add(FreshMultiplier{});
  add(SharedMultiplier{});
  add(Reset{});
  add(CompensatedReflection{});
  return all;
}

}  // namespace

MethodEntry const& failing_cure(std::string const& problem, std::string const& id) {
  static std::map<std::string, std::map<std::string, MethodEntry>> const all{
      {"contact_oscillator", cures_of<ContactOscillator>()},
      {"pendulum_cvt", cures_of<PendulumCvt>()},
      {"tilted_sleigh", cures_of<TiltedSleigh>()}};
  auto const on = all.find(problem);
  if (on == all.end()) throw InvalidInput("no failing cure is built for " + problem);
  auto const found = on->second.find(id);
  if (found == on->second.end()) throw InvalidInput("unknown cure '" + id + "'");
  return found->second;
}

}  // namespace rattleback::beyond
