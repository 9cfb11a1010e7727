#pragma once
// A look into the computation of references, which takes seconds and knows no progress of its own.

#include <functional>

namespace rattleback {

/// While it lives, `look` is called in this thread before each step of an extrapolation, with the
/// time that it has reached. Each formulation begins at 0 again. What `look` throws ends the
/// reference, of which nothing is kept. A watch in a watch replaces it.
class ReferenceWatch {
 public:
  explicit ReferenceWatch(std::function<void(double time)> look);
  ~ReferenceWatch();
  ReferenceWatch(ReferenceWatch const&) = delete;
  ReferenceWatch& operator=(ReferenceWatch const&) = delete;

 private:
  std::function<void(double)> const look_;
  std::function<void(double)> const* const before_;
};

/// Calls the watch of this thread, if there is one.
void look_at_reference(double time);

}  // namespace rattleback
