#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using System = Oscillator<double>;
constexpr double T = 2;

/// Remark 5.5 to the letter: (14) and then (13), each with h/2, in the variables (q, p~, lambda~).
struct LiteralRun {
  Vector3<double> q;
  std::vector<double> impulses;  ///< (h/2) lambda~ at the nodes after whole steps
};
LiteralRun literal_composition(int n) {
  auto const system = System::coupled();
  double const h = T / n;
  auto z = system.admissible_start(h / 2, Scheme::b);
  LiteralRun run;
  for (int i = 0; i < n; ++i) {
    z = system.step(system.step(z, h / 2, Scheme::b), h / 2, Scheme::a);
    run.impulses.push_back(h / 2 * z.lambda);
  }
  run.q = z.q;
  return run;
}

/// Distance of R Phi_B^(h/2) R Phi_A^(h/2) from R Phi_B^(h/2) Phi_A^(h/2), which is RATTLE, after a
/// step of 0.1 from one point of T*Q; without constraint R is the identity.
Measured distance_from_rattle(bool constrained) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const h = Quad(1) / 10;
  auto z = system.start();
  z.p += h / 3 * system.mu(z.q);  // R is the identity on the constraint: leave it
  auto const R = [&](PhasePoint<Quad> const& at) {
    return constrained ? system.reflected(at) : at;
  };
  auto const half = system.phi_a(z, h / 2);
  return in_quad(double(distance(R(system.phi_b(R(half), h / 2)), R(system.phi_b(half, h / 2)))));
}

}  // namespace

void composition(Study& study) {
  auto const exact =
      vector3<double>(study.reference(on_test_system("gni_rattle"), {RawQuad(T)})[0].q);
  auto const end_of = [&](Run const& run, int n) {
    return vector3<double>(study.execute(run.with(RawQuad(T) / n, n, 0)).q.back());
  };
  auto const b_first = on_test_system("gni_composition", "T", {{"first", "b"}}),
             a_first = on_test_system("gni_composition", "T", {{"first", "a"}}),
             rattle = on_test_system("gni_rattle");
  auto& errors =
      study.table("errors", {"h", "literal", "b_first", "a_first", "rattle", "from_rattle"});
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    Vector3<double> const l = literal_composition(n).q, b = end_of(b_first, n),
                          a = end_of(a_first, n), r = end_of(rattle, n);
    errors.add({T / n, (l - exact).norm(), (b - exact).norm(), (a - exact).norm(),
                (r - exact).norm(), (b - r).norm()});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = study.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  for (auto const& [reading, column] :
       {std::pair("node, momentum and multiplier", "literal"),
        std::pair("maps of T*Q, B first", "b_first"), std::pair("maps of T*Q, A first", "a_first")})
    study.measure("FJM-11", reading, order_in(errors, column, T));
  Table twice{{"h", "a"}, {}};
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    auto const system = System::coupled();
    auto z = system.start();
    for (int i = 0; i < 2 * n; ++i) z = system.reflected(system.phi_a(z, T / n / 2));
    twice.add({T / n, (z.q - exact).norm()});
  }
  study.control("FJM-11", "Euler A twice", order_in(twice, "a", T));
  study.uses("E10");
  study.measure("FJM-10", distance_from_rattle(true));
  study.control("FJM-10", "no constraint", distance_from_rattle(false));
  auto const free = order_of_composition();
  study.measure("FJM-09", "as printed", {.value = free.printed});
  study.measure("FJM-09", "corrected", {.value = free.corrected});
  study.control("FJM-09", "h in place of h/2", {.value = free.changed});
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
