//! What a person prefers: the theme and the density. What Enter does is a
//! [`DeliveryMode`](midturn_core::delivery::DeliveryMode).
//!
//! Each value has the same name everywhere (such as `light`): in stored settings, in attributes of
//! the page's elements, and as an option of `<midturn-chat>`.
//!
//! Not responsible for storing the preferences. The page stores them in
//! [`Settings`](crate::components::settings::Settings), under the keys `theme`, `density` and
//! `on_enter`.

use leptos::prelude::*;
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
    use super::{Density, Theme};
    use midturn_core::delivery::DeliveryMode;
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
        for chosen in DeliveryMode::ALL {
            assert_eq!(stored(chosen), chosen.name());
            assert_eq!(DeliveryMode::named(chosen.name()), Some(chosen));
        }
    }

    #[test]
    fn an_unknown_name_gives_the_default() {
        assert_eq!(Theme::of("sepia"), Theme::Auto);
        assert_eq!(Density::of(""), Density::Comfortable);
        assert_eq!(DeliveryMode::named("Replace"), None);
    }
}
