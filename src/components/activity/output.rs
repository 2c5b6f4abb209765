//! What a tool gave back: terminal colours, diffs, and of a huge one its beginning first.
//!
//! Not responsible for what a program meant by escape sequences (see [`terminal`]).

mod terminal;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::components::{Ui, button};
use crate::dom::{El, document, el};
use crate::hooks::{later, save_text};
use terminal::{Colour, Span, read};

/// How many lines are drawn at first, and how many at once after that.
const LINES: usize = 200;

/// A line is no longer than this in the first part, in bytes.
const LENGTH: usize = 32 * 1024;

/// The text of a result.
pub(super) fn output(ui: &Ui, text: &str) -> El {
    let pre = el("pre")
        .class("mt-activity__pre")
        .attr("dir", "auto")
        .attr("tabindex", "0");
    let block = el("div").class("mt-output").child(pre.clone());
    let (first, rest) = cut(text, LINES, LENGTH);
    let diff = is_diff(text);
    write(pre.element(), first, diff);
    if rest.is_empty() {
        return block;
    }
    let texts = ui.texts;
    let more = el("div").class("mt-output__more");
    let (bar, held, whole) = (more.element().clone(), pre.clone(), text.to_owned());
    let (from, scroll) = (first.len(), ui.scroll.clone());
    let all = button("mt-output__way", move || {
        scroll.release();
        bar.remove();
        append(held.element().clone(), whole.clone(), from, diff);
        if let Some(pre) = held.element().dyn_ref::<HtmlElement>() {
            let _ = pre.focus();
        }
    });
    let file = text.to_owned();
    let download = button("mt-output__way", move || {
        save_text("output.txt", "text/plain", &file);
    });
    block.child(
        more.child(el("span").text(&(texts.answer.output_more)(rest.lines().count())))
            .child(all.text(texts.answer.output_all))
            .child(download.text(texts.answer.output_download)),
    )
}

/// Some lines from the beginning of a text, and the rest.
fn cut(text: &str, lines: usize, length: usize) -> (&str, &str) {
    let mut end = text.len();
    if let Some((at, _)) = text.match_indices('\n').nth(lines - 1) {
        end = at + 1;
    }
    if end > length {
        end = length;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
    }
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Draws the rest, a part at a time: a page is not to stand still for a log.
fn append(pre: Element, text: String, from: usize, diff: bool) {
    let rest = text.get(from..).unwrap_or_default();
    let (part, after) = cut(rest, LINES * 10, LENGTH * 8);
    write(&pre, part, diff);
    if !after.is_empty() {
        let next = from + part.len();
        later(0, move || append(pre, text, next, diff));
    }
}

/// Whether it is what `diff -u` and `git` write.
fn is_diff(text: &str) -> bool {
    let begins = ["diff --git ", "--- ", "Index: "];
    begins.iter().any(|begin| text.starts_with(begin)) && text.contains("\n@@ -")
}

fn write(pre: &Element, text: &str, diff: bool) {
    let made = document().create_document_fragment();
    let add = |node: &web_sys::Node| {
        // Fails for a node around itself alone.
        let _ = made.append_child(node);
    };
    if diff {
        for line in text.split_inclusive('\n') {
            let class = match line.as_bytes().first() {
                Some(b'+') if !line.starts_with("+++") => "mt-k-inserted",
                Some(b'-') if !line.starts_with("---") => "mt-k-deleted",
                Some(b'@') => "mt-k-meta",
                _ => "",
            };
            let (words, end) = match line.strip_suffix('\n') {
                Some(words) => (words, "\n"),
                None => (line, ""),
            };
            add(&el("span").class(class).text(words).into());
            add(&document().create_text_node(end));
        }
    } else {
        for span in read(text) {
            add(&drawn(&span));
        }
    }
    let _ = pre.append_child(&made);
}

fn drawn(span: &Span) -> web_sys::Node {
    let style = span.style;
    if style == terminal::Style::default() {
        return document().create_text_node(&span.text).into();
    }
    let made = el("span").text(&span.text);
    let mut classes: Vec<String> = style.names().map(|name| ["mt-t-", name].concat()).collect();
    let (colour, ground) = if style.is_inverse() {
        classes.push("mt-t-inverse".to_owned());
        (style.ground, style.colour)
    } else {
        (style.colour, style.ground)
    };
    for (colour, property, class) in [
        (colour, "color", "mt-t-"),
        (ground, "background-color", "mt-t-on-"),
    ] {
        match colour {
            Some(Colour::Named(number)) => classes.push([class, &number.to_string()].concat()),
            Some(Colour::Exact(red, green, blue)) => {
                let value = format!("rgb({red} {green} {blue})");
                let style = made.cast::<HtmlElement>().style();
                let _ = style.set_property(property, &value);
            }
            None => {}
        }
    }
    made.class(&classes.join(" ")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_a_line_or_where_a_line_is_too_long() {
        assert_eq!(cut("a\nb\nc\n", 2, 100), ("a\nb\n", "c\n"));
        assert_eq!(cut("a\nb", 2, 100), ("a\nb", ""));
        assert_eq!(cut("aéb", 2, 2), ("a", "éb"));
        assert_eq!(cut("", 2, 2), ("", ""));
    }

    #[test]
    fn a_diff_is_known_by_its_head() {
        assert!(is_diff(
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
        ));
        assert!(!is_diff("--- a list\n- item\n"));
    }
}
