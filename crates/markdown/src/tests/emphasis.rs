//! Emphasis beside Chinese, Japanese and Korean, which write no spaces around words.

use super::look::becomes;

#[test]
fn emphasis_that_ends_or_begins_with_cjk_punctuation_needs_no_space() {
    becomes("**粗体。**后", "<b>粗体。</b>后");
    becomes("前**。粗体**", "前<b>。粗体</b>");
    becomes("*重点！*后面", "<i>重点！</i>后面");
    becomes("**強調、**次の文", "<b>強調、</b>次の文");
    becomes("***全部。***后", "<i><b>全部。</b></i>后");
    becomes("**「用語」**は", "<b>「用語」</b>は");
    becomes("これは**「用語」**です", "これは<b>「用語」</b>です");
    becomes("~~删除。~~后", "<s>删除。</s>后");
    becomes("前~~（删）~~后", "前<s>（删）</s>后");
}

#[test]
fn other_punctuation_and_markup_beside_cjk_letters_needs_no_space() {
    becomes(
        "这是**“引号”**和**（括号）**词",
        "这是<b>“引号”</b>和<b>（括号）</b>词",
    );
    becomes("**설정(고급)**을", "<b>설정(고급)</b>을");
    becomes("패키지**(필수)**를", "패키지<b>(필수)</b>를");
    becomes("**`code`**后", "<b><c>code</c></b>后");
    becomes("先**`code`**后", "先<b><c>code</c></b>后");
    becomes(
        "見る**[a](https://a.example)**を",
        "見る<b>[a](https://a.example)</b>を",
    );
    becomes("**結論:**次", "<b>結論:</b>次");
    becomes("共~~$5~~五元", "共<s>$5</s>五元");
    becomes("**100%**です", "<b>100%</b>です");
    becomes("**①**第一", "<b>①</b>第一");
    becomes("**글자.**그리고 *말!*도", "<b>글자.</b>그리고 <i>말!</i>도");
}

#[test]
fn half_width_and_rare_letters_count_too() {
    becomes("**ｶﾅ｡**後", "<b>ｶﾅ｡</b>後");
    becomes("**\u{20bb7}野(家)**で", "<b>\u{20bb7}野(家)</b>で");
    // Variation selectors after a letter, and one that makes a quotation mark wide.
    becomes("葛\u{e0100}**(城)**市", "葛\u{e0100}<b>(城)</b>市");
    becomes("〽\u{fe0e}**(a)**", "〽\u{fe0e}<b>(a)</b>");
    becomes("**a“\u{fe01}**b", "<b>a“\u{fe01}</b>b");
}

#[test]
fn emphasis_spans_lines_cells_lists_and_quotes() {
    becomes("**一。**二\n**三。**四", "<b>一。</b>二\n<b>三。</b>四");
    becomes("- **一。**二\n- 三", "⟨ul⟨Item <b>一。</b>二⟩⟨Item 三⟩⟩");
    becomes("> **一。**二", "⟨quote <b>一。</b>二⟩");
    becomes(
        "|**一。**二|a|\n|-|-|\n|前**（b）**|**「c」**|\n",
        "⟨Table ⟨TableHead |<b>一。</b>二|a|⟩⟨TableBody |前<b>（b）</b>|<b>「c」</b>|⟩⟩",
    );
    becomes("## **一。**二", "⟨h2 <b>一。</b>二⟩");
}

#[test]
fn nothing_else_changes() {
    becomes("a**“b”**c", "a**“b”**c");
    becomes("** 粗体。**后", "** 粗体。**后");
    becomes("**粗体。 **后", "**粗体。 **后");
    becomes("\\*\\*粗体。\\*\\*后", "**粗体。**后");
    becomes("`**粗体。**后`", "<c>**粗体。**后</c>");
    becomes("```\n**粗体。**后\n```\n", "⟨pre **粗体。**后\n⟩");
    becomes("    前**。粗体**\n", "⟨pre 前**。粗体**\n⟩");
    becomes("3~5天，10~20元", "3~5天，10~20元");
    becomes("_粗体。_后", "_粗体。_后");
    becomes(
        "[a](https://a.example/前*。*)",
        "[a](https://a.example/前*。*)",
    );
    becomes(
        "<https://a.example/前*。*>",
        "[https://a.example/前*。*](https://a.example/前*。*)",
    );
    becomes(
        "[a] b\n\n[a]: https://a.example/前*。*\n",
        "[a](https://a.example/前*。*) b",
    );
    becomes(
        "[*。*前] b\n\n[*。*前]: https://a.example\n",
        "[<i>。</i>前](https://a.example) b",
    );
    becomes("~~~中*。*\na\n~~~\n", "⟨pre a\n⟩");
    becomes("🙂**(a)**🙂", "🙂<b>(a)</b>🙂");
}

#[test]
fn characters_that_no_text_may_have_are_shown_as_such() {
    // They stand for something of our own while a text is parsed.
    for held in '\u{fdd0}'..='\u{fdef}' {
        becomes(&format!("a{held}b **一。**c"), "a\u{fffd}b <b>一。</b>c");
    }
    becomes("ﷺ **一。**c", "ﷺ <b>一。</b>c");
}
