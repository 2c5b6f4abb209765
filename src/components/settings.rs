//! What a person can set on the standalone page.
//!
//! Not responsible for keeping it, nor for what it changes.

mod dialog;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::OnEnter;
pub use dialog::SettingsDialog;

/// What a person can set. Unknown or missing fields of a stored one take their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each switch of the dialog"
)]
pub struct Settings {
    /// `auto`, `light` or `dark`.
    pub theme: Theme,
    /// How close things stand.
    pub density: Density,
    /// A language tag; empty for the browser's.
    pub locale: String,
    /// The agent's address; empty for the page's own.
    pub agent_url: String,
    /// Whether a running card shows its activities at once.
    pub expand_steps: bool,
    /// What Enter does while the agent works.
    pub on_enter: OnEnter,
    /// Interjections wait for the agent's response to end.
    pub after_response: bool,
    /// A turn that ends unseen is told by the system.
    pub notify: bool,
    /// The keys that are one character, and Escape twice, do nothing.
    pub no_shortcuts: bool,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Its name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name; any other name is `Auto`.
    pub fn of(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}

/// How close things stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// With room between them.
    #[default]
    Comfortable,
    /// With more of them on a screen.
    Compact,
}

impl Density {
    /// Its name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comfortable => "comfortable",
            Self::Compact => "compact",
        }
    }

    /// The density of this name; any other name is `Comfortable`.
    pub fn of(name: &str) -> Self {
        match name {
            "compact" => Self::Compact,
            _ => Self::Comfortable,
        }
    }
}

/// How a chat looks. Clones are handles to the same.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// Light or dark.
    pub theme: RwSignal<Theme>,
    /// How close things stand.
    pub density: RwSignal<Density>,
}
