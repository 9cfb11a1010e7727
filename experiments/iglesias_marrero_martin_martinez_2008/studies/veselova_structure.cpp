#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = Q(1) / 10;

/// V3, V4 along solutions of the groupoid equations; V19.
void equations(Study& study) {
  auto const system = veselova(h, 1);
  Largest printed;
  Tested other_sign, vector, kinetic;
  Dice dice(81);
  auto g = random_interval(dice, Q(1) / 10);
  for (int k = 0; k < (study.quick ? 3 : 12); ++k) {
    auto const next = evolved(system, g);
    Q const scale = 1 / largest(momentum_vector(part(next, 3, 9)));
    printed(scale * largest(pair_equation(g, next, h, 1)));
    other_sign.printed(scale * largest(pair_equation(g, next, h, -1)));
    other_sign.changed(scale * largest(pair_equation(g, next, h, -1, true)));
    vector.printed(scale * largest(vector_equation(g, next, h)));
    vector.changed(scale * largest(vector_equation(g, next, h, 1)));
    g = next;
  }
  supply(study, {{"V3", printed},
                 {"V3", "other sign", other_sign.printed},
                 {"V4", "set to zero", vector.printed}});
  supply_controls(study, {{"V3", "inverse of Omega_k", other_sign.changed},
                          {"V4", "sign of gravity", vector.changed}});

  Q const half_trace = 2.75Q;
  for (int i = 0; i < 20; ++i) {
    auto const w = dice.numbers(3, 1);
    auto const trace_form = [&](Q share) {
      auto const J = diagonal(share - 1, share - 2, share - 2.5Q);
      return trace_of_product(product(hat(w), J), transposed(hat(w))) / 2;
    };
    Q const energy = (w[0] * w[0] + 2 * w[1] * w[1] + 2.5Q * w[2] * w[2]) / 2;
    kinetic.printed(trace_form(half_trace) - energy);
    kinetic.changed(trace_form(2 * half_trace) - energy);
  }
  supply_tested(study, {{"V19", kinetic, "Tr(I) Id - I"}});
}

/// The zero set of psi: V5, V18, V20, V21, V22.
void constraint_submanifold(Study& study) {
  auto const system = veselova(h, 1);
  Dice dice(82);
  Tested annihilator, exponential, tangents;
  Largest at_right_angles;
  int units_outside = 0, singular = 0, singular_turns = 0;
  double least = INFINITY;
  auto const size_of_derivative = [](Numbers const& gamma, Numbers const& Omega) {
    return double(largest(derivative_of_psi(gamma, Omega)));
  };
  for (int i = 0; i < 20; ++i) {
    auto const plane = random_plane(dice);
    auto const& gamma = plane.gamma;
    for (auto const& d : system.distribution(gamma)) {
      Q const length = sqrtq(dot(d, d));
      annihilator.printed(absolute(dot(d, gamma)) / length);
      annihilator.changed(absolute(dot(d, {gamma[0], gamma[1], -gamma[2]})) / length);
    }
    annihilator.printed(dot(gamma, gamma) - 1);
    // The printed M_c leaves out the pairs with Omega gamma = gamma, and so every unit.
    units_outside += distance(system.target(system.unit(gamma)), gamma) < 1e-30;
    exponential.printed(largest(system.constraint(system.unit(gamma))));
    // exp(angle n) by its halves, and back from the element tan(angle/2) n.
    Q const angle = 1.5Q + 1.4Q * Q(dice());
    auto const half = rodrigues(times(tanq(angle / 4), plane.n));
    auto const g = together(gamma, product(half, half));
    exponential.printed(largest(system.constraint(g)));
    exponential.printed(distance(interval_turned_by(plane, angle), g));
    auto const tilted = rodrigues(times(tanq(angle / 4), sum(plane.n, times(0.2Q, gamma))));
    exponential.changed(largest(system.constraint(together(gamma, tilted))));
    auto const at_unit = right_tangents(system, system.unit(gamma));
    tangents.printed(double(at_unit.size()) - 2);
    for (auto const& eta : at_unit) {
      tangents.printed(absolute(dot(eta, gamma)) / largest(eta));
      tangents.changed(absolute(dot(eta, plane.n)) / largest(eta));
    }
    singular += size_of_derivative(gamma, part(g, 3, 9)) < 1e-12;
    singular_turns +=
        size_of_derivative(gamma, product(rodrigues(plane.n), rodrigues(plane.n))) < 1e-12;
    auto const about_gamma = rodrigues(times(0.4Q + 0.3Q * Q(dice()), gamma));
    least = smaller_or_nan(least, size_of_derivative(gamma, about_gamma));
    at_right_angles(size_of_derivative(gamma, rodrigues(gamma)));
  }
  supply(study, {{"V5", least},
                 {"V20", singular},
                 {"V21", units_outside},
                 {"V22", units_outside},
                 {"V21", "zero set", exponential.printed},
                 {"V22", "zero set", tangents.printed}});
  supply_tested(study, {{"V18", annihilator, "minus gamma^3"}});
  supply_controls(study, {{"V5", "right angles", at_right_angles},
                          {"V20", "turns by pi", singular_turns},
                          {"V21", "vectors outside D_c", exponential.changed},
                          {"V22", "another axis", tangents.changed}});
}

