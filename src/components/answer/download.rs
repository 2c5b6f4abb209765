//! The button that saves a block of code as a file.
//!
//! What it does is a part of the program, because few people press it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::lines::Lines;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::save_text;

/// The ending of a language's files, where it is not the language's own name.
const ENDINGS: &[(&str, &[&str])] = &[
    ("bat", &["batch", "cmd", "dos"]),
    ("c", &["h"]),
    ("clj", &["clojure"]),
    ("cpp", &["c++", "cc", "cxx", "hpp"]),
    ("cs", &["c#", "csharp"]),
    ("diff", &["patch"]),
    ("erl", &["erlang"]),
    ("ex", &["elixir"]),
    ("fs", &["f#", "fsharp"]),
    ("go", &["golang"]),
    ("hs", &["haskell"]),
    ("html", &["xhtml"]),
    ("js", &["javascript", "node"]),
    ("jl", &["julia"]),
    ("json", &["json5", "jsonc"]),
    ("kt", &["kotlin"]),
    ("md", &["markdown"]),
    ("ml", &["ocaml"]),
    ("mmd", &["mermaid"]),
    ("pl", &["perl"]),
    ("ps1", &["powershell", "pwsh"]),
    ("py", &["python", "python3"]),
    ("rb", &["ruby"]),
    ("rs", &["rust"]),
    ("sh", &["bash", "shell", "zsh", "console", "shellsession"]),
    ("tex", &["latex"]),
    ("ts", &["typescript"]),
    ("txt", &["text", "plain", "plaintext"]),
    ("yml", &["yaml"]),
];

crate::part! {
    in details
    fn saving() -> fn(&str, &str, &str) { save }
}

/// Saves the code as a file.
#[component]
pub(super) fn Download(
    language: String,
    /// The rest of the fence's first line, such as a file name.
    about: String,
    lines: StoredValue<Lines, LocalStorage>,
) -> impl IntoView {
    let Ui {
        texts, announcer, ..
    } = Ui::get();
    let name = texts.content.code_download;
    let press = move |_| {
        let (language, about) = (language.clone(), about.clone());
        let code = lines.with_value(Lines::text);
        spawn_local(async move {
            match saving().await {
                Ok(save) => save(&language, &about, &code),
                Err(_) => announcer.say(texts.part_failed.to_owned()),
            }
        });
    };
    view! {
        <button
            type="button"
            class="mt-code__act"
            part="code-button"
            data-act="download"
            aria-label=name
            title=name
            on:click=press
        >
            <Icon name=IconName::Download/>
        </button>
    }
}

fn save(language: &str, about: &str, code: &str) {
    // As plain text, whatever the language: no browser opens the file as a page.
    save_text(&file_name(language, about), "text/plain", code);
}

/// The name of the file: the one that the fence gives, or one by the language.
fn file_name(language: &str, about: &str) -> String {
    let given = about.split_whitespace().find_map(named);
    given.unwrap_or_else(|| format!("code.{}", ending(language)))
}

/// The file that a word of the fence names, without its folders: `src/retry.rs`, `title="retry.rs"`.
fn named(word: &str) -> Option<String> {
    let value = word.rsplit('=').next().unwrap_or_default();
    let path = value.trim_matches(['"', '\'', '{', '}']);
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, ending) = name.rsplit_once('.')?;
    let plain = |text: &str| {
        text.chars()
            .all(|c| c.is_alphanumeric() || "-_.+".contains(c))
    };
    let is_name = !stem.starts_with('.') && !stem.is_empty() && plain(stem) && plain(ending);
    (is_name && !ending.is_empty()).then(|| name.to_owned())
}

fn ending(language: &str) -> String {
    let language = language.to_ascii_lowercase();
    let found = ENDINGS
        .iter()
        .find(|(_, names)| names.contains(&language.as_str()));
    let plain = language.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match found {
        Some((ending, _)) => (*ending).to_owned(),
        None if plain && (1..=10).contains(&language.len()) => language,
        None => "txt".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_is_named_by_its_language() {
        assert_eq!(file_name("rust", ""), "code.rs");
        assert_eq!(file_name("Python", ""), "code.py");
        assert_eq!(file_name("csv", ""), "code.csv");
        assert_eq!(file_name("", ""), "code.txt");
        assert_eq!(file_name("../x", ""), "code.txt");
    }

    #[test]
    fn a_file_has_the_name_that_the_fence_gives() {
        assert_eq!(file_name("rust", "src/retry.rs"), "retry.rs");
        assert_eq!(file_name("js", "title=\"a.test.js\""), "a.test.js");
        assert_eq!(file_name("rust", "no_run"), "code.rs");
        assert_eq!(file_name("rust", "../../.bashrc"), "code.rs");
        assert_eq!(file_name("sh", "a.b|c"), "code.sh");
    }
}
