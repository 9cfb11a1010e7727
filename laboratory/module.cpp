// The functions that the page's worker calls, see module.js.

#include <emscripten.h>

#include "laboratory/answers.hpp"

EM_JS(void, report_progress, (double fraction), {
  if (Module.progress) Module.progress(fraction);
});

namespace {
rattleback::laboratory::Answer last;
}

extern "C" {
/// Answers a request. The answer is valid until the next call.
char const* laboratory_answer(char const* request) {
  last = rattleback::laboratory::answer(request, report_progress);
  return last.json.c_str();
}
/// Table of the last answer.
double const* laboratory_table() { return last.table.data(); }
/// Count of numbers in the table of the last answer.
int laboratory_table_size() { return static_cast<int>(last.table.size()); }
}
