#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = Q(1) / 10;

/// V3, V4 along solutions of the groupoid equations; V19.
void equations(Study& study) {
  auto const system = veselova(h, 1);
  Largest printed, other_sign, vector;
  Dice dice(81);
  auto g = random_interval(dice, Q(1) / 10);
  for (int k = 0; k < (study.quick ? 3 : 12); ++k) {
    auto const next = evolved(system, g);
    Q const scale = 1 / largest(momentum_vector(part(next, 3, 9)));
    printed(scale * largest(pair_equation(g, next, h, 1)));
    other_sign(scale * largest(pair_equation(g, next, h, -1)));
    vector(scale * largest(vector_equation(g, next, h)));
    g = next;
  }
  std::string const along = " across gamma, over |Pi|, along solutions, mgl = 1, h = .1";
  measure(
      study,
      {{"V3", printed, "largest residual of the matrix equation" + along, number},
       {"V3", other_sign, "largest residual with the other sign of gravity" + along, "other sign"},
       {"V4", vector, "largest residual of the vector equation" + along, "set to zero"}});

  Largest kinetic;
  auto const J = veselova_mass_tensor();
  for (int i = 0; i < 20; ++i) {
    auto const w = dice.numbers(3, 1);
    Q const trace = trace_of_product(product(hat(w), J), transposed(hat(w))) / 2;
    kinetic(trace - (w[0] * w[0] + 2 * w[1] * w[1] + 2.5Q * w[2] * w[2]) / 2);
  }
  measure(study, {{"V19", kinetic,
                   "largest difference of the trace form from omega.I omega/2, 20 velocities"}});
}

/// The zero set of psi: V5, V18, V20, V21, V22.
void constraint_submanifold(Study& study) {
  auto const system = veselova(h, 1);
  Dice dice(82);
  Largest annihilator, exponential, tangents;
  int units_outside = 0, singular = 0;
  int const samples = 20;
  double least = INFINITY, least_on_set = INFINITY;
  for (int i = 0; i < samples; ++i) {
    auto const plane = random_plane(dice);
    auto const& gamma = plane.gamma;
    for (auto const& d : system.distribution(gamma))
      annihilator(absolute(dot(d, gamma)) / sqrtq(dot(d, d)));
    annihilator(dot(gamma, gamma) - 1);
    // The printed M_c leaves out the pairs with Omega gamma = gamma, and so every unit.
    units_outside += distance(system.target(system.unit(gamma)), gamma) < 1e-30;
    exponential(largest(system.constraint(system.unit(gamma))));
    // exp(angle n) by its halves, and back from the element tan(angle/2) n.
    Q const angle = 1.5Q + 1.4Q * Q(dice());
    auto const half = rodrigues(times(tanq(angle / 4), plane.n));
    auto const g = together(gamma, product(half, half));
    exponential(largest(system.constraint(g)));
    exponential(distance(interval_turned_by(plane, angle), g));
    for (auto const& eta : right_tangents(system, system.unit(gamma)))
      tangents(absolute(dot(eta, gamma)) / largest(eta));
    double const on_set = double(largest(derivative_of_psi(gamma, part(g, 3, 9))));
    least_on_set = smaller_or_nan(least_on_set, on_set);
    singular += on_set < 1e-12;
    auto const about_gamma = rodrigues(times(0.4Q + 0.3Q * Q(dice()), gamma));
    least = smaller_or_nan(least, double(largest(derivative_of_psi(gamma, about_gamma))));
  }
  measure(
      study,
      {{"V5", least,
        "least derivative of psi along Omega at 20 pairs with Omega gamma = gamma, where it "
        "should "
        "vanish",
        number},
       {"V18", annihilator,
        "largest gamma.d of directions d of D_c and largest |gamma|^2 - 1, 20 points"},
       {"V20", singular,
        fmt::format(
            "points of the zero set of psi, of {}, at which its derivative vanishes (least {:.2f})",
            samples, least_on_set),
        counted}});
  auto const outside =
      counted(units_outside, fmt::format("units outside the printed M_c, of {}", samples));
  study.measure("V21", "as printed", outside);
  study.measure("V22", "as printed", outside);
  measure(study, {{"V21", exponential,
                   "largest psi at units and exponentials of D_c, and distance of arrows of the "
                   "zero set from the exponential of their logarithm in D_c",
                   "zero set"},
                  {"V22", tangents,
                   "largest component along gamma of the tangents of the zero set at 20 units",
                   "zero set"}});
}

