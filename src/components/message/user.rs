//! A message of the person.
//!
//! Not responsible for prompts that wait in the queue.

use leptos::prelude::*;

use super::edit::Editor;
use crate::components::attachment::{FileList, Use};
use crate::components::{Fold, Ui, is_long};
use crate::state::TurnSignals;

/// The person's message as typed, with its files. While it is edited, the editor is in its place.
#[component]
pub fn UserMessage(
    /// The turn that the message starts.
    turn: TurnSignals,
) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let no_files = turn.attachments.with_untracked(Vec::is_empty);
    let words = turn.text.with_value(|said| !said.trim().is_empty()) || no_files;
    let files = move || {
        let files = turn.attachments.get();
        (!files.is_empty()).then(|| view! { <FileList files how=Use::Save/> })
    };
    let edited = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells.edits.with(|edits| edits.contains_key(&id))
    });
    view! {
        <article
            class="mt-user"
            class=("mt-user--edited", move || edited.get())
            part="message-user"
            data-testid="user-message"
            aria-label=texts.message_you
        >
            {files}
            {move || if edited.get() {
                view! { <Editor turn/> }.into_any()
            } else {
                let said = turn.text.get_value();
                words.then(|| view! { <MessageContent said/> }).into_any()
            }}
        </article>
    }
}

#[component]
fn MessageContent(said: String) -> impl IntoView {
    let long = is_long(&said);
    let text = Signal::stored(said.clone());
    let drawn = view! {
        <div class="mt-text" dir="auto" translate="yes">
            <p>{said}</p>
        </div>
    };
    if long {
        view! { <Fold text>{drawn}</Fold> }.into_any()
    } else {
        drawn.into_any()
    }
}
