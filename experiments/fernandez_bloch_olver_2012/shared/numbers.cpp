#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>

namespace rattleback::fernandez_bloch_olver_2012 {

void over_random(Study& study, std::vector<Formula<Vector>> const& formulas,
                 std::string const& instance, double epsilon) {
  auto const draw = [](Random& random) { return theory::vector_of<Quad>(random.vector(4, 1.2)); };
  study.over(100, draw, rows_of(formulas), epsilon, instance);
}

Size over_epsilons(Quad x0, Quad x1, Quad exchanged,
                   std::function<Size(Quad x, Quad tested)> const& residual) {
  auto const sizes = series(4, [&](std::size_t k) {
    Quad const e = k < 3 ? Quad(double(k)) / 4 : Quad(1);
    Quad const tested = (1 - e) * x0 + e * x1, other = e * x0 + (1 - e) * x1;
    return residual(x0 + e * (x1 - x0), exchanged == 1 ? other : tested).value;
  });
  return largest(sizes);
}

void supply(Study& study, std::string const& instance, std::vector<Number> const& numbers,
            Measured common) {
  for (auto const& [statement, name, value, is_control] : numbers) {
    common.value = value;
    is_control ? study.control(statement, name, instance, common)
               : study.measure(statement, name, instance, common);
  }
}

double integral(std::function<double(double)> const& f, double a, double b, unsigned depth) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(f, a, b, depth, 1e-15);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
