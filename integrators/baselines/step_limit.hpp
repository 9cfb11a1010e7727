#pragma once

namespace rattleback {

/// Internal steps that an adaptive solver may take between two nodes. More is a failure, and gets
/// recorded: what a drifting solution costs would know no end.
inline constexpr long most_steps = 20000;

}  // namespace rattleback
