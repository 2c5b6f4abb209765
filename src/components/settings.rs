//! The settings of the standalone page.
//!
//! Not responsible for storing or applying them.

mod dialog;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::OnEnter;
pub use dialog::SettingsDialog;

/// The person's settings. Unknown fields of stored settings are ignored, missing ones take their
/// defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each switch of the dialog"
)]
pub struct Settings {
    /// The colour theme.
    pub theme: Theme,
    /// The spacing.
    pub density: Density,
    /// A language tag; empty for the browser's.
    pub locale: String,
    /// The agent's address; empty for the page's own.
    pub agent_url: String,
    /// Whether a running card shows its activities at once.
    pub expand_steps: bool,
    /// What Enter does while the agent works.
    pub on_enter: OnEnter,
    /// Whether interjections wait for the agent's response to end.
    pub after_response: bool,
    /// Whether a system notification tells of a turn that ends unseen.
    pub notify: bool,
    /// Whether the shortcuts are off: single character keys, and Escape twice.
    pub no_shortcuts: bool,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Follows the system.
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

    /// The theme with this name; `Auto` for any other name.
    pub fn of(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}

/// How densely things are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// More space.
    #[default]
    Comfortable,
    /// Less space, so that more fits on a screen.
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

    /// The density with this name; `Comfortable` for any other name.
    pub fn of(name: &str) -> Self {
        match name {
            "compact" => Self::Compact,
            _ => Self::Comfortable,
        }
    }
}

/// How a chat looks. Clones are handles to the same signals.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// The colour theme.
    pub theme: RwSignal<Theme>,
    /// The spacing.
    pub density: RwSignal<Density>,
}
