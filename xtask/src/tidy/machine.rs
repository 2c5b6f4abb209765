//! Rules against traces of the machine that the repository was written on.

use super::files::File;

/// The one source that `Cargo.lock` may name.
const CRATES_IO: &str = "\"registry+https://github.com/rust-lang/crates.io-index\"";

/// No absolute paths: they exist on one machine only.
pub(super) fn names_no_path(files: &[File]) -> Vec<String> {
    // Split, so that this file does not break the rule itself.
    let places = [
        concat!("/", "root/"),
        concat!("/", "home/"),
        concat!("/", "Users/"),
        concat!("/", "work/"),
        concat!("/", "tmp/"),
        concat!("C:", "\\Users"),
    ];
    let mut complaints = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            if let Some(place) = places.into_iter().find(|place| begins_path(line, place)) {
                complaints.push(file.at(number, &format!("names {place}")));
            }
        }
    }
    complaints
}

/// Whether the place begins a path, and is not part of a longer path or of an address.
fn begins_path(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        line[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() && !".-_/}~*".contains(before))
    })
}

/// No lock file or setting names a registry, except crates.io in `Cargo.lock`: the person who
/// installs chooses the registry.
pub(super) fn names_no_registry(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        let (place, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        // Each file in a directory called `requirements` is a list of requirements.
        let name = if place.ends_with("/requirements") {
            "requirements.txt"
        } else {
            name
        };
        let wrong: fn(&str) -> bool = match name {
            "Cargo.lock" => |line| line.starts_with("source = ") && !line.contains(CRATES_IO),
            "package-lock.json" => |line| line.contains("\"resolved\""),
            ".npmrc" | "config.toml" | "requirements.txt" | "pip.conf" => {
                |line| line.contains("://")
            }
            _ => continue,
        };
        let lines = file.text.lines().enumerate();
        complaints.extend(
            lines
                .filter(|(_, line)| wrong(line))
                .map(|(number, _)| file.at(number, "names a registry")),
        );
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn a_path_of_a_machine_is_found_and_an_address_is_not() {
        let home = concat!("/", "home/");
        let files = [
            file("a.rs", &format!("\"{home}me/x\"")),
            file("b.md", &format!("https://example.org{home}")),
        ];
        assert_eq!(names_no_path(&files), [format!("a.rs:1: names {home}")]);
    }

    #[test]
    fn another_registry_is_found() {
        let files = [
            file(
                "Cargo.lock",
                &format!("source = {CRATES_IO}\nsource = \"registry+x\""),
            ),
            file("end2end/package-lock.json", "\"resolved\": \"x\""),
            file("end2end/.npmrc", "registry=http://x"),
            file("backends/requirements/a.txt", "--index-url http://x"),
        ];
        assert_eq!(
            names_no_registry(&files),
            [
                "Cargo.lock:2: names a registry",
                "end2end/package-lock.json:1: names a registry",
                "end2end/.npmrc:1: names a registry",
                "backends/requirements/a.txt:1: names a registry",
            ]
        );
    }
}
