//! Rules about the text of each file.

use super::files::File;

/// The most lines a Rust file may have.
const LONGEST: usize = 400;

/// Files that may be longer, each with the reason.
const LONGER: [(&str, &str); 4] = [
    ("src/i18n/catalogue.rs", "one table of all texts"),
    ("src/i18n/en.rs", "one table of a language"),
    ("src/i18n/fr.rs", "one table of a language"),
    ("src/i18n/ar.rs", "one table of a language"),
];

/// Files that may turn text into markup, each with the reason why that is safe.
const MARKUP: [(&str, &str); 0] = [];

/// Every Rust file begins with a doc comment.
pub(super) fn begins_with_docs(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.is_a(".rs") && !file.text.starts_with("//!"))
        .map(|file| file.at(0, "does not begin with //!"))
        .collect()
}

/// No Rust file is longer than [`LONGEST`] lines, so that each has one subject.
pub(super) fn is_short(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.is_a(".rs") && !is_listed(&LONGER, file))
        .filter_map(|file| {
            let lines = file.text.lines().count();
            (lines > LONGEST).then(|| file.at(lines - 1, &format!("{lines} lines")))
        })
        .collect()
}

/// No marks for open work: they belong in an issue.
pub(super) fn leaves_nothing_for_later(files: &[File]) -> Vec<String> {
    // Split, so that this file does not break the rule itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
    ];
    let written = [".rs", ".ts", ".js", ".css", ".html", ".toml", ".md", ".py"];
    let files = files
        .iter()
        .filter(|file| written.iter().any(|ending| file.is_a(ending)));
    lines_with(files, |line| {
        marks
            .into_iter()
            .find(|mark| words(line).any(|word| word == *mark))
    })
}

/// Text of a model or a person is never parsed as HTML.
pub(super) fn renders_no_markup(files: &[File]) -> Vec<String> {
    let ways = [
        "inner_html",
        "innerHTML",
        "outer_html",
        "outerHTML",
        "insert_adjacent_html",
        "insertAdjacentHTML",
        "create_contextual_fragment",
    ];
    let files = files
        .iter()
        .filter(|file| {
            file.is_in("src")
                || file.is_in("crates")
                || file.is_in("public")
                || file.path == "index.html"
        })
        .filter(|file| !is_listed(&MARKUP, file));
    lines_with(files, |line| {
        ways.into_iter()
            .find(|way| words(code(line)).any(|word| word.contains(way)))
    })
}

/// A line of Rust or JavaScript without its comment.
pub(super) fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The words of a line: letters, digits and underscores.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

fn lines_with<'a, 'f>(
    files: impl Iterator<Item = &'f File>,
    found: impl Fn(&str) -> Option<&'a str>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            complaints.extend(found(line).map(|what| file.at(number, what)));
        }
    }
    complaints
}

fn is_listed(list: &[(&str, &str)], file: &File) -> bool {
    list.iter().any(|(path, _)| *path == file.path)
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn a_module_without_docs_is_found() {
        let files = [
            file("src/a.rs", "//! A."),
            file("src/b.rs", "use a;"),
            file("c.md", "# C"),
        ];
        assert_eq!(
            begins_with_docs(&files),
            ["src/b.rs:1: does not begin with //!"]
        );
    }

    #[test]
    fn a_file_of_401_lines_is_found() {
        let short = file("a.rs", &"\n".repeat(LONGEST));
        let long = file("b.rs", &"\n".repeat(LONGEST + 1));
        assert_eq!(is_short(&[short, long]), ["b.rs:401: 401 lines"]);
    }

    #[test]
    fn a_mark_is_found_only_as_a_whole_word() {
        let mark = concat!("TO", "DO");
        let files = [
            file("a.rs", &format!("ok\n// {mark}: later")),
            file("b.rs", &format!("{mark}S_ARE_A_LIST")),
        ];
        assert_eq!(
            leaves_nothing_for_later(&files),
            [format!("a.rs:2: {mark}")]
        );
    }

    #[test]
    fn markup_from_text_is_found_in_code_for_the_browser() {
        let files = [
            file("src/a.rs", "node.set_inner_html(text)\n// not innerHTML"),
            file("end2end/a.ts", "node.innerHTML"),
        ];
        assert_eq!(renders_no_markup(&files), ["src/a.rs:1: inner_html"]);
    }
}
