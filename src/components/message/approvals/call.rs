//! What a call will do: its command, its change to a file, and its other arguments by name.

use leptos::prelude::*;

use super::diff::Diff;
use super::visible::visible;
use crate::components::Fields;
use crate::json::argument_fields;

const COMMAND: &[&str] = &["command", "cmd"];
const PATH: &[&str] = &["path", "file_path", "filename"];
const CONTENT: &[&str] = &["content", "contents", "file_text"];
const OLD: &[&str] = &["old_string", "old_text", "old_str"];
const NEW: &[&str] = &["new_string", "new_text", "new_str"];

/// The arguments. Those whose names are not recognized are listed by name.
#[component]
pub(super) fn Call(
    /// JSON text. Some backends send text that is not JSON.
    arguments: String,
    /// The question's title: what it names is not said again.
    title: String,
) -> impl IntoView {
    let Some(fields) = argument_fields(&arguments) else {
        return view! {
            <pre class="mt-approval__code" dir="ltr" tabindex="0">
                {visible(arguments)}
            </pre>
        }
        .into_any();
    };
    let seen = |(name, value)| (visible(name), visible(value));
    let meaning = Meaning::of(fields.into_iter().map(seen).collect());
    let name = meaning.path.clone().unwrap_or_else(|| title.clone());
    let is_unsaid = move |path: &String| !title.contains(path.as_str());
    let path = |path| {
        view! {
            <code class="mt-approval__path" dir="ltr">
                {path}
            </code>
        }
    };
    view! {
        {meaning.command.map(|command| view! { <Command command/> })}
        {meaning.path.filter(is_unsaid).map(path)}
        {meaning.change.map(|change| view! { <Diff change name/> })}
        {(!meaning.others.is_empty()).then(|| view! { <Others fields=meaning.others/> })}
    }
    .into_any()
}

#[component]
fn Command(command: String) -> impl IntoView {
    view! {
        <pre class="mt-approval__code" dir="ltr" tabindex="0">
            <span class="mt-approval__sign" aria-hidden="true">
                {"$ "}
            </span>
            {command}
        </pre>
    }
}

#[component]
fn Others(fields: Fields) -> impl IntoView {
    let field = |(name, value)| {
        view! {
            <dt dir="ltr">{name}</dt>
            <dd dir="auto">{value}</dd>
        }
    };
    view! { <dl class="mt-approval__fields">{fields.into_iter().map(field).collect_view()}</dl> }
}

/// The file that a call concerns.
pub(super) fn path_of(arguments: &str) -> Option<String> {
    Meaning::of(argument_fields(arguments)?).path
}

/// The meaning of a call's arguments, recognized by their names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Meaning {
    command: Option<String>,
    path: Option<String>,
    /// The old and the new text.
    change: Option<(String, String)>,
    /// The arguments whose names are not recognized.
    others: Fields,
}

impl Meaning {
    fn of(mut fields: Fields) -> Self {
        let mut take = |names: &[&str]| {
            let mut all = fields.iter();
            let place = all.position(|(name, _)| names.contains(&&**name))?;
            Some(fields.remove(place).1)
        };
        let (command, path, old) = (take(COMMAND), take(PATH), take(OLD));
        let new = take(if old.is_some() { NEW } else { CONTENT });
        let change = (old.is_some() || new.is_some())
            .then(|| (old.unwrap_or_default(), new.unwrap_or_default()));
        Self {
            command,
            path,
            change,
            others: fields,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, Meaning};

    fn fields<const N: usize>(fields: [(&str, &str); N]) -> Fields {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        fields.map(owned).into()
    }

    fn change(old: &str, new: &str) -> (String, String) {
        (old.to_owned(), new.to_owned())
    }

    #[test]
    fn a_command_is_separated_from_the_other_arguments() {
        let meaning = Meaning::of(fields([("timeout", "5"), ("cmd", "ls"), ("cwd", "/")]));
        assert_eq!(meaning.command.as_deref(), Some("ls"));
        assert_eq!(meaning.others, fields([("timeout", "5"), ("cwd", "/")]));
        assert_eq!((meaning.path, meaning.change), (None, None));
    }

    #[test]
    fn a_change_to_a_file_has_the_old_and_the_new_text() {
        let edited = [("path", "a.rs"), ("old_string", "a"), ("new_string", "b")];
        let edited = Meaning::of(fields(edited));
        assert_eq!(edited.path.as_deref(), Some("a.rs"));
        assert_eq!(edited.change, Some(change("a", "b")));
        let cut = Meaning::of(fields([("old_str", "a"), ("content", "c")]));
        assert_eq!(cut.change, Some(change("a", "")));
        assert_eq!(cut.others, fields([("content", "c")]));
        let written = Meaning::of(fields([("content", "c"), ("new_text", "b")]));
        assert_eq!(written.change, Some(change("", "c")));
        assert_eq!(written.others, fields([("new_text", "b")]));
    }
}
