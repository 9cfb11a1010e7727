#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::composition_study {

namespace {

constexpr int T = 2;
Oscillator const oscillator;

/// Composition as stated in remark 5.5: (14) and then (13), each with h/2, in (q, p~, lambda~).
struct LiteralRun {
  Vector3 q, p;
  Numbers impulses;  ///< (h/2) lambda~ at the nodes after whole steps
};
LiteralRun literal_composition(int n) {
  Quad const h = Quad(T) / n;
  auto z = oscillator.admissible_start(h / 2, Scheme::b);
  LiteralRun run;
  for (int i = 0; i < n; ++i) {
    z = oscillator.step(oscillator.step(z, h / 2, Scheme::b), h / 2, Scheme::a);
    run.impulses.push_back(double(h / 2 * z.lambda));
  }
  run.q = z.q;
  run.p = z.p;
  return run;
}
/// Node and post-momentum p^- after n steps of two methods as maps of T*Q, each with h/2.
PhasePoint on_cotangent_bundle(int n, Scheme first, Scheme second) {
  Quad const half = Quad(T) / n / 2;
  auto z = oscillator.start();
  for (int i = 0; i < n; ++i)
    for (Scheme const scheme : {first, second})
      z = oscillator.reflected(scheme == Scheme::a ? oscillator.phi_a(z, half)
                                                   : oscillator.phi_b(z, half));
  return z;
}

/// RATTLE as a map of T*Q, R Phi_B^(h/2) Phi_A^(h/2); without constraint R is the identity.
PhasePoint rattle(PhasePoint const& z, Quad const& h, bool constrained = true) {
  auto const end = oscillator.phi_b(oscillator.phi_a(z, h / 2), h / 2);
  return constrained ? oscillator.reflected(end) : end;
}

/// Distance of R Phi_B^(h/2) R Phi_A^(h/2), or, if not `a_first`, of R Phi_A^(h/2) R Phi_B^(h/2),
/// from RATTLE after a step of 0.1 from one point of T*Q.
Measured distance_from_rattle(bool constrained, bool a_first = true) {
  Quad const half_step = 0.05_quad;
  auto z = oscillator.start();
  // Initial point outside the constraint, on which R is the identity.
  z.p += oscillator.mu(z.q);
  auto const R = [&](PhasePoint const& at) { return constrained ? oscillator.reflected(at) : at; };
  auto const composed = a_first ? oscillator.phi_b(R(oscillator.phi_a(z, half_step)), half_step)
                                : oscillator.phi_a(R(oscillator.phi_b(z, half_step)), half_step);
  return in_quad(distance(R(composed), rattle(z, 2 * half_step, constrained)));
}

/// Distance of rattle() from (15) after a step of 0.1: p^- is p~ minus half the reaction.
Measured distance_from_15() {
  Quad const h = 0.1_quad;
  auto const post = [&](NodeState const& at) -> PhasePoint {
    return {at.q, at.p - h / 2 * oscillator.mu(at.q) * at.lambda};
  };
  auto const start = oscillator.admissible_start(h, Scheme::rattle);
  return in_quad(distance(rattle(post(start), h), post(oscillator.step(start, h, Scheme::rattle))));
}

}  // namespace

void composition(Study& study) {
  auto const motion = study.reference(on_test_system("gni_rattle"), {RawQuad(T)})[0];
  Vector3 const exact = vector_of<Quad>(motion.q),
                exact_p = oscillator.M * vector_of<Quad>(motion.v);
  auto const end_of = [&](Run const& run, int n) -> Vector3 {
    return vector_of<Quad>(study.execute(run.with(RawQuad(T) / n, n, 0)).q.back());
  };
  auto const error = [&](Vector3 const& q) { return length(q - exact); };
  auto const b_first = on_test_system("gni_composition", "T", {{"first", "b"}}),
             a_first = on_test_system("gni_composition", "T", {{"first", "a"}}),
             rattle = on_test_system("gni_rattle");
  auto& errors =
      study.table("errors", {"h", "literal", "b_first", "a_first", "rattle", "from_rattle"});
  Table twice{{"h", "a"}, {}};
  Table momenta{{"h", "literal", "b_first", "a_first", "pre, b_first", "pre, a_first"}, {}};
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    double const h = double(T) / n;
    Vector3 const b = end_of(b_first, n), r = end_of(rattle, n);
    auto const literal = literal_composition(n);
    auto const [b_q, b_pre] = on_cotangent_bundle(n, Scheme::b, Scheme::a);
    auto const [a_q, a_pre] = on_cotangent_bundle(n, Scheme::a, Scheme::b);
    auto const of_p = [&](Vector3 const& p) { return length(p - exact_p); };
    momenta.add({h, of_p(literal.p), of_p(b_pre - oscillator.normal_part(b_q, b_pre)),
                 of_p(a_pre - oscillator.normal_part(a_q, a_pre)), of_p(b_pre), of_p(a_pre)});
    errors.add({h, error(literal.q), error(b), error(end_of(a_first, n)), error(r), length(b - r)});
    twice.add({h, error(on_cotangent_bundle(n, Scheme::a, Scheme::a).q)});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = study.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40.0 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  for (auto const& [reading, column] : {std::pair("node, momentum and multiplier", "literal"),
                                        std::pair("maps of T*Q, B first", "b_first"),
                                        std::pair("maps of T*Q, A first", "a_first")}) {
    study.measure("FJM-11", reading, "positions", order_in(errors, column, T));
    study.measure("FJM-11", reading, "momenta", order_in(momenta, column, T));
  }
  for (std::string const first : {"b_first", "a_first"})
    study.measure("FJM-11", "maps of T*Q, post-momenta", first == "b_first" ? "B first" : "A first",
                  order_in(momenta, "pre, " + first, T));
  study.control("FJM-11", "Euler A twice", order_in(twice, "a", T));
  study.uses("E10");
  bool const is_rattle = distance_from_rattle(false).value < 1e-25;
  study.measure("FJM-10", "A first",
                is_rattle ? distance_from_rattle(true) : Measured{.value = NAN});
  study.measure("FJM-10", "B first", distance_from_rattle(true, false));
  study.measure("FJM-10", "RATTLE as a map of T*Q", distance_from_15());
  study.control("FJM-10", "no constraint", distance_from_rattle(false));
  auto const free = order_of_composition();
  study.measure("FJM-09", "as printed", in_quad(free.printed));
  study.measure("FJM-09", "corrected", in_quad(free.corrected));
  study.control("FJM-09", "h in place of h/2", in_quad(free.changed));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::composition_study
