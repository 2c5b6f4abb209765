//! The files in the composer.
//!
//! Not responsible for attaching them (see `add` and `drop`).

use leptos::prelude::*;
use midturn_core::attachment::{Attached, AttachmentInput};

use super::file::File;
use super::refused::Refused;
use super::usage::Use;
use crate::components::{Part, Ui, Undoable};
use crate::part::Make;

/// The composer's files: refused ones, the last removed one, and the attached ones. One part of the
/// program, because a newly opened chat has none of them.
#[component]
pub fn ComposerFiles() -> impl IntoView {
    let Ui {
        cells, attaching, ..
    } = Ui::get();
    let any = move || {
        cells.attached.with(Attached::is_any) || attaching.refused.with(|all| !all.is_empty())
    };
    view! {
        <Show when=any>
            <Part load=composed props=Callback::new(|()| ())/>
        </Show>
    }
}

crate::part! {
    in details
    fn composed() -> Make<()> { |()| Composed().into_any() }
}

#[component]
fn Composed() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        attaching,
        ..
    } = Ui::get();
    let removed = Signal::derive(move || {
        let id = |held: &Attached| held.removed().map(|file| file.id.to_string());
        cells.attached.with(id).into_iter().collect()
    });
    let restore = Callback::new(move |()| actions.attachment(AttachmentInput::Restored));
    view! {
        <div class="mt-attaching">
            <Show when=move || attaching.refused.with(|all| !all.is_empty())>
                <Refused/>
            </Show>
            <Undoable removed said=texts.attach.removed restore/>
            <Show when=move || cells.attached.with(|held| !held.files().is_empty())>
                <ul class=Use::Remove.class() aria-label=texts.attach.files>
                    <For
                        each=move || cells.attached.with(|held| held.files().to_vec())
                        key=|file| file.id.clone()
                        children=|file| view! { <File file how=Use::Remove/> }
                    />
                </ul>
            </Show>
        </div>
    }
}
