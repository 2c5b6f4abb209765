//! The code that reproduces the settings: what differs from the defaults, as HTML, React or Vue.

mod html;
mod plan;
mod react;
#[cfg(test)]
mod tests;
mod vue;

use super::settings::Settings;
use plan::Plan;

/// Where the code is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Target {
    /// A page without a framework.
    #[default]
    Html,
    /// The component for React.
    React,
    /// The component for Vue.
    Vue,
}

impl Target {
    /// Every target, in the order of the tabs.
    pub(super) const ALL: [Self; 3] = [Self::Html, Self::React, Self::Vue];

    /// Its name, which is the same in every language.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::React => "React",
            Self::Vue => "Vue",
        }
    }
}

/// The code for a target.
pub(super) fn code(settings: &Settings, target: Target) -> String {
    let plan = Plan::of(settings);
    match target {
        Target::Html => html::write(&plan),
        Target::React => react::write(&plan),
        Target::Vue => vue::write(&plan),
    }
}

/// Adds spaces before each line that has something on it.
fn indented(text: &str, spaces: usize) -> String {
    let mut all = String::new();
    for line in text.lines() {
        if !line.is_empty() {
            all.extend(std::iter::repeat_n(' ', spaces));
            all.push_str(line);
        }
        all.push('\n');
    }
    all
}

/// A value in double quotes in HTML.
fn quoted(value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('"', "&quot;");
    format!("\"{value}\"")
}

/// A text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
