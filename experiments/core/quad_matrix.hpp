#pragma once
// Eigen with quad numbers. To be included wherever Eigen meets RawQuad: Eigen takes a type that it
// does not know for unsigned, and then cwiseAbs() changes nothing and pivots are chosen by sign.

#include <Eigen/Core>

namespace Eigen {
template <>
struct NumTraits<__float128> : GenericNumTraits<__float128> {
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
  enum { ReadCost = 2, AddCost = 10, MulCost = 10 };
};
}  // namespace Eigen
