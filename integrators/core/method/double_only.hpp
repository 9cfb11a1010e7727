#pragma once

namespace rattleback {

/// True in a build of the laboratory's size: runs in quad precision and on lanes, closed forms and
/// the consistency of problems are left out.
#if defined(RATTLEBACK_DOUBLE_ONLY)
inline constexpr bool double_only = true;
#else
inline constexpr bool double_only = false;
#endif

}  // namespace rattleback
