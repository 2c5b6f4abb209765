//! Rules about the style sheets.

use std::collections::BTreeMap;

use super::files::File;

/// The build script that bundles the style sheets.
const BUNDLER: &str = "build.rs";

/// Classes that several sheets may style, each with the reason.
const SHARED: [(&str, &str); 1] = [(
    ".midturn",
    "the root: its tokens, its reset and how it is printed are three subjects",
)];

/// Every style sheet is in the bundle: a sheet outside of the bundle has no effect.
pub(super) fn uses_every_sheet(files: &[File]) -> Vec<String> {
    sheets(files)
        .filter(|sheet| {
            let used = |file: &File| file.path == BUNDLER && file.text.contains(&sheet.path);
            !files.iter().any(used)
        })
        .map(|sheet| sheet.at(0, "build.rs does not name it"))
        .collect()
}

/// No class is styled by two sheets: two components that use one name would change each other.
/// A class within a longer selector (`.mt-chat--low .mt-editor`) adapts a component to its place
/// and does not count.
pub(super) fn styles_a_class_once(files: &[File]) -> Vec<String> {
    let mut owners = BTreeMap::<String, &File>::new();
    let mut complaints = Vec::new();
    for sheet in sheets(files) {
        for (line, class) in classes(&sheet.text) {
            let owner = owners.entry(class.clone()).or_insert(sheet);
            let shared = SHARED.iter().any(|(shared, _)| *shared == class);
            if owner.path != sheet.path && !shared {
                complaints.push(sheet.at(line, &format!("{} styles {class} too", owner.path)));
            }
        }
    }
    complaints
}

/// No part of the chat is a query container. WebKit lays a container out before it styles what is new in
/// it: where one element takes another's place, the transcript is shorter for a moment, and WebKit scrolls
/// up to its end.
pub(super) fn has_no_query_container(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for sheet in sheets(files) {
        for (number, line) in sheet.text.lines().enumerate() {
            let line = line.trim_start();
            let makes = [
                "container:",
                "container-type:",
                "container-name:",
                "@container",
            ];
            if makes.iter().any(|makes| line.starts_with(makes)) {
                complaints.push(sheet.at(number, "a query container loses the end in WebKit"));
            }
        }
    }
    complaints
}

/// No rule is for any element after another one. With such a rule, Chromium styles all that is in the
/// next element anew when an element comes or goes: a whole answer, when its card goes.
pub(super) fn has_no_universal_sibling(files: &[File]) -> Vec<String> {
    let any = ["+ *", "~ *", "+ :not(", "~ :not("];
    let mut complaints = Vec::new();
    for sheet in sheets(files) {
        for (number, line) in sheet.text.lines().enumerate() {
            let selectors = line.split(['{', '/']).next().unwrap_or_default();
            if any.iter().any(|any| selectors.contains(any)) {
                let complaint = "say `:where(:not(:first-child))`, or which elements follow";
                complaints.push(sheet.at(number, complaint));
            }
        }
    }
    complaints
}

/// What Safari knows only with its prefix has it.
pub(super) fn has_the_prefix_of_safari(files: &[File]) -> Vec<String> {
    let prefixed = ["user-select:", "text-size-adjust:", "line-clamp:"];
    let mut complaints = Vec::new();
    for sheet in sheets(files) {
        let mut before = "";
        for (number, line) in sheet.text.lines().enumerate() {
            for name in prefixed {
                let with = format!("-webkit-{name}");
                let bare = line.matches(name).count() > line.matches(&with).count();
                if bare && ![before, line].iter().any(|text| text.contains(&with)) {
                    complaints.push(sheet.at(number, &format!("Safari knows only {with}")));
                }
            }
            before = line;
        }
    }
    complaints
}

fn sheets(files: &[File]) -> impl Iterator<Item = &File> {
    files
        .iter()
        .filter(|file| file.is_in("style") && file.is_a(".css"))
}

