//! The settings dialog of the standalone page: three groups, applied at once.
//!
//! Not responsible for storing or applying the settings.

use leptos::prelude::*;

use super::Settings;
use super::agent::Agent;
use super::always::Always;
use super::choice::Values;
use super::held::Held;
use super::keys::Keys;
use super::look::Look;
use super::notices::Notices;
use crate::components::{Dialog, Surface};

/// The dialog. It is modal while `open`; the browser restores the focus when it closes.
#[component]
pub fn SettingsDialog(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// Whether the language was just changed in it, which draws it anew.
    again: bool,
    /// The settings in effect.
    settings: Signal<Settings>,
    /// The protocols that can be chosen: pairs of a name and its label.
    protocols: Values,
    /// The tools that are always allowed.
    always: Always,
    /// What the browser allows of notifications.
    notices: Notices,
    /// Called with the settings after each change. It applies and stores them.
    on_change: Callback<Settings>,
    /// What follows the settings.
    children: Children,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let held = Held {
        now: settings,
        apply: on_change,
    };
    view! {
        <Dialog open labelled_by="midturn-settings" testid="settings">
            <div class="mt-dialog__form mt-settings">
                <h2 class="mt-dialog__title" id="midturn-settings">
                    {texts.settings}
                </h2>
                <Look held again/>
                <Keys held/>
                <Agent held open protocols always notices/>
                <div class="mt-dialog__bar mt-settings__bar">
                    {children()}
                    <button type="button" class="mt-button" on:click=move |_| open.set(false)>
                        {texts.close}
                    </button>
                </div>
            </div>
        </Dialog>
    }
}
