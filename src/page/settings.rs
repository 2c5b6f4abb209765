//! The settings of the page: applied and stored at each change.

use leptos::prelude::*;
use midturn::components::settings::{Always, Notices, Settings, SettingsDialog};
use midturn::i18n::Locale;
use midturn::playground;
use midturn_protocol::name::Name;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::state::Page;
use super::{PLAYGROUND, notify};

/// The settings dialog.
#[component]
pub(super) fn SettingsOf(
    /// The language.
    locale: Locale,
) -> impl IntoView {
    let page = Page::get();
    // Another language draws the dialog anew, in which that language was chosen.
    let again = page.asked.get_untracked();
    let refused = RwSignal::new(false);
    let on_change = Callback::new(move |new: Settings| {
        let asks = new.notify && !page.settings.with_untracked(|before| before.notify);
        page.save(new);
        if asks {
            spawn_local(async move {
                let is_refused = !notify::ask().await;
                refused.set(is_refused);
                if is_refused {
                    let settings = page.settings.get_untracked();
                    page.save(Settings {
                        notify: false,
                        ..settings
                    });
                }
            });
        }
    });
    let notices = Notices {
        can: notify::can(),
        refused: refused.into(),
    };
    let always = Always {
        tools: page.always.into(),
        ask_again: Callback::new(move |tool: String| {
            page.chat.act("askAgain", [JsValue::from_str(&tool)]);
        }),
    };
    let protocols = Name::ALL.map(|name| (name.as_str(), name.title())).to_vec();
    view! {
        <SettingsDialog
            open=page.asked
            again
            settings=page.settings.into()
            protocols
            always
            notices
            on_change
        >
            <a class="mt-page__link" href=PLAYGROUND>
                {playground::name(locale)}
            </a>
        </SettingsDialog>
    }
}
