//! Money is no formula, and formulas are written between dollars or between TeX's brackets.

use super::look::becomes;

#[test]
fn money_is_text() {
    for text in [
        "$5/$10",
        "US$5 to A$10",
        "$20-$30",
        "$5,$6",
        "$HOME/bin:$PATH",
        "5$ or 6$",
        "$5 and 10$",
        "R$5, R$10",
        "between $1,000 and $2,000",
        "($5)($6)",
        "a $5 or $6.",
        "从$5涨到$10元",
        "每次 $0.05；用 US$",
        "٥$ و ٦$",
        "\\$5/$10",
        "it is $5",
    ] {
        let said = text.replace('\\', "");
        becomes(text, &said);
    }
    becomes("**$2.75** or **$8**", "<b>$2.75</b> or <b>$8</b>");
    becomes(
        "*$5 for a* and *6$ for b*",
        "<i>$5 for a</i> and <i>6$ for b</i>",
    );
    becomes("**$5** to **10$**", "<b>$5</b> to <b>10$</b>");
    becomes("~~$5~~ now 4$", "<s>$5</s> now 4$");
    becomes("`$a` is $5 or `$b`", "<c>$a</c> is $5 or <c>$b</c>");
    becomes("costs $5 and `x$`", "costs $5 and <c>x$</c>");
}

#[test]
fn marks_of_a_price_are_text() {
    becomes(
        "1. **a** ($$) – pasta\n2. **b** ($$$) – fish\n3. **c** ($$) – rice\n",
        "⟨ol 1⟨Item <b>a</b> ($$) – pasta⟩⟨Item <b>b</b> ($$$) – fish⟩\
         ⟨Item <b>c</b> ($$) – rice⟩⟩",
    );
    becomes(
        "- a\n  - Price: $$\n  - b\n- c\n  - Price: $$\n",
        "⟨ul⟨Item a⟨ul⟨Item Price: $$⟩⟨Item b⟩⟩⟩⟨Item c⟨ul⟨Item Price: $$⟩⟩⟩⟩",
    );
    becomes(
        "- $$ – moderate\n- $$$ – expensive\n- $$ a\n- $$ b\n",
        "⟨ul⟨Item $$ – moderate⟩⟨Item $$$ – expensive⟩⟨Item $$ a⟩⟨Item $$ b⟩⟩",
    );
    for text in [
        "Budget: $$ to $$$ per person",
        "**a** ($$), **b** ($$)",
        "$$ per person or $$ per table",
        "a $$\nb $$",
        "$$$ or $$$",
    ] {
        becomes(
            text,
            &text
                .replace("**a**", "<b>a</b>")
                .replace("**b**", "<b>b</b>"),
        );
    }
    becomes("$$$ and $$x$$", "$$$ and {{x}}");
    becomes("so $$ x = 5 $$.", "so {{ x = 5 }}.");
    becomes("- $$\n  x\n  $$\n- b", "⟨ul⟨Item {{\nx\n}}⟩⟨Item b⟩⟩");
}

#[test]
fn money_in_a_table_is_text() {
    becomes(
        "| a | b$ |\n|---|---|\n| $5 | 6$ |\n| $7/$8 | $x$ |\n",
        "⟨Table ⟨TableHead |a|b$|⟩⟨TableBody |$5|6$||$7/$8|{x}|⟩⟩",
    );
    becomes("it costs $5\nor 6$ at least", "it costs $5\nor 6$ at least");
}

#[test]
fn formulas_between_dollars_stay() {
    becomes("$x^2$ and $\\alpha$, $$y$$.", "{x^2} and {\\alpha}, {{y}}.");
    becomes("其中$x$是变量，$y_1$也是。", "其中{x}是变量，{y_1}也是。");
    becomes("변수$x$는", "변수{x}는");
    becomes("($x$) “$y$” $z$.", "({x}) “{y}” {z}.");
    becomes(
        "$a * b$, $a*b$, $x^*$ and $x^{**}$",
        "{a * b}, {a*b}, {x^*} and {x^{**}}",
    );
    becomes("**$x$** and *$y$*", "<b>{x}</b> and <i>{y}</i>");
    becomes("$5x + 3$ costs $4", "{5x + 3} costs $4");
    becomes(
        "$\\{a\\}$ and $\\text{a \\$ b}$",
        "{\\{a\\}} and {\\text{a \\$ b}}",
    );
    becomes("$$\na\n+ b\n- c\n$$\n", "{{\na\n+ b\n- c\n}}");
    becomes("$5 and $x$ and $6", "$5 and {x} and $6");
}

