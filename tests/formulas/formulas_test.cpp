// Readers and writers of texts with formulas, and formulas in the texts of the declared statements,
// findings, errata, experiments and cards.

#include "base/formulas/formulas.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <stdexcept>

#include "experiments/core/declaration.hpp"
#include "experiments/core/experiments_file.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback::formulas {
namespace {

std::string in_html(std::string_view text) { return html(read_text(text)); }
std::string in_figures(std::string_view text) { return figure_markup(read_text(text)); }

TEST(Formulas, AppearInTheMarkupOfFigures) {
  EXPECT_EQ(in_figures("no formula, $10^{-3}$"), "no formula, 10^{−3}");
  EXPECT_EQ(in_figures("error of $q_k$ at $t$"), "error of {/:Italic q_k} at {/:Italic t}");
  EXPECT_EQ(in_figures("$p^+$, $h^2$, $R^T$"), "{/:Italic p}^+, {/:Italic h}^2, {/:Italic R}^T");
  EXPECT_EQ(in_figures("$θ_1 = 2π$"), "{/:Italic θ}_1 = 2{/:Italic π}");
  EXPECT_EQ(in_figures("$c_{vz}$, $x_{k+1}$"), "{/:Italic c_{vz}}, {/:Italic x}_{{/:Italic k}+1}");
  EXPECT_EQ(in_figures("$sin φ$, $\\bold{R}^4$"), "sin {/:Italic φ}, {/:Bold R}^4");
  EXPECT_EQ(in_figures("$Ẽ$ $p̃$"), "{/:Italic Ẽ} {/:Italic p̃}") << "an accent is not a letter";
  EXPECT_EQ(in_figures("dla_leapfrog {"), "dla\\_leapfrog \\{") << "no markup";
}

TEST(Formulas, SetSymbolsWithinTexts) {
  EXPECT_EQ(in_html("of $q_k$ in $\\bold{R}^4$"),
            "of <i>q<sub>k</sub></i> in <b>R</b><sup>4</sup>");
  EXPECT_EQ(in_html("$D_{12} L_d$ in $R^3$"),
            "<i>D</i><sub>12</sub> <i>L<sub>d</sub></i> in <i>R</i><sup>3</sup>");
  EXPECT_EQ(in_html("$R^T$, $x^{n}$"), "<i>R</i><sup>T</sup>, <i>x<sup>n</sup></i>");
  EXPECT_EQ(in_html("$(F^-)^{-1}$"), "(<i>F</i><sup>−</sup>)<sup>−1</sup>");
  EXPECT_EQ(in_html("$L*_{g_k}$"), "<i>L</i>*<sub><i>g<sub>k</sub></i></sub>");
  EXPECT_EQ(in_html("$mgl = lambda cosθ$"), "<i>mgl</i> = <i>λ</i> cos<i>θ</i>");
  EXPECT_EQ(in_html("$SO(n)$, $Ad x$"), "SO(<i>n</i>), Ad <i>x</i>");
  EXPECT_EQ(plain_prose("$ω̂$ and $q̄_i$, $x'$, $v -> -v$, $sqrt(t)$"), "ω̂ and q̄ᵢ, x′, v → −v, √(t)");
}

TEST(Formulas, LeaveTheTextOutsideOfDollars) {
  for (char const* text :
       {"a body", "S. Ferraro, D. Iglesias and P. J. Olver", "figure 8(b), (c)-(d)",
        "left-invariant, (22)-(23)", "case a2, SLE-B", "i.e. ode15s and C++"})
    EXPECT_EQ(in_html(text), text);
  EXPECT_EQ(plain_prose("-2 <= $x$ +- 3 - 1"), "−2 ≤ x ± 3 − 1");
  EXPECT_EQ(in_html("costs 5 $ & more"), "costs 5 $ &amp; more");
  EXPECT_EQ(without_dollars("$C_{psi}$ of {0}"), "C_psi of {0}");
}

TEST(Formulas, KeepIdentifiers) {
  for (char const* name : {"dla_leapfrog", "coupled_oscillator_3d", "gni_rattle", "energy_y",
                           "docs/parasitic_mode.md", "--no_cache", "max_error", "steps_*"}) {
    EXPECT_EQ(in_html(name), std::string("<code>") + name + "</code>");
    EXPECT_EQ(plain_prose(name), name);
  }
  EXPECT_EQ(in_html("--starts docs/verdicts.md"), "--starts docs/verdicts.md");
}

TEST(Formulas, AcceptEveryText) {
  for (std::string text :
       {"",  "_", "^",  "$",    "$$",     "$x_{$", "$x}$", "$_$", "$^$", "{/:",   "\\",
        "'", "-", "--", "\xE2", "$\xE2$", "x^^2",  "__",   "1e",  "1e-", "$x^^2$"}) {
    EXPECT_NO_THROW(html(read_text(text))) << text;
    EXPECT_NO_THROW(plain(read_text(text))) << text;
  }
  for (char const* wrong : {"$x", "$x_$", "$x_{k$", "$x}$"})
    EXPECT_THROW(require_formulas(wrong), std::invalid_argument) << wrong;
}

TEST(Formulas, WritePowersOfTen) {
  EXPECT_EQ(in_html("below 2.1e-07"), "below 2.1×10<sup>−7</sup>");
  EXPECT_EQ(plain_prose("1e-1, 3e+05"), "10⁻¹, 3×10⁵");
  EXPECT_EQ(plain_prose("source be7e435d, 7e435d"), "source be7e435d, 7e435d") << "hashes";
}

TEST(Plain, UsesScriptsOfUnicodeWhereTheyExist) {
  EXPECT_EQ(plain_prose("$q_k$, $x_{k+1}$, $p_{k,k+1}$, $R^T$"), "qₖ, xₖ₊₁, pₖ,ₖ₊₁, Rᵀ");
  EXPECT_EQ(plain_prose("$L_d$, $C_{q_1}$, $x^{h/2}$, $F^{epsilon}$"), "L_d, C_(q₁), x^(h/2), F^ε");
}

TEST(Card, ConvertsToEveryForm) {
  auto const card = read_card("v1 = v0 + h/2 M^-1 A(q1)^T lambda");
  ASSERT_TRUE(card);
  EXPECT_EQ(plain(*card), "v₁ = v₀ + h/2 M⁻¹ A(q₁)ᵀ λ");
  EXPECT_EQ(html(*card).substr(0, 24), "<i>v</i><sub>1</sub> = <");
  EXPECT_FALSE(read_card("t by the trapezoidal rule"));
  EXPECT_EQ(plain(*read_card("s1 vx = IHxx, where s1 = v_max")),
            "s₁ vₓ = I_Hxx, where\u00a0s₁ = vₘₐₓ");
  EXPECT_EQ(html(read_text(space_in_dollars("R^2 x SO(3)"))), "<i>R</i><sup>2</sup> × SO(3)");
  EXPECT_EQ(plain_equations("q1 = q0 + h v0; F(y, y') = 0 in the form ode"),
            "q₁ = q₀ + h v₀; F(y, y′) = 0 in the form ode");
  EXPECT_EQ(mathml(*read_card("dtau^-1")),
            "<msup><mrow><mi>d</mi><mi>τ</mi></mrow><mrow><mo>−</mo><mn>1</mn></mrow></msup>");
}

TEST(Dots, ReplaceVelocitiesOfCoordinates) {
  auto const dotted = [](std::string_view text) {
    return plain(
        with_dots(*read_card(text), {"x", "theta", "y1", "psi"}, {"vx", "vtheta", "vy1", "w"}));
  };
  EXPECT_EQ(dotted("vx^2/2"), "x\u0307²/2");
  EXPECT_EQ(dotted("vtheta' = x vy1"), "θ\u0308 = x y\u0307₁");
  EXPECT_EQ(dotted("J w' = vx vz"), "J w\u0307 = x\u0307 v_z") << "vz is an unknown name";
}

/// Fails if a script of the text stays a script in its HTML.
void expect_no_script(std::string const& html, std::string const& text) {
  static std::regex const code("<code>[^<]*</code>");
  static std::regex const annotation("<annotation[^<]*</annotation>");
  auto const rest = std::regex_replace(std::regex_replace(html, code, ""), annotation, "");
  EXPECT_EQ(rest.find_first_of("_^$"), std::string::npos) << text << "\n" << html;
}

void expect_prose(std::string const& text) { expect_no_script(html(read_text(text)), text); }

void expect_card(std::string const& text) {
  auto const [formula, words] = read_card_before_words(text);
  expect_no_script(html(formula), text);
  expect_no_script(mathml(formula), text);
  expect_prose(std::string(words));
}

TEST(DeclaredTexts, LeaveNoScriptInStatements) {
  for (auto const& s : declarations().statements) {
    for (auto const& text : {s.statement, s.printed, s.place}) expect_prose(text);
    for (auto const& r : s.readings)
      for (auto const& text : {r.label, r.quantity, r.correction, r.assumption}) expect_prose(text);
    for (auto const& c : s.controls)
      for (auto const& text : {c.label, c.quantity}) expect_prose(text);
  }
}

TEST(DeclaredTexts, LeaveNoScriptInFindingsAndErrata) {
  for (auto const& f : declarations().findings)
    for (auto const& text : {f.finding, f.quantity, f.scope, f.control, f.place})
      expect_prose(text);
  for (auto const& e : declarations().errata)
    for (auto const& text : {e.printed, e.right, e.defect, e.lost, e.place}) expect_prose(text);
}

TEST(DeclaredTexts, LeaveNoScriptInExperiments) {
  for (auto const& e : experiments()) {
    for (auto const& text : {e.title, e.about}) expect_prose(text);
    for (auto const& c : e.choices)
      for (auto const& text : {c.open, c.choice, c.reason}) expect_prose(text);
    for (auto const& figure : e.figures) {
      expect_prose(figure.caption);
      for (auto const& panel : figure.panels) {
        for (auto const& text : {panel.title, panel.x.label, panel.y.label}) expect_prose(text);
        for (auto const& series : panel.series) expect_prose(series.label);
      }
    }
  }
}

TEST(DeclaredTexts, LeaveNoScriptInCards) {
  for (auto const& p : registry()) {
    expect_card(p.card.lagrangian);
    for (auto const* list : {&p.card.constraints, &p.card.equations_of_motion, &p.card.forces})
      for (auto const& text : *list) expect_card(text);
    for (auto const& text : {p.card.name, p.card.reversing_symmetry, p.card.invariant_measure,
                             p.card.frame, p.card.exact_solution, space_in_dollars(p.space)})
      expect_prose(text);
    for (auto const& parameter : p.parameters) expect_prose(parameter.meaning);
    for (auto const& c : p.cases) expect_prose(c.note);
  }
  for (auto const& m : method_cards()) {
    for (std::size_t at = 0, end = 0; at < m.equations.size(); at = end + 2) {
      end = std::min(m.equations.find("; ", at), m.equations.size());
      expect_card(m.equations.substr(at, end - at));
    }
    for (auto const& text : {m.name, m.applies_to}) expect_prose(text);
    for (auto const& option : m.options) expect_prose(option.meaning);
    for (auto const& limit : m.known_limits) expect_prose(limit.sentence);
  }
}

}  // namespace
}  // namespace rattleback::formulas