/// V6, V7 at random intervals of M_c by angles between 0.1 and 2.9.
void reversal(Study& study) {
  Dice dice(83);
  Largest map, traces, fixed_points, without_gravity;
  Tested zero_set;
  double least_asymmetry = INFINITY, least_of_short = INFINITY;
  auto const system = veselova(h, 1), light = veselova(h, 0);
  auto const psi = [&](Arrow const& g) { return system.constraint(g)[0]; };
  auto const trace = [](Arrow const& g) { return g[3] + g[7] + g[11]; };
  auto const moved = [&](Arrow const& g) { return distance(system.target(g), system.source(g)); };
  int const samples = study.quick ? 3 : 8;
  for (int sample = 0; sample < 20; ++sample) {
    auto const plane = random_plane(dice);
    Q const angle = 1.5Q + 1.4Q * Q(dice());
    auto const g = interval_turned_by(plane, angle), back = system.inverse(g);
    zero_set.printed(psi(back) - psi(g));
    zero_set.printed(psi(back));
    traces(trace(back) - trace(g));
    fixed_points(moved(back) - moved(g));
    auto const off = together(
        plane.gamma, rodrigues(times(tanq(angle / 2), sum(plane.n, times(0.2Q, plane.gamma)))));
    zero_set.changed(psi(system.inverse(off)) - psi(off));
    least_asymmetry = smaller_or_nan(least_asymmetry, lagrangian_asymmetry(system, g));
    without_gravity(lagrangian_asymmetry(light, g));
    // Short intervals, from which the map has a next one.
    if (sample >= samples) continue;
    auto const near = interval_turned_by(plane, Q(1) / 10);
    map(reversibility_of_map(system, near));
    least_of_short = smaller_or_nan(least_of_short, lagrangian_asymmetry(system, near));
  }
  supply(study, {{"V6", "zero set of psi", zero_set.printed},
                 {"V6", "V", traces},
                 {"V6", "C_psi", fixed_points},
                 {"V7", "with gravity", least_asymmetry}});
  supply_controls(study, {{"V6", "another level of psi", zero_set.changed},
                          {"V7", "without gravity", without_gravity}});
  study.find("V7/reversible", map.value,
             fmt::format("{:.1e}, where |L_d(i(g)) - L_d(g)| is {:.1e} or more", map.value,
                         least_of_short));
}

/// V8 and V9.
void regularity(Study& study) {
  auto const system = veselova(h, 1);
  Dice dice(85);
  double printed = INFINITY;
  Tested scaled;
  for (int i = 0; i < 10; ++i) {
    auto const gamma = random_plane(dice).gamma;
    auto const xi = dice.numbers(3, 1), eta = dice.numbers(3, 1);
    auto const form = [&](Numbers const& I) {
      return I[0] * xi[0] * eta[0] + I[1] * xi[1] * eta[1] + I[2] * xi[2] * eta[2];
    };
    Q const value = -bilinear(system, system.unit(gamma), xi, eta), size = absolute(value),
            product = form({1, 2, 2.5Q});
    printed = smaller_or_nan(printed, double(absolute(value + product) / size));
    scaled.printed((value - product / h) / size);
    scaled.changed((value - form({1.75Q, 0.75Q, 0.25Q}) / h) / size);
  }
  supply(study, {{"V8", printed}, {"V8", "scaled", scaled.printed}});
  supply_controls(study, {{"V8", "bold I", scaled.changed}});
  measure_regular_units(
      study, "V9", "zero set",
      {{"gamma = (.6, 0, .8)", system, {0.6Q, 0, 0.8Q}}, {"gamma = (0, 1, 0)", system, {0, 1, 0}}});
  study.control("V9", "no inertia across gamma",
                regularity_at({"", veselova(h, 1, {0, 2, 2.5Q}), {0, 0, 1}}));

  dice = Dice(84);
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
  Tested rest;
  Numbers J;
  Arrow before;
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const g = interval_between(q[k - 1], q[k]);
    auto const x = system.target(g);
    Q const after = left_field(system, g, Psi(x, section(x)));
    if (k > 1) {
      auto const change = difference(section(x), section(system.target(before)));
      rest.printed(after - J.back() - left_field(system, g, Psi(x, change)));
      rest.changed(after - J.back());
    }
    J.push_back(after);
    before = g;
  }
  supply_tested(study, {{"V11", rest, "right side left out"}});
}

}  // namespace

void veselova_structure(Study& study) {
  for (char const* const erratum : {"E24", "E21", "E22", "E25"}) study.uses(erratum);
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
