//! The dialog of keyboard shortcuts. `?` and the button in the composer open the dialog.

use leptos::html::Section;
use leptos::prelude::*;

use super::{is_pressed_in, use_keys};
use crate::components::{Dialog, Ui};
use crate::hooks::{SetIfNew, with_own_modifier};
use crate::i18n::Catalogue;

/// The elements in which a character key is not a shortcut. A selector, because it covers every
/// field: those of approvals, and those that an embedder draws.
pub(in crate::components) const FIELDS: &str =
    "input, textarea, select, [contenteditable], dialog, [role=menu]";

/// The dialog of a chat, and its shortcut.
#[component]
pub(super) fn Shortcuts(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let Ui {
        shortcuts,
        keys_shown,
        ..
    } = Ui::get();
    use_keys(chat, move |event| {
        let alone = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        let wanted = shortcuts.get_untracked() && !is_pressed_in(event, FIELDS);
        // The second is the Arabic one.
        let asks = matches!(event.key().as_str(), "?" | "\u{61f}");
        if asks && alone && wanted {
            event.prevent_default();
            keys_shown.set_if_new(true);
        }
    });
    view! {
        // Created only when opened: most people never open it.
        <Show when=move || keys_shown.get()>
            <Keys/>
        </Show>
    }
}

#[component]
fn Keys() -> impl IntoView {
    let Ui {
        texts,
        shortcuts,
        keys_shown,
        ..
    } = Ui::get();
    let cap = |key: &&'static str| {
        view! { <kbd class="mt-keycap">{with_own_modifier(key)}</kbd> }
    };
    let row = move |(keys, does): (&'static [_], _)| {
        view! {
            <div class="mt-keys__row">
                <dt dir="ltr">{keys.iter().map(cap).collect_view()}</dt>
                <dd>{does}</dd>
            </div>
        }
    };
    view! {
        <Dialog open=keys_shown labelled_by="midturn-keys" testid="shortcuts">
            <div class="mt-dialog__form">
                // Without this, the focus would go to the box at the end, and the dialog would open there.
                <h2 class="mt-dialog__title" id="midturn-keys" tabindex="-1" autofocus>
                    {texts.keys.shortcuts}
                </h2>
                <dl class="mt-keys">{keys(texts).into_iter().map(row).collect_view()}</dl>
                <label class="mt-field mt-field--check">
                    <input
                        type="checkbox"
                        prop:checked=shortcuts.get_untracked()
                        on:change=move |event| shortcuts.set(event_target_checked(&event))
                    />
                    <span class="mt-field__label">{texts.keys.shortcuts_on}</span>
                </label>
                <div class="mt-dialog__bar">
                    <button type="button" class="mt-button" on:click=move |_| keys_shown.set(false)>
                        {texts.close}
                    </button>
                </div>
            </div>
        </Dialog>
    }
}

fn keys(texts: &Catalogue) -> [(&'static [&'static str], &'static str); 19] {
    [
        (&["Enter"], texts.keys.shortcut_enter),
        (&["Shift+Enter"], texts.keys.shortcut_newline),
        (&["Ctrl+Enter"], texts.keys.shortcut_second),
        (&["Ctrl+Shift+Enter"], texts.keys.shortcut_replace),
        (&["Ctrl+Enter"], texts.questions.shortcut_approve),
        (&["Ctrl+Backspace"], texts.questions.shortcut_deny),
        (&["\u{2191}"], texts.keys.shortcut_edit_last),
        (&["\u{2191}", "\u{2193}"], texts.content.shortcut_recall),
        (&["Esc"], texts.keys.shortcut_escape),
        (&["Esc"], texts.keys.shortcut_escape_editor),
        (&["Esc", "Esc"], texts.keys.shortcut_escape_twice),
        (
            &["Alt+\u{2191}", "Alt+\u{2193}"],
            texts.reading.shortcut_turns,
        ),
        (&["Alt+\u{2191}", "Alt+\u{2193}"], texts.keys.shortcut_queue),
        (&["\u{2190}", "\u{2192}"], texts.reading.shortcut_buttons),
        (
            &["\u{2191}", "\u{2193}", "\u{2192}"],
            texts.reading.shortcut_threads,
        ),
        (&["Ctrl+Z"], texts.keys.shortcut_undo),
        (&["Ctrl+F"], texts.reading.shortcut_find),
        (&["!"], texts.history.shortcut),
        (&["?"], texts.keys.shortcut_help),
    ]
}
