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
  auto& errors = study.table("errors", {"h", "literal", "b_first", "a_first", "rattle",
                                        "from_rattle", "literal_from_rattle"});
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    Vector3<double> const l = literal_composition(n).q, b = end_of(b_first, n),
                          a = end_of(a_first, n), r = end_of(rattle, n);
    errors.add({T / n, (l - exact).norm(), (b - exact).norm(), (a - exact).norm(),
                (r - exact).norm(), (b - r).norm(), (l - r).norm()});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = study.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  std::string const handed_on = "node, momentum and multiplier", on_bundle = "maps of T*Q";
  std::string const error =
      "error of the positions at t = 2, oscillators with a full mass matrix, ";
  for (auto const& [reading, of, column] :
       {std::tuple(handed_on, "(14) and then (13) as printed", "literal"),
        std::tuple(on_bundle + ", B first", "R Phi_A after R Phi_B", "b_first"),
        std::tuple(on_bundle + ", A first", "R Phi_B after R Phi_A", "a_first")})
    study.measure("FJM-11", reading, order(error + of, errors, column, T));
  for (auto const& [reading, of, name] :
       {std::tuple(handed_on, "(14) and then (13) as printed", "literal_from_rattle"),
        std::tuple(on_bundle, "R Phi_A after R Phi_B", "from_rattle")}) {
    double const apart = column(errors, name)[4];
    auto of_run = measured(
        apart, "distance {:.2e} of the positions at t = 2 from those of RATTLE, h = 1/160, {}",
        apart, of);
    of_run.steps = 640;
    study.measure("FJM-10", reading, of_run);
  }
  auto const free = order_of_composition();
  for (auto const& [reading, value, of] :
       {std::tuple("as printed", free.printed, "F_A after F_B"),
        std::tuple("corrected", free.corrected, "F_B after F_A")})
    study.measure("FJM-09", reading,
                  measured(value,
                           "largest difference {:.1e} of {} with h/2 from the displayed scheme, "
                           "free oscillators, a step of 0.1",
                           value, of));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
