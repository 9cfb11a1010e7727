#include "experiments/statements/statement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

#include "base/formulas/formulas.hpp"
#include "experiments/core/toml_entry.hpp"

namespace rattleback {

namespace {

Declared rule_of(Entry& entry) {
  entry.demand_text("value");  // a number would lose the printed digits
  Declared d{.value = entry.words("value"),
             .order = entry.words("order"),
             .relation = entry.words("relation"),
             .means = entry.words("means")};
  for (auto& own : entry.entries("criterion")) {
    d.low = own.words("low");
    d.high = own.words("high");
    d.reason = own.required("reason");
    own.refuse_the_rest();
  }
  return d;
}

/// Reads `tolerance = {relative = 0.01, reason = "..."}`; without `relative` the number is not
/// compared.
OwnTolerance tolerance_of(Entry& entry) {
  OwnTolerance tolerance;
  for (auto& own : entry.entries("tolerance")) {
    auto const relative = own.words("relative");
    tolerance.reason = own.required("reason");
    if (!relative.empty()) {
      tolerance.relative = std::stod(relative);
      if (!(tolerance.relative > 0 && tolerance.relative < 1))
        entry.fail(fmt::format("a tolerance is between 0 and 1, not {}", relative));
    }
    own.refuse_the_rest();
  }
  return tolerance;
}

/// Reads a reading; missing fields are those of the statement.
Reading reading_of(Entry& entry, Reading const& common) {
  Reading r{.name = formulas::without_dollars(entry.own_name()),
            .label = entry.own_name(),
            .quantity = entry.words("quantity"),
            .relative_to = entry.words("relative_to"),
            .experiment = entry.words("experiment"),
            .rule = rule_of(entry),
            .correction = entry.words("correction"),
            .assumption = entry.words("assumption"),
            .inferred_from = entry.list("inferred_from"),
            .tolerance = tolerance_of(entry)};
  for (auto const text :
       {&Reading::relative_to, &Reading::experiment, &Reading::correction, &Reading::assumption})
    if ((r.*text).empty()) r.*text = common.*text;
  if (r.tolerance.reason.empty()) r.tolerance = common.tolerance;
  if (r.rule.empty()) r.rule = common.rule;
  if (r.inferred_from.empty()) r.inferred_from = common.inferred_from;
  return r;
}

/// One of the choices that a paper leaves open.
struct Alternative {
  std::string name, words, correction;
  std::vector<std::string> inferred_from;
};
/// Alternatives by what is open.
using Alternatives = std::map<std::string, std::vector<Alternative>>;

Alternatives alternatives_of(Entry& root) {
  Alternatives all;
  for (auto& table : root.entries("alternatives"))
    for (auto const& open : table.keys())
      for (auto& one : table.entries(open.c_str())) {
        all[open].push_back({one.required("name"), one.required("words"), one.words("correction"),
                             one.list("inferred_from")});
        one.refuse_the_rest();
      }
  return all;
}

/// Returns the experiment of each row in the lists of the table `experiments`.
std::map<std::string, std::string> experiments_by_row(Entry& root) {
  std::map<std::string, std::string> all;
  for (auto const& [experiment, rows] : root.lists("experiments"))
    for (auto const& row : rows)
      if (!all.emplace(row, experiment).second)
        root.fail(fmt::format("two experiments measure '{}'", row));
  return all;
}

/// Facts that the rows of a file share.
struct Common {
  std::string paper;
  std::map<std::string, std::string> experiments;  ///< by row
  Alternatives open;
  std::map<std::string, std::string> before = {};  ///< texts of the row before, by key

