//! The button that copies an answer: as Markdown where text is pasted, as it looks where more can be
//! pasted.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::copied::Copied;
use super::html::html_of;
use super::{Act, source};
use crate::components::Ui;
use crate::hooks::copy_with_html;
use crate::state::TurnSignals;

#[component]
pub(super) fn Copy(
    turn: TurnSignals,
    /// The row of the button, in the answer's turn.
    row: NodeRef<Div>,
) -> impl IntoView {
    let ui = Ui::get();
    let copied = Copied::new();
    let press = Callback::new(move |()| {
        let html = row.get_untracked().map(|row| html_of(&row));
        let source = source(turn);
        spawn_local(async move {
            let done = copy_with_html(&source, &html.unwrap_or_default()).await;
            copied.say(&ui, done, ui.texts.acts.copied);
        });
    });
    let action = ui.texts.acts.copy;
    view! { <Act turn testid="answer-copy" action icon=copied.icon() press/> }
}