/// V6, V7 at random intervals of M_c.
void reversal(Study& study) {
  Dice dice(83);
  Largest of_constraint, map;
  double least_asymmetry = INFINITY;
  auto const system = veselova(h, 1);
  int const samples = study.quick ? 3 : 8;
  for (int sample = 0; sample < samples; ++sample) {
    auto const g = random_interval(dice, Q(1) / 10);
    of_constraint(constraint_asymmetry(system, g));
    map(reversibility_of_map(system, g));
    least_asymmetry = smaller_or_nan(least_asymmetry, lagrangian_asymmetry(system, g));
  }
  measure(study, {{"V6", of_constraint, "largest psi at i(g), random arrows of M_c"},
                  {"V7", least_asymmetry,
                   "least |L_d(i(g)) - L_d(g)|, random arrows of M_c, mgl = 1, h = .1", number,
                   "with gravity"}});
  study.find("V7/reversible", map.value,
             fmt::format("{:.1e}, where |L_d(i(g)) - L_d(g)| is {:.1e} or more", map.value,
                         least_asymmetry));
}

/// V8 and V9.
void regularity(Study& study) {
  auto const system = veselova(h, 1);
  Numbers const gamma{0.6Q, 0, 0.8Q}, xi{0.3Q, -0.2Q, 0.5Q}, eta{0.1Q, 0.7Q, -0.4Q};
  Q const value = -bilinear(system, system.unit(gamma), xi, eta);
  Q const product = xi[0] * eta[0] + 2 * xi[1] * eta[1] + 2.5Q * xi[2] * eta[2];
  auto const words = fmt::format(
      "the derivative, {:.6f} at a unit, h = .1, less the value, over "
      "its size",
      double(value));
  measure(study, {{"V8", absolute((value + product) / value), words, number},
                  {"V8", absolute((value - product / h) / value), words, "scaled"}});
  measure_regular_units(
      study, "V9", "zero set",
      {{"gamma = (.6, 0, .8)", system, gamma}, {"gamma = (0, 1, 0)", system, {0, 1, 0}}});

  Dice dice(84);
  double low = INFINITY, high = 0;
  int const bodies = study.quick ? 300 : 1500;
  auto& table = study.table("singular_angles", {"gamma3", "angle"});
  for (int i = 0; i < bodies; ++i) {
    auto const plane = random_plane(dice);
    double const angle = first_singular_angle(plane);
    low = smaller_or_nan(low, angle), high = larger_or_nan(high, angle);
    table.add({double(plane.gamma[2]), angle});
  }
  study.find("V9/angle", low,
             fmt::format("{:.4f} (largest {:.4f}), {} random gamma and axes", low, high, bodies));
}

/// V11: J = (Psi(xi))left(L_d) for xi = (-gamma_3, 1), Psi(a, b) = a gamma + b e3, on the symmetric
/// top I = (2, 2, 1), e = e3; theorem 3.24 along a run.
void momentum_equation(Study& study) {
  auto const system = veselova(h, 1, {2, 2, 1}, {0, 0, 1});
  auto run = veselova_run("heavy").with(h, study.quick ? 10 : 60);
  run.parameters = {{"I1", 2}, {"I2", 2}, {"I3", 1}, {"e1", 0}, {"e3", 1}};
  auto const q = study.execute_quad(run).q;
  auto const Psi = [](Numbers const& x, Numbers const& xi) {
    return sum(times(xi[0], x), Numbers{0, 0, xi[1]});
  };
  auto const section = [](Numbers const& x) { return Numbers{-x[2], 1}; };
  Largest rest;
  Numbers J;
  Arrow before;
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const g = interval_between(q[k - 1], q[k]);
    auto const x = system.target(g);
    Q const after = left_field(system, g, Psi(x, section(x)));
    if (k > 1) {
      auto const change = difference(section(x), section(system.target(before)));
      rest(after - J.back() - left_field(system, g, Psi(x, change)));
    }
    J.push_back(after);
    before = g;
  }
  measure(study,
          {{"V11", rest,
            fmt::format("largest residual of the momentum equation with xi~ = (-gamma_3, 1) along "
                        "a run, heavy symmetric top, h = .1 (momentum in [{:.3f}, {:.3f}])",
                        double(*std::min_element(J.begin(), J.end())),
                        double(*max_element_or_nan(J.begin(), J.end())))}});
}

}  // namespace

void veselova_structure(Study& study) {
  equations(study);
  constraint_submanifold(study);
  study.progress(0.3);
  reversal(study);
  study.progress(0.5);
  regularity(study);
  study.progress(0.8);
  momentum_equation(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