/// The classes that are a whole selector, each with its line, counted from 0.
fn classes(sheet: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut written = String::new();
    let mut nested = 0_usize;
    for (number, line) in sheet.lines().enumerate() {
        for sign in line.chars() {
            match sign {
                '{' => {
                    let selectors = written.split(',').map(str::trim);
                    let alone = selectors.filter(|selector| is_class(selector));
                    found.extend(alone.map(|class| (number, class.to_owned())));
                    written.clear();
                }
                '}' | ';' => written.clear(),
                // What is in parentheses is no selector of its own, as in `.a :is(.b, .c)`.
                '(' | ')' => {
                    nested = if sign == '(' {
                        nested + 1
                    } else {
                        nested.saturating_sub(1)
                    };
                    written.push(sign);
                }
                ',' if nested > 0 => written.push(' '),
                _ => written.push(sign),
            }
        }
        // The next line may continue the list of selectors. A comment is no part of it.
        if written.trim_end().ends_with("*/") {
            written.clear();
        }
    }
    found
}

/// Whether a selector is one class and nothing else.
fn is_class(selector: &str) -> bool {
    selector.strip_prefix('.').is_some_and(|name| {
        !name.is_empty()
            && name
                .chars()
                .all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_'))
    })
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn an_unused_style_sheet_is_found() {
        let files = [
            file("style/a.css", ""),
            file("style/b.css", ""),
            file("build.rs", "[\"style/a.css\"]"),
        ];
        assert_eq!(
            uses_every_sheet(&files),
            ["style/b.css:1: build.rs does not name it"]
        );
    }

    #[test]
    fn a_class_of_two_sheets_is_found() {
        let files = [
            file("style/a.css", ".mt-list { gap: 0 }\n.midturn { gap: 0 }"),
            file(
                "style/b.css",
                "/* B. */\n.mt-row,\n.mt-list {\n}\n.midturn { gap: 1px }",
            ),
        ];
        assert_eq!(
            styles_a_class_once(&files),
            ["style/b.css:3: style/a.css styles .mt-list too"]
        );
    }

    #[test]
    fn a_class_may_be_adapted_to_its_place() {
        let files = [
            file("style/a.css", ".mt-list { gap: 0 }"),
            file(
                "style/b.css",
                ".mt-low :is(.mt-row, .mt-list, .mt-cell) { gap: 0 }\n\
                 @media print { .mt-row .mt-list { gap: 0 } }",
            ),
        ];
        assert_eq!(styles_a_class_once(&files), [""; 0]);
    }

    #[test]
    fn a_prefix_that_safari_needs_is_missed() {
        let files = [file(
            "style/a.css",
            ".mt-a {\n  -webkit-user-select: none;\n  user-select: none;\n}\n\
             .mt-b { user-select: none; }\n\
             .mt-c { -webkit-line-clamp: 2; line-clamp: 2; }",
        )];
        assert_eq!(
            has_the_prefix_of_safari(&files),
            ["style/a.css:5: Safari knows only -webkit-user-select:"]
        );
    }

    #[test]
    fn a_rule_for_any_element_after_another_is_found() {
        let files = [file(
            "style/a.css",
            ".mt-a > * + * { margin: 0; } /* why */\n.mt-a ~ :not(.mt-b),\n.mt-c { margin: 0; }\n\
             .mt-a + .mt-b, .mt-a > :where(:not(:first-child)) { inset: calc(1px + 2px * 3); }",
        )];
        let complaint = "say `:where(:not(:first-child))`, or which elements follow";
        assert_eq!(
            has_no_universal_sibling(&files),
            [1, 2].map(|line| format!("style/a.css:{line}: {complaint}"))
        );
    }

    #[test]
    fn a_query_container_is_found() {
        let files = [file(
            "style/a.css",
            ".mt-a {\n  container: a / inline-size;\n}\n@container a (inline-size < 9px) {}",
        )];
        assert_eq!(
            has_no_query_container(&files),
            [
                "style/a.css:2: a query container loses the end in WebKit",
                "style/a.css:4: a query container loses the end in WebKit",
            ]
        );
    }
}
