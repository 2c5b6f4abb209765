//! Compares the tables with the element's source, its types and its documents.

mod contrast;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::super::texts::Texts;
use super::names::named;
use super::tokens::base;
use super::*;
use crate::i18n::Locale;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).expect("the file is there")
}

fn set<T: Into<String>>(names: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    names.into_iter().map(Into::into).collect()
}

/// The text between a beginning and the end of the block that it begins.
fn block(text: &str, begin: &str, end: &str) -> String {
    let (_, rest) = text.split_once(begin).expect("it has the block");
    rest.split(end).next().unwrap_or_default().to_owned()
}

/// The texts in single quotes.
fn quoted(text: &str) -> BTreeSet<String> {
    set(text.split('\'').skip(1).step_by(2))
}

/// The members that a TypeScript interface or class declares: their names, and what follows.
fn members(text: &str, begin: &str) -> Vec<(String, String)> {
    let inside = block(text, begin, "\n}\n");
    let lines = inside.lines().filter_map(|line| line.strip_prefix("  "));
    let declared = lines.filter_map(|line| {
        let end = line.find(|letter: char| !letter.is_ascii_alphanumeric())?;
        let (name, rest) = line.split_at(end);
        let is_declared = ["?:", ":", "("].iter().any(|sign| rest.starts_with(sign));
        (!name.is_empty() && is_declared).then(|| (name.to_owned(), rest.to_owned()))
    });
    declared.collect()
}

#[test]
fn every_attribute_and_property_has_a_control() {
    let source = read("src/embed/properties.js");
    let attributes = quoted(&block(&source, "export const ATTRIBUTES = [", "]"));
    let with_attribute = properties().filter(|held| held.has_attribute);
    let named = set(with_attribute.map(|held| attribute(held.name)));
    assert_eq!(named, attributes);
    let mut known = quoted(&block(&source, "const APPLIED = [", "]"));
    known.extend(quoted(&block(&source, "const DRAWN = [", "]")));
    known.extend(quoted(&block(&source, "export const PROPERTIES = [", "]")));
    assert_eq!(set(properties().map(|held| held.name)), known);
}

/// The lines of a block that are a name, this sign and exactly this value.
fn with_value(text: &str, value: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.trim().split_once(": "));
    let named = lines.filter(|(_, held)| held.trim_end_matches(',') == value);
    set(named.map(|(name, _)| name))
}

#[test]
fn an_attribute_that_counts_without_a_value_is_such_everywhere() {
    let flags =
        properties().filter(|held| held.has_attribute && matches!(held.control, Control::Flag));
    let flags = set(flags.map(|held| held.name));
    let source = read("src/embed/properties.js");
    let taken = quoted(&block(&source, "const FLAGS = [", "]"));
    assert_eq!(set(flags.iter().map(|name| attribute(name))), taken);
    let checks = block(&read("src/embed/checks.js"), "const CHECKS = {", "\n};");
    assert_eq!(with_value(&checks, "flag"), flags);
    let vue = block(&read("packages/midturn/vue.js"), "const TYPES = {", "\n};");
    assert_eq!(with_value(&vue, "Boolean"), flags);
}

#[test]
fn the_value_of_every_property_is_checked() {
    let checks = block(&read("src/embed/checks.js"), "const CHECKS = {", "\n};");
    let names = checks.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split([':', ',', '(']).next());
    let checked = set(names.filter(|name| !name.starts_with([' ', '}', '/'])));
    assert_eq!(checked, set(properties().map(|held| held.name)));
}

#[test]
fn the_choices_are_those_of_the_types() {
    let types = read("packages/midturn/midturn.d.ts");
    let protocols = quoted(&block(&types, "export type Protocol = ", ";"));
    for (name, rest) in members(&types, "export interface Options {") {
        let held = properties().find(|held| held.name == name);
        let held = held.unwrap_or_else(|| panic!("{name} has no control"));
        let is_union = rest.starts_with("?: '");
        match held.control {
            Control::Choice(values) if is_union => {
                assert_eq!(set(values.iter().copied()), quoted(&rest), "{name}");
            }
            Control::Choice(values) if name == "protocol" => {
                assert_eq!(set(values.iter().copied()), protocols);
            }
            // The browser's own type.
            Control::Choice(_) => assert_eq!(name, "credentials"),
            _ => assert!(!is_union, "{name} has fixed values"),
        }
    }
}

