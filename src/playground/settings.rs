//! What a developer has set in the playground.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::offer::{READY_THEMES, SAMPLES, parts, properties, slots, tokens};

/// The settings. What is not set has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    /// The properties, by name; a flag that is set has the text `true`.
    pub(super) properties: BTreeMap<String, String>,
    /// The ready theme; empty for none.
    pub(super) theme: String,
    /// The custom properties, by name.
    pub(super) tokens: BTreeMap<String, String>,
    /// The declarations for parts, by the part's name.
    pub(super) parts: BTreeMap<String, String>,
    /// The texts in slots, by the slot's name.
    pub(super) slots: BTreeMap<String, String>,
    /// The names of the samples that are on.
    pub(super) samples: BTreeSet<String>,
}

impl Settings {
    /// Reads stored settings. Names that the element no longer has are dropped.
    pub(super) fn read(json: &str) -> Self {
        let mut held: Self = serde_json::from_str(json).unwrap_or_default();
        held.properties
            .retain(|name, _| properties().any(|known| known.name == name));
        held.tokens
            .retain(|name, _| tokens().any(|known| known.name == name));
        let (parts, slots) = (parts(), slots());
        held.parts.retain(|name, _| parts.contains(&name.as_str()));
        held.slots.retain(|name, _| slots.contains(&name.as_str()));
        held.samples
            .retain(|name| SAMPLES.iter().any(|known| known.name == name));
        if !READY_THEMES.iter().any(|known| known.name == held.theme) {
            held.theme.clear();
        }
        held
    }

    /// The settings as text.
    pub(super) fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The value of a property; empty if it is not set.
    pub(super) fn property(&self, name: &str) -> String {
        self.properties.get(name).cloned().unwrap_or_default()
    }

    /// Sets a property. An empty value takes the setting back.
    pub(super) fn set_property(&mut self, name: &str, value: &str) {
        put(&mut self.properties, name, value);
    }

    /// Sets a custom property. An empty value takes the setting back.
    pub(super) fn set_token(&mut self, name: &str, value: &str) {
        put(&mut self.tokens, name, value);
    }

    /// Sets the declarations of a part. An empty text takes them back.
    pub(super) fn set_part(&mut self, name: &str, declarations: &str) {
        put(&mut self.parts, name, declarations);
    }

    /// Fills a slot, or empties it.
    pub(super) fn set_slot(&mut self, name: &str, text: Option<String>) {
        match text {
            Some(text) => self.slots.insert(name.to_owned(), text),
            None => self.slots.remove(name),
        };
    }

    /// Switches a sample on or off.
    pub(super) fn set_sample(&mut self, name: &str, on: bool) {
        if on {
            self.samples.insert(name.to_owned());
        } else {
            self.samples.remove(name);
        }
    }
}

fn put(values: &mut BTreeMap<String, String>, name: &str, value: &str) {
    if value.trim().is_empty() {
        values.remove(name);
    } else {
        values.insert(name.to_owned(), value.trim().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_settings_are_read_again_without_unknown_names() {
        let mut settings = Settings::default();
        settings.set_property("theme", "dark");
        settings.set_token("--midturn-radius", "4px");
        settings.set_slot("footer", Some("Hello".to_owned()));
        settings.set_sample("drawTide", true);
        settings.theme = "ocean".to_owned();
        let known = settings.clone();
        settings.set_property("gone", "1");
        settings.set_part("gone", "color: red");
        settings.set_sample("gone", true);
        assert_eq!(Settings::read(&settings.written()), known);
        assert_eq!(Settings::read("nonsense"), Settings::default());
        assert_eq!(Settings::read(r#"{"theme": "gone"}"#), Settings::default());
    }

    #[test]
    fn an_empty_value_takes_a_setting_back() {
        let mut settings = Settings::default();
        settings.set_property("theme", "dark");
        settings.set_property("theme", " ");
        settings.set_sample("drawTide", true);
        settings.set_sample("drawTide", false);
        assert_eq!(settings, Settings::default());
    }
}
