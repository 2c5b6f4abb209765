//! A remote picture: fetched only with the person's consent.
//!
//! Not responsible for the consent (see [`crate::components::answer`]).

use leptos::prelude::*;
use midturn_core::attachment::{Attachment, Medium};
use midturn_markdown::host;

use super::came::name_of;
use super::file::Parts;
use super::usage::Use;
use crate::components::Ui;
use crate::components::answer::{Images, RemoteImage};

/// Whether a file is a remote picture.
pub(super) fn is_remote_picture(file: &Attachment) -> bool {
    let is_image = |kind: Medium| kind == Medium::Image;
    file.came.as_ref().is_some_and(|came| is_image(came.kind))
        && file.address().and_then(host).is_some()
}

/// The picture, or the placeholder that asks for consent. If images are never fetched, an ordinary
/// file.
#[component]
pub(super) fn RemotePicture(file: Attachment, how: Use) -> impl IntoView {
    let Ui { texts, answers, .. } = Ui::get();
    let alt = name_of(texts, &file);
    let url = file.address().unwrap_or_default().to_owned();
    let file = StoredValue::new(file);
    let asks = Memo::new(move |_| {
        answers.with_value(|answers| {
            answers.changes();
            answers.images() != Images::Never
        })
    });
    view! {
        <li class="mt-file-remote" data-testid="attachment">
            {move || {
                if asks.get() {
                    view! { <RemoteImage url=url.clone() alt=alt.clone()/> }.into_any()
                } else {
                    view! { <Plain file how/> }.into_any()
                }
            }}
        </li>
    }
}

#[component]
fn Plain(file: StoredValue<Attachment>, how: Use) -> impl IntoView {
    let texts = Ui::get().texts;
    let missing = RwSignal::new(false);
    view! {
        <div
            class="mt-file"
            part="attachment"
            class=("mt-file--missing", missing)
            title=file.with_value(|file| name_of(texts, file))
        >
            <Parts file how missing/>
        </div>
    }
}
