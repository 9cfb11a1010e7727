#include "experiments/core/misprint.hpp"

#include <fmt/format.h>

namespace rattleback {

std::vector<Claim> misprint_claims(std::vector<Misprint> const& misprints) {
  std::vector<Claim> claims;
  for (auto const& m : misprints)
    claims.push_back({.id = m.id,
                      .place = m.place,
                      .statement = m.statement,
                      .printed = m.printed,
                      .criterion = at_least(1e3),
                      .reason = "the defect of the printed reading over that of the corrected one",
                      .correction = m.correction});
  return claims;
}

void measure_misprints(std::vector<Misprint> const& misprints, Findings& findings, double share) {
  double done = 0;
  for (auto const& m : misprints) {
    auto const r = m.measure();
    findings.measure(
        m.id, r.separation(),
        fmt::format("{}: printed {:.2e}, corrected {:.2e}", m.defect, r.printed, r.corrected));
    findings.progress(share * ++done / static_cast<double>(misprints.size()));
  }
}

Claim wording_claim(std::string id, std::string place, std::string statement, std::string printed,
                    std::string correction) {
  return {.id = std::move(id),
          .place = std::move(place),
          .statement = std::move(statement),
          .printed = std::move(printed),
          .criterion = at_least(0),
          .reason = "no number tells the readings apart",
          .correction = std::move(correction)};
}

}  // namespace rattleback
