// The Jacobi equation (7.2) of McLachlan & Perlmutter 2006: the printed form fails, the corrected
// one holds on exact motions.

#include <gtest/gtest.h>

#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms_exact.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {
namespace {

TEST(MpErrata, JacobiEquation) {
  auto const r = jacobi_equation();
  EXPECT_GT(r.printed, 1e-3);
  EXPECT_LT(r.corrected, 1e-8);
}

}  // namespace
}  // namespace rattleback::mclachlan_perlmutter_2006
