//! The settings of the standalone page.
//!
//! Not responsible for storing or applying them.

mod agent;
mod always;
mod choice;
mod dialog;
mod group;
mod held;
mod keys;
mod look;
mod notices;
mod switch;
mod text;

use midturn_core::delivery::DeliveryMode;
use serde::{Deserialize, Serialize};

use crate::preferences::{Density, Theme};
pub use always::Always;
pub use dialog::SettingsDialog;
pub use notices::Notices;

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
    /// The protocol of the agent; empty to find it out.
    pub protocol: String,
    /// What the protocol is configured with: a JSON object; empty for the defaults.
    pub protocol_options: String,
    /// Whether a running card shows its activities at once.
    pub expand_steps: bool,
    /// What Enter does while the agent works.
    pub on_enter: DeliveryMode,
    /// Whether interjections wait for the agent's response to end.
    pub after_response: bool,
    /// Whether a system notification tells of a turn that ends unseen.
    pub notify: bool,
    /// Whether the shortcuts are off: single character keys, and Escape twice.
    pub no_shortcuts: bool,
    /// Whether the list of threads is folded where it could stand beside the chat.
    pub fold_list: bool,
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::preferences::{Density, Theme};
    use midturn_core::delivery::DeliveryMode;

    #[test]
    fn stored_preferences_are_read_by_their_keys() {
        let settings = Settings {
            theme: Theme::Dark,
            density: Density::Compact,
            on_enter: DeliveryMode::Replace,
            ..Settings::default()
        };
        let stored = r#"{"theme":"dark","density":"compact","on_enter":"replace"}"#;
        assert_eq!(
            serde_json::from_str::<Settings>(stored).ok(),
            Some(settings)
        );
    }
}
