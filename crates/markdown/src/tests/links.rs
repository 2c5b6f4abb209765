//! Bare addresses in texts of every language: where they begin, where they end, and that none leads
//! elsewhere than it says.

use super::look::{becomes, look, seen};
use crate::{Rules, Stream};

/// Asserts that exactly this part of a text is a link, which leads where it says.
fn links(before: &str, url: &str, after: &str) {
    let target = if url.starts_with("www") {
        ["http://", url].concat()
    } else {
        url.to_owned()
    };
    becomes(
        &[before, url, after].concat(),
        &format!("{before}[{url}]({target}){after}"),
    );
}

#[test]
fn an_address_ends_at_cjk_and_full_width_punctuation() {
    links("见 ", "https://a.example/x", "。好");
    links("见 ", "https://a.example/x", "，然后");
    links("", "www.example.com", "。");
    links("", "https://a.example", "、次");
    links("", "https://a.example/x?y=1", "！好");
    links("", "https://a.example/x", "；好");
    links("", "https://a.example/x", "：好");
    links("", "https://a.example/x", "｡ｶﾅ");
    links("", "https://a.example/x", "…然后");
}

#[test]
fn an_address_may_begin_after_a_letter_a_bracket_or_a_quote() {
    links("见", "https://a.example/x", "");
    links("보기", "https://a.example/x", " 참고");
    links("見る", "www.example.com", "。");
    links("راجع", "https://a.example/x", "، ثم");
    links("देखें", "https://a.example/x", "।");
    links("смотри:「", "https://a.example/x", "」");
    for before in ["Link:", "地址:", "a,", "a;", "a|"] {
        links(before, "https://a.example/x", "");
        links(before, "www.example.com", "");
    }
    for (open, close) in [
        ("（", "）"),
        ("“", "”"),
        ("«", "»"),
        ("‘", "’"),
        ("「", "」"),
        ("【", "】"),
        ("《", "》"),
        ("„", "“"),
        ("‹", "›"),
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("'", "'"),
        ("\"", "\""),
    ] {
        links(open, "https://a.example/y", close);
        links(
            &["看", open].concat(),
            "https://a.example/y",
            &[close, "吧"].concat(),
        );
        links(open, "www.example.com", &[close, "."].concat());
    }
}

#[test]
fn an_address_ends_at_a_sign_that_is_not_seen() {
    for sign in ["\u{200b}", "\u{200f}", "\u{202e}", "\u{2066}", "\u{feff}"] {
        links("", "https://a.example/x", &[sign, "gpj.y"].concat());
        links(sign, "https://a.example/x", "");
    }
}

#[test]
fn a_path_may_have_letters_of_any_script() {
    links("", "https://zh.example/wiki/京都", "");
    links("见", "https://zh.example/wiki/京都", "。好");
    links("", "https://ja.example/wiki/ジョン・レノン", " は");
    links("", "https://ar.example/wiki/القاهرة", "؟");
    links("", "https://hi.example/wiki/हिन्दी", "।");
    links("", "https://a.example/x_(y)", ")。");
    links("", "https://例子.测试/路", "。");
}

#[test]
fn a_host_does_not_take_the_words_behind_it() {
    links("", "https://a.example", "是");
    links("在", "www.example.com", "上");
    links("", "http://localhost:8080", "端口");
    links("", "http://localhost:8080", "。");
    links("", "https://a.example", "를 참고");
    links("", "https://a.example", ":看");
}

#[test]
fn what_is_part_of_a_word_or_no_host_is_no_address() {
    for text in [
        "xhttps://a.example",
        "1www.example.com",
        "https://。",
        "www。com",
        "a/https://b.c",
    ] {
        assert_eq!(look(text), text);
    }
}

#[test]
fn an_address_that_may_grow_is_not_yet_a_link() {
    for text in [
        "https://a.exam",
        "https://a.example/x.",
        "https://a.example/x(",
        "www.a.example/x'",
    ] {
        let mut stream = Stream::new(Rules::default());
        stream.write(text);
        let shown = seen(&stream.advance(true).blocks);
        assert!(!shown.contains("]("), "{text} is {shown}");
    }
}
