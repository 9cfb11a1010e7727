#include "reports/verdicts.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "reports/description.hpp"
#include "reports/files.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Verdict {
  std::string_view words;
  int rank;
  int VerdictCounts::*count;
};

constexpr std::array<Verdict, 5> verdicts{
    {{"reproduced", 2, &VerdictCounts::reproduced},
     {"reproduced after correction", 2, &VerdictCounts::corrected},
     {"reproduced under an assumption", 2, &VerdictCounts::assumed},
     {"not checkable", 1, &VerdictCounts::not_checkable},
     {"not reproduced", 0, &VerdictCounts::not_reproduced}}};

Verdict const& find_verdict(std::string const& words, fs::path const& file) {
  for (Verdict const& verdict : verdicts) {
    if (verdict.words == words) return verdict;
  }
  throw FileFailure(fmt::format("{}: \"{}\" is not a verdict", file.string(), words));
}

std::string table_cell(std::string const& text) {
  std::string cell;
  for (char const c : text) {
    if (c == '|') cell += '\\';
    cell += c == '\n' ? ' ' : c;
  }
  return cell;
}

std::vector<std::string> row_cells(std::string const& line) {
  std::vector<std::string> cells{""};
  for (std::size_t i = 1; i < line.size(); ++i) {  // the first character is the opening pipe
    bool const escaped = line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|';
    if (line[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[escaped ? ++i : i];
    }
  }
  for (std::string& cell : cells) {
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return cells;
}

/// The paper's short name and the claim's id.
using ClaimName = std::pair<std::string, std::string>;
using VerdictsByName = std::map<ClaimName, std::string>;

/// Of two claims with one name the worse verdict counts, so that no regression stays hidden.
void add_verdict(VerdictsByName& table, ClaimName const& name, std::string const& words,
                 fs::path const& source) {
  auto const [entry, is_new] = table.emplace(name, words);
  if (!is_new && find_verdict(words, source).rank < find_verdict(entry->second, source).rank) {
    entry->second = words;
  }
}

constexpr std::size_t columns_of_table = 5;

/// Reads the rows of the table written by verdict_table.
VerdictsByName parse_table(std::string const& text, fs::path const& source) {
  VerdictsByName table;
  std::istringstream lines(text);
  bool in_rows = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("|", 0) != 0) continue;
    std::vector<std::string> const cells = row_cells(line);
    if (cells.size() < columns_of_table) {
      throw FileFailure(fmt::format("{}: unreadable row: {}", source.string(), line));
    }
    if (in_rows) {
      find_verdict(cells[4], source);
      add_verdict(table, {cells[0], cells[1]}, cells[4], source);
    }
    in_rows = in_rows || cells[0].rfind("---", 0) == 0;
  }
  if (!in_rows) throw FileFailure(fmt::format("{}: no table of claims", source.string()));
  return table;
}

template <class Key, class Value>
std::set<Key> all_keys(std::map<Key, Value> const& first, std::map<Key, Value> const& second) {
  std::set<Key> keys;
  for (auto const& entry : first) keys.insert(entry.first);
  for (auto const& entry : second) keys.insert(entry.first);
  return keys;
}

/// Everything `differences` compares, as text by name.
std::map<std::string, std::string> comparable_items(fs::path const& results_folder) {
  std::map<std::string, std::string> items;
  for (std::string const& experiment : listed_experiments(results_folder)) {
    items["experiment " + experiment] = "present";
    fs::path const data = results_folder / experiment / "data";
    if (!fs::is_directory(data)) continue;
    for (auto const& file : fs::recursive_directory_iterator(data)) {
      if (!file.is_regular_file()) continue;
      std::string const name = file.path().lexically_relative(results_folder).generic_string();
      items["data file " + name] = "sha256 " + sha256_file(file.path());
    }
  }
  for (json const& claim : read_claims(results_folder)) {
    auto const text = [&](char const* key) { return claim.value(key, ""); };
    items[fmt::format("claim {} {} of {}", text("short"), text("id"), text("experiment"))] =
        fmt::format("{}, measured {}", text("verdict"), text("measured"));
  }
  return items;
}

}  // namespace