  /// Returns the text at `key`; if the row has none, that of the row before.
  std::string as_before(Entry& entry, char const* key) {
    auto& text = before[key];
    if (text.empty() || entry.has(key)) text = entry.required(key);
    return text;
  }
  /// Returns the experiment that measures the row; empty if neither row nor table names it.
  std::string experiment_of(Entry& entry, std::string const& row) const {
    auto const listed = experiments.find(row);
    if (listed == experiments.end()) return entry.words("experiment");
    if (entry.has("experiment")) entry.fail_in("experiment", "the table 'experiments' names one");
    return listed->second;
  }
};

/// Returns a reading, or, where `each` names what is open, one for each alternative: its name and
/// its words stand for {} in the name and the quantity. With a list in `each` there is a reading
/// for each combination, the last alternative changing first, and the marks are {1}, {2}, ...
std::vector<Reading> readings_of(Entry& entry, Reading const& common, Alternatives const& open) {
  std::vector<Reading> all{reading_of(entry, common)};
  bool const single = entry.is_text("each");
  auto const each = single ? std::vector{entry.words("each")} : entry.list("each");
  for (std::size_t k = 0; k < each.size(); ++k) {
    auto const found = open.find(each[k]);
    if (found == open.end())
      entry.fail_in("each", fmt::format("unknown alternative '{}'", each[k]));
    auto const mark = single ? "{}" : fmt::format("{{{}}}", k + 1);
    std::vector<Reading> combined;
    for (auto const& reading : all)
      for (auto const& [name, words, correction, inferred_from] : found->second) {
        auto& one = combined.emplace_back(reading);
        one.name = filled(one.name, mark, formulas::without_dollars(name));
        one.label = filled(one.label, mark, name);
        one.quantity = filled(one.quantity, mark, words);
        if (!correction.empty())
          one.correction = correction + (one.correction.empty() ? "" : "; ") + one.correction;
        one.inferred_from.insert(one.inferred_from.begin(), inferred_from.begin(),
                                 inferred_from.end());
      }
    all = std::move(combined);
  }
  return all;
}

Control control_of(Entry& entry, Entry& statement) {
  Control c{.name = formulas::without_dollars(entry.own_name()),
            .label = entry.own_name(),
            .quantity = entry.words("quantity"),
            .holds = false,
            .reading = entry.words("reading"),
            .same_as = entry.words("same_as"),
            .experiment = entry.words("experiment")};
  auto const expected = entry.words("expect");
  if (!expected.empty() && expected != "holds" && expected != "fails")
    statement.fail(
        fmt::format("a control is expected to be 'holds' or 'fails', not '{}'", expected));
  c.holds = expected == "holds";
  if (c.quantity.empty() == c.same_as.empty())
    statement.fail("a control has a quantity, or names the statement that has it (same_as)");
  entry.refuse_the_rest();
  return c;
}

/// Completes a control: by default the first reading evaluates it, in the experiment of that
/// reading.
void complete(Control& control, Statement const& s, Entry& entry) {
  if (control.reading.empty()) control.reading = s.readings.front().name;
  auto const judging = std::ranges::find(s.readings, control.reading, &Reading::name);
  if (judging == s.readings.end())
    entry.fail(
        fmt::format("the control '{}' names no reading '{}'", control.name, control.reading));
  if (control.experiment.empty()) control.experiment = judging->experiment;
}

Statement statement_of(Entry& entry, Common& file) {
  Statement s{.paper = file.paper, .id = entry.own_name()};
  s.place = file.as_before(entry, "place");
  s.statement = entry.required("statement");
  s.printed = entry.required("printed");
  s.kind = entry.required("kind");
  s.background = entry.flag("background");
  s.not_run = entry.words("not_run");
  s.not_checkable = entry.words("not_checkable");
  auto common = reading_of(entry, {.experiment = file.experiment_of(entry, s.id)});

  std::set<std::string> names;
  for (char const* const key : {"reading", "part"})
    for (auto& one : entry.named_entries(key)) {
      for (auto& reading : readings_of(one, common, file.open)) {
        reading.part = std::string(key) == "part";
        if (reading.part) reading.not_measured = one.words("not_measured");
        if (reading.name.empty() || reading.quantity.empty() == reading.not_measured.empty())
          entry.fail(fmt::format("a {} needs a name and the quantity that is measured", key));
        if (!names.insert(reading.name).second)
          entry.fail(fmt::format("a second {} '{}'", key, reading.name));
        s.readings.push_back(reading);
      }
      one.refuse_the_rest();
    }
  auto const parts = std::ranges::count(s.readings, true, &Reading::part);
  if (parts > 0 && parts < std::ssize(s.readings))
    entry.fail("readings and parts exclude each other");
  for (auto& one : entry.named_entries("control")) s.controls.push_back(control_of(one, entry));
  entry.refuse_the_rest();

  bool const untested =
      !s.not_run.empty() || !s.not_checkable.empty() || (s.background && common.experiment.empty());
  if (!s.not_run.empty() && !s.not_checkable.empty())
    entry.fail("not_run and not_checkable exclude each other");
  if (untested && s.readings.empty()) return s;
  if (s.readings.empty()) {
    common.name = common.label = "as printed";
    s.readings.push_back(common);
  }
  for (auto& control : s.controls) complete(control, s, entry);
  for (auto const& reading : s.readings) {
    if (!reading.not_measured.empty()) continue;
    if (reading.experiment.empty()) entry.fail("no experiment measures it");
    try {
      Rule(s.kind, reading.rule);
    } catch (std::invalid_argument const& why) {
      entry.fail(why.what());
    }
  }
  if (untested) entry.fail("what is not tested has no readings");
  return s;
}

constexpr std::array grounds{"lost", "contradiction", "decided"};
/// In the order of the report.
constexpr std::array groups_of_findings{"choice of a method",
                                        "energy over long runs",
                                        "parasitic mode",
                                        "constraint and invariants",
                                        "order and starting procedure",
                                        "ensembles and diffusion",
                                        "cost and solvers",
                                        "reading the papers"};

void demand_one_of(auto const& known, std::string const& word, char const* what, Entry& entry) {
  if (std::ranges::find(known, word) == known.end())
    entry.fail(fmt::format("'{}' is not {}: {}", word, what, fmt::join(known, ", ")));
}

Erratum erratum_of(Entry& entry, Common& file) {
  Erratum e{.paper = file.paper,
            .id = entry.own_name(),
            .place = file.as_before(entry, "place"),
            .printed = entry.required("printed"),
            .right = entry.required("right"),
            .defect = entry.words("defect"),
            .lost = entry.words("lost"),
            .ground = entry.words("ground"),
            .statements = entry.list("statements")};
  e.experiment = file.experiment_of(entry, e.id);
  entry.refuse_the_rest();
  if (!e.ground.empty()) demand_one_of(grounds, e.ground, "a ground of a correction", entry);
  if (e.defect.empty() != e.experiment.empty())
    entry.fail("a defect and the experiment that measures it belong together");
  return e;
}

Finding finding_of(Entry& entry, Common& file) {
  Finding f{.paper = file.paper,
            .id = entry.own_name(),
            .place = file.as_before(entry, "place"),
            .finding = entry.required("finding"),
            .scope = entry.required("scope"),
            .quantity = entry.required("quantity"),
            .at_least = entry.number("at_least", -std::numeric_limits<double>::infinity()),
            .at_most = entry.number("at_most", std::numeric_limits<double>::infinity()),
            .control = entry.words("control"),
            .neighbours = entry.list("neighbours"),
            .ranges_over = entry.words("ranges_over"),
            .group = file.as_before(entry, "group"),
            .weight = static_cast<int>(entry.number("weight", 0)),
            .tolerance = tolerance_of(entry)};
  f.experiment = file.experiment_of(entry, f.id);
  if (f.experiment.empty()) entry.fail("no experiment measures it");
  demand_one_of(groups_of_findings, f.group, "a group of findings", entry);
  if (f.weight < 1 || f.weight > 3) entry.fail("'weight' is not 1, 2 or 3");
  if ((!f.control.empty() || !f.neighbours.empty()) &&
      is_within(f, std::numeric_limits<double>::max()) &&
      is_within(f, std::numeric_limits<double>::lowest()))
    entry.fail("a control or a neighbour needs 'at_least' or 'at_most'");
  entry.refuse_the_rest();
  return f;
}

Headline headline_of(Entry& entry, Common& file) {
  Headline h{.paper = file.paper,
             .claim = entry.own_name(),
             .place = file.as_before(entry, "place"),
             .statements = entry.list("statements"),
             .noun = entry.words("noun"),
             .answer = entry.words("answer"),
             .figure = entry.required("figure"),
             .findings = entry.list("findings"),
             .example = entry.flag("example", false)};
  if (h.statements.empty() && h.findings.empty())
    entry.fail("'statements' and 'findings' are missing");
  if (!h.statements.empty() && (h.noun.empty() || h.answer.empty()))
    entry.fail("'noun' or 'answer' is missing");
  entry.refuse_the_rest();
  return h;
}

/// True if a reading of the statement rests on the erratum.
bool rests_on(Statement const& s, std::string const& erratum) {
  return std::ranges::any_of(s.readings, [&](Reading const& reading) {
    return std::ranges::count(errata_of(reading.correction), erratum) > 0;
  });
}

template <class Item>
std::vector<Item> parsed(std::string_view text, DeclarationTexts const& texts, char const* file,
                         char const* key, Item (*item_of)(Entry&, Common&)) {
  std::string const where = fmt::format("{}/{}", texts.paper, file);
  toml::table const table = parsed_toml(text, where);
  Entry root(table, where);
  std::vector<Item> all;
  std::set<std::string> ids;
  Common common{std::string(texts.paper), experiments_by_row(root), alternatives_of(root)};
  for (auto& entry : root.named_entries(key)) {
    entry.name(entry.own_name());
    all.push_back(item_of(entry, common));
    ids.insert(entry.own_name());
  }
  for (auto const& [row, experiment] : common.experiments)
    if (!ids.contains(row)) root.fail(fmt::format("{} measures no row '{}'", experiment, row));
  root.refuse_the_rest();
  return all;
}

}  // namespace

std::vector<std::string> errata_of(std::string const& correction) {
  static std::regex const id(R"([A-Z][A-Za-z]*[0-9][^ :,;]*)");
  std::vector<std::string> all;
  auto const colon = correction.find(": ");
  std::string const head = correction.substr(0, colon == correction.npos ? 0 : colon);
  for (std::sregex_iterator at(head.begin(), head.end(), id), end; at != end; ++at)
    all.push_back(at->str());
  return all;
}

Declarations parse_declarations(DeclarationTexts const& texts) {
  Declarations d{
      parsed(texts.statements, texts, "statements.toml", "statement", statement_of),
      parsed(texts.errata, texts, "errata.toml", "erratum", erratum_of),
      parsed(texts.findings, texts, "findings.toml", "finding", finding_of),
      parsed(texts.headlines, texts, "headlines.toml", "headline", headline_of),
  };
  std::set<std::string> ids;
  for (auto const& s : d.statements) ids.insert(s.id);
  auto const known = [&](std::string const& by, std::vector<std::string> const& named) {
    for (auto const& id : named)
      if (!ids.contains(id))
        throw std::invalid_argument(
            fmt::format("{}: {} names '{}', which is not a statement", texts.paper, by, id));
  };
  for (auto& s : d.statements) {
    for (auto const& reading : s.readings) known(s.id, reading.inferred_from);
    for (auto& control : s.controls) {
      if (control.same_as.empty()) continue;
      known(s.id, {control.same_as});
      auto const owner = std::ranges::find(d.statements, control.same_as, &Statement::id);
      auto const shared =
          std::find_if(owner->controls.begin(), owner->controls.end(),
                       [&](auto const& c) { return c.name == control.name && c.same_as.empty(); });
      if (shared == owner->controls.end())
        throw std::invalid_argument(fmt::format("{}: {} names a control '{}' that {} does not have",
                                                texts.paper, s.id, control.name, control.same_as));
      control.quantity = shared->quantity;
      control.experiment = shared->experiment;
    }
  }
  for (auto& e : d.errata)
    if (e.statements.empty())
      for (auto const& s : d.statements)
        if (rests_on(s, e.id)) e.statements.push_back(s.id);
  for (auto const& e : d.errata) known("erratum " + e.id, e.statements);
  for (auto const& h : d.headlines) known("headline '" + h.claim + "'", h.statements);
  for (auto const& h : d.headlines)
    for (auto const& id : h.findings)
      if (std::ranges::find(d.findings, id, &Finding::id) == d.findings.end())
        throw std::invalid_argument(fmt::format(
            "{}: headline '{}' names '{}', which is not a finding", texts.paper, h.claim, id));
  return d;
}

Declarations const& declarations() {
  static Declarations const all = [] {
    Declarations sum;
    auto const append = [](auto& to, auto const& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    for (auto const& texts : declaration_texts()) {
      auto const one = parse_declarations(texts);
      append(sum.statements, one.statements);
      append(sum.errata, one.errata);
      append(sum.findings, one.findings);
      append(sum.headlines, one.headlines);
    }
    return sum;
  }();
  return all;
}

}  // namespace rattleback
