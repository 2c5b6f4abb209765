//! The arguments of a tool call on one line, for a reader in a hurry.
//!
//! Not responsible for how long a line may be.

use hifijson::{Read, SliceLexer, token::Lex};

use super::read::{object, string, text};
use super::write::write_string;

/// The values of a call's arguments, in their order; what is no JSON object, or not one yet, is
/// given back as it is.
pub fn brief_arguments(arguments: &str) -> String {
    let Some(fields) = object(arguments) else {
        return arguments.to_owned();
    };
    let mut brief = String::new();
    for (_, json) in fields {
        if !brief.is_empty() {
            brief.push_str(" · ");
        }
        match string(json) {
            Some((text, _)) => brief.push_str(text.trim_start().lines().next().unwrap_or_default()),
            None => push_compact(&mut brief, json),
        }
    }
    brief
}

/// The arguments of a call by name: a string as its text, anything else as JSON text. None for
/// what is no JSON object, or not one yet.
pub fn argument_fields(arguments: &str) -> Option<Vec<(String, String)>> {
    let fields = object(arguments)?;
    let text = |json: &str| string(json).map_or_else(|| json.to_owned(), |(text, _)| text);
    Some(
        fields
            .into_iter()
            .map(|(name, json)| (name.into_owned(), text(json)))
            .collect(),
    )
}

/// The arguments of a call by name, each as the JSON text that it came as. None for what is no JSON
/// object, or not one yet.
pub fn argument_values(arguments: &str) -> Option<Vec<(String, String)>> {
    let fields = object(arguments)?.into_iter();
    Some(
        fields
            .map(|(name, json)| (name.into_owned(), json.to_owned()))
            .collect(),
    )
}

/// The text that a JSON string is; none for anything else.
pub fn text_of(json: &str) -> Option<String> {
    string(json).map(|(text, _)| text)
}

/// Appends a value without the white space around its parts, and with no more escapes in its
/// strings than they need.
fn push_compact(out: &mut String, json: &str) {
    let mut lexer = SliceLexer::new(json.as_bytes());
    while let Some(next) = lexer.ws_peek() {
        if let Some((text, _)) = text(&mut lexer) {
            write_string(out, &text);
        } else {
            out.push(char::from(next));
            lexer.take_next();
        }
    }
}
