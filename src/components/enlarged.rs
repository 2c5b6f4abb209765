//! An image in a dialog, as large as fits, and the button that opens it. A part of the program,
//! because most answers have no image.

use leptos::html;
use leptos::prelude::*;
use midturn_core::attachment::Attachment;
use web_sys::MouseEvent;

use super::attachment::WholePicture;
use super::icon::{Icon, IconName};
use super::{Dialog, Part, Ui};
use crate::hooks::{Listener, keep};
use crate::part::Make;

/// The id of the dialog's title.
const TITLE: &str = "midturn-enlarged";

/// An image that can be shown large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enlarged {
    /// The image at this address, which the page has already.
    Address {
        /// The address.
        url: String,
        /// Its alternative text.
        alt: String,
    },
    /// A file of a message.
    File(Attachment),
}

impl Enlarged {
    /// What the image is called; may be empty.
    fn name(&self) -> &str {
        match self {
            Self::Address { alt, .. } => alt,
            Self::File(file) => &file.name,
        }
    }
}

/// The dialog of a chat.
#[component]
pub(super) fn EnlargedImage() -> impl IntoView {
    let enlarged = Ui::get().enlarged;
    view! {
        <Show when=move || enlarged.with(Option::is_some)>
            <Part load=shown props=Callback::new(|()| ())/>
        </Show>
    }
}

crate::part! {
    in details
    fn shown() -> Make<()> { |()| Shown().into_any() }
}

#[component]
fn Shown() -> impl IntoView {
    let Ui {
        texts, enlarged, ..
    } = Ui::get();
    let open = RwSignal::new(true);
    Effect::new(move || {
        if !open.get() {
            enlarged.set(None);
        }
    });
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = dialog.get() else { return };
        let beside = dialog.clone();
        // A click on the dialog itself is a click beside the image.
        let clicked = move |event: web_sys::Event| {
            if event.target().as_deref() == Some(beside.as_ref()) {
                open.set(false);
            }
        };
        keep(Listener::new(&dialog, "click", false, Box::new(clicked)));
    });
    let image = enlarged.get_untracked();
    let name = image.as_ref().map(Enlarged::name).unwrap_or_default();
    let name = if name.is_empty() {
        texts.answer.image.to_owned()
    } else {
        name.to_owned()
    };
    let close = move |_| open.set(false);
    let drawn = image.map(|image| match image {
        Enlarged::Address { url, alt } => view! {
            <img class="mt-enlarged__image" src=url alt=alt referrerpolicy="no-referrer"/>
        }
        .into_any(),
        Enlarged::File(file) => view! { <WholePicture file/> }.into_any(),
    });
    view! {
        <Dialog open labelled_by=TITLE testid="enlarged" class="mt-enlarged" dialog>
            <div class="mt-enlarged__head">
                <p class="mt-enlarged__name" id=TITLE dir="auto">
                    {name}
                </p>
                <button
                    type="button"
                    class="mt-button mt-button--icon mt-button--quiet"
                    aria-label=texts.close
                    title=texts.close
                    on:click=close
                >
                    <Icon name=IconName::Close/>
                </button>
            </div>
            {drawn}
        </Dialog>
    }
}

/// The button over an image. Nothing within a link, which a press follows.
#[component]
pub(super) fn Enlarge(image: Enlarged) -> impl IntoView {
    view! { <Part load=over props=Callback::new(move |()| OverProps { image: image.clone() })/> }
}

crate::part! {
    in details
    fn over() -> Make<OverProps> { |props| Over(props).into_any() }
}

#[component]
fn Over(image: Enlarged) -> impl IntoView {
    let Ui {
        texts, enlarged, ..
    } = Ui::get();
    let name = [texts.content.enlarge, image.name()].join(" ");
    let button = NodeRef::<html::Button>::new();
    let linked = RwSignal::new(false);
    Effect::new(move || {
        if let Some(button) = button.get() {
            linked.set(button.closest("a").is_ok_and(|link| link.is_some()));
        }
    });
    let press = move |_: MouseEvent| enlarged.set(Some(image.clone()));
    view! {
        <button
            type="button"
            class="mt-enlarge"
            data-act="enlarge"
            hidden=linked
            aria-label=name.trim_end().to_owned()
            node_ref=button
            on:click=press
        ></button>
    }
}
