// Readers and writers of texts with formulas.

#include "base/formulas/formulas.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace rattleback::formulas {
namespace {

std::string in_html(std::string_view text) { return html(read_prose(text)); }
std::string in_figures(std::string_view text) { return figure_markup(read_dollars(text)); }

TEST(Formulas, AppearInTheMarkupOfFigures) {
  EXPECT_EQ(in_figures("no formula, 10^{-3}"), "no formula, 10^{-3}");
  EXPECT_EQ(in_figures("error of $q_k$ at $t$"), "error of {/:Italic q_k} at {/:Italic t}");
  EXPECT_EQ(in_figures("$p^+$, $h^2$, $R^T$"), "{/:Italic p}^+, {/:Italic h}^2, {/:Italic R}^T");
  EXPECT_EQ(in_figures("$θ_1 = 2π$"), "{/:Italic θ}_1 = 2{/:Italic π}");
  EXPECT_EQ(in_figures("$c_{vz}$, $x_{k+1}$"), "{/:Italic c_{vz}}, {/:Italic x}_{{/:Italic k}+1}");
  EXPECT_EQ(in_figures("$sin φ$, $\\bold{R}^4$"), "sin {/:Italic φ}, {/:Bold R}^4");
  EXPECT_EQ(in_figures("$Ẽ$ $p̃$"), "{/:Italic Ẽ} {/:Italic p̃}") << "an accent is not a letter";
  for (char const* wrong : {"$x", "$x_$", "$x_{k$", "$x}$"})
    EXPECT_THROW(read_dollars(wrong), std::invalid_argument) << wrong;
}

TEST(Formulas, ReadFigureMarkupAndDollarsInProse) {
  for (char const* text : {"of {/:Italic q_k} in {/:Bold R}^4", "of $q_k$ in $\\bold{R}^4$"})
    EXPECT_EQ(in_html(text), "of <i>q<sub>k</sub></i> in <b>R</b><sup>4</sup>") << text;
  EXPECT_EQ(in_html("{/:Italic x}_{{/:Italic k}+1}"), "<i>x</i><sub><i>k</i>+1</sub>");
  EXPECT_EQ(plain_prose("{/:Italic p}^+ and 10^{-3}"), "p⁺ and 10⁻³");
  EXPECT_EQ(in_html("dla\\_leapfrog costs 5 $"), "<code>dla_leapfrog</code> costs 5 $");
}

TEST(Prose, ReadsScripts) {
  EXPECT_EQ(in_html("D_12 L_d in R^3"),
            "<i>D</i><sub>12</sub> <i>L<sub>d</sub></i> in <i>R</i><sup>3</sup>");
  EXPECT_EQ(in_html("q_(k+1)"), "<i>q</i><sub><i>k</i>+1</sub>") << "without brackets";
  EXPECT_EQ(in_html("X^(0,1)"), "<i>X</i><sup>(0,1)</sup>") << "a pair keeps its brackets";
  EXPECT_EQ(in_html("R^T"), "<i>R</i><sup>T</sup>") << "a transpose";
  EXPECT_EQ(in_html("(F^-)^-1"), "(<i>F</i><sup>−</sup>)<sup>−1</sup>");
  EXPECT_EQ(in_html("L*_{g_k⁻¹}"), "<i>L</i>*<sub><i>g</i><sub><i>k</i></sub><sup>−1</sup></sub>");
  EXPECT_EQ(in_html("s_5' o F-"), "<i>s</i><sub>5</sub>′ ∘ <i>F</i><sup>−</sup>");
  EXPECT_EQ(in_html("I_3x3, 10^-3"), "<i>I</i><sub>3×3</sub>, 10<sup>−3</sup>");
  EXPECT_EQ(in_html("vx^2 + vphi"),
            "<i>v</i><sub><i>x</i></sub><sup>2</sup> + <i>v<sub>φ</sub></i>");
}

TEST(Prose, ReadsNamesOfSymbols) {
  EXPECT_EQ(in_html("mu^a_i, dtau_-xi"),
            "<i>μ<sub>i</sub><sup>a</sup></i>, "
            "<i>dτ</i><sub>−<i>ξ</i></sub>");
  EXPECT_EQ(plain_prose("omega^ and qdot, q-bar_i, C~_i, x'"), "ω̂ and q̇, q̄ᵢ, C̃ᵢ, x′");
  EXPECT_EQ(plain_prose("A ^ dA, R^2 x SO(3), sqrt(t) <= pi"), "A ∧ dA, R² × SO(3), √(t) ≤ π");
  EXPECT_EQ(in_html("2 m x vy"), "2 <i>m</i> <i>x</i> <i>v<sub>y</sub></i>") << "no product";
}

TEST(Prose, KeepsWordsLabelsAndUnits) {
  for (char const* text : {"Euler A on a G", "S. Ferraro, D. Iglesias and P. J. Olver",
                           "figure 8(b), (4a), (c)-(d)", "d'Alembert's method", "0.1 s at 5 rad/s",
                           "i.e. ode15s and C++", "case a2, SLE-B", "a body"})
    EXPECT_EQ(in_html(text).find("<i>") == std::string::npos, std::string(text) != "Euler A on a G")
        << text;
  EXPECT_EQ(in_html("Euler A on a G"), "Euler A on a <i>G</i>");
  EXPECT_EQ(in_html("a = 1, A(q) and A^T"),
            "<i>a</i> = 1, <i>A</i>(<i>q</i>) and <i>A</i><sup>T</sup>");
  EXPECT_EQ(plain_prose("left-invariant, (22)-(23), v -> -v"), "left-invariant, (22)-(23), v → −v");
}

TEST(Prose, KeepsIdentifiers) {
  for (char const* name :
       {"dla_leapfrog", "energy_of_p", "coupled_oscillator_3d", "gni_rattle", "energy_y",
        "unit_sphere", "docs/parasitic_mode.md", "--no_cache", "max_error", "steps_*"}) {
    EXPECT_EQ(in_html(name), std::string("<code>") + name + "</code>");
    EXPECT_EQ(plain_prose(name), name);
  }
  EXPECT_EQ(in_html("--starts docs/verdicts.md"), "--starts docs/verdicts.md");
  for (char const* symbol : {"p_phi", "exp_Gamma", "FL_d", "dcay_x", "D_DEL", "Udot_j"})
    EXPECT_EQ(in_html(symbol).find("code"), std::string::npos) << symbol;
}

TEST(Prose, AcceptsEveryText) {
  EXPECT_EQ(in_html("a < b & \"c\""), "<i>a</i> &lt; <i>b</i> &amp; &quot;<i>c</i>&quot;");
  EXPECT_EQ(plain_prose("{0, ..., N - 1}"), "{0, ..., N − 1}") << "braces of a set";
  for (std::string text : {"", "_", "^", "x_", "x^(", "x_{k", "$", "$x_{$", "{/:Italic x",
                           "{/:", "\\", "'", "-", "\xE2", "{/:Bold {}", "x^^2", "__", "q_-"}) {
    EXPECT_NO_THROW(html(read_prose(text))) << text;
    EXPECT_NO_THROW(plain(read_prose(text))) << text;
  }
}

TEST(Plain, UsesScriptsOfUnicodeWhereTheyExist) {
  EXPECT_EQ(plain_prose("q_k, x_(k+1), p_{k,k+1}, R^T"), "qₖ, xₖ₊₁, pₖ,ₖ₊₁, Rᵀ");
  EXPECT_EQ(plain_prose("L_d, C_(q_1), x^(h/2), F^epsilon"), "L_d, C_(q₁), x^(h/2), F^ε");
}

TEST(Card, ConvertsToEveryForm) {
  auto const card = read_card("v1 = v0 + h/2 M^-1 A(q1)^T lambda");
  ASSERT_TRUE(card);
  EXPECT_EQ(plain(*card), "v₁ = v₀ + h/2 M⁻¹ A(q₁)ᵀ λ");
  EXPECT_EQ(html(*card).substr(0, 24), "<i>v</i><sub>1</sub> = <");
  EXPECT_FALSE(read_card("t by the trapezoidal rule"));
  EXPECT_EQ(plain_equations("q1 = q0 + h v0; F(y, y') = 0 in the form ode"),
            "q₁ = q₀ + h v₀; F(y, y′) = 0 in the form ode");
  EXPECT_EQ(mathml(*read_card("dtau^-1")),
            "<msup><mrow><mi>d</mi><mi>τ</mi></mrow><mrow><mo>−</mo><mn>1</mn></mrow></msup>");
}

TEST(Prose, WritesPowersOfTen) {
  EXPECT_EQ(in_html("below 2.1e-07"), "below 2.1×10<sup>−7</sup>");
  EXPECT_EQ(plain_prose("1e-1, 3e+05"), "10⁻¹, 3×10⁵");
  EXPECT_EQ(plain_prose("source be7e435d, 7e435d"), "source be7e435d, 7e435d") << "hashes";
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
