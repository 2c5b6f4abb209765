//! What a person prefers: the theme, the density, and what Enter does.
//!
//! Each value has the same name everywhere (such as `light`): in stored settings, in attributes of
//! the page's elements, and as an option of `<midturn-chat>`.
//!
//! Not responsible for storing the preferences. The page stores them in
//! [`Settings`](crate::components::settings::Settings), under the keys `theme`, `density` and
//! `on_enter`.

use leptos::prelude::*;
use midturn_core::delivery::DeliveryMode;
use serde::{Deserialize, Serialize};

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
    /// Its name.
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
    /// Its name.
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

/// What Enter does while the agent works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnEnter {
    /// The message waits until the turn ends.
    #[default]
    Queue,
    /// The message goes into the running turn.
    Interject,
    /// The message replaces the turn.
    Replace,
}

impl From<OnEnter> for DeliveryMode {
    fn from(chosen: OnEnter) -> Self {
        match chosen {
            OnEnter::Queue => Self::Queue,
            OnEnter::Interject => Self::Interject,
            OnEnter::Replace => Self::Replace,
        }
    }
}

impl OnEnter {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Interject => "interject",
            Self::Replace => "replace",
        }
    }

    /// The variant with this name; `Queue` for any other name.
    pub fn of(name: &str) -> Self {
        match name {
            "interject" => Self::Interject,
            "replace" => Self::Replace,
            _ => Self::Queue,
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

#[cfg(test)]
mod tests {
    use super::{Density, OnEnter, Theme};
    use serde::Serialize;

    /// A preference as it is stored.
    fn stored(preference: impl Serialize) -> String {
        let json = serde_json::to_string(&preference).unwrap_or_default();
        json.trim_matches('"').to_owned()
    }

    #[test]
    fn values_are_stored_by_their_names() {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            assert_eq!(stored(theme), theme.name());
            assert_eq!(Theme::of(theme.name()), theme);
        }
        for density in [Density::Comfortable, Density::Compact] {
            assert_eq!(stored(density), density.name());
            assert_eq!(Density::of(density.name()), density);
        }
        for chosen in [OnEnter::Queue, OnEnter::Interject, OnEnter::Replace] {
            assert_eq!(stored(chosen), chosen.name());
            assert_eq!(OnEnter::of(chosen.name()), chosen);
        }
    }

    #[test]
    fn an_unknown_name_gives_the_default() {
        assert_eq!(Theme::of("sepia"), Theme::Auto);
        assert_eq!(Density::of(""), Density::Comfortable);
        assert_eq!(OnEnter::of("Replace"), OnEnter::Queue);
    }
}
