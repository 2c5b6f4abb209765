//! A block settles as soon as no later text can become a part of it. The definitions in settled
//! blocks stay valid for later blocks.

use super::fake::{Written, at_once};

fn by_letters(text: &str) -> Written {
    let mut written = Written::new();
    for letter in text.chars() {
        written.write(letter.encode_utf8(&mut [0; 4]));
    }
    written
}

/// How many blocks of an unfinished text have settled.
fn settled(text: &str) -> usize {
    by_letters(text).settled().len()
}

/// Asserts that a text gives the same page letter by letter as in one piece.
fn assert_same(text: &str) {
    let mut written = by_letters(text);
    written.finish();
    assert_eq!(written.page(), at_once(text).page(), "{text:?}");
}

#[test]
fn a_line_with_bars_below_a_block_gives_the_same_page_letter_by_letter() {
    for text in [
        "a\n|\\\n|---|:-:|\n",
        "> a\n| b |\n> |---|:-:|\n",
        "- a\n|\\\n  |---|:-:|\n",
        "a\r\n|\\\r\n|---|:-:|\r\n",
    ] {
        assert_same(text);
    }
}

#[test]
fn a_link_named_like_a_footnote_stays_a_link() {
    for text in [
        "> [!NOTE]\n    [^a]: /x\n\nb\n\n[^a]",
        "[ ^a]: /x\n\nb\n\n[^a]\n\n[ ^a]",
        "[^a] [ ^a]\n\nb\n\n[ ^a]: /x\n\nb\n\n[^a]: c\n\nd\n",
        "[^a] [ ^a]\n\nb\n\n[^a]: c\n\nd\n\n[ ^a]: /x\n\nb\n",
    ] {
        assert_same(text);
    }
}

#[test]
fn a_block_settles_with_the_first_line_of_the_next() {
    assert_eq!(settled("a\n\nb"), 0);
    assert_eq!(settled("a\n\nb\n"), 1);
    assert_eq!(settled("a\n# b\n"), 1);
    assert_eq!(settled("> a\n\n- b\n"), 1);
    assert_eq!(settled("a\n\nb | c\n-|"), 1);
}

#[test]
fn a_block_settles_with_the_second_line_of_a_table() {
    assert_eq!(settled("a\n| b |\n|---|"), 0);
    assert_eq!(settled("a\n| b |\n|---|\n"), 1);
    assert_eq!(settled("a\n|\\\n|---|\n"), 1);
}

#[test]
fn labels_in_any_script_are_distinguished_and_matched() {
    for text in [
        "[漢]\n\nb\n\n[字]: /x\n\nb\n\n[漢]: /y\n\nb\n",
        "b\n\n[字]: /x\n\nb\n\n[漢]\n\nb\n\n[漢]: /y\n\nb\n",
        "[ss]\n\nb\n\n[ẞ]: /x\n\nb\n",
        "[a\u{a0}b]: /x\n\nb\n\n[a\u{a0}b]\n\nb\n",
        "[É]\n\nb\n\n[é]: /x\n\nb\n",
        "b[^é]\n\nb\n\n[^à]: c\n\nb\n\n[^É]: c\n\nb\n",
    ] {
        assert_same(text);
    }
}
