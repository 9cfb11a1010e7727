#pragma once
// The laboratory's requests: a text problem is read, a method runs on it. Requests and answers are
// JSON; numbers that a user typed are texts, so that they mean the same as on the command line.

#include <functional>
#include <string>
#include <vector>

namespace rattleback::laboratory {

/// Answer to a request.
struct Answer {
  std::string json;           ///< an object, of which `ok` says whether the request succeeded
  std::vector<double> table;  ///< rows of a run, one after the other; NaN for a missing value
};

/// Receives the fraction of a run that is done.
using ReportProgress = std::function<void(double fraction)>;

/// Answers a request: an object whose field `do` is one of
/// - catalogue: cards of the methods;
/// - read: the problem that `text` states, and the methods that apply to it;
/// - run: nodes of a run, or crossings of `section`, as a table;
/// - order: the observed order of the end point, from the steps h, h/2 and h/4.
/// A mistake of the user is an answer with `ok` false and a sentence `message`; a mistake in a text
/// also has `line` and `column`, from 1.
Answer answer(std::string const& request, ReportProgress const& progress);

}  // namespace rattleback::laboratory