fn all_methods() -> impl Iterator<Item = &'static str> {
    let methods = METHODS.into_iter().flat_map(|(_, held)| held);
    methods.map(|method| method.name)
}

#[test]
fn every_method_can_be_called() {
    let types = read("packages/midturn/midturn.d.ts");
    let declared = members(&types, "export declare class MidturnChat ");
    let methods = declared.iter().filter(|(_, rest)| rest.starts_with('('));
    let mut methods = set(methods.map(|(name, _)| name.as_str()));
    assert!(methods.remove("addEventListener"));
    assert_eq!(set(all_methods()), methods);
}

#[test]
fn every_event_is_logged() {
    let types = read("packages/midturn/midturn.d.ts");
    let inside = block(&types, "export interface EventDetails {", "\n}\n");
    let lines = inside.lines().filter_map(|line| line.strip_prefix("  '"));
    let declared = set(lines.filter_map(|line| line.split('\'').next()));
    assert_eq!(set(EVENTS), declared);
}

#[test]
fn every_custom_property_is_there() {
    let documented = named("## Custom properties");
    assert_eq!(set(tokens().map(|token| token.name)), set(documented));
}

#[test]
fn the_parts_and_slots_are_found_in_the_docs() {
    let ends = |names: Vec<&'static str>| [names[0], names[names.len() - 1]];
    assert_eq!(ends(parts()), ["chat", "shortcuts"]);
    assert_eq!(ends(slots()), ["header", "footer"]);
}

#[test]
fn every_custom_property_has_a_default_of_its_kind() {
    for Token { name, look, .. } in tokens() {
        let value = base(name).unwrap_or_else(|| panic!("{name} has no default"));
        match look {
            Look::Colour => assert!(pair(value).is_some(), "{name}: {value}"),
            Look::Length { unit, .. } => {
                let number = value.strip_suffix(unit).unwrap_or(value);
                let is_number = number.parse::<f64>().is_ok();
                assert!(is_number || value == "medium", "{name}: {value}");
            }
            Look::Text => assert!(!value.is_empty()),
        }
    }
}

#[test]
fn every_ready_theme_is_there_and_its_colours_are_read() {
    let files =
        fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("packages/midturn/themes"));
    let files = files.expect("the directory is there").map(|file| {
        let name = file.expect("it can be read").file_name();
        name.to_string_lossy().trim_end_matches(".css").to_owned()
    });
    assert_eq!(set(READY_THEMES.iter().map(|held| held.name)), set(files));
    for ready in &READY_THEMES {
        let class = format!(".midturn-{} {{", ready.name);
        assert!(ready.css.contains(&class), "{}", ready.name);
        for token in tokens().filter(|token| token.look == Look::Colour) {
            let value = defaults(ready.name, token.name);
            assert!(pair(value).is_some(), "{}: {value}", token.name);
        }
    }
    let ocean = pair(defaults("ocean", "--midturn-accent")).map(|pair| pair.light);
    assert_eq!(ocean.as_deref(), Some("#0b5cad"));
    assert_eq!(defaults("", "--midturn-radius"), "12px");
}

#[test]
fn the_samples_export_what_they_are_named_after() {
    for sample in &SAMPLES {
        let code = sample.code();
        let begins = [
            format!("function {}(", sample.name),
            format!("async function {}(", sample.name),
            format!("const {} = ", sample.name),
        ];
        assert!(
            begins.iter().any(|begin| code.starts_with(begin)),
            "{}",
            sample.file
        );
    }
}

#[test]
fn every_name_is_explained_in_every_language() {
    let mut names: Vec<&str> = properties().map(|held| held.name).collect();
    names.retain(|name| !["renderers", "tools"].contains(name));
    names.extend(tokens().map(|token| token.name));
    for locale in Locale::ALL {
        let texts = Texts::of(locale);
        for name in &names {
            assert!(!(texts.about)(name).is_empty(), "{locale:?}: {name}");
        }
        for name in all_methods() {
            assert!(!(texts.method)(name).is_empty(), "{locale:?}: {name}");
        }
        for name in parts() {
            assert!(!(texts.part)(name).is_empty(), "{locale:?}: {name}");
        }
        for name in slots() {
            assert!(!(texts.slot)(name).is_empty(), "{locale:?}: {name}");
        }
        for sample in &SAMPLES {
            assert!(
                !(texts.sample)(sample.name).is_empty(),
                "{locale:?}: {}",
                sample.name
            );
        }
    }
}
