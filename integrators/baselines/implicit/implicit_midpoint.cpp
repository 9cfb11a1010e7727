#include <cmath>
#include <limits>

#include "integrators/core/solve/broyden.hpp"
#include "integrators/core/solvers/library_solvers.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

template <class S>
class ImplicitMidpointSteps : public FixedSteps<S> {
  using FixedSteps<S>::t_, FixedSteps<S>::h_;

 public:
  ImplicitMidpointSteps(OdeFunction<S> f, std::vector<S> y0)
      : f_(std::move(f)),
        equation_(static_cast<int>(y0.size())),
        rate_(y0.size()),
        next_(y0.size()),
        defect_(y0.size()),
        middle_(y0.size()) {
    this->y = std::move(y0);
  }

  /// Solves k = f(t + h/2, y + h/2 k) by Broyden's method, whose first iteration is k <- f, until
  /// the end y + h k changes no more.
  bool advance(S, bool) override {
    using std::abs;
    constexpr int most_iterations = 100;
    S const half = h_ / S(2), epsilon = std::numeric_limits<S>::epsilon();
    f_(t_, this->y, rate_);
    equation_.start(S(1));
    S last(-1);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      S size(1);
      for (std::size_t i = 0; i < middle_.size(); ++i) {
        middle_[i] = this->y[i] + half * rate_[i];
        size = larger_or_nan(size, S(abs(middle_[i])));
      }
      f_(t_ + half, middle_, next_);
      S change(0);
      for (std::size_t i = 0; i < next_.size(); ++i) {
        defect_[i] = rate_[i] - next_[i];
        change = larger_or_nan(change, S(abs(h_ * defect_[i])));
      }
      if (change != change) break;
      // The last digits may alternate: no further progress near rounding is the end as well.
      bool const stagnates = last >= S(0) && change >= last && change <= S(1000) * epsilon * size;
      if (change <= epsilon * size || stagnates) {
        for (std::size_t i = 0; i < next_.size(); ++i) this->y[i] = this->y[i] + h_ * next_[i];
        return this->finish_step();
      }
      last = change;
      equation_.advance(rate_, defect_);
    }
    return this->fail("the iteration for the midpoint does not converge; a smaller step may help");
  }

 private:
  OdeFunction<S> f_;
  Broyden<S> equation_;
  std::vector<S> rate_, next_, defect_, middle_;
};

}  // namespace

template <class S>
std::unique_ptr<StartedSolver<S>> implicit_midpoint_solver(OdeFunction<S> f, std::vector<S> y0) {
  return std::make_unique<ImplicitMidpointSteps<S>>(std::move(f), std::move(y0));
}
template std::unique_ptr<StartedSolver<double>> implicit_midpoint_solver(OdeFunction<double>,
                                                                         std::vector<double>);
template std::unique_ptr<StartedSolver<Quad>> implicit_midpoint_solver(OdeFunction<Quad>,
                                                                       std::vector<Quad>);

}  // namespace rattleback