#[test]
fn brackets_of_tex_are_formulas_with_every_backslash() {
    becomes("so \\(x_1\\) is", "so {x_1} is");
    becomes("so \\( \\frac{a}{b} \\) is", "so { \\frac{a}{b} } is");
    becomes("\\[ a \\\\ b \\]", "{{ a \\\\ b }}");
    becomes(
        "\\(a*b*c\\) and \\(x_{a} y_{b}\\)",
        "{a*b*c} and {x_{a} y_{b}}",
    );
    becomes("\\(\\text{cost \\$5}\\)", "{\\text{cost \\$5}}");
    becomes("\\(\\text{cost $5}\\) or $6", "{\\text{cost $5}} or $6");
    becomes("\\(x\\)\\(y\\)", "{x}{y}");
    becomes("**\\(x\\)** 其中\\(y\\)是", "<b>{x}</b> 其中{y}是");
    becomes(
        "|\\(|x|\\)|b|\n|-|-|\n|\\(y\\)|2|\n",
        "⟨Table ⟨TableHead |{|x|}|b|⟩⟨TableBody |{y}|2|⟩⟩",
    );
}

#[test]
fn a_formula_on_lines_of_its_own_may_look_like_blocks() {
    becomes("\\[\na\n\\]\n", "{{\na\n}}");
    becomes(
        "so\n\\[\n  a\n+ b\n- c\n= d\n1. e\n# f\n> g\n===\n\\]\nand",
        "so\n{{\n  a\n+ b\n- c\n= d\n1. e\n# f\n> g\n===\n}}\nand",
    );
    becomes(
        "- a\n  \\[\n  x\n  - y\n  \\]\n- b",
        "⟨ul⟨Item a\n{{\nx\n- y\n}}⟩⟨Item b⟩⟩",
    );
    becomes("> \\[\n> x\n> + y\n> \\]\n", "⟨quote {{\nx\n+ y\n}}⟩");
    becomes(
        "\\[\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n\\]",
        "{{\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n}}",
    );
}

#[test]
fn brackets_without_a_formula_are_text() {
    becomes("a \\(b", "a (b");
    becomes("a \\[b\n- c", "a [b⟨ul⟨Item c⟩⟩");
    becomes("a \\[b\n\n- c \\]", "a [b⟨ul⟨Item c ]⟩⟩");
    becomes("\\(\\) \\[\\]", "() []");
    becomes("\\(a{\\) b", "(a{) b");
    becomes("\\\\(a\\\\)", "\\(a\\)");
    becomes(
        "[a](https://a.example/x_\\(y\\))",
        "[a](https://a.example/x_(y))",
    );
    becomes(
        "[a]: https://a.example/x_\\(y\\)\n\n[a]",
        "[a](https://a.example/x_(y))",
    );
    becomes(
        "[a $5] is\n\n[a $5]: https://a.example/$x\n",
        "[a $5](https://a.example/$x) is",
    );
    becomes("# \\[ a\n- b\n\\]", "⟨h1 [ a⟩⟨ul⟨Item b\n]⟩⟩");
}

#[test]
fn in_code_and_addresses_formulas_are_text() {
    becomes("`\\(x\\)` and `$5/$6`", "<c>\\(x\\)</c> and <c>$5/$6</c>");
    becomes(
        "```\n\\(x\\) $a$ \\[\n- y\n\\] $5/$6 |\n```\n",
        "⟨pre \\(x\\) $a$ \\[\n- y\n\\] $5/$6 |\n⟩",
    );
    becomes(
        "```sql\nAS $$\n$$\nBEGIN\n\\[\n",
        "⟨pre AS $$\n$$\nBEGIN\n\\[\n⟩",
    );
    becomes("    \\(x\\) $5/$6\n", "⟨pre \\(x\\) $5/$6\n⟩");
    becomes("\\( a` \\) `", "{ a` } `");
    becomes("[a](u\\(x) \\)", "[a](!u(x) )");
}
