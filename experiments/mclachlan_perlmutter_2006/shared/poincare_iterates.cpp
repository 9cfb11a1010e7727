#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"

#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

LongOrbit long_orbit(Study& study, int N, long iterates, bool drawn) {
  LongOrbit orbit;
  Table* section = drawn ? &study.table("section", {"z", "vz"}) : nullptr;
  Table* energy = drawn ? &study.table("energy", {"iterate", "energy"}) : nullptr;
  poincare_iterates(study, "dla_leapfrog", "B", N, iterates, [&](long number, Iterate const& i) {
    orbit.boxes.visit(i);
    orbit.energy_errors.push_back(i.energy_error);
    if (!drawn) return;
    if (i.x > 0) section->add({i.z, i.vz});
    energy->add({double(number), 1.5 + i.energy_error});
  });
  return orbit;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
