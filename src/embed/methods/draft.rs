//! Methods about what is in the composer.

use js_sys::Array;
use leptos::prelude::GetUntracked;
use midturn::components::attachment::{Refusal, describe, read};
use midturn_core::attachment::{Attachment, AttachmentInput};
use midturn_core::input::Input;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::given::{id, text};
use super::{Answer, Reached, refusal, wrong};

/// Sets the composer's text.
pub(super) fn set_text(reached: &Reached, given: &JsValue) -> Answer {
    let text = text(given, "the draft")?;
    reached.session.set_draft(&reached.thread, text);
    Ok(JsValue::UNDEFINED)
}

/// Attaches files to the draft, all or none of them. Returns their ids once they are read.
pub(super) async fn add_files(reached: &Reached, given: &JsValue) -> Answer {
    reached.still_drawn()?;
    let mut held = reached.read(|held| held.attached().files().to_vec())?;
    let mut added = Vec::new();
    for blob in blobs(given)? {
        let about = judged(reached, &blob, &held)?;
        held.push(about.clone());
        added.push((blob, about));
    }
    let ids = added.iter().map(|(_, about)| about.id.as_str().to_owned());
    let ids: Array = ids.map(JsValue::from).collect();
    let ui = &reached.ui;
    let reads: Vec<_> = added
        .into_iter()
        .map(|(blob, about)| {
            ui.files().attach(&reached.thread, about.clone());
            read(ui, &blob, about)
        })
        .collect();
    let mut all = true;
    for read in reads {
        all &= read.await;
    }
    if !all {
        return Err(refused("a file could not be read"));
    }
    Ok(ids.into())
}

/// The files of a list, or one file.
fn blobs(given: &JsValue) -> Result<Vec<Blob>, JsValue> {
    let list = match given.dyn_ref::<Array>() {
        Some(list) => list.iter().collect(),
        None => vec![given.clone()],
    };
    let blob = |given: JsValue| given.dyn_into().map_err(|_| ());
    let blobs: Result<_, ()> = list.into_iter().map(blob).collect();
    blobs.map_err(|()| wrong("files must be a File, a Blob or a list of those"))
}

/// What a message would say of a file beside these files. Fails if it is not allowed.
pub(super) fn judged(
    reached: &Reached,
    blob: &Blob,
    held: &[Attachment],
) -> Result<Attachment, JsValue> {
    let about = describe(&reached.ui, blob);
    let allowed = reached.ui.attaching.allowed.get_untracked();
    if allowed.off() {
        return Err(refused("attachments are off"));
    }
    let judged = allowed.judge(&about, held);
    judged.map_err(|why| refused(&said_of(&why)))?;
    Ok(about)
}

/// Removes a file of the draft.
pub(super) fn remove_file(reached: &Reached, given: &JsValue) -> Answer {
    let file = id(given, "the file's id")?;
    let found = reached.read(|held| {
        let mut files = held.attached().files().iter();
        let found = files.find(|held| held.id.as_str() == file);
        found.map(|held| held.id.clone())
    })?;
    let found = found.ok_or_else(|| refusal("not-found", "no file of the draft has this id"))?;
    Ok(reached.act(Input::Attachment(AttachmentInput::Removed(found))))
}

/// Puts the file that was removed last back in its place.
pub(super) fn restore_file(reached: &Reached) -> Answer {
    if reached.read(|held| held.attached().removed().is_none())? {
        return Err(refusal("not-found", "no file was removed"));
    }
    Ok(reached.act(Input::Attachment(AttachmentInput::Restored)))
}

/// The error of a file that is not allowed or cannot be read.
pub(super) fn refused(message: &str) -> JsValue {
    refusal("attachment-refused", message)
}

fn said_of(why: &Refusal) -> String {
    match why {
        Refusal::Type => "files of this type are not accepted".to_owned(),
        Refusal::TooLarge(limit) => format!("a file has at most {limit} bytes"),
        Refusal::TooLargeTogether(limit) => {
            format!("the files of a message have at most {limit} bytes together")
        }
        Refusal::TooMany(limit) => format!("a message has at most {limit} files"),
    }
}
