//! Files that the person chooses, pastes or drops: attaches them, or says why they are refused.
//!
//! Not responsible for which files are allowed (see `allowed`). When the page opens, only the
//! button is drawn. Everything else runs after a click, paste or drop.

use js_sys::Uint8Array;
use leptos::prelude::*;
use midturn_core::attachment::{Attachment, AttachmentInput, becomes_file};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, ClipboardEvent, DataTransfer, Event, File, FileList, HtmlInputElement};

use super::allowed::{Allowed, Refusal};
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::SetIfNew;

/// The media type of a file whose type is unknown.
const UNKNOWN: &str = "application/octet-stream";

/// How many refusals are announced in words. Of the others, which are shown, only the number.
const SAID: usize = 3;

/// The button that opens the browser's file dialog, unless attachments are off.
#[component]
pub fn AttachButton() -> impl IntoView {
    let ui = Ui::get();
    let name = ui.texts.attach_files;
    view! {
        <button
            type="button"
            class="mt-button mt-button--icon mt-button--quiet mt-composer__attach"
            part="composer-button attach"
            aria-label=name
            title=name
            data-testid="composer-attach"
            hidden=move || ui.attaching.allowed.with(Allowed::off)
            on:click=move |_| choose(&ui)
        >
            <Icon name=IconName::Attach/>
        </button>
    }
}

/// Opens the browser's file dialog.
fn choose(ui: &Ui) {
    let field = document().create_element("input").ok();
    let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else {
        return;
    };
    field.set_type("file");
    field.set_multiple(true);
    let types = ui
        .attaching
        .allowed
        .with_untracked(|allowed| allowed.types.clone());
    if !types.is_empty() {
        field.set_accept(&types);
    }
    let (ui, chosen) = (*ui, field.clone());
    let changed = Closure::once_into_js(move |_: Event| {
        if let Some(files) = chosen.files() {
            attach(&ui, &listed(&files));
        }
    });
    // The closure frees itself after its call. If the person chooses nothing, the closure and the
    // invisible field stay in memory.
    field.set_onchange(Some(changed.unchecked_ref()));
    field.click();
}

/// Attaches the files of a paste, and returns whether it did. A text that comes with a picture of
/// itself, as from a spreadsheet, is pasted as text.
pub fn pasted(ui: &Ui, event: &ClipboardEvent) -> bool {
    let Some(data) = event.clipboard_data() else {
        return false;
    };
    let kinds = data.types();
    let has = |kind: &str| kinds.includes(&kind.into(), 0);
    let text = has("text/plain") && (has("text/html") || has("text/rtf"));
    let files = files_of(&data);
    if ui.attaching.allowed.with_untracked(Allowed::off) {
        return false;
    }
    if text || files.is_empty() {
        let taken = data
            .get_data("text/plain")
            .is_ok_and(|text| becomes_file(&text) && attach_text(ui, text));
        if taken {
            event.prevent_default();
        }
        return taken;
    }
    event.prevent_default();
    attach(ui, &files);
    true
}

/// Attaches a long text as a file, and returns whether it did. A text that may not be attached is
/// pasted as text.
fn attach_text(ui: &Ui, text: String) -> bool {
    let files = ui.files();
    let about = Attachment::pasted(files.fresh_id(), &text);
    let (allowed, held) = (ui.attaching.allowed, ui.cells.attached);
    let judged = held.with_untracked(|held| {
        allowed.with_untracked(|allowed| allowed.judge(&about, held.files()))
    });
    if judged.is_err() {
        return false;
    }
    let thread = ui.cells.thread();
    files.attach(&thread, about.clone());
    files.attached(&thread, &about.id, Some(text.into_bytes()));
    ui.announcer.say(ui.texts.content.pasted_as_file.to_owned());
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

/// Attaches the files that are allowed, and says why the others are not. Does nothing in a chat
/// that has ended.
pub(super) fn attach(ui: &Ui, files: &[File]) {
    let Some(allowed) = ui.attaching.allowed.try_get_untracked() else {
        return;
    };
    let mut refused = Vec::<String>::new();
    // Before the thread is loaded, the cell does not have yet what was just attached.
    let mut held = ui
        .cells
        .attached
        .with_untracked(|held| held.files().to_vec());
    let before = held.len();
    for file in files {
        let about = describe(ui, file);
        match allowed.judge(&about, &held) {
            Ok(()) => {
                held.push(about.clone());
                ui.files().attach(&ui.cells.thread(), about.clone());
                let reading = read(ui, file, about);
                spawn_local(async move {
                    reading.await;
                });
            }
            Err(refusal) => {
                let why = said(ui, &about.name, &refusal);
                if !refused.contains(&why) {
                    refused.push(why);
                }
            }
        }
    }
    let taken = held.len() - before;
    tell(ui, refused, taken);
}

/// Shows and announces the result.
fn tell(ui: &Ui, refused: Vec<String>, taken: usize) {
    let mut words: Vec<String> = refused.iter().take(SAID).cloned().collect();
    if refused.len() > SAID {
        words.push(ui.texts.attach.more_refused(refused.len() - SAID));
    }
    if taken > 0 {
        words.push(ui.texts.attach.attached(taken));
    }
    ui.attaching.refused.set_if_new(refused);
    if !words.is_empty() {
        ui.announcer.say(words.join(" "));
    }
}

/// What a message says of a file.
pub fn describe(ui: &Ui, file: &Blob) -> Attachment {
    let media_type = file.type_();
    let name = file.dyn_ref::<File>().map(File::name);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size is a whole number"
    )]
    let size = file.size() as u64;
    Attachment {
        id: ui.files().fresh_id(),
        name: name.unwrap_or_default(),
        media_type: if media_type.is_empty() {
            UNKNOWN.to_owned()
        } else {
            media_type
        },
        size,
        came: None,
    }
}

/// Reads the bytes of a file that was just attached, and returns whether that worked. A file that
/// cannot be read, such as a folder, is removed again.
pub fn read(ui: &Ui, file: &Blob, about: Attachment) -> impl Future<Output = bool> + use<> {
    let reading = JsFuture::from(file.array_buffer());
    // The chat may have ended by the time the bytes are there.
    let (ui, files, thread) = (*ui, ui.files(), ui.cells.thread());
    async move {
        let bytes = reading.await.ok();
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer).to_vec());
        let there = bytes.is_some();
        // A message that has the file by now is not sent without it: the card asks.
        let is_here = ui
            .cells
            .attached
            .try_with_untracked(|held| held.files().iter().any(|file| file.id == about.id));
        let is_early = ui.cells.loaded.try_get_untracked() == Some(false);
        files.attached(&thread, &about.id, bytes);
        if !there && (is_here == Some(true) || is_early) {
            let unreadable = AttachmentInput::Unreadable(about.id);
            ui.actions.attachment(unreadable);
            tell(&ui, vec![ui.texts.attach.unreadable(&about.name)], 0);
        }
        there
    }
}

fn said(ui: &Ui, name: &str, refusal: &Refusal) -> String {
    let texts = &ui.texts.attach;
    match refusal {
        Refusal::Type => texts.not_accepted(name),
        Refusal::TooLarge(limit) => texts.too_large(name, &ui.texts.size(*limit)),
        Refusal::TooLargeTogether(limit) => texts.too_large_together(name, &ui.texts.size(*limit)),
        Refusal::TooMany(limit) => texts.too_many(name, *limit),
    }
}
