#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

constexpr double theta_end = 2.6, x_end = 1;
double const y_end = std::tan(theta_end / 2);

/// A point (theta, x, y) of SE(2), in units of the half axes of the box that is drawn.
struct Place {
  double theta, x, y;
};
Place on_surface(double theta, double x) {
  return {theta / theta_end, x / x_end, x * std::tan(theta / 2) / y_end};
}

/// Parallel projection along the direction to the eye; y points up.
struct Eye {
  double azimuth = 0.85, height = 0.5;
  Place towards() const {
    return {std::cos(height) * std::cos(azimuth), std::cos(height) * std::sin(azimuth),
            std::sin(height)};
  }
  std::pair<double, double> picture(Place const& p) const {
    double const right = -std::sin(azimuth) * p.theta + std::cos(azimuth) * p.x;
    double const back = std::cos(azimuth) * p.theta + std::sin(azimuth) * p.x;
    return {right, std::cos(height) * p.y - std::sin(height) * back};
  }
  /// Whether the surface, a graph over (theta, x), lies between p on it and the eye.
  bool sees(Place const& p) const {
    auto const d = towards();
    auto const above = [&](double s) {
      double const theta = p.theta + s * d.theta, x = p.x + s * d.x;
      return p.y + s * d.y - on_surface(theta * theta_end, x * x_end).y;
    };
    double const first = 1e-3, step = 2e-3;
    bool const side = above(first) > 0;
    for (double s = first; std::abs(p.theta + s * d.theta) <= 1 && std::abs(p.x + s * d.x) <= 1;
         s += step)
      if ((above(s) > 0) != side) return false;
    return true;
  }
};

/// Lines of constant theta and of constant x, in pieces: 200 a line.
void draw_mesh(Study& study) {
  Eye const eye;
  auto& seen = study.table("seen", {"right", "up"});
  auto& hidden = study.table("hidden", {"right", "up", "line"});
  double const gap = std::numeric_limits<double>::quiet_NaN();
  double line = 0;
  auto const add = [&](bool visible, double right, double up) {
    visible ? seen.add({right, up}) : hidden.add({right, up, line});
  };
  auto const draw = [&](auto const& place) {
    int const pieces = 200;
    bool last = false;
    for (int i = 0; i <= pieces; ++i) {
      auto const p = place(2.0 * i / pieces - 1);
      bool const visible = eye.sees(p);
      auto const [right, up] = eye.picture(p);
      // A piece belongs to its first point; the next line begins where this one ends.
      if (i > 0) {
        add(last, right, up);
        if (visible != last) add(last, gap, gap);
      }
      if (i == 0 || visible != last) add(visible, right, up);
      last = visible;
    }
    add(last, gap, gap);
    ++line;
  };
  for (int j = -10; j <= 10; ++j)
    draw([&](double s) { return on_surface(theta_end * j / 10.0, x_end * s); });
  for (int j = -6; j <= 6; ++j)
    draw([&](double s) { return on_surface(theta_end * s, x_end * j / 6.0); });
  // The theta and x axes lie in the surface; what sticks out of it is drawn.
  struct Axis {
    char const* name;
    Place direction;
    double from;
  };
  for (auto const& [name, d, from] :
       {Axis{"theta_axis", {1, 0, 0}, 1}, {"x_axis", {0, 1, 0}, 1}, {"y_axis", {0, 0, 1}, 0}}) {
    auto& axis = study.table(name, {"right", "up"});
    for (double const s : {from, 1.4}) {
      auto const [right, up] = eye.picture({s * d.theta, s * d.x, s * d.y});
      axis.add({right, up});
    }
  }
}

constexpr std::array sections{-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4};

}  // namespace

void figure_1(Study& study) {
  draw_mesh(study);
  for (std::size_t k = 0; k < sections.size(); ++k) {
    auto& section = study.table(fmt::format("section_{}", k), {"x", "y"});
    for (double const x : {-x_end, x_end}) section.add({x, x * std::tan(sections[k] / 2)});
  }

  Dice dice(2008);
  Tested set, drawn, tangent, at_unit;
  Largest line;
  for (int i = 0; i < 1000; ++i) {
    Q const w = 3.14Q * dice(), speed = 2 * dice();
    auto const g = planar_exp({w, speed, 0});
    auto const equation = [&](Q sign) { return (1 - cosq(w)) * g[1] - sign * g[2] * sinq(w); };
    set.printed(equation(1));
    set.changed(equation(-1));
    Q const height = 1 + absolute(g[2]);
    drawn.printed((g[2] - g[1] * tanq(w / 2)) / height);
    drawn.changed((g[2] - g[1] * w / 2) / height);
    // Back: a point of the printed set with theta = w, by the exponential.
    Q const x = dice(), y = x * (1 - cosq(w)) / sinq(w);
    auto const back = planar_exp({w, x * w / sinq(w), 0});
    set.printed(distance(back, {w, x, y}) / double(1 + absolute(y)));
    // The line: by the limit of the formula for turns of 1e-20, and by its value without a turn.
    line(distance(planar_exp({0, x, 0}), {0, x, 0}));
    Q const small = 1e-20Q;
    line(distance({x * sinq(small) / small, x * (1 - cosq(small)) / small}, {x, 0}));
  }
  supply(study, {{"C4", "theta not 0", set.printed}, {"C4", "line", line}});
  supply_controls(study, {{"C4", "sign of y", set.changed}});

  auto const body = sleigh(0.1Q, sleigh_a());
  for (int i = 0; i < 50; ++i) {
    Q const x = 5 * dice();
    auto const by_turn = derivative([&](Q t) { return planar_exp({t, x, 0}); });
    tangent.printed(distance(by_turn, {1, 0, x / 2}));
    tangent.changed(distance(by_turn, {1, 0, x}));
    tangent.printed(distance(derivative([&](Q t) {
                               return planar_exp({0, x + t, 0});
                             }),
                             {0, 1, 0}));
    // At (0, x, 0) left translation is d/dtheta, d/dx, d/dy.
    for (auto const& eta : right_tangents(body, {0, x, 0}))
      tangent.printed(absolute(eta[2] - x / 2 * eta[0]) / largest(eta));
  }
  auto const unit = body.unit({});
  auto const tangents = right_tangents(body, unit);
  at_unit.printed(largest(body.constraint(unit)));
  for (auto const& eta : tangents) at_unit.printed(eta[2]), at_unit.changed(eta[1]);
  at_unit.printed(double(tangents.size()) - 2);
  supply_tested(study, {{"Figure 1", drawn, "y = x theta/2"},
                        {"C5", tangent, "x d/dy"},
                        {"C5/identity", at_unit, "span{e, e_2}"}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
