#include <nlohmann/json.hpp>

#include "reports/files/files.hpp"

namespace rattleback::reports {

std::string json_text(nlohmann::json const& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace rattleback::reports
