//! A thread as a file: as Markdown for people, as JSON for programs.
//!
//! The functions that write the text are pure. Only what is loaded is written: messages that only
//! the backend has are left out.

mod json;
mod markdown;
mod order;
#[cfg(test)]
mod tests;
mod unclosed;

use midturn_core::left_out::LeftOut;
use midturn_core::transcript::Turn;

use crate::hooks::save_text;
use crate::i18n::Catalogue;

/// The most characters of a title in a file's name.
const LONGEST: usize = 60;

/// A format of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Markdown,
    /// For programs.
    Json,
}

/// A thread to write.
#[derive(Clone, Copy, Debug)]
pub struct Thread<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its title; may be empty.
    pub title: &'a str,
    /// Its turns, oldest first.
    pub turns: &'a [Turn],
    /// Which of them are no longer part of it.
    pub left_out: &'a LeftOut,
}

/// Gives a thread's file to the browser to save.
pub fn export(texts: &Catalogue, thread: Thread<'_>, format: Format) {
    let text = exported(texts, thread, format);
    save(texts, thread.title, &text, format);
}

/// Gives the text of a thread's file to the browser to save.
pub fn save(texts: &Catalogue, title: &str, text: &str, format: Format) {
    let (ending, media_type) = match format {
        Format::Markdown => ("md", "text/markdown"),
        Format::Json => ("json", "application/json"),
    };
    save_text(&file_name(name(texts, title), ending), media_type, text);
}

/// A thread as the text of a file.
pub fn exported(texts: &Catalogue, thread: Thread<'_>, format: Format) -> String {
    match format {
        Format::Markdown => markdown::written(texts, thread),
        Format::Json => json::written(thread),
    }
}

fn name<'a>(texts: &'a Catalogue, title: &'a str) -> &'a str {
    if title.is_empty() {
        texts.untitled
    } else {
        title
    }
}

/// The file's name: the title without what a file system may refuse.
fn file_name(title: &str, ending: &str) -> String {
    let kept = |char: char| {
        if char.is_alphanumeric() || matches!(char, ' ' | '-' | '_' | '.') {
            char
        } else {
            ' '
        }
    };
    let plain: String = title.chars().map(kept).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST).collect();
    let name = name.trim_matches(['.', ' ']);
    let name = if name.is_empty() { "midturn" } else { name };
    format!("{name}.{ending}")
}
