// Readers and writers of texts with formulas.

#include "base/formulas/formulas.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

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

}  // namespace
}  // namespace rattleback::formulas
