//! A preview of an interjection as the agent will read it. It lies over the transcript, so that
//! nothing moves when it comes and goes.

use leptos::prelude::*;
use midturn_core::delivery::{DeliveryMode, Situation};

use super::Field;
use super::delivery_hint::work_under_way;
use crate::components::{Part, Ui};
use crate::part::Make;

/// The preview, while a control of interjecting is hovered or focused and there is text. A part of
/// the program: it is not needed until an agent is at work.
#[component]
pub(super) fn Preview(field: Field) -> impl IntoView {
    let wanted = Memo::new(move |_| {
        field.situation.get().is_busy()
            && field.looked_at.get() == Some(DeliveryMode::Interject)
            && !field.blank.get()
            && !field.has_files()
    });
    let props = Callback::new(move |()| ShownProps { field });
    view! {
        <Show when=move || wanted.get()>
            <Part load=shown props/>
        </Show>
    }
}

crate::part! {
    in control
    fn shown() -> Make<ShownProps> { |props| Shown(props).into_any() }
}

#[component]
fn Shown(field: Field) -> impl IntoView {
    let Ui { texts, cells, .. } = field.ui;
    let with_results =
        Memo::new(move |_| field.situation.get() == Situation::Working && work_under_way(&cells));
    let label = move || {
        if with_results.get() {
            texts.speak.preview_results
        } else {
            texts.speak.preview_message
        }
    };
    // An agent that accepts interjections inside a run, and has a tool running, reads this one at
    // the end of a tool's result. Otherwise the agent reads it as a message.
    let read = move || {
        let inside = with_results.get() && cells.target.with(|view| view.native);
        field.said.with(|said| match (inside, said.trim()) {
            (true, said) => format!("[User feedback: {said}]"),
            (false, said) => said.to_owned(),
        })
    };
    view! {
        <div class="mt-preview" data-testid="composer-preview">
            <span class="mt-preview__label">{label}</span>
            <span class="mt-preview__text" dir="auto">
                {read}
            </span>
        </div>
    }
}
