//! However a text is split, the final page is the same. Settled blocks are not touched again,
//! except in a text with definitions.

use proptest::prelude::*;

use super::fake::{Written, at_once};

/// Pieces with a meaning in markdown, and words.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n",
        "\n",
        "\n\n",
        "\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "\r\n",
        "a",
        "word",
        "two words",
        "- ",
        "-",
        "* ",
        "*",
        "**",
        "_",
        "__",
        "+ ",
        "1. ",
        "2) ",
        "1",
        "# ",
        "## ",
        "#",
        "> ",
        ">",
        "`",
        "``",
        "```",
        "```rust\n",
        "~~~\n",
        "~~",
        "|",
        "| a | b |\n",
        "|---|:-:|\n",
        "[",
        "]",
        "(",
        ")",
        "[a]",
        "[b]",
        "[a]: /x\n",
        "[a]: /y 'title'\n",
        "[b]:",
        "\"more\n",
        "[^1]",
        "[^1]: note\n",
        "[^2]",
        "[^2]:",
        "![",
        "![i](http://x.example/i.png)",
        "[l](http://x.example)",
        "http://x.example",
        "www.example.com",
        "<",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "<script>",
        "<div>\n",
        "===",
        "---",
        "***\n",
        "$",
        "$$",
        "$x$",
        "\\",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\[\nx\n- y\n\\]",
        "$5",
        "&amp;",
        "&",
        "é",
        "漢字",
        "。",
        "见https://例.example/路",
        ":80",
        "（字）",
        "“",
        "🙂",
        "- [ ] ",
        "- [x] ",
        "> [!NOTE]\n",
        "!",
        ":",
        "'",
        "\"",
        "=",
    ])
}

/// Pieces of tables, and pieces of the blocks around a table.
fn row() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n", "\n", "\n", "\n", "\n", "\n\n", "\r\n", "|", "|", "|\\", "| b |", "|-", "|-", "-|",
        "-|", "a", "a", "> ", "> ", "- ", "  ", "    ",
    ])
}

/// Nearly equal names of links and footnotes, and their definitions.
fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n\n",
        "\n\n",
        "\n\n",
        "d",
        "> ",
        "- ",
        "    ",
        "> [!NOTE]\n",
        "[a]",
        "[A]",
        "[a]:",
        "![a]",
        "[b][a]",
        "[ a ]: /x",
        "[a]: </y>",
        "[a\u{a0}b]",
        "[a\u{a0}b]: /x",
        "[^1]",
        "[^1]: c",
        "[ ^1]",
        "[ ^1]: /x",
        "[\\^1]",
        "[\\^1]: /p",
        "[^é]",
        "[^É]: c",
        "[^漢]",
        "[^漢]: c",
        "[é]",
        "[É]: /u",
        "[漢]",
        "[字]: /z",
        "[ss]",
        "[SS]: /q 'ti\\'t'",
        "[ẞ]: /z",
        "[x\n",
        "y]",
        "y]: /v",
        "[a&amp;]",
        "[a&amp;]: /a&amp;b",
        "[\\a]: \\a",
        "\0",
        "[\0]: /w",
    ])
}

/// Writes a text letter by letter. Checks that the final page is the same as for the text in one
/// piece, and that no settled block is touched, unless the text can have definitions.
fn same_by_letters(text: &str) -> Result<(), TestCaseError> {
    let mut written = Written::new();
    let mut settled: Vec<usize> = Vec::new();
    let defines = text.contains("]:");
    for letter in text.chars() {
        written.page.touched.clear();
        written.write(letter.encode_utf8(&mut [0; 4]));
        for node in &settled {
            prop_assert!(
                defines || !written.page.touched.contains(node),
                "{:?}",
                text
            );
        }
        settled = written.settled().to_vec();
    }
    written.finish();
    prop_assert_eq!(written.page(), at_once(text).page(), "{:?}", text);
    Ok(())
}

fn split_at(text: &str, cuts: &[usize]) -> Written {
    let mut written = Written::new();
    let mut from = 0;
    for cut in cuts {
        let mut to = (*cut % (text.len() + 1)).max(from);
        while !text.is_char_boundary(to) {
            to += 1;
        }
        written.write(&text[from..to]);
        from = to;
    }
    written.write(&text[from..]);
    written.finish();
    written
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn every_split_gives_the_same_page(parts in prop::collection::vec(piece(), 1..40), mut cuts in prop::collection::vec(0..400_usize, 0..12)) {
        let text = parts.concat();
        for cut in &mut cuts {
            *cut %= text.len() + 1;
        }
        cuts.sort_unstable();
        prop_assert_eq!(split_at(&text, &cuts).page(), at_once(&text).page(), "{:?} at {:?}", text, cuts);
    }

    #[test]
    fn a_page_written_letter_by_letter_is_the_same(parts in prop::collection::vec(piece(), 1..40)) {
        same_by_letters(&parts.concat())?;
    }

    #[test]
    fn tables_written_letter_by_letter_are_the_same(parts in prop::collection::vec(row(), 1..24)) {
        same_by_letters(&parts.concat())?;
    }

    #[test]
    fn definitions_written_letter_by_letter_give_the_same_page(parts in prop::collection::vec(name(), 1..24)) {
        same_by_letters(&parts.concat())?;
    }

    #[test]
    fn every_split_of_any_text_gives_the_same_page(text in "\\PC{0,200}", cuts in prop::collection::vec(0..400_usize, 0..6)) {
        let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut % (text.len() + 1)).collect();
        cuts.sort_unstable();
        prop_assert_eq!(split_at(&text, &cuts).page(), at_once(&text).page());
    }
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(1500)
}
