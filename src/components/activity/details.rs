//! The details below an open row: labelled blocks that are updated while their texts change.
//!
//! Not responsible for the content of the blocks (see `blocks`).

use leptos::prelude::*;
use midturn_core::transcript::{Activity, ActivityKind};

use super::blocks::{Block, blocks, blocks_of_both};
use super::output::Output;
use super::words::files_of;
use crate::components::attachment::{FileList, Use};
use crate::components::part::fetch;
use crate::components::{Part, Ui};
use crate::hooks::growing;
use crate::part::Make;

crate::part! {
    in details
    fn opened() -> Make<BlocksProps> { |props| Blocks(props).into_any() }
}

/// Fetches the part ahead of time.
pub fn fetch_details() {
    fetch(opened());
}

/// The blocks of an activity. If one row stands for a subagent and its call, the blocks of both.
/// Loaded as a part of the program, because rows are closed at first.
#[component]
pub(super) fn Details(
    /// The activity.
    activity: RwSignal<Activity>,
    /// The call that started the activity.
    call: Option<RwSignal<Activity>>,
) -> impl IntoView {
    let props = Callback::new(move |()| BlocksProps { activity, call });
    view! { <Part load=opened props/> }
}

#[component]
fn Blocks(activity: RwSignal<Activity>, call: Option<RwSignal<Activity>>) -> impl IntoView {
    let texts = Ui::get().texts;
    let all = Memo::new(move |_| {
        activity.with(|activity| match call {
            Some(call) => call.with(|call| blocks_of_both(texts, activity, call)),
            None => blocks(texts, activity),
        })
    });
    let labels = Memo::new(move |_| {
        all.with(|all| {
            let labels = all.iter().map(|block| block.label).enumerate();
            labels.collect::<Vec<_>>()
        })
    });
    let program = call.unwrap_or(activity);
    let drawn = move |(place, label): (usize, &'static str)| {
        let text = Memo::new(move |_| {
            all.with(|all| {
                let block = all.get(place).filter(|block| block.label == label);
                block.map(|Block { text, .. }| text.clone())
            })
            .unwrap_or_default()
        });
        // A tool's result arrives at once. All other texts are streamed.
        let text = if label == texts.activity_result && is_tool(program) {
            view! { <ToolResult activity=program text/> }.into_any()
        } else {
            let text = Signal::from(text);
            view! { <pre class="mt-activity__pre" dir="auto" tabindex="0" use:growing=text></pre> }
                .into_any()
        };
        view! {
            <div class="mt-activity__label">{label}</div>
            {text}
        }
    };
    view! { <For each=move || labels.get() key=|label| *label children=drawn/> }
}

/// A tool's result: its text and its files.
#[component]
fn ToolResult(activity: RwSignal<Activity>, text: Memo<String>) -> impl IntoView {
    // A list of at most one item, keyed by the text: a new text gets a new `Output`.
    let outputs = move || Some(text.get()).filter(|text| !text.is_empty());
    let files = move || activity.with_untracked(|given| files_of(given).to_vec());
    view! {
        <For each=outputs key=String::clone children=|text| view! { <Output text/> }/>
        <Show when=move || activity.with(|activity| !files_of(activity).is_empty())>
            <FileList files=files() how=Use::Look/>
        </Show>
    }
}

fn is_tool(activity: RwSignal<Activity>) -> bool {
    activity.with_untracked(|activity| matches!(activity.kind, ActivityKind::Tool { .. }))
}
