#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// The equations of [36]: (3.9), (3.10) on pairs of points, (6.1) on Lie groups.
void other_methods(Study& study) {
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Numbers const q0{1, 0.5Q, 0.75Q};
    auto const g = arrow_of_momentum(s, q0, {0.3Q, -0.4Q}), next = evolved(s, g);
    Numbers total;
    for (std::size_t j = 0; j < 3; ++j)
      total.push_back(derivative([&](Q t) {
        auto before = g, after = next;
        before[3 + j] += t;
        after[j] += t;
        return s.lagrangian(before) + s.lagrangian(after);
      }));
    auto const D = s.distribution(s.target(g));
    auto const A = cross(D[0], D[1]);
    auto const rest = larger_or_nan(double(largest(cross(total, A)) / largest(total)),
                                    double(largest(s.constraint(next))));
    for (char const* statement : {"D2", "I4"})
      measure(study, s.name,
              {{statement, rest,
                "(3.9), (3.10) of [36] at a solution of the groupoid equations on R^3, over the "
                "multiplier's force",
                "equations of [36]"}});
  }
  // <w^-1 dl(w), xi> is dl along w xi, <dl(w) w^-1, xi> along xi w.
  auto const all = paths();
  auto const J = suslov_mass_tensor(), K = sleigh_mass_tensor(sleigh_a());

  for (bool const rotation : {true, false}) {
    auto const& path = all[rotation ? 1 : 2];
    auto const g = path.sample(), next = evolved(path.system, g);
    auto const W1 = rotation ? g : planar_matrix(g), W2 = rotation ? next : planar_matrix(next);
    auto const dl = [&](Numbers const& W, Numbers const& along) {
      return rotation ? trace_of_product(along, J)
                      : trace_of_product(product(along, K),
                                         transposed(difference(W, identity_matrix())));
    };
    Numbers values;
    for (auto const& e : unit_vectors(3)) {
      auto const xi = rotation ? hat(e) : Numbers{0, -e[0], e[1], e[0], 0, e[2], 0, 0, 0};
      values.push_back(dl(W1, product(W1, xi)) - dl(W2, product(xi, W2)));
    }
    double const rest = double(largest(part(values, 0, 2)) / absolute(values[2]));
    std::string const what =
        "(6.1) of [36] on D_c, over the multiplier, at a solution of the groupoid equations";
    if (rotation) measure(study, {{"H2", rest, what + ", Suslov"}});
    measure(study, path.system.name,
            {{"I4", rest, what, "equations of [36]"},
             {"H1", rest_on_distribution(path.system, g, euler_lagrange(path.system, g, next)),
              "part on D_c of the left side of (4.4) at a solution, over its size"}});
  }
}

/// Section 4.5: A4 and (4.11) on the ball and the robot.
void atiyah(Study& study) {
  auto const all = paths();
  for (std::size_t const k : {std::size_t(4), std::size_t(5)}) {
    auto const& s = all[k].system;
    bool const rolling = s.name == "ball";
    Dice dice(35);
    auto const g = all[k].sample(), next = evolved(s, g), other = arrow_after(s, g, dice);
    measure(
        study, s.name,
        {{"A4", rest_on_distribution(s, g, euler_lagrange(s, g, next)),
          "part on D_c of the equations of (X, 0) and (0, C_xi) at a solution, over its size"}});
    auto const covector = euler_lagrange(s, g, other);
    Largest apart;
    // Partial derivatives in the base coordinates, which are numbers 2, 3 of g and 0, 1 of the
    // next.
    for (std::size_t j = 0; j < 2; ++j) {
      Q const D2 = derivative([&](Q t) {
        auto moved = g;
        moved[2 + j] += t;
        return s.lagrangian(moved);
      });
      Q const D1 = derivative([&](Q t) {
        auto moved = other;
        moved[j] += t;
        return s.lagrangian(moved);
      });
      apart(D2 + D1 - covector[j]);
    }
    auto const momentum = [&](Arrow const& a) {
      Numbers p;
      for (std::size_t j = 2; j < 5; ++j) p.push_back(right_field(s, a, unit_vectors(5)[j]));
      return p;
    };
    auto const p1 = momentum(g), p2 = momentum(other);
    auto const W = part(g, 4, rolling ? 9 : 3);
    for (std::size_t j = 0; j < 3; ++j) {
      auto const xi = unit_vectors(3)[j];
      auto const conjugated = [&](Q t) {
        return rolling
                   ? times(0.5Q,
                           twice_axial(product(product(W, turned_by(times(t, xi))), transposed(W))))
                   : planar_product(planar_product(W, planar_exp(times(t, xi))), planar_inverse(W));
      };
      apart(dot(p1, derivative(conjugated)) - p2[j] - covector[2 + j]);
    }
    measure(study, s.name,
            {{"A5", apart,
              "largest difference of D_2 L_d + D_1 L_d and Ad* p_k - p_(k+1) from the groupoid "
              "equations"}});
  }
}

}  // namespace

void earlier_methods(Study& study) {
  other_methods(study);
  study.progress(0.5);
  atiyah(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
