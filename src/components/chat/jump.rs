//! "Jump to latest", for a reader who is not at the bottom. While the agent works, it says at what: the
//! header of the running card, which is below the view.

use leptos::html::Button;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::{focus_quietly, focus_within};

/// What a reader who is not at the bottom has missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// The number of messages when the reader was last at the bottom.
    messages: usize,
    /// How many messages have begun since; `None` while the reader is at the bottom.
    new: Option<usize>,
}

impl Seen {
    fn updated(self, messages: usize, follows: bool) -> Self {
        if follows {
            let new = None;
            Self { messages, new }
        } else {
            let new = Some(messages.saturating_sub(self.messages));
            Self { new, ..self }
        }
    }
}

/// The button, with the number of messages that have begun since the reader left the bottom.
#[component]
pub(super) fn Jump() -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        beside_editor,
        at_work,
        ..
    } = Ui::get();
    let button = NodeRef::<Button>::new();
    // A press on the button does not close the card's editor.
    beside_editor.register(button);
    let seen = Memo::new(move |before: Option<&Seen>| {
        let before = before.copied().unwrap_or_default();
        before.updated(cells.messages.get(), scroll.following.get())
    });
    let away = move || seen.get().new.is_some() && !cells.turns.with(Vec::is_empty);
    // What a person decides or writes at the end of the view is not covered.
    let apart = Memo::new(move |_| {
        cells.is_waiting() || cells.card.with(|view| view.card.editor().is_some())
    });
    let works = Memo::new(move |_| cells.run.with(Option::is_some));
    let label = move || match seen.get().new.unwrap_or_default() {
        0 if works.get() => format!("{} · {}", texts.jump_latest, *at_work.read()),
        0 => texts.jump_latest.to_owned(),
        new => texts.jump_new(new),
    };
    // The button goes with the press. A key that follows scrolls the transcript.
    let jump = move |_| {
        let focused = button
            .get_untracked()
            .is_some_and(|button| focus_within(&button));
        scroll.to_bottom();
        let transcript = scroll.container().filter(|_| focused);
        if let Some(transcript) = transcript.and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
            focus_quietly(&transcript);
        }
    };
    view! {
        <Show when=away>
            <button
                type="button"
                class="mt-jump"
                part="jump"
                class=("mt-jump--apart", apart)
                class=("mt-jump--works", works)
                data-testid="jump-to-latest"
                title=texts.jump_latest
                node_ref=button
                // A mouse leaves the focus where the person types.
                on:mousedown=move |event| event.prevent_default()
                on:click=jump
            >
                <Icon name=IconName::ArrowDown/>
                <span>{label}</span>
            </button>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn messages_count_since_the_reader_left_the_bottom() {
        let bottom = Seen::default().updated(5, true);
        assert_eq!(bottom.new, None);
        let away = bottom.updated(5, false);
        assert_eq!(away.new, Some(0));
        assert_eq!(away.updated(7, false).new, Some(2));
        let back = away.updated(7, false).updated(9, true);
        assert_eq!(back.new, None);
        assert_eq!(back.updated(10, false).new, Some(1));
    }
}
