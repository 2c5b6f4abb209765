//! Files that a person chooses, pastes or drops: attached, or refused and said why.
//!
//! Not responsible for what is allowed. All of it is for a click or a drop: a page that opens has
//! the button alone.

use crate::hooks::SetIfNew;
use js_sys::Uint8Array;
use leptos::prelude::*;
use midturn_core::attachment::{Attachment, AttachmentInput};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DataTransfer, Event, File, FileList, HtmlElement, HtmlInputElement};

use super::allowed::{Allowed, Refusal};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, icon_button};
use crate::dom::{El, each, el};

/// A file whose type nobody knows.
const UNKNOWN: &str = "application/octet-stream";

/// The button that lets the person choose files, unless none may be attached.
pub fn attach_button(ui: &Ui) -> El {
    let (allowed, acting) = (ui.attaching.allowed.clone(), ui.clone());
    let name = ui.texts.attach_files;
    let classes = "mt-button mt-button--icon mt-button--quiet mt-composer__attach";
    icon_button(classes, name, IconName::Attach, move || choose(&acting))
        .attr("title", name)
        .attr("data-testid", "composer-attach")
        .live("hidden", move || allowed.with(Allowed::off))
}

/// Opens the browser's choice of files.
fn choose(ui: &Ui) {
    let allowed = ui.attaching.allowed.get_untracked();
    let accept = allowed.types;
    let field = el("input").attr("type", "file").attr("multiple", "");
    let field = if accept.is_empty() {
        field
    } else {
        field.attr("accept", &accept)
    };
    let input: HtmlInputElement = field.cast();
    let (acting, chosen) = (ui.clone(), input.clone());
    let changed = wasm_bindgen::closure::Closure::once_into_js(move |_: Event| {
        if let Some(files) = chosen.files() {
            attach(&acting, &listed(&files));
        }
    });
    // It is called once; a choice that is left keeps a field that nobody sees.
    input.set_onchange(Some(changed.unchecked_ref()));
    input.click();
}

/// Takes the files of a paste. Says whether there were any: a text that comes with a picture of
/// itself, as a spreadsheet gives, is a text.
pub fn pasted(ui: &Ui, event: &ClipboardEvent) -> bool {
    let Some(data) = event.clipboard_data() else {
        return false;
    };
    let kinds = data.types();
    let has = |kind: &str| kinds.includes(&kind.into(), 0);
    let text = has("text/plain") && (has("text/html") || has("text/rtf"));
    let files = files_of(&data);
    if text || files.is_empty() || ui.attaching.allowed.with_untracked(Allowed::off) {
        return false;
    }
    event.prevent_default();
    attach(ui, &files);
    true
}

/// The files of a paste or drop.
pub(super) fn files_of(data: &DataTransfer) -> Vec<File> {
    data.files().map_or_else(Vec::new, |files| listed(&files))
}

fn listed(files: &FileList) -> Vec<File> {
    let all = 0..files.length();
    all.filter_map(|place| files.get(place)).collect()
}

/// Attaches those files that may be, and says of the others why not.
pub(super) fn attach(ui: &Ui, files: &[File]) {
    let (mut refused, mut taken) = (Vec::<String>::new(), 0);
    for file in files {
        let about = describe(ui, file);
        let held = ui
            .cells
            .attached
            .with_untracked(|held| held.files().to_vec());
        let judged = ui
            .attaching
            .allowed
            .with_untracked(|allowed| allowed.judge(&about, &held));
        match judged {
            Ok(()) => {
                taken += 1;
                ui.files().attach(&ui.cells.thread(), about.clone());
                read(ui.clone(), file.clone(), about);
            }
            Err(refusal) => {
                let why = said(ui, &about.name, &refusal);
                if !refused.contains(&why) {
                    refused.push(why);
                }
            }
        }
    }
    tell(ui, refused, taken);
}

/// Shows and says what became of them.
fn tell(ui: &Ui, refused: Vec<String>, taken: usize) {
    let mut words = refused.clone();
    if taken > 0 {
        words.push((ui.texts.attach.attached)(taken));
    }
    ui.attaching.refused.set_if_new(refused);
    if !words.is_empty() {
        ui.announcer.say(words.join(" "));
    }
}

fn describe(ui: &Ui, file: &File) -> Attachment {
    let media_type = file.type_();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size is a whole number"
    )]
    let size = file.size() as u64;
    Attachment {
        id: ui.files().fresh_id(),
        name: file.name(),
        media_type: if media_type.is_empty() {
            UNKNOWN.to_owned()
        } else {
            media_type
        },
        size,
        came: None,
    }
}

/// Reads the bytes. What cannot be read, such as a folder, is taken off again.
fn read(ui: Ui, file: File, about: Attachment) {
    spawn_local(async move {
        let bytes = JsFuture::from(file.array_buffer()).await.ok();
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer).to_vec());
        let (thread, there) = (&ui.cells.thread(), bytes.is_some());
        ui.files().attached(thread, &about.id, bytes);
        if !there {
            let unreadable = AttachmentInput::Unreadable(about.id);
            ui.actions.attachment(unreadable);
            tell(&ui, vec![(ui.texts.attach.unreadable)(&about.name)], 0);
        }
    });
}

fn said(ui: &Ui, name: &str, refusal: &Refusal) -> String {
    let texts = &ui.texts.attach;
    match refusal {
        Refusal::Type => (texts.not_accepted)(name),
        Refusal::TooLarge(limit) => (texts.too_large)(name, &(texts.size)(*limit)),
        Refusal::TooLargeTogether(limit) => (texts.too_large_together)(name, &(texts.size)(*limit)),
        Refusal::TooMany(limit) => (texts.too_many)(name, *limit),
    }
}

/// What was refused, until it is closed or others are attached.
pub(super) fn notes(ui: &Ui) -> El {
    let (listed, closed) = (ui.attaching.refused.clone(), ui.attaching.refused.clone());
    let notes = el("div").class("mt-refusal");
    let around = notes.element().clone();
    let close = move || {
        let composer = around.closest(".mt-composer").ok().flatten();
        let field = composer.and_then(|held| held.query_selector("textarea").ok().flatten());
        closed.set(Vec::new());
        // The button that was pressed is gone.
        if let Some(field) = field {
            let _ = field.unchecked_into::<HtmlElement>().focus();
        }
    };
    let line = |text: &str| Some(el("p").attr("dir", "auto").text(text).into());
    notes
        .attr("data-testid", "attachment-refused")
        .child(icon(IconName::Error))
        .child(
            el("div")
                .class("mt-refusal__text")
                .child(each(move || listed.get(), line)),
        )
        .child(icon_button(
            "mt-button mt-button--icon mt-button--quiet mt-button--small",
            ui.texts.close,
            IconName::Close,
            close,
        ))
}
