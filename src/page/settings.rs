//! The settings of the page: applied and stored at each change.

use leptos::prelude::*;
use midturn::components::Ui;
use midturn::components::settings::{Settings, SettingsDialog};
use midturn::hooks::SetIfNew;
use midturn::i18n::Locale;
use midturn::playground;
use midturn_core::id::ThreadId;
use midturn_protocol::name::Name;

use super::state::Page;
use super::{PLAYGROUND, notify};

/// In which thread, and in which language, the settings are open. Another language draws the
/// thread anew, and with it the settings in which the language was chosen.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked(StoredValue<Option<(ThreadId, Locale)>>);

impl Asked {
    /// Whether this thread is drawn because another language was chosen in its settings.
    pub(super) fn is_again(&self, thread: &ThreadId, locale: Locale) -> bool {
        self.0.with_value(|asked| {
            asked
                .as_ref()
                .is_some_and(|(of, spoken)| of == thread && *spoken != locale)
        })
    }
}

/// The settings dialog of a thread.
#[component]
pub(super) fn SettingsOf(
    thread: ThreadId,
    /// Whether the dialog is open.
    open: RwSignal<bool>,
    /// Whether another language was just chosen in it.
    again: bool,
    /// The language.
    locale: Locale,
) -> impl IntoView {
    let (page, ui) = (Page::get(), Ui::get());
    let Asked(asked) = page.asked;
    Effect::new(move || asked.set_value(open.get().then(|| (thread.clone(), locale))));
    let on_change = Callback::new(move |new: Settings| {
        let before = page.settings.get_untracked();
        // A card that was opened or closed by hand stays so, unless this very setting changes.
        if new.expand_steps != before.expand_steps {
            ui.expanded.set(new.expand_steps);
        }
        ui.on_enter.set_if_new(new.on_enter);
        ui.after_response.set_if_new(new.after_response);
        ui.shortcuts.set_if_new(!new.no_shortcuts);
        if new.notify && !before.notify {
            notify::ask();
        }
        page.save(new);
    });
    let protocols = Name::ALL.map(|name| (name.as_str(), name.title())).to_vec();
    view! {
        <SettingsDialog open again settings=page.settings.into() protocols on_change>
            <a class="mt-page__link" href=PLAYGROUND>
                {playground::name(locale)}
            </a>
        </SettingsDialog>
    }
}