std::vector<json> read_claims(fs::path const& results_folder) {
  fs::path const run_file = results_folder / "run.json";
  std::map<std::string, std::string> const short_names = understood(run_file, [&] {
    json const run = read_json(run_file);
    std::map<std::string, std::string> names;
    for (json const& paper : run.at("papers")) names[paper.at("id")] = paper.at("short");
    return names;
  });
  std::vector<json> claims;
  for (std::string const& experiment : listed_experiments(results_folder)) {
    fs::path const file = results_folder / experiment / "claims.json";
    if (!fs::exists(file)) continue;
    understood(file, [&] {
      for (json claim : read_json(file)) {
        std::string const paper = claim.at("paper");
        find_verdict(claim.at("verdict"), file);
        claim.at("id").get_ref<std::string const&>();
        auto const known = short_names.find(paper);
        claim["short"] = known == short_names.end() ? paper : known->second;
        claim["experiment"] = experiment;
        claims.push_back(std::move(claim));
      }
    });
  }
  return claims;
}

VerdictCounts count_verdicts(fs::path const& results_folder) {
  VerdictCounts counts;
  for (json const& claim : read_claims(results_folder)) {
    ++(counts.*find_verdict(claim.at("verdict"), results_folder).count);
  }
  return counts;
}

std::string verdict_table(fs::path const& results_folder) {
  std::string text =
      "# Claims and verdicts\n\n"
      "| paper | id | printed | measured | verdict |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (json const& claim : read_claims(results_folder)) {
    for (char const* key : {"short", "id", "printed", "measured", "verdict"}) {
      text += fmt::format("| {} ", table_cell(claim.value(key, "")));
    }
    text += "|\n";
  }
  return text;
}

VerdictChanges regressions(fs::path const& results_folder, fs::path const& committed_table) {
  VerdictsByName const before = parse_table(read_text(committed_table), committed_table);
  VerdictsByName const now = parse_table(verdict_table(results_folder), results_folder);
  VerdictChanges result;
  for (ClaimName const& name : all_keys(before, now)) {
    std::string const claim = fmt::format("{} {}", name.first, name.second);
    auto const old_entry = before.find(name);
    auto const new_entry = now.find(name);
    if (new_entry == now.end()) {
      result.missing.push_back(fmt::format("{}: vanished (was \"{}\")", claim, old_entry->second));
    } else if (old_entry == before.end()) {
      result.regressions.push_back(
          fmt::format("{}: \"{}\" is missing from the committed table", claim, new_entry->second));
    } else if (old_entry->second != new_entry->second) {
      int const old_rank = find_verdict(old_entry->second, committed_table).rank;
      int const new_rank = find_verdict(new_entry->second, results_folder).rank;
      char const* const kind = new_rank < old_rank   ? "worse"
                               : new_rank > old_rank ? "improved"
                                                     : "changed";
      auto& list = new_rank < old_rank ? result.regressions : result.changes;
      list.push_back(fmt::format("{}: {} from \"{}\" to \"{}\"", claim, kind, old_entry->second,
                                 new_entry->second));
    }
  }
  return result;
}

std::vector<std::string> differences(fs::path const& first, fs::path const& second) {
  auto const items_a = comparable_items(first);
  auto const items_b = comparable_items(second);
  std::vector<std::string> lines;
  for (std::string const& name : all_keys(items_a, items_b)) {
    auto const a = items_a.find(name);
    auto const b = items_b.find(name);
    if (a == items_a.end() || b == items_b.end()) {
      fs::path const& owner = a == items_a.end() ? second : first;
      lines.push_back(fmt::format("{}: only in {}", name, owner.string()));
    } else if (a->second != b->second) {
      lines.push_back(fmt::format("{}: \"{}\" against \"{}\"", name, a->second, b->second));
    }
  }
  return lines;
}

}  // namespace rattleback::reports
