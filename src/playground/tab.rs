//! The tabs of the playground's panel.

use super::texts::Tabs as Names;
use crate::components::icon::IconName;

/// A tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Options,
    Looks,
    Places,
    Samples,
    Methods,
    Events,
    Code,
}

impl Tab {
    pub(super) const ALL: [Self; 7] = [
        Self::Options,
        Self::Looks,
        Self::Places,
        Self::Samples,
        Self::Methods,
        Self::Events,
        Self::Code,
    ];

    /// Its key in ids.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Options => "options",
            Self::Looks => "looks",
            Self::Places => "places",
            Self::Samples => "samples",
            Self::Methods => "methods",
            Self::Events => "events",
            Self::Code => "code",
        }
    }

    pub(super) fn name(self, names: &Names) -> &'static str {
        match self {
            Self::Options => names.options,
            Self::Looks => names.looks,
            Self::Places => names.places,
            Self::Samples => names.samples,
            Self::Methods => names.methods,
            Self::Events => names.events,
            Self::Code => names.code,
        }
    }

    pub(super) fn icon(self) -> IconName {
        match self {
            Self::Options => IconName::Settings,
            Self::Looks => IconName::Image,
            Self::Places => IconName::Menu,
            Self::Samples => IconName::Tool,
            Self::Methods => IconName::RunNow,
            Self::Events => IconName::Clock,
            Self::Code => IconName::Code,
        }
    }

    pub(super) fn tab_id(self) -> String {
        format!("midturn-play-tab-{}", self.key())
    }

    pub(super) fn panel_id(self) -> String {
        format!("midturn-play-panel-{}", self.key())
    }
}
