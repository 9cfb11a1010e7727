#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::figure_1_study {

namespace {

constexpr double theta_end = 2.6, x_end = 1;
double const y_end = std::tan(theta_end / 2);

/// Point (theta, x, y) of SE(2), in units of the half axes of the drawn box.
struct Place {
  double theta, x, y;
};
Place on_surface(double theta, double x) {
  return {theta / theta_end, x / x_end, x * std::tan(theta / 2) / y_end};
}

/// Parallel projection along the direction to the viewer; y points up.
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
  /// True if the surface, a graph over (theta, x), does not hide its point p from the viewer.
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

/// Draws the lines of constant theta and of constant x, in 200 pieces per line.
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
      // A piece belongs to its first point; the next line starts at the end of this piece.
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
  // The theta and x axes lie in the surface; the parts outside the surface are drawn.
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

  struct Instance {
    Quad w, x;
    Vector g;  ///< point of the set, by the exponential
  };
  auto const draw = [](Random& random) {
    Quad const w = random.uniform(-3.14, 3.14);
    return Instance{w, random.uniform(), planar_exp(Vector{{w, random.uniform(-2, 2), 0}})};
  };
  using At = Instance const&;
  auto const equation = [](At at, int sign) {
    return (1 - cos(at.w)) * at.g[1] - sign * at.g[2] * sin(at.w);
  };
  over(
      study, 1000, draw,
      {{"C4", "theta not 0",
        [&](At at) {
          // Inverse: a point of the printed set with theta = w, by the exponential.
          Quad const x = at.x, y = x * (1 - cos(at.w)) / sin(at.w);
          Vector const back = planar_exp(Vector{{at.w, x * at.w / sin(at.w), 0}});
          return worst_of(equation(at, 1),
                          distance(back, Vector{{at.w, x, y}}) / double(1 + abs(y)));
        }},
       {"C4", "sign of y", [&](At at) { return double(equation(at, -1)); }, true},
       // Points of the line: limit of the formula for rotations by 1e-20, and value for rotation 0.
       {"C4", "line", [](At at) {
          Quad const x = at.x, small = 1e-20_quad;
          Vector const limit = x * Vector{{sin(small) / small, (1 - cos(small)) / small}};
          Vector const line{{0, x, 0}};
          return worst_of(distance(planar_exp(line), line), distance(limit, line.tail(2)));
        }}});
  check(study, 1000, draw, {{"Figure 1", "y = x theta/2", [](At at, bool changed) {
                               Quad const slope = changed ? at.w / 2 : tan(at.w / 2);
                               return double((at.g[2] - at.g[1] * slope) / (1 + abs(at.g[2])));
                             }}});
  auto const body = sleigh(0.1_quad, sleigh_a());
  check(study, 50, [](Random& random) { return Quad(random.uniform(-5, 5)); },
        {{"C5", "x d/dy", [&](Quad x, bool changed) {
            auto const along = [x](QuadJet const& turn, QuadJet const& shift) {
              return planar_exp(JetVector{{turn, x + shift, 0}});
            };
            Vector const by_turn = derivative([&](QuadJet const&t) { return along(t, 0); }),
                         by_shift = derivative([&](QuadJet const&t) { return along(0, t); });
            double const off = distance(by_turn, Vector{{1, 0, changed ? x : x / 2}});
            if (changed) return off;
            // At (0, x, 0) left translation is d/dtheta, d/dx, d/dy.
            Largest of_tangents;
            Matrix const tangents = right_tangents(body, Vector{{0, x, 0}});
            for (auto const& eta : tangents.colwise())
              of_tangents(double(eta[2] - x / 2 * eta[0]) / largest_entry(eta));
            return worst_of(off, distance(by_shift, Vector::Unit(3, 1)), of_tangents.value);
          }}});
  Arrow const unit = body.unit(Vector(0));
  Matrix const tangents = right_tangents(body, unit);
  supply(study, {{"C5/identity", worst_of(largest_entry(body.constraint(unit)),
                                          largest_entry(tangents.row(2)), tangents.cols() - 2)}});
  supply_controls(study, {{"C5/identity", "span{e, e_2}", largest_entry(tangents.row(1))}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::figure_1_study
