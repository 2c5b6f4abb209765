//! A tool's output: terminal colours, diffs, and only the beginning of a huge one at first.
//!
//! Not responsible for the meaning of escape sequences (see [`terminal`]).

mod terminal;

use std::ops::Range;

use leptos::html::Pre;
use leptos::prelude::*;

use crate::components::Ui;
use crate::hooks::{later, save_text};
use terminal::{Colour, Reader, Span};

/// How many lines are drawn at first. Later parts have ten times as many.
const LINES: usize = 200;

/// The most bytes drawn at first, even of one line.
const LENGTH: usize = 32 * 1024;

/// The text of a result.
#[component]
pub(super) fn Output(
    /// The text.
    text: String,
) -> impl IntoView {
    crate::styled_by!("output.css");
    let (first, rest) = cut(&text, LINES, LENGTH);
    let (first, lines) = (0..first.len(), rest.lines().count());
    let more = RwSignal::new(!rest.is_empty());
    let diff = is_diff(&text);
    let reader = StoredValue::new(Reader::of(&text));
    let text = StoredValue::new(text);
    let parts = RwSignal::new(vec![first]);
    let pre = NodeRef::<Pre>::new();
    // Each part is drawn once, in their order.
    let drawn = move |part: Range<usize>| {
        text.with_value(|text| {
            let is_last = part.end == text.len();
            let part = text.get(part).unwrap_or_default();
            if diff {
                return part.split_inclusive('\n').map(diff_line).collect();
            }
            let read = reader.try_update_value(|reader| reader.read(part, is_last));
            let spans = read.unwrap_or_default().into_iter();
            spans.map(coloured).collect::<Vec<_>>()
        })
    };
    view! {
        <div class="mt-output">
            <pre class="mt-activity__pre" dir="auto" tabindex="0" node_ref=pre>
                <For each=move || parts.get() key=|part| part.start children=drawn/>
            </pre>
            <Show when=move || more.get()>
                <More text parts more lines pre/>
            </Show>
        </div>
    }
}

/// How many more lines there are, with buttons to show or download them.
#[component]
fn More(
    text: StoredValue<String>,
    /// The parts of the text that are drawn, as byte ranges.
    parts: RwSignal<Vec<Range<usize>>>,
    /// Whether there is more text, and the person has not asked for it yet.
    more: RwSignal<bool>,
    /// How many more lines there are.
    lines: usize,
    pre: NodeRef<Pre>,
) -> impl IntoView {
    let Ui { texts, scroll, .. } = Ui::get();
    let all = move |_| {
        scroll.release();
        more.set(false);
        draw_rest(text, parts);
        if let Some(pre) = pre.get_untracked() {
            let _ = pre.focus();
        }
    };
    let download = move |_| text.with_value(|text| save_text("output.txt", "text/plain", text));
    view! {
        <div class="mt-output__more">
            <span>{texts.answer.output_more(lines)}</span>
            <button type="button" class="mt-output__way" on:click=all>
                {texts.answer.output_all}
            </button>
            <button type="button" class="mt-output__way" on:click=download>
                {texts.answer.output_download}
            </button>
        </div>
    }
}

/// Draws the rest in parts, so that a huge log does not block the page.
fn draw_rest(text: StoredValue<String>, parts: RwSignal<Vec<Range<usize>>>) {
    let drawn = parts.try_with_untracked(|parts| parts.last().map_or(0, |last| last.end));
    let next = drawn.and_then(|from| {
        text.try_with_value(|text| {
            let rest = text.get(from..).unwrap_or_default();
            let (part, _) = cut(rest, LINES * 10, LENGTH * 8);
            from..from + part.len()
        })
    });
    if let Some(part) = next.filter(|part| !part.is_empty()) {
        parts.update(|parts| parts.push(part));
        later(0, move || draw_rest(text, parts));
    }
}

/// Splits a text after the first `lines` lines, or after `length` bytes, whichever comes first.
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

/// Whether the text looks like output of `diff -u` or `git`.
fn is_diff(text: &str) -> bool {
    let begins = ["diff --git ", "--- ", "Index: "];
    begins.iter().any(|begin| text.starts_with(begin)) && text.contains("\n@@ -")
}

/// A line of a diff.
fn diff_line(line: &str) -> AnyView {
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
    view! {
        <span class=class>{words.to_owned()}</span>
        {end}
    }
    .into_any()
}

/// Text with a terminal's colours.
fn coloured(Span { text, style }: Span) -> AnyView {
    if style == terminal::Style::default() {
        return text.into_any();
    }
    let mut classes: Vec<String> = style.names().map(|name| format!("mt-t-{name}")).collect();
    let (colour, ground) = if style.is_inverse() {
        classes.push("mt-t-inverse".to_owned());
        (style.ground, style.colour)
    } else {
        (style.colour, style.ground)
    };
    let mut value = |colour: Option<Colour>, class: &str| match colour? {
        Colour::Named(number) => {
            classes.push(format!("{class}{number}"));
            None
        }
        Colour::Exact(red, green, blue) => Some(format!("rgb({red} {green} {blue})")),
    };
    let (colour, ground) = (value(colour, "mt-t-"), value(ground, "mt-t-on-"));
    view! {
        <span class=classes.join(" ") style:color=colour style:background-color=ground>
            {text}
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_after_the_line_limit_or_at_the_byte_limit() {
        assert_eq!(cut("a\nb\nc\n", 2, 100), ("a\nb\n", "c\n"));
        assert_eq!(cut("a\nb", 2, 100), ("a\nb", ""));
        assert_eq!(cut("aéb", 2, 2), ("a", "éb"));
        assert_eq!(cut("", 2, 2), ("", ""));
    }

    #[test]
    fn a_diff_needs_a_file_header_and_a_hunk() {
        assert!(is_diff(
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
        ));
        assert!(!is_diff("--- a list\n- item\n"));
    }
}
