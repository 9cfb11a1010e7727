// Direction and size of a verdict: on which side of the printed number a measurement lies.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// Returns the direction of a failed statement, such as "27 times better than printed" or "14 in
/// place of 100"; empty for other verdicts and for failures without a number. "Better" and "worse"
/// are used if the measured quantity is an error.
std::string direction_of(nlohmann::json const& record);

/// Returns sampling error and tolerance of a reading, if the printed number lies outside of the
/// sampling error but inside of the tolerance; else an empty text.
std::string sampling_note(nlohmann::json const& reading);

/// Returns the measured quantity of a reading without the details of the run: its text up to the
/// first comma outside of brackets, at most 70 characters.
std::string short_quantity(nlohmann::json const& reading);

}  // namespace rattleback::reports
