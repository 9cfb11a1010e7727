// Functions of the registry that the module leaves out for its size: ensembles, references, events,
// volumes and parasitic modes. No request reaches them.

#include <stdexcept>

#include "integrators/core/ensemble/ensemble.hpp"
#include "integrators/core/ensemble/initial_states.hpp"
#include "integrators/core/run/parasitic_mode.hpp"
#include "integrators/core/run/reference.hpp"
#include "integrators/core/run/volume.hpp"

namespace rattleback {
namespace {
[[noreturn]] void leave_out() { throw std::logic_error("not part of the laboratory"); }
}  // namespace

EnsembleResult ensemble(SharedProblem const&, EnsembleMethod const&, EnsembleSpec const&) {
  leave_out();
}
FlatPoint<double> start_of_orbit(System<double> const&, std::vector<double> const&, std::uint64_t,
                                 std::uint64_t, double) {
  leave_out();
}
std::vector<std::vector<Quad>> extrapolate(QuadOde const&, std::vector<Quad> const&, Quad) {
  leave_out();
}
std::string measure_of_starts(ProblemFunctions const&) { return {}; }
Reference reference(SharedProblem const&, Setting const&, std::vector<RawQuad> const&) {
  leave_out();
}
double volume_defect(SharedProblem const&, StepTable<double> const&, MethodCard const&,
                     RunSpec const&) {
  leave_out();
}
double divergence(SharedProblem const&, Setting const&) { leave_out(); }
double measure_defect(SharedProblem const&, Setting const&) { leave_out(); }
double riemannian_divergence(SharedProblem const&, Setting const&) { leave_out(); }
std::vector<ParasiticMode> parasitic_modes(SharedProblem const&, Setting const&,
                                           MotionPoints const&) {
  leave_out();
}

}  // namespace rattleback
