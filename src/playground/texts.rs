//! The playground's texts, in the languages of the catalogue. They are apart from the catalogue,
//! because only the playground needs them.

mod ar;
mod en;
mod fr;

use super::offer::{Group, MethodGroup, TokenGroup};
use crate::i18n::Locale;

/// The texts of one language.
pub(super) struct Texts {
    /// Link to the page's chat.
    pub(super) back: &'static str,
    /// Button: takes all settings back.
    pub(super) reset_all: &'static str,
    /// Name of the area with the chat.
    pub(super) stage: &'static str,
    /// Name of the area with the controls.
    pub(super) panel: &'static str,
    /// Name of the buttons that send the scenes of the reference agent.
    pub(super) scenes: &'static str,
    /// The names of the tabs.
    pub(super) tabs: Tabs,
    /// A choice that leaves a property at its default.
    pub(super) default: &'static str,
    /// Error: the text is no JSON.
    pub(super) no_json: &'static str,
    /// The name of a group of properties.
    pub(super) group: fn(Group) -> &'static str,
    /// What a property or a custom property is, in a few words; empty for an unknown name.
    pub(super) about: fn(&str) -> &'static str,
    /// The tab of looks.
    pub(super) looks: Looks,
    /// The tab of parts and slots.
    pub(super) places: Places,
    /// What a part is.
    pub(super) part: fn(&str) -> &'static str,
    /// What a slot is.
    pub(super) slot: fn(&str) -> &'static str,
    /// What a slot contains at first.
    pub(super) sample_slot: fn(&str) -> &'static str,
    /// The tab of samples.
    pub(super) samples: Samples,
    /// What a sample does.
    pub(super) sample: fn(&str) -> &'static str,
    /// The tab of methods.
    pub(super) methods: Methods,
    /// The name of a group of methods.
    pub(super) method_group: fn(MethodGroup) -> &'static str,
    /// What a method does.
    pub(super) method: fn(&str) -> &'static str,
    /// The tab of events.
    pub(super) events: Events,
    /// The tab of code.
    pub(super) code: Code,
}

/// The names of the tabs.
pub(super) struct Tabs {
    /// Name of the list of tabs.
    pub(super) list: &'static str,
    /// Properties.
    pub(super) options: &'static str,
    /// Themes and custom properties.
    pub(super) looks: &'static str,
    /// Parts and slots.
    pub(super) places: &'static str,
    /// Renderers and tools.
    pub(super) samples: &'static str,
    /// Methods.
    pub(super) methods: &'static str,
    /// Events.
    pub(super) events: &'static str,
    /// The code to copy.
    pub(super) code: &'static str,
}

/// Themes and custom properties.
pub(super) struct Looks {
    /// Name of the choice of a ready theme.
    pub(super) ready: &'static str,
    /// No ready theme.
    pub(super) none: &'static str,
    /// Name of the choice between light and dark.
    pub(super) shown: &'static str,
    /// As the system.
    pub(super) system: &'static str,
    /// Light.
    pub(super) light: &'static str,
    /// Dark.
    pub(super) dark: &'static str,
    /// The name of a group of custom properties.
    pub(super) group: fn(TokenGroup) -> &'static str,
    /// Button: takes one custom property back.
    pub(super) reset: fn(&str) -> String,
    /// Name of the colour of a custom property in the light theme.
    pub(super) in_light: fn(&str) -> String,
    /// Name of the colour of a custom property in the dark theme.
    pub(super) in_dark: fn(&str) -> String,
}

/// Parts and slots.
pub(super) struct Places {
    /// Heading of the parts.
    pub(super) parts: &'static str,
    /// What happens when a part is chosen.
    pub(super) parts_help: &'static str,
    /// Name of the field for a part's declarations.
    pub(super) declarations: &'static str,
    /// Heading of the slots.
    pub(super) slots: &'static str,
    /// Name of the field for a slot's text.
    pub(super) slot_text: fn(&str) -> String,
}

/// Renderers, tools and functions.
pub(super) struct Samples {
    /// Heading of the renderers.
    pub(super) renderers: &'static str,
    /// Heading of the tools.
    pub(super) tools: &'static str,
    /// Heading of the functions.
    pub(super) functions: &'static str,
    /// Button that sends a scene of the reference agent.
    pub(super) send: fn(&str) -> String,
    /// Shows a sample's source.
    pub(super) source: &'static str,
    /// Error: a sample could not be loaded.
    pub(super) failed: &'static str,
}

/// Methods.
pub(super) struct Methods {
    /// Button: calls a method.
    pub(super) call: fn(&str) -> String,
    /// Status: the method has not returned yet.
    pub(super) pending: &'static str,
    /// The method returned nothing.
    pub(super) nothing: &'static str,
    /// Name of the result.
    pub(super) returned: &'static str,
    /// Name of the error.
    pub(super) failed: &'static str,
    /// Name of the button that opens and closes a method's fields.
    pub(super) optional: &'static str,
}

/// Events.
pub(super) struct Events {
    /// Button: pauses the log.
    pub(super) pause: &'static str,
    /// Button: goes on.
    pub(super) go_on: &'static str,
    /// Button: clears the log.
    pub(super) clear: &'static str,
    /// Name of the search field.
    pub(super) search: &'static str,
    /// Name of the buttons that choose the events.
    pub(super) kinds: &'static str,
    /// Name of the log.
    pub(super) log: &'static str,
    /// Empty state: nothing happened.
    pub(super) empty: &'static str,
    /// Empty state: nothing matches.
    pub(super) nothing_found: &'static str,
    /// How `midturn-protocol-event` is switched on.
    pub(super) protocol_help: &'static str,
    /// The number of shown events.
    pub(super) count: fn(usize) -> String,
}

/// The code to copy.
pub(super) struct Code {
    /// Name of the choice of a framework.
    pub(super) target: &'static str,
    /// What the code has.
    pub(super) help: &'static str,
    /// Button: copies.
    pub(super) copy: &'static str,
    /// Status: copied.
    pub(super) copied: &'static str,
    /// Error: the browser does not let the page copy.
    pub(super) not_copied: &'static str,
}

impl Texts {
    /// The texts of a language.
    pub(super) fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::En => &en::TEXTS,
            Locale::Fr => &fr::TEXTS,
            Locale::Ar => &ar::TEXTS,
        }
    }
}
