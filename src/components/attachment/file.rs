//! One file: its picture or icon, its name, type and size, and its buttons.

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::attachment::{Attachment, AttachmentInput, Medium};
use web_sys::HtmlButtonElement;

use super::came::{facts, link_to, name_of, read};
use super::save::save;
use super::thumbnail::{Thumbnail, is_drawn};
use super::usage::Use;
use crate::components::Ui;
use crate::components::enlarged::{Enlarge, Enlarged};
use crate::components::icon::{Icon, IconName};
use crate::hooks::{after_frame, beside};

/// A file in a list.
#[component]
pub(super) fn File(file: Attachment, how: Use) -> impl IntoView {
    let title = name_of(Ui::get().texts, &file);
    let file = StoredValue::new(file);
    let missing = RwSignal::new(false);
    view! {
        <li
            class="mt-file"
            part="attachment"
            class=("mt-file--missing", missing)
            data-testid="attachment"
            title=title
        >
            <Parts file how missing/>
        </li>
    }
    .into_any()
}

/// The content of a file's element.
#[component]
pub(super) fn Parts(
    file: StoredValue<Attachment>,
    how: Use,
    /// Whether the file's bytes are missing.
    missing: RwSignal<bool>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let picture = if file.with_value(is_drawn) {
        let enlarge = how.is_given().then(|| {
            let image = Enlarged::File(file.get_value());
            view! { <Enlarge image/> }
        });
        view! {
            <span class="mt-file__frame">
                <Thumbnail file whole={how == Use::Look} missing/>
                {enlarge}
            </span>
        }
        .into_any()
    } else {
        view! { <Sign file/> }.into_any()
    };
    let act = match how {
        Use::Wait => None,
        Use::Remove => Some(
            view! {
                <MakeText file missing/>
                <Remove file/>
            }
            .into_any(),
        ),
        Use::Save | Use::Look => file
            // A remote file has no bytes to save.
            .with_value(|file| file.is_own() || file.has_bytes())
            .then(|| view! { <Download file missing/> }.into_any()),
    };
    view! {
        {picture}
        <span class="mt-file__words">
            <Name file how/>
            <span class="mt-file__facts">
                {move || {
                    if missing.get() {
                        texts.attach.missing.into_any()
                    } else {
                        view! { <Facts file/> }.into_any()
                    }
                }}
            </span>
        </span>
        {act}
    }
    .into_any()
}

#[component]
fn Sign(file: StoredValue<Attachment>) -> impl IntoView {
    let kind = file.with_value(|file| file.came.as_ref().map(|came| came.kind));
    let name = match kind {
        Some(Medium::Image) => IconName::Image,
        Some(Medium::Audio | Medium::Video | Medium::Document) | None => IconName::File,
    };
    view! {
        <span class="mt-file__sign">
            <Icon name/>
        </span>
    }
}

/// The name of a file. For a remote file, the name is a link if the rules allow the address.
#[component]
fn Name(file: StoredValue<Attachment>, how: Use) -> impl IntoView {
    let ui = Ui::get();
    let called = file.with_value(|file| name_of(ui.texts, file));
    let leads = how
        .is_given()
        .then(|| file.with_value(|file| link_to(&ui, file)));
    match leads.flatten() {
        Some(url) => view! {
            <a
                class="mt-file__name mt-a"
                href=url
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                dir="auto"
            >
                {called}
            </a>
        }
        .into_any(),
        None => view! {
            <span class="mt-file__name" dir="auto">
                {called}
            </span>
        }
        .into_any(),
    }
}

/// The facts. Each is isolated (`bdi`), because a right-to-left line would separate a number from
/// its unit.
#[component]
fn Facts(file: StoredValue<Attachment>) -> impl IntoView {
    let texts = Ui::get().texts;
    let facts = file.with_value(|file| facts(texts, file)).into_iter();
    let fact = |(place, fact)| {
        view! {
            {(place > 0).then_some(" · ")}
            <bdi>{fact}</bdi>
        }
    };
    facts.enumerate().map(fact).collect_view()
}

#[component]
fn Remove(file: StoredValue<Attachment>) -> impl IntoView {
    let Ui {
        texts,
        actions,
        announcer,
        ..
    } = Ui::get();
    let name = file.with_value(|file| texts.attach.remove(&name_of(texts, file)));
    let remove = move |button: HtmlButtonElement| {
        let next = beside(&button);
        let removed = AttachmentInput::Removed(file.with_value(|file| file.id.clone()));
        actions.attachment(removed);
        announcer.say(texts.attach.removed.to_owned());
        // If no file is left, the focus goes to the composer's field (see `return_focus`).
        after_frame(move || {
            if let Some(button) = next {
                let _ = button.focus();
            }
        });
    };
    view! { <Act name icon=IconName::Close press=Callback::new(remove)/> }
}

/// Makes text again of a long text that was pasted.
#[component]
fn MakeText(file: StoredValue<Attachment>, missing: RwSignal<bool>) -> impl IntoView {
    let ui = Ui::get();
    let press = move |_| {
        let about = file.get_value();
        let id = about.id.clone();
        let got = Box::new(move |bytes: Option<Vec<u8>>| match bytes {
            Some(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                ui.actions
                    .attachment(AttachmentInput::MadeText { id, text });
                if let Some(field) = ui.focus.composer.first() {
                    let _ = field.focus();
                }
            }
            None => missing.set(true),
        });
        read(&ui, &about, got);
    };
    file.with_value(Attachment::is_pasted).then(|| {
        view! {
            <button
                type="button"
                class="mt-button mt-button--quiet mt-button--small"
                data-testid="attachment-make-text"
                on:click=press
            >
                {ui.texts.content.make_text}
            </button>
        }
    })
}

#[component]
fn Download(file: StoredValue<Attachment>, missing: RwSignal<bool>) -> impl IntoView {
    let ui = Ui::get();
    let name = file.with_value(|file| ui.texts.attach.download(&name_of(ui.texts, file)));
    let download = move |_| file.with_value(|file| save(&ui, file, missing));
    view! { <Act name icon=IconName::Download press=Callback::new(download)/> }
}

/// A button with only an icon.
#[component]
fn Act(name: String, icon: IconName, press: Callback<HtmlButtonElement>) -> impl IntoView {
    let button = NodeRef::<Button>::new();
    let pressed = move |_| {
        if let Some(button) = button.get_untracked() {
            press.run(button);
        }
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--icon mt-button--quiet mt-button--small mt-file__act"
            aria-label=name.clone()
            title=name
            node_ref=button
            on:click=pressed
        >
            <Icon name=icon/>
        </button>
    }
    .into_any()
}
